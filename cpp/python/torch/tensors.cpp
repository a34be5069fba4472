// What tensors are made of, and the functions and methods that are not one operation of the table.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "operations/operations.h"
#include "python/torch/arguments.h"

namespace headsup::python {
namespace {

Session& session(const Call& call) {
  return Session::of(call.in);
}
Attributes sized(const Shape& shape) {
  return {{"size", Sizes(shape.begin(), shape.end())}};
}

// From lists of numbers.

struct Reader {
  Session& in;
  Shape shape = {};
  DType dtype = DType::boolean;
  bool is_empty = true;

  void measure(Value value) {
    if (value.is(Kind::list) || value.is(Kind::tuple)) {
      const Values& items = value.as<Sequence>().items;
      shape.push_back(items.size());
      if (!items.empty()) measure(items[0]);
    } else if (const TensorObject* tensor = tensor_of(value)) {
      for (const Index size : tensor->tensor.shape()) shape.push_back(size);
    }
  }
  void find_type(Value value) {
    if (value.is(Kind::list) || value.is(Kind::tuple)) {
      for (const Value item : value.as<Sequence>().items) find_type(item);
      return;
    }
    is_empty = false;
    if (const TensorObject* tensor = tensor_of(value)) dtype = std::max(dtype, tensor->tensor.dtype());
    if (value.is(Kind::real)) dtype = std::max(dtype, DType::float32);
    if (value.is(Kind::integer)) dtype = std::max(dtype, DType::int64);
  }
  void fill(Value value, Tensor cells, Index axis) {
    if (const TensorObject* tensor = tensor_of(value)) {
      if (tensor->tensor.shape() != cells.shape()) {
        if (tensor->tensor.count() != 1 || cells.rank() > 0)
          raise("ValueError", {"only one element tensors can be converted to Python scalars"});
      }
      if (!tensor->is_array && tensor->tensor.count() != 1)
        raise("ValueError", {"only one element tensors can be converted to Python scalars"});
      cells.copy_(tensor->tensor.reshape(cells.shape()));
      return;
    }
    if (value.is(Kind::list) || value.is(Kind::tuple)) {
      const Values& items = value.as<Sequence>().items;
      if (cells.rank() == 0) raise("ValueError", {"too many dimensions '", in.type_name(value), "'"});
      if (items.size() != cells.shape()[0]) {
        raise("ValueError", {"expected sequence of length ", cells.shape()[0], " at dim ", axis, " (got ",
                             items.size(), ")"});
      }
      in.tick(items.size());
      for (Index i = 0; i < items.size(); ++i)
        fill(items[i], cells.select(0, static_cast<std::ptrdiff_t>(i)), axis + 1);
      return;
    }
    if (!value.is_number()) {
      if (value.is(Kind::string)) raise("ValueError", {"too many dimensions 'str'"});
      raise("RuntimeError", {"Could not infer dtype of ", in.type_name(value)});
    }
    if (cells.rank() > 0) raise("TypeError", {"not a sequence"});
    if (value.is(Kind::integer) && cells.dtype() == DType::int64) {
      *cells.data<std::int64_t>() = value.i;
    } else {
      cells.set({}, value.to_real());
    }
  }
};

/// Ranges, generators and other iterables as lists.
Value as_list(Session& in, Value value) {
  if (value.is(Kind::dict)) raise("RuntimeError", {"Could not infer dtype of dict"});
  if (value.is(Kind::string)) raise("TypeError", {"new(): invalid data type 'str'"});
  if (value.is_number() || value.is(Kind::list) || value.is(Kind::tuple) || value.is(Kind::string) ||
      tensor_of(value) != nullptr)
    return value;
  if (in.try_iterate(value) == nullptr) return value;
  return in.list(in.items_of(value));
}

/// A tensor that was made, whose device and whether its gradient is wanted are the arguments i − 1 and i.
Value with_grad(const Call& call, TensorObject* made, std::size_t i) {
  check_device(call, i - 1);
  if (call.has(i - 2)) made->narrow = narrow_type(call[i - 2]);
  if (call.has(i) && call.in.truth(call[i]) && !is_floating(made->tensor.dtype()))
    raise("RuntimeError", {"Only Tensors of floating point and complex dtype can require gradients"});
  if (call.has(i) && call.in.truth(call[i])) session(call).require_grad(*made, true);
  return made;
}

/// torch.tensor(data, dtype)
Value tensor(Call& call) {
  Session& in = session(call);
  std::optional<DType> wanted;
  if (call.has(1)) wanted = dtype_argument(call, 1, DType::float32);
  if (TensorObject* from = tensor_of(call[0])) {
    const DType dtype = wanted.value_or(from->tensor.dtype());
    TensorObject* copy = in.detached(*from);
    copy = dtype == copy->tensor.dtype() ? in.run(op::clone, {copy})
                                         : in.run(op::to, {copy}, {{"dtype", Word(to_string(dtype))}});
    copy->is_array = false;
    copy->narrow = wanted ? std::string_view() : from->narrow;
    copy->cls = in.tensor_class;
    return with_grad(call, copy, 3);
  }
  const DType dtype = wanted.value_or(DType::float32);
  TensorObject* made =
      in.record(op::given, in.tensor_from(call[0], wanted ? &dtype : nullptr), {{"field", Word("list")}});
  return with_grad(call, made, 3);
}

/// torch.LongTensor and the like: of sizes, or of numbers.
template <DType dtype>
Value typed_tensor(Call& call) {
  Session& in = session(call);
  const Values& items = call.items(1);
  const bool is_sizes =
      !items.empty() && std::all_of(items.begin(), items.end(), [](Value v) { return v.is(Kind::integer); });
  if (items.empty() || is_sizes) {
    const Shape shape = items.empty() ? Shape{0} : shape_of(sizes_argument(call, 1));
    return in.record(op::full, Tensor(shape, dtype), sized(shape));
  }
  static constexpr DType kWanted = dtype;
  return in.record(op::given, in.tensor_from(items[0], &kWanted), {{"field", Word("list")}});
}
template <const char* narrow>
Value narrow_tensor(Call& call) {
  const Value made = typed_tensor<DType::int64>(call);
  tensor_of(made)->narrow = narrow;
  return made;
}
constexpr char kInt32[] = "int32";
constexpr char kUint8[] = "uint8";

Value full(Call& call) {
  Session& in = session(call);
  const DType otherwise = call[1].is(Kind::boolean)   ? DType::boolean
                          : call[1].is(Kind::integer) ? DType::int64
                                                      : DType::float32;
  const Shape shape = shape_of(sizes_argument(call, 0));
  Value value = call[1];
  if (const TensorObject* t = tensor_of(value)) value = in.number_of(t->tensor);
  if (!value.is_number())
    raise("TypeError",
          {"full(): argument 'fill_value' (position 2) must be Number, not ", in.type_name(value)});
  Attributes attributes = sized(shape);
  attributes.set("fill_value", value.to_real());
  return with_grad(
      call,
      in.record(op::full, headsup::full(shape, value.to_real(), dtype_argument(call, 2, otherwise)),
                std::move(attributes)),
      4);
}
template <int value>
Value filled(Call& call) {
  const Shape shape = shape_of(sizes_argument(call, 0));
  const Operation& operation = value == 0 ? op::zeros : op::ones;
  const DType dtype = dtype_argument(call, 1, DType::float32);
  session(call).heap.charge(element_count(shape) / 8);
  return with_grad(call, session(call).record(operation, headsup::full(shape, value, dtype), sized(shape)),
                   3);
}

/// What is made of numbers alone: arguments of the operation by their names, then a type, a device, and whether its gradient is
/// wanted.
template <const Operation& operation>
Value made(Call& call) {
  Session& in = session(call);
  const auto& parameters = const_cast<NativeFunction&>(call.function).parameters(in);
  const std::size_t type = parameters.size() - 3;
  Attributes attributes;
  DType otherwise = &operation == &op::arange ? DType::int64 : DType::float32;
  for (std::size_t i = 0; i < type; ++i) {
    if (!call.has(i)) continue;
    const TensorObject* given = tensor_of(call[i]);
    const Value number = given != nullptr ? in.number_of(given->tensor) : call[i];
    const Word name = in.word(parameters[i].name->text);
    const bool is_real = name == "start" || name == "end" || name == "step";
    if (is_real ? !number.is_number() : !number.is_integer())
      raise("TypeError", {call.function.name, "(): argument '", name, "' (position ", i + 1, ") must be ",
                          is_real ? "Number" : "int", ", not ", in.type_name(number)});
    attributes.set(name, number.to_real());
    if (!number.is_integer()) otherwise = DType::float32;
  }
  attributes.set("dtype", Word(to_string(dtype_argument(call, type, otherwise))));
  return with_grad(call, in.run(operation, std::initializer_list<TensorObject*>{}, std::move(attributes)),
                   type + 2);
}
/// torch.arange(end), or torch.arange(start, end, step)
Value arange(Call& call) {
  if (!call[1].is_defined()) std::swap(call.arguments[0], call.arguments[1]);
  return made<op::arange>(call);
}

// Random numbers.

/// A generator beside the default one: what torch.Generator has.
struct GeneratorObject final : Object {
  Generator generator;
  std::int64_t seed;
  explicit GeneratorObject(std::int64_t s) : Object(Kind::native), generator(s), seed(s) {}
};
GeneratorObject* generator_of(Session& in, Value value) {
  if (!value.is_defined() || value.is_none()) return nullptr;
  const Value state = value.is(Kind::native) ? value : in.attribute(value, in.heap.intern("_state"));
  return state.is(Kind::native) ? dynamic_cast<GeneratorObject*>(state.o) : nullptr;
}
/// Draws from another generator while it lives.
class Drawing {
 public:
  Drawing(Session& in, Value generator) : in_(in), from_(generator_of(in, generator)) { swap(); }
  ~Drawing() { swap(); }
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

