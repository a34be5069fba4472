#include "python/lexer.h"

#include <algorithm>

#include "python/error.h"

namespace headsup::python {
namespace {

constexpr std::size_t kDeepest = 100;  // blocks within one another, as in CPython, and brackets

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Of strings: r"", f"".
bool is_prefix(char c) {
  const int letter = c | 0x20;
  return letter == 'r' || letter == 'b' || letter == 'f' || letter == 'u';
}

/// Whether a character beyond ASCII may be in a name: not punctuation, symbols and emoji.
bool is_letter(std::uint32_t c) {
  constexpr std::uint32_t kOther[][2] = {
      {0x80, 0xA9},       {0xAB, 0xB4},       {0xB6, 0xB6},     {0xB8, 0xB9},     {0xBB, 0xBF},
      {0xD7, 0xD7},       {0xF7, 0xF7},       {0x2000, 0x203E}, {0x2041, 0x2070}, {0x20A0, 0x20CF},
      {0x2190, 0x2BFF},   {0x3000, 0x3004},   {0x3008, 0x3020}, {0xD800, 0xF8FF}, {0xFE10, 0xFE6F},
      {0xFEFF, 0xFF0F},   {0xFF1A, 0xFF20},   {0xFF3B, 0xFF3E}, {0xFF5B, 0xFF65}, {0xFFE0, 0xFFFF},
      {0x1F000, 0x1FFFF}, {0xE0000, 0x10FFFF}};
  return std::none_of(std::begin(kOther), std::end(kOther),
                      [c](const auto& range) { return c >= range[0] && c <= range[1]; });
}

constexpr std::string_view kNoBreakSpace = "\xC2\xA0";

}  // namespace

std::pair<std::uint32_t, std::size_t> decode_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const std::uint32_t lead = byte(0);
  const std::size_t size = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
  constexpr std::uint32_t kMask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  std::uint32_t character = lead & kMask[size];
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {0xFFFD, 1};
    character = character << 6U | (byte(i) & 0x3FU);
  }
  return size == 0 ? std::pair<std::uint32_t, std::size_t>(0xFFFD, 1) : std::pair(character, size);
}

void append_utf8(std::string& out, std::uint32_t c) {
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD;
  const std::uint32_t more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr std::uint32_t kLead[] = {0, 0xC0, 0xE0, 0xF0};
  out += static_cast<char>(kLead[more] | (c >> (6 * more)));
  for (std::uint32_t i = more; i-- > 0;) out += static_cast<char>(0x80U | ((c >> (6 * i)) & 0x3FU));
}

std::string unescaped(std::string_view text, const Span& span) {
  constexpr std::string_view kLetters = "abfnrtv\\'\"";
  constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\'\"";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits > 0) {
      std::uint32_t code = 0;
      for (; digits > 0; --digits) {
        const char d = i + 1 < text.size() ? text[i + 1] : '\0';
        const std::uint32_t value = is_digit(d) ? static_cast<std::uint32_t>(d - '0')
                                    : (d | 0x20) >= 'a' && (d | 0x20) <= 'f'
                                        ? static_cast<std::uint32_t>((d | 0x20) - 'a' + 10)
                                        : 16;
        if (value == 16) {
          throw Error{
              .type = "SyntaxError",
              .message = joined({"(unicode error) 'unicodeescape' codec can't decode bytes: truncated \\",
                                 std::string(1, c), " escape"}),
              .span = span};
        }
        code = code << 4U | value;
        ++i;
      }
      append_utf8(out, code);
    } else if (c >= '0' && c <= '7') {
      std::uint32_t code = 0;
      for (digits = 3; digits > 0 && i < text.size() && text[i] >= '0' && text[i] <= '7'; --digits, ++i) {
        code = code * 8 + static_cast<std::uint32_t>(text[i] - '0');
      }
      --i;
      append_utf8(out, code);
    } else if (const std::size_t at = kLetters.find(c); at != std::string_view::npos) {
      out += kMeanings[at];
    } else if (c == 'N') {
      refuse_construct("\\N{...}", "write the character itself", span);
    } else if (c != '\n') {
      out += '\\';
      out += c;
    }
  }
  return out;
}

