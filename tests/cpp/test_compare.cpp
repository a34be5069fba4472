// The comparisons themselves: they must fail where something differs.
#include <cmath>
#include <limits>

#include "catch.h"
#include "compare.h"
#include "fixtures.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("close allows the absolute tolerance plus the relative one, and no more") {
  CHECK(close(0.0, 0.9e-6));
  CHECK_FALSE(close(0.0, 1.1e-6));
  CHECK(close(1000.0, 1000.0009));
  CHECK_FALSE(close(1000.0, 1000.0011));
  CHECK(close(1000.0, 1000.0019, kPyTorchUpTo128));
  CHECK_FALSE(close(1000.0, 1000.0021, kPyTorchUpTo128));
  CHECK(close(0.0, 0.9e-5, kPyTorchAnyWidth));
  CHECK_FALSE(close(1000.0, 1000.0014, kPyTorchAnyWidth));
  CHECK(close(kNan, kNan));
  CHECK_FALSE(close(kNan, 0.0));
  CHECK_FALSE(close(0.0, kNan));
  CHECK(close(-kDoubleInfinity, -kDoubleInfinity));
  CHECK_FALSE(close(-kDoubleInfinity, kDoubleInfinity));
  CHECK_FALSE(close(0.0, -kDoubleInfinity));
  CHECK_FALSE(close(-kDoubleInfinity, 0.0));
}

TEST_CASE("a difference names the tensor, the index, got, want and the largest difference") {
  const Tensor got = tensor_of<float>({2, 2}, {1, 2, 3.5F, 5});
  const Tensor want = tensor_of<float>({2, 2}, {1, 2, 3, 4});
  CHECK(difference("q", want, want) == "");
  CHECK(difference("q", got, want) == "q(1, 0): got 3.5, want 3; 2 of 4 differ, the largest by 1");
  CHECK(difference("q", tensor_of<float>({4}, got.tolist<float>()), want) ==
        "q: got shape (4,), want (2, 2)");
  CHECK(difference("q", tensor_of<std::int64_t>({1}, {1}), tensor_of<float>({1}, {1})) ==
        "q: got int64, want float32");
  CHECK(difference("q", tensor_of<float>({1}, {NAN}), tensor_of<float>({1}, {1})) ==
        "q(0,): got nan, want 1; 1 of 1 differ, the largest by inf");
}

TEST_CASE("an exact difference sees the last bit, a close one does not") {
  const float one_up = std::nextafter(1.0F, 2.0F);
  CHECK(difference("x", {one_up}, {1.0F}) == "");
  CHECK(difference("x", {one_up}, {1.0F}, Match::exact) != "");
  CHECK(difference("x", {1.5e-6F}, {0.0F}) != "");
  CHECK(difference("x", {1.5e-6F}, {0.0F}, Match::pytorch_up_to_128) == "");
  CHECK(difference("x", {2.5e-6F}, {0.0F}, Match::pytorch_up_to_128) != "");
  CHECK(difference("x", {2.5e-6F}, {0.0F}, Match::pytorch_any_width) == "");
  CHECK(bit_difference("x", {1.0F}, {0x3f800000U}) == "");
  CHECK(bit_difference("x", {one_up}, {0x3f800000U}) != "");
}

TEST_CASE("all lesson fixtures are found, and the reader rejects an unknown field") {
  CHECK(lesson_fixtures().size() >= 24);
  const Json json = Json::parse(R"({"lesson": "masked-multi-head", "dropout": 0.1})");
  CHECK_THROWS_AS(spec_of(json), std::runtime_error);
  CHECK_THROWS_AS(read_fixture("lessons/none.json"), std::runtime_error);
}
