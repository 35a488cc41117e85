# Installing: headers, library, CMake export set and pkg-config file.
include(CMakePackageConfigHelpers)

install(TARGETS carom EXPORT carom_targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

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
# A program that links the static library must also link the library with sqrt.
set(CAROM_PC_LIBS "")
if(NOT BUILD_SHARED_LIBS)
    set(CAROM_PC_LIBS -lm)
endif()
configure_file(cmake/carom.pc.in ${PROJECT_BINARY_DIR}/carom.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/carom.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
