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
    # Newer Emscripten gives 64 kB of stack; Eigen alone may put blocks of 128 kB on it.
    target_link_options(${target} PRIVATE -fwasm-exceptions -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=1048576)
  endif()
endfunction()

# headsup_library(<name> <source>...): the static library of one room.
function(headsup_library name)
  add_library(${name} STATIC ${ARGN})
  headsup_target(${name})
endfunction()

# headsup_prefer_small(<target>): for rooms that do no arithmetic in bulk. Never for cpp/attention or cpp/random:
# the kernels there become many times slower under -Os.
function(headsup_prefer_small target)
  if(EMSCRIPTEN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Os>)
  endif()
endfunction()
