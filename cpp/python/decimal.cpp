#include "python/decimal.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace headsup::python {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The powers of ten that are doubles themselves.
constexpr double kPowers[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Rounds a number that one multiplication or division by such a power made. Nothing where the exact one may round otherwise.
std::optional<std::uint32_t> rounded(double scaled) {
  constexpr double kMost = 1e9;
  constexpr double kNear = 1e-6;  // times more than such a number is off
  if (!(scaled < kMost)) return std::nullopt;
  const auto whole = static_cast<std::uint32_t>(scaled);
  const double rest = scaled - whole;
  if (std::fabs(rest - 0.5) < kNear) return std::nullopt;
  return whole + (rest > 0.5 ? 1 : 0);
}

}  // namespace

void Decimal::strip() {
  const std::size_t first = std::min(digits.find_first_not_of('0'), digits.size());
  digits.erase(0, first);
  digits.erase(digits.find_last_not_of('0') + 1);
  point = digits.empty() ? 0 : point - static_cast<int>(first);
}

/// Times two to the power of `bits`, as on paper.
void Decimal::shift(int bits) {
  constexpr int kMost = 60;  // so that a digit and what is carried fit into 64 bits
  constexpr std::size_t kDigits = 1100;
  while (bits != 0 && !digits.empty()) {
    const int step = std::clamp(bits, -kMost, kMost);
    bits -= step;
    std::string out;
    std::uint64_t carry = 0;
    if (step > 0) {
      const auto write = [&out, &carry] {
        out += static_cast<char>('0' + carry % 10);
        carry /= 10;
      };
      for (std::size_t i = digits.size(); i-- > 0;) {
        carry += static_cast<std::uint64_t>(digits[i] - '0') << step;
        write();
      }
      while (carry > 0) {
        write();
        ++point;
      }
      std::reverse(out.begin(), out.end());
    } else {
      for (std::size_t i = 0; i < digits.size() || carry > 0; ++i) {
        carry = carry * 10 + static_cast<std::uint64_t>(i < digits.size() ? digits[i] - '0' : 0);
        out += static_cast<char>('0' + (carry >> -step));
        carry &= (std::uint64_t{1} << -step) - 1;
      }
    }
    digits = std::move(out);
    strip();
    // No double has more digits; what follows can only decide whether a half is one.
    if (digits.size() > kDigits) digits.replace(kDigits, std::string::npos, "1");
  }
}

Decimal Decimal::of(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  Decimal result;
  result.digits = std::to_string(static_cast<std::uint64_t>(std::ldexp(fraction, 53)));
  result.point = static_cast<int>(result.digits.size());
  result.strip();
  result.shift(exponent - 53);
  return result;
}

Decimal Decimal::shortest(double value) {
  const Decimal exact = of(value);
  // Every decimal of 15 digits is a double of its own, unless it is tiny.
  for (int count = value < 2.3e-308 ? 1 : 15; count < 17; ++count) {
    Decimal candidate = exact;
    candidate.round(count);
    if (candidate.to_double() == value) return candidate;
    // Above a power of two, doubles are twice as far apart as below.
    candidate = exact;
    candidate.cut(count, true);
    if (candidate.to_double() == value) return candidate;
  }
  Decimal longest = exact;
  longest.round(17);
  return longest;
}

void Decimal::round(int count) {
  if (count >= static_cast<int>(digits.size())) return;
  const auto at = static_cast<std::size_t>(std::max(count, 0));
  const bool is_half = digits[at] == '5' && digits.size() == at + 1;
  const bool is_odd = at > 0 && (digits[at - 1] - '0') % 2 == 1;
  cut(count, count >= 0 && (is_half ? is_odd : digits[at] >= '5'));
}

/// Keeps so many digits, the last of them one higher or not.
void Decimal::cut(int count, bool is_up) {
  digits.resize(static_cast<std::size_t>(std::max(count, 0)), '0');
  if (is_up) {
    std::size_t i = digits.size();
    while (i > 0 && digits[i - 1] == '9') digits[--i] = '0';
    if (i > 0) {
      ++digits[i - 1];
    } else {
      digits.insert(0, 1, '1');
      ++point;
    }
  }
  strip();
}

