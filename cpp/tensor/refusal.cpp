#include "headsup/tensor/refusal.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "tensor/throw.h"

namespace headsup {
namespace {

struct Pattern {
  ErrorCode code;
  const char* name;
  const char* sentence;
};

/// In the order of the codes.
constexpr Pattern kPatterns[] = {
    {ErrorCode::wrong_type, "wrong-type", "{field}: got {got}, wants {wants}"},
    {ErrorCode::out_of_range, "out-of-range", "{field}: got {got}, wants {min} to {max}"},
    {ErrorCode::too_large, "too-large", "{field}: got {got}, wants at most {max}"},
    {ErrorCode::shape_mismatch, "shape-mismatch", "{field}: got shape {got}, wants {wants}"},
    {ErrorCode::unknown_value, "unknown-value", "{field}: got \"{got}\", wants one of {wants}"},
    {ErrorCode::not_supported, "not-supported", "{field}: got {got}, wants {wants} in this lesson"},
    {ErrorCode::missing, "missing", "{field}: missing, wants {wants}"},
    {ErrorCode::empty_sequences, "empty-sequences",
     "{field}: got no token in a list of {got}, wants at least one token"},
    {ErrorCode::id_out_of_vocabulary, "id-out-of-vocabulary", "{field}: got id {got}, wants {min} to {max}"},
    {ErrorCode::heads_do_not_divide, "heads-do-not-divide", "{field} {got} does not divide {other} {max}"},
    {ErrorCode::batch_mismatch, "batch-mismatch",
     "{field}: got {got} sequences, wants {wants} as in sequences"},
    {ErrorCode::causal_length_mismatch, "causal-length-mismatch",
     "{field}: got a target of length {got}, wants length {wants} as the source has"},
    {ErrorCode::unknown_step, "unknown-step", "name: got \"{got}\", wants one of {wants}"},
    {ErrorCode::bad_index, "bad-index", "{field}: got {got}, wants an index into shape {wants}"},
    {ErrorCode::contradiction, "contradiction", "{field}: got {got}, but {other} wants {wants}"},
    {ErrorCode::unknown_weight, "unknown-weight",
     "{field}: not a parameter of this lesson, wants one of {wants}"},
    {ErrorCode::bad_file, "bad-file", "{file}, {field}: got {got}, wants {wants}"},
    {ErrorCode::runtime_error, "runtime-error", "{message}"},
    {ErrorCode::index_error, "index-error", "{message}"},
    {ErrorCode::value_error, "value-error", "{message}"},
};
static_assert([] {
  std::size_t place = 0;
  for (const Pattern& pattern : kPatterns) {
    if (static_cast<std::size_t>(pattern.code) != place++) return false;
  }
  return place == static_cast<std::size_t>(ErrorCode::value_error) + 1;
}());

const Pattern& pattern_of(ErrorCode code) {
  return kPatterns[static_cast<std::size_t>(code)];
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

const char* to_string(ErrorCode code) {
  return pattern_of(code).name;
}

std::string Piece::text() const {
  if (shape_ != nullptr) return to_string(*shape_);
  return is_number_ ? std::to_string(number_) : std::string(text_);
}

void refuse(ErrorCode code, std::initializer_list<RefusedFact> facts) {
  std::vector<Detail> details;
  for (const RefusedFact& fact : facts) details.push_back({fact.name, fact.value.text()});
  const std::string message = filled_in(pattern_of(code).sentence, details);
  throw_refusal(code, message, std::move(details));
}

void Piece::append_to(std::string& text) const {
  if (shape_ == nullptr) {
    text += this->text();
    return;
  }
  text += '[';
  for (Index axis = 0; axis < shape_->size(); ++axis) {
    if (axis > 0) text += ", ";
    text += std::to_string((*shape_)[axis]);
  }
  text += ']';
}

void raise(ErrorCode code, std::initializer_list<Piece> pieces) {
  std::string message;
  for (const Piece& piece : pieces) piece.append_to(message);
  refuse(code, {{"message", message}});
}

}  // namespace headsup
