#include "walls.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace headsup::tests {

const std::vector<std::string> kRooms = {"attention", "random", "trace", "lesson", "files", "bindings"};

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

/// The words of a text that are `wanted`.
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

/// The place of the room that `include` is in, kRooms.size() where it is in none.
std::size_t room_of(const std::string& include) {
  const std::string room = include.substr(1, include.find('/') - 1);
  return static_cast<std::size_t>(std::find(kRooms.begin(), kRooms.end(), room) - kRooms.begin());
}

bool may_include(std::size_t room, const std::string& include) {
  if (is_std(include)) return true;
  if (include.front() == '"') {
    const std::size_t there = room_of(include);
    return has(include, "/") && (there == room || (there < room && kRooms[there] != "files"));
  }
  if (include.front() != '<' || room_of(include) < kRooms.size()) return false;
  if (has(include, "emscripten")) return room + 1 == kRooms.size();
  if (has(include, "rapidjson") || has(include, "<zip")) return kRooms[room] == "files";
  // The kernels' vectors are the compilers' own.
  if (include == "<wasm_simd128.h>" || include == "<immintrin.h>") return kRooms[room] == "attention";
  return room > 0 || include.compare(0, 7, "<Eigen/") == 0;
}

}  // namespace

std::vector<std::string> include_offences(const std::string& room, const std::string& text) {
  const auto place = static_cast<std::size_t>(std::find(kRooms.begin(), kRooms.end(), room) - kRooms.begin());
  if (place == kRooms.size()) return {"no room " + room};
  std::vector<std::string> offences;
  for (const std::string& line : lines_of(text)) {
    const std::string include = included_by(line);
    if (!include.empty() && !may_include(place, include)) offences.push_back(line);
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
