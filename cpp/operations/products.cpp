// Sums of products.
//
// Each operation here is one of Einstein's sums: letters name the axes of its operands and of its result, equal letters have
// equal positions, and letters that the result lacks are summed over. "…ij,…jk->…ik" is a product of matrices, "…" any axes in
// front. From the letters follow the forward pass, one product of matrices (product.h); the gradients, which are the same sum
// with ∂result in an operand's place; and every explanation.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "headsup/tensor/refusal.h"
#include "operations/families.h"
#include "operations/operations.h"
#include "operations/product.h"
#include "tensor/eigen.h"

namespace headsup {

Facts product_facts(std::vector<double> products) {
  std::vector<double> order(products.size());
  std::iota(order.begin(), order.end(), 0.0);
  const auto size_at = [&](double place) { return std::abs(products[static_cast<Index>(place)]); };
  // A heap, because a stable sort would be 3 kB of WebAssembly.
  const auto comes_first = [&](double a, double b) {
    const double difference = size_at(a) - size_at(b);
    return difference == 0 ? a < b : difference > 0;
  };
  std::make_heap(order.begin(), order.end(), comes_first);
  std::sort_heap(order.begin(), order.end(), comes_first);
  // From the smallest product to the largest.
  std::vector<double> rest(products.size() + 1);
  for (Index n = products.size(); n-- > 0;) rest[n] = rest[n + 1] + products[static_cast<Index>(order[n])];
  const double sum = std::accumulate(products.begin(), products.end(), 0.0);
  return {{"products", std::move(products)},
          {"sum", sum},
          {"order", std::move(order)},
          {"rest", std::move(rest)}};
}

namespace {

/// A letter for each axis. The axes of "…" are digits, 0 the last of them.
using Letters = std::string;

bool has(const Letters& letters, char letter) {
  return letters.find(letter) != Letters::npos;
}

/// The letters that are not among others, each once, in the order in which they come first.
Letters difference(const Letters& letters, const Letters& others) {
  Letters result;
  for (const char letter : letters) {
    if (!has(result, letter) && !has(others, letter)) result += letter;
  }
  return result;
}
Letters distinct(const Letters& letters) {
  return difference(letters, {});
}

/// A number for each letter: its size, or a position.
using ByLetter = std::array<Index, 128>;

Index& at_letter(ByLetter& numbers, char letter) {
  return numbers[static_cast<unsigned char>(letter)];
}
Index at_letter(const ByLetter& numbers, char letter) {
  return numbers[static_cast<unsigned char>(letter)];
}

/// A tensor and its letters.
struct Factor {
  Tensor x;
  Letters letters;
};

/// An equation and the sizes of its letters. An axis of size 1 may stand for any size, as broadcast axes do.
struct Equation {
  /// Refuses what einsum refuses; operands after those of the equation, such as a bias, are none of its business.
  Equation(Name text, std::span<const Tensor> operands);

  Index size(char letter) const { return at_letter(sizes, letter); }
  /// Whether an axis has its letter's size, and is not broadcast to it.
  bool spans(const Factor& factor, Index axis) const {
    return factor.x.shape()[axis] == size(factor.letters[axis]);
  }
  /// The factor's cell where each letter is at a place.
  Shape cell(const Factor& factor, const ByLetter& places) const {
    Shape index = Shape::zeros(factor.x.rank());
    for (Index axis = 0; axis < index.size(); ++axis) {
      if (spans(factor, axis)) index[axis] = at_letter(places, factor.letters[axis]);
    }
    return index;
  }
  /// The letters of the factors, but for some.
  Letters without(const Letters& others) const {
    Letters all;
    for (const Factor& factor : factors) all += factor.letters;
    return difference(all, others);
  }

