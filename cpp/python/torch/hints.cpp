// Hints: what a program does wrong without an error. Each rule asks the graph, and shows the cells that prove what it says.
//
// Most rules are about attention: a softmax whose scores are a product of queries and keys, with factors and masks on the way, and
// whose weights are then multiplied with values. Where a cell came from, through views, masks and transpositions, the explanations
// of the steps say. A rule that is not sure is silent.
#include "python/torch/hints.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "operations/operations.h"
#include "python/decimal.h"
#include "python/torch/attention.h"

namespace headsup::python {
namespace {

/// Programs run a line again and again; rules look at its first runs.
constexpr int kRuns = 4;
/// What a rule says. {0} is the hint's first cell, {=0} its number, {shape 0} the shape of its step; {shape}, {op} and {axis x}
/// are of the hint's step; {x} is a value.
struct Rule {
  std::string_view name;
  std::string_view message;
};
constexpr Rule kRules[] = {
    {"softmax-axis",
     "softmax runs over {axis dim} of {shape}, but the keys are {axis keys}: the row from {0} = {=0} to "
     "{1} = {=1} adds up to {sum}, not to 1. Write softmax(dim=-1)."},
    {"softmax-twice",
     "This is the softmax of a softmax: its shares, all between 0 and 1, become almost even, {0} = {=0} "
     "becomes {1} = {=1}. Leave one of the two out."},
    {"softmax-before-loss",
     "cross_entropy takes the softmax itself, and its input has gone through one already, as {0} = {=0} "
     "has: with {classes} classes even a sure and right answer has a loss of {least}. Give it the "
     "numbers from before the softmax."},
    {"scale-d-model",
     "The scores are divided by √d_model = √{d_model}, but a head has {d_k} numbers, so each score is a "
     "sum of {d_k} products: {0} = {=0} becomes {=1}. Divide by √d_k = √{d_k}: math.sqrt(q.size(-1))."},
    {"scale-missing",
     "The scores are not divided by √d_k: each is a sum of {d_k} products, as {0} = {=0} is, so their "
     "spread grows with √{d_k} and the softmax becomes too sharp. Write scores / math.sqrt(q.size(-1))."},
    {"heads-view",
     "This {op} to {shape} mixes tokens: {0} belongs to token {token}, but it is {1}, a number of token "
     "{got}. Split the last axis alone, then swap: .view(B, {length}, {heads}, {d_k}).transpose(1, 2)."},
    {"heads-join",
     "This {op} joins heads of {shape 1} to {shape} without swapping heads and tokens back: {0} is in "
     "the row of token {token}, but it is {1}, a number of token {got}. Write .transpose(1, "
     "2).reshape(B, {length}, {d_model})."},
    {"mask-added",
     "The mask's 0 and 1 are added to the scores, which hides nothing: {1} = {=1} where the mask is 0, "
     "{3} = {=3} where it is 1. Write scores.masked_fill(hidden, float('-inf')), where hidden is True "
     "for the keys to leave out."},
    {"mask-weak",
     "What the mask hides gets weight all the same: {0} = {=0}, but {1} = {=1}, not 0. Write "
     "scores.masked_fill(hidden, float('-inf')) before the softmax."},
    {"mask-upside-down",
     "The mask hides the past and shows the future: {0} = {=0}, though key 1 comes after query 0, and "
     "{1} = {=1}. What is filled is hidden: use ~mask, or torch.triu(…, diagonal=1)."},
    {"mask-hides-self",
     "The causal mask hides each token from itself, and from query 0 every key: {0} = {=0}. Begin one "
     "diagonal later: hide torch.triu(…, diagonal=1), or keep torch.tril(…)."},
    {"mask-shows-next",
     "The causal mask shows each token the next one: {0} = {=0}, though key 1 comes after query 0. "
     "Begin one diagonal earlier: hide torch.triu(…, diagonal=1), or keep torch.tril(…)."},
    {"padding-upside-down",
     "The mask hides the words and shows the padding: {0} = {=0} at a word, {1} = {=1} at padding, "
     "whose id is {pad}. What is filled is hidden: use ids == {pad}."},
    {"padding-queries",
     "The padding mask hides rows, which are queries, and no keys: {0} = {=0} is padding, so its row "
     "has no key left, {1} = {=1}, and every other token still looks at it. Give the mask the shape (B, "
     "1, 1, {keys}): mask.unsqueeze(1).unsqueeze(2)."},
    {"mask-batch",
     "The mask's sentences lie on {axis dim} of {shape}, as its shape is {shape 0}: what is hidden in "
     "sentence 0 depends on {1} = {=1}, a token of sentence 1. Axes are aligned from the last one: give "
     "the mask the shape (B, 1, 1, {keys}) or (B, 1, L, {keys}) by unsqueeze(1)."},
    {"row-hidden",
     "A row has no key left: its {keys} scores from {0} = {=0} on are all -inf, so its weights are 0 / "
     "0, {1} = {=1}, and so is all that is made from them. Fill with -1e9 in place of -inf, or leave "
     "such rows out."},
    {"targets-not-shifted",
     "The targets are the tokens that were put in: from {0} = {=0} the model is to predict {=1}, which "
     "it sees, and not the next token, {2} = {=2}. Put in ids[:, :-1], and give ids[:, 1:] as targets."},
    {"dropout-on",
     "Dropout is still on where no gradients are recorded: {0} = {=0} became 0 by chance (p = {p}), so "
     "each run gives another result. Call model.eval() before, and model.train() afterwards."}};

std::string text_of(double x) {
  if (std::isnan(x)) return "nan";
  if (x < 0) return "-" + text_of(-x);
  if (std::isinf(x)) return "inf";
  if (x == std::floor(x) && x < 1e6) return std::to_string(static_cast<std::int64_t>(x));
  return x >= 1e-3 && x < 1e6 ? fixed_text(x, x < 1 ? 4 : 2) : scientific_text(x, 0);
}

bool is_near(double a, double b) {
  return std::fabs(a - b) <= 1e-4 * std::fabs(b);
}

bool is_same_place(const Span& a, const Span& b) {
  return a.cell == b.cell && a.line == b.line && a.column == b.column;
}

class Rules : Graph {
 public:
  Rules(const Trace& trace, const std::vector<StepSource>& sources) : Graph(trace), sources_(sources) {}

