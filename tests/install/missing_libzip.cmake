# A project that requires component files is told that libzip is missing, where it is.
execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/component" -B "${BINARY}" -G "${GENERATOR}"
          "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_PREFIX_PATH=${PREFIX}" -DCMAKE_DISABLE_FIND_PACKAGE_libzip=ON
  RESULT_VARIABLE status
  ERROR_VARIABLE error)
if(status EQUAL 0 OR NOT error MATCHES "Component files needs libzip")
  message(FATAL_ERROR "Status ${status}, and not a sentence about libzip:\n${error}")
endif()
