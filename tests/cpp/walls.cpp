#include "walls.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace headsup::tests {

const std::vector<std::string> kFolders = {"tensor", "attention", "fast",  "random",  "trace",
                                           "lesson", "training",  "files", "bindings"};

namespace {

constexpr const char* kUnsafeMath[] = {"-ffast-math",        "-Ofast",
                                       "-funsafe-math",      "-ffinite-math-only",
                                       "-fassociative-math", "-freciprocal-math",
                                       "-fno-signed-zeros",  "-ffp-contract=fast",
                                       "-ffp-model=fast",    "-fapprox-func"};
constexpr const char* kSmallCode[] = {"-Os", "-Oz"};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <std::size_t N>
bool has_any(const std::string& text, const char* const (&parts)[N]) {
  return std::any_of(parts, parts + N, [&](const char* part) { return has(text, part); });
}

/// The words of a text for which `wanted` is true.
template <class Wanted>
std::vector<std::string> words_of(const std::string& text, const Wanted& wanted) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) {
    if (wanted(word)) words.push_back(word);
  }
  return words;
}

/// What a line includes, delimiters and all: `<cmath>`, `"attention/tensor.h"`; "" where it includes nothing.
std::string included_by(const std::string& line) {
  std::string packed;
  for (const char c : line) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) packed += c;
  }
  const std::string directive = "#include";
  return packed.compare(0, directive.size(), directive) == 0 ? packed.substr(directive.size()) : "";
}

bool is_std(const std::string& include) {
  return include.front() == '<' && !has(include, "/") && !has(include, ".");
}

/// A folder's index in kFolders, or kFolders.size() if it is not there.
std::size_t place_of(const std::string& folder) {
  return static_cast<std::size_t>(std::find(kFolders.begin(), kFolders.end(), folder) - kFolders.begin());
}

bool is_one_of(const std::string& folder, std::initializer_list<const char*> folders) {
  return std::find(folders.begin(), folders.end(), folder) != folders.end();
}

bool may_include_ours(const std::string& folder, const std::string& include, bool is_public) {
  const std::string kPublic = "\"headsup/";
  const bool names_public = include.compare(0, kPublic.size(), kPublic) == 0;
  if (is_public && !names_public) return false;
  const std::string path = include.substr(names_public ? kPublic.size() : 1);
  const std::size_t there = place_of(path.substr(0, path.find('/')));
  const std::size_t here = place_of(folder);
  return has(path, "/") && (there == here || (there < here && kFolders[there] != "files"));
}

bool may_include(const std::string& folder, const std::string& include, bool is_public) {
  if (is_std(include)) return true;
  if (include.front() == '"') return may_include_ours(folder, include, is_public);
  if (is_public || include.front() != '<') return false;
  if (has(include, "emscripten")) return folder == "bindings";
  if (include == "<nlohmann/json.hpp>" || include == "<zip.h>") return folder == "files";
  if (include.compare(0, 7, "<Eigen/") == 0)
    return is_one_of(folder, {"tensor", "attention", "fast", "training"});
  return folder == "fast" && is_one_of(include, {"<wasm_simd128.h>", "<immintrin.h>"});
}

}  // namespace

std::vector<std::string> include_offences(const std::string& folder, const std::string& text,
                                          bool is_public) {
  if (place_of(folder) == kFolders.size()) return {"no folder " + folder};
  std::vector<std::string> offences;
  for (const std::string& line : lines_of(text)) {
    const std::string include = included_by(line);
    if (!include.empty() && !may_include(folder, include, is_public)) offences.push_back(line);
  }
  return offences;
}

std::vector<std::string> flag_offences(const std::string& text) {
  std::vector<std::string> offences;
  for (const std::string& line : lines_of(text)) {
    const std::string code = line.substr(0, line.find('#'));
    if (has_any(code, kUnsafeMath) || has(code, "MinSizeRel")) offences.push_back(line);
  }
  return offences;
}

std::vector<std::string> unsafe_options(const std::string& options) {
  return words_of(options, [](const std::string& option) { return has_any(option, kUnsafeMath); });
}

std::vector<std::string> kernel_option_offences(const std::string& options) {
  return words_of(options, [](const std::string& option) {
    return has_any(option, kUnsafeMath) || has_any(option, kSmallCode);
  });
}

}  // namespace headsup::tests
