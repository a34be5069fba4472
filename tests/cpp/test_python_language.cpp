// Programs and what CPython 3.11 prints for them.
#include <fstream>
#include <iterator>

#include "catch.h"
#include "python_program.h"

using headsup::tests::outcome;

TEST_CASE("programs print what CPython prints", "[python]") {
  // Each prints many lines; tests/fixtures/python/*.txt is what python3.11 wrote for them.
  const std::string name = GENERATE("text", "formats", "language", "containers", "modules");
  const auto read = [&name](const char* ending) {
    std::ifstream file(HEADSUP_FIXTURES "/python/" + name + ending);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string wanted = read(".txt");
  REQUIRE(!wanted.empty());
  const std::string got = outcome(read(".py"));
  const auto differs = std::mismatch(got.begin(), got.end(), wanted.begin(), wanted.end()).first;
  const auto at = static_cast<std::size_t>(differs - got.begin());
  INFO(name << " after: " << got.substr(at < 80 ? 0 : at - 80, 200));
  CHECK(got == wanted);
}
