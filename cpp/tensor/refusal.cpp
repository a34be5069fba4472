#include "headsup/tensor/refusal.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

namespace headsup {
namespace {

struct Pattern {
  const char* code;
  const char* sentence;
};

constexpr Pattern kPatterns[] = {
    {"wrong-type", "{field}: got {got}, wants {wants}"},
    {"out-of-range", "{field}: got {got}, wants {min} to {max}"},
    {"too-large", "{field}: got {got}, wants at most {max}"},
    {"shape-mismatch", "{field}: got shape {got}, wants {wants}"},
    {"unknown-value", "{field}: got \"{got}\", wants one of {wants}"},
    {"not-supported", "{field}: got {got}, wants {wants} in this lesson"},
    {"missing", "{field}: missing, wants {wants}"},
    {"empty-sequences", "{field}: got no token in a list of {got}, wants at least one token"},
    {"id-out-of-vocabulary", "{field}: got id {got}, wants {min} to {max}"},
    {"heads-do-not-divide", "{field} {got} does not divide {other} {max}"},
    {"batch-mismatch", "{field}: got {got} sequences, wants {wants} as in sequences"},
    {"causal-length-mismatch",
     "{field}: got a target of length {got}, wants length {wants} as the source has"},
    {"unknown-step", "name: got \"{got}\", wants one of {wants}"},
    {"bad-index", "{field}: got {got}, wants an index into shape {wants}"},
    {"contradiction", "{field}: got {got}, but {other} wants {wants}"},
    {"unknown-weight", "{field}: not a parameter of this lesson, wants one of {wants}"},
    // The exceptions of PyTorch, in its words.
    {"runtime-error", "{message}"},
    {"index-error", "{message}"},
    {"type-error", "{message}"},
    {"value-error", "{message}"},
    {"bad-file", "{file}, {field}: got {got}, wants {wants}"},
};

const char* sentence_of(const char* code) {
  for (const Pattern& pattern : kPatterns) {
    if (std::strcmp(pattern.code, code) == 0) return pattern.sentence;
  }
  assert(false);
  return "";
}

/// The sentence with each {name} replaced by that detail's value. A value is never searched for placeholders.
std::string filled_in(std::string_view sentence, const std::vector<Detail>& details) {
  std::string text;
  while (!sentence.empty()) {
    const auto open = std::min(sentence.find('{'), sentence.size());
    text += sentence.substr(0, open);
    sentence.remove_prefix(open);
    const auto close = sentence.find('}');
    if (close == std::string_view::npos) break;
    const std::string_view name = sentence.substr(1, close - 1);
    for (const Detail& detail : details) {
      if (detail.name == name) text += detail.value;
    }
    sentence.remove_prefix(close + 1);
  }
  return text;
}

}  // namespace

Refusal::Refusal(const char* code, const std::string& message, std::vector<Detail> details)
    : std::invalid_argument(message), code_(code), details_(std::move(details)) {}

Refusal::Refusal(const Refusal& other) noexcept : std::invalid_argument(other), code_(other.code_) {
  try {
    details_ = other.details_;
  } catch (const std::bad_alloc&) {
    details_.clear();
  }
}

Detail RefusedFact::detail() const {
  if (shape_ != nullptr) return {.name = name_, .value = to_string(*shape_)};
  return {.name = name_, .value = is_number_ ? std::to_string(number_) : std::string(text_)};
}

void refuse(const char* code, std::initializer_list<RefusedFact> facts) {
  std::vector<Detail> details;
  for (const RefusedFact& fact : facts) details.push_back(fact.detail());
  const std::string message = filled_in(sentence_of(code), details);
  throw Refusal(code, message, std::move(details));
}

void Piece::append_to(std::string& text) const {
  if (shape_ == nullptr) {
    text += is_number_ ? std::to_string(number_) : std::string(text_);
    return;
  }
  text += '[';
  for (Index axis = 0; axis < shape_->size(); ++axis) {
    if (axis > 0) text += ", ";
    text += std::to_string((*shape_)[axis]);
  }
  text += ']';
}

void raise(const char* code, std::initializer_list<Piece> pieces) {
  std::string message;
  for (const Piece& piece : pieces) piece.append_to(message);
  refuse(code, {{"message", message}});
}

}  // namespace headsup
