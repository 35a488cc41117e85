# Warnings and instrumentation of our own builds. Users of the library do not get them.
add_library(carom_flags INTERFACE)
# Fields of a wall that an initialiser leaves out are 0, which is their default.
target_compile_options(carom_flags INTERFACE
    -Wall -Wextra -Wno-missing-field-initializers -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wundef -Wvla
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
    $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
    $<$<BOOL:${CAROM_WERROR}>:-Werror>)

if(CAROM_SANITIZE)
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
endif()
if(CAROM_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
    add_link_options(-fsanitize=address,undefined)
endif()
if(CAROM_COVERAGE)
    add_compile_options(--coverage)
    add_link_options(--coverage)
endif()