Lexer::Lexer(std::string_view source, const Span& place, bool is_expression)
    : source_(source),
      line_(place.line),
      column_(place.column),
      cell_(place.cell),
      is_expression_(is_expression),
      is_line_start_(!is_expression) {
  if (!is_expression && source_.substr(0, 3) == "\xEF\xBB\xBF")
    source_.remove_prefix(3);  // a byte order mark
}

void Lexer::fail(const char* type, std::string message, Span span) const {
  span.cell = cell_;
  throw Error{.type = type, .message = std::move(message), .span = span};
}

void Lexer::step() {
  const auto c = static_cast<unsigned char>(source_[at_++]);
  if (c == '\n') {
    ++line_;
    column_ = 0;
  } else if ((c & 0xC0U) != 0x80U) {
    column_ += c >= 0xF0U ? 2 : 1;  // UTF-16 units
  }
}

void Lexer::skip(std::size_t characters) {
  for (; characters > 0; --characters) step();
}

Token Lexer::token(Token::Kind kind, Span from, std::size_t begin) const {
  from.end_line = line_;
  from.end_column = column_;
  return {.kind = kind, .span = from, .text = source_.substr(begin, at_ - begin)};
}

void Lexer::skip_spaces() {
  while (at_ < source_.size()) {
    const char c = peek();
    if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
      skip(peek(1) == '\r' ? 3 : 2);
    } else if (c == '#' && !is_expression_) {
      while (at_ < source_.size() && peek() != '\n') step();
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
      step();
    } else if (source_.substr(at_, 2) == kNoBreakSpace) {  // of copied web pages
      skip(2);
    } else if (c == '\n' && (!brackets_.empty() || is_expression_)) {
      step();
    } else {
      return;
    }
  }
}

/// A notebook's commands are no Python: %matplotlib, !pip, %%bash. The code of %time and %%time is.
void Lexer::skip_magic() {
  const std::string_view rest = source_.substr(at_);
  const auto begins = [&rest](std::string_view word) { return rest.substr(0, word.size()) == word; };
  if (begins("%time ")) return skip(6);
  if (begins("%%") && !begins("%%time") && !begins("%%capture")) return skip(rest.size());
  while (at_ < source_.size() && (peek() != '\n' || source_[at_ - 1] == '\\')) step();
}

constexpr const char* kMixed = "inconsistent use of tabs and spaces in indentation";

/// Reads the indentation of the next line that has code, and counts the blocks it ends; true where it begins one.
bool Lexer::indentation() {
  std::size_t width = 0;
  std::size_t characters = 0;
  while (true) {
    width = 0;
    characters = 0;
    while (true) {
      if (source_.substr(at_, 2) == kNoBreakSpace) {
        step();
      } else if (peek() != ' ' && peek() != '\t' && peek() != '\f') {
        break;
      }
      width = peek() == '\t' ? (width / 8 + 1) * 8 : width + 1;
      ++characters;
      step();
    }
    if (peek() == '%' || peek() == '!') skip_magic();
    skip_spaces();
    if (at_ >= source_.size()) {
      width = 0;
      characters = 0;
      break;
    }
    if (peek() != '\n') break;
    step();
  }
  is_line_start_ = false;
  if (width > indents_.back()) {
    if (indents_.size() > kDeepest) fail("IndentationError", "too many levels of indentation", here());
    if (characters <= characters_.back()) fail("TabError", kMixed, here());
    indents_.push_back(width);
    characters_.push_back(characters);
    return true;
  }
  while (width < indents_.back()) {
    indents_.pop_back();
    characters_.pop_back();
    ++dedents_;
  }
  if (width != indents_.back()) {
    fail("IndentationError", "unindent does not match any outer indentation level", here());
  }
  if (characters != characters_.back()) fail("TabError", kMixed, here());
  return false;
}

