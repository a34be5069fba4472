// Numbers as text, and the three ways of formatting: f-strings' specifications, str.format, %.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "python/interpreter.h"
#include "python/lexer.h"

namespace headsup::python {
namespace {

std::string printed(const char* pattern, int precision, double value) {
  const int size = std::snprintf(nullptr, 0, pattern, precision, value);
  std::string text(static_cast<std::size_t>(size) + 1, '\0');
  std::snprintf(text.data(), text.size(), pattern, precision, value);
  text.pop_back();
  return text;
}

/// The fewest digits that read back as the same number.
std::string shortest(double value) {
  // Every decimal of 15 digits is a double of its own, unless it is tiny.
  const bool is_tiny = std::fabs(value) < 2.3e-308;
  for (int digits = is_tiny ? 1 : 15; digits < 17; ++digits) {
    std::string text = printed("%.*e", digits - 1, value);
    if (std::strtod(text.c_str(), nullptr) == value) return text;
  }
  return printed("%.*e", 16, value);
}

}  // namespace

std::string repr_real(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (value == 0) return std::signbit(value) ? "-0.0" : "0.0";
  const std::string scientific = shortest(std::fabs(value));
  const std::size_t e = scientific.find('e');
  const int exponent = std::atoi(scientific.c_str() + e + 1);
  std::string digits = scientific.substr(0, 1);
  if (e > 1) digits += scientific.substr(2, e - 2);
  digits.erase(std::max<std::size_t>(digits.find_last_not_of('0') + 1, 1));
  const std::string sign = value < 0 ? "-" : "";
  const auto size = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    const std::string power = std::to_string(std::abs(exponent));
    return sign + digits.substr(0, 1) + (size > 1 ? "." + digits.substr(1) : "") +
           (exponent < 0 ? "e-" : "e+") + (power.size() < 2 ? "0" : "") + power;
  }
  if (exponent < 0) return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  if (size <= exponent + 1)
    return sign + digits + std::string(static_cast<std::size_t>(exponent + 1 - size), '0') + ".0";
  const auto point = static_cast<std::size_t>(exponent) + 1;
  return sign + digits.substr(0, point) + "." + digits.substr(point);
}

namespace {

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
};

/// A width or precision. Nobody reads a million spaces.
int small_number(const std::string& text, std::size_t& at) {
  int value = 0;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
    value = value * 10 + (text[at++] - '0');
    if (value > 1'000'000) raise("ValueError", {"Too many decimal digits in format string"});
  }
  return value;
}

Specification parse_specification(const std::string& text) {
  Specification spec;
  std::size_t at = 0;
  const auto peek = [&] { return at < text.size() ? text[at] : '\0'; };
  const auto is_align = [](char c) { return c == '<' || c == '>' || c == '^' || c == '='; };
  const std::size_t first = text.empty() ? 0 : decode_utf8(text, 0).second;
  if (first > 0 && first < text.size() && is_align(text[first])) {
    spec.fill = text.substr(0, first);
    spec.align = text[first];
    at = first + 1;
  } else if (is_align(peek())) {
    spec.align = text[at++];
  }
  if (peek() == '+' || peek() == '-' || peek() == ' ') spec.sign = text[at++];
  if (peek() == '#') {
    spec.is_alternate = true;
    ++at;
  }
  if (peek() == '0') {
    ++at;
    if (spec.align == '\0') {
      spec.fill = "0";
      spec.align = '=';
    }
  }
  spec.width = small_number(text, at);
  if (peek() == ',' || peek() == '_') spec.grouping = text[at++];
  if (peek() == '.') {
    ++at;
    if (peek() < '0' || peek() > '9') raise("ValueError", {"Format specifier missing precision"});
    spec.precision = small_number(text, at);
  }
  if (at < text.size()) spec.type = text[at++];
  if (at < text.size()) raise("ValueError", {"Invalid format specifier"});
  return spec;
}

[[noreturn]] void unknown_code(char type, const char* of) {
  raise("ValueError", {"Unknown format code '", std::string(1, type), "' for object of type '", of, "'"});
}

std::int64_t characters(const std::string& text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
}

std::string padded(const std::string& text, const Specification& spec, char otherwise, std::size_t sign) {
  const std::int64_t lacking = spec.width - characters(text);
  if (lacking <= 0) return text;
  const char align = spec.align == '\0' ? otherwise : spec.align;
  const std::int64_t before = align == '<' ? 0 : align == '^' ? lacking / 2 : lacking;
  std::string left;
  std::string right;
  for (std::int64_t i = 0; i < lacking; ++i) (i < before ? left : right) += spec.fill;
  // '=' pads between the sign and the digits.
  if (align == '=') return text.substr(0, sign) + left + text.substr(sign);
  return left + text + right;
}

