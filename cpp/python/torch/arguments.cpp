#include "python/torch/arguments.h"

#include <algorithm>

namespace headsup::python {

TensorObject& tensor_argument(const Call& call, std::size_t i) {
  if (TensorObject* tensor = tensor_of(call[i])) return *tensor;
  auto& function = const_cast<NativeFunction&>(call.function);
  raise("TypeError", {function.name, "(): argument '", function.parameters(call.in)[i].name, "' (position ",
                      i + 1, ") must be Tensor, not ", call.in.type_name(call[i])});
}

namespace {

void add_size(Interpreter& in, Value value, Sizes& sizes) {
  if (value.is(Kind::list) || value.is(Kind::tuple)) {
    for (const Value each : value.as<Sequence>().items) add_size(in, each, sizes);
    return;
  }
  if (value.is(Kind::real)) {
    raise("TypeError",
          {"empty(): argument 'size' must be tuple of ints, but found element of type float at pos ",
           sizes.size() + 1});
  }
  sizes.push_back(in.index(value));
}

}  // namespace

Sizes sizes_argument(const Call& call, std::size_t i) {
  Sizes sizes;
  add_size(call.in, call[i], sizes);
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

StepAttribute attribute_of(Session& in, Value value) {
  if (value.is_number()) return value.to_real();
  if (value.is(Kind::string)) return in.word(value.as<String>().text);
  if (const DType* dtype = dtype_of_value(in, value)) return Word(to_string(*dtype));
  if (const TensorObject* tensor = tensor_of(value))
    return in_pytorchs_words([&] { return tensor->tensor.item(); });
  Sizes sizes;
  add_size(in, value, sizes);
  return sizes;
}

Shape shape_of(const Sizes& sizes) {
  Shape shape;
  for (const std::int64_t size : sizes) {
    if (size < 0) raise("RuntimeError", {"Trying to create tensor with negative dimension ", size});
    shape.push_back(static_cast<Index>(size));
  }
  return shape;
}

}  // namespace headsup::python
