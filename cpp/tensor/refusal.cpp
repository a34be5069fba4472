#include "headsup/tensor/refusal.h"

#include <cassert>
#include <cstring>
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
    {"empty-sequences", "{field}: got {got} sequences without a token, wants at least one token"},
    {"id-out-of-vocabulary", "{field}: got id {got}, wants {min} to {max}"},
    {"heads-do-not-divide", "{field} {got} does not divide {other} {max}"},
    {"batch-mismatch", "{field}: got {got} sequences, wants {wants} as in sequences"},
    {"causal-length-mismatch",
     "{field}: got a target of length {got}, wants length {wants} as the source has"},
    {"unknown-step", "name: got \"{got}\", wants the name of a step of the trace"},
    {"bad-index", "{field}: got {got}, wants an index into shape {wants}"},
    {"contradiction", "{field}: got {got}, but {other} wants {wants}"},
    {"unknown-weight", "{field}: not a parameter of this lesson, wants one of {wants}"},
    {"bad-file", "{file}, {field}: got {got}, wants {wants}"},
    {"disposed", "{field}: got a layer that was disposed of, wants a live one"},
};

const char* sentence_of(const char* code) {
  for (const Pattern& pattern : kPatterns) {
    if (std::strcmp(pattern.code, code) == 0) return pattern.sentence;
  }
  assert(false);
  return "";
}

std::string filled_in(const char* sentence, const std::vector<Detail>& details) {
  std::string text = sentence;
  for (const Detail& detail : details) {
    const std::string placeholder = std::string("{") + detail.name + "}";
    const auto at = text.find(placeholder);
    if (at != std::string::npos) text.replace(at, placeholder.size(), detail.value);
  }
  return text;
}

}  // namespace

Refusal::Refusal(const char* code, const std::string& message, std::vector<Detail> details)
    : std::invalid_argument(message), code_(code), details_(std::move(details)) {}

void refuse(const char* code, std::initializer_list<Detail> details) {
  std::vector<Detail> facts = details;
  const std::string message = filled_in(sentence_of(code), facts);
  raise(Refusal(code, message, std::move(facts)));
}

}  // namespace headsup
