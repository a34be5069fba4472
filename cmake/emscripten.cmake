# Toolchain file of the "wasm" preset: finds Emscripten (Debian's package, emsdk or Homebrew) and includes its own toolchain
# file.
find_program(HEADSUP_EM_CONFIG em-config HINTS "$ENV{EMSDK}/upstream/emscripten" "$ENV{EMSCRIPTEN}")
if(NOT HEADSUP_EM_CONFIG)
  message(FATAL_ERROR "Emscripten is not installed: em-config is neither on PATH nor under $EMSDK. "
                      "Debian, Ubuntu: apt-get install emscripten. Elsewhere: install emsdk and activate it.")
endif()

execute_process(
  COMMAND "${HEADSUP_EM_CONFIG}" EMSCRIPTEN_ROOT
  OUTPUT_VARIABLE EMSCRIPTEN_ROOT_PATH
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# Emscripten's own file calls em++ and em-config by their bare names.
set(ENV{PATH} "${EMSCRIPTEN_ROOT_PATH}:$ENV{PATH}")
include("${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake")

# Emscripten's JavaScript optimiser needs `acorn`, which Debian installs where only Debian's Node looks. Under any other Node,
# optimised links would fail with "Cannot find module 'acorn'".
if(IS_DIRECTORY /usr/share/nodejs/acorn)
  set(CMAKE_CXX_LINKER_LAUNCHER "${CMAKE_COMMAND}" -E env NODE_PATH=/usr/share/nodejs)
endif()