  std::vector<Hint> hints() {
    for (Index i = 0; i < steps.size(); ++i) {
      if (is(i, "std var")) last_spread_ = i;
      if (!steps[i].contributions.empty()) last_trained_ = i;
    }
    for (Index i = 0; i < steps.size(); ++i) {
      const Operation* operation = steps[i].operation;
      if (!steps[i].contributions.empty()) continue;
      if (operation == &op::dropout) check_dropout(i);
      if ((operation == &op::softmax || operation == &op::cross_entropy) && is_new_place(i) &&
          rank_of(input(i, 0)) > 0 && !tensor(i).empty()) {
        operation == &op::softmax ? check_softmax(i) : check_loss(i);
      }
    }
    return std::move(hints_);
  }

 private:
  // Lists, and not vectors, keep calls of tell small.
  using Cells = std::initializer_list<HintCell>;
  using Values = std::initializer_list<std::pair<std::string_view, double>>;
  static constexpr double real(Index x) { return static_cast<double>(x); }

  bool is_new_place(Index at) {
    for (auto& [known, runs] : places_) {
      if (is_same_place(known, sources_[at].span)) return ++runs <= kRuns;
    }
    places_.emplace_back(sources_[at].span, 1);
    return true;
  }

  // Telling.

  std::string part(const Hint& hint, std::string_view word) const {
    const std::size_t space = word.find(' ');
    const std::string_view what = word.substr(0, space);
    const std::string_view of = space == std::string_view::npos ? "" : word.substr(space + 1);
    if (what == "op") return steps[hint.step].op();
    if (what == "shape")
      return to_string(shape(of.empty() ? hint.step : hint.cells[static_cast<Index>(of[0] - '0')].step));
    if (what[0] == '=') return text_of(number(hint.cells[static_cast<Index>(what[1] - '0')]));
    if (what[0] >= '0' && what[0] <= '9') {
      const HintCell& cell = hint.cells[static_cast<Index>(what[0] - '0')];
      std::string text = to_string(cell.index);
      text.front() = '[';
      text.back() = ']';
      return steps[cell.step].name + text;
    }
    const std::string_view name = of.empty() ? what : of;
    const double value = std::find_if(hint.values.begin(), hint.values.end(), [&](const auto& each) {
                           return each.first == name;
                         })->second;
    if (of.empty()) return text_of(value);
    const Name letter = steps[hint.step].axes[static_cast<Index>(value)];
    return "axis " + text_of(value) + (letter.empty() ? "" : " (" + std::string(letter) + ")");
  }

