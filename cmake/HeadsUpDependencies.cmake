# Eigen, RapidJSON and Catch2 as targets headsup::eigen, headsup::rapidjson and headsup::catch2: what the system
# has first, a pinned download otherwise. They are looked for by their headers, because their CMake packages
# disagree about names and versions, and a cross compiler cannot see them at all.
include(FetchContent)

set(HEADSUP_SYSTEM_INCLUDES /usr/include /usr/local/include /opt/homebrew/include)

# Sets <out> to the system's include directory that has <header>, or to "".
function(headsup_find_header out header)
  string(MAKE_C_IDENTIFIER "HEADSUP_DIR_OF_${header}" cached)
  find_path(
    ${cached} ${header}
    PATHS ${HEADSUP_SYSTEM_INCLUDES}
    PATH_SUFFIXES eigen3
    NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(${cached})
  if(${cached})
    set(${out} "${${cached}}" PARENT_SCOPE)
  else()
    set(${out} "" PARENT_SCOPE)
  endif()
endfunction()

# Makes headsup::<name> from <directory>/<folder>, as a system include directory.
function(headsup_add_headers name directory folder)
  if(EMSCRIPTEN)
    # em++ must never search /usr/include, where the host's C library lies beside these headers.
    file(COPY "${directory}/${folder}" DESTINATION "${PROJECT_BINARY_DIR}/headers")
    set(directory "${PROJECT_BINARY_DIR}/headers")
  endif()
  add_library(headsup_${name} INTERFACE)
  add_library(headsup::${name} ALIAS headsup_${name})
  target_include_directories(headsup_${name} SYSTEM INTERFACE "${directory}")
endfunction()

# Downloads what was declared as <name> without running its own CMakeLists.txt; sets <name>_SOURCE_DIR.
macro(headsup_fetch name)
  if(NOT HEADSUP_FETCH_DEPENDENCIES)
    message(FATAL_ERROR "${name} is not installed, and HEADSUP_FETCH_DEPENDENCIES is OFF")
  endif()
  message(STATUS "${name} is not installed: downloading the pinned version")
  FetchContent_MakeAvailable(${name})
endmacro()

function(headsup_find_eigen)
  headsup_find_header(directory Eigen/Core)
  if(NOT directory)
    FetchContent_Declare(
      eigen
      URL https://gitlab.com/libeigen/eigen/-/archive/3.4.0/eigen-3.4.0.tar.gz
      URL_HASH SHA256=8586084f71f9bde545ee7fa6d00288b264a2b7ac3607b974e54d13e7162c1c72
      SOURCE_SUBDIR headers-only)
    headsup_fetch(eigen)
    set(directory "${eigen_SOURCE_DIR}")
  endif()
  headsup_add_headers(eigen "${directory}" Eigen)
endfunction()

function(headsup_find_rapidjson)
  if(TARGET headsup::rapidjson)
    return()
  endif()
  headsup_find_header(directory rapidjson/document.h)
  if(NOT directory)
    # The last release is from 2016 and does not compile as C++17 everywhere; distributions ship later commits too.
    FetchContent_Declare(
      rapidjson
      GIT_REPOSITORY https://github.com/Tencent/rapidjson.git
      GIT_TAG 24b5e7a8b27f42fa16b96fc70aade9106cf7102f
      GIT_SUBMODULES ""
      SOURCE_SUBDIR headers-only)
    headsup_fetch(rapidjson)
    set(directory "${rapidjson_SOURCE_DIR}/include")
  endif()
  headsup_add_headers(rapidjson "${directory}" rapidjson)
endfunction()

# libzip as headsup::libzip, and its library as HEADSUP_LIBZIP. Not by its CMake package: Debian's stops where the
# programs of libzip are not installed too.
function(headsup_find_libzip)
  headsup_find_header(directory zip.h)
  find_library(HEADSUP_LIBZIP zip PATHS /opt/homebrew/lib)
  mark_as_advanced(HEADSUP_LIBZIP)
  if(NOT directory OR NOT HEADSUP_LIBZIP)
    message(FATAL_ERROR "libzip is not installed, and HEADSUP_BUILD_FILES is ON. Debian, Ubuntu: apt-get install libzip-dev. "
                        "macOS: brew install libzip. Without it: -DHEADSUP_BUILD_FILES=OFF")
  endif()
  headsup_add_headers(libzip "${directory}" "")
endfunction()

# tests/cpp/catch.h includes whichever of the three this finds.
function(headsup_find_catch2)
  headsup_find_header(version2 catch2/catch.hpp)
  if(version2)
    headsup_add_headers(catch2 "${version2}" catch2)
    return()
  endif()

  if(NOT EMSCRIPTEN) # an installed Catch2 3 is a library of the host's
    find_package(Catch2 3 QUIET)
    if(Catch2_FOUND)
      add_library(headsup::catch2 ALIAS Catch2::Catch2WithMain)
      return()
    endif()
  endif()

  FetchContent_Declare(
    catch2
    GIT_REPOSITORY https://github.com/catchorg/Catch2.git
    GIT_TAG 2b60af89e23d28eefc081bc930831ee9d45ea58b # v3.8.1
    SOURCE_SUBDIR amalgamated-only)
  headsup_fetch(catch2)
  add_library(headsup_catch2 STATIC "${catch2_SOURCE_DIR}/extras/catch_amalgamated.cpp")
  add_library(headsup::catch2 ALIAS headsup_catch2)
  target_compile_features(headsup_catch2 PUBLIC cxx_std_17)
  target_compile_options(headsup_catch2 PRIVATE $<$<BOOL:${EMSCRIPTEN}>:-fwasm-exceptions>)
  target_include_directories(headsup_catch2 SYSTEM INTERFACE "${catch2_SOURCE_DIR}/extras")
endfunction()
