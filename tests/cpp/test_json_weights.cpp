// Weights as JSON, in every form, and JSON that is refused.
#include <cmath>
#include <limits>

#include "catch.h"
#include "compare.h"
#include "weight_bytes.h"

using namespace headsup;
using headsup::tests::complaint;
using headsup::tests::json_of;
using headsup::tests::kInfinity;

namespace {

std::string said(const std::string& text) {
  return complaint(json_of, text);
}

}  // namespace

TEST_CASE("JSON: reads nested lists and flat tensors") {
  const StateDict weights = json_of(
      "\xEF\xBB\xBF"
      R"( {
    "a": [[1, 0.1], [-0, 1e-45]], "__metadata__": 7, "scalar": {"shape": [], "data": [-0.0]},
    "flat": {"data": [1, 2], "dtype": "float32", "shape": [2, 1]}, "none": [[], []], "": [3]
  })");
  const StateDict want = {{"a", tensor_of<float>({2, 2}, {1, 0.1F, -0.0F, 1e-45F})},
                          {"scalar", tensor_of<float>({}, {-0.0F})},
                          {"flat", tensor_of<float>({2, 1}, {1, 2})},
                          {"none", Tensor({2, 0})},
                          {"", tensor_of<float>({1}, {3})}};
  CHECK(tests::difference(weights, want) == "");
}

TEST_CASE("JSON: reads NaN and infinities, as strings and as Python writes them") {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const StateDict weights =
      json_of(R"({"a": ["nan", "inf", "-inf", "NaN", "Infinity", "-Infinity", NaN, Infinity, -Infinity]})");
  const std::vector<float> all = {kNan,       kInfinity, -kInfinity, kNan,      kInfinity,
                                  -kInfinity, kNan,      kInfinity,  -kInfinity};
  CHECK(tests::difference(weights, {{"a", tensor_of<float>({9}, all)}}) == "");
}

TEST_CASE("JSON: Python's literals are numbers where a value may be, and nowhere else") {
  CHECK(std::isnan(json_of("{\"a\":\n[ NaN\t]}")[0].tensor.floats()[0]));
  const StateDict weights = json_of(R"({"NaN, \"Infinity": [1], "\\": [-Infinity,2]})");
  CHECK(weights[0].name == "NaN, \"Infinity");
  CHECK(weights[1].tensor.tolist<float>() == std::vector<float>{-std::numeric_limits<float>::infinity(), 2});
  CHECK(said("{NaN: [1]}") == "text: got a syntax error at byte 1, wants JSON");
  CHECK(said("NaN") == "text: got a syntax error at byte 0, wants JSON");
  CHECK(said(R"({"a": [NaN NaN]})") == "text: got a syntax error at byte 7, wants JSON");
  CHECK(said(R"({"a": NaN})") == R"(a: got "NaN", wants nested lists of numbers, or { shape, data })");
}

TEST_CASE("JSON: a syntax error after Python's literals is reported at its byte in the file") {
  CHECK(said(R"({"a": [NaN, -Infinity, x]})") == "text: got a syntax error at byte 23, wants JSON");
}

TEST_CASE("JSON: words that only begin like a number are refused") {
  CHECK(said(R"({"a": [Inf]})") == "text: got a syntax error at byte 7, wants JSON");
  for (const std::string number : {"-Inf", "-NaN", "Infe6.0", "NaN.5", "NaN1", "Infinity5", "-Infinitye1",
                                   "01", "+1", ".5", "1.", "1e", "--1", "0x1", "nan", "inf"}) {
    CAPTURE(number);
    CHECK(said(R"({"a": [)" + number + "]}").find("text: got ") == 0);
  }
}

TEST_CASE("JSON: numbers are rounded to float32 once, however they are written") {
  const StateDict weights = json_of(R"({"a": [0.1, 1e-1, 100e-3, 0.10000000149011612, 1e-400, -0.0e0, 0e300,
    0.000000000000000000000000000000000000000000000000000000000000001e63, 12345678901234567890123, 16777217]})");
  const std::vector<float> all = {0.1F,    0.1F, 0.1F, 0.1F, 0, -0.0F, 0, 1, 12345678901234567890123.0F,
                                  16777216};
  CHECK(tests::difference(weights, {{"a", tensor_of<float>({10}, all)}}) == "");
}