  void tell(std::string_view rule, Index step, Cells cells, Values values = {}) {
    ++tells_;
    for (const Hint& hint : hints_) {
      if (hint.rule == rule && is_same_place(sources_[hint.step].span, sources_[step].span)) return;
    }
    Hint hint = {.rule = rule, .step = step, .message = {}, .cells = cells, .values = values};
    std::string_view text = std::find_if(std::begin(kRules), std::end(kRules), [&](const Rule& each) {
                              return each.name == rule;
                            })->message;
    for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{')) {
      const std::size_t close = text.find('}');
      hint.message += text.substr(0, open);
      hint.message += part(hint, text.substr(open + 1, close - open - 1));
      text.remove_prefix(close + 1);
    }
    hint.message += text;
    const auto after =
        std::find_if(hints_.begin(), hints_.end(), [&](const Hint& each) { return each.step > step; });
    hints_.insert(after, std::move(hint));
  }

  // Attention.

  void check_softmax(Index at) {
    const Shape first = Shape::zeros(rank_of(at));
    Index from = input(at, 0);
    while (is(from, kSameOrder) && shape(from) == shape(at)) from = input(from, 0);
    const Attention a = attention_of(at);
    if (is(from, "softmax") && shape(from) == shape(at) && softmax_axis(from) == a.axis)
      tell("softmax-twice", at, {{from, first}, {at, first}});
    const Index before = tells_;
    if (a.product != kNone) {
      check_scale(a);
      check_heads(a);
      if (a.is_aligned && rank_of(at) >= 2) check_axis(a);
      if (a.is_aligned && rank_of(at) >= 2 && a.axis + 1 == rank_of(at)) check_masks(a);
    }
    if (a.mixed != kNone && tells_ == before) check_hidden_row(a);
  }

  /// Whether queries, keys or values are made by a layer, or by a matrix that the program was given or drew.
  bool is_projected(Index at) const {
    if (is(at, "linear")) return true;
    return is(at, "matmul mm") && rank_of(input(at, 1)) == 2 && steps[origin_of(input(at, 1))].inputs.empty();
  }

  void check_axis(const Attention& a) {
    const Shape& sizes = shape(a.softmax);
    const Index keys = sizes.size() - 1;
    if (a.mixed == kNone || a.axis == keys || !is_summed(a.mixed, a.operand, keys)) return;
    // As many queries as keys, and both from layers or from the same: else it may be a clustering, which is meant so.
    const Index q = origin_of(input(a.product, 0));
    const Index k = origin_of(input(a.product, 1));
    if (sizes[keys] != sizes[keys - 1] || (q != k && !(is_projected(q) && is_projected(k)))) return;
    Index worst = 0;
    double sum = 1;
    for (Index row = 0; row < cells_read(a.softmax); row += sizes[keys]) {
      double total = 0;
      for (Index key = 0; key < sizes[keys]; ++key) total += tensor(a.softmax).at_position(row + key);
      if (!(std::fabs(total - 1) > std::fabs(sum - 1))) continue;
      sum = total;
      worst = row;
    }
    if (is_near(sum, 1)) return;
    tell("softmax-axis", a.softmax,
         {{a.softmax, index_of(sizes, worst)}, {a.softmax, index_of(sizes, worst + sizes[keys] - 1)}},
         {{"dim", real(a.axis)}, {"keys", real(keys)}, {"sum", sum}});
  }

