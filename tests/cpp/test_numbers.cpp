// The edges of float32, as docs/numbers.md states them; each wanted number is what PyTorch gives, unless a name says
// otherwise.
#include <cmath>
#include <limits>

#include "catch.h"
#include "compare.h"
#include "headsup/attention/elementwise.h"
#include "headsup/attention/layer_norm.h"
#include "headsup/attention/linear.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/scaled_dot_product.h"
#include "headsup/attention/softmax.h"
#include "headsup/lesson/run.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

constexpr float kSmallest = std::numeric_limits<float>::denorm_min();

/// The one number of (1, N) · (1, N)ᵀ.
float dot(const std::vector<float>& a, const std::vector<float>& b) {
  return linear(tensor_of<float>({1, a.size()}, a), tensor_of<float>({1, b.size()}, b)).floats()[0];
}

std::vector<float> softmax_of(const std::vector<float>& row) {
  return softmax(tensor_of<float>({row.size()}, row)).tolist<float>();
}

}  // namespace

TEST_CASE("a sum beyond float32 is infinite", "[numbers]") {
  CHECK(dot({3e38F, 3e38F}, {1, 1}) == kInfinity);
  CHECK(dot({-3e38F, -3e38F}, {1, 1}) == -kInfinity);
  CHECK(dot({3e38F, -3e38F}, {1, 1}) == 0.0F);
}

TEST_CASE("an infinite score makes its row NaN, the largest finite ones do not", "[numbers]") {
  CHECK(difference("y", softmax_of({kInfinity, 1, 2}), {NAN, NAN, NAN}, Match::exact) == "");
  const float largest = std::numeric_limits<float>::max();
  CHECK(difference("y", softmax_of({largest, largest, -largest}), {0.5F, 0.5F, 0}, Match::exact) == "");
}

