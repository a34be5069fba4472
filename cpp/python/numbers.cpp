// Arithmetic on bool, int (64 bits) and float.
#include <cmath>
#include <limits>

#include "python/decimal.h"
#include "python/interpreter.h"

namespace headsup::python {
namespace {

[[noreturn]] void too_large() {
  refuse_construct("an integer beyond 64 bits", "use floats, such as 2.0 ** 64");
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  if (b == -1) {
    std::int64_t result = 0;
    if (__builtin_sub_overflow(std::int64_t{0}, a, &result)) too_large();
    return result;
  }
  const std::int64_t quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

double floor_modulo(double a, double b) {
  double result = std::fmod(a, b);
  if (result == 0) return std::copysign(0.0, b);
  if ((result < 0) != (b < 0)) result += b;
  return result;
}

double floor_divide_real(double a, double b) {
  const double modulo = floor_modulo(a, b);
  const double quotient = (a - modulo) / b;
  if (quotient == 0) return std::copysign(0.0, a / b);
  const double floor = std::floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

Value integer_power(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0) {
    if (base == 0) raise("ZeroDivisionError", {"0.0 cannot be raised to a negative power"});
    return Value(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
  }
  std::int64_t result = 1;
  while (exponent > 0) {
    if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) too_large();
    exponent >>= 1;
    if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) too_large();
  }
  return Value(result);
}

Value integer_binary(Op op, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  switch (op) {
    case Op::add:
      if (__builtin_add_overflow(a, b, &result)) too_large();
      return Value(result);
    case Op::subtract:
      if (__builtin_sub_overflow(a, b, &result)) too_large();
      return Value(result);
    case Op::multiply:
      if (__builtin_mul_overflow(a, b, &result)) too_large();
      return Value(result);
    case Op::divide:
      if (b == 0) raise("ZeroDivisionError", {"division by zero"});
      return Value(static_cast<double>(a) / static_cast<double>(b));
    case Op::floor_divide:
      if (b == 0) raise("ZeroDivisionError", {"integer division or modulo by zero"});
      return Value(floor_divide(a, b));
    case Op::modulo:
      if (b == 0) raise("ZeroDivisionError", {"integer modulo by zero"});
      if (b == -1) return Value(0);
      result = a % b;
      return Value(result != 0 && (result < 0) != (b < 0) ? result + b : result);
    case Op::power:
      return integer_power(a, b);
    case Op::bit_and:
      return Value(a & b);
    case Op::bit_or:
      return Value(a | b);
    case Op::bit_xor:
      return Value(a ^ b);
    case Op::shift_left:
      if (b < 0) raise("ValueError", {"negative shift count"});
      if (a == 0) return Value(0);
      if (b > 62 || __builtin_mul_overflow(a, std::int64_t{1} << b, &result)) too_large();
      return Value(result);
    case Op::shift_right:
      if (b < 0) raise("ValueError", {"negative shift count"});
      return Value(a >> (b > 63 ? 63 : b));
    default:
      return {};
  }
}

Value real_binary(Op op, double a, double b) {
  switch (op) {
    case Op::add:
      return Value(a + b);
    case Op::subtract:
      return Value(a - b);
    case Op::multiply:
      return Value(a * b);
    case Op::divide:
      if (b == 0) raise("ZeroDivisionError", {"float division by zero"});
      return Value(a / b);
    case Op::floor_divide:
      if (b == 0) raise("ZeroDivisionError", {"float floor division by zero"});
      return Value(floor_divide_real(a, b));
    case Op::modulo:
      if (b == 0) raise("ZeroDivisionError", {"float modulo"});
      return Value(floor_modulo(a, b));
    case Op::power: {
      if (a == 0 && b < 0) raise("ZeroDivisionError", {"0.0 cannot be raised to a negative power"});
      if (a < 0 && std::isfinite(a) && std::isfinite(b) && b != std::floor(b)) {
        refuse_construct("a complex number", "use a base that is not negative");
      }
      const double result = std::pow(a, b);
      if (std::isinf(result) && std::isfinite(a) && std::isfinite(b)) {
        raise("OverflowError", {"(34, 'Numerical result out of range')"});
      }
      return Value(result);
    }
    default:
      return {};
  }
}

}  // namespace

Value number_binary(Op op, Value left, Value right) {
  if (left.is(Kind::boolean) && right.is(Kind::boolean) &&
      (op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor)) {
    return Value(integer_binary(op, left.i, right.i).i != 0);
  }
  if (left.is_integer() && right.is_integer()) return integer_binary(op, left.i, right.i);
  return real_binary(op, left.to_real(), right.to_real());
}

bool number_compare(Op op, Value left, Value right) {
  const auto ordered = [op](auto a, auto b) {
    switch (op) {
      case Op::equal:
        return a == b;
      case Op::not_equal:
        return a != b;
      case Op::less:
        return a < b;
      case Op::less_equal:
        return a <= b;
      case Op::greater:
        return a > b;
      default:
        return a >= b;
    }
  };
  if (left.is_integer() && right.is_integer()) return ordered(left.i, right.i);
  return ordered(left.to_real(), right.to_real());
}

namespace {

std::string stripped(const std::string& text) {
  constexpr const char* kSpaces = " \t\n\r\f\v";
  const std::size_t from = text.find_first_not_of(kSpaces);
  if (from == std::string::npos) return "";
  return text.substr(from, text.find_last_not_of(kSpaces) - from + 1);
}

/// The digits without single underscores between them; "" where one is elsewhere.
std::string without_underscores(const std::string& text) {
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      digits += text[i];
    } else if (i == 0 || i + 1 == text.size() || text[i - 1] == '_') {
      return "";
    }
  }
  return digits;
}

}  // namespace

