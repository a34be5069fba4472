#include "lesson/run.h"

#include <utility>

#include "attention/embedding.h"
#include "attention/mask.h"
#include "attention/multi_head.h"
#include "attention/padding.h"
#include "random/initializers.h"

namespace headsup {
namespace {

/// Writes steps into a trace, with the letters that this lesson gives its axes.
class Recorder {
 public:
  using List = std::initializer_list<Name>;

  Recorder(const Spec& spec, Trace& trace) : spec_(spec), trace_(trace) {}

  const Spec& spec() const { return spec_; }
  Name source() const { return spec_.target ? "S" : "L"; }
  Name target() const { return spec_.target ? "T" : "L"; }
  Name attention() const { return spec_.d_attention ? "A" : "D"; }

  void record(Name name, Op op, List inputs, List axes, const FloatTensor& tensor, Origin origin = {}) {
    add(name, op, inputs, axes, std::move(origin)).tensor = tensor;
  }
  void record(Name name, Op op, List inputs, List axes, const IntTensor& tensor, Origin origin = {}) {
    add(name, op, inputs, axes, std::move(origin)).tensor = tensor;
  }
  void record(Name name, Op op, List inputs, List axes, const BoolTensor& tensor, Origin origin = {}) {
    add(name, op, inputs, axes, std::move(origin)).tensor = tensor;
  }

 private:
  Step& add(Name name, Op op, List inputs, List axes, Origin origin) {
    trace_.steps.push_back({name, op, inputs, axes, {}, std::move(origin)});
    return trace_.steps.back();
  }

