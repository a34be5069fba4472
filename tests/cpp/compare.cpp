#include "compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

#include "headsup/tensor/refusal.h"

namespace headsup::tests {
namespace {

/// Collects the numbers of one tensor that are not what they should be.
class Differences {
 public:
  Differences(std::string name, Shape shape) : name_(std::move(name)), shape_(shape) {}

  void compare(Index offset, double got, double want, bool agree) {
    if (agree) return;
    if (count_++ == 0) {
      first_ << name_ << to_string(index_of(shape_, offset)) << ": got " << got << ", want " << want;
    }
    // A NaN on either side counts as infinitely far.
    const double distance = std::abs(got - want);
    largest_ = std::max(largest_, std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance);
  }

  std::string text() const {
    if (count_ == 0) return "";
    std::ostringstream text;
    text << first_.str() << "; " << count_ << " of " << element_count(shape_) << " differ, the largest by "
         << largest_;
    return text.str();
  }

 private:
  std::string name_;
  Shape shape_;
  std::ostringstream first_ = with_nine_digits();
  Index count_ = 0;
  double largest_ = 0;

  static std::ostringstream with_nine_digits() {
    std::ostringstream stream;
    stream.precision(9);
    return stream;
  }
};

template <class Agree>
std::string compare_all(const std::string& name, const Tensor& got, const Tensor& want, const Agree& agree) {
  if (got.shape() != want.shape())
    return name + ": got shape " + to_string(got.shape()) + ", want " + to_string(want.shape());
  Differences differences(name, got.shape());
  for (Index i = 0; i < got.count(); ++i) {
    const auto a = got.at_position(i);
    const auto b = want.at_position(i);
    differences.compare(i, a, b, agree(a, b));
  }
  return differences.text();
}

Tolerance tolerance_of(Match match) {
  return match == Match::pytorch_any_width   ? kPyTorchAnyWidth
         : match == Match::pytorch_up_to_128 ? kPyTorchUpTo128
                                             : kOneStep;
}

bool equal(double got, double want) {
  return got == want || (std::isnan(got) && std::isnan(want));
}

}  // namespace

bool close(double got, double want, Tolerance tolerance) {
  if (std::isnan(want) || std::isinf(want)) return equal(got, want);
  return std::abs(got - want) <= tolerance.absolute + tolerance.relative * std::abs(want);
}

std::string difference(const std::string& name, const Tensor& got, const Tensor& want, Match match) {
  if (got.dtype() != want.dtype())
    return name + ": got " + to_string(got.dtype()) + ", want " + to_string(want.dtype());
  if (is_floating(got.dtype())) {
    return compare_all(name, got, want, [match](double a, double b) {
      return match == Match::exact ? equal(a, b) : close(a, b, tolerance_of(match));
    });
  }
  return compare_all(name, got, want, equal);
}

std::string difference(const std::string& name, const std::vector<float>& got, const std::vector<float>& want,
                       Match match) {
  return difference(name, tensor_of<float>({got.size()}, got), tensor_of<float>({want.size()}, want), match);
}

std::string bit_difference(const std::string& name, const std::vector<float>& got,
                           const std::vector<std::uint32_t>& want) {
  std::vector<std::uint32_t> bits(got.size());
  if (!got.empty()) std::memcpy(bits.data(), got.data(), got.size() * sizeof(float));
  return compare_all(name, tensor_of<std::int64_t>({bits.size()}, bits),
                     tensor_of<std::int64_t>({want.size()}, want), equal);
}

std::string printed_difference(const std::string& name, const Tensor& got, const Tensor& want,
                               double allowance) {
  return compare_all(name, got, want, [=](double a, double b) { return std::abs(a - b) <= allowance; });
}

std::string refusal_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Refusal& refusal) {
    std::string text(to_string(refusal.code()));
    for (const Detail& detail : refusal.details())
      text += std::string(" ") + detail.name + "=" + detail.value;
    return text;
  }
  return "";
}

}  // namespace headsup::tests
