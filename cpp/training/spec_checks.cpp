#include "training/spec_checks.h"

#include <cmath>
#include <string>

#include "headsup/tensor/refusal.h"
#include "headsup/training/trainer.h"
#include "lesson/checks.h"

namespace headsup {
namespace {

/// The numbers of the parameters with their gradients and moments, and of one batch with its gradients, in float64 so that
/// nothing overflows.
double cells_of(const TrainingSpec& spec, Index length) {
  const auto width = static_cast<double>(spec.d_model);
  const auto d_ff = static_cast<double>(spec.d_ff);
  const auto vocabulary = static_cast<double>(spec.vocab_size);
  const auto tokens = static_cast<double>(spec.batch_size * length);
  const auto layers = static_cast<double>(spec.layers);
  const auto scores = 3 * static_cast<double>(spec.num_heads * length);
  const double tables = spec.tied_head ? 1 : 2;
  const double dropout = spec.dropout > 0 ? 2 * (2 * layers + 1) * width : 0;
  return 4 * (tables * vocabulary * width + layers * (4 * width * width + 2 * width * d_ff)) +
         2 * tokens * (layers * (10 * width + 2 * d_ff + scores) + 2 * width + 2 * vocabulary + dropout);
}

/// With as many decimals as tell it from its neighbours, six at least: the last of them is no less than 1 / `finest`. Very large
/// numbers have an exponent. Not std::to_string, because that would bring printf into the module, which is 4 kB of gzip.
std::string number_text(double x, std::uint64_t finest = 100'000'000'000'000'000) {
  if (std::isnan(x)) return "nan";
  if (std::signbit(x)) return "-" + number_text(-x);
  if (std::isinf(x)) return "inf";
  if (x >= 1e15) {
    int exponent = 0;
    for (; x >= 10; x /= 10) ++exponent;
    // The divisions have rounded the other digits.
    return number_text(x, 1'000'000) + "e" + std::to_string(exponent);
  }
  const auto whole = static_cast<std::uint64_t>(x);
  const double fraction = x - static_cast<double>(whole);
  std::uint64_t scale = 1'000'000;
  std::uint64_t units = 0;
  for (;; scale *= 10) {
    const auto parts = static_cast<double>(scale);
    units = static_cast<std::uint64_t>(fraction * parts + 0.5);
    if (scale == finest || static_cast<double>(whole) + static_cast<double>(units) / parts == x) break;
  }
  std::string decimals = std::to_string(scale + units % scale);
  decimals.front() = '.';
  decimals.erase(decimals.find_last_not_of('0') + 1);
  if (decimals == ".") decimals.clear();
  return std::to_string(whole + units / scale) + decimals;
}

}  // namespace

void check_rows(const char* field, const std::vector<std::vector<std::int32_t>>& rows, Index length,
                Index vocabulary) {
  if (rows.empty()) refuse(ErrorCode::missing, {{"field", field}, {"wants", "at least one row"}});
  for (Index i = 0; i < rows.size(); ++i) {
    const std::string at = field + ("[" + std::to_string(i) + "]");
    if (rows[i].size() != length) {
      refuse_shape(at, Shape{rows[i].size()}, to_string(Shape{length}) + " like the first row");
    }
    check_ids(at, rows[i], vocabulary);
  }
}

void check_number(const char* field, double got, double min, double max) {
  if (got >= min && got <= max) return;
  refuse(ErrorCode::out_of_range,
         {{"field", field}, {"got", number_text(got)}, {"min", number_text(min)}, {"max", number_text(max)}});
}

void validate(const TrainingSpec& spec) {
  check_range("vocabSize", spec.vocab_size, 2, TrainingLimits::vocabulary);
  check_range("dModel", spec.d_model, 1, TrainingLimits::d_model);
  check_range("numHeads", spec.num_heads, 1, TrainingLimits::heads);
  check_range("layers", spec.layers, 1, TrainingLimits::layers);
  check_range("dFf", spec.d_ff, 1, TrainingLimits::d_ff);
  check_range("batchSize", spec.batch_size, 1, TrainingLimits::batch_size);
  check_pad_id(spec.pad_id, spec.vocab_size);
  check_seed(spec.seed);
  check_mask_fill(spec.mask_fill);
  check_number("learningRate", spec.learning_rate, 0, 1e9);
  check_number("weightDecay", spec.weight_decay, 0, 1e9);
  check_number("momentum", spec.momentum, 0, 1);
  check_number("dropout", spec.dropout, 0, TrainingLimits::dropout);
  if (spec.gradient_clip) check_number("gradientClip", *spec.gradient_clip, 0, 1e9);
  if (spec.d_model % spec.num_heads != 0) {
    refuse(ErrorCode::heads_do_not_divide,
           {{"field", "numHeads"}, {"got", spec.num_heads}, {"other", "dModel"}, {"max", spec.d_model}});
  }
  check_at_most("data", spec.data.size(), TrainingLimits::rows);
  if (!spec.data.empty()) {
    check_range("data[0]", spec.data.front().size(), 2, TrainingLimits::length + 1);
  }
  check_rows("data", spec.data, spec.data.empty() ? 0 : spec.data.front().size(), spec.vocab_size);
  const double cells = cells_of(spec, spec.data.front().size() - 1);
  if (cells > static_cast<double>(TrainingLimits::cells)) {
    refuse(ErrorCode::too_large,
           {{"field", "spec"}, {"got", static_cast<std::int64_t>(cells)}, {"max", TrainingLimits::cells}});
  }
}

}  // namespace headsup
