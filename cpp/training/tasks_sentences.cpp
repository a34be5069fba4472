// sentences-en and sentences-ko: the sentences of cpp/training/corpus, one a line.
#include <algorithm>
#include <string>
#include <string_view>

#include "training/task_makers.h"

namespace headsup::training {
namespace {

constexpr unsigned char kEnglish[] = {
#include "training/corpus_en_bytes.h"
};
constexpr unsigned char kKorean[] = {
#include "training/corpus_ko_bytes.h"
};

/// Every eighth sentence is held out.
constexpr Index kHeldOutEvery = 8;
constexpr Index kPrompt = 2;

/// A space begins a piece and stays with it, "|" begins one inside a word, and the full stop is one.
std::vector<std::string> pieces_of(std::string_view sentence) {
  std::vector<std::string> pieces = {" "};
  for (const char c : sentence) {
    if (c == ' ' || c == '|' || c == '.') pieces.emplace_back();
    if (c != '|') pieces.back() += c;
  }
  return pieces;
}

/// The id of a piece, which is new if it has none.
std::int32_t id_of(const std::string& piece, std::vector<std::string>& symbols) {
  const auto found = std::find(symbols.begin(), symbols.end(), piece);
  const auto id = static_cast<std::int32_t>(found - symbols.begin());
  if (found == symbols.end()) symbols.push_back(piece);
  return id;
}

}  // namespace

void make_sentences(TrainingTask& task) {
  const bool is_english = task.name == TaskName::sentences_en;
  const auto* bytes = is_english ? kEnglish : kKorean;
  std::string text(bytes, bytes + (is_english ? sizeof kEnglish : sizeof kKorean));
  Index longest = 0;
  Index line = 0;
  for (Index start = 0; start < text.size(); ++line) {
    const Index end = text.find('\n', start);
    std::vector<std::int32_t> row;
    for (const std::string& piece : pieces_of(std::string_view(text).substr(start, end - start))) {
      row.push_back(id_of(piece, task.symbols));
    }
    longest = std::max(longest, row.size());
    (line % kHeldOutEvery == kHeldOutEvery - 1 ? task.held_out : task.data).push_back(row);
    start = end + 1;
  }
  for (auto* rows : {&task.data, &task.held_out}) {
    for (auto& row : *rows) row.resize(longest, task.pad_id);
  }
  task.prompt_lengths.assign(task.held_out.size(), kPrompt);
}

}  // namespace headsup::training