  void check_scale(Attention a) {
    const Index q = origin_of(input(a.product, 0), &a);
    const Index k = origin_of(input(a.product, 1), &a);
    if (a.mixed == kNone || !is_projected(q) || !is_projected(k) || q == k || !(a.factor > 0)) return;
    double d_k = 1;
    for (Index axis = 0; axis < rank_of(input(a.product, 0)); ++axis)
      if (is_summed(a.product, 0, axis)) d_k *= static_cast<double>(shape(input(a.product, 0))[axis]);
    const auto d_model = static_cast<double>(shape(input(q, 0)).back());
    const HintCell score = {a.product, Shape::zeros(rank_of(a.product))};
    const HintCell scaled = {input(a.softmax, 0), Shape::zeros(rank_of(a.softmax))};
    if (d_k < 2) return;
    if (d_model > d_k && is_near(a.factor * std::sqrt(d_model), 1))
      tell("scale-d-model", a.product, {score, scaled}, {{"d_k", d_k}, {"d_model", d_model}});
    // Without values of a layer of their own it is attention as it was before transformers, which has no factor.
    const Index v = origin_of(input(a.mixed, 1 - a.operand));
    if (!a.has_factor && is(v, "linear") && v != q && v != k)
      tell("scale-missing", a.product, {score}, {{"d_k", d_k}});
  }

  void check_heads(const Attention& a) {
    if (is(a.product, "einsum")) return;
    check_split(input(a.product, 0), 0);
    check_split(input(a.product, 1), 1);
    if (a.mixed == kNone || is(a.mixed, "einsum") || a.operand != 0) return;
    check_split(input(a.mixed, 1), 0);
    check_join(a.mixed);
  }

  /// Whether each row of queries, keys or values is one token. `last` is the place of the tokens' axis, from the one before the last.
  void check_split(Index heads, Index last) {
    Index split = kNone;
    for (Index at = heads; is(at, kMoves); at = input(at, 0)) {
      if (is(at, kReshapes) && rank_of(input(at, 0)) >= 2 && rank_of(at) > 0 &&
          shape(at).back() < shape(input(at, 0)).back())
        split = at;
    }
    const Shape& sizes = shape(heads);
    const Index rank = sizes.size();
    if (split == kNone || rank < 3 || tensor(heads).count() > kMostCells) return;
    const Index from = input(split, 0);
    const Index words = rank_of(from) - 2;  // the axis of the tokens
    const Index rows = rank - 2 + last;
    const Index columns = rank - 1 - last;
    const Index length = sizes[rows];
    const Index d_k = sizes[columns];
    if (length < 3 || length != shape(from)[words] || d_k == 0 || shape(from).back() % d_k != 0) return;
    const Index n_heads = shape(from).back() / d_k;
    // A head that has one token's numbers in two rows, and another token's in a third one.
    Shape index = Shape::zeros(rank);
    index[rank - 3] = n_heads / length;
    if (index[rank - 3] >= sizes[rank - 3]) return;
    const auto origin = [&](Index row, Index column) {
      index[rows] = row;
      index[columns] = column;
      const std::vector<Shape> found = origins({heads, index}, from);
      return found.size() == 1 ? found[0] : Shape::zeros(words + 2);
    };
    for (const Index row : {Index{1}, length - 1}) {
      const Index before = origin(row - 1, 0)[words];
      if (before != origin(row, 0)[words] || before != origin(row, d_k - 1)[words] ||
          before == origin(row == 1 ? length - 1 : 0, 0)[words])
        continue;
      const Shape got = origin(row, 0);
      return tell("heads-view", split, {{heads, index}, {from, got}},
                  {{"token", real(row)},
                   {"got", real(got[words])},
                   {"length", real(length)},
                   {"heads", real(n_heads)},
                   {"d_k", real(d_k)}});
    }
  }

