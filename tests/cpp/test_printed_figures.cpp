// The figures that the course notes print, digit for digit.
#include <cmath>

#include "catch.h"
#include "compare.h"
#include "fixtures.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/padding.h"
#include "headsup/attention/positional_encoding.h"
#include "headsup/attention/softmax.h"
#include "headsup/lesson/run.h"
#include "headsup/random/initializers.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

// Half a unit of the fourth digit, and a little for the scores' own rounding.
constexpr double kFourDigits = 5.1e-5;
constexpr double kWeightsOfPrintedScores = 6e-5;

Json printed(const char* tutorial) {
  return read_fixture(std::string("printed/tutorial_") + tutorial + ".json");
}

/// The first rows of a tensor with two axes.
Tensor first_rows(const Tensor& x, Index count) {
  return x.slice(0, 0, static_cast<std::ptrdiff_t>(count));
}

/// (1, T, S): the mask of one of a batch's sequences.
Tensor mask_of(const Tensor& mask, std::ptrdiff_t batch) {
  return mask.slice(0, batch, batch + 1);
}

Tensor default_step(Lesson lesson, Name name) {
  return run(default_spec(lesson))[name].tensor;
}

}  // namespace

TEST_CASE("tutorial 000, the padded batch") {
  const auto notes = printed("000");
  const auto padded = printed_tensor<std::int64_t>(notes.at("padded"));
  CHECK(default_spec(Lesson::masked_multi_head).sequences == sequences_of(notes.at("sequences")));
  CHECK(difference("padded", pad(sequences_of(notes.at("sequences")), 0), padded) == "");
  CHECK(difference("ids", default_step(Lesson::masked_multi_head, "ids"), padded) == "");
}

TEST_CASE("tutorial 000, the padding mask, the no-peek mask and both joined") {
  const auto notes = printed("000");
  for (const char* name : {"padding_mask", "nopeak_mask", "mask"}) {
    CHECK(difference(name, default_step(Lesson::masked_multi_head, name),
                     printed_tensor<std::uint8_t>(notes.at(name))) == "");
  }
}

TEST_CASE("tutorial 000, softmax of the 1,000 masked scores gives the 1,000 weights") {
  const auto notes = printed("000");
  const auto scores = printed_tensor<float>(notes.at("masked_scores"));
  const auto weights = printed_tensor<float>(notes.at("attention"));
  REQUIRE(scores.shape() == Shape{5, 2, 10, 10});
  const Tensor got = softmax(scores);
  CHECK(printed_difference("attention", got, weights, kWeightsOfPrintedScores) == "");
  for (Index i = 0; i < scores.count(); ++i) {
    if (scores.floats()[i] < -1e11F) CHECK(got.floats()[i] == 0.0F);
  }
}

TEST_CASE("tutorial 000, -1e12 is exactly where the joined mask is 0") {
  const auto notes = printed("000");
  const auto scores = printed_tensor<float>(notes.at("masked_scores"));
  const Tensor mask = printed_tensor<std::uint8_t>(notes.at("mask")).unsqueeze(1);
  CHECK(difference("masked_scores", masked_fill(scores, mask, -1e12F), scores, Match::exact) == "");
  Tensor filled(scores.shape());
  for (Index i = 0; i < scores.count(); ++i) filled.floats()[i] = scores.floats()[i] < -1e11F ? 1 : 0;
  CHECK(difference("filled", masked_fill(Tensor(scores.shape()), mask, 1), filled, Match::exact) == "");
}

TEST_CASE("tutorial 001, the padded source and target") {
  const auto notes = printed("001");
  CHECK(*default_spec(Lesson::encoder_decoder).target == sequences_of(printed("000").at("target")));
  CHECK(difference("padded", default_step(Lesson::encoder_decoder, "ids"),
                   printed_tensor<std::int64_t>(notes.at("padded"))) == "");
  CHECK(difference("target_padded", default_step(Lesson::encoder_decoder, "target_ids"),
                   printed_tensor<std::int64_t>(notes.at("target_padded"))) == "");
}

TEST_CASE("tutorial 001, the padding mask and the no-peek mask of the source") {
  const auto notes = printed("001");
  const auto ids = printed_tensor<std::int64_t>(notes.at("padded"));
  CHECK(difference("padding_mask", padding_mask(ids, 0),
                   printed_tensor<std::uint8_t>(notes.at("padding_mask"))) == "");
  CHECK(difference("nopeak_mask", causal_mask(10, 10),
                   printed_tensor<std::uint8_t>(notes.at("nopeak_mask"))) == "");
}

