// How a tensor is shown, as torch/_tensor_str.py does it.
#include <algorithm>
#include <cmath>

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
    bool has_number = false;
    double smallest = 0;
    double largest = 0;
    visit(x, [&](double number) {
      if (!is_floating(dtype_) || !std::isfinite(number) || number == 0) return;
      const double size = std::fabs(number);
      smallest = has_number ? std::min(smallest, size) : size;
      largest = has_number ? std::max(largest, size) : size;
      has_number = true;
      if (number != std::ceil(number)) is_whole_ = false;
    });
    const bool is_wide = largest / smallest > 1000 || largest > 1e8 || (!is_whole_ && smallest < 1e-4);
    is_scientific_ = has_number && is_wide;
    // Zeros and what is not finite do not count, and neither does sci_mode, as there.
    visit(x, [&](double number) {
      if (!is_floating(dtype_) || (std::isfinite(number) && number != 0))
        width_ = std::max(width_, text(number).size());
    });
    if (options.is_forced) is_scientific_ = options.is_scientific;
  }

  void append(const Tensor& x, std::size_t indent, std::string& out) const {
    if (x.rank() == 0) return pad(x.item(), out);
    const auto line = static_cast<std::size_t>(options_.line_width);
    const std::size_t per_line = std::max<std::size_t>(1, (line - std::min(indent, line)) / (width_ + 2));
    std::size_t shown = 0;
    const auto separate = [&] {
      if (shown > 0) {
        const bool breaks = x.rank() > 1 || shown % per_line == 0;
        out += breaks ? "," : ", ";
        if (breaks) out.append(std::max<Index>(x.rank() - 1, 1), '\n').append(indent + 1, ' ');
      }
      ++shown;
    };
    out += '[';
    rows(x, [&](Index i) {
      separate();
      if (i == kGap) {
        out += x.rank() == 1 ? " ..." : "...";
      } else if (x.rank() == 1) {
        pad(x.at({i}), out);
      } else {
        append(x.select(0, static_cast<std::ptrdiff_t>(i)), indent + 1, out);
      }
    });
    out += ']';
  }

 private:
  static constexpr Index kGap = static_cast<Index>(-1);

  /// The rows that are shown; kGap stands for those that are not.
  template <class F>
  void rows(const Tensor& x, const F& f) const {
    const auto edge = static_cast<Index>(options_.edge_items);
    const Index count = x.shape()[0];
    for (Index i = 0; i < count; ++i) {
      if (summarises_ && count > 2 * edge && i == edge) {
        f(kGap);
        i = count - edge;
      }
      if (i < count) f(i);
    }
  }
  template <class F>
  void visit(const Tensor& x, const F& f) const {
    if (x.rank() == 0) return f(x.item());
    rows(x, [&](Index i) {
      if (i != kGap) visit(x.select(0, static_cast<std::ptrdiff_t>(i)), f);
    });
  }
  std::string text(double number) const {
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
  void pad(double number, std::string& out) const {
    const std::string shown = text(number);
    out.append(width_ - std::min(width_, shown.size()), ' ').append(shown);
  }

  const PrintOptions& options_;
  DType dtype_;
  bool summarises_;
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
  const std::string dtype = joined({"dtype=torch.", to_string(x.dtype())});
  if (x.empty()) {
    body = "[]";
    if (x.rank() != 1)
      suffixes.push_back("size=" + in.repr(in.tuple(in.size_value(x.shape()).as<Sequence>().items)));
    if (x.dtype() != DType::float32) suffixes.push_back(dtype);
  } else {
    Printer(in.printing, x).append(x, 7, body);
    if (x.dtype() == DType::float64) suffixes.push_back(dtype);
  }
  if (!tensor.grad_fn.empty()) {
    suffixes.push_back("grad_fn=<" + tensor.grad_fn + ">");
  } else if (tensor.requires_grad) {
    suffixes.emplace_back("requires_grad=True");
  }
  const std::string text = wrapped(in.printing, "tensor(", std::move(body), suffixes);
  return tensor.cls == in.parameter_class ? "Parameter containing:\n" + text : text;
}

// numpy shows as many digits as the numbers need, at most eight, and all numbers with the same number of them.

std::string printed_array(Session& in, const TensorObject& array, bool is_str) {
  const Tensor& x = array.tensor;
  in.tick(x.count());
  const bool is_real = is_floating(x.dtype());
  std::vector<std::string> texts;
  std::size_t before = 0;
  std::size_t after = 0;
  for (Index i = 0; i < x.count(); ++i) {
    const double number = x.at_position(i);
    std::string text;
    if (!is_real) {
      text = x.dtype() == DType::boolean ? (number != 0 ? "True" : "False")
                                         : std::to_string(static_cast<std::int64_t>(number));
    } else {
      text = format_number(Value(number), ".8f");
      while (text.back() == '0') text.pop_back();
    }
    const std::size_t point = std::min(text.find('.'), text.size());
    before = std::max(before, point);
    after = std::max(after, text.size() - point);
    texts.push_back(std::move(text));
  }
  for (std::string& text : texts) {
    const std::size_t point = std::min(text.find('.'), text.size());
    text.insert(0, before - point, ' ');
    if (is_real) text.append(before + after - text.size(), ' ');
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
  return "array(" + body + (x.dtype() == DType::float32 ? ", dtype=float32)" : ")");
}

}  // namespace headsup::python
