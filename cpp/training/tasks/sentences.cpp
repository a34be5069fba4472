// sentences-en and sentences-ko: the sentences of cpp/training/tasks/corpus, one a line.
#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "training/tasks/makers.h"

namespace headsup::training {
namespace {

constexpr unsigned char kEnglish[] = {
#include "training/tasks/corpus_en_bytes.h"
};
constexpr unsigned char kKorean[] = {
#include "training/tasks/corpus_ko_bytes.h"
};

/// Every eighth sentence is held out.
constexpr Index kHeldOutEvery = 8;
constexpr Index kPrompt = 2;

/// The id of a piece; adds the piece if it is new.
std::int32_t id_of(const std::string& piece, std::vector<std::string>& symbols) {
  const auto found = std::find(symbols.begin(), symbols.end(), piece);
  const auto id = static_cast<std::int32_t>(found - symbols.begin());
  if (found == symbols.end()) symbols.push_back(piece);
  return id;
}

}  // namespace

/// A space begins a piece and stays with it, as at the start of every sentence; "|" begins one inside a word, and the full
/// stop is one.
void make_sentences(TrainingTask& task) {
  const bool is_english = task.name == TaskName::sentences_en;
  using Text = std::span<const unsigned char>;
  const Text text = is_english ? Text(kEnglish) : Text(kKorean);
  std::string piece = " ";
  std::vector<std::int32_t> row;
  Index longest = 0;
  for (const unsigned char c : text) {
    if (c == ' ' || c == '|' || c == '.' || c == '\n') {
      row.push_back(id_of(piece, task.symbols));
      piece.clear();
    }
    if (c == '\n') {
      longest = std::max(longest, row.size());
      const Index line = task.data.size() + task.held_out.size() + 1;
      (line % kHeldOutEvery == 0 ? task.held_out : task.data).push_back(std::move(row));
      row.clear();
      piece = " ";
    } else if (c != '|') {
      piece += static_cast<char>(c);
    }
  }
  for (auto* rows : {&task.data, &task.held_out}) {
    for (auto& sentence : *rows) sentence.resize(longest, task.pad_id);
  }
  task.prompt_lengths.assign(task.held_out.size(), kPrompt);
}

}  // namespace headsup::training