Value integer_of(double d) {
  if (std::isnan(d)) raise("ValueError", {"cannot convert float NaN to integer"});
  if (std::isinf(d)) raise("OverflowError", {"cannot convert float infinity to integer"});
  if (d >= 9223372036854775808.0 || d < -9223372036854775808.0) {
    refuse_construct("an integer beyond 64 bits", "keep it as a float");
  }
  return Value(static_cast<std::int64_t>(d));
}

Value integer_of_digits(std::string_view digits, int base) {
  const bool is_negative = !digits.empty() && digits[0] == '-';
  if (is_negative) digits.remove_prefix(1);
  if (digits.empty()) return {};
  std::int64_t value = 0;  // downwards, since there is one more number below 0 than above
  bool is_too_large = false;
  for (const char c : digits) {
    const char lower = static_cast<char>(c | 0x20);
    const int digit = c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'z' ? lower - 'a' + 10 : 99;
    if (digit >= base) return {};
    is_too_large |=
        __builtin_mul_overflow(value, base, &value) || __builtin_sub_overflow(value, digit, &value);
  }
  if (is_too_large || (!is_negative && value == INT64_MIN)) too_large();
  return Value(is_negative ? value : -value);
}

Value parse_integer(const std::string& text, std::int64_t base) {
  if (base != 0 && (base < 2 || base > 36)) raise("ValueError", {"int() base must be >= 2 and <= 36, or 0"});
  std::string digits = without_underscores(stripped(text));
  const char sign = digits.empty() ? '\0' : digits[0];
  if (sign == '-' || sign == '+') digits.erase(0, 1);
  std::int64_t used = base == 0 ? 10 : base;
  if (digits.size() > 2 && digits[0] == '0') {
    const char letter = static_cast<char>(digits[1] | 0x20);
    const std::int64_t named = letter == 'x' ? 16 : letter == 'b' ? 2 : letter == 'o' ? 8 : 0;
    if (named != 0 && (base == 0 || base == named)) {
      used = named;
      digits.erase(0, 2);
    }
  }
  const bool has_two_signs = !digits.empty() && digits[0] == '-';
  if (sign == '-') digits.insert(0, 1, '-');
  const Value value = has_two_signs ? Value() : integer_of_digits(digits, static_cast<int>(used));
  if (!value.is_defined())
    raise("ValueError", {"invalid literal for int() with base ", base, ": ", quoted(text)});
  return value;
}

double parse_real(const std::string& text) {
  const std::string digits = without_underscores(stripped(text));
  std::string lower;
  for (const char c : digits) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
  const std::string word = lower.substr(!lower.empty() && (lower[0] == '-' || lower[0] == '+') ? 1 : 0);
  const double sign = !lower.empty() && lower[0] == '-' ? -1 : 1;
  if (word == "inf" || word == "infinity") return sign * std::numeric_limits<double>::infinity();
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  if (!read_real(digits, value)) raise("ValueError", {"could not convert string to float: ", quoted(text)});
  return value;
}

}  // namespace headsup::python