 private:
  void swap() {
    if (from_ != nullptr) std::swap(in_.generator, from_->generator);
  }
  Session& in_;
  GeneratorObject* from_;
};

Value manual_seed(Call& call) {
  session(call).generator = Generator(call.integer(0));
  return Value::none();
}
TensorObject* drawn(Session& in, const Operation& operation, const Shape& shape,
                    const std::vector<float>& numbers, const Draws& draws) {
  Attributes attributes = sized(shape);
  attributes.set("draws", draws);
  return in.record(operation, tensor_of<float>(shape, numbers), std::move(attributes));
}
Index count_of(Session& in, const Shape& shape) {
  const Index count = element_count(shape);
  in.heap.charge(count / 2);
  in.tick(count);
  return count;
}
Value randn(Call& call) {
  Session& in = session(call);
  if (dtype_argument(call, 1, DType::float32) != DType::float32)
    refuse_construct("torch.randn(dtype=torch.float64)",
                     "draw float32 numbers and convert them with .double()");
  const Shape shape = shape_of(sizes_argument(call, 0));
  const Drawing drawing(in, call[4]);
  Draws draws{};
  const std::vector<float> numbers = in.generator.normal(count_of(in, shape), &draws);
  return with_grad(call, drawn(in, op::normal, shape, numbers, draws), 3);
}
/// _uniform(size, bound): between −bound and bound, as the layers' parameters are drawn.
Value uniform(Call& call) {
  Session& in = session(call);
  const Shape shape = shape_of(sizes_argument(call, 0));
  Draws draws{};
  const std::vector<float> numbers = in.generator.uniform(count_of(in, shape), call.real(1), &draws);
  return drawn(in, op::uniform, shape, numbers, draws);
}
/// Uniform in [0, 1), in float64.
Tensor doubles(Session& in, const Shape& shape) {
  count_of(in, shape);
  Tensor made(shape, DType::float64);
  for (double& number : made.numbers<double>()) number = in.generator.rand_double();
  return made;
}
TensorObject* between(Session& in, const Shape& shape, double low, double high) {
  std::vector<float> numbers(count_of(in, shape));
  const auto width = static_cast<double>(static_cast<float>(high) - static_cast<float>(low));
  for (float& number : numbers)
    number = static_cast<float>(static_cast<double>(in.generator.rand()) * width + low);
  return in.record(op::rand, tensor_of<float>(shape, numbers), sized(shape));
}
Value rand(Call& call) {
  const Drawing drawing(session(call), call[4]);
  if (dtype_argument(call, 1, DType::float32) == DType::float64) {
    const Shape shape = shape_of(sizes_argument(call, 0));
    return with_grad(call, session(call).record(op::rand, doubles(session(call), shape), sized(shape)), 3);
  }
  return with_grad(call, between(session(call), shape_of(sizes_argument(call, 0)), 0, 1), 3);
}
/// _between(size, low, high)
Value rand_between(Call& call) {
  return between(session(call), shape_of(sizes_argument(call, 0)), call.real(1), call.real(2));
}
/// _randint(low, high, size)
Value randint(Call& call) {
  Session& in = session(call);
  const std::int64_t low = call.integer(0);
  const std::int64_t high = call.integer(1);
  if (low >= high) {
    raise("RuntimeError",
          {"random_ expects 'from' to be less than 'to', but got from=", low, " >= to=", high});
  }
  const Shape shape = shape_of(sizes_argument(call, 2));
  Tensor made(shape, DType::int64);
  count_of(in, shape);
  const auto range = static_cast<std::uint64_t>(high - low);
  for (std::int64_t& id : made.ids()) {
    std::uint64_t word = in.generator.random();
    if (range >= 1ULL << 32) word = word << 32 | in.generator.random();
    id = low + static_cast<std::int64_t>(word % range);
  }
  return in.record(op::rand, std::move(made), sized(shape));
}
Value randperm(Call& call) {
  Session& in = session(call);
  const Drawing drawing(in, call[1]);
  const Shape shape = shape_of({call.integer(0)});
  Tensor made(shape, DType::int64);
  count_of(in, shape);
  const auto ids = made.ids();
  std::iota(ids.begin(), ids.end(), 0);
  for (Index i = 0; i + 1 < ids.size(); ++i)
    std::swap(ids[i], ids[i + in.generator.random() % (ids.size() - i)]);
  return in.record(op::rand, std::move(made), sized(shape));
}
Value dropout(Call& call) {
  Session& in = session(call);
  TensorObject& x = tensor_argument(call, 0);
  const double p = call.real(1);
  if (!(p >= 0 && p <= 1))
    raise("ValueError", {"dropout probability has to be between 0 and 1, but got ", in.repr(call[1])});
  if (!call.flag(2) || p == 0) return &x;
  // PyTorch keeps a number where its draw, a double, is below 1 − p.
  Tensor drawn = doubles(in, x.tensor.shape());
  for (double& draw : drawn.numbers<double>()) draw = 1 - draw;
  TensorObject* draws = in.record(op::rand, std::move(drawn), sized(x.tensor.shape()));
  return in.run(op::dropout, {&x, draws}, {{"p", p}}, "MulBackward0");
}

// Shapes.

template <const Operation& operation, const char* name>
Value shaped(Call& call) {
  return session(call).run(operation, {&tensor_argument(call, 0)}, {{name, sizes_argument(call, 1)}});
}
constexpr char kShape[] = "shape";
constexpr char kDims[] = "dims";
constexpr char kSize[] = "size";
constexpr char kRepeats[] = "repeats";

Value view(Call& call) {
  Session& in = session(call);
  const Values& items = call.items(1);
  if (items.size() == 1 && dtype_of_value(in, items[0]) != nullptr)
    refuse_construct("Tensor.view(dtype)", "convert the numbers with .to(dtype)");
  return shaped<op::view, kShape>(call);
}

/// Refuses, as torch.device does.
Value cuda(Call& call) {
  return call_torch(session(call), "_check_device", {call.in.string("cuda")});
}

Value contiguous(Call& call) {
  TensorObject& x = tensor_argument(call, 0);
  return x.tensor.is_contiguous() ? &x : session(call).run(op::contiguous, {&x});
}

/// Parts of an axis, each of its size.
Value parts(Session& in, TensorObject& x, const Operation& operation, const Sizes& sizes, std::int64_t dim) {
  Values made;
  std::int64_t start = 0;
  for (const std::int64_t length : sizes) {
    Attributes which = {{"dim", static_cast<double>(dim)},
                        {"start", static_cast<double>(start)},
                        {"length", static_cast<double>(length)}};
    made.emplace_back(in.run(operation, {&x}, std::move(which)));
    start += length;
  }
  const Value all = in.tuple(std::move(made));
  if (!in.activation().module->is_library) in.give(all, 0);
  return all;
}
std::int64_t size_along(const TensorObject& x, std::int64_t dim) {
  if (x.tensor.rank() == 0)
    raise("IndexError", {"Dimension specified as ", dim, " but tensor has no dimensions"});
  return static_cast<std::int64_t>(x.tensor.size(dim));
}
Value split(Call& call) {
  TensorObject& x = tensor_argument(call, 0);
  const std::int64_t dim = call.integer(2);
  const std::int64_t whole = size_along(x, dim);
  Sizes sizes = sizes_argument(call, 1);
  if (call[1].is_integer()) {
    const std::int64_t each = sizes[0];
    if (each < 0)
      raise("RuntimeError", {"split expects split_size be non-negative, but got split_size=", each});
    if (each == 0 && whole > 0) {
      raise("RuntimeError",
            {"split_size can only be 0 if dimension size is 0, but got dimension size of ", whole});
    }
    sizes.clear();
    for (std::int64_t start = 0; start < whole; start += each) sizes.push_back(std::min(each, whole - start));
    if (sizes.empty()) sizes.push_back(0);
  } else if (std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}) != whole) {
    raise("RuntimeError", {"split_with_sizes expects split_sizes to sum exactly to ", whole,
                           " (input tensor's size at dimension ", dim,
                           "), but got split_sizes=", call.in.repr(call.in.list(call.in.items_of(call[1])))});
  }
  return parts(session(call), x, op::split, sizes, dim);
}
Value chunk(Call& call) {
  TensorObject& x = tensor_argument(call, 0);
  const std::int64_t count = call.integer(1);
  const std::int64_t dim = call.integer(2);
  if (count <= 0) raise("RuntimeError", {"chunk expects `chunks` to be greater than 0, got: ", count});
  const std::int64_t whole = size_along(x, dim);
  const std::int64_t each = std::max<std::int64_t>(1, (whole + count - 1) / count);
  Sizes sizes;
  for (std::int64_t start = 0; start < whole; start += each) sizes.push_back(std::min(each, whole - start));
  return parts(session(call), x, op::chunk, sizes, dim);
}