  /// Whether heads are put side by side without having been swapped with the tokens.
  void check_join(Index mixed) {
    const Shape& sizes = shape(mixed);
    const Index rank = sizes.size();
    if (rank < 3 || tensor(mixed).count() > kMostCells || tensor(mixed).empty()) return;
    Index join = mixed;
    while (!is(join, kReshapes) || shape(join).back() <= sizes.back()) {
      join = use_of(join, kMoves);
      if (join == kNone || rank_of(join) < 2) return;
    }
    const Shape& joined = shape(join);
    const Index length = sizes[rank - 2];
    const Index n_heads = joined.back() / sizes.back();
    // Where there are as many heads as tokens, the same call flattens each head.
    if (joined[joined.size() - 2] != length || n_heads == length || n_heads * sizes.back() != joined.back() ||
        tensor(join).count() != tensor(mixed).count() || sizes[rank - 3] % n_heads != 0 ||
        (rank > 3 && sizes[rank - 3] != n_heads))
      return;
    Shape index = Shape::zeros(joined.size());
    const std::vector<Shape> first = origins({join, index}, mixed);
    index.back() = sizes.back();
    const std::vector<Shape> second = origins({join, index}, mixed);
    if (first.size() != 1 || second.size() != 1 || first[0][rank - 2] == second[0][rank - 2]) return;
    tell("heads-join", join, {{join, index}, {mixed, second[0]}},
         {{"token", real(first[0][rank - 2])},
          {"got", real(second[0][rank - 2])},
          {"length", real(length)},
          {"d_model", real(joined.back())}});
  }

  // Masks.

  void check_masks(const Attention& a) {
    const Index before = tells_;
    for (const Mask& mask : a.masks) mask.how == Mask::added ? check_added(a, mask) : check_strength(a, mask);
    if (tells_ > before) return;
    check_triangles(a);
    if (rank_of(a.softmax) >= 3) check_padding(a);
  }

  void check_added(const Attention& a, const Mask& mask) {
    const Tensor& bits = tensor(mask.mask);
    if (!is_bits(mask.mask) || bits.shape().back() < 2) return;
    if (bits.dtype() != DType::boolean && leaves_of(mask.mask).empty()) return;
    const Shape& sizes = shape(a.softmax);
    Index found[2] = {kNone, kNone};  // a score with each of the bits
    for (Index i = cells_read(a.softmax); i-- > 0;) found[number(of_mask(mask, index_of(sizes, i))) != 0] = i;
    if (found[0] == kNone || found[1] == kNone) return;
    const Shape zero = index_of(sizes, found[0]);
    const Shape one = index_of(sizes, found[1]);
    tell("mask-added", mask.step,
         {of_mask(mask, zero), {a.softmax, zero}, of_mask(mask, one), {a.softmax, one}});
  }

  /// Whether what a mask hides gets weight beside what is seen.
  void check_strength(const Attention& a, const Mask& mask) {
    if (is(mask.mask, "isnan isinf") || std::isinf(mask.value)) return;
    if (mask.how == Mask::multiplied && leaves_of(mask.mask).empty()) return;  // it may be a gate
    const Shape& sizes = shape(a.softmax);
    for (Index row = 0; row < cells_read(a.softmax); row += sizes.back()) {
      bool sees = false;
      Shape weak;
      for (Index key = 0; key < sizes.back(); ++key) {
        const Shape index = index_of(sizes, row + key);
        sees |= std::none_of(a.masks.begin(), a.masks.end(), [&](const Mask& m) { return hides(m, index); });
        if (weak.empty() && number({a.softmax, index}) > 1e-4 && hides(mask, index)) weak = index;
      }
      if (sees && !weak.empty())
        return tell("mask-weak", mask.step, {{mask.step, weak}, {a.softmax, weak}},
                    {{"value", number({mask.step, weak})}});
    }
  }