  std::vector<Factor> factors;
  Letters output;
  ByLetter sizes;
};

constexpr Name kEllipsis = "...";

/// The letters before "->" or after it, "..." being the last `count` axes of it.
Letters with_ellipsis(const Letters& letters, Index count) {
  Letters result = letters;
  const auto at = letters.find(kEllipsis);
  if (at == Letters::npos) return result;
  Letters axes;
  while (count > 0) axes += static_cast<char>('0' + --count);
  return result.replace(at, kEllipsis.size(), axes);
}

[[noreturn]] void refuse_einsum(std::initializer_list<Piece> pieces) {
  std::string message = "einsum(): ";
  for (const Piece& piece : pieces) piece.append_to(message);
  raise({message});
}

Equation::Equation(Name text, std::span<const Tensor> operands) {
  bool has_output = false;
  Letters part;
  const auto end_operand = [&] {
    if (factors.size() == operands.size()) {
      refuse_einsum({"fewer operands were provided than specified in the equation"});
    }
    factors.push_back({.x = operands[factors.size()], .letters = part});
    part.clear();
  };
  for (Index i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ') continue;
    if (c == ',' && !has_output) {
      end_operand();
    } else if (text.substr(i, 2) == "->" && !has_output) {
      end_operand();
      has_output = true;
      ++i;
    } else if (text.substr(i, 3) == kEllipsis && !has(part, '.')) {
      part += kEllipsis;
      i += 2;
    } else if (c == '.') {
      refuse_einsum({"found '.' that is not part of any ellipsis"});
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      if (has_output && has(part, c)) {
        refuse_einsum({"output subscript ", Name(&c, 1), " appears more than once in the output"});
      }
      part += c;
    } else {
      refuse_einsum({"invalid subscript given at index ", i,
                     " in the equation string, subscripts must be in [a-zA-Z]"});
    }
  }
  if (!has_output) end_operand();

  sizes.fill(1);
  Index most_axes = 0;
  Letters all;
  for (Index n = 0; n < factors.size(); ++n) {
    Letters& letters = factors[n].letters;
    const Shape& shape = factors[n].x.shape();
    const bool has_ellipsis = has(letters, '.');
    const Index named = letters.size() - (has_ellipsis ? kEllipsis.size() : 0);
    if (has_ellipsis ? named > shape.size() : named != shape.size()) {
      refuse_einsum({"the number of subscripts in the equation (", named, ") ",
                     has_ellipsis ? "is more than" : "does not match", " the number of dimensions (",
                     shape.size(), ") for operand ", n, has_ellipsis ? "" : " and no ellipsis was given"});
    }
    most_axes = std::max(most_axes, shape.size() - named);
    letters = with_ellipsis(letters, shape.size() - named);
    all += letters;
    for (Index axis = 0; axis < shape.size(); ++axis) {
      const Name letter(&letters[axis], 1);
      Index& seen = at_letter(sizes, letters[axis]);
      const Index here = shape[axis];
      const Index first = shape[letters.find(letters[axis])];
      if (here != first) {
        refuse_einsum({"subscript ", letter, " is repeated for operand ", n, " but the sizes don't match, ",
                       here, " != ", first});
      }
      if (here != 1 && seen != 1 && here != seen) {
        refuse_einsum({"subscript ", letter, " has size ", here, " for operand ", n,
                       " which does not broadcast with previously seen size ", seen});
      }
      if (here != 1) seen = here;
    }
  }
  if (has_output) {
    output = with_ellipsis(part, most_axes);
  } else {
    // Without an output: the axes of "…", then the letters that come once, in the order of the alphabet.
    output = with_ellipsis(Letters(kEllipsis), most_axes);
    for (char c = 'A'; c <= 'z'; ++c) {
      if (std::count(all.begin(), all.end(), c) == 1) output += c;
    }
  }
  for (const char c : output) {
    if (!has(all, c)) {
      refuse_einsum(
          {"output subscript ", Name(&c, 1), " does not appear in the equation for any input operand"});
    }
  }
}

// The sum.

/// The tensor whose axes have these letters, which are some of the factor's.
Tensor permuted(const Factor& factor, const Letters& letters) {
  Shape axes;
  for (const char letter : letters) axes.push_back(factor.letters.find(letter));
  return factor.x.permute(axes);
}

/// Calls visit(index, at) for each place of the distinct letters, `index` being the cell of a tensor with all of them.
void for_each_on_diagonal(const Letters& letters, const Shape& sizes, const auto& visit) {
  const Letters axes = distinct(letters);
  for (Index position = 0; position < element_count(sizes); ++position) {
    const Shape at = index_of(sizes, position);
    Shape index;
    for (const char c : letters) index.push_back(at[axes.find(c)]);
    visit(index, at);
  }
}

/// With each letter once: where axes have the same letter, their diagonal remains.
Factor diagonal(const Factor& factor) {
  const Letters axes = distinct(factor.letters);
  if (axes.size() == factor.letters.size()) return factor;
  Shape sizes;
  for (const char c : axes) sizes.push_back(factor.x.shape()[factor.letters.find(c)]);
  Factor result = {.x = Tensor(sizes, factor.x.dtype()), .letters = axes};
  for_each_on_diagonal(factor.letters, sizes,
                       [&](const Shape& index, const Shape& at) { result.x.set(at, factor.x.at(index)); });
  return result;
}

/// Summed over the letters that are not kept.
Factor summed(const Factor& factor, const Letters& kept) {
  Shape shape = factor.x.shape();
  for (Index axis = 0; axis < shape.size(); ++axis) {
    if (!has(kept, factor.letters[axis])) shape[axis] = 1;
  }
  Factor result = {.x = sum_to(factor.x, shape), .letters = {}};
  for (Index axis = 0; axis < shape.size(); ++axis) {
    if (has(kept, factor.letters[axis])) {
      result.letters += factor.letters[axis];
    } else {
      result.x = result.x.select(static_cast<std::ptrdiff_t>(result.letters.size()), 0);
    }
  }
  return result;
}

Shape joined(Shape a, const Shape& b) {
  for (const Index size : b) a.push_back(size);
  return a;
}

/// a · b, summed over their letters that are not kept: a product of matrices for each position of the letters that both have.
Factor multiplied(const Factor& a, const Factor& b, const Letters& kept, Sums sums) {
  const Factor l = summed(a, kept + b.letters);
  const Factor r = summed(b, kept + a.letters);
  Letters batch;
  Letters inner;
  Letters left;
  Letters right;
  for (const char c : l.letters) (!has(r.letters, c) ? left : has(kept, c) ? batch : inner) += c;
  for (const char c : r.letters) {
    if (!has(l.letters, c)) right += c;
  }
  const auto shape_of = [](const Factor& factor, const Letters& letters) {
    Shape shape;
    for (const char c : letters) shape.push_back(factor.x.shape()[factor.letters.find(c)]);
    return shape;
  };
  const Shape depth = broadcast_shapes(shape_of(l, inner), shape_of(r, inner));
  const Shape rows = shape_of(l, left);
  const Shape cols = shape_of(r, right);
  const Index k = element_count(depth);
  const auto stack = [&](const Factor& factor, const Letters& letters, const Shape& axes, Index m, Index n) {
    const Shape matrices = shape_of(factor, batch);
    return permuted(factor, letters).expand(joined(matrices, axes)).reshape(joined(matrices, {m, n}));
  };
  const Index m = element_count(rows);
  const Index n = element_count(cols);
  const Tensor made = product(stack(l, batch + left + inner, joined(rows, depth), m, k),
                              stack(r, batch + inner + right, joined(depth, cols), k, n), sums);
  Shape shape(made.shape().begin(), made.shape().end() - 2);
  return {.x = made.view(joined(joined(shape, rows), cols)), .letters = batch + left + right};
}

/// The sum over all letters but those of `output`, from the first factor to the last.
Tensor contract(const std::vector<Factor>& factors, const Letters& output, Sums sums) {
  Factor made = diagonal(factors[0]);
  for (Index n = 1; n < factors.size(); ++n) {
    Letters kept = output;
    for (Index later = n + 1; later < factors.size(); ++later) kept += factors[later].letters;
    made = multiplied(made, diagonal(factors[n]), kept, sums);
  }
  return permuted(summed(made, output), output);
}

/// ∂operand: the same sum with ∂result in its place.
Tensor gradient_of_sum(const Equation& equation, const Backward& b) {
  const Factor& own = equation.factors[b.operand];
  // Back through the products in which the operand became the result, the last one first.
  std::vector<Factor> factors = {{.x = b.grad, .letters = equation.output}};
  for (Index i = equation.factors.size(); i-- > b.operand + 1;) factors.push_back(equation.factors[i]);
  for (Index i = 0; i < b.operand; ++i) factors.push_back(equation.factors[i]);
  Letters others;
  for (Factor& factor : factors) {
    factor.x = factor.x.to(b.grad.dtype());
    others += factor.letters;
  }
  // Where the operand was broadcast, its gradient is summed; where nothing else has its letter, all positions get the same.
  Letters letters;
  const Letters axes = distinct(own.letters);
  for (const char c : axes) {
    if (has(others, c) && equation.spans(own, own.letters.find(c))) letters += c;
  }
  // The factor that the gradient begins with comes first: the result is then in order.
  if (factors.size() == 2 && !letters.empty() && !has(factors[0].letters, letters[0]))
    std::swap(factors[0], factors[1]);
  Tensor made = contract(factors, letters, Sums::fast);

  Shape sizes;
  for (Index axis = 0; axis < axes.size(); ++axis) {
    sizes.push_back(own.x.shape()[own.letters.find(axes[axis])]);
    if (!has(letters, axes[axis])) made = made.unsqueeze(static_cast<std::ptrdiff_t>(axis));
  }
  made = made.expand(sizes);
  if (axes.size() == own.letters.size()) return made.contiguous();
  Tensor gradient(own.x.shape(), made.dtype());
  for_each_on_diagonal(own.letters, sizes,
                       [&](const Shape& index, const Shape& at) { gradient.set(index, made.at(at)); });
  return gradient;
}

// Its explanations.

/// Calls visit() for all places of the letters, of which the last one runs fastest.
void for_each_place(const Equation& equation, const Letters& letters, ByLetter& places, const auto& visit) {
  Index count = 1;
  for (const char c : letters) count *= equation.size(c);
  for (Index n = 0; n < count; ++n) {
    Index rest = n;
    for (Index i = letters.size(); i-- > 0;) {
      at_letter(places, letters[i]) = rest % equation.size(letters[i]);
      rest /= equation.size(letters[i]);
    }
    visit();
  }
}

/// The factors of each product are terms.
void explain_sum(const Equation& equation, Reason& why) {
  ByLetter places = {};
  for (Index axis = 0; axis < equation.output.size(); ++axis) {
    at_letter(places, equation.output[axis]) = why.index[axis];
  }
  std::vector<double> products;
  for_each_place(equation, equation.without(equation.output), places, [&] {
    double product = 1;
    for (Index i = 0; i < equation.factors.size(); ++i) {
      why.cell(i, equation.cell(equation.factors[i], places));
      product *= why.terms.back().value;
    }
    products.push_back(product);
  });
  if (equation.factors.size() > 1) why.facts(product_facts(std::move(products)));
}

/// A cell of ∂result, times the other factors of the products that it has with the explained cell.
void explain_gradient_of_sum(const Equation& equation, Reason& why, double scale = 1) {
  const Factor& own = equation.factors[why.operand];
  ByLetter places = {};
  Letters fixed;
  for (Index axis = 0; axis < own.letters.size(); ++axis) {
    const char c = own.letters[axis];
    if (!equation.spans(own, axis)) continue;
    // Off the diagonal no product has the cell.
    if (has(fixed, c) && at_letter(places, c) != why.index[axis]) return;
    at_letter(places, c) = why.index[axis];
    fixed += c;
  }
  const Letters inner = equation.without(fixed + equation.output);
  for_each_place(equation, difference(equation.output, fixed), places, [&] {
    double weight = 0;
    for_each_place(equation, inner, places, [&] {
      double product = scale;
      for (const Factor& factor : equation.factors) {
        if (&factor != &own) product *= factor.x.at(equation.cell(factor, places));
      }
      weight += product;
    });
    Shape at;
    for (const char c : equation.output) at.push_back(at_letter(places, c));
    why.cell(kGrad, at, weight);
  });
}

// What operations of a sum have in common; Text gives the call's equation.

using Text = Name (*)(const Call& call);

template <Text text>
Equation equation_of(const Call& call) {
  return {text(call), call.operands};
}

template <Text text, Sums sums>
Tensor forward_sum(const Call& call) {
  const Equation equation = equation_of<text>(call);
  return contract(equation.factors, equation.output, sums);
}

template <Text text>
void explain_sum(Reason& why) {
  explain_sum(equation_of<text>(why.call), why);
}

/// The derivative by an operand, for which the other one is read.
template <Text text>
constexpr Derivative derivative_of_sum(Index other) {
  return {.gradient = [](const Backward& b) { return gradient_of_sum(equation_of<text>(b.call), b); },
          .explain = [](Reason& why) { explain_gradient_of_sum(equation_of<text>(why.call), why); },
          .reads = {other, kNothing}};
}

/// The result's axes are called as the operands' axes with their letters.
Names axes_of_sum(const Equation& equation, const AxesOf& of) {
  Names names;
  for (const char c : equation.output) {
    Name name;
    for (Index i = equation.factors.size(); i-- > 0;) {
      const Index axis = equation.factors[i].letters.find(c);
      if (axis < of.operands[i].size() && equation.spans(equation.factors[i], axis)) {
        name = of.operands[i][axis];
      }
    }
    names.push_back(name);
  }
  return names;
}

template <Text text, Sums sums>
constexpr Operation sum_row(const char* name, const char* parameters, const char* formula) {
  return {.name = name,
          .parameters = parameters,
          .formula = formula,
          .forward = forward_sum<text, sums>,
          .explain = explain_sum<text>,
          .derivatives = {derivative_of_sum<text>(1), derivative_of_sum<text>(0)},
          .axes = [](const AxesOf& of) { return axes_of_sum(equation_of<text>(of.call), of); }};
}

// Products of matrices and vectors.

std::string by(Index rows, Index cols) {
  return std::to_string(rows) + "x" + std::to_string(cols);
}

/// How many rows x (…, K) has.
Index rows_of(const Tensor& x) {
  return element_count(Shape(x.shape().begin(), x.shape().end() - 1));
}

[[noreturn]] void refuse_matrices(Index rows, Index depth, const Tensor& b) {
  raise({"mat1 and mat2 shapes cannot be multiplied (", by(rows, depth), " and ", by(b.size(-2), b.size(-1)),
         ")"});
}

[[noreturn]] void refuse_batches(const Shape& wants, const Shape& got) {
  raise({"Expected size for first two dimensions of batch2 tensor to be: ", wants, " but got: ", got, "."});
}

void check_same_type(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype()) {
    if (a.rank() == 1 && b.rank() == 1) {
      raise({"dot : expected both vectors to have same dtype, but found ", scalar_type(a.dtype()), " and ",
             scalar_type(b.dtype())});
    }
    raise({"expected scalar type ", scalar_type(a.dtype()), " but found ", scalar_type(b.dtype())});
  }
  if (a.dtype() == DType::boolean) raise({"\"addmm_impl_cpu_\" not implemented for 'Bool'"});
}

void check_dot(const Tensor& a, const Tensor& b) {
  if (a.count() != b.count()) {
    raise({"inconsistent tensor size, expected tensor ", a.shape(), " and src ", b.shape(),
           " to have the same number of elements, but got ", a.count(), " and ", b.count(),
           " elements respectively"});
  }
}

void check_matrix_and_vector(const Tensor& a, const Tensor& b) {
  if (a.size(-1) != b.count()) {
    raise({"size mismatch, got ", rows_of(a), ", ", by(rows_of(a), a.size(-1)), ",", b.count()});
  }
}

void check_matmul(const Tensor& a, const Tensor& b) {
  if (a.rank() == 0 || b.rank() == 0) {
    raise({"both arguments to matmul need to be at least 1D, but they are ", a.rank(), "D and ", b.rank(),
           "D"});
  }
  check_same_type(a, b);
  if (b.rank() == 1) return a.rank() == 1 ? check_dot(a, b) : check_matrix_and_vector(a, b);
  const Index depth = b.size(-2);
  if (a.rank() == 1 && b.rank() > 2) return check_matrix_and_vector(b.transpose(-1, -2), a);
  if (a.rank() > 2 && b.rank() > 2) {
    const auto leading = [](const Tensor& x) { return Shape(x.shape().begin(), x.shape().end() - 2); };
    const Index count = element_count(broadcast_shapes(leading(a), leading(b)));
    if (a.size(-1) != depth) refuse_batches({count, a.size(-1)}, {count, depth});
  }
  if (a.size(-1) != depth) refuse_matrices(rows_of(a), a.size(-1), b);
}

Name matmul_text(const Call& call) {
  if (call[1].rank() == 1) return call[0].rank() == 1 ? "k,k->" : "...k,k->...";
  return call[0].rank() == 1 ? "k,...kn->...n" : "...mk,...kn->...mn";
}

Tensor matmul_forward(const Call& call) {
  check_matmul(call[0], call[1]);
  return forward_sum<matmul_text, Sums::as_stored>(call);
}

constexpr Operation matmul_row(const char* name, const char* parameters, const char* formula,
                               Tensor (*forward)(const Call&), const char* examples) {
  Operation row = sum_row<matmul_text, Sums::as_stored>(name, parameters, formula);
  row.forward = forward;
  row.examples = examples;
  return row;
}

Tensor mm_forward(const Call& call) {
  if (call[0].rank() != 2) raise({"self must be a matrix"});
  if (call[1].rank() != 2) raise({"mat2 must be a matrix"});
  return matmul_forward(call);
}

Tensor bmm_forward(const Call& call) {
  const Tensor& a = call[0];
  const Tensor& b = call[1];
  if (a.rank() != 3) raise({"batch1 must be a 3D tensor"});
  if (b.rank() != 3) raise({"batch2 must be a 3D tensor"});
  if (a.size(0) != b.size(0) || a.size(2) != b.size(1))
    refuse_batches({a.size(0), a.size(2)}, {b.size(0), b.size(1)});
  return matmul_forward(call);
}

Tensor mv_forward(const Call& call) {
  if (call[0].rank() != 2 || call[1].rank() != 1) {
    raise({"vector + matrix @ vector expected, got 1, ", call[0].rank(), ", ", call[1].rank()});
  }
  return matmul_forward(call);
}

Tensor dot_forward(const Call& call) {
  if (call[0].rank() != 1 || call[1].rank() != 1) {
    raise({"1D tensors expected, but got ", call[0].rank(), "D and ", call[1].rank(), "D tensors"});
  }
  return matmul_forward(call);
}

// Every pair of two vectors' numbers.

Tensor outer_forward(const Call& call) {
  constexpr const char* kNames[] = {"self", "vec2"};
  for (Index i = 0; i < 2; ++i) {
    if (call[i].rank() != 1) {
      raise({"outer: Expected 1-D argument ", kNames[i], ", but got ", call[i].rank(), "-D"});
    }
  }
  const DType common = result_type(call[0], call[1]);
  return product(call[0].unsqueeze(1).to(common), call[1].unsqueeze(0).to(common), Sums::exact);
}

Name outer_text(const Call&) {
  return "i,j->ij";
}

constexpr Operation outer_row() {
  Operation row = sum_row<outer_text, Sums::exact>("outer", "input vec2", "y[i, j] = a[i] b[j]");
  row.forward = outer_forward;
  row.examples = "(3) (4); (1) (2); (0) (2); i5(3) (2); b(2) b(3)";
  return row;
}

// Linear layers: y = x Wᵀ + b. A convolution with a kernel of size 1 is the same one at every position.

/// ∂b = Σ ∂y over all positions of a channel, the axis `axis` of y.
Tensor bias_gradient(const Backward& b, std::ptrdiff_t axis) {
  return sum_to(b.grad.transpose(axis, -1), b.input().shape());
}

void explain_bias_gradient(Reason& why, std::ptrdiff_t axis) {
  const Shape& shape = why.result.shape();
  const Index channel = why.result.axis_of(axis);
  for (Index position = 0; position < why.result.count(); ++position) {
    const Shape at = index_of(shape, position);
    if (at[channel] == why.index[0]) why.cell(kGrad, at);
  }
}

template <auto axis_of>
constexpr Derivative by_bias() {
  return {.gradient = [](const Backward& b) { return bias_gradient(b, axis_of(b.call)); },
          .explain = [](Reason& why) { explain_bias_gradient(why, axis_of(why.call)); }};
}

std::ptrdiff_t last_axis(const Call&) {
  return -1;
}

/// y + b, b along an axis of y.
Tensor with_bias(const Tensor& y, const Call& call, std::ptrdiff_t axis) {
  if (call.size() < 3) return y;
  Tensor bias = call[2];
  if (axis == -2) bias = bias.unsqueeze(1);
  return compute(op::add, {y, bias});
}

Name linear_text(const Call&) {
  return "...i,oi->...o";
}

Tensor linear_forward(const Call& call) {
  const Tensor& x = call[0];
  const Tensor& weight = call[1];
  if (x.rank() == 0) {
    raise({"both arguments to linear need to be at least 1D, but they are 0D and ", weight.rank(), "D"});
  }
  if (weight.rank() != 2) {
    raise({"t() expects a tensor with <= 2 dimensions, but self is ", weight.rank(), "D"});
  }
  for (Index i = 1; i < call.size(); ++i) {
    if (call[i].dtype() == x.dtype()) continue;
    if (call.size() > 2 && x.rank() > 1) raise({"mat1 and mat2 must have the same dtype"});
    raise({"expected scalar type ", scalar_type(x.dtype()), " but found ", scalar_type(call[i].dtype())});
  }
  if (x.size(-1) != weight.size(1)) refuse_matrices(rows_of(x), x.size(-1), weight.transpose(0, 1));
  if (call.size() > 2 && (call[2].rank() != 1 || call[2].count() != weight.size(0))) {
    raise({"The expanded size of the tensor (", weight.size(0), ") must match the existing size (",
           call[2].count(), ") at non-singleton dimension 1.  Target sizes: ",
           Shape{rows_of(x), weight.size(0)}, ".  Tensor sizes: ", call[2].shape()});
  }
  return with_bias(forward_sum<linear_text, Sums::fast>(call), call, -1);
}

constexpr Operation linear_row() {
  Operation row = sum_row<linear_text, Sums::fast>("linear", "input weight bias=None",
                                                   "y[…, o] = Σ_i x[…, i] W[o, i] + b[o]");
  row.forward = linear_forward;
  row.explain = [](Reason& why) {
    explain_sum<linear_text>(why);
    if (why.call.size() > 2) why.cell(2, {why.index.back()});
  };
  row.derivatives[2] = by_bias<last_axis>();
  row.examples = "(3, 4) (5, 4) (5); (2, 3, 4) (5, 4); (4) (2, 4) (2); (0, 4) (2, 4) (2)";
  row.pytorch = "F.linear";
  return row;
}

/// With `transposes_input` x is (…, t, i), with `transposes_result` y is (…, t, o): a lesson's step shows tokens as rows.
Name conv1d_text(const Call& call) {
  const bool from_rows = call.attributes.flag("transposes_input", false);
  const bool to_rows = call.attributes.flag("transposes_result", false);
  if (from_rows) return to_rows ? "...ti,oik->...to" : "...ti,oik->...ot";
  return to_rows ? "...it,oik->...to" : "...it,oik->...ot";
}

/// The axis of the channels in the result.
std::ptrdiff_t conv1d_channels(const Call& call) {
  return call.attributes.flag("transposes_result", false) ? -1 : -2;
}

Tensor conv1d_forward(const Call& call) {
  const Tensor& x = call[0];
  const Tensor& weight = call[1];
  if (x.rank() != 2 && x.rank() != 3) {
    raise({"Expected 2D (unbatched) or 3D (batched) input to conv1d, but got input of size: ", x.shape()});
  }
  if (weight.rank() != 3) raise({"weight should have at least three dimensions"});
  for (Index i = 1; i < call.size(); ++i) {
    if (call[i].dtype() != x.dtype()) {
      raise({"expected scalar type ", scalar_type(x.dtype()), " but found ", scalar_type(call[i].dtype())});
    }
  }
  if (weight.size(2) != 1) raise({"conv1d is implemented for kernels of size 1, but got ", weight.size(2)});
  const std::ptrdiff_t channels = call.attributes.flag("transposes_input", false) ? -1 : -2;
  if (x.size(channels) != weight.size(1)) {
    raise({"Given groups=1, weight of size ", weight.shape(), ", expected input", x.shape(), " to have ",
           weight.size(1), " channels, but got ", x.size(channels), " channels instead"});
  }
  if (call.size() > 2 && (call[2].rank() != 1 || call[2].count() != weight.size(0))) {
    raise({"Given weight of size ", weight.shape(), ", expected bias to be 1-dimensional with ",
           weight.size(0), " elements, but got bias of size ", call[2].shape(), " instead"});
  }
  return with_bias(forward_sum<conv1d_text, Sums::fast>(call), call, conv1d_channels(call)).contiguous();
}

constexpr Operation conv1d_row() {
  Operation row = sum_row<conv1d_text, Sums::fast>("conv1d", "input weight bias=None",
                                                   "y[…, o, t] = Σ_i x[…, i, t] W[o, i, 0] + b[o]");
  row.forward = conv1d_forward;
  row.explain = [](Reason& why) {
    explain_sum<conv1d_text>(why);
    if (why.call.size() > 2) why.cell(2, {why.index[why.result.axis_of(conv1d_channels(why.call))]});
  };
  row.derivatives[2] = by_bias<conv1d_channels>();
  row.examples = "(2, 3, 4) (5, 3, 1) (5); (2, 3, 4) (5, 3, 1); (3, 4) (2, 3, 1) (2)";
  row.pytorch = "F.conv1d";
  return row;
}

// Attention. Scores are summed exactly: a float32 sum could put one of 50 off by 1e-4, and softmax magnifies such errors.

bool same_leading_axes(const Shape& a, const Shape& b) {
  return a.size() == b.size() && a.size() >= 2 && std::equal(a.begin(), a.end() - 2, b.begin());
}

Name scores_text(const Call&) {
  return "...tk,...sk->...ts";
}

double d_k_of(const Call& call) {
  return call.attributes.number("d_k", static_cast<double>(call[0].size(-1)));
}

/// x / √d_k, as PyTorch divides by a number.
Tensor divided(Tensor x, const Call& call) {
  const double divisor = std::sqrt(d_k_of(call));
  x = x.contiguous();
  if (x.dtype() == DType::float32) {
    flat<float>(x) /= static_cast<float>(divisor);
  } else {
    flat<double>(x) /= divisor;
  }
  return x;
}

Tensor scaled_dot_product_forward(const Call& call) {
  const Tensor& q = call[0];
  const Tensor& k = call[1];
  if (q.rank() < 2) refuse_shape("q", q.shape(), "(…, T, K)");
  if (!same_leading_axes(q.shape(), k.shape()) || q.size(-1) != k.size(-1)) {
    refuse_shape("k", k.shape(), "the axes of q " + to_string(q.shape()) + " but for the length");
  }
  check_same_type(q, k);
  return divided(forward_sum<scores_text, Sums::exact>(call), call);
}

constexpr Derivative scores_derivative(Index other) {
  return {.gradient =
              [](const Backward& b) {
                return divided(gradient_of_sum(equation_of<scores_text>(b.call), b), b.call);
              },
          .explain =
              [](Reason& why) {
                explain_gradient_of_sum(equation_of<scores_text>(why.call), why,
                                        1 / std::sqrt(d_k_of(why.call)));
              },
          .reads = {other, kNothing}};
}

constexpr Operation scaled_dot_product_row() {
  Operation row = sum_row<scores_text, Sums::exact>("scaled_dot_product", "q k d_k=None",
                                                    "y[…, t, s] = Σ_k q[…, t, k] k[…, s, k] / √d_k");
  row.forward = scaled_dot_product_forward;
  row.explain = [](Reason& why) {
    explain_sum<scores_text>(why);
    const double d_k = d_k_of(why.call);
    why.fact("dot", why.number("sum"));
    why.fact("dK", d_k);
    why.fact("divisor", std::sqrt(d_k));
  };
  row.derivatives[0] = scores_derivative(1);
  row.derivatives[1] = scores_derivative(0);
  row.examples = "(3, 4) (5, 4); (2, 2, 3, 4) (2, 2, 5, 4) d_k=6; (2, 0, 4) (2, 3, 4)";
  row.pytorch = "lambda q, k, d_k=None: q @ k.transpose(-2, -1) / (d_k or q.size(-1)) ** 0.5";
  return row;
}

Name weighted_sum_text(const Call&) {
  return "...ts,...sk->...tk";
}

constexpr Operation weighted_sum_row() {
  Operation row = sum_row<weighted_sum_text, Sums::fast>("weighted_sum", "attention v",
                                                         "y[…, t, k] = Σ_s attention[…, t, s] v[…, s, k]");
  row.forward = [](const Call& call) {
    const Tensor& attention = call[0];
    const Tensor& v = call[1];
    if (attention.rank() < 2) refuse_shape("attention", attention.shape(), "(…, T, S)");
    if (!same_leading_axes(attention.shape(), v.shape()) || attention.size(-1) != v.size(-2)) {
      refuse_shape("v", v.shape(), "(…, S, K) for attention " + to_string(attention.shape()));
    }
    check_same_type(attention, v);
    return forward_sum<weighted_sum_text, Sums::fast>(call);
  };
  row.examples = "p(3, 4) (4, 5); (2, 2, 3, 4) (2, 2, 4, 2)";
  row.pytorch = "torch.matmul";
  return row;
}

// Any sum of products.

Name einsum_text(const Call& call) {
  return call.attributes.word("equation", "");
}

Tensor einsum_forward(const Call& call) {
  const Equation equation = equation_of<einsum_text>(call);
  if (call.size() > equation.factors.size()) {
    refuse_einsum({"more operands were provided than specified in the equation"});
  }
  for (Index i = 1; i < call.size(); ++i) check_same_type(call[0], call[i]);
  // Sums of bits count them.
  if (call[0].dtype() == DType::boolean) {
    return contract({{call[0].to(DType::int64), equation.factors[0].letters}}, equation.output, Sums::exact);
  }
  return contract(equation.factors, equation.output, Sums::as_stored);
}

constexpr Operation einsum_row() {
  Operation row = sum_row<einsum_text, Sums::as_stored>(
      "einsum", "*operands equation", "y = Σ a · b · … over the letters that the result lacks");
  row.forward = einsum_forward;
  row.derivatives[0].reads[0] = kOperands;
  row.examples =
      "(3, 4) (4, 5) equation='ij,jk->ik'; (2, 3, 2, 4) (2, 5, 2, 4) equation='bqhd,bkhd->bhqk'; "
      "(3, 4) equation='ij->ji'; (3, 4) equation='ij->j'; (3, 3) equation='ii'; (2, 3, 3) "
      "equation='bii->bi'; "
      "(3) (4) equation='i,j->ij'; (2, 3) (3, 4) (4) equation='ab,bc,c->a'; (2, 3, 4) (4, 5) "
      "equation='...i,ij'; "
      "(2, 1) (3, 4) equation='ij,jk->ik'; (3, 4) (2) equation='ij,k->i'; (0, 2) (2, 3) equation='ij,jk->ik'";
  row.pytorch = "lambda *operands, equation: torch.einsum(equation, *operands)";
  return row;
}

}  // namespace

