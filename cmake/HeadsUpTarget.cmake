# What every target of ours is compiled with, and nothing else is.

# headsup_target(<target>): language level, warnings, sanitizers and WebAssembly features.
function(headsup_target target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/cpp")

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
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    # With sanitizers on, GCC takes its own instrumentation for reads of uninitialised memory.
    target_compile_options(${target} PRIVATE ${sanitizers} $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    target_link_options(${target} PRIVATE ${sanitizers})
  endif()

  if(EMSCRIPTEN)
    target_compile_options(${target} PRIVATE -msimd128 -fwasm-exceptions)
    # Optimising the whole module at once saves a tenth: what one source needs of another is inlined or dropped.
    if(HEADSUP_LTO)
      target_compile_options(${target} PRIVATE -flto)
      target_link_options(${target} PRIVATE -flto)
    endif()
    # Newer Emscripten gives 64 kB of stack; Eigen alone may put blocks of 128 kB on it.
    target_link_options(${target} PRIVATE -fwasm-exceptions -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=1048576)
  endif()
endfunction()

# headsup_library(<name> <source>...): the static library of one room.
function(headsup_library name)
  add_library(${name} STATIC ${ARGN})
  headsup_target(${name})
endfunction()

# The sources that do arithmetic in bulk keep -O3 under Emscripten too: -Os made a matrix kernel 30 times slower.
set(HEADSUP_KERNELS matmul.cpp softmax.cpp generator.cpp)

# headsup_small_module(<target> [CATCHES <source>...]): under Emscripten the code is fetched before it runs, so all but
# the kernels is compiled for size. CATCHES are the sources that throw or catch.
function(headsup_small_module target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" CATCHES)
  if(NOT EMSCRIPTEN)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(NOT source IN_LIST HEADSUP_KERNELS)
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-Oz>)
    endif()
    if(NOT source IN_LIST arg_CATCHES)
      # An exception passes through these frames without running their destructors, whose code would be a sixth of the
      # module. What the frames held is given back by cpp/bindings/call_memory.h instead.
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -Xclang -fignore-exceptions)
    endif()
  endforeach()
endfunction()
