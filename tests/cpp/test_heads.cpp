#include "headsup/attention/heads.h"

#include "catch.h"
#include "compare.h"

using namespace headsup;
using namespace headsup::tests;

TEST_CASE("split_heads cuts each row into heads without moving a number") {
  const Tensor x = tensor_of<float>({1, 2, 4}, {0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(difference("split", split_heads(x, 2), tensor_of<float>({1, 2, 2, 2}, x.tolist<float>()),
                   Match::exact) == "");
  CHECK(split_heads(x, 1).shape() == Shape{1, 2, 1, 4});
  CHECK(split_heads(x, 4).shape() == Shape{1, 2, 4, 1});
}

TEST_CASE("transpose_heads brings each head's rows together") {
  const Tensor split = tensor_of<float>({1, 3, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const Tensor heads = tensor_of<float>({1, 2, 3, 2}, {0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11});
  CHECK(difference("heads", transpose_heads(split), heads, Match::exact) == "");
  CHECK(difference("split", transpose_heads(heads), split, Match::exact) == "");
}

TEST_CASE("heads that do not divide the width are refused, none included") {
  const Tensor x(Shape{1, 2, 8});
  CHECK(refusal_of([&] { split_heads(x, 3); }) ==
        "heads-do-not-divide field=num_heads got=3 other=the width max=8");
  CHECK(refusal_of([&] { split_heads(x, 0); }) ==
        "heads-do-not-divide field=num_heads got=0 other=the width max=8");
  CHECK(refusal_of([&] { split_heads(x, 16); }) ==
        "heads-do-not-divide field=num_heads got=16 other=the width max=8");
  CHECK(refusal_of([&] {
          split_heads(Tensor(Shape{1, 2, 0}), 3);
        }) == "heads-do-not-divide field=num_heads got=3 other=the width max=0");
}

TEST_CASE("check_heads calls the heads and the width by the names that it is given") {
  CHECK(refusal_of([] { check_heads(2, 8); }) == "");
  CHECK(refusal_of([] { check_heads(3, 8, "numHeads", "dModel"); }) ==
        "heads-do-not-divide field=numHeads got=3 other=dModel max=8");
}

TEST_CASE("tensors with another number of axes are refused") {
  const Tensor two(Shape{2, 8});
  const Tensor three(Shape{1, 2, 8});
  CHECK(refusal_of([&] { split_heads(two, 2); }) == "shape-mismatch field=x got=(2, 8) wants=(B, L, A)");
  CHECK(refusal_of([&] { merge_heads(three); }) == "shape-mismatch field=x got=(1, 2, 8) wants=(B, L, H, K)");
  CHECK(refusal_of([&] { transpose_heads(three); }) ==
        "shape-mismatch field=x got=(1, 2, 8) wants=four axes");
}
