# Defines our dependencies as targets headsup::eigen, headsup::json and headsup::catch2: the system's copy if there is
# one, as a CMake package or as headers, and a pinned download otherwise.
include(FetchContent)

# Listed, because a cross compiler does not search the host's folders. These libraries are header-only, so the host's
# copies work for WebAssembly too.
set(HEADSUP_SYSTEM_PREFIXES /usr/local /opt/homebrew /usr)

# Sets <out> to the system's include directory that has <header>, or to "".
function(headsup_find_header out header)
  string(MAKE_C_IDENTIFIER "HEADSUP_DIR_OF_${header}" cached)
  find_path(
    ${cached} ${header}
    PATHS ${HEADSUP_SYSTEM_PREFIXES}
    PATH_SUFFIXES include include/eigen3
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
  if(EMSCRIPTEN AND directory MATCHES "/include$")
    # em++ must never search /usr/include itself: the host's C library lies beside these headers.
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

# Finds Eigen 3.4 or 5 and caches its folder as HEADSUP_EIGEN_DIR, where scripts/lib/cmake.mjs reads the version.
function(headsup_find_eigen)
  # No version is requested here, because the 3.4 package rejects a range that extends beyond 3.
  find_package(Eigen3 QUIET CONFIG PATHS ${HEADSUP_SYSTEM_PREFIXES} NO_CMAKE_FIND_ROOT_PATH)
  set(directory "")
  if(NOT Eigen3_FOUND)
    headsup_find_header(directory Eigen/src/Core/Reshaped.h) # new in 3.4
  elseif(Eigen3_VERSION VERSION_GREATER_EQUAL 3.4 AND Eigen3_VERSION VERSION_LESS 6)
    get_target_property(directory Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  endif()
  if(NOT directory)
    FetchContent_Declare(
      eigen
      URL https://gitlab.com/libeigen/eigen/-/archive/3.4.0/eigen-3.4.0.tar.gz
      URL_HASH SHA256=8586084f71f9bde545ee7fa6d00288b264a2b7ac3607b974e54d13e7162c1c72
      SOURCE_SUBDIR headers-only)
    headsup_fetch(eigen)
    set(directory "${eigen_SOURCE_DIR}")
  endif()
  set(HEADSUP_EIGEN_DIR "${directory}" CACHE INTERNAL "The folder that contains Eigen/Core")
  headsup_add_headers(eigen "${directory}" Eigen)
endfunction()

function(headsup_find_json)
  if(TARGET headsup::json)
    return()
  endif()
  headsup_find_header(directory nlohmann/json.hpp)
  if(NOT directory)
    FetchContent_Declare(
      json
      URL https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz
      URL_HASH SHA256=d6c65aca6b1ed68e7a182f4757257b107ae403032760ed6ef121c9d55e81757d
      SOURCE_SUBDIR headers-only)
    headsup_fetch(json)
    set(directory "${json_SOURCE_DIR}/include")
  endif()
  headsup_add_headers(json "${directory}" nlohmann)
endfunction()

# tests/cpp/catch.h includes whichever of the three this finds.
function(headsup_find_catch2)
  if(NOT EMSCRIPTEN) # an installed Catch2 3 is compiled for the host
    find_package(Catch2 3 QUIET CONFIG)
    if(Catch2_FOUND)
      add_library(headsup::catch2 ALIAS Catch2::Catch2WithMain)
      return()
    endif()
  endif()

  headsup_find_header(version2 catch2/catch.hpp)
  if(version2)
    headsup_add_headers(catch2 "${version2}" catch2)
    return()
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
