# A project that requires COMPONENT, which there is not, is told so in the SENTENCE.
execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/component" -B "${BINARY}" -G "${GENERATOR}"
          "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_PREFIX_PATH=${PREFIX}" "-DCOMPONENT=${COMPONENT}" ${OPTION}
  RESULT_VARIABLE status
  ERROR_VARIABLE error)
string(REGEX REPLACE "[ \n]+" " " error "${error}")
string(FIND "${error}" "${SENTENCE}" at)
if(status EQUAL 0 OR at EQUAL -1)
  message(FATAL_ERROR "Status ${status}, and not \"${SENTENCE}\":\n${error}")
endif()
