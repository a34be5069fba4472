// Explanations of many cells: walks from an output back to terms that are not cells, and 100,000 random cells.
#include <map>
#include <set>

#include "catch.h"
#include "dice.h"
#include "explanations.h"
#include "fixtures.h"
#include "headsup/graph/explain.h"
#include "headsup/lesson/run.h"
#include "random_spec.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

/// The terms that are not cells, and the ranks of their indices.
const std::map<Name, Index> kLeafRanks = {{"draw", 1},     {"sequences", 2}, {"target", 2},  {"padId", 0},
                                          {"constant", 0}, {"query", 0},     {"key", 0},     {"position", 0},
                                          {"column", 0},   {"place", 0},     {"maximum", 0}, {"sum", 0},
                                          {"mean", 0},     {"rstd", 0}};

/// Follows terms from cell to cell, recomputes each and counts the terms that are not cells. Of a cell with many terms,
/// it follows only some: a row of 512 products would lead to every number of the earlier layers.
class Walk {
 public:
  Walk(const Trace& trace, const Spec& spec, Dice& dice) : trace_(trace), spec_(spec), dice_(dice) {}

  void from(Name name, const Shape& index) {
    if (!problem.empty() || !seen_.emplace(name, index).second) return;
    const Explanation e = explain(trace_, name, index, &replays_);
    problem = wrong_with(trace_, trace_[name], index, e);
    for (Index i = 0; i < e.terms.size() && problem.empty(); ++i) {
      const Term& term = e.terms[i];
      if (trace_.find(term.name) == nullptr) {
        check_leaf(term);
      } else if (place(term.name) >= place(name)) {
        // Terms only point back, so every walk ends.
        problem = cell_name(name, index) + " points forward to " + std::string(term.name);
      } else if (e.terms.size() <= kFollowed || dice_.below(e.terms.size()) < kFollowed) {
        from(term.name, term.index);
      }
    }
  }

  std::map<std::string, int> leaves;
  std::string problem;

 private:
  static constexpr Index kFollowed = 10;

  std::ptrdiff_t place(Name name) const { return trace_.find(name) - trace_.steps.data(); }

  void check_leaf(const Term& term) {
    ++leaves[term.name];
    const auto rank = kLeafRanks.find(term.name);
    if (rank == kLeafRanks.end() || rank->second != term.index.size()) {
      problem = "unknown leaf " + cell_name(term.name, term.index);
    } else if (term.name == "draw" && !(term.value >= 0 && term.value < 1)) {
      problem = "a draw outside [0, 1)";
    } else if (term.name == "padId" && term.value != spec_.pad_id) {
      problem = "another padId";
    } else if (term.name == "sequences" && term.value != token(spec_.sequences, term.index)) {
      problem = "another token";
    } else if (term.name == "target" && term.value != token(*spec_.target, term.index)) {
      problem = "another target token";
    }
  }

  static double token(const Sequences& sequences, const Shape& index) {
    return sequences.at(index[0]).at(index[1]);
  }

  const Trace& trace_;
  const Spec& spec_;
  Dice& dice_;
  ReplayCache replays_;
  std::set<std::pair<std::string, Shape>> seen_;
};

Shape random_index(const Step& step, Dice& dice) {
  return index_of(step.shape(), dice.below(element_count(step.shape())));
}

}  // namespace

TEST_CASE("every fixture: walks back from last cells recompute and end at draws, tokens and other inputs") {
  Dice dice(6);
  for (const std::string& name : lesson_fixtures()) {
    DYNAMIC_SECTION(name) {
      const Spec spec = read_lesson(name).spec;
      const Trace trace = run(spec);
      const Step& last = trace.steps.back();
      Walk walk(trace, spec, dice);
      for (int i = 0; i < 3; ++i) walk.from(last.name, random_index(last, dice));
      CHECK(walk.problem == "");
      CHECK(walk.leaves["draw"] > 0);
      CHECK(walk.leaves["maximum"] == walk.leaves["sum"]);
      CHECK(walk.leaves["mean"] == walk.leaves["rstd"]);
      CHECK((walk.leaves["constant"] > 0) == (spec.layer_norm != LayerNorm::none));
      CHECK((walk.leaves["place"] > 0) == spec.positional_encoding);
      CHECK((walk.leaves["target"] > 0) == spec.target.has_value());
    }
  }
}

TEST_CASE("recomputing 100,000 random cells of random lessons gives their values") {
  constexpr int kLessonsRun = 250;
  constexpr int kCellsEach = 400;
  Dice dice(7);
  std::set<Name> explained;
  for (int i = 0; i < kLessonsRun; ++i) {
    const Spec spec = random_spec(dice);
    const Trace trace = run(spec);
    for (int cell = 0; cell < kCellsEach; ++cell) {
      const Step& step = trace.steps[dice.below(trace.steps.size())];
      const std::string wrong = wrong_with(trace, step, random_index(step, dice));
      if (!wrong.empty()) FAIL_CHECK("lesson " << i << ": " << wrong);
      explained.insert(step.op());
    }
  }
  // Every operation of the lessons but `given`, which these do not have.
  CHECK(explained.size() == 25);
}
