#include "fixtures.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <stdexcept>

namespace headsup::tests {
namespace {

const std::filesystem::path kDirectory = HEADSUP_FIXTURES;

[[noreturn]] void fail(const std::string& message) {
  throw std::runtime_error("fixture: " + message);
}

/// A tensor of these numbers; they must fill its shape.
template <class T>
Tensor filled(const Shape& shape, const std::vector<T>& numbers, const char* otherwise) {
  if (numbers.size() != element_count(shape)) fail(otherwise);
  return headsup::tensor_of<T>(shape, numbers);
}

template <class T>
Tensor read_tensor(const Json& json, const char* dtype) {
  if (json.at("dtype") != dtype) fail(std::string("not ") + dtype);
  Shape shape;
  std::vector<T> numbers;
  for (const Json& size : json.at("shape")) shape.push_back(size.get<Index>());
  for (const Json& x : json.at("data")) numbers.push_back(static_cast<T>(number_of(x)));
  return filled(shape, numbers, "data that does not fill its shape");
}

template <class T>
void append_printed(const Json& json, std::vector<T>& data) {
  if (!json.is_array()) {
    data.push_back(static_cast<T>(number_of(json)));
    return;
  }
  for (const Json& inner : json) append_printed(inner, data);
}

void read_mask(const Json& json, std::optional<MaskSpec>& mask) {
  if (json.is_null()) {
    mask.reset();
    return;
  }
  if (!mask) mask.emplace();
  for (const auto& [field, value] : json.items()) {
    if (field != "padding" && field != "causal") fail("unknown field mask." + field);
    (field == "padding" ? mask->padding : mask->causal) = value.get<bool>();
  }
}

void read_feed_forward(const Json& json, std::optional<FeedForwardSpec>& layer) {
  if (json.is_null()) {
    layer.reset();
    return;
  }
  if (!layer) layer.emplace();
  for (const auto& [field, value] : json.items()) {
    if (field == "dFf") {
      layer->d_ff = value.get<Index>();
    } else if (field == "activation") {
      layer->activation = value == "relu" ? Activation::relu : Activation::gelu;
    } else {
      fail("unknown field feedForward." + field);
    }
  }
}

LayerNorm layer_norm_of(const Json& json) {
  if (json.is_null()) return LayerNorm::none;
  return json == "pre" ? LayerNorm::pre : LayerNorm::post;
}

Lesson lesson_of(const std::string& name) {
  for (const Lesson lesson : kLessons) {
    if (to_string(lesson) == name) return lesson;
  }
  fail("unknown lesson " + name);
}

bool read_number_field(const std::string& field, const Json& json, Spec& spec) {
  if (field == "padId") {
    spec.pad_id = json.get<std::int32_t>();
  } else if (field == "vocabSize") {
    spec.vocab_size = json.get<Index>();
  } else if (field == "dModel") {
    spec.d_model = json.get<Index>();
  } else if (field == "numHeads") {
    spec.num_heads = json.get<Index>();
  } else if (field == "seed") {
    spec.seed = json.get<std::int64_t>();
  } else if (field == "maskFill") {
    spec.mask_fill = number_of(json);
  } else if (field == "dAttention") {
    spec.d_attention.reset();
    if (!json.is_null()) spec.d_attention = json.get<Index>();
  } else {
    return false;
  }
  return true;
}

bool read_other_field(const std::string& field, const Json& json, Spec& spec) {
  if (field == "sequences") {
    spec.sequences = sequences_of(json);
  } else if (field == "target") {
    spec.target = sequences_of(json);
  } else if (field == "mask") {
    read_mask(json, spec.mask);
  } else if (field == "bias") {
    spec.bias = json.get<bool>();
  } else if (field == "outputProjection") {
    spec.output_projection = json.get<bool>();
  } else if (field == "positionalEncoding") {
    spec.positional_encoding = json.get<bool>();
  } else if (field == "feedForward") {
    read_feed_forward(json, spec.feed_forward);
  } else if (field == "layerNorm") {
    spec.layer_norm = layer_norm_of(json);
  } else {
    return field == "lesson";
  }
  return true;
}

/// Reads a member if there is one.
template <class T>
void read(const Json& json, const char* name, T& value) {
  if (json.contains(name)) value = json.at(name).get<T>();
}

}  // namespace

Json read_fixture(const std::string& path) {
  std::ifstream file(kDirectory / path, std::ios::binary);
  if (!file) fail("cannot read " + path);
  return Json::parse(file);
}

double number_of(const Json& json) {
  if (!json.is_string()) return json.get<double>();
  const std::string text = json.get<std::string>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  fail("no number: " + text);
}

Tensor floats_of(const Json& json) {
  return read_tensor<float>(json, "float32");
}
Tensor ids_of(const Json& json) {
  return read_tensor<std::int64_t>(json, "int32");
}
Tensor bits_of(const Json& json) {
  return read_tensor<std::uint8_t>(json, "bool");
}

Tensor json_tensor(const Json& json) {
  const std::string dtype = json.at("dtype").get<std::string>();
  if (dtype == "int32") return ids_of(json);
  if (dtype == "bool") return bits_of(json);
  return floats_of(json);
}

std::vector<float> float_list(const Json& json) {
  std::vector<float> list;
  for (const Json& x : json) list.push_back(static_cast<float>(number_of(x)));
  return list;
}

std::vector<std::uint32_t> word_list(const Json& json) {
  std::vector<std::uint32_t> list;
  for (const Json& word : json) list.push_back(word.get<std::uint32_t>());
  return list;
}

Sequences sequences_of(const Json& json) {
  Sequences sequences;
  for (const Json& sequence : json) {
    sequences.emplace_back();
    for (const Json& id : sequence) sequences.back().push_back(id.get<std::int32_t>());
  }
  return sequences;
}

template <class T>
Tensor printed_tensor(const Json& json) {
  Shape shape;
  std::vector<T> numbers;
  for (const Json* axis = &json; axis->is_array(); axis = &axis->at(0)) shape.push_back(axis->size());
  append_printed(json, numbers);
  return filled(shape, numbers, "ragged lists where a tensor is wanted");
}
template Tensor printed_tensor<float>(const Json& json);
template Tensor printed_tensor<std::int64_t>(const Json& json);
template Tensor printed_tensor<std::uint8_t>(const Json& json);

Spec spec_of(const Json& json) {
  Spec spec = default_spec(lesson_of(json.at("lesson").get<std::string>()));
  for (const auto& [field, value] : json.items()) {
    if (!read_number_field(field, value, spec) && !read_other_field(field, value, spec))
      fail("unknown field " + field);
  }
  return spec;
}

std::vector<std::string> lesson_fixtures() {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kDirectory / "lessons")) {
    if (entry.path().extension() == ".json") names.insert(entry.path().stem().string());
  }
  return {names.begin(), names.end()};
}

