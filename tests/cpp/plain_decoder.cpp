#include "plain_decoder.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace headsup::tests {
namespace {

using Row = std::vector<double>;
using Table = std::vector<Row>;

/// A change of the number `place` of the weight `weight`, in float64, because float32 would round it away.
struct Move {
  Index weight;
  Index place;
  double by;
};

class PlainDecoder {
 public:
  PlainDecoder(const TrainingSpec& spec, const StateDict& weights, const Move& move,
               const TrainingWalk* walk = nullptr, Index row = 0)
      : spec_(spec), weights_(weights), move_(move), walk_(walk), row_(row) {}

  /// Logits (L, V) for the tokens of one row.
  Table logits(const std::vector<std::int32_t>& ids) const {
    Table x = dropped("embedding", embed(ids));
    for (Index i = 0; i < spec_.layers; ++i) x = block("blocks." + std::to_string(i) + ".", x);
    return linear(spec_.tied_head ? "embedding.weight" : "head.weight", "head.bias", normalize("norm", x));
  }

 private:
  Row numbers(const std::string& name) const {
    const auto named = [&](const NamedTensor& weight) { return weight.name == name; };
    const auto found = std::find_if(weights_.begin(), weights_.end(), named);
    Row row(found->tensor.data.begin(), found->tensor.data.end());
    if (found - weights_.begin() == static_cast<std::ptrdiff_t>(move_.weight)) row[move_.place] += move_.by;
    return row;
  }

  Table embed(const std::vector<std::int32_t>& ids) const {
    const Row table = numbers("embedding.weight");
    const Index width = spec_.d_model;
    Table x;
    for (Index t = 0; t < ids.size(); ++t) {
      Row row;
      for (Index d = 0; d < width; ++d) {
        const double pair = static_cast<double>(d - d % 2) / static_cast<double>(width);
        const double angle = static_cast<double>(t) / std::pow(10000.0, pair);
        const double cell = table[static_cast<Index>(ids[t]) * width + d];
        row.push_back(cell + (d % 2 == 0 ? std::sin(angle) : std::cos(angle)));
      }
      x.push_back(row);
    }
    return x;
  }

  Table block(const std::string& name, const Table& x) const {
    const Table y = sum(x, dropped(name + "attention", attention(name, normalize(name + "norm_1", x))));
    Table hidden = linear(name + "ff_1", normalize(name + "norm_2", y));
    for (Row& row : hidden)
      std::transform(row.begin(), row.end(), row.begin(), [&](double z) { return active(z); });
    return sum(y, dropped(name + "feed_forward", linear(name + "ff_2", hidden)));
  }

  /// Divides by 1 − p what the walk's draws keep; the rest is 0.
  Table dropped(const std::string& name, Table x) const {
    const TrainingStep* draws = walk_ == nullptr ? nullptr : walk_->find(name + "_draws");
    if (draws == nullptr) return x;
    for (Index t = 0; t < x.size(); ++t) {
      for (Index d = 0; d < x[t].size(); ++d) {
        x[t][d] = draws->at({row_, t, d}) < spec_.dropout ? 0 : x[t][d] / (1 - spec_.dropout);
      }
    }
    return x;
  }

  Table attention(const std::string& name, const Table& x) const {
    const Table q = linear(name + "w_q", x);
    const Table k = linear(name + "w_k", x);
    const Table v = linear(name + "w_v", x);
    Table values(x.size(), Row(spec_.d_model));
    for (Index i = 0; i < x.size(); ++i) {
      for (Index h = 0; h < spec_.num_heads; ++h) add_head(q, k, v, i, h, values[i]);
    }
    return linear(name + "w_0", values);
  }

