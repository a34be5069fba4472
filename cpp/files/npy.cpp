#include "files/npy.h"

#include <algorithm>
#include <set>
#include <utility>

#include "files/bytes.h"

namespace headsup::files {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
/// The magic, the version, and the length of the header: two bytes in version 1, later four.
constexpr Index kPreamble = 10;
constexpr Index kLongPreamble = 12;
/// Where the numbers begin is a multiple of this.
constexpr Index kAlignment = 64;

/// What a .npy says about its numbers.
struct Header {
  std::string descr;
  bool fortran_order = false;
  std::vector<Index> shape;
};

/// Reads the notation in which Python writes a dict of text, booleans and tuples of sizes, and nothing else.
class Literal {
 public:
  Literal(std::string_view text, const std::string& name, const StateDictBuilder& builder)
      : text_(text), rest_(text), name_(name), builder_(builder) {}

  Header header();

 private:
  [[noreturn]] void refuse() const {
    builder_.refuse_part(name_, "header " + std::string(text_), "a dict of descr, fortran_order and shape");
  }
  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size())); }
  /// Goes past `token` where it comes next.
  bool accept(std::string_view token);
  void expect(std::string_view token) {
    if (!accept(token)) refuse();
  }
  std::string quoted();
  bool boolean();
  Index size();
  std::vector<Index> tuple();

  std::string_view text_;
  std::string_view rest_;
  const std::string& name_;
  const StateDictBuilder& builder_;
};

bool Literal::accept(std::string_view token) {
  skip_space();
  if (rest_.substr(0, token.size()) != token) return false;
  rest_.remove_prefix(token.size());
  return true;
}

std::string Literal::quoted() {
  const char quote = accept("\"") ? '"' : '\'';
  if (quote == '\'') expect("'");
  const auto end = rest_.find(quote);
  if (end == std::string_view::npos) refuse();
  std::string value(rest_.substr(0, end));
  rest_.remove_prefix(end + 1);
  return value;
}

bool Literal::boolean() {
  if (accept("True")) return true;
  expect("False");
  return false;
}

Index Literal::size() {
  skip_space();
  const auto digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
  // More digits may not fit into 64 bits, and no tensor needs them.
  if (digits == 0 || digits > 18) refuse();
  std::uint64_t value = 0;
  for (const char digit : rest_.substr(0, digits))
    value = value * 10 + static_cast<std::uint64_t>(digit - '0');
  rest_.remove_prefix(digits);
  return static_cast<Index>(value);
}

std::vector<Index> Literal::tuple() {
  std::vector<Index> shape;
  expect("(");
  while (!accept(")")) {
    shape.push_back(size());
    if (accept(",")) continue;
    // Python reads (2) as a number: a tuple of one has its comma.
    if (shape.size() == 1) refuse();
    expect(")");
    break;
  }
  return shape;
}

Header Literal::header() {
  Header header;
  std::set<std::string> keys;
  expect("{");
  while (!accept("}")) {
    const std::string key = quoted();
    expect(":");
    if (key == "descr") {
      header.descr = quoted();
    } else if (key == "fortran_order") {
      header.fortran_order = boolean();
    } else if (key == "shape") {
      header.shape = tuple();
    } else {
      refuse();
    }
    if (!keys.insert(key).second) refuse();
    if (accept(",")) continue;
    expect("}");
    break;
  }
  skip_space();
  if (keys.size() != 3 || !rest_.empty()) refuse();
  return header;
}

