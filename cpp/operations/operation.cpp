#include "operations/operation.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "headsup/tensor/refusal.h"
#include "tensor/eigen.h"

namespace headsup {

namespace {

template <class T>
const T& typed(Name name, const Attribute& value, const char* wants) {
  constexpr const char* kGot[] = {"a number", "a list", "a word", "draws"};
  const T* found = std::get_if<T>(&value);
  if (found == nullptr)
    refuse(ErrorCode::wrong_type, {{"field", name}, {"got", kGot[value.index()]}, {"wants", wants}});
  return *found;
}

/// A number that a program may have given.
std::int64_t whole_number(Name name, const Attribute& value, const char* wants) {
  const double number = typed<double>(name, value, wants);
  if (number != std::floor(number))
    refuse(ErrorCode::wrong_type, {{"field", name}, {"got", "a fraction"}, {"wants", wants}});
  return to_int64(number);
}

}  // namespace

const Attribute* Attributes::find(Name name) const {
  const auto found =
      std::find_if(values_.begin(), values_.end(), [&](const auto& value) { return value.first == name; });
  return found == values_.end() ? nullptr : &found->second;
}

double Attributes::number(Name name, double otherwise) const {
  const Attribute* value = find(name);
  return value == nullptr ? otherwise : typed<double>(name, *value, "a number");
}

std::ptrdiff_t Attributes::whole(Name name, std::ptrdiff_t otherwise) const {
  const Attribute* value = find(name);
  return value == nullptr ? otherwise
                          : static_cast<std::ptrdiff_t>(whole_number(name, *value, "a whole number"));
}

Name Attributes::word(Name name, Name otherwise) const {
  const Attribute* value = find(name);
  return value == nullptr ? otherwise : typed<Name>(name, *value, "a word");
}

std::vector<std::int64_t> Attributes::list(Name name) const {
  const Attribute* value = find(name);
  if (value == nullptr) return {};
  constexpr const char* kWants = "whole numbers";
  if (std::get_if<double>(value) != nullptr) return {whole_number(name, *value, kWants)};
  return typed<std::vector<std::int64_t>>(name, *value, kWants);
}

DType Attributes::dtype(Name name, DType otherwise) const {
  const Name word = this->word(name, to_string(otherwise));
  for (const DType dtype : {DType::boolean, DType::int64, DType::float32}) {
    if (word == to_string(dtype)) return dtype;
  }
  return DType::float64;
}

void Attributes::set(Name name, Attribute value) {
  const auto found =
      std::find_if(values_.begin(), values_.end(), [&](const auto& each) { return each.first == name; });
  if (found == values_.end()) {
    values_.emplace_back(name, std::move(value));
  } else {
    found->second = std::move(value);
  }
}

void Reason::cell(Index of, const Shape& at, double weight) {
  const Tensor& from = of == kGrad ? *grad : of == kResult ? result : call[of];
  terms.push_back({.operand = of, .word = {}, .index = at, .value = from.at(at), .weight = weight});
}

void Reason::broadcast_cell(Index of, const Shape& at, double weight) {
  cell(of, broadcast_index(call[of].shape(), at), weight);
}

void Reason::word(Name what, const Shape& at, double value, double weight) {
  terms.push_back({.operand = kWord, .word = what, .index = at, .value = value, .weight = weight});
}

double Reason::number(Name what) const {
  const auto found =
      std::find_if(detail.begin(), detail.end(), [&](const auto& fact) { return fact.first == what; });
  assert(found != detail.end());
  return std::get<double>(found->second);
}

void Reason::sum_of_pairs() {
  std::vector<double> products(terms.size() / 2);
  for (Index i = 0; i < products.size(); ++i) products[i] = terms[2 * i].value * terms[2 * i + 1].value;
  facts(product_facts(std::move(products)));
}

const Derivative* Operation::derivative(Index operand) const {
  const bool is_variadic = parameters[0] == '*';
  const Derivative& found = derivatives[is_variadic ? 0 : std::min(operand, std::size(derivatives) - 1)];
  return found.gradient == nullptr ? nullptr : &found;
}

Tensor compute(const Operation& operation, std::span<const Tensor> operands, const Attributes& attributes) {
  assert(operation.forward != nullptr);
  return operation.forward({.operation = operation, .operands = operands, .attributes = attributes});
}

const char* scalar_type(DType dtype) {
  constexpr const char* kNames[] = {"Bool", "Long", "Float", "Double"};
  return kNames[static_cast<Index>(dtype)];
}

Tensor sum_to(const Tensor& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  // The operand's numbers, each seen where it was broadcast to: stride 0 along those axes, so that every number arrives at its
  // cell.
  Tensor sums(shape, DType::float64);
  const Loop loop(x.shape(), {sums.expand(x.shape()).strides(), x.strides()});
  double numbers[kBlock];
  for (Index n = 0; n < loop.parts(); ++n) {
    const Part to = loop.part(n, 0);
    read(x, loop.part(n, 1), numbers);
    for (Index i = 0; i < to.rows; ++i) {
      double* sum = sums.data<double>() + to.offset + i * to.row_step;
      for (Index j = 0; j < to.cols; ++j) sum[j * to.col_step] += numbers[i * to.cols + j];
    }
  }
  return sums.to(x.dtype());
}

std::vector<Shape> uses_of_cell(const Reason& why) {
  std::vector<Shape> uses;
  for (Index position = 0; position < why.result.count(); ++position) {
    const Shape at = index_of(why.result.shape(), position);
    if (broadcast_index(why[why.operand].shape(), at) == why.index) uses.push_back(at);
  }
  return uses;
}

void explain_elementwise(Reason& why) {
  for (Index i = 0; i < why.call.size(); ++i) why.broadcast_cell(i);
}

}  // namespace headsup