  void add_head(const Table& q, const Table& k, const Table& v, Index i, Index h, Row& values) const {
    const Index width = spec_.d_model / spec_.num_heads;
    Row scores;
    for (Index j = 0; j < k.size(); ++j) {
      double score = 0;
      for (Index d = h * width; d < (h + 1) * width; ++d) score += q[i][d] * k[j][d];
      const bool masked = spec_.mask && j > i;
      scores.push_back(masked ? spec_.mask_fill : score / std::sqrt(static_cast<double>(width)));
    }
    const double whole = log_sum(scores);
    for (Index j = 0; j < k.size(); ++j) {
      const double share = std::exp(scores[j] - whole);
      for (Index d = h * width; d < (h + 1) * width; ++d) values[d] += share * v[j][d];
    }
  }

  Table linear(const std::string& name, const Table& x) const {
    return linear(name + ".weight", name + ".bias", x);
  }

  Table linear(const std::string& weight_name, const std::string& bias_name, const Table& x) const {
    const Row weight = numbers(weight_name);
    const Row bias = numbers(bias_name);
    Table y;
    for (const Row& row : x) {
      Row out = bias;
      for (Index o = 0; o < bias.size(); ++o) {
        for (Index i = 0; i < row.size(); ++i) out[o] += weight[o * row.size() + i] * row[i];
      }
      y.push_back(out);
    }
    return y;
  }

  Table normalize(const std::string& name, Table x) const {
    const Row weight = numbers(name + ".weight");
    const Row bias = numbers(name + ".bias");
    for (Row& row : x) {
      const auto count = static_cast<double>(row.size());
      const double mean = std::accumulate(row.begin(), row.end(), 0.0) / count;
      double variance = 0;
      for (const double number : row) variance += (number - mean) * (number - mean) / count;
      for (Index i = 0; i < row.size(); ++i) {
        row[i] = (row[i] - mean) / std::sqrt(variance + 1e-5) * weight[i] + bias[i];
      }
    }
    return x;
  }

  static Table sum(Table a, const Table& b) {
    for (Index i = 0; i < a.size(); ++i) {
      for (Index j = 0; j < a[i].size(); ++j) a[i][j] += b[i][j];
    }
    return a;
  }

  double active(double x) const {
    if (spec_.activation == Activation::relu) return x > 0 ? x : 0;
    return x * (1 + std::erf(x / std::sqrt(2.0))) / 2;
  }

 public:
  static double log_sum(const Row& row) {
    const double largest = *std::max_element(row.begin(), row.end());
    double sum = 0;
    for (const double number : row) sum += std::exp(number - largest);
    return largest + std::log(sum);
  }

 private:
  const TrainingSpec& spec_;
  const StateDict& weights_;
  Move move_;
  const TrainingWalk* walk_;
  Index row_;  ///< in the walk's batch
};

double loss_with(const TrainingSpec& spec, const StateDict& weights, const PlainRows& given,
                 const Move& move) {
  double sum = 0;
  Index counted = 0;
  for (Index i = 0; i < given.rows.size(); ++i) {
    const auto& row = given.rows[i];
    const PlainDecoder model(spec, weights, move, given.walk, i);
    const Table logits = model.logits({row.begin(), row.end() - 1});
    for (Index t = 0; t + 1 < row.size(); ++t) {
      if (row[t + 1] == spec.pad_id) continue;
      sum += PlainDecoder::log_sum(logits[t]) - logits[t][static_cast<Index>(row[t + 1])];
      ++counted;
    }
  }
  return sum / static_cast<double>(counted);
}

}  // namespace

double plain_loss(const TrainingSpec& spec, const StateDict& weights, const PlainRows& rows) {
  return loss_with(spec, weights, rows, {.weight = 0, .place = 0, .by = 0});
}

double plain_slope(const TrainingSpec& spec, const StateDict& weights, const PlainRows& rows, Index i,
                   Index place) {
  constexpr double kMove = 1e-5;
  return (loss_with(spec, weights, rows, {.weight = i, .place = place, .by = kMove}) -
          loss_with(spec, weights, rows, {.weight = i, .place = place, .by = -kMove})) /
         (2 * kMove);
}

}  // namespace headsup::tests
