// Weight files of every format: they give the same tensors, and damaged ones are refused.
#include "headsup/files/weight_files.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <span>

#include "catch.h"
#include "compare.h"
#include "files/state_dict_builder.h"
#include "fixtures.h"
#include "headsup/tensor/refusal.h"
#include "weight_bytes.h"

using namespace headsup;
using headsup::tests::complaint;
using headsup::tests::difference;
using headsup::tests::json_of;
using headsup::tests::kInfinity;
using headsup::tests::npz_of;
using headsup::tests::refusal_of;
using headsup::tests::safetensors_of;
using headsup::tests::weight_bytes;
using headsup::tests::weight_path;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

using Read = StateDict (*)(const std::string&);
struct GoodFile {
  const char* name;
  Read read;
};
constexpr GoodFile kGoodFiles[] = {{"course.safetensors", safetensors_of},
                                   {"course.npz", npz_of},
                                   {"course_compressed.npz", npz_of},
                                   {"course.json", json_of},
                                   {"odd.npz", npz_of},
                                   {"odd.json", json_of},
                                   {"encoder_layer.npz", npz_of},
                                   {"multihead_attention.safetensors", safetensors_of}};

/// The layer of the course notes, read as a fixture.
StateDict course() {
  StateDict weights;
  const auto json = tests::read_fixture("weights/course.json");
  for (const auto& [name, lists] : json.items()) {
    weights.push_back({name, tests::printed_tensor<float>(lists)});
  }
  return weights;
}

/// Whether tensors have different names, and numbers that fill their shapes.
bool is_whole(const StateDict& weights) {
  std::set<std::string> names;
  for (const auto& [name, tensor] : weights) {
    if (!names.insert(name).second || tensor.count() != element_count(tensor.shape())) return false;
  }
  return !weights.empty();
}

/// Whether a reader gives whole tensors or a refusal. Any other exception fails the test.
bool is_refused_or_whole(const GoodFile& file, const std::string& bytes) {
  try {
    return is_whole(file.read(bytes));
  } catch (const Refusal& refusal) {
    return refusal.code() == ErrorCode::bad_file;
  }
}

/// What a byte is combined with by exclusive or; 0 stands for a byte set to 0.
constexpr std::array<char, 5> kChanges = {0x01, 0x10, '\x80', '\xFF', 0};

/// Which of `changes` to the byte at `at` are neither refused nor read as whole tensors; empty if there is none.
std::string broken_by(const GoodFile& file, const std::string& bytes, Index at,
                      std::span<const char> changes) {
  std::string broken;
  for (const char change : changes) {
    std::string changed = bytes;
    changed[at] = change == 0 ? '\0' : static_cast<char>(bytes[at] ^ change);
    if (!is_refused_or_whole(file, changed))
      broken += std::string(file.name) + " at " + std::to_string(at) + " by " + std::to_string(change) + "; ";
  }
  return broken;
}

/// A temporary file of these bytes, whose name does not say its format.
struct TemporaryFile {
  const std::string path = (std::filesystem::temp_directory_path() / "headsup_weights.txt").string();

  explicit TemporaryFile(const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }
  ~TemporaryFile() { std::filesystem::remove(path); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
};

}  // namespace

TEST_CASE("one layer is the same from every format") {
  const StateDict want = course();
  REQUIRE(want.size() == 9);
  for (const std::string name :
       {"course.safetensors", "course.npz", "course_compressed.npz", "course.json"}) {
    CAPTURE(name);
    CHECK(difference(read_weights(weight_path(name)), want) == "");
  }
}

TEST_CASE("extreme float32 numbers, byte orders and memory orders are read exactly") {
  const Tensor odd = tensor_of<float>({2, 3}, {kNan, kInfinity, -kInfinity, -0.0F, 1e-45F, 3.4028235e38F});
  Tensor cube({2, 3, 4});
  for (Index i = 0; i < cube.count(); ++i) cube.floats()[i] = static_cast<float>(i);
  const StateDict want = {{"odd", odd},
                          {"fortran", cube},
                          {"big_endian", cube},
                          {"fortran_big_endian", cube},
                          {"scalar", tensor_of<float>({}, {0.5F})},
                          {"empty", Tensor({0, 3})}};
  CHECK(difference(read_weights(weight_path("odd.npz")), want) == "");
  CHECK(difference(read_weights(weight_path("odd.json")), {{"odd", odd}, {"cube", cube}}) == "");
}

TEST_CASE("a format is recognised by the content of a file, not by its name") {
  for (const GoodFile& file : kGoodFiles) {
    CAPTURE(file.name);
    const TemporaryFile copy(weight_bytes(file.name));
    CHECK(difference(read_weights(copy.path), file.read(weight_bytes(file.name))) == "");
  }
}

