// Views and rearrangements: numbers move, none changes.
//
// A view shares the numbers of its operand; the other operations copy them. Where a number came from is found in one way for
// all: the operation is run again on the positions 0, 1, 2 … in place of the numbers. In formulas ∂x is the gradient of the
// loss by x. Sources: torch's documentation of each name; torch.Tensor.view for what is a view.
#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>
#include <string>

#include "headsup/tensor/refusal.h"
#include "operations/families.h"
#include "operations/operations.h"
#include "tensor/eigen.h"

namespace headsup {
namespace {

using Wholes = std::vector<std::int64_t>;

// What several operations share: arguments.

/// As PyTorch's messages show a list, "[2, -1]".
std::string printed(const Wholes& list) {
  std::string text = "[";
  for (const std::int64_t each : list) text += (text.size() > 1 ? ", " : "") + std::to_string(each);
  return text + "]";
}

Shape shape_of(const Wholes& sizes) {
  for (const std::int64_t size : sizes) {
    if (size < 0) raise({"Trying to create tensor with negative dimension ", size, ": ", printed(sizes)});
  }
  return std::vector<Index>(sizes.begin(), sizes.end());
}

/// The argument `shape` for the operand's numbers; −1 stands for the size that is missing.
Shape shape_argument(const Call& call) {
  const Wholes sizes = call.attributes.list("shape");
  const Index count = call[0].count();
  Shape shape;
  std::optional<Index> open;
  for (const std::int64_t size : sizes) {
    if (size < -1) raise({"invalid shape dimension ", size});
    if (size == -1) {
      if (open) raise({"only one dimension can be inferred"});
      open = shape.size();
    }
    shape.push_back(size == -1 ? 1 : static_cast<Index>(size));
  }
  const Index known = element_count(shape);
  if (open && known == 0 && count == 0) {
    raise({"cannot reshape tensor of 0 elements into shape ", printed(sizes),
           " because the unspecified dimension size -1 can be any value and is ambiguous"});
  }
  const bool fits = open ? known > 0 && count % known == 0 : known == count;
  if (!fits) raise({"shape '", printed(sizes), "' is invalid for input of size ", count});
  if (open) shape[*open] = count / known;
  return shape;
}

/// Axes from the front, each once.
std::vector<Index> axes_of(const Tensor& x, const Wholes& list) {
  std::vector<Index> axes;
  for (const std::int64_t each : list) {
    const Index axis = x.axis_of(each);
    if (std::find(axes.begin(), axes.end(), axis) != axes.end()) {
      raise({"dim ", axis, " appears multiple times in the list of dims"});
    }
    axes.push_back(axis);
  }
  return axes;
}

Index axis_argument(const Tensor& x, const Call& call, Name name, std::ptrdiff_t otherwise = 0) {
  return x.axis_of(call.attributes.whole(name, otherwise));
}

/// A number as a tensor of one axis, which has something to select.
Tensor at_least_1d(const Tensor& x) {
  return x.rank() == 0 ? x.reshape({1}) : x;
}

Shape with_size(Shape shape, Index axis, Index size) {
  shape[axis] = size;
  return shape;
}

// What several operations share: where each number came from.

/// An operand whose numbers the result holds; others, such as indices, only say which.
bool is_moved(const Call& call, Index operand) {
  return call.operation.derivative(operand) != nullptr;
}

/// The operation, run on positions in place of numbers: where each number of the result came from. Moved operands are numbered
/// one after the other.
Tensor origins(const Call& call) {
  std::vector<Tensor> operands(call.operands.begin(), call.operands.end());
  std::int64_t first = 0;
  for (Index i = 0; i < operands.size(); ++i) {
    if (!is_moved(call, i)) continue;
    Tensor positions(operands[i].shape(), DType::int64);
    std::iota(positions.ids().begin(), positions.ids().end(), first);
    first += static_cast<std::int64_t>(positions.count());
    operands[i] = positions;
  }
  return compute(call.operation, operands, call.attributes).contiguous();
}

/// The number of an operand's first cell there.
std::int64_t first_origin(const Call& call, Index operand) {
  std::int64_t first = 0;
  for (Index i = 0; i < operand; ++i) {
    if (is_moved(call, i)) first += static_cast<std::int64_t>(call[i].count());
  }
  return first;
}

/// The one cell that the number was.
void explain_moved(Reason& why) {
  const Tensor from = origins(why.call);
  Index origin = static_cast<Index>(from.ids()[offset_of(from.shape(), why.index)]);
  for (Index i = 0; i < why.call.size(); ++i) {
    if (!is_moved(why.call, i)) continue;
    if (origin < why[i].count()) return why.cell(i, index_of(why[i].shape(), origin));
    origin -= why[i].count();
  }
}

/// ∂x = Σ ∂y over the places that the number was moved to, which may be none or several.
Tensor moved_gradient(const Backward& b) {
  const Tensor from = origins(b.call);
  const Tensor grad = b.grad.to(DType::float64).contiguous();
  const std::int64_t first = first_origin(b.call, b.operand);
  Tensor sums(b.input().shape(), DType::float64);
  for (Index i = 0; i < grad.count(); ++i) {
    const auto place = static_cast<Index>(from.ids()[i] - first);
    if (place < sums.count()) sums.data<double>()[place] += grad.data<double>()[i];
  }
  return sums.to(b.grad.dtype());
}

void explain_moved_gradient(Reason& why) {
  const Tensor from = origins(why.call);
  const Index own = offset_of(why[why.operand].shape(), why.index);
  const std::int64_t wanted = first_origin(why.call, why.operand) + static_cast<std::int64_t>(own);
  for (Index i = 0; i < from.count(); ++i) {
    if (from.ids()[i] == wanted) why.cell(kGrad, index_of(from.shape(), i));
  }
}

constexpr Operation moving(const char* name, const char* parameters, const char* formula,
                           Tensor (*forward)(const Call&), const char* examples,
                           const char* pytorch = nullptr) {
  return {.name = name,
          .parameters = parameters,
          .formula = formula,
          .forward = forward,
          .explain = explain_moved,
          .derivatives = {{.gradient = moved_gradient, .explain = explain_moved_gradient}},
          .examples = examples,
          .pytorch = pytorch};
}

constexpr Operation with_axes(Operation row, Names (*axes)(const AxesOf&)) {
  row.axes = axes;
  return row;
}
constexpr Operation with_gradient(Operation row, Tensor (*gradient)(const Backward&)) {
  row.derivatives[0].gradient = gradient;
  return row;
}
/// Of an operation whose operands from `first` on are indices, which are no part of the result but say which numbers are.
constexpr Operation indexing(Operation row, Index first, void (*explain)(Reason&)) {
  row.explain = explain;
  row.derivatives[0].reads[0] = first;
  return row;
}
/// The same derivative by one more operand.
constexpr Operation moving_too(Operation row, Index operand) {
  row.derivatives[operand] = row.derivatives[0];
  return row;
}

// Views.

/// The view of a contiguous tensor of the operand's shape, whose strides say all about the operation.
Tensor seen_alike(const Call& call) {
  return compute(call.operation, {Tensor(call[0].shape(), DType::boolean)}, call.attributes);
}

/// The one cell that is seen there: the strides lead to it.
void explain_view(Reason& why) {
  const Tensor seen = seen_alike(why.call);
  Index place = seen.offset();
  for (Index axis = 0; axis < seen.rank(); ++axis) place += why.index[axis] * seen.strides()[axis];
  why.cell(0, index_of(why[0].shape(), place));
}

/// ∂x is zeros, and ∂y where the view sees them.
Tensor view_gradient(const Backward& b) {
  Tensor dx(b.input().shape(), b.grad.dtype());
  compute(b.call.operation, {dx}, b.call.attributes).copy_(b.grad);
  return dx;
}

/// The operand's letters at the end; none where axes were joined.
Names last_axes(const AxesOf& of) {
  Names letters = of.operands[0];
  if (letters.size() > of.result.rank()) return Names(of.result.rank());
  letters.insert(letters.begin(), of.result.rank() - letters.size(), Name());
  return letters;
}

/// An axis keeps the letter of the operand's axis that has its stride and its size.
Names view_axes(const AxesOf& of) {
  const Tensor seen = seen_alike(of.call);
  const Shape& from = of.call[0].shape();
  const Shape strides = contiguous_strides(from);
  Names letters = of.operands[0];
  Names found(seen.rank());
  for (Index axis = 0; axis < seen.rank(); ++axis) {
    for (Index i = 0; i < from.size() && found[axis].empty(); ++i) {
      if (seen.shape()[axis] == from[i] && seen.strides()[axis] == strides[i])
        std::swap(found[axis], letters[i]);
    }
  }
  return found;
}

constexpr Operation viewing(const char* name, const char* parameters, const char* formula,
                            Tensor (*forward)(const Call&), const char* examples,
                            const char* pytorch = nullptr) {
  Operation row = moving(name, parameters, formula, forward, examples, pytorch);
  row.explain = explain_view;
  row.derivatives[0].gradient = view_gradient;
  row.axes = view_axes;
  return row;
}

// Other axes for the same numbers in the same order. Where the strides cannot express them, reshape and flatten copy.

Tensor flatten_forward(const Call& call) {
  const Tensor x = at_least_1d(call[0]);
  const Index start = axis_argument(x, call, "start_dim");
  const Index end = axis_argument(x, call, "end_dim", -1);
  if (start > end) raise({"flatten() has invalid args: start_dim cannot come after end_dim"});
  Shape shape = x.shape();
  for (Index axis = start; axis < end; ++axis) {
    shape[start] *= shape[start + 1];
    shape.erase(shape.begin() + start + 1);
  }
  return x.reshape(shape);
}

/// Without `dim`, all axes of size 1 go.
Tensor squeeze_forward(const Call& call) {
  const std::vector<Index> dims = axes_of(call[0], call.attributes.list("dim"));
  const bool all = !call.attributes.has("dim");
  Tensor y = call[0];
  for (Index axis = y.rank(); axis-- > 0;) {
    if (all || std::find(dims.begin(), dims.end(), axis) != dims.end())
      y = y.squeeze(static_cast<std::ptrdiff_t>(axis));
  }
  return y;
}

/// ∂x is ∂y with x's axes.
Tensor same_order_gradient(const Backward& b) {
  return b.grad.reshape(b.input().shape());
}

constexpr Operation same_order(const char* name, const char* parameters, const char* formula,
                               Tensor (*forward)(const Call&), const char* examples,
                               const char* pytorch = nullptr) {
  return with_gradient(viewing(name, parameters, formula, forward, examples, pytorch), same_order_gradient);
}

// Other orders of the axes.

Tensor permute_forward(const Call& call) {
  const Tensor& x = call[0];
  const Wholes dims = call.attributes.list("dims");
  Shape axes;
  for (const std::int64_t dim : dims) axes.push_back(dims.size() == x.rank() ? x.axis_of(dim) : 0);
  return x.permute(axes);  // which refuses another number of axes first
}

Tensor movedim_forward(const Call& call) {
  const Tensor& x = call[0];
  const Wholes source = call.attributes.list("source");
  const Wholes destination = call.attributes.list("destination");
  if (source.size() != destination.size()) {
    raise({"movedim: Invalid source or destination dims: source (", printed(source),
           " dims) should contain the same number of dims as destination (", printed(destination), " dims)"});
  }
  const std::vector<Index> from = axes_of(x, source);
  const std::vector<Index> to = axes_of(x, destination);
  // The axes that are not named fill the free places in order.
  Shape axes = Shape::zeros(x.rank());
  Index next = 0;
  for (Index place = 0; place < x.rank(); ++place) {
    const auto named = std::find(to.begin(), to.end(), place);
    if (named != to.end()) {
      axes[place] = from[static_cast<Index>(named - to.begin())];
      continue;
    }
    while (std::find(from.begin(), from.end(), next) != from.end()) ++next;
    axes[place] = next++;
  }
  return x.permute(axes);
}

// Some of the numbers.

Tensor slice_forward(const Call& call) {
  const Attributes& given = call.attributes;
  const Tensor& x = call[0];
  const std::ptrdiff_t dim = given.whole("dim", 0);
  const std::ptrdiff_t step = given.whole("step", 1);
  if (step <= 0) raise({"slice step must be positive"});
  const auto size = static_cast<std::ptrdiff_t>(x.rank() == 0 ? 0 : x.size(dim));
  return x.slice(dim, given.whole("start", 0), given.whole("stop", size), static_cast<Index>(step));
}

/// Also one part of split and of chunk, which the caller counts out.
Tensor narrow_forward(const Call& call) {
  const Tensor& x = call[0];
  if (x.rank() == 0) raise({"narrow() cannot be applied to a 0-dim tensor."});
  const auto dim = static_cast<std::ptrdiff_t>(axis_argument(x, call, "dim"));
  const auto size = static_cast<std::ptrdiff_t>(x.size(dim));
  std::ptrdiff_t start = call.attributes.whole("start", 0);
  const std::ptrdiff_t length = call.attributes.whole("length", 0);
  if (length < 0) raise({"narrow(): length must be non-negative."});
  if (start < -size || start > size) {
    raise(ErrorCode::index_error,
          {"start out of range (expected to be in range of [", -size, ", ", size, "], but got ", start, ")"});
  }
  if (start < 0) start += size;
  if (start + length > size) {
    raise({"start (", start, ") + length (", length, ") exceeds dimension size (", size, ")."});
  }
  return x.slice(dim, start, start + length);
}

constexpr Operation narrowing(const char* name) {
  return with_axes(
      viewing(name, "input dim=0 start=0 length=0", "y[…, i, …] = x[…, start + i, …]", narrow_forward,
              "(3, 4) dim=1 start=1 length=2; (5, 2) start=-2 length=2; (0, 2) length=0; "
              "i9(4) start=3 length=1",
              "lambda x, dim=0, start=0, length=0: x.narrow(dim, start, length)"),
      nullptr);
}

Tensor diagonal_forward(const Call& call) {
  const Attributes& given = call.attributes;
  return call[0].diagonal(given.whole("offset", 0), given.whole("dim1", 0), given.whole("dim2", 1));
}

// diag_embed: y[i, i + offset] = x[i], and 0 elsewhere.

std::ptrdiff_t offset_of_diagonal(const Call& call) {
  return call.attributes.whole("offset", 0);
}
Tensor diag_embed_forward(const Call& call) {
  const Tensor& x = call[0];
  if (x.rank() == 0) x.axis_of(-2);  // refuses
  Shape shape = x.shape();
  shape.back() += static_cast<Index>(std::abs(offset_of_diagonal(call)));
  shape.push_back(shape.back());
  Tensor y(shape, x.dtype());
  y.diagonal(offset_of_diagonal(call), -2, -1).copy_(x);
  return y;
}
void explain_diag_embed(Reason& why) {
  Shape at = why.index;
  const Index column = at.back();
  at.pop_back();
  const Index row = at.back();
  if (static_cast<std::ptrdiff_t>(column - row) != offset_of_diagonal(why.call))
    return why.word("constant", 0);
  at.back() = std::min(row, column);
  why.cell(0, at);
}
void explain_diag_embed_gradient(Reason& why) {
  const std::ptrdiff_t offset = offset_of_diagonal(why.call);
  Shape at = why.index;
  at.push_back(at.back() + static_cast<Index>(std::max<std::ptrdiff_t>(offset, 0)));
  at[at.size() - 2] += static_cast<Index>(std::max<std::ptrdiff_t>(-offset, 0));
  why.cell(kGrad, at);
}
/// Both axes are the operand's last one, unless they are longer.
Names diag_embed_axes(const AxesOf& of) {
  Names names = of.operands[0];
  if (offset_of_diagonal(of.call) != 0) names.back() = {};
  names.push_back(names.back());
  return names;
}

// expand: y[i, j] = x[i, 0] where x's axis has the size 1. −1 keeps a size.

Tensor expand_forward(const Call& call) {
  const Tensor& x = call[0];
  Wholes sizes = call.attributes.list("size");
  const auto missing = static_cast<std::ptrdiff_t>(sizes.size()) - static_cast<std::ptrdiff_t>(x.rank());
  for (Index axis = 0; axis < sizes.size(); ++axis) {
    const std::ptrdiff_t own = static_cast<std::ptrdiff_t>(axis) - missing;
    if (sizes[axis] != -1) continue;
    if (own < 0) {
      raise(
          {"The expanded size of the tensor (-1) isn't allowed in a leading, "
           "non-existing dimension ",
           axis});
    }
    if (static_cast<Index>(own) < x.rank()) sizes[axis] = static_cast<std::int64_t>(x.size(own));
  }
  return x.expand(shape_of(sizes));
}

// Rows of one axis in another order, left out or repeated: y[…, i, …] = x[…, rows[i], …].

Tensor taken(const Tensor& x, Index axis, const Wholes& rows) {
  Tensor y(with_size(x.shape(), axis, rows.size()), x.dtype());
  const auto dim = static_cast<std::ptrdiff_t>(axis);
  for (Index i = 0; i < rows.size(); ++i)
    y.select(dim, static_cast<std::ptrdiff_t>(i)).copy_(x.select(dim, rows[i]));
  return y;
}

/// rows[i] = n − 1 − i
Tensor flip_forward(const Call& call) {
  Tensor y = call[0].clone();
  for (const Index axis : axes_of(y, call.attributes.list("dims"))) {
    if (y.rank() == 0) continue;
    Wholes rows(y.shape()[axis]);
    std::iota(rows.rbegin(), rows.rend(), 0);
    y = taken(y, axis, rows);
  }
  return y;
}

/// rows[i] = i − shift, from the other end where that is outside
Tensor rolled(const Tensor& x, Index axis, std::int64_t shift) {
  const auto size = static_cast<std::int64_t>(x.shape()[axis]);
  Wholes rows(x.shape()[axis]);
  for (std::int64_t i = 0; i < size; ++i) rows[static_cast<Index>(i)] = (i - shift % size + size) % size;
  return taken(x, axis, rows);
}

/// Without `dims`, all numbers as one row.
Tensor roll_forward(const Call& call) {
  const Tensor& x = call[0];
  const Wholes shifts = call.attributes.list("shifts");
  const Wholes dims = call.attributes.list("dims");
  if (dims.empty() && shifts.size() == 1)
    return rolled(x.reshape({x.count()}), 0, shifts[0]).reshape(x.shape());
  if (shifts.size() != dims.size()) {
    raise({"shifts and dimensions must align. shifts: ", shifts.size(), ", dims:", dims.size()});
  }
  Tensor y = x;
  for (Index i = 0; i < dims.size(); ++i) {
    if (x.rank() == 0)
      raise(ErrorCode::index_error, {"Dimension specified as ", dims[i], " but tensor has no dimensions"});
    y = rolled(y, x.axis_of(dims[i]), shifts[i]);
  }
  return y;
}

/// rows[i] = i mod n, along each axis
Tensor repeat_forward(const Call& call) {
  const Wholes repeats = call.attributes.list("repeats");
  Shape shape = call[0].shape();
  if (repeats.size() < shape.size()) {
    raise({"Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor"});
  }
  while (shape.size() < repeats.size()) shape.insert(shape.begin(), 1);
  Wholes sizes(repeats);
  for (Index axis = 0; axis < sizes.size(); ++axis) sizes[axis] *= static_cast<std::int64_t>(shape[axis]);
  const Shape repeated = shape_of(sizes);
  Tensor y = call[0].reshape(shape).clone();
  for (Index axis = 0; axis < shape.size(); ++axis) {
    Wholes rows(repeated[axis]);
    for (Index i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::int64_t>(i % shape[axis]);
    if (repeats[axis] != 1) y = taken(y, axis, rows);
  }
  return y;
}

/// Each row as often as `repeats` says, which is one number for all or a list. Without `dim`, all numbers as one row.
Tensor repeat_interleave_forward(const Call& call) {
  const bool has_axis = call.attributes.has("dim");
  if (has_axis && call[0].rank() == 0) {
    raise(ErrorCode::index_error,
          {"Dimension specified as ", call.attributes.whole("dim", 0), " but tensor has no dimensions"});
  }
  const Tensor x = has_axis ? call[0] : call[0].reshape({call[0].count()});
  const Index axis = axis_argument(x, call, "dim");
  Wholes repeats = call.attributes.list("repeats");
  if (repeats.size() == 1) repeats.resize(x.shape()[axis], repeats[0]);
  if (repeats.size() != x.shape()[axis]) {
    raise({"repeats must have the same size as input along dim, but got repeats.size(0) = ", repeats.size(),
           " and input.size(", axis, ") = ", x.shape()[axis]});
  }
  Wholes rows;
  for (Index i = 0; i < repeats.size(); ++i) {
    if (repeats[i] < 0) raise({"repeats can not be negative"});
    rows.insert(rows.end(), static_cast<Index>(repeats[i]), static_cast<std::int64_t>(i));
  }
  return taken(x, axis, rows);
}

/// rows = index
Tensor index_select_forward(const Call& call) {
  const Tensor x = at_least_1d(call[0]);
  const Tensor& index = call[1];
  const Index axis = axis_argument(x, call, "dim");
  if (index.rank() > 1) raise(ErrorCode::index_error, {"index_select(): Index is supposed to be a vector"});
  if (index.dtype() != DType::int64) raise({"index_select(): Expected dtype int32 or int64 for index"});
  const Wholes rows = index.tolist<std::int64_t>();
  for (const std::int64_t row : rows) {
    if (static_cast<Index>(row) >= x.shape()[axis])
      raise(ErrorCode::index_error, {"index out of range in self"});
  }
  const Tensor y = taken(x, axis, rows);
  return call[0].rank() == 0 ? y.reshape({}) : y;
}

/// The index's cell, whose number is no part of the result, then the row's.
void explain_index_select(Reason& why) {
  const Index axis = why.index.empty() ? 0 : axis_argument(why[0], why.call, "dim");
  why.cell(1, why[1].rank() == 0 ? Shape{} : Shape{why.index.empty() ? 0 : why.index[axis]}, 0);
  explain_moved(why);
}

// Several tensors in one.

/// The part of cat's result that an operand fills.
Tensor part_of(const Tensor& whole, const Call& call, Index operand) {
  const Index axis = axis_argument(whole, call, "dim");
  std::ptrdiff_t start = 0;
  const auto length = [&](Index i) {
    // An empty tensor of one axis joins any others, because it once stood for none.
    const bool is_none = call[i].rank() == 1 && call[i].empty();
    return is_none ? 0 : static_cast<std::ptrdiff_t>(call[i].shape()[axis]);
  };
  for (Index i = 0; i < operand; ++i) start += length(i);
  return whole.slice(static_cast<std::ptrdiff_t>(axis), start, start + length(operand));
}

Tensor cat_forward(const Call& call) {
  if (call.size() == 0) raise({"torch.cat(): expected a non-empty list of Tensors"});
  const Tensor* first = nullptr;  // of those that count
  DType dtype = DType::boolean;
  Index axis = 0;
  Shape shape = {0};
  for (Index i = 0; i < call.size(); ++i) {
    const Tensor& x = call[i];
    if (x.rank() == 0) raise({"zero-dimensional tensor (at position ", i, ") cannot be concatenated"});
    dtype = std::max(dtype, x.dtype());
    if (x.rank() == 1 && x.empty()) continue;
    if (first == nullptr) {
      first = &x;
      axis = axis_argument(x, call, "dim");
      shape = with_size(x.shape(), axis, 0);
    }
    if (x.rank() != shape.size()) {
      raise({"Tensors must have same number of dimensions: got ", shape.size(), " and ", x.rank()});
    }
    for (Index each = 0; each < shape.size(); ++each) {
      if (each == axis || x.shape()[each] == shape[each]) continue;
      raise({"Sizes of tensors must match except in dimension ", axis, ". Expected size ", shape[each],
             " but got size ", x.shape()[each], " for tensor number ", i, " in the list."});
    }
    shape[axis] += x.shape()[axis];
  }
  Tensor y(shape, dtype);
  for (Index i = 0; i < call.size(); ++i) {
    if (!call[i].empty()) part_of(y, call, i).copy_(call[i]);
  }
  return y;
}

/// ∂x of each tensor is its part of ∂y.
Tensor cat_gradient(const Backward& b) {
  if (b.input().empty()) return Tensor(b.input().shape(), b.grad.dtype());
  return part_of(b.grad, b.call, b.operand).to(b.input().dtype());
}

Tensor stack_forward(const Call& call) {
  if (call.size() == 0) raise({"stack expects a non-empty TensorList"});
  const Shape& shape = call[0].shape();
  DType dtype = DType::boolean;
  for (Index i = 0; i < call.size(); ++i) {
    dtype = std::max(dtype, call[i].dtype());
    if (call[i].shape() == shape) continue;
    raise({"stack expects each tensor to be equal size, but got ", shape, " at entry 0 and ", call[i].shape(),
           " at entry ", i});
  }
  const std::ptrdiff_t dim = call.attributes.whole("dim", 0);
  Shape whole = call[0].unsqueeze(dim).shape();
  whole[call[0].unsqueeze(dim).axis_of(dim)] = call.size();
  Tensor y(whole, dtype);
  for (Index i = 0; i < call.size(); ++i) y.select(dim, static_cast<std::ptrdiff_t>(i)).copy_(call[i]);
  return y;
}

/// ∂x of tensor i is ∂y at position i of the new axis.
Tensor stack_gradient(const Backward& b) {
  const Tensor dx = b.grad.select(b.call.attributes.whole("dim", 0), static_cast<std::ptrdiff_t>(b.operand));
  return dx.to(b.input().dtype());
}

Names stack_axes(const AxesOf& of) {
  Names letters = of.operands[0];
  letters.insert(letters.begin() + static_cast<std::ptrdiff_t>(axis_argument(of.result, of.call, "dim")),
                 Name());
  return letters;
}

// Numbers at places that other tensors say. Places are row-major positions in a contiguous tensor.

Part place_of(std::int64_t place) {
  return {.offset = static_cast<Index>(place)};
}

/// y = x[places]
Tensor read(const Tensor& from, const Tensor& places) {
  Tensor y(places.shape(), from.dtype());
  const Tensor x = from.contiguous();
  for (Index i = 0; i < y.count(); ++i) copy(x, place_of(places.ids()[i]), y, {.offset = i});
  return y;
}

/// A copy of x with [places] = numbers; where a place is there twice, the last number stays.
Tensor written(const Tensor& x, const Tensor& places, const Tensor& numbers) {
  Tensor y = x.clone();
  const Tensor values = numbers.expand(places.shape()).contiguous();
  for (Index i = 0; i < values.count(); ++i) copy(values, {.offset = i}, y, place_of(places.ids()[i]));
  return y;
}

// gather: y[i, j] = x[index[i, j], j] for dim 0, x[i, index[i, j]] for dim 1.

Tensor gather_places(const Tensor& x, const Tensor& index, Index axis) {
  Tensor places(index.shape(), DType::int64);
  for (Index i = 0; i < places.count(); ++i) {
    Shape at = index_of(index.shape(), i);
    const auto id = static_cast<std::int64_t>(index.at(at));
    if (static_cast<Index>(id) >= x.shape()[axis]) {
      raise({"index ", id, " is out of bounds for dimension ", axis, " with size ", x.shape()[axis]});
    }
    at[axis] = static_cast<Index>(id);
    places.ids()[i] = static_cast<std::int64_t>(offset_of(x.shape(), at));
  }
  return places;
}

void check_index(const Call& call, const char* of) {
  if (call[1].dtype() != DType::int64) raise({call.operation.name, "(): Expected dtype int64 for index"});
  if (std::max<Index>(call[1].rank(), 1) != std::max<Index>(call[0].rank(), 1)) {
    raise({"Index tensor must have the same number of dimensions as ", of, " tensor"});
  }
}

Tensor gather_forward(const Call& call) {
  check_index(call, "input");
  const Tensor x = at_least_1d(call[0]);
  const Tensor index = at_least_1d(call[1]);
  const Index axis = axis_argument(x, call, "dim");
  for (Index each = 0; each < x.rank(); ++each) {
    if (each == axis || index.shape()[each] <= x.shape()[each]) continue;
    raise({"Size does not match at dimension ", each, " expected index ", index.shape(),
           " to be no larger than self ", x.shape(), " apart from dimension ", axis});
  }
  return read(x, gather_places(x, index, axis)).reshape(call[1].shape());
}

/// The index's cell, whose number is no part of the result, then the cell that it says.
void explain_gather(Reason& why) {
  why.cell(1, why.index, 0);
  explain_moved(why);
}

// take_along_dim: gather, whose other axes are broadcast. Without `dim`, all numbers as one row.

struct AlongAxis {
  explicit AlongAxis(const Call& call) : x(call[0]), index(call[1]) {
    if (index.dtype() != DType::int64) {
      raise({"torch.take_along_dim(): dtype of indices should be Long but got ", scalar_type(index.dtype())});
    }
    if (!call.attributes.has("dim")) {
      x = x.reshape({x.count()});
      index = index.reshape({index.count()});
      return;
    }
    if (x.rank() != index.rank()) {
      raise({"torch.take_along_dim(): input and indices should have the same number of dimensions, but got ",
             x.rank(), " dimensions for input, and ", index.rank(), " dimensions for indices"});
    }
    axis = axis_argument(x, call, "dim");
    const Shape common = broadcast_shapes(with_size(x.shape(), axis, 1), with_size(index.shape(), axis, 1));
    x = x.expand(with_size(common, axis, x.shape()[axis]));
    index = index.expand(with_size(common, axis, index.shape()[axis]));
  }
  Tensor x;
  Tensor index;
  Index axis = 0;
};

Tensor take_along_dim_forward(const Call& call) {
  const AlongAxis along(call);
  return read(along.x, gather_places(along.x, along.index, along.axis));
}

void explain_take_along_dim(Reason& why) {
  const bool has_axis = why.call.attributes.has("dim");
  why.cell(1, has_axis ? broadcast_index(why[1].shape(), why.index) : index_of(why[1].shape(), why.index[0]),
           0);
  explain_moved(why);
}

// scatter: y = x, but y[index[i, j], j] = src[i, j] for dim 0. A src without axes is written everywhere.

Tensor scatter_forward(const Call& call) {
  check_index(call, "self");
  const Tensor x = at_least_1d(call[0]);
  const Tensor index = at_least_1d(call[1]);
  const Tensor src = call[2].rank() == 0 ? call[2].expand(index.shape()) : call[2];
  const Index axis = axis_argument(x, call, "dim");
  if (src.dtype() != x.dtype()) raise({"scatter(): Expected self.dtype to be equal to src.dtype"});
  Tensor read = src;
  for (Index each = 0; each < x.rank(); ++each) {
    if ((each != axis && index.shape()[each] > x.shape()[each]) || index.shape()[each] > src.shape()[each]) {
      raise({"Expected index ", index.shape(), " to be no larger than self ", x.shape(),
             " apart from dimension ", axis, " and to be no larger size than src ", src.shape()});
    }
    read = read.slice(static_cast<std::ptrdiff_t>(each), 0, static_cast<std::ptrdiff_t>(index.shape()[each]));
  }
  return written(x, gather_places(x, index, axis), read).reshape(call[0].shape());
}

/// Every index that might have written to the cell, then the number that stands there.
void explain_scatter(Reason& why) {
  const Index axis = why.index.empty() ? 0 : axis_argument(why[0], why.call, "dim");
  for (Index i = 0; i < why[1].count(); ++i) {
    const Shape at = index_of(why[1].shape(), i);
    bool reaches = true;
    for (Index each = 0; each < at.size(); ++each)
      reaches = reaches && (each == axis || at[each] == why.index[each]);
    if (reaches) why.cell(1, at, 0);
  }
  explain_moved(why);
}

// as_strided: any view, by its strides over the numbers in order. What sees a tensor through a view after the tensor was
// written to is read again so.

/// The operand's numbers as the arguments say.
Tensor strided(const Call& call, const Tensor& x) {
  const auto list = [&](Name name) { return shape_of(call.attributes.list(name)); };
  return x.as_strided(list("size"), list("stride"),
                      static_cast<Index>(call.attributes.whole("storage_offset", 0)));
}

Tensor as_strided_scatter_forward(const Call& call) {
  Tensor y = call[0].clone();
  strided(call, y).copy_(call[1]);
  return y;
}

// index: x[i, :, mask] and the like. Operands after the first ones are int64 positions, or bits of which the set ones count, as
// many axes as they have; `dims` says which axis of x each one begins at. They are broadcast together, and their axes take the
// place of x's where these are neighbours, else they come first.

struct Indexing {
  Indexing(const Call& call, Index first_index);

  Tensor places() const;

  Tensor x;
  std::vector<Index> axes;        ///< of x, that are indexed
  std::vector<Tensor> positions;  ///< of each, int64, of the shape `common`
  Shape common;
  Index first;  ///< where the axes of `common` stand in the result
  Shape shape;  ///< of the result
};

/// The set bits of a mask, in order: their positions along each axis.
std::vector<Tensor> nonzero(const Tensor& mask) {
  std::vector<Wholes> found(mask.rank());
  for (Index i = 0; i < mask.count(); ++i) {
    if (mask.at_position(i) == 0) continue;
    const Shape at = index_of(mask.shape(), i);
    for (Index axis = 0; axis < at.size(); ++axis) {
      // NOLINTNEXTLINE(performance-inefficient-vector-operation): each list gets one place
      found[axis].push_back(static_cast<std::int64_t>(at[axis]));
    }
  }
  std::vector<Tensor> positions;
  positions.reserve(found.size());
  for (const Wholes& each : found) positions.push_back(tensor_of<std::int64_t>({each.size()}, each));
  return positions;
}

/// Positions along an axis, those from the end counted from the front.
Tensor from_front(const Tensor& index, const Tensor& x, Index axis) {
  Tensor positions = index.clone();
  const auto size = static_cast<std::int64_t>(x.shape()[axis]);
  for (std::int64_t& position : positions.ids()) {
    if (position < -size || position >= size) {
      raise(ErrorCode::index_error,
            {"index ", position, " is out of bounds for dimension ", axis, " with size ", size});
    }
    if (position < 0) position += size;
  }
  return positions;
}

Indexing::Indexing(const Call& call, Index first_index) : x(call[0]) {
  const Wholes dims = call.attributes.list("dims");
  std::string shapes;
  for (Index i = first_index; i < call.size(); ++i) {
    const Tensor& index = call[i];
    Index axis = i - first_index < dims.size() ? x.axis_of(dims[i - first_index]) : axes.size();
    if (is_floating(index.dtype())) {
      raise(ErrorCode::index_error, {"tensors used as indices must be long, int, byte or bool tensors"});
    }
    const bool is_mask = index.dtype() == DType::boolean;
    if (axis + (is_mask ? index.rank() : 1) > x.rank())
      raise(ErrorCode::index_error, {"too many indices for tensor of dimension ", x.rank()});
    for (Index each = 0; is_mask && each < index.rank(); ++each) {
      if (index.shape()[each] == x.shape()[axis + each]) continue;
      raise(ErrorCode::index_error,
            {"The shape of the mask ", index.shape(), " at index ", each,
             " does not match the shape of the indexed tensor ", x.shape(), " at index ", axis + each});
    }
    for (const Tensor& each : is_mask ? nonzero(index) : std::vector<Tensor>{from_front(index, x, axis)}) {
      axes.push_back(axis++);
      positions.push_back(each);
      Wholes sizes(each.shape().begin(), each.shape().end());
      shapes += (shapes.empty() ? "" : ", ") + printed(sizes);
    }
  }
  for (const Tensor& each : positions) {
    if (!broadcasts(common, each.shape())) {
      raise(ErrorCode::index_error,
            {"shape mismatch: indexing tensors could not be broadcast together with shapes ", shapes});
    }
    common = broadcast_shapes(common, each.shape());
  }
  for (Tensor& each : positions) each = each.expand(common);

  const auto [lowest, highest] = std::minmax_element(axes.begin(), axes.end());
  const bool are_neighbours = !axes.empty() && *highest - *lowest + 1 == axes.size();
  first = are_neighbours ? *lowest : 0;
  for (Index axis = 0; axis < x.rank(); ++axis) {
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) shape.push_back(x.shape()[axis]);
  }
  for (Index axis = 0; axis < common.size(); ++axis) shape.insert(shape.begin() + first + axis, common[axis]);
}

Tensor Indexing::places() const {
  Tensor places(shape, DType::int64);
  for (Index i = 0; i < places.count(); ++i) {
    const Shape at = index_of(shape, i);
    const Shape in_common(at.begin() + first, at.begin() + first + common.size());
    Shape own = at;  // along the axes that are not indexed, then of all
    for (Index axis = 0; axis < common.size(); ++axis) own.erase(own.begin() + first);
    Shape in_x = Shape::zeros(x.rank());
    const Index* next = own.begin();
    for (Index axis = 0; axis < x.rank(); ++axis) {
      const auto indexed = std::find(axes.begin(), axes.end(), axis);
      if (indexed == axes.end()) {
        in_x[axis] = *next++;
      } else {
        in_x[axis] = static_cast<Index>(positions[static_cast<Index>(indexed - axes.begin())].at(in_common));
      }
    }
    places.ids()[i] = static_cast<std::int64_t>(offset_of(x.shape(), in_x));
  }
  return places;
}

Tensor index_forward(const Call& call) {
  return read(call[0], Indexing(call, 1).places());
}

/// The cell of each index, and of a mask its bits until the one that counts; then the cell that they say.
void explain_index(Reason& why) {
  const Indexing indexing(why.call, 1);
  const Shape in_common(why.index.begin() + indexing.first,
                        why.index.begin() + indexing.first + indexing.common.size());
  for (Index i = 1; i < why.call.size(); ++i) {
    const Tensor& index = why[i];
    if (index.dtype() != DType::boolean) {
      why.cell(i, broadcast_index(index.shape(), in_common), 0);
      continue;
    }
    Index bits = 0;
    for (Index position = 0; position < index.count(); ++position) {
      if (index.at_position(position) != 0) ++bits;
    }
    const Index chosen = bits == 1 ? 0 : in_common.back();
    Index set = 0;
    for (Index position = 0; set <= chosen; ++position) {
      why.cell(i, index_of(index.shape(), position), 0);
      if (index.at_position(position) != 0) ++set;
    }
  }
  explain_moved(why);
}

/// x's letters along the axes that are not indexed, and those of an index of positions.
Names index_axes(const AxesOf& of) {
  const Indexing indexing(of.call, 1);
  Names letters;
  for (Index axis = 0; axis < of.operands[0].size(); ++axis) {
    if (std::find(indexing.axes.begin(), indexing.axes.end(), axis) == indexing.axes.end())
      letters.push_back(of.operands[0][axis]);
  }
  Names in_common(indexing.common.size());
  for (Index i = 1; i < of.call.size(); ++i) {
    if (of.call[i].dtype() == DType::int64 && of.call[i].shape() == indexing.common)
      in_common = of.operands[i];
  }
  letters.insert(letters.begin() + static_cast<std::ptrdiff_t>(indexing.first), in_common.begin(),
                 in_common.end());
  return letters;
}

// index_put: y = x, but y[index[i], …] = values[i, …], broadcast.

Tensor index_put_forward(const Call& call) {
  const Indexing indexing(call, 2);
  const Tensor& values = call[1];
  if (values.dtype() != call[0].dtype()) {
    raise({"Index put requires the source and destination dtypes match, got ", scalar_type(call[0].dtype()),
           " for the destination and ", scalar_type(values.dtype()), " for the source."});
  }
  const Shape& shape = indexing.shape;
  bool fits = values.rank() <= shape.size();
  for (Index axis = 1; fits && axis <= values.rank(); ++axis) {
    const Index size = values.shape()[values.rank() - axis];
    fits = size == 1 || size == shape[shape.size() - axis];
  }
  if (!fits) {
    raise({"shape mismatch: value tensor of shape ", values.shape(),
           " cannot be broadcast to indexing result of shape ", shape});
  }
  return written(call[0], indexing.places(), values);
}

/// All of the indices, any of which might have written to the cell; then the number that stands there.
void explain_index_put(Reason& why) {
  for (Index i = 2; i < why.call.size(); ++i) {
    for (Index position = 0; position < why[i].count(); ++position)
      why.cell(i, index_of(why[i].shape(), position), 0);
  }
  explain_moved(why);
}

}  // namespace

namespace op {
constexpr Operation view = same_order(
    "view", "input shape", "y has the numbers of x in the same order",
    [](const Call& call) { return call[0].view(shape_argument(call)); },
    "(2, 6) shape=[2, 3, 2]; (3, 4) shape=[-1]; (2, 3, 4) shape=[6, -1]; () shape=[1, 1]; (0, 2) "
    "shape=[4, 0]",
    "lambda x, shape: x.view(shape)");
constexpr Operation reshape = same_order(
    "reshape", "input shape", "y has the numbers of x in the same order",
    [](const Call& call) { return call[0].reshape(shape_argument(call)); },
    "(2, 6) shape=[2, 3, 2]; (3, 4) shape=[-1]; (0, 2) shape=[4, 0]");
constexpr Operation contiguous_view = same_order(
    "view", "input shape", "y has the numbers of x in the same order",
    [](const Call& call) { return call[0].reshape(shape_argument(call)); }, "");
constexpr Operation flatten = same_order(
    "flatten", "input start_dim=0 end_dim=-1", "y has the numbers of x in the same order, axes joined",
    flatten_forward, "(2, 3, 4); (2, 3, 4) start_dim=1; (2, 3, 4) start_dim=-3 end_dim=1; (); (0, 2)");
constexpr Operation unsqueeze = same_order(
    "unsqueeze", "input dim", "y[…, 0, …] = x[…, …]",
    [](const Call& call) { return call[0].unsqueeze(call.attributes.whole("dim", 0)); },
    "(3, 4) dim=0; (3, 4) dim=-1; (3, 4) dim=1; () dim=0; (0) dim=1");
constexpr Operation squeeze = same_order("squeeze", "input dim", "y[…, …] = x[…, 0, …]", squeeze_forward,
                                         "(1, 3, 1); (1, 3, 1) dim=0; (1, 3, 1) dim=1; () dim=0; (0, 1)");
constexpr Operation contiguous = same_order(
    "contiguous", "input", "y = x, its numbers one behind the other",
    [](const Call& call) { return call[0].contiguous(); }, "(3, 4); (); (0, 2)", "lambda x: x.contiguous()");
constexpr Operation clone = same_order(
    "clone", "input", "y = x, a copy", [](const Call& call) { return call[0].clone(); },
    "(3, 4); b(2); (); (0, 2)");

constexpr Operation transpose = viewing(
    "transpose", "input dim0 dim1", "y[j, i] = x[i, j]",
    [](const Call& call) {
      return call[0].transpose(call.attributes.whole("dim0", 0), call.attributes.whole("dim1", 1));
    },
    "(3, 4) dim0=0 dim1=1; (2, 3, 4, 2) dim0=1 dim1=-2; () dim0=0 dim1=-1; (0, 2) dim0=0 dim1=1");
constexpr Operation permute =
    viewing("permute", "input dims", "axis i of y is axis dims[i] of x", permute_forward,
            "(2, 3, 4) dims=[2, 0, 1]; (3, 4) dims=[-1, 0]; (0, 2) dims=[1, 0]");
constexpr Operation movedim =
    viewing("movedim", "input source destination", "axis destination of y is axis source of x",
            movedim_forward, "(2, 3, 4) source=0 destination=2; (2, 3, 4) source=[0, 1] destination=[-1, 0]");

constexpr Operation select = viewing(
    "select", "input dim index", "y[…, …] = x[…, index, …]",
    [](const Call& call) {
      return call[0].select(call.attributes.whole("dim", 0), call.attributes.whole("index", 0));
    },
    "(3, 4) dim=0 index=1; (2, 3, 4) dim=-2 index=-1; (3) dim=0 index=2; (2, 0) dim=0 index=1");
constexpr Operation slice = with_axes(
    viewing(
        "slice", "input dim=0 start=0 stop step=1", "y[…, i, …] = x[…, start + i · step, …]", slice_forward,
        "(3, 4) dim=1 start=1; (5, 2) start=-4 stop=9 step=2; (3) start=2 stop=1; (0, 2) stop=1",
        "lambda x, dim=0, start=None, stop=None, step=1: torch.ops.aten.slice(x, dim, start, stop, step)"),
    nullptr);
constexpr Operation narrow = narrowing("narrow");
constexpr Operation split = narrowing("split");
constexpr Operation chunk = narrowing("chunk");
constexpr Operation diagonal =
    viewing("diagonal", "input offset=0 dim1=0 dim2=1", "y[i] = x[i, i + offset]", diagonal_forward,
            "(3, 4); (3, 4) offset=1; (3, 4) offset=-2; (2, 3, 3) dim1=-2 dim2=-1; (2, 2) offset=5; (0, 2)");
constexpr Operation diag_embed = {
    .name = "diag_embed",
    .parameters = "input offset=0",
    .formula = "y[i, i + offset] = x[i], else 0",
    .forward = diag_embed_forward,
    .explain = explain_diag_embed,
    .derivatives = {{.gradient =
                         [](const Backward& b) {
                           return b.grad.diagonal(offset_of_diagonal(b.call), -2, -1).clone();
                         },
                     .explain = explain_diag_embed_gradient}},
    .axes = diag_embed_axes,
    .examples = "(3); (2, 3) offset=1; (3) offset=-2; i9(2); (0)"};
/// ∂x = Σ ∂y along the axes that were expanded.
constexpr Operation expand = with_axes(
    with_gradient(viewing("expand", "input size", "y[i, j] = x[i, 0] along an axis of size 1", expand_forward,
                          "(3, 1) size=[3, 4]; (1, 3, 1) size=[2, 2, -1, 4]; (4) size=[3, 4]; () size=[2, "
                          "2]; (1, 2) size=[0, 2]",
                          "lambda x, size: x.expand(size)"),
                  [](const Backward& b) { return sum_to(b.grad, b.input().shape()); }),
    last_axes);

constexpr Operation flip =
    moving("flip", "input dims", "y[…, i, …] = x[…, n − 1 − i, …]", flip_forward,
           "(3, 4) dims=[0]; (2, 3, 4) dims=[0, -1]; i9(3) dims=[0]; () dims=[]; (0, 2) dims=[0]");
constexpr Operation roll =
    moving("roll", "input shifts dims", "y[…, i, …] = x[…, i − shift, …], around the end", roll_forward,
           "(3, 4) shifts=1 dims=0; (3, 4) shifts=[1, -6] dims=[0, 1]; (3, 4) shifts=2; () shifts=1; (0, 2) "
           "shifts=1 dims=0");
constexpr Operation repeat = with_axes(
    moving("repeat", "input repeats", "y[…, i, …] = x[…, i mod n, …]", repeat_forward,
           "(2, 3) repeats=[2, 2]; (3) repeats=[2, 1, 2]; () repeats=[3]; (2, 3) repeats=[1, 1]; (2, 3) "
           "repeats=[0, 1]",
           "lambda x, repeats: x.repeat(repeats)"),
    last_axes);
constexpr Operation repeat_interleave = with_axes(
    moving("repeat_interleave", "input repeats dim", "each row of x, as often as repeats says",
           repeat_interleave_forward,
           "(2, 3) repeats=2 dim=1; (2, 3) repeats=2; (2, 3) repeats=[1, 0] dim=0; () repeats=3; (0, 2) "
           "repeats=2 dim=0",
           "lambda x, repeats, dim=None: torch.repeat_interleave(x, torch.tensor(repeats), dim)"),
    last_axes);
constexpr Operation index_select =
    indexing(moving("index_select", "input index dim", "y[…, i, …] = x[…, index[i], …]", index_select_forward,
                    "(3, 4) i3(5) dim=0; (2, 3, 2) i3(2) dim=-2; (3) i3(0) dim=0; () i1(1) dim=0",
                    "lambda x, index, dim: torch.index_select(x, dim, index)"),
             1, explain_index_select);

constexpr Operation cat = with_gradient(
    moving("cat", "*tensors dim=0", "y is the tensors one behind the other along dim", cat_forward,
           "(2, 3) (1, 3); (2, 1, 3) (2, 2, 3) (2, 0, 3) dim=1; (3) i9(2) b(1); (2, 2) (2, 2) dim=-1; (0) "
           "(2, 2)",
           "lambda *tensors, dim=0: torch.cat(tensors, dim)"),
    cat_gradient);
constexpr Operation stack = with_axes(
    with_gradient(moving("stack", "*tensors dim=0", "y[i, …] is tensor i, along a new axis", stack_forward,
                         "(2, 3) (2, 3); (3) (3) (3) dim=1; () i9(); (2, 3) (2, 3) dim=-2; (0, 2) (0, 2)",
                         "lambda *tensors, dim=0: torch.stack(tensors, dim)"),
                  stack_gradient),
    stack_axes);

constexpr Operation gather = indexing(
    moving("gather", "input index dim", "y[i, j] = x[index[i, j], j] for dim 0", gather_forward,
           "(3, 4) i3(2, 4) dim=0; (3, 4) i4(3, 2) dim=-1; (2, 3, 2) i3(2, 5, 1) dim=1; (4) i4(6) dim=0; "
           "(3, 4) i3(0, 4) dim=0",
           "lambda x, index, dim: torch.gather(x, dim, index)"),
    1, explain_gather);
constexpr Operation take_along_dim = with_axes(
    indexing(
        moving("take_along_dim", "input indices dim", "gather, whose other axes are broadcast",
               take_along_dim_forward,
               "(3, 4) i3(1, 4) dim=0; (3, 1) i1(1, 2) dim=1; (3, 4) i9(2, 2); (2, 3, 2) i3(2, 1, 1) dim=-2"),
        1, explain_take_along_dim),
    last_axes);
constexpr Operation scatter = moving_too(
    indexing(moving("scatter", "input index src dim", "y = x, but y[index[i, j], j] = src[i, j] for dim 0",
                    scatter_forward,
                    "(3, 4) i3(1, 4) (1, 4) dim=0; (3, 4) i4(2, 1) (2, 1) dim=1; (3, 4) i4(3, 1) () dim=1",
                    "lambda x, index, src, dim: torch.scatter(x, dim, index, src if src.dim() else "
                    "src.expand(index.shape))"),
             1, explain_scatter),
    2);
constexpr Operation as_strided = with_axes(
    moving(
        "as_strided", "input size stride storage_offset=0",
        "y[i, j] = x's number i · stride[0] + j · stride[1]",
        [](const Call& call) { return strided(call, call[0].contiguous()); },
        "(3, 4) size=[2, 2] stride=[4, 2] storage_offset=1; (4) size=[3, 2] stride=[1, 1]; (3) size=[2, 3] "
        "stride=[0, 1]; (2, 2) size=[] stride=[] storage_offset=3; (0, 2) size=[0] stride=[1]"),
    [](const AxesOf& of) { return Names(of.result.rank()); });
constexpr Operation as_strided_scatter = moving_too(
    moving("as_strided_scatter", "input src size stride storage_offset=0",
           "y = x, but its number i · stride[0] + j · stride[1] is src[i, j]", as_strided_scatter_forward,
           "(3, 4) (2, 2) size=[2, 2] stride=[4, 2] storage_offset=1; (4) () size=[] stride=[] "
           "storage_offset=2",
           // PyTorch 1.13 leaves numbers of its own gradient unset.
           "lambda x, src, size, stride, storage_offset=0: x.flatten().scatter(0, "
           "torch.arange(x.numel()).as_strided(size, stride, storage_offset).flatten(), "
           "src.flatten()).view(x.shape)"),
    1);

constexpr Operation index =
    with_axes(indexing(moving("index", "input *indices dims", "y[i, …] = x[index[i], …]", index_forward,
                              "(3, 4) i3(2) dims=[0]; (3, 4) i3(2, 1) i4(2) dims=[0, 1]; (2, 3, 4) i2(2) "
                              "i4(2) dims=[0, 2]; (4, 3) "
                              "b(4) dims=[0]; "
                              "(2, 3) b(2, 3) dims=[0]; (2, 3, 2) i3(2, 2) dims=[1]; (3, 2) i3(0) dims=[0]",
                              "lambda x, *i, dims: x[tuple(dict(zip(dims, i)).get(a, slice(None)) for a in "
                              "range(max(dims) + 1))]"),
                       1, explain_index),
              index_axes);
constexpr Operation index_put = moving_too(
    indexing(
        moving("index_put", "input values *indices dims", "y = x, but y[index[i], …] = values[i, …]",
               index_put_forward,
               "(3, 4) (4) i3(1) dims=[0]; (3, 4) () b(3, 4) dims=[0]; (3, 4) (1) i3(1) i4(1) dims=[0, 1]",
               "lambda x, values, *indices, dims: torch.index_put(x, indices, values)"),
        2, explain_index_put),
    1);

constexpr Operation detach = {.name = "detach",
                              .parameters = "input",
                              .formula = "y = x, but no gradient comes back",
                              .forward = [](const Call& call) { return call[0]; },
                              .explain = explain_elementwise,
                              .examples = "(3, 4); ()",
                              .pytorch = "lambda x: x.detach()"};

constexpr Operation to = {
    .name = "to",
    .parameters = "input dtype",
    .formula = "y = x in another type",
    .forward = [](const Call& call) { return call[0].to(call.attributes.dtype("dtype", call[0].dtype())); },
    .explain = explain_elementwise,
    .derivatives = {{.gradient = [](const Backward& b) { return b.grad.to(b.input().dtype()); },
                     .explain = [](Reason& why) { why.cell(kGrad, why.index); }}},
    .examples =
        "(3, 4) dtype='float64'; i9(3) dtype='float32'; (3) dtype='bool'; "
        "p(3) dtype='int64'; () dtype='float32'; (0, 2) dtype='bool'",
    .pytorch = "lambda x, dtype: x.to(getattr(torch, dtype))"};
}  // namespace op

Family shape_operations() {
  return family<op::view, op::reshape, op::flatten, op::unsqueeze, op::squeeze, op::contiguous, op::clone,
                op::transpose, op::permute, op::movedim, op::select, op::slice, op::narrow, op::split,
                op::chunk, op::diagonal, op::diag_embed, op::expand, op::flip, op::roll, op::repeat,
                op::repeat_interleave, op::index_select, op::as_strided, op::as_strided_scatter, op::detach,
                op::cat, op::stack, op::gather, op::take_along_dim, op::scatter, op::index, op::index_put,
                op::to>();
}

}  // namespace headsup
