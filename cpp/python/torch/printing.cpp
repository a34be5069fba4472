// How a tensor is shown, as torch/_tensor_str.py does it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "python/decimal.h"
#include "python/torch/session.h"

namespace headsup::python {
namespace {

/// Chooses one format for all numbers of a tensor, and writes them.
class Printer {
 public:
  Printer(const PrintOptions& options, const Tensor& x)
      : options_(options),
        dtype_(x.dtype()),
        summarises_(static_cast<std::int64_t>(x.count()) > options.threshold) {
    collect(x);
    double smallest = std::numeric_limits<double>::infinity();
    double largest = 0;
    for (const double number : numbers_) {
      if (!counts(number)) continue;
      smallest = std::min(smallest, std::fabs(number));
      largest = std::max(largest, std::fabs(number));
      if (number != std::ceil(number)) is_whole_ = false;
    }
    is_scientific_ = largest / smallest > 1000 || largest > 1e8 || (!is_whole_ && smallest < 1e-4);
    write();
    // Zeros and what is not finite do not count, and neither does sci_mode, as there.
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (!is_floating(dtype_) || counts(numbers_[i])) width_ = std::max(width_, ends_[i + 1] - ends_[i]);
    }
    if (options.is_forced && options.is_scientific != is_scientific_) {
      is_scientific_ = options.is_scientific;
      write();
    }
  }

  std::string text(const Shape& shape, std::size_t indent) {
    std::string out;
    append(shape, 0, indent, out);
    return out;
  }

 private:
  static constexpr Index kGap = static_cast<Index>(-1);

  static bool counts(double number) { return std::isfinite(number) && number != 0; }

  /// The rows that are shown; kGap stands for those that are not.
  template <class F>
  void rows(Index count, const F& f) const {
    const auto edge = static_cast<Index>(options_.edge_items);
    for (Index i = 0; i < count; ++i) {
      if (summarises_ && count > 2 * edge && i == edge) {
        f(kGap);
        i = count - edge;
      }
      if (i < count) f(i);
    }
  }
  /// The numbers that are shown, in their order.
  void collect(const Tensor& x) {
    if (!summarises_ || x.rank() == 0) {
      const Tensor part = x.to(DType::float64).contiguous();
      numbers_.insert(numbers_.end(), part.data<double>(), part.data<double>() + part.count());
      return;
    }
    rows(x.shape()[0], [&](Index i) {
      if (i != kGap) collect(x.select(0, static_cast<std::ptrdiff_t>(i)));
    });
  }
  /// Writes the texts of all numbers, one behind the other.
  void write() {
    texts_.clear();
    ends_ = {0};
    for (const double number : numbers_) {
      texts_ += text_of(number);
      ends_.push_back(texts_.size());
    }
  }
  std::string text_of(double number) const {
    if (dtype_ == DType::boolean) return number != 0 ? "True" : "False";
    if (dtype_ == DType::int64) return std::to_string(static_cast<std::int64_t>(number));
    if (std::isnan(number)) return "nan";
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    const auto precision = static_cast<int>(options_.precision);
    const double size = std::fabs(number);
    const std::string digits = is_scientific_ ? scientific_text(size, precision)
                               : is_whole_    ? fixed_text(size, 0) + "."
                                              : fixed_text(size, precision);
    return std::signbit(number) ? "-" + digits : digits;
  }

  void append(const Shape& shape, Index axis, std::size_t indent, std::string& out) {
    if (axis == shape.size()) {
      const std::size_t size = ends_[at_ + 1] - ends_[at_];
      out.append(width_ - std::min(width_, size), ' ').append(texts_, ends_[at_], size);
      ++at_;
      return;
    }
    const Index left = shape.size() - axis;  // axes
    const auto line = static_cast<std::size_t>(options_.line_width);
    const std::size_t per_line = std::max<std::size_t>(1, (line - std::min(indent, line)) / (width_ + 2));
    std::size_t shown = 0;
    out += '[';
    rows(shape[axis], [&](Index i) {
      if (shown > 0) {
        const bool breaks = left > 1 || shown % per_line == 0;
        out += breaks ? "," : ", ";
        if (breaks) out.append(std::max<Index>(left - 1, 1), '\n').append(indent + 1, ' ');
      }
      ++shown;
      if (i != kGap) return append(shape, axis + 1, indent + 1, out);
      out += left == 1 ? " ..." : "...";
    });
    out += ']';
  }

