// Properties of every lesson, checked on a few hundred small random specs each.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <set>

#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "explanations.h"
#include "headsup/lesson/run.h"
#include "headsup/tensor/refusal.h"
#include "random_spec.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

constexpr int kLessonCases = 300;

/// "" where two traces are the same to the bit.
std::string trace_difference(const Trace& got, const Trace& want) {
  if (got.steps.size() != want.steps.size()) return "another number of steps";
  for (Index i = 0; i < got.steps.size(); ++i) {
    if (got.steps[i].name != want.steps[i].name) return "another step " + std::string(got.steps[i].name);
    std::string found =
        difference(std::string(want.steps[i].name), got.steps[i].tensor, want.steps[i].tensor, Match::exact);
    if (!found.empty()) return found;
  }
  return "";
}

/// Whether the mask of a masked_fill step hides a cell. A mask has no axis for heads, and axes of size 1 broadcast.
bool is_masked(const Trace& trace, const Step& filled, Shape index) {
  const Step& mask = trace.steps[filled.inputs[1]];
  if (filled.axes[1] == "H") index.erase(index.begin() + 1);
  return mask.at(broadcast_index(mask.shape(), index)) == filled.attributes.number("masked_bit", 1);
}

/// The softmax of a masked_fill step.
const Step& softmax_of(const Trace& trace, const Step& filled) {
  return *std::find_if(trace.steps.begin(), trace.steps.end(), [&](const Step& step) {
    return step.op() == Name("softmax") && trace.steps[step.inputs[0]].name == filled.name;
  });
}

/// What is wrong with the weights of the row that begins at `offset`; "" where nothing is.
std::string wrong_with_row(const Trace& trace, const Step& filled, Index offset) {
  const Step& weights = softmax_of(trace, filled);
  const Index length = weights.shape().back();
  std::vector<double> seen;
  std::vector<double> hidden;
  for (Index i = offset; i < offset + length; ++i) {
    (is_masked(trace, filled, index_of(filled.shape(), i)) ? hidden : seen)
        .push_back(weights.tensor.at_position(i));
  }
  const auto all = [](const std::vector<double>& numbers, double want) {
    return std::all_of(numbers.begin(), numbers.end(), [=](double x) { return same(x, want); });
  };
  if (seen.empty()) {
    const bool finite = std::isfinite(filled.attributes.number("value", 0));
    const auto uniform = static_cast<double>(static_cast<float>(1.0 / static_cast<double>(length)));
    return all(hidden, finite ? uniform : std::nan("")) ? "" : "masked everywhere, neither uniform nor NaN";
  }
  if (!all(hidden, 0)) return "a masked weight is not 0";
  return close(std::accumulate(seen.begin(), seen.end(), 0.0), 1.0) ? "" : "the weights do not sum to 1";
}

/// Every code of docs/errors.md.
std::set<std::string> documented_codes() {
  std::ifstream file(std::string(HEADSUP_SOURCE_DIR) + "/docs/errors.md");
  std::set<std::string> codes;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("| `", 0) == 0) codes.insert(line.substr(3, line.find('`', 3) - 3));
  }
  return codes;
}

}  // namespace

TEST_CASE("docs/errors.md has every code of the core but PyTorch's") {
  const std::set<std::string> codes = documented_codes();
  for (int code = 0; code < static_cast<int>(ErrorCode::runtime_error); ++code) {
    CHECK(codes.count(to_string(static_cast<ErrorCode>(code))) == 1);
  }
}

TEST_CASE("lessons: masked weights are exactly 0, and rows sum to 1 or are masked everywhere") {
  Dice dice(30);
  for (int i = 0; i < kLessonCases; ++i) {
    const Trace trace = run(random_spec(dice));
    for (const Step& step : trace.steps) {
      if (step.op() != Name("masked_fill")) continue;
      const Index length = step.shape().back();
      for (Index offset = 0; offset < element_count(step.shape()); offset += length)
        CHECK(wrong_with_row(trace, step, offset) == "");
    }
  }
}

