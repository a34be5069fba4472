// Malformed safetensors, each refused with what is wrong.
#include "catch.h"
#include "weight_bytes.h"

using headsup::tests::complaint;
using headsup::tests::float_bytes;
using headsup::tests::safetensors;
using headsup::tests::safetensors_of;

namespace {

const std::string kTwo = float_bytes({1, 2});

std::string entry(const std::string& name, const std::string& shape, const std::string& offsets,
                  const std::string& dtype = "\"F32\"") {
  return '"' + name + "\":{\"dtype\":" + dtype + ",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}";
}

std::string said(const std::string& header, const std::string& numbers = kTwo) {
  return complaint(safetensors_of, safetensors("{" + header + "}", numbers));
}

}  // namespace

TEST_CASE("safetensors: reads entries in any order, with spaces after them and metadata among them") {
  const std::string header = "{" + entry("b", "[1]", "[4,8]") + ",\"__metadata__\":{\"x\":\"y\"}," +
                             entry("a", "[]", "[0,4]") + "," + entry("none", "[0,2]", "[4,4]") + "}   ";
  const auto weights = safetensors_of(safetensors(header, kTwo));
  REQUIRE(weights.size() == 3);
  CHECK(weights[0].name == "b");
  CHECK(weights[0].tensor.tolist<float>() == std::vector<float>{2});
  CHECK(weights[1].tensor.shape().empty());
  CHECK(weights[1].tensor.tolist<float>() == std::vector<float>{1});
  CHECK(weights[2].tensor.shape() == headsup::Shape{0, 2});
}

TEST_CASE("safetensors: a missing or malformed header is refused") {
  CHECK(complaint(safetensors_of, "1234567") == "header: got 7 bytes, wants 8 bytes of its length first");
  CHECK(complaint(safetensors_of, safetensors("{}", "", 3)) ==
        "header: got a length of 3 bytes, wants at most 2");
  CHECK(complaint(safetensors_of, safetensors("{}", "", ~std::uint64_t{0})) ==
        "header: got a length of 18446744073709551615 bytes, wants at most 2");
  CHECK(complaint(safetensors_of, safetensors(std::string(10'000'001, ' '), "")) ==
        "header: got a length of 10000001 bytes, wants at most 10000000");
  CHECK(complaint(safetensors_of, safetensors("", "")) == "header: got a syntax error at byte 0, wants JSON");
  CHECK(complaint(safetensors_of, safetensors("[]", "")) == "header: got a list of 0, wants an object { … }");
  CHECK(complaint(safetensors_of, safetensors(std::string("{}\0{}", 5), "")) ==
        "header: got a NUL at byte 2, wants JSON");
  CHECK(complaint(safetensors_of, safetensors("{\"\xff\":1}", "")) ==
        "header: got a syntax error at byte 2, wants JSON");
  CHECK(complaint(safetensors_of, safetensors(std::string(1'000'000, '['), "")) ==
        "header: got deeper brackets, wants at most 11 in each other");
  CHECK(said("\"a\":" + std::string(1'000'000, '[')) ==
        "header: got deeper brackets, wants at most 11 in each other");
  CHECK(said("\"__metadata__\":{}", "") == "tensors: got none, wants at least one");
}

TEST_CASE("safetensors: a malformed entry is refused") {
  const std::string alone = "wants an object of dtype, shape and data_offsets alone";
  CHECK(said("\"a\":1") == "a: got 1, " + alone);
  CHECK(said("\"a\":{\"dtype\":\"F32\"}") == "a: got an object, " + alone);
  CHECK(said("\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"shape\":[2]}") ==
        "a: got data_offsets null, wants [first byte, byte after the last]");
  for (const std::string dtype : {"\"F64\"", "\"F16\"", "\"BF16\"", "\"I32\"", "\"f32\"", "null", "32"}) {
    CHECK(said(entry("a", "[2]", "[0,8]", dtype)) ==
          "a: got " + dtype + ", wants float32; in PyTorch, w.float() makes it so");
  }
  CHECK(said(entry("a", "[-2]", "[0,8]")) ==
        "a: got shape a list of 1, wants a list of whole numbers from 0");
  CHECK(said(entry("a", "[2.0]", "[0,8]")) ==
        "a: got shape a list of 1, wants a list of whole numbers from 0");
  CHECK(said(entry("a", "2", "[0,8]")) == "a: got shape 2, wants a list of whole numbers from 0");
  CHECK(said(entry("a", "[2]", "[8]")) ==
        "a: got data_offsets a list of 1, wants [first byte, byte after the last]");
  CHECK(said(entry("a", "[2]", "[-1,7]")) ==
        "a: got data_offsets a list of 2, wants [first byte, byte after the last]");
}

TEST_CASE("safetensors: sizes that overflow are refused") {
  const std::string most = ", wants at most 32000000 numbers in the whole file";
  CHECK(said(entry("a", "[4294967296,4294967296]", "[0,8]")) ==
        "a: got shape (4294967296, 4294967296)" + most);
  CHECK(said(entry("a", "[9223372036854775807]", "[0,8]")) == "a: got shape (9223372036854775807,)" + most);
  CHECK(said(entry("a", "[0,9223372036854775807]", "[0,0]")) ==
        "a: got shape (0, 9223372036854775807)" + most);
  CHECK(said(entry("a", "[18446744073709551616]", "[0,8]")) ==
        "a: got shape a list of 1, wants a list of whole numbers from 0");
}

TEST_CASE("safetensors: data ranges that are outside, overlap, leave a gap or do not fit are refused") {
  CHECK(said(entry("a", "[2]", "[4,12]")) == "a: got bytes 4 to 12, wants bytes of the data, which has 8");
  CHECK(said(entry("a", "[2]", "[8,0]")) == "a: got bytes 8 to 0, wants bytes of the data, which has 8");
  CHECK(said(entry("a", "[2]", "[9223372036854775800,9223372036854775808]")) ==
        "a: got bytes 9223372036854775800 to 9223372036854775808, wants bytes of the data, which has 8");
  CHECK(said(entry("a", "[1]", "[0,8]")) == "a: got bytes 0 to 8, wants 4 bytes for its shape");
  CHECK(said(entry("a", "[2]", "[0,8]") + "," + entry("b", "[1]", "[4,8]")) ==
        "b: got a beginning at byte 4, wants 8, where the one before ends");
  CHECK(said(entry("a", "[1]", "[4,8]")) ==
        "a: got a beginning at byte 4, wants 0, where the one before ends");
  CHECK(said(entry("a", "[1]", "[0,4]")) == "data: got 8 bytes, wants 4, as many as the header says");
  CHECK(said(entry("a", "[1]", "[0,4]") + "," + entry("a", "[1]", "[4,8]")) ==
        "a: got the name twice, wants every name once");
}
