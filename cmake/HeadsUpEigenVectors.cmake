# headsup_eigen_vectors(<target>): lets Eigen use vectors under Emscripten. Eigen has none for WebAssembly, but Emscripten
# compiles SSE's intrinsics to WebAssembly's. A product of (256, 32) and (32, 32) is 1.6 times as fast.
function(headsup_eigen_vectors target)
  if(NOT EMSCRIPTEN)
    return()
  endif()
  target_compile_options(
    ${target}
    PRIVATE -msse2
            # As a compiler like GCC 4.2, which is Clang's default, Eigen would write `minps` in x86's assembler …
            -fgnuc-version=12.0
            # … and its products have an assembler statement that is empty but for x86's registers.
            "-D__asm__(...)=")
  target_include_directories(${target} BEFORE PRIVATE "${PROJECT_SOURCE_DIR}/cmake/sse_in_wasm")
  # Under another name, because the linker keeps one of several functions of a name, and the core's Eigen has no vectors.
  target_compile_definitions(${target} PRIVATE Eigen=EigenWithVectors)
endfunction()
