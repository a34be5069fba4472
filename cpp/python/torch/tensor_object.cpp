// What Python's operators, attributes and functions do with tensors.
#include "python/torch/tensor_object.h"

#include <algorithm>
#include <cmath>

#include "operations/operations.h"
#include "python/torch/session.h"

namespace headsup::python {
namespace {

/// The operation of each operator of two operands; null where tensors have none.
const Operation* operation_of(Op op) {
  static const Operation* const kOperations[] = {
      &op::add,         &op::sub, &op::mul,    &op::div,         &op::floor_divide,
      &op::remainder,   &op::pow, &op::matmul, &op::bitwise_and, &op::bitwise_or,
      &op::bitwise_xor, nullptr,  nullptr,     &op::eq,          &op::ne,
      &op::lt,          &op::le,  &op::gt,     &op::ge};
  const auto i = static_cast<std::size_t>(op);
  return i < std::size(kOperations) ? kOperations[i] : nullptr;
}

/// A number, or for numpy's arrays a list, as the operand beside a tensor.
TensorObject* operand(Session& in, Value value, const TensorObject& beside) {
  if (TensorObject* tensor = tensor_of(value)) return tensor;
  if (value.is_number())
    return in.number(value, beside.tensor.dtype(), beside.is_array ? DType::float64 : DType::float32);
  if (beside.is_array && (value.is(Kind::list) || value.is(Kind::tuple)))
    return in.record(op::given, in.tensor_from(value, nullptr), {{"field", Word("list")}});
  return nullptr;
}

struct RowIterator final : Iterator {
  TensorObject* tensor;
  std::int64_t at = 0;
  explicit RowIterator(TensorObject* of) : tensor(of) {}
  bool next(Interpreter& in, Value& out) override {
    if (at >= static_cast<std::int64_t>(tensor->tensor.shape()[0])) return false;
    out = tensor->item(in, Value(at++));
    return true;
  }
};

}  // namespace

TensorObject* tensor_of(Value value) {
  return value.is(Kind::native) ? dynamic_cast<TensorObject*>(value.o) : nullptr;
}
TypeObject* type_of(Value value) {
  return value.is(Kind::native) ? dynamic_cast<TypeObject*>(value.o) : nullptr;
}

std::string_view narrow_type(Value value) {
  const TypeObject* type = type_of(value);
  return type != nullptr ? type->narrow : std::string_view();
}
std::string_view dtype_name(const TensorObject& tensor) {
  return tensor.narrow.empty() ? std::string_view(to_string(tensor.tensor.dtype())) : tensor.narrow;
}

std::string TypeObject::repr(Interpreter&) {
  return joined({"torch.", narrow.empty() ? to_string(dtype) : narrow});
}

/// Refuses operands of numpy's that do not fit, in its words.
void check_arrays(Op op, const Shape& a, const Shape& b) {
  const auto text = [](const Shape& shape) {
    std::string sizes = "(";
    for (const Index size : shape) sizes += (sizes.size() > 1 ? "," : "") + std::to_string(size);
    return sizes + (shape.size() == 1 ? ",)" : ")");
  };
  if (op != Op::matmul && !broadcasts(a, b))
    raise("ValueError",
          {"operands could not be broadcast together with shapes ", text(a), " ", text(b), " "});
  if (op != Op::matmul || a.empty() || b.empty()) return;
  const Index rows = b[b.size() - std::min<std::size_t>(b.size(), 2)];
  if (rows != a.back())
    raise("ValueError",
          {"matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
           "(n?,k),(k,m?)->(n?,m?) (size ",
           rows, " is different from ", a.back(), ")"});
}

Value TensorObject::binary(Interpreter& interpreter, Op op, Value left, Value right) {
  Session& in = Session::of(interpreter);
  const Operation* operation = operation_of(op);
  if (operation == nullptr) return {};
  if (op == Op::matmul && (tensor_of(left) == nullptr || tensor_of(right) == nullptr)) return {};
  TensorObject* a = operand(in, left, *this);
  TensorObject* b = operand(in, right, *this);
  if (a == nullptr || b == nullptr) return {};
  if (is_array) check_arrays(op, a->tensor.shape(), b->tensor.shape());
  if (is_array && (op == Op::divide || (op == Op::matmul && a->tensor.dtype() != b->tensor.dtype()))) {
    // numpy divides whole numbers as float64, and multiplies matrices of two types as the wider one.
    for (TensorObject** each : {&a, &b}) {
      const bool is_narrow = op == Op::matmul && (*each)->tensor.dtype() == DType::float32;
      if (!is_floating((*each)->tensor.dtype()) || is_narrow)
        *each = in.run(op::to, {*each}, {{"dtype", Word("float64")}});
    }
  }
  std::string_view name;
  if (op == Op::subtract && !left.is(Kind::native)) name = "RsubBackward1";
  if (op == Op::power && right.is(Kind::native)) name = "PowBackward1";
  return in.run(*operation, {a, b}, {}, name);
}

Value TensorObject::in_place(Interpreter& interpreter, Op op, Value right) {
  Session& in = Session::of(interpreter);
  const Operation* operation = operation_of(op);
  if (operation == nullptr || op == Op::matmul) return {};
  TensorObject* other = operand(in, right, *this);
  if (other == nullptr) return {};
  TensorObject* const operands[] = {this, other};
  in.run_in_place(*operation, operands, {}, {});
  return this;
}

Value TensorObject::unary(Interpreter& interpreter, Op op) {
  Session& in = Session::of(interpreter);
  if (op == Op::positive) return this;
  if (op == Op::invert) {
    if (is_floating(tensor.dtype()))
      raise("TypeError", {"~ (operator.invert) is only implemented on integer and Boolean-type tensors"});
    return in.run(op::bitwise_not, {this});
  }
  if (tensor.dtype() == DType::boolean) {
    raise("RuntimeError",
          {"Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert "
           "a mask, use the `~` or `logical_not()` operator instead."});
  }
  return in.run(op::neg, {this});
}

Value TensorObject::item(Interpreter& in, Value index) {
  TensorObject* found = item_of(Session::of(in), *this, index);
  // numpy's numbers are numbers.
  if (found->is_array && found->tensor.rank() == 0) return Session::of(in).number_of(found->tensor);
  return found;
}
void TensorObject::set_item(Interpreter& in, Value index, Value value) {
  set_item_of(Session::of(in), *this, index, value);
}

Iterator* TensorObject::iterate(Interpreter& in) {
  if (tensor.rank() == 0) raise("TypeError", {"iteration over a 0-d tensor"});
  return in.heap.make<RowIterator>(this);
}
std::int64_t TensorObject::length(Interpreter&) {
  if (tensor.rank() == 0) raise("TypeError", {"len() of a 0-d tensor"});
  return static_cast<std::int64_t>(tensor.shape()[0]);
}
bool TensorObject::truth(Interpreter&) {
  if (tensor.count() == 1) return tensor.item() != 0;
  if (is_array) {
    raise("ValueError",
          {"The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"});
  }
  raise("RuntimeError", {tensor.empty() ? "Boolean value of Tensor with no values is ambiguous"
                                        : "Boolean value of Tensor with more than one value is ambiguous"});
}
Value TensorObject::contains(Interpreter& interpreter, Value value) {
  Session& in = Session::of(interpreter);
  const TensorObject* other = operand(in, value, *this);
  if (other == nullptr)
    raise("RuntimeError", {"Tensor.__contains__ only supports Tensor or scalar, but you passed in a ",
                           in.type_name(value), "."});
  const Tensor found = compute(op::eq, {tensor, other->tensor}).contiguous();
  const auto bits = found.bits();
  return Value(std::find(bits.begin(), bits.end(), 1) != bits.end());
}
std::string TensorObject::repr(Interpreter& in) {
  return is_array ? printed_array(Session::of(in), *this, false) : printed(Session::of(in), *this);
}
std::string TensorObject::str(Interpreter& in) {
  return is_array ? printed_array(Session::of(in), *this, true) : printed(Session::of(in), *this);
}
std::string TensorObject::format(Interpreter& interpreter, const std::string& specification) {
  Session& in = Session::of(interpreter);
  if (tensor.rank() == 0) return in.Interpreter::format(in.number_of(tensor), specification);
  if (specification.empty()) return str(in);
  raise("TypeError", {"unsupported format string passed to ", in.type_name(this), ".__format__"});
}
std::uint32_t TensorObject::hash(Interpreter&) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(this) >> 4);
}

