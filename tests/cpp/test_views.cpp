// Tensors: what views share, which strides they have, what is refused, and the types of results.
#include <limits>

#include "catch.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/positional_encoding.h"
#include "headsup/tensor/refusal.h"
#include "headsup/tensor/tensor.h"

using namespace headsup;

namespace {

/// 0, 1, 2 …
Tensor counting(const Shape& shape, DType dtype = DType::float32) {
  Tensor x(shape, dtype);
  for (Index i = 0; i < x.count(); ++i) x.set(index_of(shape, i), static_cast<double>(i));
  return x;
}

std::vector<float> numbers_of(const Tensor& x) {
  return x.to(DType::float32).tolist<float>();
}

using Numbers = std::vector<float>;

/// "code: sentence", or "" if nothing is refused.
std::string refusal_of(const auto& action) {
  try {
    action();
  } catch (const Refusal& refusal) {
    return std::string(to_string(refusal.code())) + ": " + refusal.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a shape counts its elements; a scalar has one, an empty axis none") {
  CHECK(element_count({}) == 1);
  CHECK(element_count({5, 2, 10, 10}) == 1000);
  CHECK(element_count({3, 0, 2}) == 0);
}

TEST_CASE("a negative number that became a size is refused as what it was") {
  const auto negative = static_cast<Index>(-1);
  const char* const refused = "shape-mismatch: shape: got shape (1, -1, 2), wants no negative size";
  CHECK(refusal_of([&] { causal_mask(negative, 2); }) == refused);
  CHECK(refusal_of([&] { element_count({1, negative, 2}); }) == refused);
  CHECK(refusal_of([&] {
          Tensor(Shape{0, negative});
        }) == "shape-mismatch: shape: got shape (0, -1), wants no negative size");
  CHECK(refusal_of([&] { positional_encoding(negative, 8); }) ==
        "shape-mismatch: shape: got shape (-1, 8), wants no negative size");
}

TEST_CASE("a shape whose element count would overflow is refused, and so is its tensor") {
  const Index half = Index{1} << (sizeof(Index) * 4);  // squared, it wraps around to 0
  CHECK(refusal_of([&] { element_count({half, half}); }).rfind("too-large: shape: got (", 0) == 0);
  CHECK(refusal_of([&] { Tensor(Shape{half, half}); }).rfind("too-large: shape", 0) == 0);
  CHECK(element_count({half, 0, half}) == 0);
}

TEST_CASE("a shape is written as PyTorch prints a size") {
  CHECK(to_string(Shape{}) == "()");
  CHECK(to_string(Shape{7}) == "(7,)");
  CHECK(to_string(Shape{5, 2, 10, 10}) == "(5, 2, 10, 10)");
}

TEST_CASE("a new tensor is full of zeros, and counts axes from the end too") {
  const Tensor x(Shape{2, 3, 4});
  CHECK(numbers_of(x) == Numbers(24, 0));
  CHECK(x.dtype() == DType::float32);
  CHECK(x.rank() == 3);
  CHECK(x.strides() == Shape{12, 4, 1});
  CHECK(x.size(-1) == 4);
  CHECK(x.size(0) == 2);
  CHECK(x.axis_of(-3) == 0);
  CHECK(refusal_of([&] { x.axis_of(3); }) ==
        "index-error: Dimension out of range (expected to be in range of [-3, 2], but got 3)");
  CHECK(Tensor(Shape{}).axis_of(-1) == 0);
  CHECK(refusal_of([&] { Tensor(Shape{}).axis_of(1); }) ==
        "index-error: Dimension out of range (expected to be in range of [-1, 0], but got 1)");
  CHECK(Tensor().shape() == Shape{0});
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

TEST_CASE("numbers are read and written by index, and an index outside is refused") {
  Tensor x = counting({2, 3});
  CHECK(x.at({1, 2}) == 5);
  x.set({1, 2}, -1);
  CHECK(x.at_position(5) == -1);
  CHECK(refusal_of([&] {
          x.at({2, 0});
        }) == "bad-index: index: got (2, 0), wants an index into shape (2, 3)");
  CHECK(refusal_of([&] { x.at({1}); }) == "bad-index: index: got (1,), wants an index into shape (2, 3)");
  CHECK(full({1, 1}, 7).item() == 7);
  CHECK(refusal_of([&] { x.item(); }) ==
        "runtime-error: a Tensor with 6 elements cannot be converted to Scalar");
}

TEST_CASE("copies of a tensor share its numbers, clones do not") {
  const Tensor x = counting({3});
  Tensor same = x;
  Tensor other = x.clone();
  same.set({0}, 9);
  CHECK(x.at({0}) == 9);
  CHECK(other.at({0}) == 0);
  CHECK(same.shares_storage(x));
  CHECK_FALSE(other.shares_storage(x));
}

TEST_CASE("a write through a view is seen through the tensor") {
  Tensor x = counting({2, 3, 4});
  x.transpose(0, 2).set({3, 1, 0}, 100);
  CHECK(x.at({0, 1, 3}) == 100);
  x.select(1, -1).slice(-1, 1, 4, 2).copy_(full({2, 2}, -1));
  CHECK(numbers_of(x.select(0, 1)) == Numbers{12, 13, 14, 15, 16, 17, 18, 19, 20, -1, 22, -1});
  x.view({6, 4}).select(0, 0).set({0}, 50);
  CHECK(x.at({0, 0, 0}) == 50);
}

TEST_CASE("transpose and permute move strides, and no number") {
  const Tensor x = counting({2, 3});
  const Tensor turned = x.transpose(0, -1);
  CHECK(turned.shape() == Shape{3, 2});
  CHECK(turned.strides() == Shape{1, 3});
  CHECK_FALSE(turned.is_contiguous());
  CHECK(numbers_of(turned) == Numbers{0, 3, 1, 4, 2, 5});
  CHECK(counting({2, 3, 4}).permute({2, 0, 1}).strides() == Shape{1, 12, 4});
  CHECK(Tensor(Shape{}).transpose(0, -1).rank() == 0);
  const std::string refused = refusal_of([&] { x.permute({0, 0}); });
  CHECK(refused.rfind("runtime-error: permute", 0) == 0);
}

TEST_CASE("view wants strides that express its shape, reshape copies where there are none") {
  const Tensor x = counting({2, 3, 4});
  CHECK(x.view({4, 6}).strides() == Shape{6, 1});
  CHECK(x.view({2, 1, 12}).shares_storage(x));
  CHECK(refusal_of([&] {
          x.view({5, 5});
        }) == "runtime-error: shape '[5, 5]' is invalid for input of size 24");
  const Tensor turned = x.transpose(0, 1);
  CHECK(turned.view({3, 2, 2, 2}).strides() == Shape{4, 12, 2, 1});
  CHECK(refusal_of([&] { turned.view({6, 4}); }).rfind("runtime-error: view size is not compatible", 0) == 0);
  const Tensor copied = turned.reshape({6, 4});
  CHECK_FALSE(copied.shares_storage(x));
  CHECK(numbers_of(copied) == numbers_of(turned));
  // Axes of size 1, and tensors without numbers, fit anything.
  CHECK(x.select(1, 0).unsqueeze(1).view({2, 4}).shares_storage(x));
  CHECK(Tensor(Shape{0, 3}).transpose(0, 1).view({5, 0}).shape() == Shape{5, 0});
  CHECK(full({}, 3).view({1, 1}).item() == 3);
}

TEST_CASE("axes of size 1 come and go anywhere") {
  const Tensor x = counting({2, 3});
  CHECK(x.unsqueeze(0).shape() == Shape{1, 2, 3});
  CHECK(x.unsqueeze(1).shape() == Shape{2, 1, 3});
  CHECK(x.unsqueeze(-1).shape() == Shape{2, 3, 1});
  CHECK(refusal_of([&] { x.unsqueeze(3); }) ==
        "index-error: Dimension out of range (expected to be in range of [-3, 2], but got 3)");
  CHECK(x.unsqueeze(1).squeeze(1).strides() == x.strides());
  CHECK(x.squeeze(0).shape() == x.shape());
  CHECK(x.unsqueeze(2).is_contiguous());
}

TEST_CASE("expand reads one number again and again") {
  const Tensor x = counting({3, 1});
  const Tensor wide = x.expand({2, 3, 4});
  CHECK(wide.strides() == Shape{0, 1, 0});
  CHECK(numbers_of(wide.select(0, 1)) == Numbers{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2});
  CHECK(full({}, 5).expand({2}).tolist<float>() == Numbers{5, 5});
  CHECK(x.expand({3, 0}).empty());
  CHECK(
      refusal_of([&] {
        x.expand({2, 1});
      }) ==
      "runtime-error: The expanded size of the tensor (2) must match the existing size (3) at non-singleton "
      "dimension 0.  Target sizes: [2, 1].  Tensor sizes: [3, 1]");
  CHECK(
      refusal_of([&] { x.expand({3}); }) ==
      "runtime-error: expand(torch.FloatTensor{[3, 1]}, size=[3]): the number of sizes provided (1) must be "
      "greater or equal to the number of dimensions in the tensor (2)");
}

TEST_CASE("select and slice begin where their first number is") {
  const Tensor x = counting({4, 3});
  CHECK(x.select(0, -1).offset() == 9);
  CHECK(numbers_of(x.select(1, 2)) == Numbers{2, 5, 8, 11});
  CHECK(refusal_of([&] { x.select(0, 4); }) ==
        "index-error: index 4 is out of bounds for dimension 0 with size 4");
  CHECK(refusal_of([&] { x.select(1, -4); }) ==
        "index-error: index -4 is out of bounds for dimension 1 with size 3");
  CHECK(refusal_of([&] { full({}, 1).select(0, 0); }) ==
        "index-error: select() cannot be applied to a 0-dim tensor.");
  CHECK(numbers_of(x.slice(0, 1, 4, 2)) == Numbers{3, 4, 5, 9, 10, 11});
  CHECK(numbers_of(x.slice(1, -2, -1)) == Numbers{1, 4, 7, 10});
  CHECK(x.slice(0, 3, 1).shape() == Shape{0, 3});
  CHECK(x.slice(0, -9, 99).shape() == x.shape());
  CHECK(x.slice(0, 4, 9).empty());
}

TEST_CASE("numbers are converted as PyTorch converts them") {
  const Tensor x = tensor_of<float>({4}, {-1.7F, 0, 0.5F, std::numeric_limits<float>::quiet_NaN()});
  CHECK(x.to(DType::boolean).tolist<std::uint8_t>() == std::vector<std::uint8_t>{1, 0, 1, 1});
  CHECK(x.to(DType::int64).tolist<std::int64_t>() == std::vector<std::int64_t>{-1, 0, 0, INT64_MIN});
  CHECK(x.to(DType::float32).shares_storage(x));
  CHECK_FALSE(x.to(DType::float32, /*copy=*/true).shares_storage(x));
  CHECK(to_int64(1e19) == INT64_MIN);
  CHECK(to_int64(-0x1p63) == INT64_MIN);
  CHECK(to_int64(-3.9) == -3);
}

TEST_CASE("copy_ broadcasts, converts and takes any strides") {
  Tensor x(Shape{2, 3}, DType::int64);
  x.transpose(0, 1).copy_(tensor_of<float>({2}, {1.5F, -2.5F}));
  CHECK(x.tolist<std::int64_t>() == std::vector<std::int64_t>{1, 1, 1, -2, -2, -2});
  x.copy_(x.clone());
  CHECK(x.at({1, 1}) == -2);
  CHECK(refusal_of([&] { x.copy_(Tensor(Shape{2})); }).rfind("runtime-error: The expanded size", 0) == 0);
}

TEST_CASE("shapes broadcast from the last axis, where sizes are equal, 1 or absent") {
  CHECK(broadcast_shapes({5, 1, 10}, {1, 10, 10}) == Shape{5, 10, 10});
  CHECK(broadcast_shapes({2, 3}, {}) == Shape{2, 3});
  CHECK(broadcast_shapes({3}, {4, 1}) == Shape{4, 3});
  CHECK(broadcast_shapes({1}, {0}) == Shape{0});
  CHECK(refusal_of([] {
          broadcast_shapes({5, 10}, {5, 9});
        }) ==
        "runtime-error: The size of tensor a (10) must match the size of tensor b (9) at non-singleton "
        "dimension 1");
}

TEST_CASE("a cell of a broadcast result is read at 0 along axes of size 1") {
  CHECK(broadcast_index({5, 1, 10}, {4, 7, 9}) == Shape{4, 0, 9});
  CHECK(broadcast_index({10}, {4, 7, 9}) == Shape{9});
  CHECK(broadcast_index({}, {4, 7}).empty());
}

TEST_CASE("a tensor without axes changes a result's type only by its kind") {
  const auto type = [](Shape a, DType of_a, Shape b, DType of_b) {
    return result_type(Tensor(a, of_a), Tensor(b, of_b));
  };
  using enum DType;
  CHECK(type({2}, float32, {2}, float64) == float64);
  CHECK(type({2}, float32, {}, float64) == float32);
  CHECK(type({}, float32, {}, float64) == float64);
  CHECK(type({2}, int64, {}, float64) == float32);
  CHECK(type({2}, int64, {2}, float64) == float64);
  CHECK(type({}, int64, {2}, boolean) == int64);
  CHECK(type({}, boolean, {2}, int64) == int64);
  CHECK(type({2}, boolean, {}, float32) == float32);
}