namespace op {
constexpr Operation matmul = matmul_row(
    "matmul", "input other", "y[…, m, n] = Σ_k a[…, m, k] b[…, k, n]", matmul_forward,
    "(3, 4) (4, 5); (4) (4); (3, 4) (4); (4) (4, 5); (2, 3, 4) (4, 5); (2, 3, 4) (2, 4, 5); "
    "(2, 1, 3, 4) (5, 4, 2); (4) (2, 4, 3); (2, 3, 4) (4); i5(3, 4) i5(4, 2); (0, 4) (4, 3); (3, 0) (0, 2)");
constexpr Operation mm = matmul_row("mm", "input mat2", "y[m, n] = Σ_k a[m, k] b[k, n]", mm_forward,
                                    "(3, 4) (4, 5); (0, 4) (4, 2)");
constexpr Operation bmm = matmul_row("bmm", "input mat2", "y[b, m, n] = Σ_k a[b, m, k] b[b, k, n]",
                                     bmm_forward, "(2, 3, 4) (2, 4, 5)");
constexpr Operation mv = matmul_row("mv", "input vec", "y[m] = Σ_k a[m, k] b[k]", mv_forward, "(3, 4) (4)");
constexpr Operation dot =
    matmul_row("dot", "input tensor", "y = Σ_k a[k] b[k]", dot_forward, "(4) (4); (0) (0)");
constexpr Operation outer = outer_row();
constexpr Operation linear = linear_row();
constexpr Operation conv1d = conv1d_row();
constexpr Operation scaled_dot_product = scaled_dot_product_row();
constexpr Operation weighted_sum = weighted_sum_row();
constexpr Operation einsum = einsum_row();
}  // namespace op

Family product_operations() {
  return family<op::matmul, op::mm, op::bmm, op::mv, op::dot, op::outer, op::linear, op::conv1d,
                op::scaled_dot_product, op::weighted_sum, op::einsum>();
}

}  // namespace headsup
