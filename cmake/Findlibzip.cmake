# Defines libzip::zip from its header and library, because Debian's CMake package of libzip fails unless libzip's
# programs are installed too. Also installed beside HeadsUpConfig.cmake, for programs that link to HeadsUp::files.
find_path(LIBZIP_INCLUDE_DIR zip.h)
find_library(LIBZIP_LIBRARY zip)
mark_as_advanced(LIBZIP_INCLUDE_DIR LIBZIP_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  libzip
  REQUIRED_VARS LIBZIP_LIBRARY LIBZIP_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "Debian, Ubuntu: apt-get install libzip-dev. macOS: brew install libzip.")

if(libzip_FOUND AND NOT TARGET libzip::zip)
  add_library(libzip::zip UNKNOWN IMPORTED)
  set_target_properties(libzip::zip PROPERTIES IMPORTED_LOCATION "${LIBZIP_LIBRARY}"
                                               INTERFACE_INCLUDE_DIRECTORIES "${LIBZIP_INCLUDE_DIR}")
endif()
