#include "files/npy.h"

#include <algorithm>
#include <set>
#include <utility>

#include "files/bytes.h"

namespace headsup::files {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
/// Bytes before the header: the magic, the version, and the header's length, which has two bytes in version 1 and four
/// in later ones.
constexpr Index kPreamble = 10;
constexpr Index kLongPreamble = 12;
/// The numbers begin at a multiple of this many bytes.
constexpr Index kAlignment = 64;

struct Header {
  std::string descr;
  bool fortran_order = false;
  std::vector<Index> shape;
};

/// Parses a header: a Python dict of a string, a bool and a tuple of sizes.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& name, const StateDictBuilder& builder)
      : text_(text), rest_(text), name_(name), builder_(builder) {}

  Header parse();

 private:
  [[noreturn]] void refuse() const {
    builder_.refuse_part(name_, "header " + std::string(text_), "a dict of descr, fortran_order and shape");
  }
  void skip_spaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size())); }
  /// Skips `token` if it comes next.
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

bool HeaderParser::accept(std::string_view token) {
  skip_spaces();
  if (rest_.substr(0, token.size()) != token) return false;
  rest_.remove_prefix(token.size());
  return true;
}

std::string HeaderParser::quoted() {
  const char quote = accept("\"") ? '"' : '\'';
  if (quote == '\'') expect("'");
  const auto end = rest_.find(quote);
  if (end == std::string_view::npos) refuse();
  std::string value(rest_.substr(0, end));
  rest_.remove_prefix(end + 1);
  return value;
}

bool HeaderParser::boolean() {
  if (accept("True")) return true;
  expect("False");
  return false;
}

Index HeaderParser::size() {
  skip_spaces();
  const auto digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
  // More digits may not fit into 64 bits, and no tensor needs them.
  if (digits == 0 || digits > 18) refuse();
  std::uint64_t value = 0;
  for (const char digit : rest_.substr(0, digits))
    value = value * 10 + static_cast<std::uint64_t>(digit - '0');
  rest_.remove_prefix(digits);
  return static_cast<Index>(value);
}

std::vector<Index> HeaderParser::tuple() {
  std::vector<Index> shape;
  expect("(");
  while (!accept(")")) {
    shape.push_back(size());
    if (accept(",")) continue;
    // Python reads (2) as a number; a tuple of one needs a comma.
    if (shape.size() == 1) refuse();
    expect(")");
    break;
  }
  return shape;
}

Header HeaderParser::parse() {
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
  skip_spaces();
  if (keys.size() != 3 || !rest_.empty()) refuse();
  return header;
}

/// The text of the header. The numbers follow it.
std::string_view header_text(ByteSpan npy, const std::string& name, const StateDictBuilder& builder) {
  const std::string_view text = text_of(npy);
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
  const std::uint64_t length = integer_in(npy.subspan(length_at, begin - length_at));
  const Index largest = std::min(text.size() - begin, kLargestNpyHeader);
  if (length > largest) {
    builder.refuse_part(name, "a header of " + std::to_string(length) + " bytes",
                        "at most " + std::to_string(largest));
  }
  return text.substr(begin, static_cast<std::size_t>(length));
}

/// Reorders numbers from Fortran order, in which the first axis varies fastest, to row-major.
std::vector<float> row_major(const std::vector<float>& fortran, const Shape& shape) {
  std::vector<float> numbers;
  numbers.reserve(fortran.size());
  Shape index = Shape::zeros(shape.size());
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

/// Ids and positions are int32 in files, as in JavaScript's traces.
const char* descr_of(const Tensor& tensor) {
  if (tensor.dtype() == DType::boolean) return "|b1";
  return tensor.dtype() == DType::int64 ? "<i4" : "<f4";
}

}  // namespace

bool is_npy(std::string_view bytes) {
  return bytes.substr(0, kMagic.size()) == kMagic;
}

Tensor read_npy(ByteSpan npy, const std::string& name, const StateDictBuilder& builder) {
  const std::string_view text = header_text(npy, name, builder);
  const Header header = HeaderParser(text, name, builder).parse();
  if (header.descr != "<f4" && header.descr != ">f4") {
    builder.refuse_dtype(name, "'" + header.descr + "'");
  }
  const Shape shape = builder.checked_shape(name, header.shape);
  const Index cells = element_count(shape);
  const auto header_end = static_cast<Index>(text.data() + text.size() - text_of(npy).data());
  const ByteSpan data = npy.subspan(header_end);
  if (data.size() != cells * kFloatSize) {
    builder.refuse_part(name, std::to_string(data.size()) + " bytes of numbers",
                        std::to_string(cells * kFloatSize) + " for shape " + to_string(shape));
  }
  auto numbers = floats_in(data, header.descr[0] == '>' ? ByteOrder::big : ByteOrder::little);
  if (header.fortran_order) numbers = row_major(numbers, shape);
  return tensor_of<float>(shape, numbers);
}

Bytes to_npy(const Tensor& tensor) {
  std::string header = std::string("{'descr': '") + descr_of(tensor) +
                       "', 'fortran_order': False, 'shape': " + headsup::to_string(tensor.shape()) + ", }";
  while ((kPreamble + header.size() + 1) % kAlignment != 0) header += ' ';
  header += '\n';

  Bytes npy(kMagic.begin(), kMagic.end());
  append_integer(npy, 1, 2);
  append_integer(npy, header.size(), 2);
  npy.insert(npy.end(), header.begin(), header.end());
  switch (tensor.dtype()) {
    case DType::boolean:
      for (const std::uint8_t bit : tensor.tolist<std::uint8_t>()) append_number(npy, bit);
      break;
    case DType::int64:
      for (const std::int64_t id : tensor.tolist<std::int64_t>())
        append_number(npy, static_cast<std::int32_t>(id));
      break;
    case DType::float32:
    case DType::float64:
      for (const float number : tensor.to(DType::float32).tolist<float>()) append_number(npy, number);
      break;
  }
  return npy;
}

}  // namespace headsup::files