double Decimal::to_double() const {
  constexpr int kLargest = 310;
  constexpr int kSmallest = -330;
  if (digits.empty() || point < kSmallest) return 0;
  if (point > kLargest) return std::numeric_limits<double>::infinity();
  // Whole numbers and powers of ten that are doubles themselves.
  constexpr int kExactDigits = 15;
  constexpr int kExactPower = 22;
  const int exponent = point - static_cast<int>(digits.size());
  if (digits.size() <= kExactDigits && std::abs(exponent) <= kExactPower) {
    double whole = 0;
    for (const char c : digits) whole = whole * 10 + (c - '0');
    double power = 1;
    for (int i = 0; i < std::abs(exponent); ++i) power *= 10;
    return exponent < 0 ? whole / power : whole * power;
  }
  // To at least a half and less than one, then to 53 bits before the point, or fewer where it is tiny.
  Decimal rest = *this;
  int power = 0;
  while (rest.point != 0 || rest.digits[0] < '5') {
    const int bits = rest.point == 0 ? 1 : std::clamp(-3 * rest.point, -60, 60);
    rest.shift(bits);
    power -= bits;
  }
  const int bits = std::min(53, power + 1074);
  rest.shift(bits);
  rest.round(rest.point);
  double whole = 0;
  for (int i = 0; i < rest.point; ++i) {
    const auto at = static_cast<std::size_t>(i);
    whole = whole * 10 + (at < rest.digits.size() ? rest.digits[at] - '0' : 0);
  }
  return std::ldexp(whole, power - bits);
}

std::string Decimal::fixed(int precision) const {
  Decimal rounded = *this;
  rounded.round(point + precision);
  const int whole = std::max(rounded.point, 0);
  std::string text = rounded.digits;
  if (rounded.point < 0) text.insert(0, static_cast<std::size_t>(std::min(-rounded.point, precision)), '0');
  text.resize(static_cast<std::size_t>(whole) + static_cast<std::size_t>(precision), '0');
  if (precision > 0) text.insert(static_cast<std::size_t>(whole), 1, '.');
  return whole == 0 ? "0" + text : text;
}

std::string Decimal::scientific(int precision) const {
  Decimal rounded = *this;
  rounded.round(precision + 1);
  const int exponent = rounded.digits.empty() ? 0 : rounded.point - 1;
  std::string text = rounded.digits;
  text.resize(static_cast<std::size_t>(precision) + 1, '0');
  if (precision > 0) text.insert(1, 1, '.');
  const std::string power = std::to_string(std::abs(exponent));
  return text + (exponent < 0 ? "e-" : "e+") + (power.size() < 2 ? "0" : "") + power;
}

std::string fixed_text(double value, int precision) {
  constexpr int kMost = 9;
  const auto number = precision <= kMost ? rounded(value * kPowers[precision]) : std::nullopt;
  if (!number) return Decimal::of(value).fixed(precision);
  std::string text = std::to_string(*number);
  const auto places = static_cast<std::size_t>(precision);
  if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
  if (places > 0) text.insert(text.size() - places, 1, '.');
  return text;
}

std::string scientific_text(double value, int precision) {
  constexpr int kMost = 7;
  constexpr int kFarthest = 14;
  int exponent = 0;
  while (exponent < kFarthest && value >= kPowers[exponent + 1]) ++exponent;
  while (value < 1 && exponent > -kFarthest && value * kPowers[-exponent] < 1) --exponent;
  if (precision <= kMost) {
    const int shift = precision - exponent;
    const auto number = rounded(shift < 0 ? value / kPowers[-shift] : value * kPowers[shift]);
    // Others are zero, or out of reach, or round to the next power of ten.
    if (number && *number >= kPowers[precision] && *number < kPowers[precision + 1]) {
      std::string text = std::to_string(*number);
      if (precision > 0) text.insert(1, 1, '.');
      const std::string power = std::to_string(std::abs(exponent));
      return text + (exponent < 0 ? "e-" : "e+") + (power.size() < 2 ? "0" : "") + power;
    }
  }
  return Decimal::of(value).scientific(precision);
}

bool read_real(std::string_view text, double& value) {
  std::size_t at = 0;
  const auto take = [&](std::string_view any) {
    return at < text.size() && any.find(text[at]) != std::string_view::npos ? text[at++] : '\0';
  };
  const bool is_negative = take("+-") == '-';
  Decimal read;
  bool has_point = false;
  bool has_digits = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !has_point) {
      has_point = true;
      continue;
    }
    if (!is_digit(text[at])) break;
    has_digits = true;
    read.digits += text[at];
    read.point += has_point ? 0 : 1;
  }
  if (!has_digits) return false;
  if (take("eE") != '\0') {
    const bool is_down = take("+-") == '-';
    if (at >= text.size()) return false;
    int exponent = 0;
    for (; at < text.size() && is_digit(text[at]); ++at)
      exponent = std::min(exponent * 10 + (text[at] - '0'), 100'000);
    read.point += is_down ? -exponent : exponent;
  }
  if (at < text.size()) return false;
  read.strip();
  value = is_negative ? -read.to_double() : read.to_double();
  return true;
}

}  // namespace headsup::python
