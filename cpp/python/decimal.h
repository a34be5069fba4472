#pragma once
// Doubles as decimal digits and back, rounded correctly. libc's printf and strtod do the same, but bring 20 kB into a module.

#include <string>
#include <string_view>

namespace headsup::python {

/// 0.d1d2d3… times ten to the power of `point`, exactly. Zero has no digits.
struct Decimal {
  std::string digits;
  int point = 0;

  /// All digits of a double that is finite and not negative.
  static Decimal of(double value);
  /// The fewest digits that read back as the same double.
  static Decimal shortest(double value);
  /// Keeps so many digits; a half goes to the even one.
  void round(int count);
  double to_double() const;

  /// With so many digits behind the point: "12.50".
  std::string fixed(int precision) const;
  /// With one digit before the point: "1.25e+01".
  std::string scientific(int precision) const;

  void strip();  ///< zeros at both ends

 private:
  void shift(int bits);
  void cut(int count, bool is_up);
};

/// The text that Decimal::of(value) gives, a hundred times faster where the number is of a usual size.
/// @{
std::string fixed_text(double value, int precision);
std::string scientific_text(double value, int precision);
/// @}

/// The double nearest to "12.5e-3"; false where the text is not such a number.
bool read_real(std::string_view text, double& value);

}  // namespace headsup::python
