#include "headsup/tensor/tensor.h"

#include "catch.h"
#include "compare.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/positional_encoding.h"

using namespace headsup;
using namespace headsup::tests;

TEST_CASE("a shape counts its elements; a scalar has one, an empty axis none") {
  CHECK(element_count({}) == 1);
  CHECK(element_count({5, 2, 10, 10}) == 1000);
  CHECK(element_count({3, 0, 2}) == 0);
}

TEST_CASE("a negative number that became a size is refused as what it was") {
  const auto negative = static_cast<Index>(-1);
  const char* const refused = "shape-mismatch field=shape got=(1, -1, 2) wants=no negative size";
  CHECK(refusal_of([&] { causal_mask(negative, 2); }) == refused);
  CHECK(refusal_of([&] { element_count({1, negative, 2}); }) == refused);
  CHECK(refusal_of([&] {
          FloatTensor(Shape{0, negative});
        }) == "shape-mismatch field=shape got=(0, -1) wants=no negative size");
  CHECK(refusal_of([&] { positional_encoding(negative, 8); }) ==
        "shape-mismatch field=shape got=(-1, 8) wants=no negative size");
}

TEST_CASE("a shape whose element count would overflow is refused, and so is its tensor") {
  const Index half = Index{1} << (sizeof(Index) * 4);  // squared, it wraps around to 0
  CHECK(refusal_of([&] { element_count({half, half}); }).rfind("too-large field=shape got=(", 0) == 0);
  CHECK(refusal_of([&] { FloatTensor(Shape{half, half}); }).rfind("too-large field=shape", 0) == 0);
  CHECK(refusal_of([&] { causal_mask(half + 1, half + 1); }).rfind("too-large field=shape", 0) == 0);
  CHECK(element_count({half, 0, half}) == 0);
}

TEST_CASE("a shape is written as PyTorch prints a size") {
  CHECK(to_string(Shape{}) == "()");
  CHECK(to_string(Shape{7}) == "(7,)");
  CHECK(to_string(Shape{5, 2, 10, 10}) == "(5, 2, 10, 10)");
}

TEST_CASE("a new tensor is full of zeros, and counts axes from the end") {
  const FloatTensor x(Shape{2, 3, 4});
  CHECK(x.data == std::vector<float>(24, 0.0F));
  CHECK(x.rank() == 3);
  CHECK(x.last(0) == 4);
  CHECK(x.last(2) == 2);
}

TEST_CASE("offsets are row-major, and index_of undoes offset_of") {
  const Shape shape = {2, 3, 4};
  CHECK(offset_of(shape, {0, 0, 3}) == 3);
  CHECK(offset_of(shape, {0, 1, 0}) == 4);
  CHECK(offset_of(shape, {1, 0, 0}) == 12);
  CHECK(offset_of({}, {}) == 0);
  for (Index offset = 0; offset < element_count(shape); ++offset) {
    CHECK(offset_of(shape, index_of(shape, offset)) == offset);
  }
}

TEST_CASE("shapes broadcast from the last axis, where sizes are equal, 1 or absent") {
  CHECK(broadcast_shapes({5, 1, 10}, {1, 10, 10}, "b") == Shape{5, 10, 10});
  CHECK(broadcast_shapes({2, 3}, {}, "b") == Shape{2, 3});
  CHECK(broadcast_shapes({3}, {4, 1}, "b") == Shape{4, 3});
  CHECK(broadcast_shapes({1}, {0}, "b") == Shape{0});
}

TEST_CASE("shapes that do not fit are refused, with the field") {
  CHECK(refusal_of([] {
          broadcast_shapes({5, 10}, {5, 9}, "b");
        }) == "shape-mismatch field=b got=(5, 9) wants=a shape that broadcasts with (5, 10)");
  CHECK(refusal_of([] {
          broadcast_shapes({2, 1}, {3, 1}, "mask");
        }) == "shape-mismatch field=mask got=(3, 1) wants=a shape that broadcasts with (2, 1)");
}

TEST_CASE("unsqueeze puts an axis of size 1 anywhere, and moves no number") {
  const IntTensor x({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(difference("x", unsqueeze(x, 0), IntTensor({1, 2, 3}, x.data)) == "");
  CHECK(difference("x", unsqueeze(x, 1), IntTensor({2, 1, 3}, x.data)) == "");
  CHECK(difference("x", unsqueeze(x, 2), IntTensor({2, 3, 1}, x.data)) == "");
  CHECK(refusal_of([&] { unsqueeze(x, 3); }) == "out-of-range field=axis got=3 min=0 max=2");
}

TEST_CASE("a cell of a broadcast result is read at 0 along axes of size 1") {
  CHECK(broadcast_index({5, 1, 10}, {4, 7, 9}) == Shape{4, 0, 9});
  CHECK(broadcast_index({10}, {4, 7, 9}) == Shape{9});
  CHECK(broadcast_index({}, {4, 7}).empty());
}
