# Runs a vcpkg port without vcpkg: the functions that the port calls, as vcpkg's documentation
# describes them, and its checks of what a port installs. Only what Carom's
# port needs; an argument that these functions do not know is an error.
#
#     cmake -DPORT_DIR=... -DARCHIVE=... -DOUT_DIR=... -DVCPKG_LIBRARY_LINKAGE=static|dynamic
#         -P vcpkg_stand_in.cmake
#
# ARCHIVE takes the place of the download. The package is in OUT_DIR/packages, as in vcpkg.
# Room: tests.
cmake_minimum_required(VERSION 3.21)
file(READ "${PORT_DIR}/vcpkg.json" manifest)
string(JSON PORT GET "${manifest}" name)
string(JSON VERSION GET "${manifest}" version-semver)
set(CURRENT_PACKAGES_DIR "${OUT_DIR}/packages")
set(CURRENT_BUILDTREES_DIR "${OUT_DIR}/buildtrees")
set(configurations Debug Release)
set(prefix_Debug "${CURRENT_PACKAGES_DIR}/debug")
set(prefix_Release "${CURRENT_PACKAGES_DIR}")

# parse(FLAGS ONE MANY ARGUMENTS...): cmake_parse_arguments that rejects what it does not know
macro(parse flags one many)
    cmake_parse_arguments(arg "${flags}" "${one}" "${many}" ${ARGN})
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}: unknown arguments ${arg_UNPARSED_ARGUMENTS}")
    endif()
endmacro()

function(run)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "failed: ${ARGN}\n${output}")
    endif()
endfunction()

function(vcpkg_download_distfile out)
    parse("" "FILENAME;SHA512" "URLS" ${ARGN})
    get_filename_component(name "${ARCHIVE}" NAME)
    if(NOT name STREQUAL arg_FILENAME OR NOT arg_URLS MATCHES "^https://.*/${arg_FILENAME}$")
        message(FATAL_ERROR "FILENAME ${arg_FILENAME} or URLS ${arg_URLS} do not name ${name}")
    endif()
    file(SHA512 "${ARCHIVE}" hash)
    if(NOT hash STREQUAL arg_SHA512)
        message(FATAL_ERROR "SHA512: the port says ${arg_SHA512}, the archive has ${hash}")
    endif()
    set(${out} "${ARCHIVE}" PARENT_SCOPE)
endfunction()