// Facts.

Value size(Call& call) {
  TensorObject& x = tensor_argument(call, 0);
  session(call).read_sizes(x);
  if (!call.has(1)) return session(call).size_value(x.tensor.shape());
  return Value(size_along(x, call.integer(1)));
}
Value dim(Call& call) {
  return Value(tensor_argument(call, 0).tensor.rank());
}
Value numel(Call& call) {
  return Value(tensor_argument(call, 0).tensor.count());
}
/// _has_empty_row(scores): whether the last axis is −∞ somewhere throughout. A function's own question is no step of the program.
Value has_empty_row(Call& call) {
  const Tensor& scores = tensor_argument(call, 0).tensor;
  const Index keys = scores.shape().back();
  Index hidden = 0;
  for (Index i = 0; i < scores.count(); ++i) {
    hidden = scores.at_position(i) == -std::numeric_limits<double>::infinity() ? hidden + 1 : 0;
    if ((i + 1) % keys != 0) continue;
    if (hidden >= keys) return Value(true);
    hidden = 0;
  }
  return Value(false);
}
Value stride(Call& call) {
  const TensorObject& x = tensor_argument(call, 0);
  if (call.has(1)) return Value(x.tensor.strides()[x.tensor.axis_of(call.integer(1))]);
  Values items;
  for (const Index each : x.tensor.strides()) items.emplace_back(each);
  return call.in.tuple(std::move(items));
}
Value storage_offset(Call& call) {
  return Value(tensor_argument(call, 0).tensor.offset());
}
/// Of tensors that share their numbers it is the same, as in PyTorch.
Value data_ptr(Call& call) {
  const TensorObject& x = tensor_argument(call, 0);
  return Value(
      static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(x.shared.get()) + 4 * x.tensor.offset()));
}
Value is_contiguous(Call& call) {
  return Value(tensor_argument(call, 0).tensor.is_contiguous());
}
Value is_floating_point(Call& call) {
  return Value(is_floating(tensor_argument(call, 0).tensor.dtype()));
}
Value item(Call& call) {
  const TensorObject& x = tensor_argument(call, 0);
  if (x.tensor.count() != 1)
    raise("ValueError", {"only one element tensors can be converted to Python scalars"});
  return session(call).number_of(x.tensor);
}
Value tolist(Call& call) {
  return session(call).tolist(tensor_argument(call, 0).tensor);
}
/// __index__, __int__, __float__
template <Kind kind>
Value as_number(Call& call) {
  const Value value = item(call);
  if (kind == Kind::real) return Value(value.to_real());
  if (value.is(Kind::real)) {
    if (!std::isfinite(value.d))
      raise(std::isnan(value.d) ? "ValueError" : "OverflowError",
            {std::isnan(value.d) ? "cannot convert float NaN to integer"
                                 : "cannot convert float infinity to integer"});
    return Value(to_int64(value.d));
  }
  return Value(value.i);
}
Value as_index(Call& call) {
  const TensorObject& x = tensor_argument(call, 0);
  if (is_floating(x.tensor.dtype()) || x.tensor.count() != 1)
    raise("TypeError", {"only integer tensors of a single element can be converted to an index"});
  return Value(item(call).i);
}
Value is_tensor(Call& call) {
  return Value(tensor_of(call[0]) != nullptr);
}
Value equal(Call& call) {
  const Tensor a = tensor_argument(call, 0).tensor.contiguous();
  const Tensor b = tensor_argument(call, 1).tensor.contiguous();
  if (a.shape() != b.shape()) return Value(false);
  for (Index i = 0; i < a.count(); ++i) {
    if (a.at_position(i) != b.at_position(i)) return Value(false);
  }
  return Value(true);
}

