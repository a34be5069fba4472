#include "lesson/parameters.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "headsup/random/initializers.h"
#include "headsup/tensor/refusal.h"

namespace headsup {
namespace {

const FloatTensor* find(const StateDict& given, Name name) {
  const auto found =
      std::find_if(given.begin(), given.end(), [&](const NamedTensor& t) { return t.name == name; });
  return found == given.end() ? nullptr : &found->tensor;
}

/// The names that are given together or not at all.
std::vector<Names> groups_of(const Spec& spec) {
  std::vector<Names> groups = {{kTable}};
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

/// The seed, and the sizes that say what is drawn from it.
using DrawnFor = std::array<std::int64_t, 7>;

DrawnFor drawn_for(const Spec& spec) {
  const auto whole = [](Index size) { return static_cast<std::int64_t>(size); };
  return {spec.seed,
          whole(spec.vocab_size),
          whole(spec.d_model),
          whole(attention_width(spec)),
          spec.feed_forward ? whole(spec.feed_forward->d_ff) : 0,
          spec.bias,
          spec.output_projection};
}

/// What was drawn, in order: the embedding table, which has no bias, and the layers.
struct Drawing {
  explicit Drawing(const DrawnFor& drawn_for) : what(drawn_for), generator(drawn_for[0]) {}

  DrawnFor what;
  Generator generator;                                ///< as it stands after the parts
  std::array<std::unique_ptr<DrawnLinear>, 7> parts;  ///< null where none is drawn yet
};

/// More numbers than this are not kept.
constexpr std::size_t kMostKept = std::size_t{1} << 20;

/// For the next run: whoever changes a token or a mask leaves the parameters as they are, and drawing them is most of the
/// work of a lesson with a vocabulary of thousands.
thread_local std::unique_ptr<Drawing> last;
/// How many were begun: which one the last is.
thread_local Index drawings = 0;

/// Makes, records and returns one parameter after the other.
class Source {
 public:
  Source(Recorder& r, const StateDict& given) : r_(r), given_(given) {
    const DrawnFor what = drawn_for(r.spec());
    if (last && last->what == what) return;
    ++drawings;
    last.reset(new Drawing(what));
  }

  ~Source() {
    if (numbers_ > kMostKept) last.reset();
  }

  void embedding(Index vocabulary, Index d_model) {
    const Drawn& table = next(d_model, vocabulary).weight;
    if (const FloatTensor* given = given_for(kTable, table.tensor.shape)) {
      r_.record(kTable, Op::given, "", "V D", *given);
    } else {
      r_.record(kTable, Op::normal, "", "V D", table.tensor).origin = table.draws;
    }
  }

  LinearWeights linear(const LayerNames& names, const char* axes, const char* bias_axes, Index in,
                       Index out) {
    return layer(names, axes, bias_axes, next(in, out), {out, in});
  }

  /// torch.nn.Conv1d with a kernel of size 1 draws as a linear layer does; the kernel is a third axis.
  LinearWeights conv1d(const LayerNames& names, const char* axes, const char* bias_axes, Index in,
                       Index out) {
    return layer(names, axes, bias_axes, next(in, out), {out, in, 1});
  }

  NormWeights norm(const LayerNames& names, Index width) {
    return {constant(names.weight, width, 1), constant(names.bias, width, 0)};
  }

 private:
  /// The next part, drawn unless it is there from the run before.
  const DrawnLinear& next(Index in, Index out) {
    numbers_ += in * out;
    const bool is_table = place_ == 0;
    auto& part = last->parts[place_++];
    if (part) return *part;
    // A copy: where memory is used up on the way, the next run begins where this part did.
    Generator generator = last->generator;
    part.reset(is_table ? new DrawnLinear{embedding_weight(generator, out, in), {}}
                        : new DrawnLinear(linear_weights(generator, in, out, r_.spec().bias)));
    last->generator = generator;
    return *part;
  }

  LinearWeights layer(const LayerNames& names, const char* axes, const char* bias_axes,
                      const DrawnLinear& drawn, const Shape& shape) {
    LinearWeights layer = without_draws(drawn);
    layer.weight.shape = shape;
    record(names.weight, Op::uniform, axes, layer.weight, drawn.weight.draws);
    if (layer.bias) record(names.bias, Op::uniform, bias_axes, *layer.bias, drawn.bias->draws);
    return layer;
  }

  FloatTensor constant(const char* name, Index width, float value) {
    FloatTensor tensor({width});
    std::fill(tensor.data.begin(), tensor.data.end(), value);
    record(name, Op::constant, "D", tensor, {});
    return tensor;
  }

  /// Records what was made, or else what was given for it, which takes its place.
  void record(const char* name, Op op, const char* axes, FloatTensor& made, const Origin& origin) {
    if (const FloatTensor* given = given_for(name, made.shape)) {
      made.data = given->data;
      r_.record(name, Op::given, "", axes, made);
    } else {
      r_.record(name, op, "", axes, made).origin = origin;
    }
  }

  /// Null where it is drawn.
  const FloatTensor* given_for(const char* name, const Shape& wants) {
    const FloatTensor* given = find(given_, name);
    if (given == nullptr) return given;
    if (given->shape != wants) refuse_shape(field_of(name), given->shape, to_string(wants));
    if (given->data.size() != element_count(wants)) {
      refuse_shape(field_of(name), "of " + std::to_string(given->data.size()) + " numbers", to_string(wants));
    }
    return given;
  }

  Recorder& r_;
  const StateDict& given_;
  Index place_ = 0;
  Index numbers_ = 0;
};

}  // namespace

Index latest_drawing() {
  return drawings;
}

void forget_drawings_after(Index drawing) {
  if (drawings != drawing) last.reset();
}

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
  source.embedding(spec.vocab_size, d_model);
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
