# Installing: headers, library, CMake export set, pkg-config file, documentation and examples.
include(CMakePackageConfigHelpers)

install(TARGETS carom EXPORT carom_targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
# What programs that generate bindings read; left out where there is no Python.
find_package(Python3 COMPONENTS Interpreter QUIET)
if(Python3_Interpreter_FOUND)
    set(api ${PROJECT_BINARY_DIR}/carom_api.json)
    file(GLOB_RECURSE api_headers CONFIGURE_DEPENDS include/carom/*.h)
    add_custom_command(OUTPUT ${api}
        COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/scripts/api.py ${api}
        DEPENDS ${PROJECT_SOURCE_DIR}/scripts/api.py ${api_headers})
    add_custom_target(carom_api ALL DEPENDS ${api})
    install(FILES ${api} DESTINATION ${CMAKE_INSTALL_DATADIR}/carom)
endif()
# As they lie here, so that the links between them hold.
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN man EXCLUDE)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
    PATTERN CMakeLists.txt EXCLUDE PATTERN compare.cmake EXCLUDE)

install(EXPORT carom_targets FILE carom-targets.cmake NAMESPACE carom::
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
configure_package_config_file(cmake/carom-config.cmake.in ${PROJECT_BINARY_DIR}/carom-config.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/carom-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/carom-config.cmake
    ${PROJECT_BINARY_DIR}/carom-config-version.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom)

# Relative, so that the tree can be installed or moved anywhere.
file(RELATIVE_PATH CAROM_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
# A program that links the static library must also link the library with sqrt, so the flag is given
# with --static and without.
if(BUILD_SHARED_LIBS)
    set(CAROM_PC_PRIVATE -lm)
else()
    set(CAROM_PC_LIBS -lm)
endif()
if(WIN32 AND BUILD_SHARED_LIBS)
    set(CAROM_PC_CFLAGS -DCAROM_SHARED)
endif()
configure_file(cmake/carom.pc.in ${PROJECT_BINARY_DIR}/carom.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/carom.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
