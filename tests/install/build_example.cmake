# Configures the project SOURCE with OPTION, if there is one, builds its PROGRAM in BINARY, runs it with ARGUMENT, if there
# is one, and compares its output with <PROGRAM>.txt.
file(REMOVE "${BINARY}/CMakeCache.txt") # configures from scratch, but keeps the object files of an earlier run

execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BINARY}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${CXX}"
          -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=${PREFIX}" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF ${OPTION}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${BINARY}" --target ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE program "${BINARY}/${PROGRAM}")
execute_process(COMMAND "${program}" ${ARGUMENT} OUTPUT_VARIABLE got COMMAND_ERROR_IS_FATAL ANY)
file(READ "${CMAKE_CURRENT_LIST_DIR}/${PROGRAM}.txt" want)
if(NOT got STREQUAL want)
  message(FATAL_ERROR "${PROGRAM} prints\n${got}\nbut ${PROGRAM}.txt has\n${want}")
endif()
