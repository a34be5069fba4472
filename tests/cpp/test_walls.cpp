// Checks the design's rules on the source tree, and each rule on a text that breaks it.
#include "walls.h"

#include <algorithm>
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

const std::string kPublic = "cpp/include/headsup/";

bool is_public(const std::string& name) {
  return name.compare(0, kPublic.size(), kPublic) == 0;
}

/// "training" for cpp/training/walk/steps.cpp and cpp/include/headsup/training/walk.h, and for the header of all headers,
/// which may include what the last folder of the core may.
std::string folder_of(const std::string& name) {
  if (name == kPublic + "headsup.h") return "training";
  const std::size_t begin = is_public(name) ? kPublic.size() : std::string("cpp/").size();
  return name.substr(begin, name.find('/', begin) - begin);
}

}  // namespace

TEST_CASE("every file of cpp/ includes only what it may") {
  int sources = 0;
  for (const fs::path& path : files_below("cpp")) {
    const std::string name = name_of(path);
    if (is_cmake(path)) continue;
    CAPTURE(name);
    const std::string folder = folder_of(name);
    if (folder == "bindings" && (path.extension() == ".js" || path.extension() == ".in")) continue;
    if (folder == "training" && path.extension() == ".txt") continue;
    CHECK((path.extension() == ".h" || path.extension() == ".cpp"));
    CHECK(include_offences(folder, text_of(path), is_public(name)) == Lines{});
    ++sources;
  }
  CHECK(sources > 40);
}

TEST_CASE("headsup.h includes every public header but those of files") {
  const std::string all = text_of(kSource / (kPublic + "headsup.h"));
  for (const fs::path& path : files_below("cpp/include/headsup")) {
    const std::string header = name_of(path).substr(std::string("cpp/include/").size());
    if (header == "headsup/headsup.h") continue;
    CAPTURE(header);
    const bool is_included = all.find("#include \"" + header + "\"") != std::string::npos;
    CHECK(is_included == (header.find("/files/") == std::string::npos));
  }
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

TEST_CASE("this build neither reorders sums nor optimises the kernels for size") {
  CHECK(kernel_option_offences(HEADSUP_KERNEL_OPTIONS) == Lines{});
  CHECK(unsafe_options(HEADSUP_CORE_OPTIONS) == Lines{});
  for (const std::string options : {HEADSUP_KERNEL_OPTIONS, HEADSUP_CORE_OPTIONS}) {
    CHECK(options.find("-ffp-contract=off") != std::string::npos);
  }
}

TEST_CASE("the include rule finds a later folder, public or private") {
  for (std::size_t from = 0; from < kFolders.size(); ++from) {
    for (std::size_t to = 0; to < kFolders.size(); ++to) {
      const bool offends = to > from || (to < from && kFolders[to] == "files");
      for (const std::string& path : {kFolders[to] + "/x.h", "headsup/" + kFolders[to] + "/x.h"}) {
        const std::string line = "#include \"" + path + "\"";
        CHECK(include_offences(kFolders[from], line) == (offends ? Lines{line} : Lines{}));
      }
    }
  }
}

TEST_CASE("the include rule finds system headers, relative paths and computed includes") {
  for (const std::string line :
       {"#include <unistd.h>", "#include <sys/stat.h>", "#include <trace/trace.h>", "#include HEADER",
        "#include \"mask.h\"", "#include \"Eigen/Core\"", "#include \"../random/generator.h\""}) {
    CHECK(include_offences("attention", line) == Lines{line});
  }
}

TEST_CASE("the rules find an offending library, flag and option") {
  CHECK(include_offences("lesson", "#include <Eigen/Core>").size() == 1);
  CHECK(include_offences("lesson", "  #  include <emscripten.h>").size() == 1);
  CHECK(include_offences("lesson", "#include \"trace/explain_ops.h\"", true).size() == 1);
  CHECK(include_offences("random", "// #include \"trace/trace.h\"\n#include <vector>\n") == Lines{});
  CHECK(flag_offences("target_compile_options(x PRIVATE -ffast-math)").size() == 1);
  CHECK(flag_offences("-ffp-contract=off # never -Ofast") == Lines{});
  CHECK(unsafe_options("-O3 -Ofast -Wall") == Lines{"-Ofast"});
  CHECK(kernel_option_offences("-O3 -DNDEBUG -Os") == Lines{"-Os"});
}
