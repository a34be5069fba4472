# The options of our own targets; nothing is set globally.

# headsup_target(<target>): language level, warnings, sanitizers and WebAssembly features.
function(headsup_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # No source uses C++20 modules. CMake 3.28 and later would look for them, for which Emscripten has no tool.
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF CXX_SCAN_FOR_MODULES OFF)
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
            # GCC 12 warns about std::string's own code in `"text" + std::string(...)` (GCC bug 105651).
            $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
            # A fused multiply-add rounds once where PyTorch rounds twice, so the compiler must not introduce one.
            -ffp-contract=off)

  if(HEADSUP_SANITIZE)
    set(sanitizers -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
                   -fno-omit-frame-pointer)
    target_compile_options(
      ${target}
      PRIVATE ${sanitizers}
              # With sanitizers on, GCC reports its own instrumentation as reads of uninitialised memory.
              $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    # This checks what AddressSanitizer cannot see: an index beyond a vector's size but within its capacity.
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
    # Every engine with SIMD has the other three extensions too, and they make the module smaller.
    target_compile_options(${target} PRIVATE -msimd128 -mnontrapping-fptoint -mbulk-memory -msign-ext)
    # Where a refusal passes, destructors run. A page has one thread and never runs static destructors.
    target_compile_options(${target} PRIVATE -fwasm-exceptions -fno-c++-static-destructors -fno-threadsafe-statics)
    target_link_options(${target} PRIVATE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:HEADSUP_THROWS_NOTHING>>>:-fwasm-exceptions>)
    # Optimising the whole module at link time makes it a tenth smaller.
    if(HEADSUP_LTO)
      target_compile_options(${target} PRIVATE -flto)
      target_link_options(${target} PRIVATE -flto)
    endif()
    # Eigen may put blocks of 128 kB on the stack, and Emscripten's default has been 64 kB since 3.1.27. The setting is
    # called STACK_SIZE since 3.1.25; newer versions accept the old name, 3.1.6 does not know the new one.
    target_link_options(${target} PRIVATE -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=1048576)
  endif()
endfunction()

# headsup_library(headsup[_<part>] <source>...): a static library, HeadsUp::headsup or HeadsUp::<part> to other projects.
# Its public headers are in cpp/include, at the paths where they are installed.
function(headsup_library name)
  string(REPLACE headsup_ "" part ${name})
  add_library(${name} STATIC ${ARGN})
  add_library(HeadsUp::${part} ALIAS ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${part})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/cpp/include>)
  headsup_target(${name})
endfunction()

# headsup_throws_nothing(<target>): for the modules, which refuse by throwing an error of JavaScript's (bindings/exceptions.cpp).
# Where the standard library would throw, which never happens, it aborts; where memory runs out, Eigen calls operator new.
function(headsup_throws_nothing target)
  target_compile_options(${target} PRIVATE -D_LIBCPP_NO_EXCEPTIONS -U__EXCEPTIONS)
endfunction()

# Under Emscripten, sources are compiled for size (-Oz), because the module is downloaded before it runs, except for
# these few that do most of the arithmetic: -Os made a matrix product 30 times slower.
set(HEADSUP_KERNELS fast/kernel_portable.cpp fast/scalar_splat_tile.cpp fast/forward_pass.cpp
                    random/generator.cpp random/box_muller.cpp training/kernel_portable.cpp training/layers.cpp
                    training/attention.cpp training/softmax_rows.cpp training/optimizers.cpp)

# headsup_small_module(<target> [<header>...]): applies this to a target. Its headers are precompiled for all sources but
# the kernels, because reading them takes longer than compiling most of the sources.
function(headsup_small_module target)
  if(NOT EMSCRIPTEN)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  headsup_throws_nothing(${target})
  get_target_property(sources ${target} SOURCES)
  if(ARGN)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    list(APPEND sources "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.cxx")
  endif()
  foreach(source IN LISTS sources)
    if(source IN_LIST HEADSUP_KERNELS)
      set_property(SOURCE ${source} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
    elseif(source MATCHES "^operations/(axes|pointwise)|^tensor/(loop|tensor)")
      # The loops that walk tensors. With -Oz they call a function for each number: lessons took twice as long.
      set_property(SOURCE ${source} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O1>)
    else()
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-Oz>)
    endif()
  endforeach()
endfunction()