Token Lexer::next() {
  if (is_line_start_ && indentation()) return token(Token::Kind::indent, here(), at_);
  if (dedents_ > 0) {
    --dedents_;
    return token(Token::Kind::dedent, here(), at_);
  }
  skip_spaces();
  if (at_ >= source_.size()) {
    if (has_tokens_ && !is_expression_) {
      has_tokens_ = false;
      is_line_start_ = brackets_.empty();
      return token(Token::Kind::newline, here(), at_);
    }
    return token(Token::Kind::end, here(), at_);
  }
  const char c = peek();
  if (c == '\n') {
    Token newline = token(Token::Kind::newline, here(), at_);
    step();
    is_line_start_ = true;
    has_tokens_ = false;
    return newline;
  }
  has_tokens_ = true;
  std::size_t prefix = 0;
  while (prefix < 2 && is_prefix(peek(prefix))) ++prefix;
  if (peek(prefix) == '"' || peek(prefix) == '\'') return string(prefix);
  if (is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80) return name();
  if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
  return op();
}

/// A body goes on to the first line that is not indented deeper than its function is. (No text of a library has a string over
/// several lines with less.)
std::string_view Lexer::skip_body() {
  const std::size_t begin = at_ - 1;
  for (bool is_deeper = true; is_deeper;) {
    at_ = std::min(source_.find('\n', at_), source_.size() - 1) + 1;
    std::size_t width = 0;
    std::size_t i = at_;
    for (; i < source_.size() && (source_[i] == '\t' || source_[i] == ' '); ++i)
      width += source_[i] == '\t' ? std::size_t{8} : std::size_t{1};
    is_deeper = i < source_.size() && (width > indents_.back() || source_[i] == '\n');
  }
  is_line_start_ = true;
  has_tokens_ = false;
  return source_.substr(begin, at_ - begin);
}

Token Lexer::name() {
  const Span from = here();
  const std::size_t begin = at_;
  while (true) {
    if (is_ascii_letter(peek()) || is_digit(peek())) {
      step();
    } else if (static_cast<unsigned char>(peek()) >= 0x80) {
      const auto [character, size] = decode_utf8(source_, at_);
      if (!is_letter(character)) {
        if (at_ > begin && character == 0xA0) break;
        invalid_character();
      }
      skip(size);
    } else {
      break;
    }
  }
  Token result = token(Token::Kind::name, from, begin);
  const auto* const keyword = std::find(std::begin(kWords), std::begin(kWords) + kKeywords, result.text);
  if (keyword != std::begin(kWords) + kKeywords) {
    result.kind = Token::Kind::word;
    result.word = static_cast<std::uint8_t>(keyword - std::begin(kWords));
  }
  return result;
}

void Lexer::invalid_character() const {
  const auto [character, size] = decode_utf8(source_, at_);
  std::string code;
  for (std::uint32_t rest = character; rest != 0 || code.size() < 4; rest >>= 4U)
    code.insert(code.begin(), "0123456789ABCDEF"[rest & 15U]);
  code.insert(0, "U+");
  Span span = here();
  ++span.end_column;
  if (character < 0x20 || (character >= 0x7F && character < 0xA1) ||
      (character >= 0x2000 && character < 0x2010) || character == 0x3000) {
    fail("SyntaxError", joined({"invalid non-printable character ", code}), span);
  }
  fail("SyntaxError", joined({"invalid character '", source_.substr(at_, size), "' (", code, ")"}), span);
}

Token Lexer::number() {
  const Span from = here();
  const std::size_t begin = at_;
  if (peek() == '0' && std::string_view("xXbBoO").find(peek(1)) != std::string_view::npos) {
    skip(2);
    while (is_digit(peek()) || is_ascii_letter(peek())) step();
    return token(Token::Kind::number, from, begin);
  }
  const auto digits = [this] {
    while (is_digit(peek()) || (peek() == '_' && is_digit(peek(1)))) step();
  };
  digits();
  if (peek() == '.') step();
  digits();
  if ((peek() == 'e' || peek() == 'E') &&
      (is_digit(peek(1)) || ((peek(1) == '+' || peek(1) == '-') && is_digit(peek(2))))) {
    skip(2);
    digits();
  }
  const Token result = token(Token::Kind::number, from, begin);
  if (peek() == 'j' || peek() == 'J') refuse_construct("a complex number", "use two floats", result.span);
  const bool is_word = source_.substr(at_, 2) == "if" || source_.substr(at_, 2) == "in" ||
                       source_.substr(at_, 2) == "is" || source_.substr(at_, 2) == "or" ||
                       source_.substr(at_, 3) == "and" || source_.substr(at_, 4) == "else" ||
                       source_.substr(at_, 3) == "for" || source_.substr(at_, 3) == "not";
  if ((is_ascii_letter(peek()) && !is_word) || static_cast<unsigned char>(peek()) >= 0x80) {
    if (source_.substr(at_, 2) != kNoBreakSpace) fail("SyntaxError", "invalid decimal literal", result.span);
  }
  if (result.text.size() > 1 && result.text[0] == '0' &&
      result.text.find_first_not_of("0123456789_") == std::string_view::npos &&
      result.text.find_first_not_of("0_") != std::string_view::npos) {
    fail("SyntaxError",
         "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers",
         result.span);
  }
  return result;
}