  /// Whether a triangle hides the past, or has its border in the wrong place.
  void check_triangles(const Attention& a) {
    const Shape& sizes = shape(a.softmax);
    const Index rank = sizes.size();
    const Index square = sizes.back() * sizes.back();
    if (sizes[rank - 2] != sizes.back() || sizes.back() < 2 || square > kMostCells) return;
    std::vector<std::pair<const Mask*, Index>> triangles;
    for (const Mask& mask : a.masks) {
      for (const Index leaf : leaves_of(mask.mask))
        if (is(leaf, "tril triu")) triangles.emplace_back(&mask, leaf);
    }
    // The first square that padding leaves clear says it.
    for (Index i = 0; !triangles.empty() && i < cells_read(a.softmax) / square; ++i) {
      const auto& [mask, leaf] = triangles[0];
      const HintCell first = {a.softmax, index_of(sizes, i * square)};
      const HintCell next = {a.softmax, index_of(sizes, i * square + 1)};
      const HintCell past = {a.softmax, index_of(sizes, i * square + sizes.back())};
      // It may be transposed on the way.
      const std::vector<Shape> cells = origins(of_mask(*mask, next.index), leaf);
      if (cells.empty() || cells[0].back() != 1 || cells[0][cells[0].size() - 2] != 0) return;
      // Key − query on the last diagonal below the border.
      const double border = steps[leaf].attributes.number("diagonal", 0) - (is(leaf, "triu") ? 1 : 0);
      bool is_there[2] = {};  // below the border, above it
      bool is_seen[2] = {};
      for (Index place = 0; place < square; ++place) {
        const Shape index = index_of(sizes, i * square + place);
        const bool is_above = real(index[rank - 1]) - real(index[rank - 2]) > border;
        is_there[is_above] = true;
        is_seen[is_above] |= !hides(*mask, index);
      }
      if (!is_there[0] || !is_there[1]) return;
      if (is_seen[0] == is_seen[1]) continue;
      is_causal_ |= is_seen[0] && border == 0;
      if (triangles.size() > 1) return;  // together they may make a window
      const bool is_mended = std::isnan(number(first)) && a.mixed != kNone && !has_nan(a.mixed);
      if (is_seen[1] && (border == 0 || border == -1)) tell("mask-upside-down", mask->step, {next, past});
      if (is_seen[0] && border == -1 && !is_mended) tell("mask-hides-self", mask->step, {first});
      if (is_seen[0] && border == 1) tell("mask-shows-next", mask->step, {next});
      return;
    }
  }

  /// By axis of the scores, which axes of the ids, as bits, the mask follows along it.
  std::vector<unsigned> directions(const Attention& a, const Mask& mask, Index ids) const {
    const Shape& sizes = shape(a.softmax);
    std::vector<unsigned> found(sizes.size());
    Shape index = Shape::zeros(sizes.size());
    const std::vector<Shape> base = origins(of_mask(mask, index), ids);
    for (Index axis = 0; axis < sizes.size(); ++axis) {
      index[axis] = sizes[axis] > 1 ? 1 : 0;
      const std::vector<Shape> moved = origins(of_mask(mask, index), ids);
      index[axis] = 0;
      for (Index i = 0; i < std::min(base.size(), moved.size()); ++i) {
        for (Index of = 0; of < 2; ++of) found[axis] |= (base[i][of] != moved[i][of] ? 1U : 0U) << of;
      }
    }
    return found;
  }