// Types.

TensorObject* converted(Session& in, TensorObject& x, DType dtype, std::string_view narrow = {}) {
  if (x.tensor.dtype() == dtype && x.narrow == narrow) return &x;
  TensorObject* made = x.tensor.dtype() == dtype ? in.run(op::clone, {&x})
                                                 : in.run(op::to, {&x}, {{"dtype", Word(to_string(dtype))}});
  made->narrow = narrow;
  if (narrow == "uint8") wrap_bytes(made->tensor);
  return made;
}
template <DType dtype, const char* narrow = nullptr>
Value to_type(Call& call) {
  return converted(session(call), tensor_argument(call, 0), dtype, narrow == nullptr ? "" : narrow);
}
Value to(Call& call) {
  Session& in = session(call);
  TensorObject& x = tensor_argument(call, 0);
  const std::size_t given = call.items(1).size();
  if (given > 0 && tensor_of(call.items(1)[0]) == nullptr && dtype_of_value(in, call.items(1)[0]) == nullptr)
    call_torch(in, "_check_device", {call.items(1)[0]});
  check_device(call, 3);
  for (const Value each : call.items(1)) {
    if (const DType* dtype = dtype_of_value(in, each)) return converted(in, x, *dtype, narrow_type(each));
    if (const TensorObject* other = tensor_of(each))
      return converted(in, x, other->tensor.dtype(), other->narrow);
  }
  if (call.has(2)) return converted(in, x, dtype_argument(call, 2, DType::float32), narrow_type(call[2]));
  return &x;
}

