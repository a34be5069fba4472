// The terms of the numbers that a training step computes forwards.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>

#include "headsup/operations/facts.h"
#include "tensor/elementary.h"
#include "training/walk/operations.h"

namespace headsup::training {
namespace {

using Builder = WalkBuilder;

double as_number(Index index) {
  return static_cast<double>(index);
}

void explain_given(const Builder& e) {
  e.word("weights", e.index(), e.out.value, 1, e.out.name);
}

/// row[:-1] are the ids, row[1:] the targets.
void explain_batch(const Builder& e) {
  const Index row = e.walk.rows[e.index()[0]];
  const bool is_target = e.out.name == "targets";
  e.word("data", {row, e.index()[1] + (is_target ? 1 : 0)}, e.out.value, 1, e.out.name);
  if (is_target) e.fact("counts", e.out.value == static_cast<double>(e.walk.spec.pad_id) ? 0.0 : 1.0);
}

void explain_sinusoid(const Builder& e) {
  e.word("sinusoid", e.index(), e.out.value, 1, e.out.name);
  for (const auto& [name, fact] : sinusoid_facts(e.index()[0], e.index()[1], e.step.shape()[1])) {
    if (name == "period" || name == "angle") e.fact(name, std::get<double>(fact));
    if (name == "part") e.fact(name, std::get<std::string_view>(fact));
  }
}

void explain_rand(const Builder& e) {
  e.word("rand", e.index(), e.out.value, 1, e.out.name);
}

/// y = x · (0 or 1 / (1 − p))
void explain_dropout(const Builder& e) {
  e.cell(e.input(0), e.index(), dropout_factor(e, e.input(1)));
}

void explain_embedding(const Builder& e) {
  const Shape& index = e.index();
  const double id = e.input(0).at({index[0], index[1]});
  e.cell(e.input(1), {static_cast<Index>(id), index[2]}, 1);
  e.cell(e.input(2), {index[1], index[2]}, 1);
  e.fact("token", id);
}

void explain_layer_norm(const Builder& e) {
  const TrainingStep& x = e.input(0);
  const NormalRow row(row_at(x, e.index()));
  const Index column = e.index().back();
  const double slope = row.rstd * e.input(1).at({column});
  const double share = 1 / as_number(row.x.size());
  for (Index j = 0; j < row.x.size(); ++j) {
    e.cell(x, with_last(e.index(), j), slope * ((j == column ? 1 : 0) - share));
  }
  e.cell(e.input(2), {column}, 1);
  e.fact("mean", row.mean);
  e.fact("variance", row.variance);
  e.fact("rstd", row.rstd);
  e.fact("weight", e.input(1).at({column}));
}

void explain_linear(const Builder& e) {
  const Index out = e.index().back();
  const Index width = e.input(0).shape().back();
  for (Index i = 0; i < width; ++i) {
    e.cell(e.input(0), with_last(e.index(), i), e.input(1).at({out, i}));
  }
  e.cell(e.input(2), {out}, 1);
}

void explain_scores(const Builder& e) {
  const Shape& index = e.index();
  const HeadColumns heads(e.walk, e.input(0));
  for (Index k = 0; k < heads.width; ++k) {
    const Index column = heads.first(index[1]) + k;
    const double key = e.input(1).at({index[0], index[3], column});
    e.cell(e.input(0), {index[0], index[2], column}, key * heads.scale());
  }
  e.fact("divisor", std::sqrt(as_number(heads.width)));
}

void explain_masked_fill(const Builder& e) {
  const bool masked = e.index()[3] > e.index()[2];
  const double fill = static_cast<double>(static_cast<float>(e.walk.spec.mask_fill));
  if (masked) {
    e.word("fill", {}, fill, 1, e.out.name);
  } else {
    e.cell(e.input(0), e.index(), 1);
  }
  e.fact("masked", masked ? 1.0 : 0.0);
  e.fact("fill", fill);
}

/// e^(x − the largest), and their sum.
struct Powers {
  explicit Powers(std::span<const float> row) : x(row) {
    for (const float number : row) maximum = std::isnan(number) ? number : std::max(maximum, number);
    for (Index i = 0; i < row.size(); ++i) sum += at(i);
  }
  double at(Index i) const {
    return exp_of_negative(static_cast<double>(x[i]) - static_cast<double>(maximum));
  }

