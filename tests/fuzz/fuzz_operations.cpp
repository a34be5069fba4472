// Calls an operation of the table with arbitrary operands and attributes: it refuses them in words, or computes, and then it also
// derives and explains. Attributes are those of its examples, some of which another value replaces.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "bytes.h"
#include "headsup/tensor/refusal.h"
#include "operation_examples.h"
#include "operations/table.h"

using namespace headsup;
using namespace headsup::fuzz;

namespace {

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

class Arguments {
 public:
  explicit Arguments(Bytes bytes) : bytes_(bytes) {
    for (Index& size : sizes_) size = bytes_.below(4);
  }
  Bytes& bytes() { return bytes_; }

  DType dtype() {
    constexpr DType kTypes[] = {DType::float32, DType::int64, DType::boolean, DType::float64};
    return kTypes[bytes_.below(4)];
  }
  Shape shape(Index rank) {
    Shape shape = Shape::zeros(rank);
    for (Index& size : shape) size = sizes_[bytes_.below(4)];
    return shape;
  }
  /// Numbers that lie in memory in one of several ways.
  Tensor tensor(const Shape& shape, DType dtype) {
    Shape room = shape;
    const Index way = shape.empty() ? 0 : bytes_.below(4);
    if (way == 1) room.back() = 2 * room.back() + 1;
    if (way == 2 && room.front() > 0) room.front() = 1;
    if (way == 3) std::swap(room.front(), room.back());
    Tensor x(room, dtype);
    for (Index i = 0; i < x.count(); ++i) x.set(index_of(room, i), number(dtype));
    if (way == 1) return x.slice(-1, 1, static_cast<std::ptrdiff_t>(room.back()), 2);
    if (way == 2) return x.expand(shape);
    if (way == 3) return x.transpose(0, -1);
    return x;
  }
  Tensor operand(const tests::ExampleOperand& like) {
    const bool is_other = bytes_.below(8) == 0;
    const Shape shape = is_other ? this->shape(bytes_.below(5)) : resized(like.shape);
    return tensor(shape, bytes_.below(8) == 0 ? dtype() : like.dtype());
  }
  /// The value of an example, or another one of its type or of any.
  Attribute attribute(const Attribute& like) {
    if (bytes_.below(4) > 0) return like;
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(&like)) {
      std::vector<std::int64_t> numbers = *list;
      if (bytes_.coin()) numbers.resize(bytes_.below(5));
      for (std::int64_t& number : numbers) {
        if (bytes_.coin()) number = whole();
      }
      return numbers;
    }
    if (std::holds_alternative<double>(like)) {
      return bytes_.coin() ? static_cast<double>(whole()) : static_cast<double>(bytes_.number());
    }
    return like;
  }

 private:
  double number(DType dtype) {
    if (is_floating(dtype)) return static_cast<double>(bytes_.number());
    if (dtype == DType::boolean) return bytes_.coin() ? 1 : 0;
    return static_cast<double>(whole());
  }
  /// Small, or one that overflows sums and products. None is a size for which memory has no room, but the core does.
  std::int64_t whole() {
    constexpr std::int64_t kCorners[] = {INT64_MIN,         INT64_MIN + 1, INT64_MAX, INT64_MAX - 1,
                                         INT64_MAX / 2 + 1, -100,          100,       9};
    return bytes_.below(16) == 0 ? kCorners[bytes_.below(8)] : static_cast<std::int64_t>(bytes_.below(8)) - 3;
  }
  /// Equal sizes stay equal, so that operands fit more often than not.
  Shape resized(Shape shape) {
    for (Index& size : shape) size = size == 1 ? 1 : sizes_[size % 4] + (size > 1 ? 1 : 0);
    return shape;
  }

  Bytes bytes_;
  Index sizes_[4];
};

/// Reads every number, so that the sanitizers see what lies outside of memory.
void read(const Tensor& x) {
  double sum = 0;
  for (Index i = 0; i < x.count(); ++i) sum += x.at_position(i);
  expect(std::isnan(sum) || !std::isnan(sum), "");
}

Shape any_index(const Shape& shape, Bytes& bytes) {
  return index_of(shape, bytes.any<std::uint16_t>() % element_count(shape));
}

void check_terms(const Reason& why) {
  for (const OperandTerm& term : why.terms) {
    if (term.operand >= why.call.size()) continue;
    const double value = why.call[term.operand].at(term.index);
    expect(value == term.value || (std::isnan(value) && std::isnan(term.value)),
           "a term has another value than its cell");
  }
}

void explain_and_derive(const Call& call, const Tensor& result, Arguments& in) {
  Reason why = {
      .call = call, .result = result, .grad = nullptr, .operand = 0, .index = {}, .replays = nullptr};
  if (!result.empty()) {
    why.index = any_index(result.shape(), in.bytes());
    call.operation.explain(why);
    check_terms(why);
  }
  if (!is_floating(result.dtype())) return;
  const Tensor grad = in.tensor(result.shape(), result.dtype());
  for (Index i = 0; i < call.size(); ++i) {
    const Derivative* derivative = call.operation.derivative(i);
    if (derivative == nullptr || !is_floating(call[i].dtype())) continue;
    const Tensor gradient =
        derivative->gradient({.call = call, .result = result, .grad = grad, .operand = i});
    expect(gradient.shape() == call[i].shape(), "a gradient has another shape than its operand");
    read(gradient);
    if (gradient.empty() || derivative->explain == nullptr) continue;
    Reason slope = {.call = call,
                    .result = result,
                    .grad = &grad,
                    .operand = i,
                    .index = any_index(gradient.shape(), in.bytes()),
                    .replays = nullptr};
    derivative->explain(slope);
    check_terms(slope);
  }
}

/// Whether a call may leave out an attribute.
bool has_default(const Operation& operation, Name attribute) {
  return Name(operation.parameters).find(std::string(attribute) + '=') != Name::npos;
}

void attempt(Bytes bytes) {
  static const std::vector<const Operation*> operations = all_operations();
  const Operation& operation = *operations[bytes.any<std::uint16_t>() % operations.size()];
  if (operation.forward == nullptr) return;
  const std::vector<tests::Example> examples = tests::examples_of(operation);
  if (examples.empty()) return;
  const tests::Example& example = examples[bytes.below(examples.size())];
  Arguments in(bytes);
  std::vector<Tensor> operands;
  for (const tests::ExampleOperand& like : example.operands) operands.push_back(in.operand(like));
  Attributes attributes;
  for (const auto& [name, value] : example.attributes.all()) {
    if (!has_default(operation, name) || in.bytes().below(16) > 0) attributes.set(name, in.attribute(value));
  }
  const Call call = {.operation = operation, .operands = operands, .attributes = attributes};
  const Tensor result = operation.forward(call);
  if (result.count() > 1U << 16U) return;
  read(result);
  explain_and_derive(call, result, in);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    attempt(Bytes(data, size));
  } catch (const Refusal& refusal) {
    expect(refusal.what()[0] != '\0', "a refusal without words");
  }
  return 0;
}
