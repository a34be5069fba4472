#pragma once
// Text to tokens, one at a time, so that a mistake further down does not hide an earlier one.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "headsup/python/run.h"

namespace headsup::python {

/// Keywords, then operators; of those that begin alike, the longer ones come first.
inline constexpr std::string_view kWords[] = {
    "False",    "None",   "True",  "and",  "as",     "assert",   "async", "await",   "break", "class",
    "continue", "def",    "del",   "elif", "else",   "except",   "for",   "finally", "from",  "global",
    "if",       "import", "in",    "is",   "lambda", "nonlocal", "not",   "or",      "pass",  "raise",
    "return",   "try",    "while", "with", "yield",  "**=",      "//=",   ">>=",     "<<=",   "...",
    "!=",       "==",     "<=",    ">=",   "->",     "+=",       "-=",    "*=",      "/=",    "%=",
    "&=",       "|=",     "^=",    "@=",   "**",     "//",       "<<",    ">>",      ":=",    "+",
    "-",        "*",      "/",     "%",    "&",      "|",        "^",     "~",       "<",     ">",
    "=",        "(",      ")",     "[",    "]",      "{",        "}",     ",",       ":",     ".",
    ";",        "@"};
inline constexpr std::size_t kKeywords = 35;

/// A keyword or operator by its number, which the compiler looks up.
struct Word {
  std::uint8_t id = 0;
  consteval Word(const char* text) {  // NOLINT(google-explicit-constructor)
    while (kWords[id] != text) ++id;
  }
};

struct Token {
  static constexpr std::uint8_t kNoWord = 255;
  enum class Kind : std::uint8_t { name, number, string, fstring, word, newline, indent, dedent, end };
  Kind kind = Kind::end;
  Span span;
  std::string_view text;  ///< as in the source; a string's characters between its quotes
  bool is_raw = false;    ///< of strings: r"", whose escapes stay
  bool is_bytes = false;
  std::uint32_t line = 0;  ///< of strings: where `text` begins
  std::uint32_t column = 0;

  std::uint8_t word = kNoWord;  ///< its place in kWords

  bool is(Word w) const { return word == w.id; }
};

class Lexer {
 public:
  /// Spans begin at `place`. Text within an f-string has neither lines nor indentation.
  Lexer(std::string_view source, const Span& place, bool is_expression);

  Token next();  ///< throws SyntaxError, IndentationError
  /// Goes past the body of a function, whose colon was the last token; its text, from the colon on.
  std::string_view skip_body();
  /// Reads the text of a body, which begins within a line.
  void begin_in_line() { is_line_start_ = false; }
  /// The innermost bracket that is open, and where; nullptr where there is none.
  const std::pair<char, Span>* open_bracket() const {
    return brackets_.empty() ? nullptr : &brackets_.back();
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  Span here() const { return {line_, column_, line_, column_, cell_}; }
  void step();
  void skip(std::size_t characters);
  Token token(Token::Kind kind, Span from, std::size_t begin) const;
  void skip_spaces();
  void skip_magic();
  bool indentation();
  Token dedent();
  Token name();
  Token number();
  Token string(std::size_t prefix);
  Token op();
  [[noreturn]] void invalid_character() const;
  [[noreturn]] void fail(const char* type, std::string message, Span span) const;

  std::string_view source_;
  std::size_t at_ = 0;
  std::uint32_t line_;
  std::uint32_t column_;
  std::uint32_t cell_;
  bool is_expression_;
  bool is_line_start_;
  bool has_tokens_ = false;  ///< on this line
  std::vector<std::pair<char, Span>> brackets_;
  std::vector<std::size_t> indents_ = {0};
  std::vector<std::size_t> characters_ = {0};  ///< of those indentations: a tab is one
  std::size_t dedents_ = 0;                    ///< still to be given
};

/// Resolves \n and the like.
std::string unescaped(std::string_view text, const Span& span);
/// Appends a character; a half of a surrogate pair becomes U+FFFD.
void append_utf8(std::string& out, std::uint32_t character);
/// The character that begins there, and how many bytes it has.
std::pair<std::uint32_t, std::size_t> decode_utf8(std::string_view text, std::size_t at);

}  // namespace headsup::python
