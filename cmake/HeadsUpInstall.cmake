# What cmake --install puts in place: the rooms' libraries, their public headers, and the package HeadsUp for
# find_package. The package is the list of targets and no more, because it has nothing to look for: Eigen and RapidJSON
# are in none of the headers, and HeadsUp::files names libzip as the linker knows it.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/HeadsUp")

install(TARGETS headsup EXPORT HeadsUp INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/cpp/include/headsup" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        PATTERN files EXCLUDE)
if(HEADSUP_BUILD_FILES)
  install(TARGETS headsup_files EXPORT HeadsUp INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/cpp/include/headsup/files" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/headsup")
endif()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# Before 1.0 a new minor version may change what there is.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/HeadsUpConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/HeadsUpConfigVersion.cmake" DESTINATION "${package_directory}")
install(EXPORT HeadsUp FILE HeadsUpConfig.cmake NAMESPACE HeadsUp:: DESTINATION "${package_directory}")
