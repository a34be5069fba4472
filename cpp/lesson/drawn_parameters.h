#pragma once
// Draws the parameters of a lesson once for all runs that draw the same.

#include <cstdint>
#include <optional>
#include <vector>

#include "headsup/lesson/spec.h"
#include "headsup/random/initializers.h"

namespace headsup {

/// The parameters of one lesson in the order in which the notebooks draw them: the embedding table, then the layers. Each
/// is drawn when it is first asked for.
class DrawnParameters {
 public:
  /// Goes back to the first parameter of a lesson. Keeps what is drawn if this lesson draws the same.
  void begin(const Spec& spec);
  /// The embedding table (V, D), the first parameter.
  const Drawn& table();
  /// The next layer: weight (out, in), bias (out). The reference holds until the next call.
  const DrawnLinear& next_layer(Index in, Index out);
  /// Ends the lesson: discards parameters that are too large to be kept.
  void end();

 private:
  /// Everything that the drawn numbers depend on.
  struct Key {
    std::int64_t seed = 0;
    Index vocab_size = 0;
    Index d_model = 0;
    Index attention_width = 0;
    Index d_ff = 0;  ///< 0 without a feed-forward layer
    bool bias = false;
    bool output_projection = false;

    bool operator==(const Key&) const = default;
  };

  void discard();
  Index count_numbers() const;

  std::optional<Key> key_;
  Generator generator_{0};  ///< as it is after the last of the drawn parameters
  std::optional<Drawn> table_;
  std::vector<DrawnLinear> layers_;
  Index next_ = 0;  ///< in layers_
};

}  // namespace headsup
