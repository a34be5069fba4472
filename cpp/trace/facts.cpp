#include "headsup/trace/facts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attention/elementary.h"
#include "headsup/attention/layer_norm.h"
#include "headsup/attention/positional_encoding.h"
#include "headsup/attention/softmax.h"
#include "tensor/eigen_views.h"

namespace headsup {
namespace {

std::vector<double> numbers(const auto& expression) {
  return {expression.begin(), expression.end()};
}

}  // namespace

Facts softmax_facts(std::span<const float> row) {
  SoftmaxRow made = softmax_row(row.data(), row.size());
  return {{"maximum", static_cast<double>(made.maximum)},
          {"shifted", std::move(made.shifted)},
          {"powers", std::move(made.powers)},
          {"sum", made.sum}};
}

Facts layer_norm_facts(std::span<const float> row, double eps) {
  const RowMoments moments = row_moments(row.data(), row.size(), eps);
  const Eigen::ArrayXd deviations = view(row.data(), row.size(), 1).cast<double>() - moments.mean;
  return {{"mean", moments.mean},
          {"deviations", numbers(deviations)},
          {"squares", numbers(deviations.square())},
          {"variance", moments.variance},
          {"eps", eps},
          {"divisor", std::sqrt(moments.variance + eps)},
          {"rstd", moments.rstd},
          {"normalized", numbers(deviations * moments.rstd)}};
}

Facts product_facts(std::vector<double> products) {
  std::vector<double> order(products.size());
  std::iota(order.begin(), order.end(), 0.0);
  const auto size_at = [&](double place) { return std::abs(products[static_cast<Index>(place)]); };
  std::stable_sort(order.begin(), order.end(), [&](double a, double b) { return size_at(a) > size_at(b); });
  // From the smallest product to the largest.
  std::vector<double> rest(products.size() + 1);
  for (Index n = products.size(); n-- > 0;) rest[n] = rest[n + 1] + products[static_cast<Index>(order[n])];
  const double sum = std::accumulate(products.begin(), products.end(), 0.0);
  return {{"products", std::move(products)},
          {"sum", sum},
          {"order", std::move(order)},
          {"rest", std::move(rest)}};
}

Facts sinusoid_facts(Index position, Index column, Index d_model) {
  const Sinusoid wave = sinusoid(position, column, d_model);
  const SineCosine of_angle = sine_cosine(wave.angle);
  return {{"period", wave.period},
          {"angle", wave.angle},
          {"sine", of_angle.sine},
          {"cosine", of_angle.cosine},
          {"part", wave.cosine ? "cos" : "sin"}};
}

Facts cache_facts(Index d_model, Index width, Index tokens, Index parts) {
  const auto each = static_cast<double>(width);
  const double projections = 3 * static_cast<double>(d_model) * each;
  double newest = 0;
  double cached = 0;
  double uncached = 0;
  for (Index token = 1; token <= tokens; ++token) {
    const auto count = static_cast<double>(token);
    const double products[] = {projections, count * each, count * each};
    newest = std::accumulate(products, products + (token == tokens ? parts : 3), 0.0);
    cached += newest;
    uncached += count * newest;
  }
  const auto count = static_cast<double>(tokens);
  return {{"projections", projections}, {"scores", count * each},    {"values", count * each},
          {"newest", newest},           {"cached", cached},          {"newestUncached", count * newest},
          {"uncached", uncached},       {"saved", uncached - cached}};
}

}  // namespace headsup
