# headsup_eigen_vectors(<target> <name>): lets Eigen use vectors under Emscripten. Eigen has none for WebAssembly, but Emscripten
# compiles SSE's intrinsics to WebAssembly's. Training's sums, norms and activations use them; its products do not use Eigen.
function(headsup_eigen_vectors target name)
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
  target_compile_definitions(${target} PRIVATE Eigen=${name})
endfunction()

# headsup_eigen_products(<target>): the same for the target that multiplies large matrices (operations/multiply.cpp). Of
# (200, 512) · (512, 512)ᵀ V8 computes 24 GF/s instead of 19, with 5 kB of the compressed module instead of 9 (Emscripten 3.1.6).
function(headsup_eigen_products target)
  headsup_eigen_vectors(${target} EigenForProducts)
  if(NOT EMSCRIPTEN)
    return()
  endif()
  target_compile_definitions(
    ${target}
    PRIVATE # Eigen takes WebAssembly for a 32-bit x86 with 8 vector registers; engines have 16.
            EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS=16
            # Without a second product for small matrices.
            EIGEN_GEMM_TO_COEFFBASED_THRESHOLD=PTRDIFF_MIN)
  # Eigen has unrolled its loops already.
  target_compile_options(${target} PRIVATE -fno-unroll-loops)
endfunction()
