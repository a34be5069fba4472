# headsup_eigen_vectors(<target>): lets Eigen use vectors under Emscripten. Eigen has none for WebAssembly, but Emscripten
# compiles SSE's intrinsics to WebAssembly's. Products, and training's sums, norms and activations use them.
function(headsup_eigen_vectors target)
  if(NOT EMSCRIPTEN)
    return()
  endif()
  target_compile_options(
    ${target}
    PRIVATE -msse2
            # As a compiler like GCC 4.2, which is Clang's default, Eigen would write `minps` in x86's assembler …
            -fgnuc-version=12.0
            # … and the header of its products, which <Eigen/Core> includes, has a statement for x86's registers that does not
            # compile even where no product is used.
            "-D__asm__(...)=")
  target_include_directories(${target} BEFORE PRIVATE "${PROJECT_SOURCE_DIR}/cmake/sse_in_wasm")
  # Under another name, because the linker keeps one of several functions of a name, and the core's Eigen has no vectors.
  target_compile_definitions(${target} PRIVATE Eigen=EigenWithVectors)
endfunction()