TEST_CASE("JSON: only the parameters of a trace are read") {
  const StateDict weights = json_of(R"({"spec": {"lesson": "multi-head"}, "steps": [
    {"name": "w_q.bias", "op": "uniform", "shape": [1], "dtype": "float32", "data": [5]},
    {"name": "ids", "shape": [1], "dtype": "int32", "data": [5]}]})");
  CHECK(tests::difference(weights, {{"w_q.bias", tensor_of<float>({1}, {5})}}) == "");
  CHECK(json_of(R"({"steps": [1]})")[0].name == "steps");
}

TEST_CASE("JSON: texts that are not JSON, or not an object of tensors, are refused") {
  CHECK(said("") == "text: got a syntax error at byte 0, wants JSON");
  CHECK(said(R"({"a": [1]} x)") == "text: got a syntax error at byte 11, wants JSON");
  CHECK(said(R"({"a": [1e400]})") ==
        "text: got a number beyond float64 at byte 11, wants JSON with smaller numbers");
  CHECK(said(std::string("{\"a\": [1]}\0{}", 13)) == "text: got a NUL at byte 10, wants JSON");
  CHECK(said("{\"\xc3\": [1]}") == "text: got a syntax error at byte 3, wants JSON");
  CHECK(said("[1]") == "text: got a list of 1, wants an object { … }");
  CHECK(said(R"("x")") == "text: got \"x\", wants an object { … }");
  CHECK(said("{}") == "tensors: got none, wants at least one");
  CHECK(said(R"({"steps": [{}]})") == "tensors: got none, wants at least one");
  CHECK(said(R"({"a": null})") == "a: got null, wants nested lists of numbers, or { shape, data }");
  CHECK(said(R"({"a": [1], "a": [1]})") == "a: got the name twice, wants every name once");
}

TEST_CASE("JSON: a million nested brackets are refused without recursion or memory") {
  const std::string deep(1'000'000, '[');
  const std::string deeper = "text: got deeper brackets, wants at most 11 in each other";
  CHECK(said(deep) == deeper);
  CHECK(said(R"({"a": )" + deep + "}") == deeper);
  CHECK(said("\xEF\xBB\xBF\xEF\xBB\xBF{\"a\": " + deep + "}") ==
        "text: got a syntax error at byte 3, wants JSON");
  const std::string most = std::string(9, '[') + "1" + std::string(9, ']');
  CHECK(said(R"({"a": )" + most + "}") == "a: got 9 axes, wants at most 8");
  CHECK(json_of(R"({"a": )" + most.substr(1, most.size() - 2) + "}")[0].tensor.rank() == 8);
}

TEST_CASE("JSON: lists that are not a tensor are refused") {
  CHECK(said(R"({"a": [[1], [1, 2]]})") == "a: got a list of 2, wants a list of 1");
  CHECK(said(R"({"a": [[1], 2]})") == "a: got 2, wants a list of 1");
  CHECK(said(R"({"a": [1, [2]]})") == "a: got a list of 1, wants a number");
  CHECK(said(R"({"a": [[], [1]]})") == "a: got a list of 1, wants a list of 0");
  for (const std::string item : {"null", "true", R"("1")", "\"-nan\""}) {
    CHECK(said(R"({"a": [)" + item + "]}") == "a: got " + item + ", wants a number");
  }
  CHECK(said(R"({"a": [{}]})") == "a: got an object, wants a number");
  CHECK(said(R"({"a": [3.5e38]})") == "a: got a number beyond float32, wants float32");
}

TEST_CASE("JSON: inconsistent flat tensors are refused") {
  CHECK(said(R"({"a": {"data": [1]}})") == "a: got shape null, wants a list of whole numbers from 0");
  CHECK(said(R"({"a": {"shape": [2]}})") == "a: got data null, wants a list of numbers");
  CHECK(said(R"({"a": {"shape": [2], "data": [1]}})") == "a: got 1 numbers, wants 2 for its shape");
  CHECK(said(R"({"a": {"shape": [1], "data": [[1]]}})") == "a: got a list of 1, wants a number");
  CHECK(said(R"({"a": {"shape": [4294967296, 4294967296], "data": []}})") ==
        "a: got shape (4294967296, 4294967296), wants at most 32000000 numbers in the whole file");
  CHECK(said(R"({"a": {"shape": [1], "dtype": "float64", "data": [1]}})") ==
        "a: got \"float64\", wants float32; in PyTorch, w.float() makes it so");
}
