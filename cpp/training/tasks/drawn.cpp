// The tasks whose examples are drawn: letters to copy, reverse or sort, brackets, and sums.
#include <algorithm>
#include <string_view>
#include <utility>

#include "headsup/random/generator.h"
#include "training/tasks/makers.h"

namespace headsup::training {
namespace {

using Tokens = std::vector<std::int32_t>;

/// A row without padding, which begins with the prompt.
struct Example {
  Tokens row;
  Index prompt;
};

/// Uniform among 0 … count − 1.
std::int32_t drawn_below(Generator& generator, std::uint32_t count) {
  return static_cast<std::int32_t>(generator.random() % count);
}

bool has_prompt(const std::vector<Tokens>& rows, const Example& example) {
  const auto end = example.row.begin() + static_cast<std::ptrdiff_t>(example.prompt);
  for (const Tokens& row : rows) {
    if (std::equal(example.row.begin(), end, row.begin())) return true;
  }
  return false;
}

/// Adds 50 examples that are held out and then `data` others, each with a prompt of its own, as `draw` makes them.
void add_drawn(TrainingTask& task, Index data, Example (*draw)(Generator&)) {
  Generator generator(0);
  while (task.data.size() < data) {
    Example example = draw(generator);
    if (has_prompt(task.held_out, example) || has_prompt(task.data, example)) continue;
    const bool is_held_out = task.held_out.size() < 50;
    if (is_held_out) task.prompt_lengths.push_back(example.prompt);
    (is_held_out ? task.held_out : task.data).push_back(std::move(example.row));
  }
}

void add_symbols(TrainingTask& task, std::string_view symbols) {
  for (const char symbol : symbols) task.symbols.push_back(std::string(1, symbol));
}

// Letters: six of them, an arrow (id 1), and the same letters in their new order.

constexpr std::string_view kLetters = "abcdefgh";
constexpr Index kWord = 6;

Example copied(Generator& generator) {
  Example example{.row = {}, .prompt = kWord + 1};
  for (Index i = 0; i < kWord; ++i) example.row.push_back(2 + drawn_below(generator, kLetters.size()));
  example.row.push_back(1);
  for (Index i = 0; i < kWord; ++i) example.row.push_back(example.row[i]);
  return example;
}

Example reversed(Generator& generator) {
  Example example = copied(generator);
  std::reverse(example.row.end() - kWord, example.row.end());
  return example;
}

Example sorted(Generator& generator) {
  Example example = copied(generator);
  const Tokens letters(example.row.begin(), example.row.begin() + kWord);
  auto to = example.row.end() - kWord;
  for (std::int32_t letter = 2; to != example.row.end(); ++letter) {
    to = std::fill_n(to, std::count(letters.begin(), letters.end(), letter), letter);
  }
  return example;
}

// Brackets: twelve of three kinds. The ids 1, 3 and 5 open, the next id closes. The prompt is the first half, in which no
// closing bracket is wrong; what is asked is a second half after which none is left open.

constexpr std::string_view kBrackets = "()[]{}";
constexpr Index kBracketRow = 12;

Example balanced(Generator& generator) {
  Example example{.row = {}, .prompt = kBracketRow / 2};
  Tokens open;
  while (example.row.size() < kBracketRow) {
    const bool can_open = open.size() < kBracketRow - example.row.size();
    if (open.empty() || (can_open && drawn_below(generator, 2) == 0)) {
      open.push_back(1 + 2 * drawn_below(generator, kBrackets.size() / 2));
      example.row.push_back(open.back());
    } else {
      example.row.push_back(open.back() + 1);
      open.pop_back();
    }
  }
  return example;
}

// Sums: a number below 90 and one below 10, and their sum.

constexpr std::string_view kSumSigns = "0123456789+=";

Example added(Generator& generator) {
  const std::int32_t a = drawn_below(generator, 90);
  const std::int32_t b = drawn_below(generator, 10);
  const auto digit = [](std::int32_t number) { return 1 + number % 10; };
  return {.row = {digit(a / 10), digit(a), 11, digit(b), 12, digit((a + b) / 10), digit(a + b)}, .prompt = 5};
}

}  // namespace

void make_letters(TrainingTask& task) {
  task.symbols.push_back("→");
  add_symbols(task, kLetters);
  const bool is_copy = task.name == TaskName::copy;
  add_drawn(task, 500, is_copy ? copied : task.name == TaskName::reverse ? reversed : sorted);
}

void make_brackets(TrainingTask& task) {
  add_symbols(task, kBrackets);
  add_drawn(task, 500, balanced);
}

void make_addition(TrainingTask& task) {
  add_symbols(task, kSumSigns);
  add_drawn(task, 800, added);
}

}  // namespace headsup::training
