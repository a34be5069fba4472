// Strings in a row, and f-strings.
#include "python/error.h"
#include "python/parser.h"

namespace headsup::python {
namespace {

/// The place of a character of a string's text that begins at `place`.
Span place_of(std::string_view text, std::size_t at, Span place) {
  for (std::size_t i = 0; i < at; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '\n') {
      ++place.line;
      place.column = 0;
    } else if ((c & 0xC0U) != 0x80U) {
      place.column += c >= 0xF0U ? 2 : 1;
    }
  }
  place.end_line = place.line;
  place.end_column = place.column;
  return place;
}

}  // namespace

Expr* Parser::strings() {
  const Span from = token_.span;
  std::string text;
  FString* formatted = nullptr;
  while (at(Token::Kind::string) || at(Token::Kind::fstring)) {
    const Token token = token_;
    if (token.is_bytes) refuse_construct("a bytes literal", "use a string", token.span);
    advance();
    if (token.kind == Token::Kind::string) {
      text += token.is_raw ? std::string(token.text) : unescaped(token.text, token.span);
      continue;
    }
    FString* piece = fstring(token);
    if (formatted == nullptr) formatted = tree_.make<FString>(from);
    for (FString::Part& part : piece->parts) {
      text += part.text;
      if (part.value == nullptr) continue;
      part.text = std::move(text);
      text.clear();
      formatted->parts.push_back(std::move(part));
    }
  }
  if (formatted == nullptr) return tree_.make<Constant>(since(from), heap_.string(std::move(text)));
  formatted->parts.push_back({.text = std::move(text)});
  formatted->span = since(from);
  return formatted;
}

FString* Parser::fstring(const Token& token) {
  auto* result = tree_.make<FString>(token.span);
  std::size_t at = 0;
  const Span place = {token.line, token.column, token.line, token.column, cell_};
  fstring_parts(*result, token.text, at, place, token.is_raw, false);
  return result;
}

void Parser::fstring_parts(FString& result, std::string_view text, std::size_t& at, Span place, bool is_raw,
                           bool is_nested) {
  std::string literal;
  const auto flush = [&] {
    std::string resolved = is_raw ? literal : unescaped(literal, result.span);
    literal.clear();
    return resolved;
  };
  while (at < text.size()) {
    const char c = text[at];
    if (c == '}' && is_nested) break;
    if ((c == '{' || c == '}') && at + 1 < text.size() && text[at + 1] == c && !is_nested) {
      literal += c;
      at += 2;
      continue;
    }
    if (c == '}') fail("f-string: single '}' is not allowed", result.span);
    if (c == '\\' && !is_raw && text.substr(at, 3) == "\\N{") {
      refuse_construct("\\N{...}", "write the character itself", result.span);
    }
    if (c != '{') {
      literal += c;
      // The character after a backslash belongs to it; a brace does not.
      if (c == '\\' && at + 1 < text.size() && text[at + 1] != '{' && text[at + 1] != '}')
        literal += text[++at];
      ++at;
      continue;
    }
    // {expression [=] [!conversion] [:specification]}
    const std::size_t begin = ++at;
    int depth = 0;
    char quote = '\0';
    for (; at < text.size(); ++at) {
      const char d = text[at];
      if (quote != '\0') {
        if (d == quote) quote = '\0';
        continue;
      }
      if (d == '\\') fail("f-string expression part cannot include a backslash", result.span);
      if (d == '#') fail("f-string expression part cannot include '#'", result.span);
      if (d == '\'' || d == '"') quote = d;
      if (d == '(' || d == '[' || d == '{') ++depth;
      if (depth == 0 && (d == '}' || d == ':')) break;
      if (depth == 0 && d == '!' && (at + 1 >= text.size() || text[at + 1] != '=')) break;
      if (d == ')' || d == ']' || d == '}') --depth;
    }
    if (quote != '\0') fail("f-string: unterminated string", result.span);
    if (at >= text.size()) fail("f-string: expecting '}'", result.span);
    std::string_view source = text.substr(begin, at - begin);
    FString::Part part = {.text = flush()};
    // {x=} shows the text as well.
    const std::size_t last = source.find_last_not_of(" \t\n");
    if (last != std::string_view::npos && last > 0 && source[last] == '=' &&
        std::string_view("=!<>").find(source[last - 1]) == std::string_view::npos) {
      part.text += source;
      source = source.substr(0, last);
      if (text[at] == '}') part.conversion = 'r';
    }
    if (source.find_first_not_of(" \t\n") == std::string_view::npos) {
      fail("f-string: empty expression not allowed", result.span);
    }
    part.value = fstring_value(source, place_of(text, begin, place));
    if (text[at] == '!') {
      part.conversion = at + 1 < text.size() ? text[at + 1] : '\0';
      if (std::string_view("rsa").find(part.conversion) == std::string_view::npos) {
        fail("f-string: invalid conversion character: expected 's', 'r', or 'a'", result.span);
      }
      at += 2;
    }
    if (at < text.size() && text[at] == ':') {
      if (is_nested) fail("f-string: expressions nested too deeply", result.span);
      ++at;
      part.specification = tree_.make<FString>(result.span);
      fstring_parts(*part.specification, text, at, place, is_raw, true);
    }
    if (at >= text.size() || text[at] != '}') fail("f-string: expecting '}'", result.span);
    ++at;
    result.parts.push_back(std::move(part));
  }
  result.parts.push_back({.text = flush()});
}

/// An expression of an f-string has tokens of its own, but the variables around it.
Expr* Parser::fstring_value(std::string_view text, const Span& place) {
  Lexer lexer(text, place, true);
  Lexer* const outer = lexer_;
  const Token token = token_;
  const Token ahead = ahead_;
  const bool has_ahead = has_ahead_;
  const Span previous = previous_;
  const bool was_fstring = is_fstring_;
  lexer_ = &lexer;
  has_ahead_ = false;
  is_fstring_ = true;
  advance();
  Expr* value = expressions();
  if (!at(Token::Kind::end)) invalid_syntax();
  lexer_ = outer;
  token_ = token;
  ahead_ = ahead;
  has_ahead_ = has_ahead;
  previous_ = previous;
  is_fstring_ = was_fstring;
  return value;
}

}  // namespace headsup::python
