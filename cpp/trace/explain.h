#pragma once
// Where one number came from: written once, here. Pictures, tooltips, arrows and tests all read it.

#include <utility>
#include <variant>
#include <vector>

#include "trace/trace.h"

namespace headsup {

/// One number that the explained number was made from. Where `name` is a step of the trace, `index` is its
/// cell there. Otherwise it is a leaf or a quantity on the way:
///
///   "draw" [n]              a uniform number of the generator; n is the place of its (first) word in the stream
///   "sequences" [b, i]      a token as it was given, likewise "target"
///   "padId" []              the padding id
///   "query" [], "key" []    a position
///   "maximum" [], "sum" []  of a softmax row
struct Term {
  Name name;
  std::vector<Index> index;
  double value;
};

/// A number, or a word such as "cos".
using Fact = std::variant<double, Name>;

/// How the terms of each op make the value:
///
///   normal              detail.radius · cos or sin (detail.part) of detail.angle; terms: the radius's u, the angle's u
///   uniform             u · 2 bound − bound; terms: u; detail.bound
///   pad                 the one term
///   embedding           terms: the id, the table's cell; the value is the second
///   not_equal           terms: the id, padId; 1 where they differ
///   tril                terms: query, key; 1 where key ≤ query
///   logical_and         the product of the two bits
///   linear              terms in pairs x, weight, …, then the bias if there is one: Σ x · weight + bias
///   view, transpose     the one term
///   scaled_dot_product  terms in pairs q, k, …: Σ q · k / detail.divisor
///   masked_fill         terms: the score, the bit; the score where the bit is 1, else detail.fill
///   softmax             terms: the row, maximum, sum; exp(row[detail.position] − maximum) / sum
///   weighted_sum        terms in pairs attention, v, …: Σ attention · v
struct Explanation {
  Name name;
  std::vector<Index> index;
  double value;
  Op op;
  std::vector<Term> terms;
  std::vector<std::pair<Name, Fact>> detail;
};

/// Explains the cell `index` of the step `name`. Refuses `unknown-step` for a name that is not in the trace
/// and `bad-index` for an index of another rank or outside the step's shape.
Explanation explain(const Trace& trace, Name name, const std::vector<Index>& index);

/// The value that the terms give, by the table above, in float64.
double recompute(const Explanation& explanation);

}  // namespace headsup