void group(std::string& digits, char separator, std::size_t size) {
  std::size_t end = 0;
  while (end < digits.size() && std::isxdigit(static_cast<unsigned char>(digits[end])) != 0 &&
         digits[end] != 'e')
    ++end;
  for (std::size_t i = end; i > size; i -= size) digits.insert(i - size, 1, separator);
}

std::string integer_digits(std::int64_t value, char type) {
  std::uint64_t rest = value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
  const std::uint64_t base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
  const char* letters = type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  std::string digits;
  do {
    digits.insert(digits.begin(), letters[rest % base]);
    rest /= base;
  } while (rest != 0);
  return digits;
}

/// The digits of a number that is not negative.
std::string real_digits(double value, const Specification& spec) {
  if (!std::isfinite(value)) return std::isnan(value) ? "nan" : "inf";
  const int precision = spec.precision < 0 ? 6 : spec.precision;
  switch (spec.type) {
    case 'f':
    case 'F':
      return printed(spec.is_alternate ? "%#.*f" : "%.*f", precision, value);
    case '%':
      return printed("%.*f", precision, 100 * value) + "%";
    case 'e':
      return printed("%.*e", precision, value);
    case 'E':
      return printed("%.*E", precision, value);
    case 'g':
    case 'n':
      return printed(spec.is_alternate ? "%#.*g" : "%.*g", precision, value);
    case 'G':
      return printed("%.*G", precision, value);
    default:
      break;
  }
  if (spec.precision < 0) return repr_real(value);
  std::string text = printed("%.*g", precision, value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

}  // namespace

std::string format_number(Value number, const std::string& specification) {
  const Specification spec = parse_specification(specification);
  const bool is_integer =
      number.is_integer() && std::string_view("eEfFgG%").find(spec.type) == std::string_view::npos;
  std::string digits;
  std::size_t prefix = 0;
  if (is_integer || (number.is_integer() && spec.type == '\0')) {
    if (spec.precision >= 0) raise("ValueError", {"Precision not allowed in integer format specifier"});
    if (spec.type == 'c') {
      std::string character;
      append_utf8(character, static_cast<std::uint32_t>(number.i));
      return padded(character, spec, '<', 0);
    }
    if (std::string_view("dnbxXo").find(spec.type) == std::string_view::npos && spec.type != '\0') {
      unknown_code(spec.type, number.is(Kind::boolean) ? "bool" : "int");
    }
    digits = integer_digits(number.i, spec.type);
    if (spec.grouping != '\0') group(digits, spec.grouping, spec.type == '\0' || spec.type == 'd' ? 3 : 4);
    if (spec.is_alternate && std::string_view("bxXo").find(spec.type) != std::string_view::npos) {
      digits = joined({"0", std::string(1, spec.type), digits});
      prefix = 2;
    }
  } else {
    if (std::string_view("eEfFgGn%").find(spec.type) == std::string_view::npos && spec.type != '\0') {
      unknown_code(spec.type, "float");
    }
    digits = real_digits(std::fabs(number.to_real()), spec);
    if (spec.grouping != '\0') group(digits, spec.grouping, 3);
  }
  const bool is_negative =
      number.is(Kind::real) ? std::signbit(number.d) && !std::isnan(number.d) : number.i < 0;
  const std::string sign = is_negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
  // Zeros in front are grouped as well.
  if (spec.grouping != '\0' && spec.fill == "0" && spec.align == '=') {
    while (static_cast<std::int64_t>(sign.size() + digits.size()) < spec.width) {
      std::string plain;
      for (const char c : digits) {
        if (c != spec.grouping) plain += c;
      }
      plain.insert(0, 1, '0');
      group(plain, spec.grouping, 3);
      digits = plain;
    }
  }
  return padded(sign + digits, spec, '>', sign.size() + prefix);
}

std::string format_text(Interpreter& in, const std::string& text, const std::string& specification) {
  static_cast<void>(in);
  if (specification.empty()) return text;
  const Specification spec = parse_specification(specification);
  if (spec.type != '\0' && spec.type != 's') unknown_code(spec.type, "str");
  if (spec.sign != '-') raise("ValueError", {"Sign not allowed in string format specifier"});
  if (spec.align == '=' && spec.fill != "0")
    raise("ValueError", {"'=' alignment not allowed in string format specifier"});
  std::string taken = text;
  if (spec.precision >= 0) {
    const String all(text);
    taken = text.substr(0, all.byte_of(std::min<std::int64_t>(spec.precision, all.size())));
  }
  Specification left = spec;
  if (left.align == '=') left.align = '<';
  return padded(taken, left, '<', 0);
}

// %

std::string percent_format(Interpreter& in, const std::string& pattern, Value arguments) {
  const bool is_tuple = arguments.is(Kind::tuple);
  std::size_t taken = 0;
  const auto next = [&] {
    const std::size_t size = is_tuple ? arguments.as<Sequence>().items.size() : 1;
    if (taken >= size) raise("TypeError", {"not enough arguments for format string"});
    const std::size_t at = taken++;
    return is_tuple ? arguments.as<Sequence>().items[at] : arguments;
  };
  bool is_mapping = false;
  std::string out;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    if (pattern[at] != '%') {
      out += pattern[at];
      continue;
    }
    const auto peek = [&] { return at < pattern.size() ? pattern[at] : '\0'; };
    ++at;
    Value value;
    if (peek() == '(') {
      const std::size_t end = pattern.find(')', at);
      if (end == std::string::npos) raise("ValueError", {"incomplete format key"});
      if (!arguments.is(Kind::dict)) raise("TypeError", {"format requires a mapping"});
      value = in.item(arguments, in.string(pattern.substr(at + 1, end - at - 1)));
      is_mapping = true;
      at = end + 1;
    }
    Specification spec;
    spec.align = '>';
    for (; std::string_view("-+ #0").find(peek()) != std::string_view::npos && peek() != '\0'; ++at) {
      if (peek() == '-') spec.align = '<';
      if (peek() == '+') spec.sign = '+';
      if (peek() == ' ' && spec.sign == '-') spec.sign = ' ';
      if (peek() == '#') spec.is_alternate = true;
      if (peek() == '0' && spec.align == '>') {
        spec.fill = "0";
        spec.align = '=';
      }
    }
    if (spec.align == '<') spec.fill = " ";
    const auto number = [&] {
      if (peek() != '*') return small_number(pattern, at);
      ++at;
      const Value star = next();
      if (!star.is_integer()) raise("TypeError", {"* wants int"});
      return static_cast<int>(std::clamp<std::int64_t>(star.i, -1'000'000, 1'000'000));
    };
    spec.width = number();
    if (spec.width < 0) {
      spec.width = -spec.width;
      spec.align = '<';
    }
    if (peek() == '.') {
      ++at;
      spec.precision = number();
    }
    const char type = peek();
    if (type == '\0') raise("ValueError", {"incomplete format"});
    if (type == '%') {
      out += '%';
      continue;
    }
    if (!value.is_defined()) value = next();
    std::string text;
    std::size_t sign = 0;
    if (type == 's' || type == 'r' || type == 'a') {
      text = type == 's' ? in.str(value) : in.repr(value);
      if (spec.precision >= 0) text = format_text(in, text, joined({".", spec.precision}));
      if (spec.align == '=') spec.fill = " ";
    } else if (type == 'c') {
      if (value.is_integer()) {
        append_utf8(text, static_cast<std::uint32_t>(value.i));
      } else {
        text = in.str(value);
      }
    } else {
      const bool is_whole = std::string_view("diuxXo").find(type) != std::string_view::npos;
      if (!is_whole && std::string_view("eEfFgG").find(type) == std::string_view::npos) {
        raise("ValueError", {"unsupported format character '", std::string(1, type), "' (0x",
                             integer_digits(static_cast<unsigned char>(type), 'x'), ") at index ", at});
      }
      if (value.is(Kind::native)) value = in.call(in.attribute(value, in.names.float_), Values());
      if (!value.is_number()) {
        if (is_whole) {
          raise("TypeError",
                {"%", std::string(1, type), " format: a real number is required, not ", in.type_name(value)});
        }
        raise("TypeError", {"must be real number, not ", in.type_name(value)});
      }
      if (is_whole && value.is(Kind::real)) {
        if (std::isnan(value.d)) raise("ValueError", {"cannot convert float NaN to integer"});
        if (std::fabs(value.d) >= 9.2e18) refuse_construct("an integer beyond 64 bits", "use %f or %e");
        value = Value(static_cast<std::int64_t>(value.d));
      }
      spec.type = type;
      text = is_whole ? integer_digits(value.i, type) : real_digits(std::fabs(value.to_real()), spec);
      if (is_whole && static_cast<std::int64_t>(text.size()) < spec.precision) {
        text.insert(0, static_cast<std::size_t>(spec.precision) - text.size(), '0');
      }
      const bool is_negative =
          value.is(Kind::real) ? std::signbit(value.d) && !std::isnan(value.d) : value.i < 0;
      const std::string prefix = is_negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
      sign = prefix.size();
      text.insert(0, prefix);
    }
    in.heap.charge((text.size() + static_cast<std::uint64_t>(spec.width)) / 8);
    out += padded(text, spec, '>', sign);
  }
  if (!is_mapping && !arguments.is(Kind::dict) &&
      taken < (is_tuple ? arguments.as<Sequence>().items.size() : 1)) {
    raise("TypeError", {"not all arguments converted during string formatting"});
  }
  return out;
}

