// Masks: bits that say which keys a query may attend to, how they are made and joined, and what they do to scores.
//
// In formulas ∂x is the gradient of the loss by x. The mask of a lesson is made in one step of what PyTorch writes as two: with
// the attribute `unsqueeze` an operand gets an axis of size 1 there first, and explanations name its cell without that axis.
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>

#include "headsup/tensor/refusal.h"
#include "operations/families.h"
#include "operations/operations.h"
#include "operations/pointwise.h"

namespace headsup {
namespace {

/// An operand with the axis that `unsqueeze` says.
Tensor unsqueezed(const Call& call, Index operand) {
  if (!call.attributes.has("unsqueeze")) return call[operand];
  return call[operand].unsqueeze(call.attributes.whole("unsqueeze", 0));
}

/// Adds the cell of that operand that is broadcast to the explained one.
void explain_unsqueezed(Reason& why, Index operand, double weight = 1) {
  const Tensor x = unsqueezed(why.call, operand);
  Shape at = broadcast_index(x.shape(), why.index);
  const Attributes& attributes = why.call.attributes;
  if (attributes.has("unsqueeze")) at.erase(at.begin() + x.axis_of(attributes.whole("unsqueeze", 0)));
  why.cell(operand, at, weight);
}

Shape size_of(const Call& call) {
  const std::vector<std::int64_t> size = call.attributes.list("size");
  return std::vector<Index>(size.begin(), size.end());
}

// Comparisons: y = 1 where the condition holds, else 0. `other` is a second operand or a number, such as the id of padding;
// `size` is what the result is expanded to.

struct Eq {
  static auto forward(const auto& a, const auto& b) { return truth(a == b); }
};

struct Ne {
  static auto forward(const auto& a, const auto& b) { return truth(a != b); }
};

Tensor other_of(const Call& call) {
  if (call.size() > 1) return call[1];
  const double other = call.attributes.number("other", 0);
  return full({}, other, std::trunc(other) == other ? DType::int64 : DType::float64);
}

template <class F>
Tensor compare(const Call& call) {
  const Tensor a = unsqueezed(call, 0);
  const Tensor b = other_of(call);
  // Both are rounded to their common type first: torch.tensor([0.1]) == 0.1 holds in float32.
  const DType common = result_type(a, b);
  Tensor y(broadcast_shapes(a.shape(), b.shape()), DType::boolean);
  pointwise(y, {a.to(common), b.to(common)},
            [](const Block* x, Block& made) { made = F::forward(x[0], x[1]); });
  return call.attributes.has("size") ? y.expand(size_of(call)).contiguous() : y;
}

void explain_comparison(Reason& why) {
  explain_unsqueezed(why, 0);
  if (why.call.size() > 1) {
    why.broadcast_cell(1);
  } else {
    why.word("padId", why.call.attributes.number("other", 0));
  }
}

template <class F>
constexpr Operation comparison(const char* name, const char* formula) {
  return {.name = name,
          .parameters = "input other",
          .formula = formula,
          .forward = compare<F>,
          .explain = explain_comparison,
          .examples =
              "i3(3, 4) i3(3, 4); i3(2, 3, 4) i3(4); i2(3, 1) b(1, 4); i3() i3(2, 2); i3(0, 3) i3(3); "
              "i3(3, 4) other=1; (3) other=0.5"};
}

// Triangles of matrices: y = x where key − query ≤ diagonal (tril) or ≥ diagonal (triu), else 0. A row is a query, a column is a
// key. Without an operand x is ones of shape `size`.

template <bool is_lower>
Tensor triangle(const Call& call) {
  const Tensor x =
      call.size() > 0 ? call[0] : full(size_of(call), 1, call.attributes.dtype("dtype", DType::float32));
  if (x.rank() < 2) raise({call.operation.name, ": input tensor must have at least 2 dimensions"});
  Tensor query({x.size(-2), 1}, DType::int64);
  Tensor key({x.size(-1)}, DType::int64);
  for (const auto& positions : {query.ids(), key.ids()}) std::iota(positions.begin(), positions.end(), 0);
  const Tensor diagonal = full({}, call.attributes.number("diagonal", 0), DType::int64);
  Tensor y(x.shape(), x.dtype());
  pointwise(y, {x, query, key, diagonal}, [](const Block* given, Block& made) {
    const auto& [numbers, queries, keys, offset] = std::tie(given[0], given[1], given[2], given[3]);
    if constexpr (is_lower) {
      made = (keys - queries <= offset).select(numbers, 0.0);
    } else {
      made = (keys - queries >= offset).select(numbers, 0.0);
    }
  });
  return y;
}

/// Whether the explained cell is in the triangle.
template <bool is_lower>
bool is_kept(const Reason& why) {
  const Index rank = why.index.size();
  const auto query = static_cast<double>(why.index[rank - 2]);
  const auto key = static_cast<double>(why.index[rank - 1]);
  const double diagonal = why.call.attributes.number("diagonal", 0);
  return is_lower ? key - query <= diagonal : key - query >= diagonal;
}

template <bool is_lower>
void explain_triangle(Reason& why) {
  if (why.call.size() > 0) {
    why.cell(0, why.index, is_kept<is_lower>(why) ? 1 : 0);
    return;
  }
  const Index rank = why.index.size();
  why.word("query", static_cast<double>(why.index[rank - 2]));
  why.word("key", static_cast<double>(why.index[rank - 1]));
}

/// ∂x is the same triangle of ∂y.
Tensor triangle_gradient(const Backward& b) {
  return compute(b.call.operation, {b.grad}, b.call.attributes);
}

template <bool is_lower>
constexpr Operation triangular(const char* name, const char* formula) {
  return {
      .name = name,
      .parameters = "input diagonal=0",
      .formula = formula,
      .forward = triangle<is_lower>,
      .explain = explain_triangle<is_lower>,
      .derivatives = {{.gradient = triangle_gradient,
                       .explain =
                           [](Reason& why) { why.cell(kGrad, why.index, is_kept<is_lower>(why) ? 1 : 0); }}},
      .examples = "(3, 4); (2, 3, 3) diagonal=1; (4, 3) diagonal=-1; b(3, 3); (0, 3)"};
}

// Logic: a number is true if it is not 0; y is 1 or 0.

struct And {
  static auto forward(const auto& a, const auto& b) { return truth(a != 0 && b != 0); }
};

struct Or {
  static auto forward(const auto& a, const auto& b) { return truth(a != 0 || b != 0); }
};

struct Xor {
  static auto forward(const auto& a, const auto& b) { return truth((a != 0) != (b != 0)); }
};

struct Not {
  static auto forward(const auto& x) { return truth(x == 0); }
};

template <class F>
constexpr Operation logical(const char* name, const char* formula) {
  Operation row = binary<F, Kind::boolean>(name, formula);
  row.examples = "b(3, 4) b(3, 4); b(2, 1, 4) i2(3, 1); (3) b(); b(0, 3) b(3)";
  return row;
}

constexpr Operation logical_not_row() {
  Operation row = unary<Not, Kind::boolean>("logical_not", "y = 1 where x is 0, else 0");
  row.examples = "b(3, 4); i2(3); (); b(0, 2)";
  return row;
}

/// A lesson that has only one of two masks joins it alone.
Tensor logical_or_forward(const Call& call) {
  constexpr Operation kBoth = logical<Or>("", "");
  return call.size() == 1 ? call[0].to(DType::boolean, /*copy=*/true) : kBoth.forward(call);
}

constexpr Operation logical_or_row() {
  Operation row = logical<Or>("logical_or", "y = 1 where a or b is not 0, else 0");
  row.forward = logical_or_forward;
  return row;
}

// Logic on each bit of a number, of type bool or int64.

template <class F>
auto bit_by_bit(const auto& a, const auto& b) {
  return a.binaryExpr(b, [](double x, double y) {
    return static_cast<double>(F{}(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)));
  });
}

struct BitAnd {
  static auto forward(const auto& a, const auto& b) { return bit_by_bit<std::bit_and<>>(a, b); }
};

struct BitOr {
  static auto forward(const auto& a, const auto& b) { return bit_by_bit<std::bit_or<>>(a, b); }
};

struct BitXor {
  static auto forward(const auto& a, const auto& b) { return bit_by_bit<std::bit_xor<>>(a, b); }
};

struct BitNot {
  static auto forward(const auto& x) { return -x - 1; }
};

void check_bits(const Call& call, DType dtype) {
  if (!is_floating(dtype)) return;
  raise({"\"", call.operation.name, "_cpu\" not implemented for '", scalar_type(dtype), "'"});
}

template <class F>
Tensor bitwise_forward(const Call& call) {
  constexpr Operation kAny = binary<F>("", "");
  check_bits(call, result_type(call[0], call[1]));
  return kAny.forward(call);
}

template <class F>
constexpr Operation bitwise(const char* name, const char* formula) {
  Operation row = binary<F>(name, formula);
  row.forward = bitwise_forward<F>;
  row.examples = "b(3, 4) b(3, 4); i9(2, 1, 4) i9(3, 1); i9(3) b(); b(0, 3) b(3)";
  return row;
}

Tensor bitwise_not_forward(const Call& call) {
  constexpr Operation kWhole = unary<BitNot, Kind::same>("", "");
  const DType dtype = call[0].dtype();
  check_bits(call, dtype);
  return dtype == DType::boolean ? logical_not_row().forward(call) : kWhole.forward(call);
}

constexpr Operation bitwise_not_row() {
  Operation row = logical_not_row();
  row.name = "bitwise_not";
  row.formula = "y = −x − 1, of bool 1 − x";
  row.forward = bitwise_not_forward;
  row.examples = "b(3, 4); i9(3); b(); b(0, 2)";
  return row;
}

// masked_fill: y = fill where mask = masked_bit, else x. PyTorch's masked_bit is 1; masked_fill(mask == 0, fill) is written with
// masked_bit 0. `unsqueeze` is of the mask: one of shape (B, T, S) gets an axis for the heads of scores (B, H, T, S).

double masked_bit_of(const Call& call) {
  return call.attributes.number("masked_bit", 1);
}

Tensor masked_fill_forward(const Call& call) {
  const Tensor& x = call[0];
  const Tensor mask = unsqueezed(call, 1);
  if (mask.dtype() != DType::boolean) {
    constexpr const char* kNames[] = {"bool", "long int", "float", "double"};  // C++'s
    raise({"masked_fill_ only supports boolean masks, but got mask with dtype ",
           kNames[static_cast<Index>(mask.dtype())]});
  }
  const double fill = call.attributes.number("value", 0);
  if (x.dtype() == DType::int64 && !(std::abs(fill) < 0x1p63)) {
    raise({"value cannot be converted to type int64_t without overflow"});
  }
  Tensor y(broadcast_shapes(mask.shape(), x.shape()), x.dtype());
  pointwise(y, {x, mask, full({}, masked_bit_of(call)), full({}, fill, x.dtype())},
            [](const Block* given, Block& made) {
              const auto& [numbers, bits, masked_bit, fills] =
                  std::tie(given[0], given[1], given[2], given[3]);
              made = (bits == masked_bit).select(fills, numbers);
            });
  return y;
}

/// Whether a cell of the result is the fill.
bool is_masked(const Call& call, const Shape& at) {
  const Tensor mask = unsqueezed(call, 1);
  return mask.at(broadcast_index(mask.shape(), at)) == masked_bit_of(call);
}

void explain_masked_fill(Reason& why) {
  const bool filled = is_masked(why.call, why.index);
  const Tensor fill = full({}, why.call.attributes.number("value", 0), why.result.dtype());
  why.broadcast_cell(0);
  explain_unsqueezed(why, 1);
  why.fact("fill", fill.item());
  why.fact("maskedBit", masked_bit_of(why.call));
  why.fact("filled", filled ? 1.0 : 0.0);
}

/// ∂x = ∂y, but 0 where y is the fill, which is the same whatever x was; and so it is 0 where ∂y is NaN or infinite.
Tensor masked_fill_gradient(const Backward& b) {
  Tensor dx(b.grad.shape(), b.grad.dtype());
  pointwise(dx, {unsqueezed(b.call, 1), full({}, masked_bit_of(b.call)), b.grad},
            [](const Block* given, Block& made) {
              const auto& [mask, masked_bit, dy] = std::tie(given[0], given[1], given[2]);
              made = (mask == masked_bit).select(0.0, dy);
            });
  return sum_to(dx, b.input().shape());
}

void explain_masked_fill_gradient(Reason& why) {
  bool masked = true;
  for (const Shape& at : uses_of_cell(why)) {
    const bool filled = is_masked(why.call, at);
    masked = masked && filled;
    why.cell(kGrad, at, filled ? 0 : 1);
  }
  why.fact("masked", masked ? 1.0 : 0.0);
}

// where: y = input where the condition is 1, else other.

Tensor where_forward(const Call& call) {
  const Tensor& condition = call[0];
  if (condition.dtype() != DType::boolean) {
    raise({"where expected condition to be a boolean tensor, but got a tensor with dtype ",
           scalar_type(condition.dtype())});
  }
  Tensor y(broadcast_shapes(condition.shape(), broadcast_shapes(call[1].shape(), call[2].shape())),
           result_type(call[1], call[2]));
  pointwise(y, call.operands,
            [](const Block* given, Block& made) { made = (given[0] != 0).select(given[1], given[2]); });
  return y;
}

/// The chosen number has the weight 1 and the other one 0.
void explain_where(Reason& why) {
  const bool chosen = why[0].at(broadcast_index(why[0].shape(), why.index)) != 0;
  why.broadcast_cell(0, why.index, 0);
  why.broadcast_cell(1, why.index, chosen ? 1 : 0);
  why.broadcast_cell(2, why.index, chosen ? 0 : 1);
}

/// ∂input = ∂y where the condition is 1, else 0; ∂other the other way round. Blocks: the operands, y, ∂y.
Tensor where_gradient_input(const Backward& b) {
  return pointwise_gradient(
      b, [](const Block* given, Block& dx) { dx = (given[0] != 0).select(given[4], 0.0); });
}
Tensor where_gradient_other(const Backward& b) {
  return pointwise_gradient(
      b, [](const Block* given, Block& dx) { dx = (given[0] != 0).select(0.0, given[4]); });
}

// What a number is: y = 1 or 0.

struct IsNan {
  static auto forward(const auto& x) { return truth(x != x); }
};

struct IsInf {
  static auto forward(const auto& x) { return truth(x.abs() == HUGE_VAL); }
};

struct IsFinite {
  static auto forward(const auto& x) { return truth(x.abs() < HUGE_VAL); }
};

constexpr Operation ne_row(const char* name) {
  return comparison<Ne>(name, "y = 1 where a ≠ b, else 0");
}

}  // namespace

