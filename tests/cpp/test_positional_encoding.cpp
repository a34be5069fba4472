#include "headsup/attention/positional_encoding.h"

#include <cmath>

#include "catch.h"
#include "compare.h"

using namespace headsup;
using namespace headsup::tests;

TEST_CASE("positional_encoding has sines in even columns and cosines in odd ones, a frequency per pair") {
  const Tensor want = tensor_of<float>({3, 4}, {0, 1, 0, 1,                                          //
                                                0.841470985F, 0.540302306F, 0.009999833F, 0.99995F,  //
                                                0.909297427F, -0.416146837F, 0.019998667F, 0.999800007F});
  CHECK(difference("table", positional_encoding(3, 4), want) == "");
}

TEST_CASE("positional_encoding ends with a sine if the width is odd, and is empty without positions") {
  const Tensor table = positional_encoding(2, 3);
  CHECK(close(static_cast<double>(table.floats()[5]), std::sin(std::pow(10'000.0, -2.0 / 3))));
  CHECK(positional_encoding(0, 4).shape() == Shape{0, 4});
}

TEST_CASE("the last of kMostPositions is as exact as the first") {
  const Tensor table = positional_encoding(kMostPositions, 2);
  const double last = static_cast<double>(kMostPositions - 1);
  CHECK(table.floats()[2 * kMostPositions - 2] == static_cast<float>(std::sin(last)));
  CHECK(table.floats()[2 * kMostPositions - 1] == static_cast<float>(std::cos(last)));
}

TEST_CASE("position_ids count tokens from 1 and give padding 0") {
  const Tensor ids = tensor_of<std::int64_t>({2, 3}, {62, 0, 47, 60, 96, 0});
  CHECK(difference("positions", position_ids(ids, 0), tensor_of<std::int64_t>({2, 3}, {1, 0, 3, 1, 2, 0})) ==
        "");
  CHECK(refusal_of([] { position_ids(Tensor(Shape{3}, DType::int64), 0); }) ==
        "shape-mismatch field=ids got=(3,) wants=(B, L)");
}
