#include "headsup/files/weight_names.h"

#include "catch.h"
#include "compare.h"
#include "headsup/lesson/run.h"
#include "headsup/tensor/refusal.h"
#include "weight_bytes.h"

using namespace headsup;
using headsup::tests::refusal_of;

namespace {

struct Meaning {
  const char* means;
  std::vector<const char*> names;
};

/// Names from course notes, PyTorch and libraries, and names that only look like them.
const Meaning kMeanings[] = {
    {"w_q.weight", {"w_q.weight", "attention.w_q.weight", "W_Q.weight", "q_proj.weight", "q_proj_weight"}},
    {"w_q.bias", {"layers.0.attention.query.bias"}},
    {"w_k.bias", {"W_K.bias"}},
    {"w_v.weight", {"W_V.weight"}},
    {"w_v.bias", {"self_attn.v_proj.bias"}},
    {"w_0.weight", {"linear.weight", "self_attn.out_proj.weight", "linears.3.weight"}},
    {"packed.weight", {"self_attn.in_proj_weight"}},
    {"packed.bias", {"in_proj_bias"}},
    {"conv1.weight", {"linear1.weight"}},
    {"conv1.bias", {"ffn.0.bias"}},
    {"conv2.weight", {"encoder.feed_forward.2.weight"}},
    {"norm_1.weight", {"layers.0.norm1.weight"}},
    {"norm_2.bias", {"LayerNorm2.bias"}},
    {"embedding.weight", {"tok_embedding.weight"}},
    {"",
     {"embedding.bias", "x.0.weight", "w_q", "weight", ".weight", "", ".", "..", "w_q.weights", "w_q.weight.",
      "packed.weight"}}};

Tensor counted(const Shape& shape) {
  Tensor tensor(shape);
  for (Index i = 0; i < tensor.count(); ++i) tensor.floats()[i] = static_cast<float>(i);
  return tensor;
}

}  // namespace

TEST_CASE("names from courses and libraries map to the lessons' parameters") {
  for (const auto& [means, names] : kMeanings) {
    for (const char* name : names) {
      CAPTURE(name);
      CHECK(lesson_name(name) == means);
    }
  }
}

TEST_CASE("a parameter is a name that a trace can have") {
  CHECK(is_parameter("embedding.weight"));
  CHECK(is_parameter("w_0.bias"));
  CHECK(is_parameter("norm_2.bias"));
  for (const char* name :
       {"embedding.bias", "packed.weight", "W_Q.weight", "a.w_q.weight", "w_q", "scores", ""}) {
    CAPTURE(name);
    CHECK(!is_parameter(name));
  }
}

TEST_CASE("a packed tensor is split in three, and a linear layer becomes a convolution") {
  const StateDict got = lesson_weights({{"attn.in_proj_weight", counted({6, 2})},
                                        {"attn.in_proj_bias", counted({3})},
                                        {"linear1.weight", counted({3, 2})},
                                        {"linear1.bias", counted({3})},
                                        {"conv2.weight", counted({2, 3, 1})}});
  const StateDict want = {{"w_q.weight", tensor_of<float>({2, 2}, {0, 1, 2, 3})},
                          {"w_k.weight", tensor_of<float>({2, 2}, {4, 5, 6, 7})},
                          {"w_v.weight", tensor_of<float>({2, 2}, {8, 9, 10, 11})},
                          {"w_q.bias", tensor_of<float>({1}, {0})},
                          {"w_k.bias", tensor_of<float>({1}, {1})},
                          {"w_v.bias", tensor_of<float>({1}, {2})},
                          {"conv1.weight", counted({3, 2, 1})},
                          {"conv1.bias", counted({3})},
                          {"conv2.weight", counted({2, 3, 1})}};
  CHECK(tests::difference(got, want) == "");
}

TEST_CASE("a state_dict that fits no lesson is refused") {
  CHECK(refusal_of([] {
          lesson_weights({{"head.gamma", Tensor({1})}});
        }) ==
        "unknown-weight field=weights.head.gamma wants=embedding.weight, w_q.weight, w_q.bias, w_k.weight, "
        "w_k.bias, "
        "w_v.weight, w_v.bias, w_0.weight, w_0.bias, conv1.weight, conv1.bias, conv2.weight, conv2.bias, "
        "norm_1.weight, norm_1.bias, norm_2.weight, norm_2.bias");
  CHECK(refusal_of([] {
          lesson_weights({{"a.q.bias", Tensor({1})}, {"b.q.bias", Tensor({1})}});
        }) ==
        "contradiction field=weights.b.q.bias got=w_q.bias other=weights.a.q.bias wants=to be the only one");
  CHECK(refusal_of([] {
          lesson_weights({{"in_proj_weight", Tensor({6, 3})}});
        }) == "shape-mismatch field=weights.in_proj_weight got=(6, 3) wants=(3D, D)");
  for (const Shape& shape : {Shape{}, Shape{4}, Shape{3, 1}}) {
    CHECK(refusal_of([&] {
            lesson_weights({{"in_proj_bias", Tensor(shape)}});
          }) == "shape-mismatch field=weights.in_proj_bias got=" + to_string(shape) + " wants=(3D,)");
  }
}

TEST_CASE("a lesson runs with a layer from a file") {
  Spec spec = default_spec(Lesson::multi_head);
  spec.sequences = {{1, 2, 5}, {4}};
  spec.vocab_size = 6;
  spec.d_model = 4;
  spec.num_heads = 2;
  const StateDict weights = lesson_weights(read_weights(tests::weight_path("course.safetensors")));
  const Trace trace = run(spec, weights);
  for (const auto& [name, tensor] : weights) {
    CHECK(tests::difference(name, trace[name].tensor, tensor, tests::Match::exact) == "");
  }
}
