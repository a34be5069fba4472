// x[…] and x[…] = value: views by numbers, slices, None and …; then positions and masks.
#include "operations/operations.h"
#include "python/torch/arguments.h"

namespace headsup::python {
namespace {

/// A subscript's parts, each with the axis of the view that it is applied to.
struct Subscripts {
  struct View {
    const Operation* operation;
    Attributes attributes;
    std::string_view grad_fn;
  };
  std::vector<View> views;
  std::vector<TensorObject*> indices;
  std::vector<std::int64_t> dims;  ///< of the indices
};

bool is_mask(const TensorObject& index) {
  return index.tensor.dtype() == DType::boolean;
}

std::int64_t bound(Session& in, Value value, std::int64_t otherwise) {
  if (value.is_none()) return otherwise;
  return in.index(value, " object cannot be interpreted as an integer");
}

/// A list of positions or bits, as a tensor.
TensorObject* index_tensor(Session& in, Value value) {
  if (TensorObject* tensor = tensor_of(value)) {
    if (tensor->narrow == "int32" || is_floating(tensor->tensor.dtype()))
      raise("IndexError", {"tensors used as indices must be long, byte or bool tensors"});
    return &as_mask(in, *tensor);
  }
  return in.record(op::given, in.tensor_from(value, nullptr), {{"field", Word("list")}});
}

bool is_index_list(Value part) {
  return tensor_of(part) != nullptr || part.is(Kind::boolean) || part.is(Kind::list) ||
         part.is(Kind::tuple) || part.is(Kind::range);
}

/// The places that a slice of numpy's takes backwards, as a list.
Value backwards(Session& in, const Slice& slice, std::int64_t size, std::int64_t step) {
  const auto inside = [&](Value value, std::int64_t otherwise) {
    const std::int64_t at = bound(in, value, otherwise);
    return std::clamp<std::int64_t>(at < 0 && !value.is_none() ? at + size : at, -1, size - 1);
  };
  Values places;
  for (std::int64_t at = inside(slice.start, size - 1); at > inside(slice.stop, -1); at += step)
    places.emplace_back(at);
  return in.list(std::move(places));
}

Subscripts resolved(Session& in, const TensorObject& tensor_of_index, Value index) {
  const Tensor& x = tensor_of_index.tensor;
  const bool is_array = tensor_of_index.is_array;
  const Values parts = index.is(Kind::tuple) ? index.as<Sequence>().items : Values{index};
  std::size_t used = 0;
  for (const Value part : parts) {
    const TensorObject* tensor = tensor_of(part);
    used += tensor != nullptr && is_mask(*tensor)                                 ? tensor->tensor.rank()
            : part.is_none() || part.is(Kind::ellipsis) || part.is(Kind::boolean) ? 0U
                                                                                  : 1U;
  }
  if (used > x.rank()) {
    if (x.rank() == 0) {
      raise("IndexError",
            {"invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ "
             "to convert a 0-dim tensor to a number"});
    }
    if (is_array)
      raise("IndexError",
            {"too many indices for array: array is ", x.rank(), "-dimensional, but ", used, " were indexed"});
    raise("IndexError", {"too many indices for tensor of dimension ", x.rank()});
  }
  Subscripts found;
  std::int64_t axis = 0;  // of the view
  std::size_t axis_of_x = 0;
  for (Value part : parts) {
    if (is_array && part.is(Kind::slice) && bound(in, part.as<Slice>().step, 1) < 0)
      part = backwards(in, part.as<Slice>(), static_cast<std::int64_t>(x.shape()[axis_of_x]),
                       bound(in, part.as<Slice>().step, 1));
    const auto dim = static_cast<double>(axis);
    if (part.is_none()) {
      found.views.push_back({&op::unsqueeze, {{"dim", dim}}, "UnsqueezeBackward0"});
      ++axis;
    } else if (part.is(Kind::ellipsis)) {
      axis += static_cast<std::int64_t>(x.rank() - used);
      axis_of_x += x.rank() - used;
    } else if (part.is(Kind::slice)) {
      const auto& slice = part.as<Slice>();
      const auto size = static_cast<std::int64_t>(x.shape()[axis_of_x]);
      const std::int64_t step = bound(in, slice.step, 1);
      if (step <= 0) raise("ValueError", {"step must be greater than zero"});
      const std::int64_t start = bound(in, slice.start, 0);
      const std::int64_t stop = bound(in, slice.stop, size);
      if (start != 0 || stop < size || step != 1) {
        found.views.push_back({&op::slice,
                               {{"dim", dim},
                                {"start", static_cast<double>(start)},
                                {"stop", static_cast<double>(stop)},
                                {"step", static_cast<double>(step)}},
                               "SliceBackward0"});
      }
      ++axis;
      ++axis_of_x;
    } else if (is_index_list(part)) {
      TensorObject* tensor = index_tensor(in, part);
      const bool is_bit = is_mask(*tensor) && tensor->tensor.rank() == 0;
      if (is_bit) {
        // Chooses all or nothing along an axis of its own.
        found.views.push_back({&op::unsqueeze, {{"dim", dim}}, "UnsqueezeBackward0"});
        tensor = in.run(op::unsqueeze, {tensor}, {{"dim", 0.0}});
        --axis_of_x;
      }
      const Index taken = is_mask(*tensor) ? tensor->tensor.rank() : 1;
      found.indices.push_back(tensor);
      found.dims.push_back(axis);
      axis += static_cast<std::int64_t>(taken);
      axis_of_x += taken;
    } else if (part.is(Kind::integer)) {
      const auto size = static_cast<std::int64_t>(x.shape()[axis_of_x]);
      if (part.i < -size || part.i >= size) {
        raise("IndexError", {"index ", part.i, " is out of bounds for ", is_array ? "axis " : "dimension ",
                             axis_of_x, " with size ", size});
      }
      found.views.push_back(
          {&op::select, {{"dim", dim}, {"index", static_cast<double>(part.i)}}, "SelectBackward0"});
      ++axis_of_x;
    } else {
      if (part.is(Kind::string)) raise("TypeError", {"new(): invalid data type 'str'"});
      raise("IndexError",
            {"only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
             "indices (got ",
             in.type_name(part), ")"});
    }
  }
  return found;
}

/// What is written may have more axes of size 1 in front than where it is written to.
TensorObject* without_leading_ones(Session& in, TensorObject& tensor, Index rank) {
  TensorObject* made = &tensor;
  while (made->tensor.rank() > rank && made->tensor.shape()[0] == 1)
    made = in.run(op::squeeze, {made}, {{"dim", 0.0}});
  return made;
}

TensorObject* view_of(Session& in, TensorObject& tensor, const Subscripts& subscript) {
  TensorObject* view = &tensor;
  for (const Subscripts::View& each : subscript.views)
    view = in.run(*each.operation, {view}, each.attributes, each.grad_fn);
  return view;
}

}  // namespace

TensorObject* item_of(Session& in, TensorObject& tensor, Value index) {
  const Subscripts subscript = resolved(in, tensor, index);
  TensorObject* view = view_of(in, tensor, subscript);
  if (!subscript.indices.empty()) {
    std::vector<TensorObject*> operands = {view};
    operands.insert(operands.end(), subscript.indices.begin(), subscript.indices.end());
    return in.run(op::index, operands, {{"dims", subscript.dims}});
  }
  if (view != &tensor || tensor.tensor.rank() == 0) return view;
  const auto size = static_cast<double>(tensor.tensor.shape()[0]);
  return in.run(op::slice, {&tensor}, {{"dim", 0.0}, {"start", 0.0}, {"stop", size}, {"step", 1.0}},
                "AliasBackward0");
}

void set_item_of(Session& in, TensorObject& tensor, Value index, Value value) {
  const Subscripts subscript = resolved(in, tensor, index);
  in.check_write(tensor, subscript.indices.empty());
  TensorObject* from = tensor_of(value);
  if (from == nullptr && tensor.is_array && !value.is_number())
    from = in.record(op::given, in.tensor_from(value, nullptr), {{"field", Word("list")}});
  if (from == nullptr && !value.is_number()) {
    raise("TypeError", {"can't assign a ", in.type_name(value), " to a torch.",
                        scalar_type(tensor.tensor.dtype()), "Tensor"});
  }
  if (!subscript.indices.empty()) {
    if (from == nullptr) {
      Attributes number = {{"size", std::vector<std::int64_t>{}}, {"fill_value", value.to_real()}};
      from = in.record(op::full, full({}, value.to_real(), tensor.tensor.dtype()), std::move(number));
    } else if (tensor.is_array && from->tensor.dtype() != tensor.tensor.dtype()) {
      from = in.run(op::to, {from}, {{"dtype", Word(to_string(tensor.tensor.dtype()))}});
    }
    std::vector<TensorObject*> operands = {view_of(in, tensor, subscript), from};
    operands.insert(operands.end(), subscript.indices.begin(), subscript.indices.end());
    return in.run_in_place(op::index_put, operands, {{"dims", subscript.dims}}, "IndexPutBackward0");
  }
  Tensor cells = tensor.tensor;
  for (const Subscripts::View& each : subscript.views)
    cells = compute(*each.operation, {cells}, each.attributes);
  if (from == nullptr) return in.set_numbers(tensor, cells, value.to_real());
  from = without_leading_ones(in, *from, cells.rank());
  from->tensor.expand(cells.shape());
  auto* view = in.heap.make<TensorObject>(cells, from->step, tensor.shared);
  view->is_data = tensor.is_data;
  view->is_detached = tensor.is_detached;
  in.write(*view, *from);
}

}  // namespace headsup::python