namespace op {
constexpr Operation eq = comparison<Eq>("eq", "y = 1 where a = b, else 0");
constexpr Operation ne = ne_row("ne");
constexpr Operation not_equal = ne_row("not_equal");

constexpr Operation tril = triangular<true>("tril", "y = x where key − query ≤ diagonal, else 0");
constexpr Operation triu = triangular<false>("triu", "y = x where key − query ≥ diagonal, else 0");

constexpr Operation logical_and = logical<And>("logical_and", "y = 1 where neither a nor b is 0, else 0");
constexpr Operation logical_or = logical_or_row();
constexpr Operation logical_xor =
    logical<Xor>("logical_xor", "y = 1 where one of a and b is 0 and the other is not, else 0");
constexpr Operation logical_not = logical_not_row();

constexpr Operation bitwise_and = bitwise<BitAnd>("bitwise_and", "y = a & b, bit by bit");
constexpr Operation bitwise_or = bitwise<BitOr>("bitwise_or", "y = a | b, bit by bit");
constexpr Operation bitwise_xor = bitwise<BitXor>("bitwise_xor", "y = a ^ b, bit by bit");
constexpr Operation bitwise_not = bitwise_not_row();

constexpr Operation masked_fill = {
    .name = "masked_fill",
    .parameters = "input mask value",
    .formula = "y = value where the mask is 1, else x",
    .forward = masked_fill_forward,
    .explain = explain_masked_fill,
    .derivatives = {{.gradient = masked_fill_gradient,
                     .explain = explain_masked_fill_gradient,
                     .reads = {1, kNothing}}},
    .examples =
        "(3, 4) b(3, 4) value=-1e30; (2, 2, 3, 3) b(2, 1, 3, 3) value=-1e9; (4) b(3, 1) value=2; "
        "i9(3) b(3) value=-1; () b() value=1; (0, 2) b(2) value=0"};

constexpr Operation where = {
    .name = "where",
    .parameters = "condition input other",
    .formula = "y = input where the condition is 1, else other",
    .forward = where_forward,
    .explain = explain_where,
    .derivatives =
        {{},
         {.gradient = where_gradient_input, .explain = explain_pointwise_gradient, .reads = {0, kNothing}},
         {.gradient = where_gradient_other, .explain = explain_pointwise_gradient, .reads = {0, kNothing}}},
    .examples = "b(3, 4) (3, 4) (3, 4); b(2, 3, 1) (3, 4) (); b(4) i9(3, 1) (4); b(0, 2) (2) (2)"};

constexpr Operation isnan = unary<IsNan, Kind::boolean>("isnan", "y = 1 where x is NaN, else 0");
constexpr Operation isinf = unary<IsInf, Kind::boolean>("isinf", "y = 1 where x is ∞ or −∞, else 0");
constexpr Operation isfinite =
    unary<IsFinite, Kind::boolean>("isfinite", "y = 1 where x is neither NaN nor infinite, else 0");
}  // namespace op

Family mask_operations() {
  return family<op::eq, op::ne, op::not_equal, op::tril, op::triu, op::logical_and, op::logical_or,
                op::logical_xor, op::logical_not, op::bitwise_and, op::bitwise_or, op::bitwise_xor,
                op::bitwise_not, op::masked_fill, op::where, op::isnan, op::isinf, op::isfinite>();
}

}  // namespace headsup