  const PrintOptions& options_;
  DType dtype_;
  bool summarises_;
  std::vector<double> numbers_;
  std::string texts_;
  std::vector<std::size_t> ends_;  ///< of the texts, and 0 before the first
  std::size_t at_ = 0;             ///< the text that is written next
  bool is_whole_ = true;
  bool is_scientific_ = false;
  std::size_t width_ = 1;
};

/// "tensor(" or "array(", the numbers, what else there is to say, in lines of 80 characters.
std::string wrapped(const PrintOptions& options, const std::string& prefix, std::string body,
                    const std::vector<std::string>& suffixes) {
  std::string out = prefix + std::move(body);
  const std::size_t line_start = out.rfind('\n');
  std::size_t length = line_start == std::string::npos ? out.size() + 1 : out.size() - line_start - 1 + 1;
  for (const std::string& suffix : suffixes) {
    if (length + suffix.size() + 2 > static_cast<std::size_t>(options.line_width)) {
      out += ",\n" + std::string(prefix.size(), ' ') + suffix;
      length = prefix.size() + suffix.size();
    } else {
      out += ", " + suffix;
      length += suffix.size() + 2;
    }
  }
  return out + ")";
}

}  // namespace

std::string printed(Session& in, const TensorObject& tensor) {
  in.step_of(const_cast<TensorObject&>(tensor));
  const Tensor& x = tensor.tensor;
  in.tick(std::min<std::uint64_t>(x.count(), 1000));
  std::vector<std::string> suffixes;
  std::string body;
  const std::string dtype = joined({"dtype=torch.", dtype_name(tensor)});
  if (x.empty()) {
    body = "[]";
    if (x.rank() != 1)
      suffixes.push_back("size=" + in.repr(in.tuple(in.size_value(x.shape()).as<Sequence>().items)));
    if (x.dtype() != DType::float32) suffixes.push_back(dtype);
  } else {
    body = Printer(in.printing, x).text(x.shape(), 7);
    if (x.dtype() == DType::float64 || !tensor.narrow.empty()) suffixes.push_back(dtype);
  }
  if (!tensor.grad_fn.empty()) {
    suffixes.push_back("grad_fn=<" + tensor.grad_fn + ">");
  } else if (tensor.requires_grad) {
    suffixes.emplace_back("requires_grad=True");
  }
  const std::string text = wrapped(in.printing, "tensor(", std::move(body), suffixes);
  return tensor.cls == in.parameter_class ? "Parameter containing:\n" + text : text;
}

