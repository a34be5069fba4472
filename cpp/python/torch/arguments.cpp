#include "python/torch/arguments.h"

#include <algorithm>

#include "operations/operations.h"

namespace headsup::python {

TensorObject& tensor_argument(const Call& call, std::size_t i) {
  if (TensorObject* tensor = tensor_of(call[i])) return *tensor;
  auto& function = const_cast<NativeFunction&>(call.function);
  raise("TypeError", {function.name, "(): argument '", function.parameters(call.in)[i].name, "' (position ",
                      i + (function.owner != nullptr ? 0 : 1), ") must be Tensor, not ",
                      call[i].is_defined() ? call.in.type_name(call[i]) : "missing"});
}

TensorObject& as_mask(Session& in, TensorObject& mask) {
  return mask.narrow == "uint8" ? *in.run(op::to, {&mask}, {{"dtype", Word("bool")}}) : mask;
}

namespace {

/// What is no whole number among sizes, and its place.
struct WrongSize {
  Value value;
  std::size_t place;
};

/// "view(): argument 'size' must be tuple of SymInts, but found element of type float at pos 2"
[[noreturn]] void refuse_size(const Call& call, std::size_t i, const WrongSize& wrong) {
  const bool is_inner = call.function.name[0] == '_';
  const std::string name = is_inner ? "empty" : call.function.name;
  const std::string argument =
      is_inner ? "size" : const_cast<NativeFunction&>(call.function).parameters(call.in)[i].name->text;
  const bool draws = name == "randn" || name == "rand";
  const std::string_view wanted = draws || name == "permute" ? "tuple of ints" : "tuple of SymInts";
  const std::string type = call.in.type_name(wrong.value);
  const bool is_first = wrong.place == 0 && call[i].is(Kind::tuple) && call.items(i)[0].is(wrong.value.kind);
  if (is_first && name == "view") {
    std::string got;
    for (const Value each : call.items(i)) got += (got.empty() ? "" : ", ") + call.in.type_name(each);
    raise("TypeError", {"view() received an invalid combination of arguments - got (", got,
                        "), but expected one of:\n * (torch.dtype dtype)\n * (tuple of SymInts size)\n"});
  }
  if (is_first) {
    raise("TypeError", {name, "(): argument '", argument, "' (position 1) must be ", wanted, ", not ", type});
  }
  raise("TypeError", {name, "(): argument '", argument, "' must be ", wanted, ", but found element of type ",
                      type, " at pos ", wrong.place + 1});
}

void add_size(Interpreter& in, Value value, Sizes& sizes) {
  if (value.is(Kind::list) || value.is(Kind::tuple)) {
    for (const Value each : value.as<Sequence>().items) add_size(in, each, sizes);
    return;
  }
  if (value.is(Kind::real) || value.is(Kind::string) || value.is_none()) {
    throw WrongSize{value, sizes.size()};
  }
  sizes.push_back(in.index(value));
}

}  // namespace

Sizes sizes_argument(const Call& call, std::size_t i) {
  Sizes sizes;
  try {
    add_size(call.in, call[i], sizes);
  } catch (const WrongSize& wrong) {
    refuse_size(call, i, wrong);
  }
  return sizes;
}

const DType* dtype_of_value(Session& in, Value value) {
  static constexpr DType kTypes[] = {DType::boolean, DType::int64, DType::float32, DType::float64};
  if (const TypeObject* type = type_of(value)) return &kTypes[static_cast<std::size_t>(type->dtype)];
  if (!value.is(Kind::cls)) return nullptr;
  for (const auto& [kind, dtype] :
       {std::pair{Kind::boolean, &kTypes[0]}, {Kind::integer, &kTypes[1]}, {Kind::real, &kTypes[2]}}) {
    if (value.o == in.heap.types[static_cast<std::size_t>(kind)]) return dtype;
  }
  return nullptr;
}

DType dtype_argument(const Call& call, std::size_t i, DType otherwise) {
  if (!call.has(i)) return otherwise;
  if (const DType* dtype = dtype_of_value(Session::of(call.in), call[i])) return *dtype;
  raise("TypeError",
        {call.function.name, "(): argument 'dtype' must be torch.dtype, not ", call.in.type_name(call[i])});
}

void check_device(const Call& call, std::size_t i) {
  if (!call.has(i) || (call[i].is(Kind::string) && call.text(i) == "cpu")) return;
  call_torch(Session::of(call.in), "_check_device", {call[i]});
}

StepAttribute attribute_of(Session& in, Value value) {
  if (value.is_number()) return value.to_real();
  if (value.is(Kind::string)) return in.word(value.as<String>().text);
  if (const DType* dtype = dtype_of_value(in, value)) return Word(to_string(*dtype));
  if (const TensorObject* tensor = tensor_of(value)) return tensor->tensor.item();
  Sizes sizes;
  try {
    add_size(in, value, sizes);
  } catch (const WrongSize& wrong) {
    raise("TypeError", {"'", in.type_name(wrong.value), "' object cannot be interpreted as an integer"});
  }
  return sizes;
}

Shape shape_of(const Sizes& sizes) {
  Shape shape;
  for (const std::int64_t size : sizes) {
    if (size < 0) {
      std::string all;
      for (const std::int64_t each : sizes) all += (all.empty() ? "" : ", ") + std::to_string(each);
      raise("RuntimeError", {"Trying to create tensor with negative dimension ", size, ": [", all, "]"});
    }
    shape.push_back(static_cast<Index>(size));
  }
  return shape;
}

}  // namespace headsup::python