// Largest and smallest.

template <bool largest>
Value extreme(Call& call) {
  Session& in = session(call);
  TensorObject& x = tensor_argument(call, 0);
  const Operation& values = largest ? op::max : op::min;
  const Value which = call[1].is_defined() ? call[1] : call[3].is_defined() ? call[3] : call[4];
  if (TensorObject* other = tensor_of(which)) return in.run(largest ? op::maximum : op::minimum, {&x, other});
  if (!which.is_defined() || which.is_none()) return in.run(values, {&x});
  Attributes along = {
      {"dim", static_cast<double>(in.index(which))},
      {"keepdim", (call.has(2) && in.truth(call[2])) || (call.has(5) && in.truth(call[5])) ? 1.0 : 0.0}};
  if (x.is_array) return in.run(values, {&x}, along);
  TensorObject* found = in.run(values, {&x}, along);
  TensorObject* places = in.run(largest ? op::argmax : op::argmin, {&x}, along);
  return call_torch(in, largest ? "_max_result" : "_min_result", {found, places});
}

Value nonzero(Call& call) {
  Session& in = session(call);
  const Tensor& x = tensor_argument(call, 0).tensor;
  std::vector<std::int64_t> found;
  for (Index i = 0; i < x.count(); ++i) {
    const Shape at = index_of(x.shape(), i);
    if (x.at(at) != 0) found.insert(found.end(), at.begin(), at.end());
  }
  const Index rank = std::max<Index>(x.rank(), 1);
  return in.record(op::given, headsup::tensor_of<std::int64_t>(Shape{found.size() / rank, x.rank()}, found),
                   {{"field", Word("nonzero")}});
}

Value where(Call& call) {
  Session& in = session(call);
  TensorObject& condition = as_mask(in, tensor_argument(call, 0));
  if (!call[1].is_defined()) return call_torch(in, "_where", {&condition});
  TensorObject* a = tensor_of(call[1]);
  TensorObject* b = tensor_of(call[2]);
  const DType beside = a != nullptr ? a->tensor.dtype() : b != nullptr ? b->tensor.dtype() : DType::boolean;
  for (const std::size_t i : {1U, 2U}) {
    if (tensor_of(call[i]) == nullptr && !call[i].is_number()) tensor_argument(call, i);  // refuses it
  }
  if (a == nullptr) a = in.number(call[1], beside);
  if (b == nullptr) b = in.number(call[2], beside);
  return in.run(op::where, {&condition, a, b});
}

Value einsum(Call& call) {
  Session& in = session(call);
  std::vector<TensorObject*> operands;
  Values items = call.items(1);
  if (items.size() == 1 && tensor_of(items[0]) == nullptr) items = in.items_of(items[0]);
  for (const Value each : items) {
    if (tensor_of(each) == nullptr)
      raise("TypeError",
            {"einsum(): argument 'operands' must be tuple of Tensors, not ", in.type_name(each)});
    operands.push_back(tensor_of(each));
  }
  return in.run(op::einsum, operands, {{"equation", in.word(call.text(0))}});
}

/// _loss(input, target, ignore_index, reduction): cross_entropy or nll_loss.
template <const Operation& operation>
Value loss(Call& call) {
  Session& in = session(call);
  TensorObject& input = tensor_argument(call, 0);
  TensorObject& target = tensor_argument(call, 1);
  if (!target.narrow.empty())
    raise("RuntimeError",
          {"expected scalar type Long but found ", target.narrow == "int32" ? "Int" : "Byte"});
  Attributes attributes = {{"reduction", in.word(call.text(3))}};
  if (call.has(2)) attributes.set("ignore_index", call.real(2));
  return in.run(operation, {&input, &target}, std::move(attributes));
}

