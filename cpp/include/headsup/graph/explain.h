#pragma once
// Where one number of a trace came from. Pictures, tooltips, arrows and tests all read explanations; nothing else
// derives the same facts again.

#include <vector>

#include "headsup/graph/trace.h"
#include "headsup/operations/facts.h"
#include "headsup/random/replay.h"

namespace headsup {

/// One number that the explained number was made from. Where `name` is a step of the trace, `index` is a
/// cell of it. Otherwise the two are one of these:
///
///   "draw" [n]              a uniform number of the generator; n is the place of its (first) word in the stream
///   "sequences" [b, i]      a token as it was given, likewise "target"
///   "padId" []              the padding id
///   "weights" [i, …]        a number of a parameter that was given
///   "changes" [n]           the number that change n of the trace has set by hand
///   "constant" []           the initial value of a layer norm's parameter
///   "query" [], "key" []    a position, likewise "position" and "column" of the table of positions
///   "place" []              a token's place in its row, from 1
///   "maximum" [], "sum" []  of a softmax row
///   "mean" [], "rstd" []    of a row that is normalised
///   "data" [row, place]     a token of the training data
///   "probabilities" [b, t, v], "one_hot" [b, t, v], "log_probability" [b, t, v]  of a cross-entropy: the share of a token, 1 at
///                           the target, ln of the target's share
struct Term {
  std::string name;   ///< of the step, or one of the words above
  Shape index;        ///< of the cell
  double value;       ///< float32 and integers are widened
  double weight = 1;  ///< what the value is multiplied by, where the number is a sum of products
};

/// Where one number came from. How the terms of each op make the value:
///
///   normal              detail.radius · cos or sin (detail.part) of detail.angle; terms: the radius's u, the angle's u
///   uniform             u · 2 bound − bound; terms: u; detail.bound
///   given, constant     the one term
///   pad                 the one term
///   embedding           terms: the id, the table's cell; the value is the second
///   sinusoid            terms: position, column; cos or sin (detail.part) of detail.angle
///   position_ids        terms: the id, padId, place; 0 where the first two are the same, else the place
///   add                 the sum of the two terms
///   not_equal, eq       terms: the id, padId; 1 where they differ, are the same
///   tril, triu          terms: query, key; 1 where key ≤ query, key > query
///   logical_and         the product of the two bits
///   logical_or          1 where a bit is not 0
///   linear, conv1d      terms in pairs x, weight, …, then the bias if there is one: Σ x · weight + bias
///   view, transpose     the one term
///   scaled_dot_product  terms in pairs q, k, …: Σ q · k / detail.divisor
///   masked_fill         terms: the score, the bit; detail.fill where the bit is detail.maskedBit, else the score
///   softmax             terms: the row, maximum, sum; exp(row[detail.position] − maximum) / sum
///   weighted_sum        terms in pairs attention, v, …: Σ attention · v
///   gelu                the term · detail.cdf
///   relu                the term, or 0 where it is below
///   layer_norm          terms: the row, mean, rstd, weight, bias; (row[detail.position] − mean) · rstd · weight + bias
///
/// Where `is_sum` holds, as in gradients and updates, the value is Σ value · weight over the terms. A gradient's terms are cells of
/// the gradients that it came back from; the weight is the derivative.
struct Explanation {
  std::string name;              ///< of the step
  Shape index;                   ///< of the cell
  double value;                  ///< of the cell
  std::string op;                ///< Trace::op_of; "given" where the number was set by hand
  std::vector<Term> terms = {};  ///< in the order of the table
  Facts detail = {};             ///< intermediate quantities by name (headsup/operations/facts.h)
  bool is_sum = false;           ///< whether the value is Σ value · weight over the terms
};

/// Explains the cell `index` of the step `name`. Refuses `unknown-step` for a name that is not in the trace
/// and `bad-index` for an index of another rank or outside the step's shape.
///
/// A drawn parameter is explained by replaying the generator from its seed, which takes milliseconds for a number that is
/// millions of draws away. To explain many cells, pass the same `replays` each time.
Explanation explain(const Trace& trace, Name name, const Shape& index, ReplayCache* replays = nullptr);

/// Which numbers of a step's inputs some cells of it were made from: of what `explain` says of each, only the places, as a
/// picture of many cells needs them. Positions are row-major.
struct Reads {
  /// What the cells read of one input.
  struct Input {
    Index step;  ///< its place in the trace
    /// Of each cell, the first of its own among `positions`; at the end their count.
    std::vector<Index> starts = {};
    /// Of the terms that are cells of this input, in the order of `explain`.
    std::vector<Index> positions = {};
  };
  std::vector<Input> inputs = {};  ///< each once, in the order of the step's inputs
  /// Of each cell, whether it is a copy of the one number that it was made from.
  std::vector<bool> moved = {};
};

/// Explains the cells at these positions of the step `name` together. Refuses as `explain` does.
Reads reads_of(const Trace& trace, Name name, const std::vector<Index>& positions,
               ReplayCache* replays = nullptr);

}  // namespace headsup
