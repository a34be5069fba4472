#pragma once
// Reading tests/fixtures: what PyTorch computes and what the course notes print.

#include <stdexcept>
#include <string>
#include <vector>

// A fixture that is not as it should be fails its test instead of reading out of bounds.
#define RAPIDJSON_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : throw std::runtime_error("fixture: not " #condition))
#define RAPIDJSON_NOEXCEPT_ASSERT(condition) static_cast<void>(condition)
#include <rapidjson/document.h>

#include "headsup/lesson/spec.h"
#include "headsup/trace/trace.h"

namespace headsup::tests {

using Json = rapidjson::Value;

/// A file under tests/fixtures, parsed.
rapidjson::Document read_fixture(const std::string& path);

/// A number, or one of "nan", "inf" and "-inf".
double number_of(const Json& json);

/// {shape, dtype, data}, in any of the three dtypes.
AnyTensor tensor_of(const Json& json);
/// Likewise, where the dtype is known.
FloatTensor floats_of(const Json& json);
IntTensor ids_of(const Json& json);
BoolTensor bits_of(const Json& json);

/// A list of numbers.
std::vector<float> float_list(const Json& json);
/// A list of unsigned integers: raw words, or the bit patterns of float32 numbers.
std::vector<std::uint32_t> word_list(const Json& json);
/// Ragged lists of ids.
Sequences sequences_of(const Json& json);

/// Lists in lists, as the notes print a tensor; the shape is the lists' own.
template <class T>
Tensor<T> printed_tensor(const Json& json);

/// A spec as a lesson fixture has it: fields that are missing take their lesson's default, those in `mask`
/// too.
Spec spec_of(const Json& json);

struct NamedStep {
  std::string name;
  AnyTensor tensor;
};

/// Every stride-th number of a step that is too large to keep whole.
struct Sample {
  std::string name;
  Shape of;
  Index stride;
  AnyTensor numbers;
};

/// One file of lessons/: PyTorch's steps for a spec, in trace order.
struct LessonFixture {
  Spec spec;
  std::vector<std::string> left_out;
  std::vector<NamedStep> steps;
  std::vector<Sample> samples;
};

/// The names of the lesson fixtures, sorted.
std::vector<std::string> lesson_fixtures();
LessonFixture read_lesson(const std::string& name);

}  // namespace headsup::tests