TEST_CASE("-1e12 is an ordinary float32, which masks only where its row has larger scores", "[numbers]") {
  CHECK(static_cast<double>(-1e12F) == -999'999'995'904.0);
  CHECK(difference("y", softmax_of({-1e12F, 0}), {0, 1}, Match::exact) == "");
  CHECK(difference("y", softmax_of({-1e12F, -2e12F}), {1, 0}, Match::exact) == "");
  CHECK(difference("y", softmax_of({-kInfinity, -2e12F}), {0, 1}, Match::exact) == "");
}

TEST_CASE("a row that is masked everywhere averages every value with -1e12, and is NaN with -inf",
          "[numbers]") {
  const Tensor q = tensor_of<float>({2, 1}, {1, 2});
  const Tensor v = tensor_of<float>({2, 1}, {10, 30});
  const Tensor mask = tensor_of<std::uint8_t>({2, 2}, {0, 0, 1, 0});
  const Attention filled = scaled_dot_product_attention(q, q, v, mask, -1e12F);
  CHECK(difference("values", filled.values, tensor_of<float>({2, 1}, {20, 10}), Match::exact) == "");
  const Attention infinite = scaled_dot_product_attention(q, q, v, mask, -kInfinity);
  CHECK(difference("values", infinite.values, tensor_of<float>({2, 1}, {NAN, 10}), Match::exact) == "");
}

TEST_CASE("an empty sentence changes no other sentence of its batch", "[numbers]") {
  Spec spec = default_spec(Lesson::masked_multi_head);
  spec.sequences = {{}, {7, 3}};
  spec.mask_fill = -std::numeric_limits<double>::infinity();
  const auto output = run(spec)["output"].tensor;
  REQUIRE(output.shape() == Shape{2, 2, 8});
  for (Index i = 0; i < 16; ++i) CHECK(std::isnan(output.floats()[i]));
  for (Index i = 16; i < 32; ++i) CHECK(std::isfinite(output.floats()[i]));
}

TEST_CASE("denormal numbers are kept, and what is smaller still becomes 0", "[numbers]") {
  CHECK(dot({kSmallest}, {1}) == kSmallest);
  CHECK(dot({kSmallest, kSmallest}, {1, 1}) == 2 * kSmallest);
  CHECK(add(tensor_of<float>({1}, {1e-40F}), tensor_of<float>({1}, {1e-40F})).floats()[0] == 2 * 1e-40F);
  CHECK(dot({1e-30F}, {1e-30F}) == 0.0F);
  const float weight = softmax_of({0, -100})[1];
  CHECK(weight > 0.0F);
  CHECK(weight < std::numeric_limits<float>::min());
  CHECK(softmax_of({0, -104})[1] == 0.0F);
}

TEST_CASE("NaN spreads to the numbers that are made from it, and to no other", "[numbers]") {
  const Tensor x = tensor_of<float>({2, 2}, {NAN, 0, 1, 2});
  const Tensor weight = tensor_of<float>({2, 2}, {0, 1, 1, 1});
  CHECK(difference("y", linear(x, weight), tensor_of<float>({2, 2}, {NAN, NAN, 2, 3}), Match::exact) == "");
  CHECK(std::isnan(relu(tensor_of<float>({1}, {NAN})).floats()[0]));
  CHECK(std::isnan(gelu(tensor_of<float>({1}, {NAN})).floats()[0]));
  const Tensor ones = tensor_of<float>({2}, {1, 1});
  const Tensor normal = layer_norm(x, ones, Tensor(Shape{2}));
  CHECK(std::isnan(normal.floats()[0]));
  CHECK(std::isnan(normal.floats()[1]));
  CHECK(normal.floats()[2] == -normal.floats()[3]);
}

TEST_CASE("a mask takes a NaN out of the scores, but 0 times a NaN value is NaN", "[numbers]") {
  const Tensor scores = tensor_of<float>({1, 2}, {1, NAN});
  const Tensor mask = tensor_of<std::uint8_t>({1, 2}, {1, 0});
  const Tensor attention = softmax(masked_fill(scores, mask, -1e12F));
  CHECK(difference("attention", attention, tensor_of<float>({1, 2}, {1, 0}), Match::exact) == "");
  CHECK(weighted_sum(attention, tensor_of<float>({2, 1}, {5, 7})).floats()[0] == 5.0F);
  CHECK(std::isnan(weighted_sum(attention, tensor_of<float>({2, 1}, {5, NAN})).floats()[0]));
  CHECK(std::isnan(weighted_sum(attention, tensor_of<float>({2, 1}, {5, kInfinity})).floats()[0]));
}

TEST_CASE("gelu of -inf is NaN, because it is -inf times 0", "[numbers]") {
  CHECK(std::isnan(gelu(tensor_of<float>({1}, {-kInfinity})).floats()[0]));
  CHECK(gelu(tensor_of<float>({1}, {kInfinity})).floats()[0] == kInfinity);
  CHECK(relu(tensor_of<float>({1}, {-kInfinity})).floats()[0] == 0.0F);
}

TEST_CASE("layer_norm computes its moments in float64, where PyTorch's overflow", "[numbers]") {
  const Tensor ones = tensor_of<float>({2}, {1, 1});
  const Tensor y =
      layer_norm(tensor_of<float>({2, 2}, {1e30F, -1e30F, 3e38F, 3e38F}), ones, Tensor(Shape{2}));
  CHECK(difference("y", y, tensor_of<float>({2, 2}, {1, -1, 0, 0})) == "");
}

TEST_CASE("without an inner axis a product is 0, a linear layer its bias, and a score NaN", "[numbers]") {
  const Tensor bias = tensor_of<float>({2}, {1, 2});
  CHECK(difference("y", linear(Tensor(Shape{2, 0}), Tensor(Shape{2, 0}), bias),
                   tensor_of<float>({2, 2}, {1, 2, 1, 2}), Match::exact) == "");
  const Tensor none(Shape{1, 0});
  CHECK(std::isnan(scaled_dot_product(none, none).floats()[0]));
  CHECK(weighted_sum(none, Tensor(Shape{0, 1})).floats()[0] == 0.0F);
}
