#include "lesson/drawn_parameters.h"

#include <utility>

namespace headsup {
namespace {

/// 4 MB.
constexpr Index kMostKeptNumbers = Index{1} << 20;

}  // namespace

void DrawnParameters::begin(const Spec& spec) {
  const Key key{.seed = spec.seed,
                .vocab_size = spec.vocab_size,
                .d_model = spec.d_model,
                .attention_width = attention_width(spec),
                .d_ff = spec.feed_forward ? spec.feed_forward->d_ff : 0,
                .bias = spec.bias,
                .output_projection = spec.output_projection};
  next_ = 0;
  if (key_ == key) return;
  key_ = key;
  discard();
}

// Both functions below draw from a copy of the generator. If memory runs out while they draw, the parameters and the
// generator are unchanged, and the next run draws the same numbers.

const Drawn& DrawnParameters::table() {
  if (!table_) {
    Generator generator = generator_;
    table_ = embedding_weight(generator, key_->vocab_size, key_->d_model);
    generator_ = generator;
  }
  return *table_;
}

const DrawnLinear& DrawnParameters::next_layer(Index in, Index out) {
  if (next_ == layers_.size()) {
    Generator generator = generator_;
    layers_.push_back(linear_weights(generator, in, out, key_->bias));
    generator_ = generator;
  }
  return layers_[next_++];
}

void DrawnParameters::end() {
  if (count_numbers() > kMostKeptNumbers) discard();
}

void DrawnParameters::discard() {
  generator_ = Generator(key_->seed);
  table_.reset();
  layers_.clear();
}

Index DrawnParameters::count_numbers() const {
  Index count = table_ ? table_->tensor.count() : 0;
  for (const DrawnLinear& layer : layers_) count += layer.weight.tensor.count();
  return count;
}

}  // namespace headsup
