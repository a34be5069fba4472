// Numbers and text by a format specification: what format(), f-strings, str.format and % share.
#include <algorithm>
#include <cmath>

#include "python/decimal.h"
#include "python/interpreter.h"
#include "python/lexer.h"

namespace headsup::python {
namespace {

bool is_one_of(std::string_view letters, char c) {
  return c != '\0' && letters.find(c) != std::string_view::npos;
}

/// [[fill]align][sign][#][0][width][grouping][.precision][type]
struct Specification {
  std::string fill = " ";
  char align = '\0';
  char sign = '-';
  bool is_alternate = false;
  char grouping = '\0';
  std::int64_t width = 0;
  int precision = -1;
  char type = '\0';

  explicit Specification(const std::string& text) {
    std::size_t at = 0;
    const auto take = [&](std::string_view any) {
      return at < text.size() && is_one_of(any, text[at]) ? text[at++] : '\0';
    };
    /// A width or precision. Nobody reads a million spaces.
    const auto number = [&] {
      int value = 0;
      while (const char digit = take("0123456789")) {
        value = value * 10 + (digit - '0');
        if (value > 1'000'000) raise("ValueError", {"Too many decimal digits in format string"});
      }
      return value;
    };
    const std::size_t first = text.empty() ? 0 : decode_utf8(text, 0).second;
    if (first < text.size() && is_one_of("<>^=", text[first])) {
      fill = text.substr(0, first);
      at = first;
    }
    align = take("<>^=");
    if (const char given = take("+- ")) sign = given;
    is_alternate = take("#") != '\0';
    if (take("0") != '\0' && align == '\0') {
      fill = "0";
      align = '=';
    }
    width = number();
    grouping = take(",_");
    if (take(".") != '\0') {
      if (at >= text.size() || !is_one_of("0123456789", text[at]))
        raise("ValueError", {"Format specifier missing precision"});
      precision = number();
    }
    if (at < text.size()) type = text[at++];
    if (at < text.size()) raise("ValueError", {"Invalid format specifier"});
  }

