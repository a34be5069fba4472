# The libraries export no function of namespace Eigen: the linker would take it in place of the one of a program's own Eigen,
# which may have other options.
file(GLOB_RECURSE libraries "${PREFIX}/*headsup*.a")
if(NOT "${libraries}" MATCHES "libheadsup\\.a")
  message(FATAL_ERROR "libheadsup.a is not installed")
endif()
foreach(library IN LISTS libraries)
  execute_process(COMMAND "${NM}" "${library}" OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
  # As the compiler encodes them: 7headsup, 5Eigen, 12HeadsUpEigen.
  if(NOT names MATCHES "7headsup")
    message(FATAL_ERROR "${NM} lists no function of ${library}")
  endif()
  string(REGEX MATCH "[^ \n]*5Eigen[^ \n]*" name "${names}")
  if(name)
    message(SEND_ERROR "${library} has ${name}")
  endif()
endforeach()