// str.format

namespace {

class FormatRun {
 public:
  FormatRun(Interpreter& in, const Values& positional, Dict& keywords)
      : in_(in), positional_(positional), keywords_(keywords) {}

  std::string run(std::string_view pattern, int depth) {
    if (depth > 1) raise("ValueError", {"Max string recursion exceeded"});
    std::string out;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
      const char c = pattern[at];
      if (c != '{' && c != '}') {
        out += c;
        continue;
      }
      if (at + 1 < pattern.size() && pattern[at + 1] == c) {
        out += c;
        ++at;
        continue;
      }
      if (c == '}') raise("ValueError", {"Single '}' encountered in format string"});
      std::size_t end = at + 1;
      for (int open = 1; end < pattern.size(); ++end) {
        open += pattern[end] == '{' ? 1 : pattern[end] == '}' ? -1 : 0;
        if (open == 0) break;
      }
      if (end >= pattern.size()) {
        raise("ValueError", {at + 1 == pattern.size() ? "Single '{' encountered in format string"
                                                      : "expected '}' before end of string"});
      }
      const std::string piece = field(pattern.substr(at + 1, end - at - 1), depth);
      in_.heap.charge(piece.size() / 8);
      out += piece;
      at = end;
    }
    return out;
  }

 private:
  std::string field(std::string_view text, int depth) {
    const std::size_t name_end = std::min(text.find_first_of("!:"), text.size());
    Value value = lookup(text.substr(0, name_end));
    text.remove_prefix(name_end);
    if (!text.empty() && text[0] == '!') {
      const char conversion = text.size() > 1 ? text[1] : '\0';
      if (conversion == 'r' || conversion == 'a') {
        value = in_.string(in_.repr(value));
      } else if (conversion == 's') {
        value = in_.string(in_.str(value));
      } else {
        raise("ValueError", {"Unknown conversion specifier '", std::string(1, conversion), "'"});
      }
      text.remove_prefix(2);
    }
    return in_.format(value, text.empty() ? "" : run(text.substr(1), depth + 1));
  }

