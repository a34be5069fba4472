#include "trace/operations.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include "attention/elementary.h"
#include "headsup/attention/layer_norm.h"

namespace headsup {
namespace {

using Builder = ExplanationBuilder;

// What several operations share.

double as_number(Index index) {
  return static_cast<double>(index);
}

Shape with_last(Shape index, Index last) {
  index.back() = last;
  return index;
}

/// The row of `x` at the explained cell's index without its last axis.
std::span<const float> row_of(const Builder& e, const Step& x) {
  const std::span<const float> numbers = std::get<FloatTensor>(x.tensor).data;
  return numbers.subspan(offset_of(x.shape(), with_last(e.out.index, 0)), x.shape().back());
}

/// A fact that has been added.
double number(const Builder& e, Name name) {
  const Facts& facts = e.out.detail;
  const auto found =
      std::find_if(facts.begin(), facts.end(), [&](const auto& fact) { return fact.first == name; });
  assert(found != facts.end());
  return std::get<double>(found->second);
}

/// Elementwise operations: the cell of each input that the explained one reads.
void explain_elementwise(const Builder& e) {
  for (Index i = 0; e.has_input(i); ++i) e.broadcast_cell(e.input(i));
}

// Parameters: back to the generator, or to what was given.

DrawnNumber explain_draw(const Builder& e) {
  const Draws& draws = std::get<Draws>(e.step.origin);
  DrawnNumber number = replay(draws, offset_of(e.step.shape(), e.out.index), e.replays);
  for (const auto& u : number.uniforms) e.term("draw", {static_cast<Index>(u.word)}, u.value);
  e.fact("distribution", Name(draws.distribution == Distribution::uniform ? "uniform" : "normal"));
  e.fact("seed", static_cast<double>(draws.seed));
  e.fact("draw", static_cast<double>(number.uniforms[0].word));
  e.fact("raw", static_cast<double>(number.uniforms[0].raw));
  return number;
}

void explain_uniform(const Builder& e) {
  const DrawnNumber number = explain_draw(e);
  e.fact("uniform", number.uniforms[0].value);
  e.fact("bound", static_cast<double>(static_cast<float>(std::get<Draws>(e.step.origin).bound)));
}

void explain_normal(const Builder& e) {
  const DrawnNumber number = explain_draw(e);
  e.fact("raw2", static_cast<double>(number.uniforms[1].raw));
  e.fact("radius", number.radius);
  e.fact("angle", number.angle);
  e.fact("part", Name(number.cosine ? "cos" : "sin"));
}

void explain_given(const Builder& e) {
  e.term("weights", e.out.index, e.out.value);
}

void explain_constant(const Builder& e) {
  e.term("constant", e.out.value);
}

// Moving numbers without changing them.

void explain_pad(const Builder& e) {
  const auto& origin = std::get<PadOrigin>(e.step.origin);
  const bool padded = e.out.index[1] >= origin.lengths[e.out.index[0]];
  if (padded) {
    e.term("padId", static_cast<double>(origin.pad_id));
  } else {
    e.term(origin.field, e.out.index, e.out.value);
  }
  e.fact("padded", bit(padded));
}

void explain_embedding(const Builder& e) {
  Shape id_index = e.out.index;
  id_index.pop_back();
  e.cell(e.input(0), id_index);
  const double id = term(e.out, 0);
  e.cell(e.input(1), {static_cast<Index>(id), e.out.index.back()});
  e.fact("token", id);
}

void explain_view(const Builder& e) {
  e.cell(e.input(0), index_of(e.input(0).shape(), offset_of(e.step.shape(), e.out.index)));
}

void explain_transpose(const Builder& e) {
  Shape index = e.out.index;
  std::swap(index[1], index[2]);
  e.cell(e.input(0), index);
}

// Positions.

void explain_sinusoid(const Builder& e) {
  const Index position = e.out.index[0];
  const Index column = e.out.index[1];
  e.term("position", as_number(position));
  e.term("column", as_number(column));
  e.facts(sinusoid_facts(position, column, e.step.shape()[1]));
}

void explain_position_ids(const Builder& e) {
  e.cell(e.input(0), e.out.index);
  e.term("padId", static_cast<double>(std::get<CompareOrigin>(e.step.origin).pad_id));
  e.term("place", as_number(e.out.index[1] + 1));
}

// Masks.

void explain_comparison(const Builder& e) {
  e.cell(e.input(0), {e.out.index[0], e.out.index[2]});
  e.term("padId", static_cast<double>(std::get<CompareOrigin>(e.step.origin).pad_id));
}

void explain_triangle(const Builder& e) {
  const Shape& index = e.out.index;
  e.term("query", as_number(index[index.size() - 2]));
  e.term("key", as_number(index.back()));
}

void explain_masked_fill(const Builder& e) {
  e.cell(e.input(0), e.out.index);
  Shape index = e.out.index;
  // Scores with heads have one axis more than the mask; unsqueeze(1) adds it, and all heads share the bit.
  if (index.size() == 4) index.erase(index.begin() + 1);
  e.broadcast_cell(e.input(1), index);
  const auto& origin = std::get<FillOrigin>(e.step.origin);
  const double masked_bit = origin.masked_bit;
  e.fact("fill", static_cast<double>(origin.fill));
  e.fact("maskedBit", masked_bit);
  e.fact("filled", bit(term(e.out, 1) == masked_bit));
}

// Sums of products: both factors of every product are terms.

void explain_linear(const Builder& e) {
  const Step& x = e.input(0);
  const Step& weight = e.input(1);
  const Index out = e.out.index.back();
  for (Index i = 0; i < x.shape().back(); ++i) {
    e.cell(x, with_last(e.out.index, i));
    e.cell(weight, {out, i});
  }
  e.facts(product_facts(products_of(e.out.terms)));
  if (e.has_input(2)) e.cell(e.input(2), {out});
}

void explain_conv1d(const Builder& e) {
  const Step& x = e.input(0);
  const Step& weight = e.input(1);
  // conv1 reads (B, L, D) and gives (B, F, L), conv2 reads that and gives (B, L, D).
  const bool channels_first = e.step.axes[1] == "F";
  const Index out = e.out.index[channels_first ? 1 : 2];
  const Index position = e.out.index[channels_first ? 2 : 1];
  for (Index i = 0; i < weight.shape()[1]; ++i) {
    e.cell(x, {e.out.index[0], channels_first ? position : i, channels_first ? i : position});
    e.cell(weight, {out, i, 0});
  }
  e.facts(product_facts(products_of(e.out.terms)));
  if (e.has_input(2)) e.cell(e.input(2), {out});
}

void explain_scaled_dot_product(const Builder& e) {
  const Step& q = e.input(0);
  const Step& k = e.input(1);
  const double d_k = as_number(std::get<ScaleOrigin>(e.step.origin).d_k);
  Shape k_index = e.out.index;
  k_index[k_index.size() - 2] = e.out.index.back();
  for (Index i = 0; i < q.shape().back(); ++i) {
    e.cell(q, with_last(e.out.index, i));
    e.cell(k, with_last(k_index, i));
  }
  e.facts(product_facts(products_of(e.out.terms)));
  e.fact("dot", number(e, "sum"));
  e.fact("dK", d_k);
  e.fact("divisor", std::sqrt(d_k));
}

void explain_weighted_sum(const Builder& e) {
  const Step& attention = e.input(0);
  const Step& v = e.input(1);
  Shape v_index = e.out.index;
  for (Index s = 0; s < attention.shape().back(); ++s) {
    e.cell(attention, with_last(e.out.index, s));
    v_index[v_index.size() - 2] = s;
    e.cell(v, v_index);
  }
  e.facts(product_facts(products_of(e.out.terms)));
}

// Rows.

void explain_softmax(const Builder& e) {
  const Step& x = e.input(0);
  const std::span<const float> scores = row_of(e, x);
  for (Index i = 0; i < scores.size(); ++i) e.cell(x, with_last(e.out.index, i));
  e.facts(softmax_facts(scores));
  e.term("maximum", number(e, "maximum"));
  e.term("sum", number(e, "sum"));
  e.fact("position", as_number(e.out.index.back()));
}

void explain_layer_norm(const Builder& e) {
  const Step& x = e.input(0);
  const std::span<const float> row = row_of(e, x);
  const Index column = e.out.index.back();
  for (Index i = 0; i < row.size(); ++i) e.cell(x, with_last(e.out.index, i));
  e.facts(layer_norm_facts(row, kLayerNormEps));
  e.term("mean", number(e, "mean"));
  e.term("rstd", number(e, "rstd"));
  e.cell(e.input(1), {column});
  e.cell(e.input(2), {column});
  e.fact("position", as_number(column));
}

void explain_gelu(const Builder& e) {
  explain_elementwise(e);
  e.fact("cdf", normal_cdf(term(e.out, 0)));
}

struct Row {
  Op op;
  const char* name;
  void (*explain)(const Builder& e);
};

constexpr Row kRows[] = {
#define HEADSUP_ROW(name, explain, recompute) {Op::name, #name, explain},
    HEADSUP_OPERATIONS(HEADSUP_ROW)
#undef HEADSUP_ROW
};

constexpr bool rows_are_in_the_order_of_op() {
  for (Index i = 0; i < std::size(kRows); ++i) {
    if (static_cast<Index>(kRows[i].op) != i) return false;
  }
  return true;
}
static_assert(rows_are_in_the_order_of_op());

}  // namespace

void explain_with(const ExplanationBuilder& builder) {
  kRows[static_cast<Index>(builder.step.op)].explain(builder);
}

const char* to_string(Op op) {
  return kRows[static_cast<Index>(op)].name;
}

}  // namespace headsup