  std::span<const float> x;
  float maximum = -std::numeric_limits<float>::infinity();
  double sum = 0;
};

void explain_softmax(const Builder& e) {
  const Powers powers(row_at(e.input(0), e.index()));
  const Index place = e.index().back();
  e.word("power", e.index(), powers.at(place), 1 / powers.sum, e.step.inputs[0]);
  e.fact("score", static_cast<double>(powers.x[place]));
  e.fact("maximum", static_cast<double>(powers.maximum));
  e.fact("sum", powers.sum);
}

void explain_weighted_sum(const Builder& e) {
  const Shape& index = e.index();
  const Index head = HeadColumns(e.walk, e.input(1)).head_of(index[2]);
  const Index length = e.input(0).shape().back();
  for (Index j = 0; j < length; ++j) {
    e.cell(e.input(0), {index[0], head, index[1], j}, e.input(1).at({index[0], j, index[2]}));
  }
}

void explain_add(const Builder& e) {
  e.cell(e.input(0), e.index(), 1);
  e.cell(e.input(1), e.index(), 1);
}

void explain_gelu(const Builder& e) {
  const double below = normal_cdf(e.input(0).at(e.index()));
  e.cell(e.input(0), e.index(), below);
  e.fact("cdf", below);
}

void explain_relu(const Builder& e) {
  e.cell(e.input(0), e.index(), e.input(0).at(e.index()) < 0 ? 0 : 1);
}

void explain_cross_entropy(const Builder& e) {
  const TrainingStep& logits = e.input(0);
  const Index counted = counted_targets(e.walk);
  e.fact("count", as_number(counted));
  // 0 / 0
  if (counted == 0) return e.word("sum", {}, 0, -std::numeric_limits<double>::infinity(), logits.name);
  const Shape& shape = e.input(1).shape();
  for (Index b = 0; b < shape[0]; ++b) {
    for (Index t = 0; t < shape[1]; ++t) {
      const double target = e.input(1).at({b, t});
      if (target == static_cast<double>(e.walk.spec.pad_id)) continue;
      const Shape at = {b, t, static_cast<Index>(target)};
      const Powers powers(row_at(logits, at));
      const double log = logits.at(at) - static_cast<double>(powers.maximum) - std::log(powers.sum);
      e.word("log_probability", at, log, -1 / as_number(counted), logits.name);
    }
  }
}

struct Forward {
  std::string_view op;
  void (*explain)(const Builder&);
};
constexpr Forward kForward[] = {
    {"given", explain_given},
    {"batch", explain_batch},
    {"sinusoid", explain_sinusoid},
    {"embedding", explain_embedding},
    {"rand", explain_rand},
    {"dropout", explain_dropout},
    {"layer_norm", explain_layer_norm},
    {"linear", explain_linear},
    {"scaled_dot_product", explain_scores},
    {"masked_fill", explain_masked_fill},
    {"softmax", explain_softmax},
    {"weighted_sum", explain_weighted_sum},
    {"add", explain_add},
    {"gelu", explain_gelu},
    {"relu", explain_relu},
    {"cross_entropy", explain_cross_entropy},
};

}  // namespace

void explain_forward(const WalkBuilder& e) {
  const auto found = std::find_if(std::begin(kForward), std::end(kForward),
                                  [&](const Forward& row) { return row.op == e.step.op; });
  assert(found != std::end(kForward));
  found->explain(e);
}

}  // namespace headsup::training
