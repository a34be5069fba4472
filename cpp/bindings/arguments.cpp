#include "bindings/arguments.h"

#include <cmath>

#include "attention/refusal.h"

namespace headsup::bindings {
namespace {

constexpr double kLargestInt32 = 2147483647.0;

std::vector<double> numbers_of(const val& list) { return emscripten::convertJSArrayToNumberVector<double>(list); }

/// A number as JavaScript writes it.
std::string shown(double number) { return val(number).call<std::string>("toString"); }

bool is_absent(const val& value) { return value.isNull() || value.isUndefined(); }

std::string at(const std::string& field, Index i) { return field + "[" + std::to_string(i) + "]"; }

void check_filled(const Shape& shape, Index count, const std::string& field) {
  if (element_count(shape) == count) return;
  refuse("shape-mismatch", {{"field", field},
                            {"got", to_string(shape) + " for " + std::to_string(count) + " numbers"},
                            {"wants", std::to_string(element_count(shape)) + " numbers"}});
}

template <class T>
Tensor<T> whole_numbers(const val& tensor, const std::string& field, double min, double max) {
  Tensor<T> result;
  result.shape = shape_of(tensor["shape"], field + ".shape");
  const auto numbers = numbers_of(tensor["data"]);
  check_filled(result.shape, numbers.size(), field);
  for (Index i = 0; i < numbers.size(); ++i) {
    const double number = numbers[i];
    // The field's full name is only made for a refusal: it costs more than the number.
    const bool fits = number >= min && number <= max && number == std::floor(number);
    result.data.push_back(static_cast<T>(
        fits ? number
             : static_cast<double>(integer(number, field + to_string(Shape(index_of(result.shape, i))), min, max))));
  }
  return result;
}

/// One spec on its way in: each function does nothing where the field is undefined.
class SpecReader {
 public:
  explicit SpecReader(const val& js) : js_(js) {}

  /// The field's value; `there` says whether it is.
  val field(const char* name, bool& there) const {
    val value = js_[name];
    there = !value.isUndefined();
    return value;
  }
  void size(const char* name, Index& out) const {
    bool there = false;
    const val value = field(name, there);
    if (there) out = size_of(value.as<double>(), name);
  }
  void flag(const char* name, bool& out) const {
    bool there = false;
    const val value = field(name, there);
    if (there) out = value.as<bool>();
  }
  void number(const char* name, double& out) const {
    bool there = false;
    const val value = field(name, there);
    if (there) out = value.as<double>();
  }
  void sequences(const char* name, Sequences& out) const {
    bool there = false;
    const val value = field(name, there);
    // Null is what the spec of a lesson without a target says.
    if (there && !value.isNull()) out = sequences_of(value, name);
  }
  void mask(std::optional<MaskSpec>& out) const {
    bool there = false;
    const val value = field("mask", there);
    if (!there) return;
    if (value.isNull()) {
      out.reset();
      return;
    }
    if (!out) out = MaskSpec{};
    const SpecReader reader(value);
    reader.flag("padding", out->padding);
    reader.flag("causal", out->causal);
  }

 private:
  const val& js_;
};

Lesson lesson_of(const std::string& name) {
  std::string names;
  for (const Lesson lesson : kLessons) {
    if (name == to_string(lesson)) return lesson;
    names.append(names.empty() ? "" : ", ").append(to_string(lesson));
  }
  refuse("unknown-value", {{"field", "lesson"}, {"got", name.substr(0, 40)}, {"wants", names}});
}

}  // namespace

std::int64_t integer(double number, const std::string& field, double min, double max) {
  // Written so that NaN, too, is no whole number.
  if (!(number == std::floor(number)) || std::isinf(number)) {
    refuse("wrong-type", {{"field", field}, {"got", shown(number)}, {"wants", "integer"}});
  }
  if (number < min || number > max) {
    refuse("out-of-range", {{"field", field}, {"got", shown(number)}, {"min", shown(min)}, {"max", shown(max)}});
  }
  return static_cast<std::int64_t>(number);
}

Index size_of(double number, const std::string& field) {
  return static_cast<Index>(integer(number, field, 0, kLargestInt32));
}

std::int32_t id_of(double number, const std::string& field) {
  return static_cast<std::int32_t>(integer(number, field, -kLargestInt32 - 1, kLargestInt32));
}

std::int64_t seed_of(double seed) {
  constexpr auto largest = static_cast<double>(Limits::seed);
  return integer(seed, "seed", -largest, largest);
}

Shape shape_of(const val& sizes, const std::string& field) {
  const auto numbers = numbers_of(sizes);
  Shape shape;
  double cells = 1;
  for (Index i = 0; i < numbers.size(); ++i) {
    shape.push_back(size_of(numbers[i], at(field, i)));
    cells *= numbers[i];
  }
  if (cells > static_cast<double>(Limits::cells)) {
    refuse("too-large", {{"field", field}, {"got", shown(cells)}, {"max", std::to_string(Limits::cells)}});
  }
  return shape;
}

Sequences sequences_of(const val& sequences, const std::string& field) {
  Sequences result(sequences["length"].as<Index>());
  for (Index b = 0; b < result.size(); ++b) {
    const auto numbers = numbers_of(sequences[b]);
    for (Index i = 0; i < numbers.size(); ++i) result[b].push_back(id_of(numbers[i], at(at(field, b), i)));
  }
  return result;
}

Spec spec_of(const val& js) {
  Spec spec = default_spec(lesson_of(js["lesson"].as<std::string>()));
  const SpecReader reader(js);
  reader.sequences("sequences", spec.sequences);
  // A lesson without a decoder side leaves the target alone, so that one spec can be tried in several lessons.
  if (spec.target) reader.sequences("target", *spec.target);
  double pad_id = spec.pad_id;
  reader.number("padId", pad_id);
  spec.pad_id = id_of(pad_id, "padId");
  reader.size("vocabSize", spec.vocab_size);
  reader.size("dModel", spec.d_model);
  reader.size("numHeads", spec.num_heads);
  auto seed = static_cast<double>(spec.seed);
  reader.number("seed", seed);
  spec.seed = seed_of(seed);
  reader.mask(spec.mask);
  reader.number("maskFill", spec.mask_fill);
  reader.flag("bias", spec.bias);
  reader.flag("outputProjection", spec.output_projection);
  if (!is_absent(js["dAttention"])) {
    spec.d_attention = Index{0};
    reader.size("dAttention", *spec.d_attention);
  }
  return spec;
}

FloatTensor float_tensor(const val& tensor, const std::string& field) {
  FloatTensor result;
  result.shape = shape_of(tensor["shape"], field + ".shape");
  result.data = emscripten::convertJSArrayToNumberVector<float>(tensor["data"]);
  check_filled(result.shape, result.data.size(), field);
  return result;
}

IntTensor int_tensor(const val& tensor, const std::string& field) {
  return whole_numbers<std::int32_t>(tensor, field, -kLargestInt32 - 1, kLargestInt32);
}

BoolTensor bool_tensor(const val& tensor, const std::string& field) {
  return whole_numbers<std::uint8_t>(tensor, field, 0, 1);
}

std::optional<FloatTensor> optional_float_tensor(const val& tensor, const std::string& field) {
  if (is_absent(tensor)) return std::nullopt;
  return float_tensor(tensor, field);
}

std::optional<BoolTensor> optional_bool_tensor(const val& tensor, const std::string& field) {
  if (is_absent(tensor)) return std::nullopt;
  return bool_tensor(tensor, field);
}

}  // namespace headsup::bindings