TEST_CASE("tutorial 001, the scores of the first sentence's first head, masked, and their weights") {
  const auto notes = printed("001");
  const auto scores = printed_tensor<float>(notes.at("scores_0_0"));
  const auto masked = printed_tensor<float>(notes.at("masked_scores_0_0"));
  const auto weights = printed_tensor<float>(notes.at("attention_0_0"));
  const Tensor both = combine_masks(printed_tensor<std::uint8_t>(notes.at("padding_mask")),
                                    printed_tensor<std::uint8_t>(notes.at("nopeak_mask")));
  const Tensor mask = mask_of(both, 0).squeeze(0).slice(0, 0, 9);
  const Tensor filled = masked_fill(scores, mask, -1e12F);
  CHECK(printed_difference("masked_scores", first_rows(filled, masked.shape()[0]), masked, kFourDigits) ==
        "");
  CHECK(printed_difference("attention", softmax(masked), first_rows(weights, masked.shape()[0]),
                           kWeightsOfPrintedScores) == "");
  CHECK(printed_difference("attention", softmax(filled), first_rows(weights, 9), kWeightsOfPrintedScores) ==
        "");
}

TEST_CASE("tutorial 003, randn(4, 4) of seed 42") {
  const auto notes = printed("003");
  Generator generator(notes.at("seed").get<std::int64_t>());
  CHECK(printed_difference("demo_scores", randn(generator, {4, 4}).tensor,
                           printed_tensor<float>(notes.at("demo_scores")), kFourDigits) == "");
}

TEST_CASE("tutorial 003, the causal mask and its weights, filled with -inf") {
  const auto notes = printed("003");
  Generator generator(notes.at("seed").get<std::int64_t>());
  const Tensor mask = causal_mask(4, 4).squeeze(0);
  CHECK(difference("demo_mask", mask, printed_tensor<std::uint8_t>(notes.at("demo_mask"))) == "");
  const Tensor masked = masked_fill(randn(generator, {4, 4}).tensor, mask, -INFINITY);
  CHECK(printed_difference("demo_attention", softmax(masked),
                           printed_tensor<float>(notes.at("demo_attention")), kFourDigits) == "");
}

TEST_CASE("tutorial 004, softmax of the masked scores gives the printed probabilities") {
  const auto notes = printed("004");
  const auto scores = printed_tensor<float>(notes.at("masked_scores"));
  const auto weights = printed_tensor<float>(notes.at("attention"));
  REQUIRE(scores.shape() == Shape{8, 8});
  // The scores are printed with five digits, the probabilities too.
  CHECK(printed_difference("attention", softmax(scores), weights, 5e-6) == "");
}

TEST_CASE("tutorial 004, the padded ids of two sentences") {
  const auto notes = printed("004");
  CHECK(difference("padded", pad(sequences_of(notes.at("sequences")), 0),
                   printed_tensor<std::int64_t>(notes.at("padded"))) == "");
}

TEST_CASE("tutorial 004, the positions, which start at 1 and are 0 for padding") {
  const auto notes = printed("004");
  const Tensor ids = pad(sequences_of(notes.at("sequences")), 0);
  CHECK(difference("positions", position_ids(ids, 0), printed_tensor<std::int64_t>(notes.at("positions"))) ==
        "");
}

TEST_CASE("tutorial 004, the three masks, 1 = ignore") {
  const auto notes = printed("004");
  const Trace trace = run(default_spec(Lesson::transformer_block));
  const auto of_sentence = [&](Name name, Index b) {
    const Step& step = trace[name];
    Tensor mask({8, 8}, DType::boolean);
    for (Index i = 0; i < mask.count(); ++i)
      mask.bits()[i] = step.tensor.at_position(b * 64 + i) != 0 ? 1 : 0;
    return mask;
  };
  const auto check = [&](Name name, Index b, const char* printed_as) {
    CHECK(difference(printed_as, of_sentence(name, b), printed_tensor<std::uint8_t>(notes.at(printed_as))) ==
          "");
  };
  check("attn_pad_mask", 0, "attn_pad_mask_0");
  check("attn_pad_mask", 1, "attn_pad_mask_1");
  check("attn_dec_mask", 1, "attn_dec_mask_1");
  check("attn_mask", 1, "attn_mask_1");
}

TEST_CASE("tutorial 004, the scaled scores are the raw ones over the root of d_head") {
  const auto notes = printed("004");
  auto scaled = printed_tensor<float>(notes.at("raw_scores"));
  for (float& score : scaled.floats()) score /= std::sqrt(notes.at("d_head").get<float>());
  // The rounding of four decimals of a raw score, over 8, plus that of the scaled one.
  CHECK(printed_difference("scaled_scores", scaled, printed_tensor<float>(notes.at("scaled_scores")), 6e-5) ==
        "");
}
