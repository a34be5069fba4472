#include "lesson/run.h"

#include <algorithm>
#include <utility>

#include "attention/embedding.h"
#include "attention/mask.h"
#include "attention/multi_head.h"
#include "attention/padding.h"
#include "attention/softmax.h"
#include "random/initializers.h"

namespace headsup {
namespace {

/// Writes steps into a trace. Inputs and axes are words in a literal, "scores mask" and "B H T S"; the axes
/// are those of the most general lesson, and take the letters of this one on the way.
class Recorder {
 public:
  Recorder(const Spec& spec, Trace& trace) : spec_(spec), trace_(trace) {}

  const Spec& spec() const { return spec_; }

  Step& record(const char* name, Op op, const char* inputs, const char* axes, const FloatTensor& tensor) {
    Step& step = add(name, op, inputs, axes);
    step.tensor = tensor;
    return step;
  }
  Step& record(const char* name, Op op, const char* inputs, const char* axes, const IntTensor& tensor) {
    Step& step = add(name, op, inputs, axes);
    step.tensor = tensor;
    return step;
  }
  Step& record(const char* name, Op op, const char* inputs, const char* axes, const BoolTensor& tensor) {
    Step& step = add(name, op, inputs, axes);
    step.tensor = tensor;
    return step;
  }

 private:
  Step& add(const char* name, Op op, const char* inputs, const char* axes);
  /// Without a target, source and target are one length; without a width of their own, heads share d_model.
  Name letter(Name axis) const {
    if (target_of(spec_) == nullptr && (axis == "S" || axis == "T")) return "L";
    return !spec_.d_attention && axis == "A" ? "D" : axis;
  }

