#include "headsup/files/trace_files.h"
#include "operations/operations.h"

#include <cstring>
#include <filesystem>
#include <limits>

#include "catch.h"
#include "compare.h"
#include "headsup/files/weight_files.h"
#include "headsup/lesson/run.h"
#include "weight_bytes.h"

using namespace headsup;
using headsup::tests::kInfinity;
using headsup::tests::refusal_of;
using headsup::tests::weight_bytes;

namespace {

/// The arrays of tests/fixtures/weights/trace.npz.
Trace small_trace() {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  Trace trace;
  trace.steps.push_back(
      {.name = "scores",
       .operation = &op::scaled_dot_product,
       .inputs = {1, 2},
       .axes = {"T", "S"},
       .tensor = tensor_of<float>({2, 3}, {nan, kInfinity, -kInfinity, -0.0F, 0.1F, 3.4028235e38F})});
  trace.steps.push_back({.name = "ids",
                         .operation = &op::pad,
                         .axes = {"B"},
                         .tensor = tensor_of<std::int64_t>({2}, {-1, 2147483647})});
  trace.steps.push_back({.name = "mask",
                         .operation = &op::tril,
                         .axes = {"1", "T", "S"},
                         .tensor = tensor_of<std::uint8_t>({1, 2, 2}, {1, 0, 1, 1})});
  trace.steps.push_back(
      {.name = "values", .operation = &op::weighted_sum, .tensor = tensor_of<float>({}, {1e-45F})});
  return trace;
}

std::string npz_of(const Trace& trace) {
  const auto bytes = to_npz(trace);
  return {bytes.begin(), bytes.end()};
}

/// The arrays of stored members: headers without padding, and as many bytes of numbers as the trace has.
std::vector<std::string> arrays_in(const std::string& npz, const Trace& trace) {
  std::vector<std::string> arrays;
  std::size_t at = 0;
  for (const Step& step : trace.steps) {
    at = npz.find("\x93NUMPY\x01", at);
    if (at == std::string::npos) break;
    const std::size_t header = at + 10;
    const std::size_t end = npz.find('\n', header);
    const std::size_t number = step.tensor.dtype() == DType::boolean ? 1 : 4;
    arrays.push_back(npz.substr(header, npz.find_last_not_of(' ', end - 1) + 1 - header) +
                     npz.substr(end + 1, number * element_count(step.shape())));
    at = end;
  }
  return arrays;
}

}  // namespace

TEST_CASE("a trace as .npz has the arrays that NumPy writes") {
  const std::string npz = npz_of(small_trace());
  const auto arrays = arrays_in(npz, small_trace());
  REQUIRE(arrays.size() == 4);
  CHECK(arrays == arrays_in(weight_bytes("trace.npz"), small_trace()));
  for (const char* member : {"scores.npy", "ids.npy", "mask.npy", "values.npy"}) {
    CHECK(npz.find(member) != std::string::npos);
  }
  CHECK(npz_of(small_trace()) == npz);
}

TEST_CASE("the numbers of an .npz are aligned as NumPy aligns them") {
  const std::string npz = npz_of(small_trace());
  for (auto at = npz.find("\x93NUMPY"); at != std::string::npos; at = npz.find("\x93NUMPY", at + 1)) {
    CHECK((npz.find('\n', at) + 1 - at) % 64 == 0);
  }
}

TEST_CASE("a trace without parameters has no weights to read") {
  for (const Trace& trace : {small_trace(), Trace{}}) {
    CHECK(tests::complaint(tests::npz_of, npz_of(trace)) == "tensors: got none, wants at least one");
  }
}

TEST_CASE("a trace is written to a file, and a bad path is refused") {
  const auto path = std::filesystem::temp_directory_path() / "headsup_trace_files.npz";
  write_npz(run(default_spec(Lesson::masked_multi_head)), path.string());
  CHECK(read_weights(path.string()).size() == 9);
  std::filesystem::remove(path);
  CHECK(refusal_of([] { write_npz(small_trace(), "/nowhere/at/all.npz"); }) ==
        "bad-file file=/nowhere/at/all.npz field=file got=no place to write to wants=a file that can be "
        "written");
}

TEST_CASE("a trace as JSON has every field of every step") {
  CHECK(to_json(small_trace()) ==
        "{\"steps\":["
        "{\"name\":\"scores\",\"op\":\"scaled_dot_product\",\"inputs\":[\"ids\",\"mask\"],\"axes\":[\"T\","
        "\"S\"],"
        "\"shape\":[2,3],\"dtype\":\"float32\",\"data\":[\"nan\",\"inf\",\"-inf\",-0.0,0.1,3.4028235e+38]},"
        "{\"name\":\"ids\",\"op\":\"pad\",\"inputs\":[],\"axes\":[\"B\"],"
        "\"shape\":[2],\"dtype\":\"int32\",\"data\":[-1,2147483647]},"
        "{\"name\":\"mask\",\"op\":\"tril\",\"inputs\":[],\"axes\":[\"1\",\"T\",\"S\"],"
        "\"shape\":[1,2,2],\"dtype\":\"bool\",\"data\":[1,0,1,1]},"
        "{\"name\":\"values\",\"op\":\"weighted_sum\",\"inputs\":[],\"axes\":[],"
        "\"shape\":[],\"dtype\":\"float32\",\"data\":[1e-45]}]}");
}

TEST_CASE("the parameters of a trace read back from JSON or .npz give the same trace") {
  const Spec spec = default_spec(Lesson::masked_multi_head);
  const Trace trace = run(spec);
  for (const StateDict& weights : {read_json(to_json(trace), "w"), read_npz(to_npz(trace), "w")}) {
    CHECK(weights.size() == 9);
    const Trace again = run(spec, weights);
    REQUIRE(again.steps.size() == trace.steps.size());
    for (const Step& step : trace.steps) {
      CHECK(tests::difference(std::string(step.name), again[step.name].tensor, step.tensor,
                              tests::Match::exact) == "");
    }
  }
}