// Writing.

Value copy_(Call& call) {
  Session& in = session(call);
  TensorObject& x = tensor_argument(call, 0);
  TensorObject& from = tensor_argument(call, 1);
  in.check_write(x);
  from.tensor.expand(x.tensor.shape());
  in.write(x, from);
  return &x;
}
template <bool is_zero>
Value fill_(Call& call) {
  Session& in = session(call);
  TensorObject& x = tensor_argument(call, 0);
  in.check_write(x);
  Value value = is_zero ? Value(0) : call[1];
  if (const TensorObject* from = tensor_of(value)) value = in.number_of(from->tensor);
  if (x.requires_grad && in.records_gradients) {
    // The numbers that were there still have a gradient: none.
    in.set_numbers(x, x.tensor, value.to_real());
    x.grad_fn = is_zero ? "ZeroBackward0" : "FillBackward0";
    return &x;
  }
  Attributes attributes = sized(x.tensor.shape());
  attributes.set("fill_value", value.to_real());
  in.write(x, *in.record(op::full, headsup::full(x.tensor.shape(), value.to_real(), x.tensor.dtype()),
                         std::move(attributes)));
  return &x;
}
Value normal_(Call& call) {
  Session& in = session(call);
  const Drawing drawing(in, call[3]);
  TensorObject& x = tensor_argument(call, 0);
  in.check_write(x);
  Draws draws{};
  const std::vector<float> numbers = in.generator.normal(count_of(in, x.tensor.shape()), &draws);
  TensorObject* made = drawn(in, op::normal, x.tensor.shape(), numbers, draws);
  const double mean = call.real(1);
  const double std = call.real(2);
  const bool records = std::exchange(in.records_gradients, false);
  if (std != 1) made = in.run(op::mul, {made, in.number(Value(std), DType::float32)});
  if (mean != 0) made = in.run(op::add, {made, in.number(Value(mean), DType::float32)});
  in.records_gradients = records;
  in.write(x, *made);
  return &x;
}
Value uniform_(Call& call) {
  Session& in = session(call);
  const Drawing drawing(in, call[3]);
  TensorObject& x = tensor_argument(call, 0);
  in.check_write(x);
  in.write(x, *between(in, x.tensor.shape(), call.real(1), call.real(2)));
  return &x;
}

// Gradients.

Value backward(Call& call) {
  session(call).backward(tensor_argument(call, 0), tensor_of(call[1]), call.has(2) && call.in.truth(call[2]));
  return Value::none();
}
Value grad(Call& call) {
  Session& in = session(call);
  TensorObject& of = tensor_argument(call, 0);
  std::vector<TensorObject*> by;
  const Value inputs = call[1];
  if (TensorObject* one = tensor_of(inputs))
    by.push_back(one);
  else
    for (const Value each : in.items_of(inputs)) by.push_back(tensor_of(each));
  TensorObject* seed =
      call[2].is(Kind::list) || call[2].is(Kind::tuple) ? tensor_of(call.items(2)[0]) : tensor_of(call[2]);
  if (call.has(4) && call.in.truth(call[4]))
    refuse_construct("create_graph=True", "leave it out: gradients of gradients are not recorded here");
  Values made;
  for (TensorObject* each : in.gradients(of, by, seed, call.has(3) && call.in.truth(call[3]))) {
    if (each == nullptr && !(call.has(5) && call.in.truth(call[5]))) {
      raise("RuntimeError", {"One of the differentiated Tensors appears to not have been used in the graph. "
                             "Set allow_unused=True if this is the desired behavior."});
    }
    made.push_back(each == nullptr ? Value::none() : Value(each));
  }
  return in.tuple(std::move(made));
}
Value detach(Call& call) {
  return session(call).detached(tensor_argument(call, 0));
}
Value detach_(Call& call) {
  TensorObject& x = tensor_argument(call, 0);
  TensorObject* made = session(call).detached(x);
  x.step = made->step;
  x.requires_grad = false;
  x.grad_fn.clear();
  return &x;
}
Value requires_grad_(Call& call) {
  TensorObject& x = tensor_argument(call, 0);
  const bool requires_it = !call[1].is_defined() || call.in.truth(call[1]);
  if (requires_it && !is_floating(x.tensor.dtype()))
    raise("RuntimeError", {"only Tensors of floating point dtype can require gradients"});
  session(call).require_grad(x, requires_it);
  return &x;
}
Value retain_grad(Call& call) {
  TensorObject& x = tensor_argument(call, 0);
  session(call).keep_grad(x);
  return Value::none();
}
Value set_grad(Call& call) {
  return Value(std::exchange(session(call).records_gradients, call.in.truth(call[0])));
}
Value make_generator(Call& call) {
  Session& in = session(call);
  auto* made = in.heap.make<GeneratorObject>(call.integer(0));
  made->cls = in.type_class;
  return made;
}
Value seed_of(Call& call) {
  return Value(generator_of(session(call), call[0])->seed);
}
/// _drawn_with(state, function)
Value drawn_with(Call& call) {
  Session& in = session(call);
  const Drawing drawing(in, call[0]);
  return in.call(call[1], Values());
}

