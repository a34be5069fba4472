# Every installed header includes only the standard library and other installed headers, and compiles by itself.
file(GLOB_RECURSE headers RELATIVE "${PREFIX}/include" "${PREFIX}/include/headsup/*.h")
list(LENGTH headers count)
if(count LESS 15)
  message(FATAL_ERROR "Only ${count} headers are installed: ${headers}")
endif()
foreach(header IN LISTS headers)
  file(STRINGS "${PREFIX}/include/${header}" includes REGEX "^ *# *include")
  # The standard library's names have neither a folder nor an ending.
  list(FILTER includes EXCLUDE REGEX "<[a-z_]+>|\"headsup/")
  if(includes)
    message(SEND_ERROR "${header} includes headers that users may not have: ${includes}")
  endif()
  execute_process(
    COMMAND "${CXX}" -std=c++20 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "-I${PREFIX}/include" -include ${header}
            -x c++ /dev/null
    RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(SEND_ERROR "${header} does not compile by itself")
  endif()
endforeach()
