#include "headsup/trace/trace.h"

#include <set>

#include "catch.h"
#include "compare.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

Step step(Name name, AnyTensor tensor) {
  return {name, Op::view, {}, {}, std::move(tensor), {}};
}

const Trace kTrace = {{step("floats", FloatTensor({2, 2}, {0.5F, 1, 2, 3})),
                       step("ids", IntTensor({2}, {-7, 9})), step("bits", BoolTensor({1, 2}, {1, 0}))}};

}  // namespace

TEST_CASE("a step is found by its name") {
  CHECK(kTrace.find("ids") == &kTrace.steps[1]);
  CHECK(kTrace.find("id") == nullptr);
  CHECK(kTrace.find("") == nullptr);
  CHECK(&kTrace["bits"] == &kTrace.steps[2]);
  CHECK(refusal_of([] { kTrace["id"]; }) == "unknown-step got=id");
}

TEST_CASE("a step of any dtype has a shape and widens its cells") {
  CHECK(kTrace["floats"].shape() == Shape{2, 2});
  CHECK(kTrace["floats"].at(0) == 0.5);
  CHECK(kTrace["floats"].at({1, 1}) == 3.0);
  CHECK(kTrace["ids"].at(0) == -7.0);
  CHECK(kTrace["bits"].at({0, 0}) == 1.0);
}

TEST_CASE("every op has a name of its own") {
  std::set<std::string> names;
  int count = 0;
  for (int op = 0; op <= static_cast<int>(Op::layer_norm); ++op, ++count) {
    names.insert(to_string(static_cast<Op>(op)));
  }
  CHECK(names.size() == static_cast<std::size_t>(count));
  CHECK(names.count("") == 0);
  CHECK(std::string(to_string(Op::scaled_dot_product)) == "scaled_dot_product");
}