/// _seeded(seed, function): what the function gives with a generator of its own.
Value seeded(Call& call) {
  Session& in = session(call);
  const Generator before = std::exchange(in.generator, Generator(call.integer(0)));
  const Value made = in.call(call[1], Values());
  in.generator = before;
  return made;
}
/// Parameter(data, requires_grad)
Value parameter(Call& call) {
  Session& in = session(call);
  TensorObject* from =
      call.has(1) ? &tensor_argument(call, 1) : in.record(op::full, Tensor(Shape{0}), sized({0}));
  if (from->requires_grad) from = in.detached(*from);
  if (in.truth(call[2]) && !is_floating(from->tensor.dtype()))
    raise("RuntimeError", {"Only Tensors of floating point and complex dtype can require gradients"});
  auto* made = in.heap.make<TensorObject>(from->tensor, in.step_of(*from), from->shared);
  made->version = from->version;
  made->cls = in.parameter_class;
  if (in.truth(call[2])) in.require_grad(*made, true);
  return made;
}

Value set_printoptions(Call& call) {
  PrintOptions& options = session(call).printing;
  if (call.has(5) && call[5].is(Kind::string)) {
    const std::string& profile = call.text(5);
    const bool is_full = profile == "full";
    options = {};
    if (profile == "short") options = {.precision = 2, .edge_items = 2};
    if (is_full) options.threshold = INT64_MAX;
  }
  if (call.has(0)) {
    const std::int64_t precision = call.integer(0);
    if (precision < 0 || precision > 100)
      raise("ValueError", {"precision must be between 0 and 100, not ", precision});
    options.precision = precision;
  }
  if (call.has(1))
    options.threshold = std::isinf(call.real(1)) ? INT64_MAX : static_cast<std::int64_t>(call.real(1));
  if (call.has(2)) options.edge_items = call.integer(2);
  if (call.has(3)) options.line_width = call.integer(3);
  if (call[4].is_defined()) {
    options.is_forced = !call[4].is_none();
    options.is_scientific = call.has(4) && call.in.truth(call[4]);
  }
  return Value::none();
}

/// _set_array_printing(precision, suppress)
Value set_array_printing(Call& call) {
  session(call).array_precision = call.integer(0);
  session(call).suppresses_exponents = call.in.truth(call[1]);
  return Value::none();
}

constexpr NativeEntry kFunctions[] = {
    {"_set_array_printing", "precision, suppress", set_array_printing},
    {"tensor", "data, dtype=?, device=?, requires_grad=?", tensor},
    {"full", "size, fill_value, dtype=?, device=?, requires_grad=?", full},
    {"zeros", "*size, dtype=?, device=?, requires_grad=?", filled<0>},
    {"ones", "*size, dtype=?, device=?, requires_grad=?", filled<1>},
    {"empty", "*size, dtype=?, device=?, requires_grad=?", filled<0>},
    {"arange", "start=?, end=?, step=?, dtype=?, device=?, requires_grad=?", arange},
    {"eye", "n, m=?, dtype=?, device=?, requires_grad=?", made<op::eye>},
    {"linspace", "start, end, steps, dtype=?, device=?, requires_grad=?", made<op::linspace>},
    {"tril_indices", "row, col, offset=0, dtype=?, device=?, requires_grad=?", made<op::tril_indices>},
    {"triu_indices", "row, col, offset=0, dtype=?, device=?, requires_grad=?", made<op::triu_indices>},
    {"manual_seed", "seed", manual_seed},
    {"randn", "*size, dtype=?, device=?, requires_grad=?, generator=?", randn},
    {"rand", "*size, dtype=?, device=?, requires_grad=?, generator=?", rand},
    {"_uniform", "size, bound", uniform},
    {"_between", "size, low, high", rand_between},
    {"_randint", "low, high, size", randint},
    {"randperm", "n, generator=?", randperm},
    {"dropout", "input, p, train", dropout},
    {"where", "condition, input=?, other=?", where},
    {"einsum", "equation, *operands", einsum},
    {"_cross_entropy", "input, target, ignore_index, reduction", loss<op::cross_entropy>},
    {"_set_grad", "mode", set_grad},
    {"_seeded", "seed, function", seeded},
    {"_generator", "seed", make_generator},
    {"_seed_of", "state", seed_of},
    {"_drawn_with", "state, function", drawn_with},
    {"_nll_loss", "input, target, ignore_index, reduction", loss<op::nll_loss>},
    {"_grad", "outputs, inputs, grad_outputs=?, retain_graph=?, create_graph=?, allow_unused=?", grad},
    {"_has_empty_row", "scores", has_empty_row},
    {"_nonzero", "input", nonzero},
    {"is_tensor", "obj", is_tensor},
    {"set_printoptions", "precision=?, threshold=?, edgeitems=?, linewidth=?, sci_mode=?, profile=?",
     set_printoptions}};

constexpr NativeEntry kMethods[] = {
    {"view", "self, *size", view},
    {"expand", "self, *size", shaped<op::expand, kSize>},
    {"repeat", "self, *repeats", shaped<op::repeat, kRepeats>},
    {"contiguous", "self", contiguous},
    {"cuda", "self, device=?", cuda},
    {"size", "self, dim=?", size},
    {"dim", "self", dim},
    {"ndimension", "self", dim},
    {"nelement", "self", numel},
    {"element_size", "self",
     [](Call& call) {
       const DType d = tensor_argument(call, 0).tensor.dtype();
       const std::string_view narrow = tensor_argument(call, 0).narrow;
       const bool is_one = d == DType::boolean || narrow == "uint8";
       return Value(is_one ? 1 : d == DType::float32 || !narrow.empty() ? 4 : 8);
     }},
    {"stride", "self, dim=?", stride},
    {"storage_offset", "self", storage_offset},
    {"data_ptr", "self", data_ptr},
    {"is_contiguous", "self", is_contiguous},
    {"item", "self", item},
    {"tolist", "self", tolist},
    {"__index__", "self", as_index},
    {"__int__", "self", as_number<Kind::integer>},
    {"__float__", "self", as_number<Kind::real>},
    {"float", "self", to_type<DType::float32>},
    {"double", "self", to_type<DType::float64>},
    {"long", "self", to_type<DType::int64>},
    {"int", "self", to_type<DType::int64, kInt32>},
    {"byte", "self", to_type<DType::int64, kUint8>},
    {"bool", "self", to_type<DType::boolean>},
    {"to", "self, *args, dtype=?, device=?, non_blocking=?, copy=?", to},
    {"copy_", "self, src", copy_},
    {"fill_", "self, value", fill_<false>},
    {"zero_", "self", fill_<true>},
    {"normal_", "self, mean=0.0, std=1.0, generator=?", normal_},
    {"uniform_", "self, a=0.0, b=1.0, generator=?", uniform_},
    {"backward", "self, gradient=?, retain_graph=?", backward},
    {"detach_", "self", detach_},
    {"requires_grad_", "self, requires_grad=?", requires_grad_},
    {"retain_grad", "self", retain_grad}};