/// The text of the header; what follows it are the numbers.
std::string_view header_text(const std::vector<std::uint8_t>& npy, const std::string& name,
                             const StateDictBuilder& builder) {
  const std::string_view text(reinterpret_cast<const char*>(npy.data()), npy.size());
  if (text.size() < kPreamble || !is_npy(text)) {
    builder.refuse_part(name, "no array", "an array as numpy.save writes it");
  }
  const int major = npy[kMagic.size()];
  const int minor = npy[kMagic.size() + 1];
  if (major < 1 || major > 3 || minor != 0) {
    builder.refuse_part(name, ".npy version " + std::to_string(major) + "." + std::to_string(minor),
                        "1.0 to 3.0");
  }
  const Index length_at = kMagic.size() + 2;
  const Index begin = major == 1 ? kPreamble : kLongPreamble;
  if (text.size() < begin)
    builder.refuse_part(name, std::to_string(text.size()) + " bytes", "a whole header");
  const std::uint64_t length = integer_in(npy.data() + length_at, begin - length_at);
  const Index largest = std::min(text.size() - begin, kLargestNpyHeader);
  if (length > largest) {
    builder.refuse_part(name, "a header of " + std::to_string(length) + " bytes",
                        "at most " + std::to_string(largest));
  }
  return text.substr(begin, static_cast<std::size_t>(length));
}

/// In Fortran's order the first axis runs fastest.
std::vector<float> row_major(const std::vector<float>& fortran, const Shape& shape) {
  std::vector<float> numbers;
  numbers.reserve(fortran.size());
  Shape index(shape.size());
  Shape strides = shape;
  Index stride = 1;
  for (Index& s : strides) stride *= std::exchange(s, stride);
  Index at = 0;
  while (numbers.size() < fortran.size()) {
    numbers.push_back(fortran[at]);
    for (Index axis = shape.size(); axis-- > 0;) {
      at += strides[axis];
      if (++index[axis] < shape[axis]) break;
      at -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
  return numbers;
}

const char* descr_of(const AnyTensor& tensor) {
  constexpr const char* kDescrs[] = {"<f4", "<i4", "|b1"};
  return kDescrs[tensor.index()];
}

}  // namespace

bool is_npy(std::string_view bytes) {
  return bytes.substr(0, kMagic.size()) == kMagic;
}

FloatTensor read_npy(const std::vector<std::uint8_t>& npy, const std::string& name,
                     const StateDictBuilder& builder) {
  const std::string_view text = header_text(npy, name, builder);
  const Header header = Literal(text, name, builder).header();
  if (header.descr != "<f4" && header.descr != ">f4") {
    builder.refuse_dtype(name, "'" + header.descr + "'");
  }
  const Shape shape = builder.checked_shape(name, header.shape);
  const Index cells = element_count(shape);
  const auto* data = reinterpret_cast<const std::uint8_t*>(text.data() + text.size());
  const auto size = static_cast<Index>(npy.data() + npy.size() - data);
  if (size != cells * kFloatSize) {
    builder.refuse_part(name, std::to_string(size) + " bytes of numbers",
                        std::to_string(cells * kFloatSize) + " for shape " + to_string(shape));
  }
  auto numbers = floats_in(data, cells, header.descr[0] == '>' ? ByteOrder::big : ByteOrder::little);
  if (header.fortran_order) numbers = row_major(numbers, shape);
  return {shape, std::move(numbers)};
}

std::vector<std::uint8_t> to_npy(const AnyTensor& tensor) {
  const Shape& shape = std::visit([](const auto& t) -> const Shape& { return t.shape; }, tensor);
  std::string header = std::string("{'descr': '") + descr_of(tensor) +
                       "', 'fortran_order': False, 'shape': " + headsup::to_string(shape) + ", }";
  while ((kPreamble + header.size() + 1) % kAlignment != 0) header += ' ';
  header += '\n';

  std::vector<std::uint8_t> npy(kMagic.begin(), kMagic.end());
  append_integer(npy, 1, 2);
  append_integer(npy, header.size(), 2);
  npy.insert(npy.end(), header.begin(), header.end());
  std::visit(
      [&npy](const auto& t) {
        for (const auto number : t.data) append_number(npy, number);
      },
      tensor);
  return npy;
}

}  // namespace headsup::files
