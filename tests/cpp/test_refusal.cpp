#include "headsup/tensor/refusal.h"

#include <memory>
#include <type_traits>

#include "catch.h"

using namespace headsup;

namespace {

std::string sentence(ErrorCode code, std::initializer_list<RefusedFact> facts) {
  try {
    refuse(code, facts);
  } catch (const std::invalid_argument& refusal) {
    return refusal.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a refusal carries its code and its facts apart from the sentence") {
  try {
    refuse(ErrorCode::too_large, {{"field", "sequences"}, {"got", "257"}, {"max", "256"}});
    FAIL("refuse() returned");
  } catch (const Refusal& refusal) {
    CHECK(refusal.code() == ErrorCode::too_large);
    REQUIRE(refusal.details().size() == 3);
    CHECK(std::string(refusal.details()[1].name) == "got");
    CHECK(refusal.details()[1].value == "257");
    CHECK(std::string(refusal.what()) == "sequences: got 257, wants at most 256");
  }
}

TEST_CASE("a copy of a refusal has the same facts, and copying cannot throw") {
  STATIC_REQUIRE(std::is_nothrow_copy_constructible_v<Refusal>);
  auto original =
      std::make_unique<Refusal>(ErrorCode::missing, "a sentence", std::vector<Detail>{{"field", "target"}});
  const Refusal copy = *original;
  original.reset();
  CHECK(std::string(copy.what()) == "a sentence");
  REQUIRE(copy.details().size() == 1);
  CHECK(copy.details()[0].value == "target");
}

TEST_CASE("placeholders are replaced once, so one inside a value is kept") {
  CHECK(sentence(ErrorCode::unknown_value,
                 {{"field", "lesson"}, {"got", "{wants}"}, {"wants", "a, {field}"}}) ==
        "lesson: got \"{wants}\", wants one of a, {field}");
  CHECK(sentence(ErrorCode::wrong_type, {{"field", "{got}"}, {"got", "{"}, {"wants", "}"}}) ==
        "{got}: got {, wants }");
}

TEST_CASE("every code reads as a sentence that names the argument, what it got and what it wants") {
  CHECK(sentence(ErrorCode::wrong_type, {{"field", "seed"}, {"got", "1.5"}, {"wants", "an integer"}}) ==
        "seed: got 1.5, wants an integer");
  CHECK(
      sentence(ErrorCode::out_of_range, {{"field", "dModel"}, {"got", "0"}, {"min", "1"}, {"max", "2048"}}) ==
      "dModel: got 0, wants 1 to 2048");
  CHECK(sentence(ErrorCode::shape_mismatch, {{"field", "q"}, {"got", "(3,)"}, {"wants", "(B, L)"}}) ==
        "q: got shape (3,), wants (B, L)");
  CHECK(sentence(ErrorCode::unknown_value, {{"field", "lesson"}, {"got", "x"}, {"wants", "a, b"}}) ==
        "lesson: got \"x\", wants one of a, b");
  CHECK(sentence(ErrorCode::missing, {{"field", "target"}, {"wants", "list"}}) ==
        "target: missing, wants list");
  CHECK(sentence(ErrorCode::empty_sequences, {{"field", "sequences"}, {"got", "2"}}) ==
        "sequences: got no token in a list of 2, wants at least one token");
  CHECK(sentence(ErrorCode::id_out_of_vocabulary,
                 {{"field", "ids(0, 1)"}, {"got", "9"}, {"min", "0"}, {"max", "8"}}) ==
        "ids(0, 1): got id 9, wants 0 to 8");
  CHECK(sentence(ErrorCode::heads_do_not_divide,
                 {{"field", "numHeads"}, {"got", "3"}, {"other", "dModel"}, {"max", "8"}}) ==
        "numHeads 3 does not divide dModel 8");
  CHECK(sentence(ErrorCode::batch_mismatch, {{"field", "target"}, {"got", "2"}, {"wants", "3"}}) ==
        "target: got 2 sequences, wants 3 as in sequences");
  CHECK(sentence(ErrorCode::causal_length_mismatch,
                 {{"field", "mask.causal"}, {"got", "12"}, {"wants", "10"}}) ==
        "mask.causal: got a target of length 12, wants length 10 as the source has");
  CHECK(sentence(ErrorCode::unknown_step, {{"got", "w_1"}, {"wants", "q, k"}}) ==
        "name: got \"w_1\", wants one of q, k");
  CHECK(sentence(ErrorCode::bad_index, {{"field", "index"}, {"got", "(9,)"}, {"wants", "(2, 3)"}}) ==
        "index: got (9,), wants an index into shape (2, 3)");
}