Token Lexer::string(std::size_t prefix) {
  const Span from = here();
  bool is_raw = false;
  bool is_bytes = false;
  bool is_formatted = false;
  for (; prefix > 0; --prefix) {
    is_raw |= (peek() | 0x20) == 'r';
    is_bytes |= (peek() | 0x20) == 'b';
    is_formatted |= (peek() | 0x20) == 'f';
    step();
  }
  const char quote = peek();
  const bool is_triple = peek(1) == quote && peek(2) == quote;
  const std::size_t quotes = is_triple ? 3 : 1;
  skip(quotes);
  const std::size_t begin = at_;
  const Span inside = here();
  while (peek() != quote || (is_triple && (peek(1) != quote || peek(2) != quote)) || at_ >= source_.size()) {
    if (peek() == '\\' && at_ + 2 < source_.size()) {
      skip(2);
      continue;
    }
    if (at_ >= source_.size() || (!is_triple && peek() == '\n')) {
      Span span = from;
      span.end_line = from.line;
      span.end_column = from.column + 1;
      fail("SyntaxError",
           joined({"unterminated ", is_triple ? "triple-quoted " : "", "string literal (detected at line ",
                   column_ == 0 && line_ > from.line ? line_ - 1 : line_, ")"}),
           span);
    }
    step();
  }
  const std::string_view text = source_.substr(begin, at_ - begin);
  skip(quotes);
  Token result = token(is_formatted ? Token::Kind::fstring : Token::Kind::string, from, begin);
  result.text = text;
  result.is_raw = is_raw;
  result.is_bytes = is_bytes;
  result.line = inside.line;
  result.column = inside.column;
  return result;
}

Token Lexer::op() {
  const Span from = here();
  const std::size_t begin = at_;
  const auto* const found = std::find_if(
      std::begin(kWords) + kKeywords, std::end(kWords),
      [this](std::string_view op) { return op[0] == peek() && source_.substr(at_, op.size()) == op; });
  if (found == std::end(kWords)) {
    if (peek() == '\\') {
      fail("SyntaxError", "unexpected character after line continuation character", here());
    }
    if (peek() > ' ' && peek() < '\x7F') fail("SyntaxError", "invalid syntax", here());
    invalid_character();
  }
  const char c = peek();
  if (c == '(' || c == '[' || c == '{') {
    if (brackets_.size() >= kDeepest) fail("SyntaxError", "too many nested parentheses", from);
    brackets_.emplace_back(c, from);
    ++brackets_.back().second.end_column;
  } else if (c == ')' || c == ']' || c == '}') {
    if (brackets_.empty()) fail("SyntaxError", joined({"unmatched '", std::string(1, c), "'"}), from);
    const auto [open, where] = brackets_.back();
    if (c != (open == '(' ? ')' : open == '[' ? ']' : '}')) {
      fail("SyntaxError",
           joined({"closing parenthesis '", std::string(1, c), "' does not match opening parenthesis '",
                   std::string(1, open), "'", where.line != line_ ? " on line " : "",
                   where.line != line_ ? std::to_string(where.line) : ""}),
           from);
    }
    brackets_.pop_back();
  }
  skip(found->size());
  Token result = token(Token::Kind::word, from, begin);
  result.word = static_cast<std::uint8_t>(found - std::begin(kWords));
  return result;
}

}  // namespace headsup::python
