// The walls of the design, held against the source tree; and each rule held against a text that breaks it.
#include "walls.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "catch.h"

using namespace headsup::tests;
namespace fs = std::filesystem;

namespace {

using Lines = std::vector<std::string>;

const fs::path kSource = HEADSUP_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The files below a directory of the source tree.
std::vector<fs::path> files_below(const std::string& directory) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(kSource / directory)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

bool is_cmake(const fs::path& path) {
  return path.filename() == "CMakeLists.txt" || path.extension() == ".cmake";
}

/// The path from the top of the source tree, with slashes.
std::string name_of(const fs::path& path) {
  return path.lexically_relative(kSource).generic_string();
}

}  // namespace

TEST_CASE("every source file of every room keeps to its includes") {
  int sources = 0;
  for (const fs::path& path : files_below("cpp")) {
    const std::string name = name_of(path);
    // WebAssembly's text includes nothing.
    if (is_cmake(path) || path.extension() == ".wat") continue;
    CAPTURE(name);
    CHECK((path.extension() == ".h" || path.extension() == ".cpp"));
    const std::string room = fs::path(name).parent_path().filename().string();
    CHECK(include_offences(room, text_of(path)) == Lines{});
    ++sources;
  }
  CHECK(sources > 40);
}

TEST_CASE("no CMake file and no preset lets the compiler change sums") {
  std::vector<fs::path> files = {kSource / "CMakeLists.txt", kSource / "CMakePresets.json"};
  for (const char* directory : {"cpp", "cmake", "tests/cpp"}) {
    for (const fs::path& path : files_below(directory)) {
      if (is_cmake(path)) files.push_back(path);
    }
  }
  CHECK(files.size() >= 10);
  for (const fs::path& path : files) {
    CAPTURE(name_of(path));
    CHECK(flag_offences(text_of(path)) == Lines{});
  }
}

TEST_CASE(
    "in this very build attention and random keep their sums, and the kernels are not made small and slow") {
  CHECK(kernel_option_offences(HEADSUP_KERNEL_OPTIONS) == Lines{});
  CHECK(unsafe_options(HEADSUP_ROOM_OPTIONS) == Lines{});
  for (const std::string options : {HEADSUP_KERNEL_OPTIONS, HEADSUP_ROOM_OPTIONS}) {
    CHECK(options.find("-ffp-contract=off") != std::string::npos);
  }
}

TEST_CASE("the rooms that CMake builds are these, in the direction of the arrow") {
  std::string libraries;
  for (const std::string& room : kRooms) {
    if (room != "bindings") libraries += (libraries.empty() ? "" : " ") + room;
  }
  const std::string built = HEADSUP_ROOMS;
  // Under Emscripten, and without libzip, there are no files.
  CHECK((built == libraries || built + " files" == libraries));
}

TEST_CASE("the rule on includes sees a room further along the arrow, and the one beside it") {
  for (std::size_t from = 0; from < kRooms.size(); ++from) {
    for (std::size_t to = 0; to < kRooms.size(); ++to) {
      const std::string line = "#include \"" + kRooms[to] + "/x.h\"";
      const bool offends = to > from || (to < from && kRooms[to] == "files");
      CHECK(include_offences(kRooms[from], line) == (offends ? Lines{line} : Lines{}));
    }
  }
}

TEST_CASE("the rule on includes sees the libraries of files in another room") {
  for (const std::string line : {"#include <rapidjson/document.h>", "#include <zip.h>"}) {
    for (const std::string& room : kRooms) {
      CHECK(include_offences(room, line) == (room == "files" ? Lines{} : Lines{line}));
    }
  }
}

TEST_CASE("the rule on includes sees emscripten outside the bindings") {
  const Lines line = {"#include <emscripten/bind.h>"};
  for (const std::string& room : kRooms) {
    CHECK(include_offences(room, line[0]) == (room == "bindings" ? Lines{} : line));
  }
  CHECK(include_offences("lesson", "  #  include <emscripten.h>").size() == 1);
  CHECK(include_offences("lesson", "#include \"emscripten/val.h\"").size() == 1);
}

TEST_CASE("the rule on includes sees what cpp/attention may not know") {
  CHECK(include_offences("attention",
                         "#include <cmath>\n#include <Eigen/Core>\n#include \"attention/tensor.h\"\n") ==
        Lines{});
  for (const std::string line :
       {"#include <rapidjson/document.h>", "#include <unistd.h>", "#include <sys/stat.h>",
        "#include <trace/trace.h>", "#include HEADER", "#include \"tensor.h\"", "#include \"Eigen/Core\"",
        "#include \"../random/generator.h\""}) {
    CHECK(include_offences("attention", line) == Lines{line});
  }
}

TEST_CASE("the rule on includes sees a machine's vectors outside cpp/attention") {
  for (const std::string line : {"#include <wasm_simd128.h>", "#include <immintrin.h>"}) {
    for (const std::string& room : kRooms) {
      CHECK(include_offences(room, line) == (room == "attention" ? Lines{} : Lines{line}));
    }
  }
}

TEST_CASE("the rule on includes gives only the lines that break it, and knows its rooms") {
  CHECK(include_offences("random",
                         "// #include \"trace/trace.h\"\nint include;\n#include \"lesson/run.h\"\n") ==
        Lines{"#include \"lesson/run.h\""});
  CHECK(include_offences("random", "\r\n#include <vector>\r\n#include \"attention/tensor.h\"\r\n") ==
        Lines{});
  CHECK(include_offences("helpers", "") == Lines{"no room helpers"});
}

TEST_CASE("the rule on flags sees fast-math and its like anywhere but in a comment") {
  for (const std::string flag : {"-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-ffinite-math-only",
                                 "-fassociative-math", "-ffp-contract=fast"}) {
    const std::string line = "target_compile_options(x PRIVATE " + flag + ")";
    CHECK(flag_offences("project(x)\n" + line + "\n") == Lines{line});
    CHECK(flag_offences("\"CMAKE_CXX_FLAGS\": \"" + flag + "\"").size() == 1);
    CHECK(flag_offences("-ffp-contract=off # never " + flag) == Lines{});
    CHECK(unsafe_options("-O3 " + flag + " -Wall") == Lines{flag});
    CHECK(kernel_option_offences("-O3 " + flag + " -Wall") == Lines{flag});
  }
  CHECK(flag_offences("\"CMAKE_BUILD_TYPE\": \"MinSizeRel\"").size() == 1);
}

TEST_CASE("the rule on options sees small code on a kernel, and lets it pass elsewhere") {
  for (const std::string flag : {"-Os", "-Oz"}) {
    CHECK(kernel_option_offences("-O3 -DNDEBUG " + flag) == Lines{flag});
    CHECK(unsafe_options("-O3 -DNDEBUG " + flag) == Lines{});
  }
  CHECK(kernel_option_offences("-O3 -DNDEBUG -Wall -ffp-contract=off") == Lines{});
}