TEST_CASE("a file of another format is refused, and the refusal says what it is") {
  const auto said = [](const std::string& bytes) {
    const TemporaryFile copy(bytes);
    const std::string refusal = refusal_of([&] { read_weights(copy.path); });
    return refusal.substr(refusal.find(" field=") + 1);
  };
  const std::string wants = " wants=safetensors, .npz or JSON";
  CHECK(said("") == "field=beginning got=an empty file" + wants);
  CHECK(said("\x93NUMPY\x01") == "field=beginning got=one array (.npy)" + wants);
  CHECK(said("\x80\x02]") ==
        "field=beginning got=a pickle, as torch.save wrote it before PyTorch 1.6" + wants);
  CHECK(said("[{\"name\": 1}]") == "field=beginning got=bytes 5b 7b 22 6e 61 6d 65 22" + wants);
  CHECK(said("x") == "field=beginning got=bytes 78" + wants);
  CHECK(said(weight_bytes("torch_save.pt")) ==
        "field=archive/data.pkl got=a file of torch.save wants=safetensors, numpy.savez or JSON");
  CHECK(said(weight_bytes("object.npz")) ==
        "field=w_q.weight got='|O' wants=float32; in PyTorch, w.float() makes it so");
}

TEST_CASE("a path that is not a regular file is refused") {
  for (const std::string name : {"../lessons", "nowhere.npz"}) {
    const std::string path = weight_path(name);
    CHECK(refusal_of([&] { read_weights(path); }).find(" field=file got=nothing that can be read") !=
          std::string::npos);
  }
}

TEST_CASE("a refusal names the file, the part, what it got and what it wants") {
  try {
    read_weights(weight_path("float64.npz"));
    FAIL("it was read");
  } catch (const Refusal& refusal) {
    CHECK(refusal.code() == ErrorCode::bad_file);
    REQUIRE(refusal.details().size() == 4);
    CHECK(refusal.details()[0].value.find("float64.npz") != std::string::npos);
    CHECK(std::string(refusal.what()) ==
          refusal.details()[0].value +
              ", w_q.weight: got '<f8', wants float32; in PyTorch, w.float() makes it so");
  }
}

TEST_CASE("every truncated file is refused") {
  for (const GoodFile& file : kGoodFiles) {
    const std::string bytes = weight_bytes(file.name);
    REQUIRE(complaint(file.read, bytes).empty());
    for (Index length = 0; length < bytes.size(); ++length) {
      CAPTURE(file.name, length);
      const std::string said = complaint(file.read, bytes.substr(0, length));
      CHECK_FALSE(said.empty());
      CHECK(said.substr(0, 3) != "odd");
    }
  }
}

TEST_CASE("a file with one byte changed is refused or gives whole tensors") {
  for (const GoodFile& file : kGoodFiles) {
    const std::string bytes = weight_bytes(file.name);
    for (Index at = 0; at < bytes.size(); ++at)
      CHECK(broken_by(file, bytes, at, std::span(kChanges).subspan(at % kChanges.size(), 1)) == "");
  }
}

TEST_CASE("a file with one byte changed in any way is refused or gives whole tensors", "[exhaustive]") {
  for (const GoodFile& file : kGoodFiles) {
    const std::string bytes = weight_bytes(file.name);
    for (Index at = 0; at < bytes.size(); ++at) CHECK(broken_by(file, bytes, at, kChanges) == "");
  }
}

TEST_CASE("all tensors of a file share one limit") {
  files::StateDictBuilder builder("w");
  CHECK(builder.checked_shape("a", {Limits::cells}) == Shape{Limits::cells});
  CHECK(refusal_of([&] {
          builder.checked_shape("a", {Limits::cells, 2});
        }) ==
        "bad-file file=w field=a got=shape (32000000, 2) wants=at most 32000000 numbers in the whole file");
  builder.add("a", Tensor({1}));
  CHECK(builder.checked_shape("b", {Limits::cells - 1}) == Shape{Limits::cells - 1});
  CHECK(refusal_of([&] { builder.checked_shape("b", {Limits::cells}); }) != "");
}

TEST_CASE("sizes whose product overflows are refused, with zeros among them too") {
  const files::StateDictBuilder builder("w");
  const Index huge = std::numeric_limits<Index>::max();
  for (const std::vector<Index>& sizes :
       {std::vector{huge}, {huge, huge}, {huge / 2 + 1, 2}, {0, huge}, {huge, 0}}) {
    CHECK(refusal_of([&] { builder.checked_shape("a", sizes); }) != "");
  }
  CHECK(builder.checked_shape("a", {}) == Shape{});
  CHECK(builder.checked_shape("a", {3, 0, 5}) == Shape{3, 0, 5});
  CHECK(builder.checked_shape("a", std::vector<Index>(8, 1)).size() == 8);
  CHECK(refusal_of([&] { builder.checked_shape("a", std::vector<Index>(9, 1)); }) ==
        "bad-file file=w field=a got=9 axes wants=at most 8");
}

TEST_CASE("a refusal shows text of a file cut between UTF-8 characters, and without control characters") {
  const auto shown = [](const std::string& word) {
    const std::string said = refusal_of([&] { files::refuse_file("w", word, "x", "y"); });
    const std::string before = "bad-file file=w field=";
    return said.substr(before.size(), said.find(" got=") - before.size());
  };
  CHECK(shown("a\x1b[2J\n\x7f") == "a?[2J??");
  CHECK(shown(std::string(80, 'a')) == std::string(80, 'a'));
  CHECK(shown(std::string(81, 'a')) == std::string(80, 'a') + "…");
  CHECK(shown(std::string(79, 'a') + "가나") == std::string(79, 'a') + "…");
}
