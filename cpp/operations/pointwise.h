#pragma once
// Operations on one number at a time, as Eigen expressions on blocks of float64.
//
// Blocks are gathered from tensors of any type and strides, computed, rounded once and scattered. float32's + − · / √ are exact
// that way, because float64 has more than 2 · 24 + 2 bits, so one expression serves all types. (Whole numbers are exact up to 2⁵³.)

#include <Eigen/Core>
#include <utility>

#include "operations/operation.h"

namespace headsup {

/// Some numbers of a tensor, widened.
using Block = Eigen::Map<Eigen::ArrayXd>;

/// Computes a block of the result from blocks of the operands.
using Compute = void (*)(const Block* operands, Block& result);

/// Fills `result` from operands that broadcast to its shape. They are read as numbers of the type `computed`: where that is
/// float32, a float64 number such as Python's 0.1 is rounded first.
void pointwise(Tensor& result, std::span<const Tensor> operands, Compute compute, DType computed);
inline void pointwise(Tensor& result, std::span<const Tensor> operands, Compute compute) {
  pointwise(result, operands, compute, result.dtype());
}
inline void pointwise(Tensor& result, std::initializer_list<Tensor> operands, Compute compute) {
  pointwise(result, std::span(operands.begin(), operands.size()), compute);
}

/// The type of a result.
enum class Kind {
  same,      ///< the operands' common type
  floating,  ///< float32 where it would not be floating
  boolean
};
DType dtype_for(Kind kind, DType common);

/// 1 where the condition holds, else 0.
auto truth(const auto& condition) {
  return condition.template cast<double>();
}

/// An attribute that is a number. Expressions take it as a block, as if it were one more operand.
struct Number {
  const char* name;
  double otherwise;
};
using Numbers = std::span<const Number>;

/// The operands and the numbers behind them.
std::vector<Tensor> with_numbers(const Call& call, Numbers numbers);

/// ∂ of an operand, from the operands, the numbers, the result and ∂result; summed where the operand was broadcast.
/// @{
Tensor pointwise_gradient(const Backward& b, Numbers numbers, Compute compute);
inline Tensor pointwise_gradient(const Backward& b, Compute compute) {
  return pointwise_gradient(b, {}, compute);
}
/// @}

/// Of a pointwise operation: each cell of ∂result that the operand's cell was broadcast to, times the derivative there.
void explain_pointwise_gradient(Reason& why);

/// A result of this shape and kind, whose operands have the type `common`.
Tensor pointwise_result(const Call& call, const Shape& shape, DType common, Kind kind, Numbers numbers,
                        Compute compute);

/// F::numbers, a list of Number, if it has one.
template <class F>
constexpr Numbers numbers_of() {
  if constexpr (requires { F::numbers; }) {
    return F::numbers;
  } else {
    return {};
  }
}

/// F::forward of as many blocks.
template <class F, std::size_t... n>
constexpr Compute forward_of(std::index_sequence<n...>) {
  return [](const Block* given, Block& made) { made = F::forward(given[n]...); };
}

/// A result of this shape, whose operands have the type `common`. F::check(call), if there is one, refuses.
template <class F, Kind kind, std::size_t operands>
Tensor pointwise_result(const Call& call, const Shape& shape, DType common) {
  if constexpr (requires { F::check(call); }) F::check(call);
  constexpr Numbers numbers = numbers_of<F>();
  return pointwise_result(call, shape, common, kind, numbers,
                          forward_of<F>(std::make_index_sequence<operands + numbers.size()>()));
}

/// The derivative of F by an operand, of n blocks of operands and numbers. What G::backward takes says what it is made from.
template <class F, class G, Index operand, std::size_t... n>
struct DerivativeOf {
  static constexpr std::size_t y = sizeof...(n);
  static constexpr std::size_t dy = y + 1;
  static constexpr bool is_binary = y - numbers_of<F>().size() == 2;
  static constexpr Index other = is_binary ? 1 - operand : 0;
  static constexpr bool from_grad = requires(const Block& b) { G::backward(b); };
  static constexpr bool from_all = requires(const Block* b) { G::backward(b[n]..., *b); };
  static constexpr bool from_other = is_binary && requires(const Block& b) { G::backward(b, b); };
  static constexpr bool from_result = requires(const Block& b) { G::backward_by_result(b, b); };

