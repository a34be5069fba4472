#include "headsup/lesson/readable_weights.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attention/elementary.h"
#include "headsup/attention/positional_encoding.h"
#include "lesson/drawn_parameters.h"
#include "lesson/parameters.h"
#include "tensor/eigen_views.h"

namespace headsup {
namespace {

/// Where the numbers of a token's vector come from: pairs of columns for its position, then pairs for its word.
struct Pairs {
  explicit Pairs(const Spec& spec)
      : positions(spec.positional_encoding ? spec.d_model / 4 : 0),
        words(spec.d_model / 2 - positions),
        of_head(attention_width(spec) / spec.num_heads / 2) {}

  /// A last column without a partner belongs to neither.
  Index end() const { return positions + words; }

  Index positions;
  Index words;
  Index of_head;  ///< as many as a head can read
};

// PyTorch's script has the same numbers (web/src/module/py_torch/readable.ts).
constexpr Index kFrequencies = 16;
constexpr double kSameWordScore = 16;
constexpr double kPreviousTokenLead = 4;
constexpr double kLengthBesidePositions = 4;

/// embedding[n, 2i], [n, 2i + 1] = a sin(2π n / ρʲ), a cos(2π n / ρʲ) − c: the word code of token id n. j = 1, 2 … 16 and
/// again, counted from the last pair, where positions change least: c = 1 makes up for their cosine, nearly 1 there.
FloatTensor word_codes(const Spec& spec, const Pairs& pairs) {
  constexpr double kTwoPi = 6.28318530717958647693;
  constexpr double kLnRho = 0.28119957432296184651;
  const bool beside_positions = spec.positional_encoding;
  FloatTensor table({spec.vocab_size, spec.d_model});
  auto rows = rows_view(table);
  rows = RowMajorArray<float>::NullaryExpr(
      rows.rows(), rows.cols(), [pairs, beside_positions](Eigen::Index id, Eigen::Index column) {
        const Index pair = static_cast<Index>(column) / 2;
        if (pair < pairs.positions || pair >= pairs.end()) return 0.0F;
        const auto j = static_cast<double>(1 + (pairs.end() - 1 - pair) % kFrequencies);
        const SineCosine code = sine_cosine(static_cast<double>(id) * kTwoPi * exp_of_negative(-kLnRho * j));
        const bool cosine = column % 2 == 1;
        const double number = cosine ? code.cosine : code.sine;
        if (!beside_positions) return static_cast<float>(number);
        return static_cast<float>(kLengthBesidePositions * number - (cosine ? 1 : 0));
      });
  return table;
}

/// The drawn weights of w_q and w_k, whose heads `cleared_head` replaces.
LinearWeights drawn_or_zero(const Spec& spec, DrawnParameters* drawn) {
  const Index width = attention_width(spec);
  if (drawn != nullptr) return without_draws(drawn->next_layer(spec.d_model, width));
  LinearWeights layer{FloatTensor({width, spec.d_model}), std::nullopt};
  if (spec.bias) layer.bias = FloatTensor({width});
  return layer;
}

/// The rows (K, D) of one head, after setting them and their bias to 0.
ArrayView<float> cleared_head(LinearWeights& layer, Index head, Index d_k) {
  const Index d_model = layer.weight.shape[1];
  if (layer.bias) std::fill_n(layer.bias->data.begin() + to_eigen(head * d_k), d_k, 0.0F);
  float* first = layer.weight.data.data() + head * d_k * d_model;
  std::fill_n(first, d_k * d_model, 0.0F);
  return view(first, d_k, d_model);
}

/// w_q = w_k = s · [0 I], so that q · k / √K = s² Σ a² cos(2π (m − n) / ρʲ) / √K, which is 16 for m = n.
void same_word(ArrayView<float> q, ArrayView<float> k, const Spec& spec, const Pairs& pairs) {
  const Index count = std::min(pairs.words, pairs.of_head);
  const double root_of_d_k = std::sqrt(static_cast<double>(q.rows()));
  const double length = spec.positional_encoding ? kLengthBesidePositions : 1;
  const double s = std::sqrt(kSameWordScore * root_of_d_k / static_cast<double>(count)) / length;
  const Eigen::Index first = to_eigen(2 * (pairs.end() - count));
  for (Eigen::Index i = 0; i < to_eigen(2 * count); ++i)
    q(i, first + i) = k(i, first + i) = static_cast<float>(s);
}

/// w_k = s · [I 0], w_q = s · [R 0], and R turns pair i back by its frequency fᵢ, from position p to p − 1:
///
///   sin (p − 1) f = cos f · sin p f − sin f · cos p f
///   cos (p − 1) f = sin f · sin p f + cos f · cos p f
///
/// so that q · k / √K = s² Σ cos((p − 1 − p') fᵢ) / √K; at p' = p − 1 it is 4 more than one position before and after.
void previous_token(ArrayView<float> q, ArrayView<float> k, const Spec& spec, const Pairs& pairs) {
  const Index count = std::min(pairs.positions, pairs.of_head);
  const auto turn = [&](Index i) { return sine_cosine(sinusoid(1, 2 * i, spec.d_model).angle); };
  double fall = 0;
  for (Index i = 0; i < count; ++i) fall += 1 - turn(i).cosine;
  const double s = std::sqrt(kPreviousTokenLead * std::sqrt(static_cast<double>(q.rows())) / fall);
  for (Index i = 0; i < count; ++i) {
    const SineCosine f = turn(i);
    const Eigen::Index at = to_eigen(2 * i);
    k(at, at) = k(at + 1, at + 1) = static_cast<float>(s);
    q(at, at) = q(at + 1, at + 1) = static_cast<float>(s * f.cosine);
    q(at, at + 1) = static_cast<float>(-s * f.sine);
    q(at + 1, at) = static_cast<float>(s * f.sine);
  }
}

}  // namespace

HeadRole role_of_head(const Spec& spec, Index head) {
  const Pairs pairs(spec);
  if (pairs.of_head == 0 || pairs.words == 0) return HeadRole::as_drawn;
  if (head % 2 == 0) return HeadRole::same_word;
  return pairs.positions > 0 ? HeadRole::previous_token : HeadRole::as_drawn;
}

StateDict readable_weights(const Spec& spec, ParameterCache* cache) {
  validate(spec);
  if (role_of_head(spec, 0) == HeadRole::as_drawn) return {};
  const Pairs pairs(spec);
  const bool needs_draws = spec.num_heads > 1 && role_of_head(spec, 1) == HeadRole::as_drawn;
  ParameterCache uncached;
  DrawnParameters* drawn = needs_draws ? (cache != nullptr ? *cache : uncached).drawn_.get() : nullptr;
  if (drawn != nullptr) {
    drawn->begin(spec);
    drawn->table();
  }
  LinearWeights w_q = drawn_or_zero(spec, drawn);
  LinearWeights w_k = drawn_or_zero(spec, drawn);
  if (drawn != nullptr) drawn->end();
  const Index d_k = attention_width(spec) / spec.num_heads;
  for (Index head = 0; head < spec.num_heads; ++head) {
    const HeadRole role = role_of_head(spec, head);
    if (role == HeadRole::as_drawn) continue;
    const ArrayView<float> q = cleared_head(w_q, head, d_k);
    const ArrayView<float> k = cleared_head(w_k, head, d_k);
    (role == HeadRole::same_word ? same_word : previous_token)(q, k, spec, pairs);
  }
  StateDict weights;
  weights.push_back({kTable, word_codes(spec, pairs)});
  const auto add = [&](const LayerNames& names, LinearWeights& layer) {
    weights.push_back({names.weight, std::move(layer.weight)});
    if (layer.bias) weights.push_back({names.bias, std::move(*layer.bias)});
  };
  add(kQ, w_q);
  add(kK, w_k);
  return weights;
}

}  // namespace headsup