  const Spec& spec_;
  Trace& trace_;
};

/// The words of a literal, which live as long as it does.
Names words(Name text) {
  Names found;
  while (!text.empty()) {
    const Name word = text.substr(0, text.find(' '));
    found.push_back(word);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return found;
}

Step& Recorder::add(const char* name, Op op, const char* inputs, const char* axes) {
  Step step{name, op, words(inputs), words(axes), {}, {}};
  for (Name& axis : step.axes) axis = letter(axis);
  trace_.steps.push_back(std::move(step));
  return trace_.steps.back();
}

struct Parameters {
  FloatTensor table;
  MultiHeadWeights weights;
};

/// What the steps of a linear layer are called.
struct LayerNames {
  const char* weight;
  const char* bias;
  const char* weight_axes;
  const char* bias_axes;
};
constexpr LayerNames kQ = {"w_q.weight", "w_q.bias", "A D", "A"};
constexpr LayerNames kK = {"w_k.weight", "w_k.bias", "A D", "A"};
constexpr LayerNames kV = {"w_v.weight", "w_v.bias", "A D", "A"};
constexpr LayerNames k0 = {"w_0.weight", "w_0.bias", "D A", "D"};

LinearWeights record_linear(Recorder& r, Generator& generator, const LayerNames& names, Index in, Index out) {
  const DrawnLinear drawn = linear_weights(generator, in, out, r.spec().bias);
  r.record(names.weight, Op::uniform, "", names.weight_axes, drawn.weight.tensor).origin = drawn.weight.draws;
  if (drawn.bias) {
    r.record(names.bias, Op::uniform, "", names.bias_axes, drawn.bias->tensor).origin = drawn.bias->draws;
  }
  return without_draws(drawn);
}

Parameters record_parameters(Recorder& r) {
  const Spec& spec = r.spec();
  const Index width = spec.d_attention.value_or(spec.d_model);
  Generator generator(spec.seed);
  Drawn table = embedding_weight(generator, spec.vocab_size, spec.d_model);
  r.record("embedding.weight", Op::normal, "", "V D", table.tensor).origin = table.draws;
  Parameters p;
  p.table = std::move(table.tensor);
  p.weights.w_q = record_linear(r, generator, kQ, spec.d_model, width);
  p.weights.w_k = record_linear(r, generator, kK, spec.d_model, width);
  p.weights.w_v = record_linear(r, generator, kV, spec.d_model, width);
  if (spec.output_projection) p.weights.w_0 = record_linear(r, generator, k0, width, spec.d_model);
  return p;
}

/// A padded batch and its embedding.
struct Embedded {
  IntTensor ids;
  FloatTensor embedding;
};

/// What a side of the attention is called: the field of its spec and its two steps.
struct SideNames {
  const char* field;
  const char* ids;
  const char* ids_axes;
  const char* embedding;
  const char* embedding_inputs;
  const char* embedding_axes;
};
constexpr SideNames kSource = {"sequences", "ids", "B S", "embedding", "ids embedding.weight", "B S D"};
constexpr SideNames kTarget = {
    "target", "target_ids", "B T", "target_embedding", "target_ids embedding.weight", "B T D"};

Embedded record_batch(Recorder& r, const SideNames& names, const Sequences& sequences,
                      const FloatTensor& table) {
  PadOrigin origin{names.field, {}, r.spec().pad_id};
  for (const auto& sequence : sequences) origin.lengths.push_back(sequence.size());
  Embedded batch;
  batch.ids = pad(sequences, r.spec().pad_id);
  batch.embedding = embedding(batch.ids, table);
  r.record(names.ids, Op::pad, "", names.ids_axes, batch.ids).origin = std::move(origin);
  r.record(names.embedding, Op::embedding, names.embedding_inputs, names.embedding_axes, batch.embedding);
  return batch;
}

/// The masks that are on and, last, the one that the scores get; none where no mask is on.
std::optional<BoolTensor> record_masks(Recorder& r, const IntTensor& source_ids, Index target_length) {
  const MaskSpec on = r.spec().mask.value_or(MaskSpec{});
  const BoolTensor padding = padding_mask(source_ids, r.spec().pad_id);
  const BoolTensor nopeak = causal_mask(target_length, source_ids.shape[1]);
  if (on.padding) {
    r.record("padding_mask", Op::not_equal, "ids", "B 1 S", padding).origin = CompareOrigin{r.spec().pad_id};
  }
  if (on.causal) r.record("nopeak_mask", Op::tril, "", "1 T S", nopeak);
  if (on.padding && on.causal) {
    BoolTensor both = combine_masks(padding, nopeak);
    r.record("mask", Op::logical_and, "padding_mask nopeak_mask", "B T S", both);
    return both;
  }
  if (on.padding) {
    r.record("mask", Op::view, "padding_mask", "B 1 S", padding);
    return padding;
  }
  if (on.causal) {
    r.record("mask", Op::view, "nopeak_mask", "1 T S", nopeak);
    return nopeak;
  }
  return std::nullopt;
}

/// One of q, k and v, or the output: what its linear step is called, without a bias and with one.
struct LinearStep {
  const char* name;
  const char* inputs;
  const char* inputs_with_bias;
  const char* axes;
};

void record_layer(Recorder& r, const LinearStep& step, const FloatTensor& y) {
  r.record(step.name, Op::linear, r.spec().bias ? step.inputs_with_bias : step.inputs, step.axes, y);
}

void record_projections(Recorder& r, const MultiHead& m) {
  constexpr LinearStep kFromTarget = {"q", "target_embedding w_q.weight",
                                      "target_embedding w_q.weight w_q.bias", "B T A"};
  constexpr LinearStep kFromSource = {"q", "embedding w_q.weight", "embedding w_q.weight w_q.bias", "B T A"};
  record_layer(r, target_of(r.spec()) != nullptr ? kFromTarget : kFromSource, m.q.projected);
  record_layer(r, {"k", "embedding w_k.weight", "embedding w_k.weight w_k.bias", "B S A"}, m.k.projected);
  record_layer(r, {"v", "embedding w_v.weight", "embedding w_v.weight w_v.bias", "B S A"}, m.v.projected);
  r.record("q_split", Op::view, "q", "B T H K", m.q.split);
  r.record("k_split", Op::view, "k", "B S H K", m.k.split);
  r.record("v_split", Op::view, "v", "B S H K", m.v.split);
  r.record("q_heads", Op::transpose, "q_split", "B H T K", m.q.heads);
  r.record("k_heads", Op::transpose, "k_split", "B H S K", m.k.heads);
  r.record("v_heads", Op::transpose, "v_split", "B H S K", m.v.heads);
}

void record_attention(Recorder& r, const MultiHead& m) {
  r.record("scores", Op::scaled_dot_product, "q_heads k_heads", "B H T S", m.attention.scores);
  if (m.attention.masked_scores) {
    r.record("masked_scores", Op::masked_fill, "scores mask", "B H T S", *m.attention.masked_scores).origin =
        FillOrigin{static_cast<float>(r.spec().mask_fill)};
  }
  r.record("attention", Op::softmax, m.attention.masked_scores ? "masked_scores" : "scores", "B H T S",
           m.attention.attention);
  r.record("values", Op::weighted_sum, "attention v_heads", "B H T K", m.attention.values);
  r.record("values_merged", Op::transpose, "values", "B T H K", m.values_merged);
  r.record("concat", Op::view, "values_merged", "B T A", m.concat);
  if (m.output)
    record_layer(r, {"output", "concat w_0.weight", "concat w_0.weight w_0.bias", "B T D"}, *m.output);
}

/// The warm-up of masked-self-attention: random scores through mask and softmax, from a generator of their own.
void record_demo(Recorder& r) {
  constexpr Index kSize = 4;
  Generator generator(r.spec().seed);
  const Drawn scores = randn(generator, {kSize, kSize});
  BoolTensor mask = causal_mask(kSize, kSize);
  mask.shape.erase(mask.shape.begin());
  const auto fill = static_cast<float>(r.spec().mask_fill);
  const FloatTensor masked = masked_fill(scores.tensor, mask, fill);
  // The letters of targets and sources, because this lesson's own length is another one.
  const auto with_axes = [](Step& step) -> Step& {
    step.axes = {"T", "S"};
    return step;
  };
  with_axes(r.record("demo_scores", Op::normal, "", "", scores.tensor)).origin = scores.draws;
  with_axes(r.record("demo_mask", Op::tril, "", "", mask));
  with_axes(r.record("demo_masked_scores", Op::masked_fill, "demo_scores demo_mask", "", masked)).origin =
      FillOrigin{fill};
  with_axes(r.record("demo_attention", Op::softmax, "demo_masked_scores", "", softmax(masked)));
}

/// One head and no output projection: q, k and v meet as they are, and the mask needs no axis for the heads.
void record_single_head(Recorder& r, const MultiHeadWeights& w, const FloatTensor& x,
                        const BoolTensor* mask) {
  const FloatTensor q = w.w_q(x);
  const FloatTensor k = w.w_k(x);
  const FloatTensor v = w.w_v(x);
  const auto fill = static_cast<float>(r.spec().mask_fill);
  const Attention a = scaled_dot_product_attention(q, k, v, mask, fill);
  record_layer(r, {"q", "embedding w_q.weight", "embedding w_q.weight w_q.bias", "B T A"}, q);
  record_layer(r, {"k", "embedding w_k.weight", "embedding w_k.weight w_k.bias", "B S A"}, k);
  record_layer(r, {"v", "embedding w_v.weight", "embedding w_v.weight w_v.bias", "B S A"}, v);
  r.record("scores", Op::scaled_dot_product, "q k", "B T S", a.scores);
  if (a.masked_scores) {
    r.record("masked_scores", Op::masked_fill, "scores mask", "B T S", *a.masked_scores).origin =
        FillOrigin{fill};
  }
  r.record("attention", Op::softmax, a.masked_scores ? "masked_scores" : "scores", "B T S", a.attention);
  r.record("values", Op::weighted_sum, "attention v", "B T A", a.values);
}

}  // namespace

Trace run(const Spec& spec) {
  validate(spec);
  Trace trace;
  Recorder r(spec, trace);
  const bool single_head = spec.lesson == Lesson::masked_self_attention;
  if (single_head) record_demo(r);
  const Parameters p = record_parameters(r);
  const Embedded source = record_batch(r, kSource, spec.sequences, p.table);
  const Sequences* decoder_side = target_of(spec);
  const Embedded target = decoder_side != nullptr ? record_batch(r, kTarget, *decoder_side, p.table) : source;
  const auto mask = record_masks(r, source.ids, target.ids.shape[1]);
  if (single_head) {
    record_single_head(r, p.weights, source.embedding, mask ? &*mask : nullptr);
    return trace;
  }
  const MultiHead m =
      multi_head_attention(p.weights, spec.num_heads, target.embedding, source.embedding, source.embedding,
                           mask ? &*mask : nullptr, static_cast<float>(spec.mask_fill));
  record_projections(r, m);
  record_attention(r, m);
  return trace;
}

}  // namespace headsup
