// Malformed .npz and .npy, each refused with what is wrong.
#include "catch.h"
#include "weight_bytes.h"

using headsup::tests::complaint;
using headsup::tests::float_bytes;
using headsup::tests::npy;
using headsup::tests::npy_header;
using headsup::tests::npz_of;
using headsup::tests::zip;
using headsup::tests::ZipMember;

namespace {

const std::string kTwo = float_bytes({1, 2});
const std::string kGood = npy(npy_header("(2,)"), kTwo);

std::string said(const std::vector<ZipMember>& members) {
  return complaint(npz_of, zip(members));
}
std::string said_of(const std::string& array) {
  return said({{"a.npy", array}});
}
bool is_refused_header(const std::string& header) {
  const std::string complaint = said_of(npy(header, kTwo));
  return complaint.find("a: got header ") == 0 &&
         complaint.find(", wants a dict of descr, fortran_order and shape") != std::string::npos;
}

}  // namespace

TEST_CASE(".npz: reads stored and deflated members, every version of .npy, a dict in any order") {
  const auto weights =
      npz_of(zip({{"a.npy", kGood},
                  {"b.npy", kGood, 8},
                  {"v2.npy", npy(npy_header("(2,)"), kTwo, 2)},
                  {"v3.npy", npy(npy_header("(2,)"), kTwo, 3)},
                  {"dict.npy", npy("{\"shape\":(1,2,),'fortran_order':True,'descr':'<f4'}", kTwo)},
                  {".npy", kGood}}));
  REQUIRE(weights.size() == 6);
  CHECK(weights[4].tensor.shape() == headsup::Shape{1, 2});
  CHECK(weights[5].name.empty());
  for (const auto& named : weights) CHECK(named.tensor.tolist<float>() == std::vector<float>{1, 2});
}

TEST_CASE(".npz: only the parameters of a trace are read") {
  const std::string ids = npy(npy_header("(2,)", "'<i4'"), kTwo);
  const auto weights = npz_of(zip({{"ids.npy", ids}, {"w_q.bias.npy", kGood}, {"spec.json", "{}"}}));
  REQUIRE(weights.size() == 1);
  CHECK(weights[0].name == "w_q.bias");
}

TEST_CASE(".npz: files that are not archives of arrays are refused") {
  // The messages are libzip's, and differ between its versions.
  CHECK(!complaint(npz_of, "").empty());
  CHECK(!said({{"a.npy", kGood}, {"a.npy", kGood}}).empty());
  CHECK(complaint(npz_of, "PK\x03\x04 and no more").find("zip: got a broken archive (") == 0);
  CHECK(said({}) == "tensors: got none, wants at least one");
  CHECK(said({{"a.txt", kGood}}) == "a.txt: got no array, wants a member called <tensor>.npy");
  CHECK(said({{"npy", kGood}}) == "npy: got no array, wants a member called <tensor>.npy");
  CHECK(said({{"../a.npy", kGood}}) == "../a.npy: got a path, wants the name of a tensor");
  CHECK(said({{"x\\a.npy", kGood}}) == "x\\a.npy: got a path, wants the name of a tensor");
}

TEST_CASE(".npz: encrypted, unsupported, damaged or wrongly sized members are refused") {
  const std::string whole = ", wants an .npz as numpy.savez writes it";
  const auto size = static_cast<std::uint32_t>(kGood.size());
  // Deflated, because libzip 1.11 rejects an encrypted stored member of equal sizes: encryption adds 12 bytes.
  CHECK(said({{"a.npy", kGood, 8, 1}}) == "a: got an encrypted member" + whole);
  CHECK(said({{"a.npy", kGood, 12}}) == "a: got compression 12, wants stored or deflated");
  CHECK(said({{"a.npy", kGood, 0, 0, size, 7}}) == "a: got a broken archive (CRC error)" + whole);
  CHECK(said({{"a.npy", kGood, 8, 0, size, {}, "\x07"}}).find("a: got a broken archive (") == 0);
  CHECK(said({{"a.npy", kGood, 8, 0, size - 1}}) ==
        "a: got more bytes, wants " + std::to_string(size - 1) + " as the archive says");
  CHECK(said({{"a.npy", kGood, 8, 0, size + 1}}) == "a: got " + std::to_string(size) + " bytes, wants " +
                                                        std::to_string(size + 1) + " as the archive says");
}

TEST_CASE(".npz: a member that claims gigabytes is refused before memory is allocated") {
  CHECK(said({{"a.npy", kGood, 8, 0, 4'000'000'000}}) ==
        "a: got 4000000000 bytes inflated, wants at most 128010000");
}

TEST_CASE(".npy: other dtypes and objects are refused") {
  for (const std::string descr : {"<f8", "<f2", "<i4", "|b1", "|O", "=f4", "f4"}) {
    CHECK(said_of(npy(npy_header("(2,)", "'" + descr + "'"), kTwo)) ==
          "a: got '" + descr + "', wants float32; in PyTorch, w.float() makes it so");
  }
  CHECK(said_of("\x80\x02]q") == "a: got no array, wants an array as numpy.save writes it");
}

TEST_CASE(".npy: malformed preambles are refused") {
  CHECK(said_of("") == "a: got no array, wants an array as numpy.save writes it");
  CHECK(said_of("\x93NUMPY\x01") == "a: got no array, wants an array as numpy.save writes it");
  CHECK(said_of(npy(npy_header("(2,)"), kTwo, 4)) == "a: got .npy version 4.0, wants 1.0 to 3.0");
  CHECK(said_of(npy("", "", 2).substr(0, 11)) == "a: got 11 bytes, wants a whole header");
  CHECK(said_of(std::string("\x93NUMPY\x01\0\x09\0{}", 12)) == "a: got a header of 9 bytes, wants at most 2");
  CHECK(said_of(npy(std::string(10'001, ' '), kTwo)) ==
        "a: got a header of 10001 bytes, wants at most 10000");
}

TEST_CASE(".npy: headers that are not the dict of an array are refused") {
  for (const std::string shape : {"2", "(2)", "(2", "(,)", "(-2,)", "(2.0,)", "(2,,)", "[2]", "(2L,)",
                                  "(1 2)", "(0x2,)", "(1000000000000000000,)", "((2,),)"}) {
    CAPTURE(shape);
    CHECK(is_refused_header(npy_header(shape)));
  }
  for (const std::string header :
       {"", "\n", "[]", "{}", "{", "{'descr': '<f4', 'fortran_order': False}", "{'descr': '<f4'",
        "{'descr': '<f4\", 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f4' 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}",
        "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} import os"}) {
    CAPTURE(header);
    CHECK(is_refused_header(header));
  }
}

TEST_CASE(".npy: shapes that the numbers do not fill, and shapes that overflow, are refused") {
  CHECK(said_of(npy(npy_header("(3,)"), kTwo)) == "a: got 8 bytes of numbers, wants 12 for shape (3,)");
  CHECK(said_of(npy(npy_header("()"), kTwo)) == "a: got 8 bytes of numbers, wants 4 for shape ()");
  const std::string most = ", wants at most 32000000 numbers in the whole file";
  CHECK(said_of(npy(npy_header("(4294967296, 4294967296)"), kTwo)) ==
        "a: got shape (4294967296, 4294967296)" + most);
  CHECK(said_of(npy(npy_header("(0, 999999999999999999)"), "")) ==
        "a: got shape (0, 999999999999999999)" + most);
}