  bool has_zeros() const { return fill == "0" && align == '='; }
};

[[noreturn]] void unknown_code(char type, std::string_view of) {
  raise("ValueError", {"Unknown format code '", std::string(1, type), "' for object of type '", of, "'"});
}

/// Fills up to the width; '=' pads behind so many characters of the sign.
std::string padded(const std::string& text, const Specification& spec, char align, std::size_t sign) {
  const std::int64_t lacking = spec.width - String(text).size();
  if (lacking <= 0) return text;
  const std::int64_t before = align == '<' ? 0 : align == '^' ? lacking / 2 : lacking;
  std::string left;
  std::string right;
  for (std::int64_t i = 0; i < lacking; ++i) (i < before ? left : right) += spec.fill;
  if (align == '=') return text.substr(0, sign) + left + text.substr(sign);
  return left + text + right;
}

/// The digits before the point, with a separator between groups.
std::string grouped(const std::string& digits, char separator, std::size_t size) {
  std::size_t end = 0;
  while (end < digits.size() && is_one_of("0123456789abcdefABCDEF", digits[end]) && digits[end] != 'e') ++end;
  std::string out = digits;
  for (std::size_t i = end; i > size; i -= size) out.insert(i - size, 1, separator);
  return out;
}

std::string integer_digits(std::int64_t value, char type) {
  std::uint64_t rest = value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
  const std::uint64_t base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
  char digits[64];
  std::size_t first = sizeof digits;
  do {
    const std::uint64_t digit = rest % base;
    const char zero = digit < 10 ? '0' : type == 'X' ? 'A' - 10 : 'a' - 10;
    digits[--first] = static_cast<char>(static_cast<std::uint64_t>(zero) + digit);
    rest /= base;
  } while (rest != 0);
  return {digits + first, sizeof digits - first};
}

/// As %g: so many digits, as an exponent where the point would be far away. `limit` is the first power of ten that is far.
std::string general(Decimal decimal, int digits, int limit, bool keeps_zeros) {
  decimal.round(digits);
  const int exponent = decimal.digits.empty() ? 0 : decimal.point - 1;
  const auto shown = keeps_zeros ? digits : std::max(static_cast<int>(decimal.digits.size()), 1);
  if (exponent < -4 || exponent >= limit) return decimal.scientific(shown - 1);
  return decimal.fixed(std::max(shown - 1 - exponent, 0));
}

/// The digits of a number that is not negative.
std::string real_digits(double value, const Specification& spec) {
  const char type = static_cast<char>(spec.type | 0x20);
  const int precision = spec.precision < 0 ? 6 : spec.precision;
  std::string text;
  if (type == '%') value *= 100;
  if (!std::isfinite(value)) {
    text = std::isnan(value) ? "nan" : "inf";
  } else if (type == 'f' || type == '%') {
    text = fixed_text(value, precision);
    if (spec.is_alternate && precision == 0) text += '.';
  } else if (type == 'e') {
    text = scientific_text(value, precision);
  } else if (type == 'g' || type == 'n') {
    const int digits = std::max(precision, 1);
    text = general(Decimal::of(value), digits, digits, spec.is_alternate);
  } else if (spec.precision < 0) {
    text = repr_real(value);
  } else {
    const int digits = std::max(precision, 1);
    text = general(Decimal::of(value), digits, digits - 1, false);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
  }
  if (type == '%') text += '%';
  if (is_one_of("EFG", spec.type)) {
    for (char& c : text) c = static_cast<char>(c >= 'a' ? c & ~0x20 : c);
  }
  return text;
}

}  // namespace

std::string repr_real(double value) {
  if (std::isnan(value)) return "nan";
  const std::string sign = std::signbit(value) ? "-" : "";
  if (std::isinf(value)) return sign + "inf";
  const std::string text = general(Decimal::shortest(std::fabs(value)), 17, 16, false);
  return sign + text + (text.find_first_of(".e") == std::string::npos ? ".0" : "");
}

std::string format_number(Value number, const std::string& specification) {
  const Specification spec(specification);
  std::string digits;
  std::string sign;
  const bool is_whole = number.is_integer() && !is_one_of("eEfFgG%", spec.type);
  if (is_whole) {
    if (spec.precision >= 0) raise("ValueError", {"Precision not allowed in integer format specifier"});
    if (spec.type == 'c') {
      std::string character;
      append_utf8(character, static_cast<std::uint32_t>(number.i));
      return padded(character, spec, spec.align == '\0' ? '<' : spec.align, 0);
    }
    if (spec.type != '\0' && !is_one_of("dnbxXo", spec.type))
      unknown_code(spec.type, number.is(Kind::boolean) ? "bool" : "int");
    digits = integer_digits(number.i, spec.type);
  } else {
    if (spec.type != '\0' && !is_one_of("eEfFgGn%", spec.type)) unknown_code(spec.type, "float");
    digits = real_digits(std::fabs(number.to_real()), spec);
  }
  const bool is_negative =
      number.is(Kind::real) ? std::signbit(number.d) && !std::isnan(number.d) : number.i < 0;
  if (is_negative || spec.sign != '-') sign = is_negative ? '-' : spec.sign;
  if (is_whole && spec.is_alternate && is_one_of("bxXo", spec.type)) sign += {'0', spec.type};
  if (spec.grouping != '\0' && is_one_of("0123456789", digits[0])) {
    const std::size_t size = is_one_of("bxXo", spec.type) ? 4 : 3;
    std::string shown = grouped(digits, spec.grouping, size);
    // Zeros in front are grouped as well.
    while (spec.has_zeros() && static_cast<std::int64_t>(sign.size() + shown.size()) < spec.width) {
      digits.insert(0, 1, '0');
      shown = grouped(digits, spec.grouping, size);
    }
    digits = shown;
  }
  return padded(sign + digits, spec, spec.align == '\0' ? '>' : spec.align, sign.size());
}

std::string format_text(Interpreter&, const std::string& text, const std::string& specification) {
  if (specification.empty()) return text;
  const Specification spec(specification);
  if (spec.type != '\0' && spec.type != 's') unknown_code(spec.type, "str");
  if (spec.sign != '-') raise("ValueError", {"Sign not allowed in string format specifier"});
  if (spec.align == '=' && spec.fill != "0")
    raise("ValueError", {"'=' alignment not allowed in string format specifier"});
  const String all(text);
  const bool is_cut = spec.precision >= 0 && spec.precision < all.size();
  const std::string taken = is_cut ? text.substr(0, all.byte_of(spec.precision)) : text;
  return padded(taken, spec, spec.align == '\0' || spec.align == '=' ? '<' : spec.align, 0);
}

std::string quoted(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string out(1, quote);
  for (std::size_t i = 0; i < text.size();) {
    const auto [c, size] = decode_utf8(text, i);
    constexpr std::string_view kEscaped = "\n\t\r";
    const std::size_t letter = c < 0x80 ? kEscaped.find(static_cast<char>(c)) : std::string_view::npos;
    const bool is_short = c < 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0xAD;
    if (letter != std::string_view::npos) {
      out += {'\\', "ntr"[letter]};
    } else if (c == '\\' || c == static_cast<std::uint32_t>(quote)) {
      out += {'\\', static_cast<char>(c)};
    } else if (is_short || (c >= 0x2000 && c <= 0x200F) || (c >= 0x2028 && c <= 0x202F) || c == 0x3000 ||
               c == 0xFEFF) {
      out += is_short ? "\\x" : "\\u";
      for (int shift = is_short ? 4 : 12; shift >= 0; shift -= 4) out += "0123456789abcdef"[c >> shift & 15U];
    } else {
      out += text.substr(i, size);
    }
    i += size;
  }
  return out + quote;
}

}  // namespace headsup::python
