# Installs the libraries, their public headers, and the package HeadsUp for find_package.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/HeadsUp")

install(TARGETS headsup EXPORT HeadsUp INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT HeadsUp FILE HeadsUpTargets.cmake NAMESPACE HeadsUp:: DESTINATION "${package_directory}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/cpp/include/headsup" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        PATTERN files EXCLUDE PATTERN python EXCLUDE)

# Exported separately, so that programs that do not use the component do not need libzip.
if(HEADSUP_BUILD_FILES)
  install(TARGETS headsup_files EXPORT HeadsUpFiles INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  install(EXPORT HeadsUpFiles FILE HeadsUpFilesTargets.cmake NAMESPACE HeadsUp:: DESTINATION "${package_directory}")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/cpp/include/headsup/files" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/headsup")
endif()

# Before 1.0 a new minor version may change names and layouts.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/HeadsUpConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_SOURCE_DIR}/cmake/HeadsUpConfig.cmake" "${PROJECT_SOURCE_DIR}/cmake/Findlibzip.cmake"
              "${PROJECT_BINARY_DIR}/HeadsUpConfigVersion.cmake" DESTINATION "${package_directory}")
# The MPL is Eigen's, which is compiled in.
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/docs/licences/MPL-2.0.txt"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}")