  Value lookup(std::string_view name) {
    const std::size_t end = std::min(name.find_first_of(".["), name.size());
    const std::string first(name.substr(0, end));
    Value value;
    if (first.empty() || first.find_first_not_of("0123456789") == std::string::npos) {
      if (first.empty() ? is_manual_ : next_ > 0) {
        raise("ValueError", {"cannot switch from ",
                             first.empty() ? "manual field specification to automatic field numbering"
                                           : "automatic field numbering to manual field specification"});
      }
      is_manual_ |= !first.empty();
      std::size_t digits = 0;
      const std::size_t at = first.empty() ? next_++ : static_cast<std::size_t>(small_number(first, digits));
      if (at >= positional_.size()) {
        raise("IndexError", {"Replacement index ", at, " out of range for positional args tuple"});
      }
      value = positional_[at];
    } else {
      const Value* found = keywords_.find(in_.heap.intern(first));
      if (found == nullptr) in_.raise_key_error(in_.string(first));
      value = *found;
    }
    name.remove_prefix(end);
    while (!name.empty()) {
      const bool is_item = name[0] == '[';
      const std::size_t stop = is_item ? name.find(']') : std::min(name.find_first_of(".[", 1), name.size());
      if (stop == std::string_view::npos) raise("ValueError", {"Missing ']' in format string"});
      const std::string key(name.substr(1, stop - 1));
      if (!is_item) {
        value = in_.attribute(value, in_.heap.intern(key));
      } else if (!key.empty() && key.find_first_not_of("0123456789") == std::string::npos) {
        std::size_t digits = 0;
        value = in_.item(value, Value(small_number(key, digits)));
      } else {
        value = in_.item(value, in_.string(key));
      }
      name.remove_prefix(std::min(stop + (is_item ? 1 : 0), name.size()));
    }
    return value;
  }

  Interpreter& in_;
  const Values& positional_;
  Dict& keywords_;
  std::size_t next_ = 0;
  bool is_manual_ = false;
};

}  // namespace

std::string str_format(Interpreter& in, const std::string& pattern, const Values& positional,
                       Dict& keywords) {
  return FormatRun(in, positional, keywords).run(pattern, 0);
}

}  // namespace headsup::python