LessonFixture read_lesson(const std::string& name) {
  const Json json = read_fixture("lessons/" + name + ".json");
  LessonFixture fixture;
  fixture.spec = spec_of(json.at("spec"));
  if (json.contains("leftOut")) {
    for (const Json& step : json.at("leftOut")) fixture.left_out.emplace_back(step.get<std::string>());
  }
  for (const Json& step : json.at("steps")) {
    fixture.steps.push_back({step.at("name").get<std::string>(), json_tensor(step)});
  }
  if (json.contains("samples")) {
    for (const Json& sample : json.at("samples")) {
      Shape of;
      for (const Json& size : sample.at("of")) of.push_back(size.get<Index>());
      fixture.samples.push_back(
          {sample.at("name").get<std::string>(), of, sample.at("stride").get<Index>(), json_tensor(sample)});
    }
  }
  return fixture;
}

TrainingSpec training_spec_of(const Json& json) {
  TrainingSpec spec;
  read(json, "data", spec.data);
  read(json, "padId", spec.pad_id);
  read(json, "vocabSize", spec.vocab_size);
  read(json, "dModel", spec.d_model);
  read(json, "numHeads", spec.num_heads);
  read(json, "layers", spec.layers);
  read(json, "dFf", spec.d_ff);
  read(json, "seed", spec.seed);
  read(json, "mask", spec.mask);
  if (json.contains("maskFill")) spec.mask_fill = number_of(json.at("maskFill"));
  read(json, "batchSize", spec.batch_size);
  read(json, "learningRate", spec.learning_rate);
  read(json, "weightDecay", spec.weight_decay);
  read(json, "momentum", spec.momentum);
  if (json.contains("gradientClip") && !json.at("gradientClip").is_null()) {
    spec.gradient_clip = json.at("gradientClip").get<double>();
  }
  read(json, "tiedHead", spec.tied_head);
  read(json, "dropout", spec.dropout);
  if (json.value("activation", "gelu") == "relu") spec.activation = Activation::relu;
  if (json.value("optimizer", "adamw") == "sgd") spec.optimizer = Optimizer::sgd;
  return spec;
}

}  // namespace headsup::tests