  void check_padding(const Attention& a) {
    constexpr unsigned kSentences = 1;
    constexpr unsigned kTokens = 2;
    const Shape& sizes = shape(a.softmax);
    const Index rank = sizes.size();
    const Mask* of_queries = nullptr;
    Index ids_of_queries = kNone;
    bool hides_keys = false;
    for (const Mask& mask : a.masks) {
      const std::vector<Index> leaves = leaves_of(mask.mask);
      hides_keys |= leaves.empty();  // nothing is known of what it hides
      for (const Index leaf : leaves) {
        if (is(leaf, "tril triu")) continue;
        const Index ids = input(leaf, 0);
        const std::vector<unsigned> along = directions(a, mask, ids);
        hides_keys |= along[rank - 1] != 0;
        Shape index = Shape::zeros(rank);
        for (Index axis = 1; axis + 1 < rank; ++axis) {
          if (sizes[0] < 2 || along[0] != 0 || along[axis] != kSentences || along[rank - 1] != kTokens)
            continue;
          index[axis] = 1;
          return tell("mask-batch", mask.step,
                      {of_mask(mask, index), {ids, origins(of_mask(mask, index), ids)[0]}},
                      {{"dim", real(axis)}, {"keys", real(sizes.back())}});
        }
        if (along[rank - 1] != 0) check_padding_side(a, mask, leaf);
        if (along[rank - 2] == 0 || along[rank - 1] != 0) continue;
        of_queries = &mask;
        ids_of_queries = ids;
      }
    }
    for (Index row = 0; of_queries != nullptr && !hides_keys && row < cells_read(a.softmax);
         row += sizes.back()) {
      bool sees = false;
      for (Index key = 0; key < sizes.back(); ++key) sees |= !hides(*of_queries, index_of(sizes, row + key));
      if (sees) continue;
      const Shape index = index_of(sizes, row);
      const std::vector<Shape> id = origins(of_mask(*of_queries, index), ids_of_queries);
      if (id.empty()) return;
      return tell("padding-queries", of_queries->step, {{ids_of_queries, id[0]}, {a.softmax, index}},
                  {{"keys", real(sizes.back())}});
    }
  }

  /// Whether the padding, at the end of sentences, is all that is left to look at.
  void check_padding_side(const Attention& a, const Mask& mask, Index leaf) {
    const Index ids = input(leaf, 0);
    const double pad = tensor(input(leaf, 1)).at_position(0);
    const Shape& sentences = shape(ids);
    const auto is_padding = [&](const Shape& id) { return number({ids, id}) == pad; };
    for (Index i = 0; i < sentences[0]; ++i) {
      if (sentences[1] == 0 || is_padding({i, 0})) return;
      for (Index j = 1; j < sentences[1]; ++j)
        if (is_padding({i, j - 1}) && !is_padding({i, j})) return;
    }
    const Shape& sizes = shape(a.softmax);
    const Index rank = sizes.size();
    Shape index = Shape::zeros(rank);
    index[rank - 2] = sizes[rank - 2] - 1;  // the query that a causal mask hides nothing from
    Shape shown;
    for (; index[0] < std::min<Index>(sizes[0], 4); ++index[0]) {
      for (index[rank - 1] = 0; index[rank - 1] < std::min<Index>(sizes[rank - 1], 16); ++index[rank - 1]) {
        const std::vector<Shape> id = origins(of_mask(mask, index), ids);
        if (id.empty() || is_padding(id[0]) == hides(mask, index)) return;
        if (is_padding(id[0]) && shown.empty()) shown = index;
      }
    }
    if (shown.empty()) return;
    Shape word = shown;
    word[rank - 1] = 0;
    tell("padding-upside-down", mask.step, {{a.softmax, word}, {a.softmax, shown}}, {{"pad", pad}});
  }

  /// Whether a row has no key left, and NaN goes on from there.
  void check_hidden_row(const Attention& a) {
    if (!has_nan(a.mixed)) return;
    const Index scores = input(a.softmax, 0);
    const Shape& sizes = shape(scores);
    for (Index i = 0; i < std::min(kMostCells, tensor(scores).count()); ++i) {
      Shape index = index_of(sizes, i);
      if (index[a.axis] != 0) continue;
      while (index[a.axis] < sizes[a.axis] &&
             number({scores, index}) == -std::numeric_limits<double>::infinity())
        ++index[a.axis];
      if (index[a.axis] < sizes[a.axis]) continue;
      index[a.axis] = 0;
      return tell("row-hidden", a.softmax, {{scores, index}, {a.softmax, index}},
                  {{"keys", real(sizes[a.axis])}});
    }
  }

  // Losses.

