# What every target of ours is compiled with, and nothing else is.

# headsup_target(<target>): language level, warnings, sanitizers and WebAssembly features.
function(headsup_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cpp")

  target_compile_options(
    ${target}
    PRIVATE -Wall
            -Wextra
            -Wpedantic
            -Wconversion
            -Wsign-conversion
            -Wdouble-promotion
            -Wshadow
            -Wold-style-cast
            -Wcast-align
            -Wnon-virtual-dtor
            -Woverloaded-virtual
            $<$<BOOL:${HEADSUP_WERROR}>:-Werror>
            # A fused multiply-add rounds once where PyTorch rounds twice: no machine may fuse on its own.
            -ffp-contract=off)

  if(HEADSUP_SANITIZE)
    set(sanitizers -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
                   -fno-omit-frame-pointer)
    set(ignorelist "-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/sanitizer_ignorelist.txt")
    target_compile_options(
      ${target}
      PRIVATE ${sanitizers}
              $<$<CXX_COMPILER_ID:Clang,AppleClang>:${ignorelist}>
              # With sanitizers on, GCC takes its own instrumentation for reads of uninitialised memory.
              $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    # What AddressSanitizer cannot see: an index past a vector's size within its capacity.
    target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS)
    target_link_options(${target} PUBLIC ${sanitizers})
  endif()
  if(HEADSUP_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(HEADSUP_COVERAGE)
    target_compile_options(${target} PRIVATE -fprofile-instr-generate -fcoverage-mapping)
    target_link_options(${target} PUBLIC -fprofile-instr-generate)
  endif()

  if(EMSCRIPTEN)
    # Whoever has SIMD has these, too, which are smaller: conversions that saturate, copies of memory, small integers.
    target_compile_options(${target} PRIVATE -msimd128 -mnontrapping-fptoint -mbulk-memory -msign-ext)
    # Optimising the whole module at once saves a tenth: what one source needs of another is inlined or dropped.
    if(HEADSUP_LTO)
      target_compile_options(${target} PRIVATE -flto)
      target_link_options(${target} PRIVATE -flto)
    endif()
    # Newer Emscripten gives 64 kB of stack; Eigen alone may put blocks of 128 kB on it.
    target_link_options(${target} PRIVATE -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=1048576)
  endif()
endfunction()

# headsup_library(headsup[_<part>] <source>...): a static library; others call it HeadsUp::headsup or HeadsUp::<part>. Its
# public headers are in cpp/include, under the paths by which an installed copy is included too.
function(headsup_library name)
  string(REPLACE headsup_ "" part ${name})
  add_library(${name} STATIC ${ARGN})
  add_library(HeadsUp::${part} ALIAS ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${part})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/cpp/include>)
  headsup_target(${name})
endfunction()

# The sources that do arithmetic in bulk keep -O3 under Emscripten too: -Os made a matrix kernel 30 times slower. Nor
# -ffast-math for any: it broke exp, by 1e-1, without a word. A trace's softmax is std::exp and little else: a tenth slower.
# What calls the kernel is a fifth of a small layer's pass.
set(HEADSUP_KERNELS fast/kernel_portable.cpp fast/multi_head_forward.cpp tensor/matmul_eigen.cpp random/generator.cpp
                    random/box_muller.cpp)

# headsup_small_module(<target> [THROWS <source>...]): under Emscripten the code is fetched before it runs, so all but
# the kernels is compiled for size, and without exceptions (cpp/bindings/call.cpp) but for the sources that throw.
function(headsup_small_module target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" THROWS)
  if(NOT EMSCRIPTEN)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(NOT source IN_LIST HEADSUP_KERNELS)
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-Oz>)
    endif()
    if(source IN_LIST arg_THROWS)
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -fwasm-exceptions)
    else()
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -fno-exceptions)
    endif()
  endforeach()
endfunction()
