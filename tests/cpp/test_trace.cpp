#include "headsup/graph/trace.h"
#include "operations/operations.h"

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "catch.h"
#include "compare.h"
#include "fixtures.h"
#include "headsup/lesson/run.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

Step step(Name name, Tensor tensor) {
  return {.name = std::string(name), .operation = &op::view, .tensor = std::move(tensor)};
}

const Trace kTrace = {{step("floats", tensor_of<float>({2, 2}, {0.5F, 1, 2, 3})),
                       step("ids", tensor_of<std::int64_t>({2}, {-7, 9})),
                       step("bits", tensor_of<std::uint8_t>({1, 2}, {1, 0}))}};

}  // namespace

TEST_CASE("a step is found by its name") {
  CHECK(kTrace.find("ids") == &kTrace.steps[1]);
  CHECK(kTrace.find("id") == nullptr);
  CHECK(kTrace.find("") == nullptr);
  CHECK(&kTrace["bits"] == &kTrace.steps[2]);
  CHECK(refusal_of([] { kTrace["id"]; }).starts_with("unknown-step got=id wants="));
}

template <class T>
concept FindsStep = requires(T trace) {
  std::forward<T>(trace).find("ids");
};

TEST_CASE("a step of a temporary trace is a copy, and cannot be pointed to") {
  const Step& ids = Trace(kTrace)["ids"];
  CHECK(ids.at({1}) == 9.0);
  STATIC_REQUIRE(FindsStep<const Trace&>);
  STATIC_REQUIRE_FALSE(FindsStep<Trace>);
}

TEST_CASE("a step of any dtype has a shape and gives its cells as float64") {
  CHECK(kTrace["floats"].shape() == Shape{2, 2});
  CHECK(kTrace["floats"].tensor.at_position(0) == 0.5);
  CHECK(kTrace["floats"].at({1, 1}) == 3.0);
  CHECK(kTrace["ids"].at({0}) == -7.0);
  CHECK(kTrace["bits"].at({0, 0}) == 1.0);
}

TEST_CASE("at refuses what is outside the tensor, in every build") {
  CHECK(refusal_of([] { kTrace["floats"].at({0, 2}); }) == "bad-index field=index got=(0, 2) wants=(2, 2)");
  CHECK(refusal_of([] {
          kTrace["floats"].at({0, 0, 0});
        }) == "bad-index field=index got=(0, 0, 0) wants=(2, 2)");
  CHECK(refusal_of([] { kTrace["floats"].at({3}); }) == "bad-index field=index got=(3,) wants=(2, 2)");
  CHECK(refusal_of([] { kTrace["floats"].at({}); }) == "bad-index field=index got=() wants=(2, 2)");
  CHECK(kTrace["ids"].tensor.at_position(1) == 9.0);
}

namespace {

/// The names in web/src/module/types.ts: export type Op = | "normal" | … ;
std::vector<std::string> names_in_typescript() {
  std::ifstream file(std::string(HEADSUP_SOURCE_DIR) + "/web/src/module/types.ts");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto begin = text.find("export type Op =");
  std::vector<std::string> names;
  std::istringstream list(text.substr(begin, text.find(';', begin) - begin));
  std::string word;
  while (std::getline(list, word, '"') && std::getline(list, word, '"')) names.push_back(word);
  return names;
}

}  // namespace

TEST_CASE("TypeScript knows the operations of every lesson, and no others") {
  std::set<std::string> names = {"given"};
  for (const std::string& name : lesson_fixtures()) {
    for (const Step& step : run(read_lesson(name).spec).steps) names.emplace(step.op());
  }
  const std::vector<std::string> known = names_in_typescript();
  CHECK(names == std::set<std::string>(known.begin(), known.end()));
}