/// Both functions of torch and methods.
constexpr NativeEntry kBoth[] = {
    {"reshape", "input, *shape", shaped<op::reshape, kShape>},
    {"permute", "input, *dims", shaped<op::permute, kDims>},
    {"split", "input, split_size, dim=0", split},
    {"chunk", "input, chunks, dim=0", chunk},
    {"max", "input, dim=?, keepdim=?, other=?, axis=?, keepdims=?", extreme<true>},
    {"min", "input, dim=?, keepdim=?, other=?, axis=?, keepdims=?", extreme<false>},
    {"numel", "input", numel},
    {"equal", "input, other", equal},
    {"is_floating_point", "input", is_floating_point},
    {"detach", "input", detach}};

constexpr NativeEntry kTypes[] = {{"IntTensor", "cls, *data", narrow_tensor<kInt32>},
                                  {"ByteTensor", "cls, *data", narrow_tensor<kUint8>},
                                  {"LongTensor", "cls, *data", typed_tensor<DType::int64>},
                                  {"FloatTensor", "cls, *data", typed_tensor<DType::float32>},
                                  {"DoubleTensor", "cls, *data", typed_tensor<DType::float64>},
                                  {"BoolTensor", "cls, *data", typed_tensor<DType::boolean>}};
/// torch.Size(sizes)
Value torch_size(Call& call) {
  return session(call).size_value(shape_of(sizes_argument(call, 1)));
}
Value size_numel(Call& call) {
  std::int64_t product = 1;
  for (const Value size : call.items(0)) product *= size.i;
  return Value(product);
}
constexpr NativeEntry kSizeMethods[] = {{"numel", "self", size_numel}};
constexpr NativeEntry kSizeClass = {"Size", "cls, iterable", torch_size};
constexpr NativeEntry kTensor = {"Tensor", "cls, *data", typed_tensor<DType::float32>};
constexpr NativeEntry kParameter = {"Parameter", "cls, data=?, requires_grad=True", parameter};

}  // namespace

Tensor Session::tensor_from(Value value, const DType* wanted) {
  value = as_list(*this, value);
  Reader reader{*this};
  reader.measure(value);
  reader.find_type(value);
  if (reader.is_empty) reader.dtype = DType::float32;
  // A list of a list of arrays keeps their type; a float of the program is float32.
  Tensor made(reader.shape, wanted != nullptr ? *wanted : reader.dtype);
  reader.fill(value, made, 0);
  return made;
}

void add_tensor_methods(Session& in) {
  in.tensor_class = in.make_class("Tensor", nullptr);
  in.parameter_class = in.make_class("Parameter", in.tensor_class);
  in.array_class = in.make_class("numpy.ndarray", in.tensor_class);
  in.size_class = in.make_class("torch.Size", in.heap.types[static_cast<std::size_t>(Kind::tuple)]);
  in.type_class = in.make_class("dtype", nullptr);
  in.set_constructor(*in.size_class, kSizeClass);
  in.define(*in.size_class->names, kSizeMethods, in.size_class);
  in.set_constructor(*in.tensor_class, kTensor);
  in.set_constructor(*in.parameter_class, kParameter);
}

void define_functions(Session& in, Dict& torch, Dict& methods) {
  in.define(torch, kFunctions);
  in.define(torch, kBoth);
  in.define(methods, kBoth, in.tensor_class);
  in.define(methods, kMethods, in.tensor_class);
  for (const NativeEntry& entry : kTypes) {
    Class* cls = in.make_class(entry.name, in.tensor_class);
    in.set_constructor(*cls, entry);
    torch.set(in.heap.intern(entry.name), cls);
  }
  torch.set(in.heap.intern("Tensor"), in.tensor_class);
  torch.set(in.heap.intern("_Parameter"), in.parameter_class);
  torch.set(in.heap.intern("Size"), in.size_class);
  torch.set(in.heap.intern("dtype"), in.type_class);
  for (const auto& [name, dtype] : {std::pair{"float32", DType::float32},
                                    {"float", DType::float32},
                                    {"float64", DType::float64},
                                    {"double", DType::float64},
                                    {"int64", DType::int64},
                                    {"long", DType::int64},
                                    {"bool", DType::boolean}}) {
    torch.set(in.heap.intern(name), in.type(dtype));
  }
  for (const char* name : {"int32", "int"}) torch.set(in.heap.intern(name), in.int32_type);
  torch.set(in.heap.intern("uint8"), in.uint8_type);
}

}  // namespace headsup::python