  const Spec& spec_;
  Trace& trace_;
};

struct Parameters {
  FloatTensor table;
  MultiHeadWeights weights;
};

/// The two tensors of a linear layer, by name.
struct LinearNames {
  Name weight;
  Name bias;
};
constexpr LinearNames kQ = {"w_q.weight", "w_q.bias"};
constexpr LinearNames kK = {"w_k.weight", "w_k.bias"};
constexpr LinearNames kV = {"w_v.weight", "w_v.bias"};
constexpr LinearNames k0 = {"w_0.weight", "w_0.bias"};

LinearWeights record_linear(Recorder& r, Generator& generator, LinearNames names, Index in, Index out,
                            Recorder::List axes) {
  const DrawnLinear drawn = linear_weights(generator, in, out, r.spec().bias);
  r.record(names.weight, Op::uniform, {}, axes, drawn.weight.tensor, drawn.weight.draws);
  if (drawn.bias) r.record(names.bias, Op::uniform, {}, {*axes.begin()}, drawn.bias->tensor, drawn.bias->draws);
  return without_draws(drawn);
}

Parameters record_parameters(Recorder& r) {
  const Spec& spec = r.spec();
  const Index width = spec.d_attention.value_or(spec.d_model);
  Generator generator(spec.seed);
  Drawn table = embedding_weight(generator, spec.vocab_size, spec.d_model);
  r.record("embedding.weight", Op::normal, {}, {"V", "D"}, table.tensor, table.draws);
  Parameters p;
  p.table = std::move(table.tensor);
  const auto in_axes = {r.attention(), Name("D")};
  p.weights.w_q = record_linear(r, generator, kQ, spec.d_model, width, in_axes);
  p.weights.w_k = record_linear(r, generator, kK, spec.d_model, width, in_axes);
  p.weights.w_v = record_linear(r, generator, kV, spec.d_model, width, in_axes);
  if (spec.output_projection) {
    p.weights.w_0 = record_linear(r, generator, k0, width, spec.d_model, {"D", r.attention()});
  }
  return p;
}

/// A padded batch and its embedding.
struct Embedded {
  IntTensor ids;
  FloatTensor embedding;
};

/// What a side of the attention is called: the field of its spec and its two steps.
struct SideNames {
  Name field;
  Name ids;
  Name embedding;
};
constexpr SideNames kSource = {"sequences", "ids", "embedding"};
constexpr SideNames kTarget = {"target", "target_ids", "target_embedding"};

Embedded record_batch(Recorder& r, SideNames names, Name length, const Sequences& sequences,
                      const FloatTensor& table) {
  PadOrigin origin{names.field, {}, r.spec().pad_id};
  for (const auto& sequence : sequences) origin.lengths.push_back(sequence.size());
  Embedded batch;
  batch.ids = pad(sequences, r.spec().pad_id);
  batch.embedding = embedding(batch.ids, table);
  r.record(names.ids, Op::pad, {}, {"B", length}, batch.ids, std::move(origin));
  r.record(names.embedding, Op::embedding, {names.ids, "embedding.weight"}, {"B", length, "D"}, batch.embedding);
  return batch;
}

/// The masks that are on and, last, the one that the scores get; none where no mask is on.
std::optional<BoolTensor> record_masks(Recorder& r, const IntTensor& source_ids, Index target_length) {
  const MaskSpec on = r.spec().mask.value_or(MaskSpec{});
  const BoolTensor padding = padding_mask(source_ids, r.spec().pad_id);
  const BoolTensor nopeak = causal_mask(target_length, source_ids.shape[1]);
  const auto padding_axes = {Name("B"), Name("1"), r.source()};
  const auto nopeak_axes = {Name("1"), r.target(), r.source()};
  if (on.padding) {
    r.record("padding_mask", Op::not_equal, {"ids"}, padding_axes, padding, CompareOrigin{r.spec().pad_id});
  }
  if (on.causal) r.record("nopeak_mask", Op::tril, {}, nopeak_axes, nopeak);
  if (on.padding && on.causal) {
    BoolTensor both = combine_masks(padding, nopeak);
    r.record("mask", Op::logical_and, {"padding_mask", "nopeak_mask"}, {"B", r.target(), r.source()}, both);
    return both;
  }
  if (on.padding) {
    r.record("mask", Op::view, {"padding_mask"}, padding_axes, padding);
    return padding;
  }
  if (on.causal) {
    r.record("mask", Op::view, {"nopeak_mask"}, nopeak_axes, nopeak);
    return nopeak;
  }
  return std::nullopt;
}

void record_layer(Recorder& r, Name name, Name from, LinearNames layer, Recorder::List axes, const FloatTensor& y) {
  if (r.spec().bias) {
    r.record(name, Op::linear, {from, layer.weight, layer.bias}, axes, y);
  } else {
    r.record(name, Op::linear, {from, layer.weight}, axes, y);
  }
}

/// One of q, k and v: its three steps, the layer that makes it and what it is made from.
struct Projection {
  Name name;
  Name split;
  Name heads;
  LinearNames layer;
  Name from;
  Name length;
  const Heads& made;
};

void record_projections(Recorder& r, const MultiHead& m, Name query_from) {
  const Projection all[] = {{"q", "q_split", "q_heads", kQ, query_from, r.target(), m.q},
                            {"k", "k_split", "k_heads", kK, "embedding", r.source(), m.k},
                            {"v", "v_split", "v_heads", kV, "embedding", r.source(), m.v}};
  for (const auto& p : all) {
    record_layer(r, p.name, p.from, p.layer, {"B", p.length, r.attention()}, p.made.projected);
  }
  for (const auto& p : all) r.record(p.split, Op::view, {p.name}, {"B", p.length, "H", "K"}, p.made.split);
  for (const auto& p : all) r.record(p.heads, Op::transpose, {p.split}, {"B", "H", p.length, "K"}, p.made.heads);
}

void record_attention(Recorder& r, const MultiHead& m) {
  const auto square = {Name("B"), Name("H"), r.target(), r.source()};
  r.record("scores", Op::scaled_dot_product, {"q_heads", "k_heads"}, square, m.attention.scores);
  if (m.attention.masked_scores) {
    r.record("masked_scores", Op::masked_fill, {"scores", "mask"}, square, *m.attention.masked_scores,
             FillOrigin{static_cast<float>(r.spec().mask_fill)});
  }
  r.record("attention", Op::softmax, {Name(m.attention.masked_scores ? "masked_scores" : "scores")}, square,
           m.attention.attention);
  r.record("values", Op::weighted_sum, {"attention", "v_heads"}, {"B", "H", r.target(), "K"}, m.attention.values);
  r.record("values_merged", Op::transpose, {"values"}, {"B", r.target(), "H", "K"}, m.values_merged);
  r.record("concat", Op::view, {"values_merged"}, {"B", r.target(), r.attention()}, m.concat);
  if (m.output) record_layer(r, "output", "concat", k0, {"B", r.target(), "D"}, *m.output);
}

}  // namespace

Trace run(const Spec& spec) {
  validate(spec);
  Trace trace;
  Recorder r(spec, trace);
  const Parameters p = record_parameters(r);
  const Embedded source = record_batch(r, kSource, r.source(), spec.sequences, p.table);
  const Embedded target =
      spec.target ? record_batch(r, kTarget, r.target(), *spec.target, p.table) : source;
  const auto mask = record_masks(r, source.ids, target.ids.shape[1]);
  const MultiHead m = multi_head_attention(p.weights, spec.num_heads, target.embedding, source.embedding,
                                           source.embedding, mask ? &*mask : nullptr,
                                           static_cast<float>(spec.mask_fill));
  record_projections(r, m, spec.target ? "target_embedding" : "embedding");
  record_attention(r, m);
  return trace;
}

}  // namespace headsup