TEST_CASE("lessons: under a causal mask, changing later tokens changes no bit of a row") {
  Dice dice(31);
  for (int i = 0; i < kLessonCases; ++i) {
    Spec spec = random_spec_without_pad_id(dice);
    spec.mask = MaskSpec{dice.coin(), true};
    if (spec.target) spec.target = spec.sequences;
    Spec changed = spec;
    const Index kept = dice.between(1, kMostTokens - 1);
    for (auto& sequence : changed.sequences) {
      for (Index t = kept; t < sequence.size(); ++t) sequence[t] = another_token(dice, spec.pad_id);
    }
    if (spec.target) changed.target = changed.sequences;
    const Trace before = run(spec);
    const Trace after = run(changed);
    // The steps that come after the mask have a row for each query.
    const Step* first = before.find("masked_scores");
    for (const Step* step = first; step != &before.steps.back() + 1; ++step) {
      const auto query = std::find_if(step->axes.begin(), step->axes.end(),
                                      [](Name axis) { return axis == "T" || axis == "L"; }) -
                         step->axes.begin();
      Index different = 0;
      for (Index cell = 0; cell < element_count(step->shape()); ++cell) {
        if (index_of(step->shape(), cell)[static_cast<Index>(query)] >= kept) continue;
        if (!same(after[step->name].tensor.at_position(cell), step->tensor.at_position(cell))) ++different;
      }
      INFO(step->name);
      CHECK(different == 0);
    }
  }
}

TEST_CASE("lessons: more padding changes no token's output, and gets attention 0") {
  Dice dice(33);
  for (int i = 0; i < kLessonCases; ++i) {
    Spec spec = random_spec_without_pad_id(dice);
    const bool crossed = spec.lesson == Lesson::encoder_decoder;
    spec.mask = MaskSpec{true, !crossed && dice.coin()};
    for (auto& sequence : spec.sequences) {
      if (sequence.empty()) sequence.push_back(another_token(dice, spec.pad_id));
    }
    Spec longer = spec;
    const Trace before = run(spec);
    const Index columns = before["ids"].shape()[1] + dice.between(1, 4);
    for (auto& sequence : longer.sequences) sequence.resize(columns, spec.pad_id);
    const Trace after = run(longer);
    const Step& want = before.steps.back();
    for (Index cell = 0; cell < element_count(want.shape()); ++cell)
      CHECK(close(after.steps.back().at(index_of(want.shape(), cell)), want.tensor.at_position(cell)));
    const Step& attention = after["attention"];
    for (Index cell = 0; cell < element_count(attention.shape()); ++cell) {
      if (cell % columns >= before["ids"].shape()[1]) CHECK(attention.tensor.at_position(cell) == 0.0);
    }
  }
}

TEST_CASE("lessons: the output of a sentence does not depend on the rest of its batch") {
  Dice dice(34);
  for (int i = 0; i < kLessonCases; ++i) {
    Spec together = random_spec(dice);
    // All of one length, so that the last one is padded alike when alone.
    const Index length = dice.between(1, kMostTokens);
    for (auto& sequence : together.sequences) sequence.resize(length, another_token(dice, together.pad_id));
    if (together.target) together.target = together.sequences;
    Spec alone = together;
    alone.sequences = {together.sequences.back()};
    if (alone.target) alone.target = alone.sequences;
    const auto want = run(alone).steps.back().tensor.tolist<float>();
    const auto all = run(together).steps.back().tensor.tolist<float>();
    const auto last = all.end() - static_cast<std::ptrdiff_t>(want.size());
    CHECK(difference("output", {last, all.end()}, want) == "");
  }
}

TEST_CASE("lessons: the same spec gives the same bits, and so do seeds that are equal modulo 2^32") {
  Dice dice(35);
  for (int i = 0; i < kLessonCases; ++i) {
    const Spec spec = random_spec(dice);
    Spec turned = spec;
    turned.seed += (static_cast<std::int64_t>(dice.below(1 << 20)) - (1 << 19)) * (std::int64_t{1} << 32);
    const Trace trace = run(spec);
    CHECK(trace_difference(run(spec), trace) == "");
    CHECK(trace_difference(run(turned), trace) == "");
  }
}

TEST_CASE("lessons: a broken spec runs or is refused with a documented code, without later effects") {
  Dice dice(36);
  const Spec good = random_spec(dice);
  const Trace want = run(good);
  const std::set<std::string> codes = documented_codes();
  std::set<std::string> seen;
  for (int i = 0; i < 3 * kLessonCases; ++i) {
    Spec spec = random_spec(dice);
    for (Index broken = dice.between(1, 3); broken > 0; --broken) break_field(spec, dice);
    try {
      run(spec);
      seen.insert("");
    } catch (const Refusal& refusal) {
      seen.emplace(to_string(refusal.code()));
      CHECK(codes.count(to_string(refusal.code())) == 1);
    }
    CHECK(trace_difference(run(good), want) == "");
  }
  CHECK(seen.size() > 8);
}
