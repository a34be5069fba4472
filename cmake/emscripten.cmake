# Toolchain file of the "wasm" preset: finds Emscripten wherever it lives (Debian package, emsdk, Homebrew) and
# hands over to the toolchain file that it brings along.
find_program(HEADSUP_EM_CONFIG em-config HINTS "$ENV{EMSDK}/upstream/emscripten" "$ENV{EMSCRIPTEN}")
if(NOT HEADSUP_EM_CONFIG)
  message(FATAL_ERROR "Emscripten is not here: em-config is neither on PATH nor under $EMSDK. "
                      "Debian, Ubuntu: apt-get install emscripten. Elsewhere: install emsdk and activate it.")
endif()

execute_process(
  COMMAND "${HEADSUP_EM_CONFIG}" EMSCRIPTEN_ROOT
  OUTPUT_VARIABLE EMSCRIPTEN_ROOT_PATH
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# Emscripten's own file calls em++ and em-config by their bare names.
set(ENV{PATH} "${EMSCRIPTEN_ROOT_PATH}:$ENV{PATH}")
include("${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake")

# Debian keeps the JS optimiser's `acorn` where only Debian's own Node looks; without this, optimised links fail
# with "Cannot find module 'acorn'" under any other Node.
if(IS_DIRECTORY /usr/share/nodejs/acorn)
  set(CMAKE_CXX_LINKER_LAUNCHER "${CMAKE_COMMAND}" -E env NODE_PATH=/usr/share/nodejs)
endif()
