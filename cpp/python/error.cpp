#include "python/error.h"

#include <algorithm>

namespace headsup::python {

// The compiler of WebAssembly would undo their being out of line when it links.
[[gnu::noinline]] Piece::Piece(const char* text) : text_(text) {}
[[gnu::noinline]] Piece::Piece(std::string_view text) : text_(text.data() == nullptr ? "" : text) {}
[[gnu::noinline]] Piece::Piece(const std::string& text) : text_(text) {}
[[gnu::noinline]] Piece::Piece(const String* text) : text_(text->text) {}
[[gnu::noinline]] Piece::Piece(std::int64_t number) : number_(number) {}

void Piece::append_to(std::string& out) const {
  if (text_.data() == nullptr) {
    out += std::to_string(number_);
  } else {
    out += text_;
  }
}

std::string joined(std::initializer_list<Piece> pieces) {
  std::string text;
  for (const Piece& piece : pieces) piece.append_to(text);
  return text;
}

void raise(const char* type, std::initializer_list<Piece> message, std::string hint) {
  throw Error{.type = type, .message = joined(message), .hint = std::move(hint)};
}

void refuse_construct(std::string_view what, std::string_view instead, const Span& span) {
  throw Error{.type = "NotImplementedError",
              .message = joined({what, what.size() > 1 ? " is not part of the Python that runs here" : ""}),
              .hint = std::string(instead),
              .span = span};
}

void stop(std::initializer_list<Piece> message) {
  throw Error{.type = "LimitError", .message = joined(message), .is_catchable = false};
}

namespace {

/// The cost of turning one name into another: 2 for each insertion, deletion and replacement, 1 for a change of case.
std::size_t edit_cost(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = 2 * j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = 2 * i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = a[i - 1];
      const char y = b[j - 1];
      const std::size_t replace = x == y ? 0 : (x | 0x20) == (y | 0x20) ? 1 : 2;
      const std::size_t next = std::min({diagonal + replace, row[j] + 2, row[j - 1] + 2});
      diagonal = row[j];
      row[j] = next;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string suggestion(std::string_view name, const std::vector<std::string_view>& among) {
  // CPython's limits: longer names, and more of them, get no suggestion.
  constexpr std::size_t kLongest = 40;
  constexpr std::size_t kMost = 750;
  if (name.size() > kLongest || among.size() >= kMost) return "";
  std::string_view nearest;
  std::size_t lowest = static_cast<std::size_t>(-1);
  for (const std::string_view candidate : among) {
    if (candidate == name || candidate.empty() || candidate.size() > kLongest) continue;
    const std::size_t cost = edit_cost(name, candidate);
    if (cost <= (name.size() + candidate.size() + 3) * 2 / 6 && cost < lowest) {
      lowest = cost;
      nearest = candidate;
    }
  }
  return nearest.empty() ? "" : joined({"Did you mean: '", nearest, "'?"});
}

const char* exception_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::index_error:
      return "IndexError";
    case ErrorCode::value_error:
      return "ValueError";
    case ErrorCode::wrong_type:
      return "TypeError";
    default:
      return "RuntimeError";
  }
}

}  // namespace headsup::python
