#include "python/torch/attention.h"

#include <algorithm>
#include <cmath>

#include "graph/recorded_call.h"
#include "operations/operations.h"

namespace headsup::python {

Graph::Graph(const Trace& trace) : steps(trace.steps), trace_(trace), last_use_(steps.size(), kNone) {
  for (Index i = 0; i < steps.size(); ++i) {
    for (const Index input : steps[i].inputs) {
      uses_.emplace_back(i, last_use_[input]);
      last_use_[input] = uses_.size() - 1;
    }
    if (steps[i].operation == &op::embedding && steps[i].contributions.empty())
      ids_.push_back(origin_of(input(i, 0)));
  }
}

bool Graph::is(Index at, std::string_view words) const {
  if (!steps[at].contributions.empty()) return false;
  const std::string_view word = steps[at].operation->name;
  for (std::size_t i = words.find(word); i != std::string_view::npos; i = words.find(word, i + 1)) {
    const std::size_t end = i + word.size();
    if ((i == 0 || words[i - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

Index Graph::cells_read(Index at) const {
  const Index row = shape(at).back();
  return row > kMostCells ? 0 : std::min(tensor(at).count(), kMostCells / row * row);
}

Index Graph::use_of(Index at, std::string_view words) const {
  Index use = last_use_[at];
  while (use != kNone && !is(uses_[use].first, words)) use = uses_[use].second;
  return use == kNone ? kNone : uses_[use].first;
}

Attention Graph::attention_of(Index softmax) const {
  Attention a = {.softmax = softmax, .axis = softmax_axis(softmax)};
  find_mixed(a);
  Attention with = a;
  with.is_aligned = true;
  int budget = kBudget;
  if (!reads_scores(input(softmax, 0), with, budget) || tensor(with.product).empty()) return a;
  with.is_aligned &= shape(with.product) == shape(softmax);
  for (const Mask& mask : with.masks) with.is_aligned &= shape(mask.step) == shape(softmax);
  return with;
}

std::vector<Shape> Graph::origins(const HintCell& cell, Index from) const {
  std::vector<Shape> found;
  int budget = kBudget;
  add_origins(cell, from, found, budget);
  if (budget < 0) found.clear();
  return found;
}

void Graph::add_origins(const HintCell& cell, Index from, std::vector<Shape>& found, int& budget) const {
  if (cell.step == from) return found.push_back(cell.index);
  const Step& made = steps[cell.step];
  if (cell.step < from || made.inputs.empty() || !made.contributions.empty()) return;
  // Where a number was moved from is found by moving all of them.
  if (made.tensor.count() > 4 * kMostCells) budget = 0;
  if (--budget < 0) return;
  const RecordedCall made_by(trace_, made);
  for (const OperandTerm& term : reason_of(made_by.call, made.tensor, cell.index, nullptr).terms) {
    if (term.operand < made.inputs.size())
      add_origins({made.inputs[term.operand], term.index}, from, found, budget);
  }
}

HintCell Graph::of_mask(const Mask& mask, const Shape& index) const {
  return {mask.mask, broadcast_index(shape(mask.mask), index)};
}

Index Graph::origin_of(Index at, Attention* a) const {
  while (true) {
    if (is(at, kMoves) || is(at, "dropout")) {
      at = input(at, 0);
      continue;
    }
    if (!is(at, "mul div add")) return at;
    const Index which = shape(input(at, 0)) == shape(at) ? 0 : 1;
    if (shape(input(at, which)) != shape(at) || (which == 1 && is(at, "div"))) return at;
    if (a != nullptr && !is(at, "add")) scale(*a, at, input(at, 1 - which));
    at = input(at, which);
  }
}

void Graph::scale(Attention& a, Index at, Index by) const {
  const double number = tensor(by).count() == 1 ? tensor(by).at_position(0) : std::nan("");
  a.factor = is(at, "div") ? a.factor / number : a.factor * number;
  a.has_factor = true;
}

bool Graph::is_summed(Index product, Index operand, Index axis) const {
  const Index rank = rank_of(input(product, operand));
  if (!is(product, "einsum")) return axis + (operand == 0 || rank == 1 ? 1 : 2) == rank;
  std::string text(steps[product].attributes.word("equation", ""));
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  const std::size_t arrow = text.find("->");
  const std::size_t comma = text.find(',');
  if (arrow == std::string::npos || comma == std::string::npos) return false;
  // Axes count from the end, because "..." may stand before them.
  const std::size_t end = operand == 0 ? comma : arrow;
  return rank - axis <= end && text.find(text[end - (rank - axis)], arrow) == std::string::npos;
}

bool Graph::reads_scores(Index at, Attention& a, int& budget) const {
  if (--budget < 0) return false;
  const std::vector<Index>& in = steps[at].inputs;
  if (is(at, kProducts)) {
    a.product = at;
    return in.size() == 2;
  }
  if (is(at, kMoves) || is(at, "dropout index_put as_strided_scatter tril triu masked_fill")) {
    if (!reads_scores(in[0], a, budget)) return false;
    a.is_aligned &=
        shape(in[0]) == shape(at) && !is(at, "index index_put as_strided_scatter transpose permute movedim");
    if (is(at, "tril triu")) a.masks.push_back({at, at, Mask::multiplied});
    if (is(at, "masked_fill")) {
      const double value = in.size() > 2 ? tensor(in[2]).item() : steps[at].attributes.number("value", 0);
      a.masks.push_back({at, in[1], Mask::filled, value, true});
    }
    return true;
  }
  const Index first = is(at, "where") && in.size() == 3 ? 1 : 0;
  if (first == 0 && !is(at, "add sub mul div")) return false;
  for (const Index which : {first, first + 1}) {
    Attention with = a;
    if ((which == 1 && is(at, "sub div")) || !reads_scores(in[which], with, budget)) continue;
    const Index other = in[2 * first + 1 - which];
    if (first == 1) {
      if (tensor(other).count() == 1 || is(other, "full"))
        with.masks.push_back({at, in[0], Mask::filled, tensor(other).at_position(0), which == 2});
      else
        with.is_aligned = false;
    } else if (is(at, "mul div") && !is_bits(other)) {
      scale(with, at, other);
    } else if (rank_of(other) > 0) {
      with.masks.push_back(
          {at, other, is(at, "mul") ? Mask::multiplied : Mask::added, is(at, "sub") ? -1. : 1.});
    }
    a = std::move(with);
    return true;
  }
  return false;
}

bool Graph::is_bits(Index at) const {
  const Tensor& x = tensor(at);
  bool has[2] = {};
  for (Index i = 0; i < (x.count() > kMostCells ? 0 : x.count()); ++i) {
    const double number = x.at_position(i);
    if (number != 0 && number != 1) return false;
    has[static_cast<int>(number)] = true;
  }
  return has[0] && has[1];
}

bool Graph::has_nan(Index at) const {
  Index i = 0;
  while (i < std::min(kMostCells, tensor(at).count()) && !std::isnan(tensor(at).at_position(i))) ++i;
  return i < std::min(kMostCells, tensor(at).count());
}

bool Graph::hides(const Mask& mask, const Shape& index) const {
  const double bit = number(of_mask(mask, index));
  if (mask.how == Mask::filled) return (bit != 0) == mask.hides;
  return mask.how == Mask::added ? bit * mask.value <= -1000 : bit == 0;
}

void Graph::find_leaves(Index at, std::vector<Index>& leaves, int& budget) const {
  if (--budget < 0 || !steps[at].contributions.empty()) return;
  if (std::find(leaves.begin(), leaves.end(), at) != leaves.end()) return;
  const bool is_padding = is(at, "eq ne not_equal") && rank_of(input(at, 0)) == 2 &&
                          tensor(input(at, 1)).count() == 1 &&
                          std::find(ids_.begin(), ids_.end(), origin_of(input(at, 0))) != ids_.end();
  if (is_padding || is(at, "tril triu")) return leaves.push_back(at);
  for (const Index input : steps[at].inputs) find_leaves(input, leaves, budget);
}

std::vector<Index> Graph::leaves_of(Index mask) const {
  std::vector<Index> leaves;
  int budget = kBudget;
  find_leaves(mask, leaves, budget);
  return leaves;
}

void Graph::find_mixed(Attention& a) const {
  std::vector<Index> weights = {a.softmax};
  for (Index i = 0; i < weights.size() && a.mixed == kNone; ++i) {
    for (Index use = last_use_[weights[i]]; use != kNone; use = uses_[use].second) {
      const Index by = uses_[use].first;
      if (is(by, kProducts) && steps[by].inputs.size() == 2) {
        a.mixed = by;
        a.operand = input(by, 0) == weights[i] ? 0 : 1;
      } else if (is(by, "dropout contiguous clone detach to masked_fill where") &&
                 shape(by) == shape(a.softmax) && weights.size() < 8) {
        weights.push_back(by);
      }
    }
  }
}

}  // namespace headsup::python
