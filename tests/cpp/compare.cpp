#include "compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

#include "headsup/tensor/refusal.h"

namespace headsup::tests {
namespace {

const char* dtype_of(const AnyTensor& tensor) {
  constexpr const char* kNames[] = {"float32", "int32", "bool"};
  return kNames[tensor.index()];
}

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

template <class T, class Agree>
std::string compare_all(const std::string& name, const Tensor<T>& got, const Tensor<T>& want,
                        const Agree& agree) {
  if (got.shape != want.shape)
    return name + ": got shape " + to_string(got.shape) + ", want " + to_string(want.shape);
  if (got.data.size() != element_count(got.shape) || want.data.size() != got.data.size()) {
    return name + ": got " + std::to_string(got.data.size()) + " numbers and " +
           std::to_string(want.data.size()) + " to compare with for shape " + to_string(got.shape);
  }
  Differences differences(name, got.shape);
  for (Index i = 0; i < got.data.size(); ++i) {
    const auto a = static_cast<double>(got.data[i]);
    const auto b = static_cast<double>(want.data[i]);
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

std::string difference(const std::string& name, const AnyTensor& got, const AnyTensor& want, Match match) {
  if (got.index() != want.index()) return name + ": got " + dtype_of(got) + ", want " + dtype_of(want);
  if (const auto* floats = std::get_if<FloatTensor>(&got)) {
    return compare_all(name, *floats, std::get<FloatTensor>(want), [match](double a, double b) {
      return match == Match::exact ? equal(a, b) : close(a, b, tolerance_of(match));
    });
  }
  if (const auto* ids = std::get_if<IntTensor>(&got))
    return compare_all(name, *ids, std::get<IntTensor>(want), equal);
  return compare_all(name, std::get<BoolTensor>(got), std::get<BoolTensor>(want), equal);
}

std::string difference(const std::string& name, const std::vector<float>& got, const std::vector<float>& want,
                       Match match) {
  return difference(name, FloatTensor({got.size()}, got), FloatTensor({want.size()}, want), match);
}

std::string bit_difference(const std::string& name, const std::vector<float>& got,
                           const std::vector<std::uint32_t>& want) {
  Tensor<std::uint32_t> bits({got.size()});
  if (!got.empty()) std::memcpy(bits.data.data(), got.data(), got.size() * sizeof(float));
  return compare_all(name, bits, Tensor<std::uint32_t>({want.size()}, want), equal);
}

std::string printed_difference(const std::string& name, const FloatTensor& got, const FloatTensor& want,
                               double allowance) {
  return compare_all(name, got, want, [=](double a, double b) { return std::abs(a - b) <= allowance; });
}

std::string refusal_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Refusal& refusal) {
    std::string text = refusal.code();
    for (const Detail& detail : refusal.details())
      text += std::string(" ") + detail.name + "=" + detail.value;
    return text;
  }
  return "";
}

}  // namespace headsup::tests
