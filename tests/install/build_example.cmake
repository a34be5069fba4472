# Configures and builds the project SOURCE, runs its PROGRAM with ARGUMENT, if there is one, and compares what it prints
# with the text of that name.
get_filename_component(name "${SOURCE}" NAME)
set(build "${WORK}/${name}-${PROGRAM}")
# Configured anew; what was compiled before still counts.
file(REMOVE "${build}/CMakeCache.txt")

execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${build}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${CXX}"
          -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=${PREFIX}" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${build}" COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE program "${build}/${PROGRAM}")
execute_process(COMMAND "${program}" ${ARGUMENT} OUTPUT_VARIABLE got COMMAND_ERROR_IS_FATAL ANY)
file(READ "${CMAKE_CURRENT_LIST_DIR}/${PROGRAM}.txt" want)
if(NOT got STREQUAL want)
  message(FATAL_ERROR "${PROGRAM} prints\n${got}\nand not, as in ${PROGRAM}.txt,\n${want}")
endif()
