#include "headsup/attention/padding.h"

#include "catch.h"
#include "compare.h"

using namespace headsup;
using namespace headsup::tests;

TEST_CASE("pad fills shorter sequences at their end, up to the longest") {
  CHECK(difference("ids", pad({{62, 13, 47}, {60}, {1, 2}}, 0),
                   tensor_of<std::int64_t>({3, 3}, {62, 13, 47, 60, 0, 0, 1, 2, 0})) == "");
}

TEST_CASE("pad fills with the padding id that it was given") {
  CHECK(difference("ids", pad({{3}, {1, 7}}, 7), tensor_of<std::int64_t>({2, 2}, {3, 7, 1, 7})) == "");
  CHECK(difference("ids", pad({{3}, {1, 2}}, -1), tensor_of<std::int64_t>({2, 2}, {3, -1, 1, 2})) == "");
}

TEST_CASE("sequences of one length need no padding") {
  CHECK(difference("ids", pad({{1, 2}, {3, 4}}, 0), tensor_of<std::int64_t>({2, 2}, {1, 2, 3, 4})) == "");
  CHECK(difference("ids", pad({{5}}, 0), tensor_of<std::int64_t>({1, 1}, {5})) == "");
}

TEST_CASE("an empty sequence among others becomes a row of padding") {
  CHECK(difference("ids", pad({{}, {5, 6}, {}}, 9), tensor_of<std::int64_t>({3, 2}, {9, 9, 5, 6, 9, 9})) ==
        "");
}

TEST_CASE("no sequence, or none with a token, is refused") {
  CHECK(refusal_of([] { pad({}, 0); }) == "empty-sequences field=sequences got=0");
  CHECK(refusal_of([] { pad({{}, {}}, 0); }) == "empty-sequences field=sequences got=2");
}

TEST_CASE("pad fills up to a length that is given, at either end") {
  CHECK(difference("ids", pad({{3, 4}, {5}}, 0, 3), tensor_of<std::int64_t>({2, 3}, {3, 4, 0, 5, 0, 0})) ==
        "");
  CHECK(difference("ids", pad({{3, 4}, {5}}, 0, 3, PadSide::left),
                   tensor_of<std::int64_t>({2, 3}, {0, 3, 4, 0, 0, 5})) == "");
  CHECK(difference("ids", pad({{3, 4}, {5}}, 7, std::nullopt, PadSide::left),
                   tensor_of<std::int64_t>({2, 2}, {3, 4, 7, 5})) == "");
}

TEST_CASE("pad cuts no token off") {
  CHECK(refusal_of([] {
          pad({{1, 2, 3}, {4}}, 0, 2);
        }) == "contradiction field=length got=2 other=the longest sequence wants=3");
}
