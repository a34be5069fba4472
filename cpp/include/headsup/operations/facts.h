#pragma once
// Every number on the way from an operation's operands to one row, sum or cell of its result, by name. `explain` has them as
// its detail; pictures that work out a row which is in no trace ask for them directly.

#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "headsup/tensor/shape.h"

namespace headsup {

/// A number, a word such as "cos", or the numbers of a row or of a sum, in order.
using Fact = std::variant<double, std::string_view, std::vector<double>>;
using Facts = std::vector<std::pair<std::string_view, Fact>>;  ///< by name

/// Of a row of at least one number: maximum, shifted (x − maximum), powers (e^shifted), sum (Σ powers).
Facts softmax_facts(std::span<const float> row);

/// Of a row of at least one number: mean, deviations (x − mean), squares (of the deviations), variance (their mean), eps,
/// divisor √(variance + eps), rstd (1 / divisor), normalized (deviations · rstd).
Facts layer_norm_facts(std::span<const float> row, double eps);

/// Of a sum of products: products; sum; order, their places from the largest product to the smallest, by magnitude; rest, whose
/// n-th number is the sum of all products but the n largest. So a long sum can be shown as its largest products and a rest.
Facts product_facts(std::vector<double> products);

/// Of a cell of the table of positions: period, angle (position / period), its sine and cosine, and part: which of
/// them the cell is, "sin" or "cos".
Facts sinusoid_facts(Index position, Index column, Index d_model);

/// How many multiplications attention takes to generate tokens one by one, each with `width` numbers in its query, key and value.
/// With a cache of keys and values token n needs its own projections and its query's products with n keys and n values; without
/// one, all n tokens are computed again.
///
/// projections, scores, values: of the newest of `tokens` tokens, with the cache; newest: those of them that are done (the
/// first `parts`); newestUncached: tokens · newest; cached, uncached: of all tokens so far; saved: their difference.
Facts cache_facts(Index d_model, Index width, Index tokens, Index parts);

}  // namespace headsup
