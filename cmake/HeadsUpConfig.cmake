# find_package(HeadsUp [COMPONENTS files]): HeadsUp::headsup, and HeadsUp::files where the component is asked for.
# HeadsUp::headsup needs nothing else, because Eigen is compiled into it and no public header includes it; nlohmann/json is
# compiled into HeadsUp::files in the same way. HeadsUp::files links to libzip.
include("${CMAKE_CURRENT_LIST_DIR}/HeadsUpTargets.cmake")

if("files" IN_LIST HeadsUp_FIND_COMPONENTS)
  if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/HeadsUpFilesTargets.cmake")
    list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
    find_package(libzip QUIET MODULE)
    list(POP_FRONT CMAKE_MODULE_PATH)
    set(HeadsUp_files_FOUND ${libzip_FOUND})
    set(problem "needs libzip, which is not installed")
  else()
    set(HeadsUp_files_FOUND FALSE)
    set(problem "is not a part of this installation, which was built with HEADSUP_BUILD_FILES=OFF")
  endif()

  if(HeadsUp_files_FOUND)
    include("${CMAKE_CURRENT_LIST_DIR}/HeadsUpFilesTargets.cmake")
  elseif(HeadsUp_FIND_REQUIRED_files)
    set(HeadsUp_FOUND FALSE)
    set(HeadsUp_NOT_FOUND_MESSAGE "Component files ${problem}.")
  endif()
  unset(problem)
endif()

foreach(HeadsUp_component IN LISTS HeadsUp_FIND_COMPONENTS)
  if(NOT HeadsUp_component STREQUAL "files" AND HeadsUp_FIND_REQUIRED_${HeadsUp_component})
    set(HeadsUp_FOUND FALSE)
    set(HeadsUp_NOT_FOUND_MESSAGE "There is no component ${HeadsUp_component}, only files.")
  endif()
endforeach()