  static void compute(const Block* given, Block& made) {
    if constexpr (from_grad) made = G::backward(given[dy]);
    if constexpr (from_all) made = G::backward(given[n]..., given[dy]);
    if constexpr (from_other) made = G::backward(given[other], given[dy]);
    if constexpr (from_result) made = G::backward_by_result(given[y], given[dy]);
  }
  static constexpr Derivative derivative() {
    if constexpr (!from_grad && !from_all && !from_other && !from_result) return {};
    Derivative made = {
        .gradient = [](const Backward& b) { return pointwise_gradient(b, numbers_of<F>(), compute); },
        .explain = explain_pointwise_gradient};
    if (from_all) made.reads[0] = 0;
    if (from_all && is_binary) made.reads[1] = 1;
    if (from_other) made.reads[0] = other;
    if (from_result) made.reads[0] = kResult;
    return made;
  }
};
template <class F, class G, Index operand, std::size_t... n>
constexpr Derivative derivative_of(std::index_sequence<n...>) {
  return DerivativeOf<F, G, operand, n...>::derivative();
}

/// An operation y = F::forward(x, numbers…). F is a struct of templates of Eigen expressions; its derivative is one of
///   ∂x = F::backward(∂y)
///   ∂x = F::backward(x, numbers…, ∂y)
///   ∂x = F::backward_by_result(y, ∂y)
/// or there is none.
template <class F, Kind kind = Kind::floating>
constexpr Operation unary(const char* name, const char* formula) {
  return {.name = name,
          .parameters = "input",
          .formula = formula,
          .forward =
              [](const Call& call) {
                return pointwise_result<F, kind, 1>(call, call[0].shape(), call[0].dtype());
              },
          .explain = explain_elementwise,
          .derivatives = {derivative_of<F, F, 0>(std::make_index_sequence<1 + numbers_of<F>().size()>())},
          .examples = "(3, 4); (2, 1, 3); (); (0, 2)"};
}

/// F's functions by one of its two operands.
/// @{
template <class F>
struct ByA {
  static auto backward(const auto&... x) requires requires { F::backward_a(x...); }
  { return F::backward_a(x...); }
};
template <class F>
struct ByB {
  static auto backward(const auto&... x) requires requires { F::backward_b(x...); }
  { return F::backward_b(x...); }
};
/// @}

/// An operation y = F::forward(a, b), broadcast. Each derivative is one of
///   ∂a = F::backward_a(∂y)          ∂b = F::backward_b(∂y)
///   ∂a = F::backward_a(b, ∂y)       ∂b = F::backward_b(a, ∂y)
///   ∂a = F::backward_a(a, b, ∂y)    ∂b = F::backward_b(a, b, ∂y)
/// or there is none.
template <class F, Kind kind = Kind::same>
constexpr Operation binary(const char* name, const char* formula) {
  return {.name = name,
          .parameters = "input other",
          .formula = formula,
          .forward =
              [](const Call& call) {
                return pointwise_result<F, kind, 2>(call, broadcast_shapes(call[0].shape(), call[1].shape()),
                                                    result_type(call[0], call[1]));
              },
          .explain = explain_elementwise,
          .derivatives = {derivative_of<F, ByA<F>, 0>(std::make_index_sequence<2>()),
                          derivative_of<F, ByB<F>, 1>(std::make_index_sequence<2>())},
          .examples = "(3, 4) (3, 4); (2, 3, 4) (4); (3, 1) (1, 4); () (2, 2); (0, 3) (3)"};
}

}  // namespace headsup
