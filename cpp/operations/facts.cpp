#include "headsup/operations/facts.h"

#include <numeric>

namespace headsup {

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
