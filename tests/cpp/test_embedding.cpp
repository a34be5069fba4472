#include "headsup/attention/embedding.h"

#include "catch.h"
#include "compare.h"
#include "fixtures.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

const Tensor kTable = tensor_of<float>({3, 2}, {0, 1, 10, 11, 20, 21});

}  // namespace

TEST_CASE("each id fetches its row of the table, padding included") {
  CHECK(difference("embedding", embedding(tensor_of<std::int64_t>({2, 2}, {2, 0, 1, 1}), kTable),
                   tensor_of<float>({2, 2, 2}, {20, 21, 0, 1, 10, 11, 10, 11}), Match::exact) == "");
  CHECK(difference("embedding", embedding(tensor_of<std::int64_t>({1}, {2}), kTable),
                   tensor_of<float>({1, 2}, {20, 21}), Match::exact) == "");
}

TEST_CASE("an id on either side of the vocabulary is refused, with its place") {
  CHECK(refusal_of([] {
          embedding(tensor_of<std::int64_t>({2, 2}, {0, 2, 3, 0}), kTable);
        }) == "id-out-of-vocabulary field=ids(1, 0) got=3 min=0 max=2");
  CHECK(refusal_of([] {
          embedding(tensor_of<std::int64_t>({1, 2}, {0, -1}), kTable);
        }) == "id-out-of-vocabulary field=ids(0, 1) got=-1 min=0 max=2");
}

TEST_CASE("a table without rows is refused, unless there is no id to look up") {
  const Tensor empty(Shape{0, 2});
  CHECK(refusal_of([&] { embedding(tensor_of<std::int64_t>({1}, {0}), empty); }) ==
        "shape-mismatch field=table got=(0, 2) wants=(V, D) with at least one row");
  CHECK(embedding(Tensor(Shape{0}, DType::int64), empty).shape() == Shape{0, 2});
  CHECK(embedding(tensor_of<std::int64_t>({2}, {0, 2}), Tensor(Shape{3, 0})).shape() == Shape{2, 0});
}

TEST_CASE("a table that is not (V, D) is refused") {
  CHECK(refusal_of([] { embedding(tensor_of<std::int64_t>({1}, {0}), Tensor(Shape{6})); }) ==
        "shape-mismatch field=table got=(6,) wants=(V, D)");
}

TEST_CASE("embedding gives PyTorch's numbers") {
  const auto ops = read_fixture("ops.json");
  for (const Json& example : ops.at("embedding")) {
    CHECK(difference(example.at("name").get<std::string>(),
                     embedding(ids_of(example.at("ids")), floats_of(example.at("table"))),
                     floats_of(example.at("result")), Match::exact) == "");
  }
}
