#include "lesson/checks.h"

#include <cmath>
#include <limits>

#include "headsup/lesson/spec.h"
#include "headsup/tensor/refusal.h"

namespace headsup {

void check_range(const char* field, Index got, Index min, Index max) {
  if (got >= min && got <= max) return;
  refuse(ErrorCode::out_of_range, {{"field", field}, {"got", got}, {"min", min}, {"max", max}});
}

void check_at_most(const std::string& field, Index got, Index max) {
  if (got <= max) return;
  refuse(ErrorCode::too_large, {{"field", field}, {"got", got}, {"max", max}});
}

void check_ids(const std::string& field, const std::vector<std::int32_t>& ids, Index vocabulary) {
  for (Index i = 0; i < ids.size(); ++i) {
    if (ids[i] >= 0 && static_cast<Index>(ids[i]) < vocabulary) continue;
    refuse(ErrorCode::id_out_of_vocabulary, {{"field", field + "[" + std::to_string(i) + "]"},
                                             {"got", ids[i]},
                                             {"min", "0"},
                                             {"max", vocabulary - 1}});
  }
}

void check_pad_id(std::int32_t pad_id, Index vocabulary) {
  // check_range takes unsigned numbers, and would show a negative id as a huge one.
  if (pad_id >= 0 && static_cast<Index>(pad_id) < vocabulary) return;
  refuse(ErrorCode::out_of_range,
         {{"field", "padId"}, {"got", pad_id}, {"min", "0"}, {"max", vocabulary - 1}});
}

void check_seed(std::int64_t seed) {
  if (seed >= -Limits::seed && seed <= Limits::seed) return;
  refuse(ErrorCode::out_of_range,
         {{"field", "seed"}, {"got", seed}, {"min", -Limits::seed}, {"max", Limits::seed}});
}

void check_float(const std::string& field, double got, bool allows_minus_infinity) {
  constexpr auto largest = static_cast<double>(std::numeric_limits<float>::max());
  if (std::abs(got) <= largest) return;
  if (allows_minus_infinity && got == -std::numeric_limits<double>::infinity()) return;
  refuse(ErrorCode::out_of_range, {{"field", field},
                                   {"got", std::isnan(got) ? "NaN" : "a number beyond float32"},
                                   {"min", "-3.4e38"},
                                   {"max", "3.4e38"}});
}

void check_mask_fill(double fill) {
  check_float("maskFill", fill, true);
}

void check_whole(const std::string& field, double got, Index max) {
  constexpr double kMostShown = std::numeric_limits<std::int32_t>::max();
  if (got != std::floor(got)) {
    refuse(ErrorCode::wrong_type,
           {{"field", field}, {"got", std::isnan(got) ? "NaN" : "a fraction"}, {"wants", "integer"}});
  }
  if (got >= 0 && got <= static_cast<double>(max)) return;
  const std::string shown =
      std::abs(got) <= kMostShown ? std::to_string(static_cast<std::int32_t>(got)) : "a number beyond int32";
  refuse(ErrorCode::out_of_range, {{"field", field}, {"got", shown}, {"min", 0}, {"max", max}});
}

}  // namespace headsup
