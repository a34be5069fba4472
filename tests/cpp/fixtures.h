#pragma once
// Reading tests/fixtures: numbers that PyTorch computed and that the course notes print.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "headsup/graph/trace.h"
#include "headsup/lesson/spec.h"
#include "headsup/training/trainer.h"

namespace headsup::tests {

/// Objects keep the order of their members. Read members with at(): it throws where there is none, operator[] does not.
using Json = nlohmann::ordered_json;

/// A file under tests/fixtures, parsed.
Json read_fixture(const std::string& path);

/// A number, or one of "nan", "inf" and "-inf".
double number_of(const Json& json);

/// {shape, dtype, data}, in any of the three dtypes.
Tensor json_tensor(const Json& json);
/// {shape, dtype, data} of a known dtype.
Tensor floats_of(const Json& json);
Tensor ids_of(const Json& json);
Tensor bits_of(const Json& json);

/// A list of numbers.
std::vector<float> float_list(const Json& json);
/// A list of unsigned integers: raw words, or the bit patterns of float32 numbers.
std::vector<std::uint32_t> word_list(const Json& json);
/// Ragged lists of ids.
Sequences sequences_of(const Json& json);

/// A tensor as nested lists, as the notes print it.
template <class T>
Tensor printed_tensor(const Json& json);

/// A spec as a lesson fixture has it: fields that are missing take their lesson's default, those in `mask`
/// too.
Spec spec_of(const Json& json);

/// A training spec; fields that are missing have their default.
TrainingSpec training_spec_of(const Json& json);

struct NamedStep {
  std::string name;
  Tensor tensor;
};

/// Every stride-th number of a step that is too large to keep whole.
struct Sample {
  std::string name;
  Shape of;
  Index stride;
  Tensor numbers;
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