// numpy shows as many digits as the numbers need to be told apart, at most eight, and all numbers with the same number of them.
namespace {

struct Digits {
  std::size_t count = 1;      ///< significant ones
  std::int64_t exponent = 0;  ///< of ten
};
/// The fewest digits that give the same number back.
Digits fewest_digits(double size, DType dtype) {
  if (size == 0) return {};
  Decimal fewest = Decimal::shortest(size);
  const Decimal exact = Decimal::of(size);
  // Less is enough to find a float among floats.
  for (int count = 1; dtype == DType::float32 && count <= 9; ++count) {
    fewest = exact;
    fewest.round(count);
    if (static_cast<float>(fewest.to_double()) == static_cast<float>(size)) break;
  }
  return {fewest.digits.size(), fewest.point - 1};
}

std::vector<std::string> array_texts(const Session& in, const Tensor& x) {
  std::vector<std::string> texts;
  if (!is_floating(x.dtype())) {
    for (Index i = 0; i < x.count(); ++i) {
      const double number = x.at_position(i);
      texts.push_back(x.dtype() == DType::boolean ? (number != 0 ? "True" : "False")
                                                  : std::to_string(static_cast<std::int64_t>(number)));
    }
    return texts;
  }
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (Index i = 0; i < x.count(); ++i) {
    const double size = std::fabs(x.at_position(i));
    if (size == 0 || !std::isfinite(size)) continue;
    smallest = std::min(smallest, size);
    largest = std::max(largest, size);
  }
  const bool is_scientific = largest >= 1e8 || (!in.suppresses_exponents && largest > 0 &&
                                                (smallest < 1e-4 || largest / smallest > 1000));
  std::int64_t most = 0;
  std::vector<std::int64_t> needed;
  for (Index i = 0; i < x.count(); ++i) {
    const double number = x.at_position(i);
    const Digits digits = std::isfinite(number) ? fewest_digits(std::fabs(number), x.dtype()) : Digits{};
    const auto count = static_cast<std::int64_t>(digits.count) - 1;
    needed.push_back(
        std::clamp<std::int64_t>(is_scientific ? count : count - digits.exponent, 0, in.array_precision));
    most = std::max(most, needed.back());
  }
  for (Index i = 0; i < x.count(); ++i) {
    const double number = x.at_position(i);
    if (!std::isfinite(number)) {
      texts.emplace_back(std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
      continue;
    }
    const double size = std::fabs(number);
    std::string text = is_scientific ? scientific_text(size, static_cast<int>(most))
                                     : fixed_text(size, static_cast<int>(needed[i]));
    if (is_scientific && most == 0) text.insert(1, ".");
    if (!is_scientific && needed[i] == 0) text += '.';
    while (!is_scientific && text.back() == '0' && text.find('.') != std::string::npos) text.pop_back();
    texts.push_back(std::signbit(number) ? "-" + text : text);
  }
  return texts;
}

}  // namespace

std::string printed_array(Session& in, const TensorObject& array, bool is_str) {
  const Tensor& x = array.tensor;
  in.tick(x.count());
  std::vector<std::string> texts = array_texts(in, x);
  const auto is_special = [](const std::string& text) {
    return text.find_first_of("ny") != std::string::npos;
  };
  std::size_t before = 0;
  std::size_t after = 0;
  std::size_t widest = 0;
  for (const std::string& text : texts) {
    if (is_floating(x.dtype()) && is_special(text)) {
      widest = std::max(widest, text.size());
      continue;
    }
    const std::size_t point = std::min(text.find('.'), text.size());
    before = std::max(before, point);
    after = std::max(after, text.size() - point);
  }
  before = std::max(before, widest - std::min(widest, after));
  for (std::string& text : texts) {
    if (is_floating(x.dtype()) && is_special(text)) {
      text.insert(0, before + after - text.size(), ' ');
      continue;
    }
    const std::size_t point = std::min(text.find('.'), text.size());
    text.insert(0, before - point, ' ');
    if (is_floating(x.dtype())) text.append(before + after - text.size(), ' ');
  }
  Index at = 0;
  const auto append = [&](const auto& self, Index axis, std::size_t indent) -> std::string {
    if (axis == x.rank()) return texts[at++];
    std::string out = "[";
    for (Index i = 0; i < x.shape()[axis]; ++i) {
      if (i > 0) out += is_str ? "" : ",";
      if (i > 0)
        out += axis + 1 == x.rank() ? " "
                                    : std::string(x.rank() - axis - 1, '\n') + std::string(indent + 1, ' ');
      out += self(self, axis + 1, indent + 1);
    }
    return out + "]";
  };
  std::string body = append(append, 0, is_str ? 0 : 6);
  if (is_str) return body;
  return "array(" + body +
         (x.dtype() == DType::float32 || !array.narrow.empty() ? joined({", dtype=", dtype_name(array), ")"})
                                                               : ")");
}

}  // namespace headsup::python
