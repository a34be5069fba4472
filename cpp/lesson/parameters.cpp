#include "lesson/parameters.h"

#include <algorithm>
#include <string>
#include <utility>

#include "attention/refusal.h"
#include "random/initializers.h"

namespace headsup {
namespace {

const FloatTensor* find(const StateDict& given, Name name) {
  const auto found =
      std::find_if(given.begin(), given.end(), [&](const NamedTensor& t) { return t.name == name; });
  return found == given.end() ? nullptr : &found->tensor;
}

/// The names that are given together or not at all.
std::vector<Names> groups_of(const Spec& spec) {
  std::vector<Names> groups = {{"embedding.weight"}};
  const auto add_layers = [&](std::initializer_list<LayerNames> layers, bool bias) {
    groups.emplace_back();
    for (const LayerNames& layer : layers) {
      groups.back().push_back(layer.weight);
      if (bias) groups.back().push_back(layer.bias);
    }
  };
  if (spec.output_projection) {
    add_layers({kQ, kK, kV, k0}, spec.bias);
  } else {
    add_layers({kQ, kK, kV}, spec.bias);
  }
  if (spec.feed_forward) add_layers({kConv1, kConv2}, spec.bias);
  if (spec.layer_norm == LayerNorm::none) return groups;
  if (spec.feed_forward) {
    add_layers({kNorm1, kNorm2}, true);
  } else {
    add_layers({kNorm1}, true);
  }
  return groups;
}

std::string field_of(Name name) {
  return "weights." + std::string(name);
}

void check_known(const std::vector<Names>& groups, const StateDict& given) {
  for (const NamedTensor& tensor : given) {
    std::string known;
    bool found = false;
    for (const Names& group : groups) {
      for (const Name name : group) {
        found = found || name == tensor.name;
        known.append(known.empty() ? "" : ", ").append(name);
      }
    }
    if (!found) refuse("unknown-weight", {{"field", field_of(tensor.name.substr(0, 80))}, {"wants", known}});
  }
}

void check_complete(const std::vector<Names>& groups, const StateDict& given) {
  for (const Names& group : groups) {
    const auto is_given = [&](Name name) { return find(given, name) != nullptr; };
    const auto present = std::find_if(group.begin(), group.end(), is_given);
    const auto absent = std::find_if_not(group.begin(), group.end(), is_given);
    if (present == group.end() || absent == group.end()) continue;
    refuse("missing", {{"field", field_of(*absent)}, {"wants", "it beside " + std::string(*present)}});
  }
}

/// The embedding table that a seed draws first, and the generator as it stands then.
struct FirstTable {
  std::int64_t seed;
  Drawn table;
  Generator after;
};

/// A table of more numbers than this is not kept.
constexpr std::size_t kMostKept = std::size_t{1} << 20;

/// The last table, for the next run: whoever changes a token, a mask or a layer leaves it as it is, and drawing it is
/// most of the work of a lesson with a vocabulary of thousands.
thread_local std::optional<FirstTable> last_table;

const FirstTable& first_table(std::int64_t seed, const Shape& shape) {
  if (!last_table || last_table->seed != seed || last_table->table.tensor.shape != shape) {
    Generator generator(seed);
    Drawn table = embedding_weight(generator, shape[0], shape[1]);
    last_table.emplace(FirstTable{seed, std::move(table), generator});
  }
  return *last_table;
}

/// Makes, records and returns one parameter after the other.
class Source {
 public:
  Source(Recorder& r, const StateDict& given) : r_(r), given_(given), generator_(r.spec().seed) {}

  FloatTensor embedding(Index vocabulary, Index d_model) {
    const FirstTable& first = first_table(r_.spec().seed, {vocabulary, d_model});
    generator_ = first.after;
    FloatTensor table = record("embedding.weight", Op::normal, "V D", first.table);
    if (vocabulary * d_model > kMostKept) last_table.reset();
    return table;
  }

  LinearWeights linear(const LayerNames& names, const char* axes, const char* bias_axes, Index in,
                       Index out) {
    return record(names, axes, bias_axes, linear_weights(generator_, in, out, r_.spec().bias));
  }

  /// torch.nn.Conv1d with a kernel of size 1 draws as a linear layer does; the kernel is a third axis.
  LinearWeights conv1d(const LayerNames& names, const char* axes, const char* bias_axes, Index in,
                       Index out) {
    DrawnLinear drawn = linear_weights(generator_, in, out, r_.spec().bias);
    drawn.weight.tensor.shape.push_back(1);
    return record(names, axes, bias_axes, std::move(drawn));
  }

  NormWeights norm(const LayerNames& names, Index width) {
    return {constant(names.weight, width, 1), constant(names.bias, width, 0)};
  }

 private:
  LinearWeights record(const LayerNames& names, const char* axes, const char* bias_axes, DrawnLinear drawn) {
    LinearWeights layer;
    layer.weight = record(names.weight, Op::uniform, axes, std::move(drawn.weight));
    if (drawn.bias) layer.bias = record(names.bias, Op::uniform, bias_axes, std::move(*drawn.bias));
    return layer;
  }

  FloatTensor record(const char* name, Op op, const char* axes, Drawn drawn) {
    if (const FloatTensor* given = find(given_, name))
      return record_given(name, axes, *given, drawn.tensor.shape);
    r_.record(name, op, "", axes, drawn.tensor).origin = drawn.draws;
    return std::move(drawn.tensor);
  }

  FloatTensor constant(const char* name, Index width, float value) {
    FloatTensor tensor({width});
    std::fill(tensor.data.begin(), tensor.data.end(), value);
    if (const FloatTensor* given = find(given_, name)) return record_given(name, "D", *given, tensor.shape);
    r_.record(name, Op::constant, "", "D", tensor);
    return tensor;
  }

  FloatTensor record_given(const char* name, const char* axes, const FloatTensor& given, const Shape& wants) {
    if (given.shape != wants) refuse_shape(field_of(name), given.shape, to_string(wants));
    if (given.data.size() != element_count(wants)) {
      refuse_shape(field_of(name), "of " + std::to_string(given.data.size()) + " numbers", to_string(wants));
    }
    r_.record(name, Op::given, "", axes, given);
    return given;
  }

  Recorder& r_;
  const StateDict& given_;
  Generator generator_;
};

}  // namespace

Parameters record_parameters(Recorder& r, const StateDict& given) {
  const Spec& spec = r.spec();
  if (!given.empty()) {
    const std::vector<Names> groups = groups_of(spec);
    check_known(groups, given);
    check_complete(groups, given);
  }
  const Index d_model = spec.d_model;
  const Index width = attention_width(spec);
  Source source(r, given);
  Parameters p;
  p.table = source.embedding(spec.vocab_size, d_model);
  p.attention.w_q = source.linear(kQ, "A D", "A", d_model, width);
  p.attention.w_k = source.linear(kK, "A D", "A", d_model, width);
  p.attention.w_v = source.linear(kV, "A D", "A", d_model, width);
  if (spec.output_projection) p.attention.w_0 = source.linear(k0, "D A", "D", width, d_model);
  if (spec.feed_forward) {
    const Index d_ff = spec.feed_forward->d_ff;
    p.conv1 = source.conv1d(kConv1, "F D 1", "F", d_model, d_ff);
    p.conv2 = source.conv1d(kConv2, "D F 1", "D", d_ff, d_model);
  }
  if (spec.layer_norm != LayerNorm::none) {
    p.norm_1 = source.norm(kNorm1, d_model);
    if (spec.feed_forward) p.norm_2 = source.norm(kNorm2, d_model);
  }
  return p;
}

}  // namespace headsup
