#pragma once
// What an operation is: one entry with everything that the core knows of it.
//
// Each file of cpp/operations has a family of them, with formula, forward, derivatives and explanations side by side; docs/eigen.md
// shows some. The tests and the documents go through the table of all operations (operations/table.h), so a new one is one new
// entry in its family's file.

#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "headsup/operations/attributes.h"
#include "headsup/operations/facts.h"
#include "headsup/random/replay.h"
#include "headsup/tensor/tensor.h"

namespace headsup {

struct Operation;

/// An operation and its arguments.
struct Call {
  const Operation& operation;
  std::span<const Tensor> operands;
  const Attributes& attributes;

  const Tensor& operator[](Index i) const { return operands[i]; }
  Index size() const { return operands.size(); }
};

/// A call whose result's gradient is known; ∂ stands for the gradient of the loss by a tensor.
struct Backward {
  const Call& call;
  const Tensor& result;
  const Tensor& grad;  ///< ∂result
  Index operand;       ///< whose gradient is wanted

  const Tensor& input() const { return call[operand]; }
};

/// One number that an explained number was made from.
struct OperandTerm {
  Index operand;     ///< which operand's cell it is, or one of the constants below
  Name word = {};    ///< what it is if it is no operand's cell, such as "maximum"
  Shape index = {};  ///< of the cell
  double value = 0;  ///< float32 and whole numbers are widened
  /// What the value is multiplied by, where the explained number is Σ value · weight. Of other numbers all weights are 1.
  double weight = 1;
};
constexpr Index kWord = static_cast<Index>(-1);    ///< not a cell: see OperandTerm::word
constexpr Index kGrad = static_cast<Index>(-2);    ///< a cell of the result's gradient
constexpr Index kResult = static_cast<Index>(-3);  ///< a cell of the result
constexpr Index kNothing = static_cast<Index>(-4);
constexpr Index kOperands = static_cast<Index>(-5);  ///< every operand: see Derivative::reads

/// How one number of a result, or of an operand's gradient, was made; an operation fills in terms and detail.
///
/// The terms are exactly the cells that the number depends on.
struct Reason {
  const Call& call;
  const Tensor& result;
  const Tensor* grad;    ///< ∂result, where a gradient is explained
  Index operand;         ///< whose gradient is explained
  Shape index;           ///< of the explained cell
  ReplayCache* replays;  ///< of drawn numbers; may be null
  std::vector<OperandTerm> terms = {};
  Facts detail = {};    ///< intermediate quantities by name
  bool is_sum = false;  ///< whether the number is Σ value · weight over the terms, as gradients are

  const Tensor& operator[](Index i) const { return call[i]; }
  /// Adds a cell of an operand, of the result's gradient (kGrad) or of the result (kResult).
  void cell(Index of, const Shape& at, double weight = 1);
  /// Adds the operand's cell that is broadcast to `at`, or to the explained cell.
  /// @{
  void broadcast_cell(Index of, const Shape& at, double weight = 1);
  void broadcast_cell(Index of) { broadcast_cell(of, index); }
  /// @}
  /// Adds a number that is no cell.
  void word(Name what, const Shape& at, double value, double weight = 1);
  void word(Name what, double value) { word(what, {}, value); }
  void fact(Name what, double value) { detail.emplace_back(what, value); }
  void fact(Name what, Name value) { detail.emplace_back(what, value); }
  void fact(Name what, std::vector<double> value) { detail.emplace_back(what, std::move(value)); }
  void facts(const Facts& more) { detail.insert(detail.end(), more.begin(), more.end()); }
  /// A fact that was added, a number.
  double number(Name what) const;
  /// Facts of the sum of products that the terms are, taken in pairs: products, sum, order, rest (product_facts).
  void sum_of_pairs();
};

#ifdef HEADSUP_LESSONS_ONLY
// The operations of the modules that run lessons alone: what only training, front ends, tests and documents read is left out.

/// Says that there is a function, which must not be called.
template <class Function>
struct Training;
template <class Result, class Argument>
struct Training<Result (*)(Argument)> {
  using Function = Result (*)(Argument);
  constexpr Training(std::nullptr_t) {}
  constexpr Training(const auto&) : function([](Argument) -> Result { std::abort(); }) {}
  constexpr operator Function() const { return function; }
  Function function = nullptr;
};
/// Drops the text, but not its place: sources compiled either way see the same Operation.
struct Documentation {
  constexpr Documentation(const char*) {}
  const char* text = nullptr;
};
#else
template <class Function>
using Training = Function;
using Documentation = const char*;
#endif

/// The derivative of an operation by one of its operands.
struct Derivative {
  /// ∂operand, in the operand's shape; null: none is implemented
  Training<Tensor (*)(const Backward& b)> gradient = nullptr;
  Training<void (*)(Reason& why)> explain = nullptr;  ///< of one of its numbers
  Index reads[2] = {kNothing, kNothing};              ///< besides ∂result: operands, kOperands or kResult
};

/// Letters of the result's axes, from those of the operands.
struct AxesOf {
  const Call& call;
  const Tensor& result;
  std::span<const Names> operands;
};

struct Operation {
  /// PyTorch's, where it has the operation; as a step's `op`.
  const char* name;
  /// Its parameters in PyTorch's order, those with a default value as "dim=-1"; "*tensors" takes any number. Operands are those that
  /// are tensors.
  const char* parameters;
  /// What it computes, in one line.
  Documentation formula;
  /// Refuses, in PyTorch's words, what does not fit. Null: recorded, not computed. The numbers were drawn or given, the attributes
  /// say how, and only the explanation reads them.
  Tensor (*forward)(const Call& call);
  void (*explain)(Reason& why);
  /// By operand. Of "*tensors" the first one holds for all.
  Derivative derivatives[4] = {};
  /// Null: as the operand that has as many axes.
  Names (*axes)(const AxesOf& of) = nullptr;
  /// Calls that the tests make, separated by "; ". An operand is its shape, "(3, 4)", after a letter for its numbers: none for
  /// normal ones, p positive, i7 whole numbers below 7, b bits. An attribute is "dim=-1", "shape=[2, 3]" or "approximate='tanh'".
  Documentation examples = "(3, 4)";
  /// The same as a Python expression; null: torch.<name>.
  Documentation pytorch = nullptr;

  /// The derivative by an operand, or null.
  const Derivative* derivative(Index operand) const;
};

/// Runs an operation that has a forward.
Tensor compute(const Operation& operation, std::span<const Tensor> operands,
               const Attributes& attributes = {});
inline Tensor compute(const Operation& operation, std::initializer_list<Tensor> operands,
                      const Attributes& attributes = {}) {
  return compute(operation, std::span(operands.begin(), operands.size()), attributes);
}

/// What PyTorch's refusals call a type: "Bool", "Long", "Float", "Double".
const char* scalar_type(DType dtype);

/// Sums over the axes along which an operand of this shape was broadcast. Sums are float64 and rounded once.
Tensor sum_to(const Tensor& x, const Shape& shape);

/// Explanations that many operations share.
/// @{
/// The cells of the result that the operand's explained cell was broadcast to.
std::vector<Shape> uses_of_cell(const Reason& why);
/// The cell of each operand that is broadcast to the explained one.
void explain_elementwise(Reason& why);
/// @}

}  // namespace headsup