// Attributes.

Value TensorObject::attribute(Interpreter& interpreter, String* name) {
  Session& in = Session::of(interpreter);
  const std::string_view wanted = name->text;
  if (wanted == "shape") {
    in.read_sizes(*this);
    return is_array ? in.tuple(in.size_value(tensor.shape()).as<Sequence>().items)
                    : in.size_value(tensor.shape());
  }
  if (wanted == "dtype")
    return is_array            ? in.string(std::string(dtype_name(*this)))
           : narrow == "int32" ? Value(in.int32_type)
           : narrow == "uint8" ? Value(in.uint8_type)
                               : Value(in.type(tensor.dtype()));
  if (wanted == "device") return call_torch(in, "device", {in.string("cpu")});
  if (wanted == "ndim") return Value(tensor.rank());
  if (wanted == "requires_grad") {
    in.step_of(*this);
    return Value(requires_grad);
  }
  if (wanted == "is_leaf") return Value(grad_fn.empty());
  if (wanted == "grad") return grad == nullptr ? Value::none() : Value(grad);
  if (wanted == "grad_fn") return grad_fn.empty() ? Value::none() : in.string("<" + grad_fn + " object>");
  if (wanted == "data") {
    TensorObject* made = in.detached(*this);
    made->is_data = true;
    return made;
  }
  if (wanted == "_version") return Value(static_cast<std::int64_t>(shared->shown_version));
  if (wanted == "layout") return in.string("torch.strided");
  if (wanted == "is_cuda" || wanted == "is_sparse") return Value(false);
  if (wanted == "T" || wanted == "mT" || wanted == "H") {
    if (wanted == "mT" || tensor.rank() == 2) {
      if (tensor.rank() < 2)
        raise("RuntimeError", {"tensor.mT is only supported on matrices or batches of matrices. Got ",
                               tensor.rank(), "-D tensor."});
      return in.run(op::transpose, {this}, {{"dim0", -2.0}, {"dim1", -1.0}},
                    wanted == "T" ? "PermuteBackward0" : "TransposeBackward0");
    }
    if (tensor.rank() < 2) return this;
    std::vector<std::int64_t> dims;
    for (Index axis = tensor.rank(); axis-- > 0;) dims.push_back(static_cast<std::int64_t>(axis));
    return in.run(op::permute, {this}, {{"dims", std::move(dims)}});
  }
  return {};
}

bool TensorObject::set_attribute(Interpreter& interpreter, String* name, Value value) {
  Session& in = Session::of(interpreter);
  const std::string_view wanted = name->text;
  if (wanted == "requires_grad") {
    in.require_grad(*this, in.truth(value));
    return true;
  }
  if (wanted == "grad") {
    if (!value.is_none() && tensor_of(value) == nullptr)
      raise("TypeError",
            {"assigned grad expected to be a Tensor or None but got grad of type ", in.type_name(value)});
    grad = tensor_of(value);
    return true;
  }
  if (wanted == "data") {
    const TensorObject* other = tensor_of(value);
    if (other == nullptr)
      raise("TypeError", {"Variable data has to be a tensor, but got ", in.type_name(value)});
    // The tensor sees the other's numbers from now on.
    if (requires_grad && grad_fn.empty()) former.push_back(step);
    tensor = other->tensor;
    step = other->step;
    version = other->version;
    shared = other->shared;
    if (requires_grad && grad_fn.empty()) shared->leaf = this;
    return true;
  }
  return !is_array && !attribute(in, name).is_defined() && set_own(in, name, value);
}

}  // namespace headsup::python
