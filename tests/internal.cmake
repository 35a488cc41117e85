# White-box tests: they look into src/. Included by tests/CMakeLists.txt.
# carom_internal_test(NAME SOURCE...): like carom_test, from the sources given.
function(carom_internal_test name)
    add_executable(${name} ${ARGN})
    set_target_properties(${name} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    # wide.h needs what the library is compiled with.
    target_compile_options(${name} PRIVATE -ffp-contract=off)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${name} PRIVATE carom_oracle PkgConfig::CMOCKA carom_flags m)
    add_test(NAME ${name} COMMAND ${name})
endfunction()

carom_internal_test(test_wide_internal test_wide_internal.c)
carom_internal_test(test_filter_internal test_filter_internal.c)

# Both lengths of limb, whatever the library has; 64 bits need a 128-bit type.
set(limb_bits 32)
if(CMAKE_SIZEOF_VOID_P EQUAL 8)
    list(APPEND limb_bits 64)
endif()
foreach(bits IN LISTS limb_bits)
    carom_internal_test(test_limbs_internal_${bits} test_limbs_internal.c)
    carom_internal_test(test_tiers_internal_${bits} test_tiers_internal.c
        ${PROJECT_SOURCE_DIR}/src/exact.c)
    foreach(name test_limbs_internal_${bits} test_tiers_internal_${bits})
        target_compile_definitions(${name} PRIVATE CAROM_LIMB_BITS=${bits})
    endforeach()
endforeach()
