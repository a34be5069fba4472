# Every installed header compiles by itself: it includes what it needs, and nothing that is not installed.
file(GLOB_RECURSE headers RELATIVE "${PREFIX}/include" "${PREFIX}/include/headsup/*.h")
list(LENGTH headers count)
if(count LESS 15)
  message(FATAL_ERROR "Only ${count} headers are installed: ${headers}")
endif()
foreach(header IN LISTS headers)
  execute_process(
    COMMAND "${CXX}" -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "-I${PREFIX}/include" -include ${header}
            -x c++ /dev/null
    RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(SEND_ERROR "${header} does not compile by itself")
  endif()
endforeach()