function(vcpkg_extract_source_archive out)
    parse("" "ARCHIVE" "" ${ARGN})
    set(folder "${CURRENT_BUILDTREES_DIR}/src")
    file(ARCHIVE_EXTRACT INPUT "${arg_ARCHIVE}" DESTINATION "${folder}")
    file(GLOB inside "${folder}/*")
    list(LENGTH inside count)
    if(NOT count EQUAL 1)
        message(FATAL_ERROR "the archive must hold one folder, got ${inside}")
    endif()
    set(${out} "${inside}" PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
    parse("" "SOURCE_PATH" "OPTIONS" ${ARGN})
    set(shared OFF)
    if(VCPKG_LIBRARY_LINKAGE STREQUAL "dynamic")
        set(shared ON)
    endif()
    foreach(configuration IN LISTS configurations)
        run("${CMAKE_COMMAND}" -S "${arg_SOURCE_PATH}" -B "${CURRENT_BUILDTREES_DIR}/${configuration}"
            ${arg_OPTIONS} -DCMAKE_BUILD_TYPE=${configuration} -DBUILD_SHARED_LIBS=${shared}
            "-DCMAKE_INSTALL_PREFIX=${prefix_${configuration}}" -DCMAKE_INSTALL_LIBDIR=lib)
    endforeach()
endfunction()

function(vcpkg_cmake_install)
    parse("" "" "" ${ARGN})
    foreach(configuration IN LISTS configurations)
        run("${CMAKE_COMMAND}" --build "${CURRENT_BUILDTREES_DIR}/${configuration}" --target install
            --parallel 2)
    endforeach()
endfunction()

# Both configurations' targets in share/PORT, each with the folder of its own libraries.
function(vcpkg_cmake_config_fixup)
    parse("" "PACKAGE_NAME;CONFIG_PATH" "" ${ARGN})
    set(share "${CURRENT_PACKAGES_DIR}/share/${PORT}")
    file(GLOB files "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/*.cmake")
    file(GLOB debug_files "${CURRENT_PACKAGES_DIR}/debug/${arg_CONFIG_PATH}/*-debug.cmake")
    if(NOT files OR NOT debug_files)
        message(FATAL_ERROR "CONFIG_PATH ${arg_CONFIG_PATH} has no targets")
    endif()
    file(COPY ${files} DESTINATION "${share}")
    foreach(path IN LISTS debug_files)
        get_filename_component(name "${path}" NAME)
        file(READ "${path}" text)
        string(REPLACE "\${_IMPORT_PREFIX}/" "\${_IMPORT_PREFIX}/debug/" text "${text}")
        file(WRITE "${share}/${name}" "${text}")
    endforeach()
    file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/lib/cmake" "${CURRENT_PACKAGES_DIR}/debug/lib/cmake")
    # The files now lie two folders below the prefix.
    set(up [[get_filename_component(_IMPORT_PREFIX "${_IMPORT_PREFIX}" PATH)]])
    foreach(path IN LISTS files)
        get_filename_component(name "${path}" NAME)
        file(READ "${share}/${name}" text)
        string(REPLACE "${up}\n${up}\n${up}" "${up}\n${up}" text "${text}")
        string(REPLACE "/../../../\" ABSOLUTE" "/../../\" ABSOLUTE" text "${text}")
        file(WRITE "${share}/${name}" "${text}")
    endforeach()
endfunction()

# vcpkg asks pkg-config about every file. carom.pc is relocatable already.
function(vcpkg_fixup_pkgconfig)
    parse("" "" "" ${ARGN})
    foreach(prefix IN ITEMS "${prefix_Debug}" "${prefix_Release}")
        run("${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${prefix}/lib/pkgconfig" pkg-config --exists ${PORT})
    endforeach()
endfunction()

function(vcpkg_install_copyright)
    parse("" "" "FILE_LIST" ${ARGN})
    configure_file(${arg_FILE_LIST} "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright" COPYONLY)
endfunction()

# ---- the port, and vcpkg's checks of what it installed ----

include("${PORT_DIR}/portfile.cmake")

foreach(path IN ITEMS share/${PORT}/copyright share/${PORT}/usage share/${PORT}/${PORT}-config.cmake
    include/carom/carom.h)
    if(NOT EXISTS "${CURRENT_PACKAGES_DIR}/${path}")
        message(FATAL_ERROR "the port does not install ${path}")
    endif()
endforeach()
foreach(path IN ITEMS debug/include debug/share lib/cmake debug/lib/cmake share/doc)
    if(EXISTS "${CURRENT_PACKAGES_DIR}/${path}")
        message(FATAL_ERROR "the port must not install ${path}")
    endif()
endforeach()
file(GLOB_RECURSE texts "${CURRENT_PACKAGES_DIR}/*.cmake" "${CURRENT_PACKAGES_DIR}/*.pc")
foreach(path IN LISTS texts)
    file(READ "${path}" text)
    string(FIND "${text}" "${OUT_DIR}" found)
    if(NOT found EQUAL -1)
        message(FATAL_ERROR "${path}: holds the absolute path ${OUT_DIR}")
    endif()
endforeach()
file(GLOB static "${CURRENT_PACKAGES_DIR}/lib/*.a" "${CURRENT_PACKAGES_DIR}/debug/lib/*.a")
file(GLOB dynamic "${CURRENT_PACKAGES_DIR}/lib/*.so" "${CURRENT_PACKAGES_DIR}/debug/lib/*.so")
list(LENGTH ${VCPKG_LIBRARY_LINKAGE} count)
list(LENGTH static all)
list(LENGTH dynamic all_dynamic)
math(EXPR all "${all} + ${all_dynamic}")
if(NOT count EQUAL 2 OR NOT all EQUAL 2)
    message(FATAL_ERROR "libraries: got ${static} ${dynamic}, expected two that are ${VCPKG_LIBRARY_LINKAGE}")
endif()