  void check_loss(Index loss) {
    Index logits = input(loss, 0);
    while (is(logits, kMoves)) logits = input(logits, 0);
    if (is(logits, "softmax") && !tensor(logits).empty()) {
      const auto classes = static_cast<double>(shape(input(loss, 0))[rank_of(input(loss, 0)) > 1 ? 1 : 0]);
      tell("softmax-before-loss", loss,
           {{logits, Shape::zeros(rank_of(logits))}, {loss, Shape::zeros(rank_of(loss))}},
           {{"classes", classes}, {"least", std::log(std::exp(1.) + classes - 1) - 1}});
    }
    // Along the residual stream, a row of the logits is made from its own token. Without a causal mask, a program may mean it so.
    std::vector<Index> stream = {input(loss, 0)};
    for (Index i = 0; is_causal_ && i < stream.size() && i < kBudget; ++i) {
      if (is(stream[i], "embedding") && check_targets(loss, input(stream[i], 0))) return;
      for (const Index input : steps[stream[i]].inputs) {
        const bool is_row = is(stream[i], "add mul div") ? shape(input) == shape(stream[i])
                                                         : input == this->input(stream[i], 0);
        if (is_row &&
            (is(stream[i], kSameOrder) ||
             is(stream[i], "linear layer_norm rms_norm dropout relu gelu silu tanh add mul div")) &&
            std::find(stream.begin(), stream.end(), input) == stream.end())
          stream.push_back(input);
      }
    }
  }

  /// Whether each token is to be predicted from itself.
  bool check_targets(Index loss, Index ids) {
    const Index targets = input(loss, 1);
    const Tensor& x = tensor(ids);
    const Tensor& y = tensor(targets);
    if (x.rank() == 0 || x.count() != y.count() || x.count() > kMostCells) return false;
    Index next = 0;  // a token unlike the one before it
    for (Index i = 0; i < x.count(); ++i) {
      if (x.at_position(i) != y.at_position(i)) return false;
      if (next == 0 && index_of(x.shape(), i).back() > 0 && x.at_position(i) != x.at_position(i - 1))
        next = i;
    }
    if (next == 0) return false;
    tell("targets-not-shifted", loss,
         {{ids, index_of(x.shape(), next - 1)},
          {targets, index_of(y.shape(), next - 1)},
          {ids, index_of(x.shape(), next)}});
    return true;
  }

  using Dropped = std::pair<double, Index>;  ///< the probability, and the size of the last axis

  /// Whether a layer that dropped numbers while it was trained drops them without recording gradients.
  void check_dropout(Index at) {
    if (rank_of(at) == 0) return;
    const Dropped dropped = {steps[at].attributes.number("p", 0), shape(at).back()};
    const bool is_known = std::find(dropouts_.begin(), dropouts_.end(), dropped) != dropouts_.end();
    if (!steps[at].is_detached && !is_known) dropouts_.push_back(dropped);
    // Where training goes on it may be a teacher's, and where a spread is taken afterwards Monte Carlo dropout, which are meant so.
    if (!steps[at].is_detached || !is_known || last_trained_ == 0 || last_trained_ > at || last_spread_ > at)
      return;
    for (Index i = 0; i < std::min(kMostCells, tensor(at).count()); ++i) {
      const HintCell before = {input(at, 0), index_of(shape(at), i)};
      if (tensor(at).at_position(i) != 0 || number(before) == 0) continue;
      return tell("dropout-on", at, {before, {at, before.index}}, {{"p", dropped.first}});
    }
  }

  const std::vector<StepSource>& sources_;
  std::vector<std::pair<Span, int>> places_;  ///< that were looked at, and how often
  std::vector<Dropped> dropouts_;             ///< with gradients
  Index last_spread_ = 0;                     ///< the last step that is a standard deviation or variance
  Index last_trained_ = 0;                    ///< the last step that is a gradient
  bool is_causal_ = false;                    ///< whether a causal mask was seen
  Index tells_ = 0;                           ///< how often a rule applied, again at the same place too
  std::vector<Hint> hints_;
};

}  // namespace

std::vector<Hint> hints_of(const Trace& trace, const std::vector<StepSource>& sources) {
  return Rules(trace, sources).hints();
}

}  // namespace headsup::python
