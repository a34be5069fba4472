#pragma once
// Questions to the graph of a program: which cells a cell was made from, and what attention a softmax belongs to.

#include <string_view>
#include <vector>

#include "headsup/python/run.h"

namespace headsup::python {

constexpr Index kNone = static_cast<Index>(-1);
/// How many cells of a tensor are read one by one, so that a large program has its answers soon.
constexpr Index kMostCells = 16384;
/// How many steps a question may look at; one that needs more has no answer.
constexpr int kBudget = 256;

constexpr std::string_view kReshapes = "view reshape contiguous_view flatten";
constexpr std::string_view kSameOrder =
    "view reshape contiguous_view flatten unsqueeze squeeze contiguous clone detach to";
constexpr std::string_view kMoves =
    "view reshape contiguous_view flatten unsqueeze squeeze contiguous clone detach to transpose permute "
    "movedim select slice narrow split chunk expand repeat_interleave as_strided index";
constexpr std::string_view kProducts = "matmul bmm mm einsum";

/// One way in which scores are masked.
struct Mask {
  enum How : std::uint8_t { filled, added, multiplied };
  Index step;  ///< the masked scores
  Index mask;  ///< the mask's step; `step` where the scores themselves were cut to a triangle
  How how;     ///< a mask that is multiplied hides where it is 0
  /// What is filled in; of a mask that is added 1, of one that is subtracted −1.
  double value = 0;
  bool hides = false;  ///< the bit of the mask where scores are filled
};

/// A softmax whose scores are a product of queries and keys, with factors and masks on the way, and whose weights are
/// multiplied with values.
struct Attention {
  Index softmax;
  Index axis;               ///< of the softmax
  Index product = kNone;    ///< of queries and keys
  double factor = 1;        ///< of the scores; NaN where that is not one number
  bool has_factor = false;  ///< which may be 1
  /// Whether the product and all masked scores have the softmax's cells, one by one.
  bool is_aligned = false;
  std::vector<Mask> masks = {};
  Index mixed = kNone;  ///< the product with the values
  Index operand = 0;    ///< which of its operands the weights are
};

class Graph {
 public:
  explicit Graph(const Trace& trace);

  const std::vector<Step>& steps;

  /// Whether an operation is among these, which are one word each.
  bool is(Index at, std::string_view words) const;
  const Tensor& tensor(Index at) const { return steps[at].tensor; }
  const Shape& shape(Index at) const { return steps[at].shape(); }
  Index rank_of(Index at) const { return shape(at).size(); }
  Index input(Index at, Index operand) const { return steps[at].inputs[operand]; }
  double number(const HintCell& cell) const { return tensor(cell.step).at(cell.index); }
  /// How many of a tensor's cells are read: whole rows.
  Index cells_read(Index at) const;
  Index softmax_axis(Index at) const { return tensor(at).axis_of(steps[at].attributes.whole("dim", -1)); }
  /// The last step that uses a step in one of these operations, or kNone.
  Index use_of(Index at, std::string_view words) const;

  /// The cells of a step that a cell was made from; none where that takes too long.
  std::vector<Shape> origins(const HintCell& cell, Index from) const;
  /// The step that numbers come from by moves, factors, and sums with something of a smaller shape. Factors go into `a`.
  Index origin_of(Index at, Attention* a = nullptr) const;
  /// Whether a product sums over an axis of an operand.
  bool is_summed(Index product, Index operand, Index axis) const;
  /// Whether all numbers are 0 and 1, and both are there.
  bool is_bits(Index at) const;
  bool has_nan(Index at) const;

  Attention attention_of(Index softmax) const;
  /// The cell of a mask that decides over a score.
  HintCell of_mask(const Mask& mask, const Shape& index) const;
  /// Whether a mask hides a key, as it is meant.
  bool hides(const Mask& mask, const Shape& index) const;
  /// What a mask is made from: triangles, and comparisons of ids with the padding's.
  std::vector<Index> leaves_of(Index mask) const;

 private:
  void add_origins(const HintCell& cell, Index from, std::vector<Shape>& found, int& budget) const;
  void scale(Attention& a, Index at, Index by) const;
  bool reads_scores(Index at, Attention& a, int& budget) const;
  void find_mixed(Attention& a) const;
  void find_leaves(Index at, std::vector<Index>& leaves, int& budget) const;

  const Trace& trace_;
  std::vector<Index> last_use_;                ///< by step, a place in uses_
  std::vector<std::pair<Index, Index>> uses_;  ///< the step that uses it, and the use before
  std::vector<Index> ids_;                     ///< where tables of embeddings are read
};

}  // namespace headsup::python
