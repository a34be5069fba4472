# Builds the fused tile (cpp/fast/fused_tile.cpp) as a separate WebAssembly module, embedded as bytes in heads-up.wasm.

# Sets HEADSUP_FUSED_TILE_COMPILER and HEADSUP_FUSED_TILE_LINKER to a Clang that supports relaxed SIMD as standardised,
# and its linker: Emscripten's own if it is new enough, the system's otherwise. Emscripten 3.1.6's emits the
# instructions of an early draft, which every engine rejects.
function(headsup_find_fused_tile_compiler)
  if(HEADSUP_FUSED_TILE_COMPILER AND HEADSUP_FUSED_TILE_LINKER)
    return()
  endif()
  # Found already by cmake/emscripten.cmake, but not by Emscripten's own toolchain file.
  find_program(HEADSUP_EM_CONFIG em-config HINTS "${EMSCRIPTEN_ROOT_PATH}" REQUIRED)
  execute_process(COMMAND "${HEADSUP_EM_CONFIG}" LLVM_ROOT OUTPUT_VARIABLE llvm_root OUTPUT_STRIP_TRAILING_WHITESPACE)
  foreach(suffix IN ITEMS "" -23 -22 -21 -20 -19 -18)
    find_program(compiler clang++${suffix} HINTS "${llvm_root}" NO_CACHE)
    find_program(linker wasm-ld${suffix} HINTS "${llvm_root}" NO_CACHE)
    if(compiler AND linker)
      execute_process(COMMAND "${compiler}" --version OUTPUT_VARIABLE version ERROR_QUIET)
      if(version MATCHES "clang version ([0-9]+)" AND CMAKE_MATCH_1 GREATER_EQUAL 18)
        set(HEADSUP_FUSED_TILE_COMPILER "${compiler}" CACHE FILEPATH "Clang 18 or newer, for the fused tile")
        set(HEADSUP_FUSED_TILE_LINKER "${linker}" CACHE FILEPATH "wasm-ld 18 or newer, for the fused tile")
        return()
      endif()
    endif()
    unset(compiler)
    unset(linker)
  endforeach()
endfunction()

# headsup_add_fused_tile(<target>): generates fused_tile_bytes.h and, on success, defines HEADSUP_FUSED_TILE.
function(headsup_add_fused_tile target)
  headsup_find_fused_tile_compiler()
  if(NOT HEADSUP_FUSED_TILE_COMPILER OR NOT HEADSUP_FUSED_TILE_LINKER)
    message(WARNING "No clang++ and wasm-ld 18 or newer: the module is built without the relaxed-SIMD tile, and layers are "
                    "slower in Chromium and Firefox. Debian, Ubuntu: apt-get install clang-19 lld-19")
    return()
  endif()
  set(source "${PROJECT_SOURCE_DIR}/cpp/fast/fused_tile.cpp")
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/fused_tile/bindings")
  file(MAKE_DIRECTORY "${directory}")
  add_custom_command(
    OUTPUT "${directory}/fused_tile_bytes.h"
    # Not -Os, which makes the tile four times slower.
    COMMAND "${HEADSUP_FUSED_TILE_COMPILER}" --target=wasm32 -std=c++20 -O2 -msimd128 -mrelaxed-simd -fno-exceptions
            -ffreestanding -c "${source}" -o "${directory}/fused_tile.o"
    # Linked separately: clang++ would run the installed wasm-opt, and Debian's is too old.
    COMMAND "${HEADSUP_FUSED_TILE_LINKER}" --no-entry --import-memory=core,memory -z stack-size=0 --strip-all
            "${directory}/fused_tile.o" -o "${directory}/fused_tile.wasm"
    COMMAND "${CMAKE_COMMAND}" -D "from=${directory}/fused_tile.wasm" -D "to=${directory}/fused_tile_bytes.h" -P
            "${PROJECT_SOURCE_DIR}/cmake/bytes_to_header.cmake"
    DEPENDS "${source}" "${PROJECT_SOURCE_DIR}/cmake/bytes_to_header.cmake"
    VERBATIM)
  target_sources(${target} PRIVATE "${directory}/fused_tile_bytes.h")
  target_include_directories(${target} PRIVATE "${directory}/..")
  target_compile_definitions(${target} PRIVATE HEADSUP_FUSED_TILE)
endfunction()
