# Tests that need only libc, so that they can be built for any machine: golden_builds.sh,
# vector_builds.sh and windows_builds.sh do.

# carom_plain_test(NAME [SOURCE...]): a program of NAME.c and these sources.
function(carom_plain_test name)
    add_executable(${name} ${name}.c ${ARGN})
    set_target_properties(${name} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    target_compile_options(${name} PRIVATE -ffp-contract=off)
    target_link_libraries(${name} PRIVATE carom_mirror carom_flags m)
endfunction()

# The same bits everywhere.
carom_plain_test(test_golden support/golden.c support/golden_areas.c support/golden_crowds.c
    support/golden_lives.c)
add_test(NAME test_golden COMMAND test_golden ${CMAKE_CURRENT_SOURCE_DIR}/golden.txt)

# White-box tests, which cannot use the DLL: every instruction set of batch and scene, forced. What
# calls the kernels of the scene is compiled a second time, so that the test chooses the instruction
# set.
if(NOT (WIN32 AND BUILD_SHARED_LIBS))
    set(scene_callers scene/overlap.c scene/nearest.c scene/scene_cast.c scene/fan.c
        scene/scene_wall_source.c dynamic_scene/dynamic_tree.c)
    list(TRANSFORM scene_callers PREPEND ${PROJECT_SOURCE_DIR}/src/)
    set_source_files_properties(${scene_callers}
        PROPERTIES COMPILE_DEFINITIONS carom_scene_choose=test_scene_choose)
    carom_plain_test(test_batch_sets)
    carom_plain_test(test_scene_traversal ${scene_callers})
    foreach(name test_batch_sets test_scene_traversal)
        target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
        add_test(NAME ${name} COMMAND ${name})
    endforeach()
endif()
