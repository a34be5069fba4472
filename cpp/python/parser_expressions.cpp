// The expressions, from the loosest binding to the tightest.
#include <algorithm>

#include "python/interpreter.h"
#include "python/parser.h"

namespace headsup::python {
namespace {

struct Level {
  Word word;
  int level;
  Op op;
};
constexpr Level kLevels[] = {{"|", 1, Op::bit_or},        {"^", 2, Op::bit_xor},      {"&", 3, Op::bit_and},
                             {"<<", 4, Op::shift_left},   {">>", 4, Op::shift_right}, {"+", 5, Op::add},
                             {"-", 5, Op::subtract},      {"*", 6, Op::multiply},     {"/", 6, Op::divide},
                             {"//", 6, Op::floor_divide}, {"%", 6, Op::modulo},       {"@", 6, Op::matmul}};
constexpr Level kComparisons[] = {
    {"==", 0, Op::equal},  {"!=", 0, Op::not_equal},     {"<", 0, Op::less}, {"<=", 0, Op::less_equal},
    {">", 0, Op::greater}, {">=", 0, Op::greater_equal}, {"in", 0, Op::in}};

}  // namespace

/// Counts how deep expressions lie within one another, since each level takes room on the stack.
class Parser::Deeper {
 public:
  explicit Deeper(Parser& parser) : depth_(parser.depth_) {
    constexpr int kDeepest = 400;
    if (depth_ >= kDeepest) parser.fail({"too many nested parentheses"}, parser.token_.span);
    ++depth_;
  }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  ~Deeper() { --depth_; }

 private:
  int& depth_;
};

/// A tuple where a comma follows the first item.
template <class Item, class More>
Expr* Parser::tuple(Expr* first, const Span& from, const Item& item, const More& goes_on) {
  if (!at(",")) return first;
  auto* tuple = tree_.make<Display>(from);
  tuple->items.push_back(first);
  while (take(",") && goes_on()) tuple->items.push_back(item());
  tuple->span = since(from);
  return tuple;
}

Expr* Parser::expressions() {
  const Span from = token_.span;
  return tuple(
      starred_or_named(), from, [this] { return starred_or_named(); },
      [this] { return begins_expression() || at("*"); });
}

Expr* Parser::starred_or_named() {
  const Span from = token_.span;
  if (!take("*")) return named_expression();
  Expr* value = binary(1);
  return tree_.make<Starred>(since(from), value);
}

Expr* Parser::named_expression() {
  const Span from = token_.span;
  Expr* value = expression();
  if (!at(":=")) return value;
  if (value->kind != Expr::Kind::name)
    fail({"cannot use assignment expressions with ", describe(*value)}, value->span);
  advance();
  // A comprehension's := binds in the function around it.
  Variables* inner = variables_;
  while (variables_->of == Variables::Of::comprehension) variables_ = variables_->outer;
  auto* target = static_cast<Name*>(value);
  bind(target->name);
  variables_ = inner;
  Expr* result = expression();
  return tree_.make<Walrus>(since(from), target, result);
}

Expr* Parser::expression() {
  const Deeper deeper(*this);
  if (at("lambda")) return lambda();
  const Span from = token_.span;
  Expr* value = conjunctions(false);
  if (!take("if")) return value;
  Expr* test = conjunctions(false);
  if (at(Token::Kind::newline) || at(")") || at("]") || at(","))
    fail({"expected 'else' after 'if' expression"}, since(from));
  expect("else");
  Expr* otherwise = expression();
  return tree_.make<Conditional>(since(from), test, value, otherwise);
}

Expr* Parser::conjunctions(bool is_and) {
  const Span from = token_.span;
  const Word word = is_and ? Word("and") : Word("or");
  const auto part = [&] { return is_and ? inversion() : conjunctions(true); };
  Expr* first = part();
  if (!at(word)) return first;
  auto* logic = tree_.make<Logic>(from, is_and);
  logic->items.push_back(first);
  while (take(word)) logic->items.push_back(part());
  logic->span = since(from);
  return logic;
}

Expr* Parser::inversion() {
  const Deeper deeper(*this);
  const Span from = token_.span;
  if (!take("not")) return comparison();
  Expr* operand = inversion();
  return tree_.make<Unary>(since(from), Op::not_, operand);
}

Expr* Parser::comparison() {
  const Span from = token_.span;
  Expr* left = binary(1);
  Compare* compare = nullptr;
  while (true) {
    const auto* found = std::find_if(std::begin(kComparisons), std::end(kComparisons),
                                     [this](const Level& level) { return at(level.word); });
    Op op = Op::is;
    if (found != std::end(kComparisons)) {
      op = found->op;
    } else if (at("not") && ahead().is("in")) {
      advance();
      op = Op::not_in;
    } else if (at("is") && ahead().is("not")) {
      advance();
      op = Op::is_not;
    } else if (!at("is")) {
      break;
    }
    advance();
    if (compare == nullptr) compare = tree_.make<Compare>(from, left);
    compare->rest.emplace_back(op, binary(1));
  }
  if (compare == nullptr) return left;
  compare->span = since(from);
  return compare;
}

Expr* Parser::binary(int level) {
  const Span from = token_.span;
  Expr* left = unary();
  while (true) {
    const auto* found = std::find_if(std::begin(kLevels), std::end(kLevels), [&](const Level& candidate) {
      return candidate.level >= level && at(candidate.word);
    });
    if (found == std::end(kLevels)) return left;
    advance();
    Expr* right = binary(found->level + 1);
    left = tree_.make<Binary>(since(from), found->op, left, right);
  }
}

Expr* Parser::unary() {
  const Deeper deeper(*this);
  const Span from = token_.span;
  if (at("-") || at("+") || at("~")) {
    const Op op = at("-") ? Op::negative : at("+") ? Op::positive : Op::invert;
    advance();
    Expr* operand = unary();
    return tree_.make<Unary>(since(from), op, operand);
  }
  if (at("await")) refuse_construct("await", "call the function directly", token_.span);
  Expr* base = primary();
  if (!take("**")) return base;
  Expr* exponent = unary();
  return tree_.make<Binary>(since(from), Op::power, base, exponent);
}

Expr* Parser::primary() {
  const Span from = token_.span;
  Expr* value = atom();
  while (true) {
    if (take(".")) {
      String* name = identifier();
      value = tree_.make<Attribute>(since(from), value, name);
    } else if (at("(")) {
      value = call(value, from);
    } else if (at("[")) {
      value = subscript(value, from);
    } else {
      return value;
    }
  }
}

Expr* Parser::call(Expr* callee, const Span& from) {
  expect("(");
  auto* result = tree_.make<CallExpr>(from, callee);
  auto& arguments = result->arguments;
  const char* before = nullptr;  // what a positional argument may not follow
  while (!at(")")) {
    const Span start = token_.span;
    CallExpr::Argument argument = {.value = nullptr};
    if (at("*") || at("**")) {
      argument.stars = at("*") ? 1 : 2;
      advance();
      argument.value = expression();
      if (argument.stars == 2) {
        before = " unpacking";
      } else if (before != nullptr && *before != '\0') {
        fail({"iterable argument unpacking follows keyword argument unpacking"}, since(start));
      }
    } else if (at(Token::Kind::name) && ahead().is("=")) {
      argument.keyword = identifier();
      advance();
      for (const CallExpr::Argument& other : arguments) {
        if (other.keyword == argument.keyword) fail({"keyword argument repeated: ", argument.keyword}, start);
      }
      argument.value = expression();
      if (before == nullptr) before = "";
    } else {
      const Mark begin = mark();
      argument.value = named_expression();
      if (at("for")) {
        argument.value =
            comprehension(Comprehension::Result::generator, argument.value, nullptr, start, begin);
        if (!arguments.empty() || (!at(")") && !(at(",") && ahead().is(")"))))
          fail({"Generator expression must be parenthesized"}, since(start));
      } else if (at("=")) {
        fail({"expression cannot contain assignment, perhaps you meant \"==\"?"}, since(start));
      } else if (before != nullptr) {
        fail({"positional argument follows keyword argument", before}, since(start));
      }
    }
    arguments.push_back(argument);
    if (!take(",")) break;
  }
  expect(")");
  result->span = result->place = since(from);
  if (callee != nullptr && callee->kind == Expr::Kind::attribute &&
      callee->span.line != callee->span.end_line) {
    result->place.line = callee->span.end_line;
    result->place.column =
        callee->span.end_column - static_cast<std::uint32_t>(as<Attribute>(*callee).name->size());
  }
  return result;
}

Expr* Parser::subscript(Expr* object, const Span& from) {
  expect("[");
  const Span start = token_.span;
  Expr* index = tuple(
      slice(), start, [this] { return slice(); }, [this] { return !at("]"); });
  expect("]");
  return tree_.make<Subscript>(since(from), object, index);
}

Expr* Parser::slice() {
  const Span from = token_.span;
  Expr* start = at(":") ? nullptr : starred_or_named();
  if (!take(":")) return start;
  const auto part = [this] { return at(":") || at("]") || at(",") ? nullptr : expression(); };
  Expr* stop = part();
  Expr* step = take(":") ? part() : nullptr;
  return tree_.make<SliceExpr>(since(from), start, stop, step);
}

Expr* Parser::lambda() {
  const Span from = token_.span;
  advance();
  auto* code = tree_.make<Code>(from, heap_.intern("<lambda>"));
  code->qualified_name = qualified(code->name);
  mark_closure();
  open(Variables::Of::function, code);
  parameters(*code, ":", false);
  expect(":");
  Expr* value = expression();
  code->body.push_back(tree_.make<Return>(value->span, value));
  close();
  return tree_.make<Lambda>(since(from), code);
}

Expr* Parser::atom() {
  const Span from = token_.span;
  if (at(Token::Kind::name)) return use(from, identifier());
  if (at(Token::Kind::number)) return number();
  if (at_value()) return strings();
  if (at("(") || at("[") || at("{")) return display();
  Value value;
  if (at("None")) value = Value::none();
  if (at("True") || at("False")) value = Value(at("True"));
  if (at("...")) value = Value::of(Kind::ellipsis);
  if (!value.is_defined()) invalid_syntax();
  advance();
  return tree_.make<Constant>(from, value);
}

Expr* Parser::display() {
  using Result = Comprehension::Result;
  const Span from = token_.span;
  const bool is_list = at("[");
  const bool is_brace = at("{");
  const Word end = is_list ? Word("]") : is_brace ? Word("}") : Word(")");
  advance();
  if (at("yield"))
    refuse_construct("yield within an expression", "assign its value in a statement of its own", token_.span);
  const Mark begin = mark();
  auto* display = tree_.make<Display>(from);
  auto* dict = tree_.make<DictDisplay>(from);
  display->kind = is_list ? Expr::Kind::list : is_brace ? Expr::Kind::set : Expr::Kind::tuple;
  bool has_comma = false;
  while (!at(end)) {
    const bool is_first = display->items.empty() && dict->items.empty();
    const bool is_dict = is_brace && display->items.empty();
    Expr* key = nullptr;
    Expr* value = nullptr;
    if (is_dict && take("**")) {
      value = binary(1);
    } else {
      key = starred_or_named();
      if (is_dict && (at(":") || !is_first)) {
        if (!take(":")) fail({"':' expected after dictionary key"}, key->span);
        value = expression();
      }
      if (at("for") && is_first) {
        const Result kind = is_list            ? Result::list
                            : value != nullptr ? Result::dict
                            : is_brace         ? Result::set
                                               : Result::generator;
        Expr* result = comprehension(kind, key, value, from, begin);
        expect(end);
        result->span = since(from);
        return result;
      }
    }
    if (value != nullptr) {
      dict->items.emplace_back(key, value);
    } else {
      display->items.push_back(key);
    }
    has_comma = take(",");
    if (!has_comma) break;
  }
  expect(end);
  if (end.id == Word(")").id && display->items.size() == 1 && !has_comma) {
    if (display->items[0]->kind == Expr::Kind::starred)
      fail({"cannot use starred expression here"}, display->items[0]->span);
    return display->items[0];
  }
  display->span = dict->span = since(from);
  return is_brace && display->items.empty() ? static_cast<Expr*>(dict) : display;
}

Expr* Parser::comprehension(Comprehension::Result kind, Expr* element, Expr* value, const Span& from,
                            const Mark& mark) {
  if (element->kind == Expr::Kind::starred)
    fail({"iterable unpacking cannot be used in comprehension"}, element->span);
  auto* result = tree_.make<Comprehension>(from, kind, element, value);
  if (kind == Comprehension::Result::generator) mark_closure();
  // The element was read before it was known to belong to a scope of its own.
  Variables& outer = *variables_;
  const std::size_t scopes = scopes_.size();
  Variables& inner = open(Variables::Of::comprehension);
  const auto first = outer.uses.begin() + static_cast<std::ptrdiff_t>(mark.uses);
  inner.uses.assign(first, outer.uses.end());
  outer.uses.erase(first, outer.uses.end());
  for (std::size_t i = mark.scopes; i < scopes; ++i) {
    if (scopes_[i].outer == &outer) scopes_[i].outer = &inner;
  }
  while (at("for") || at("async")) {
    if (at("async")) refuse_construct("async for", "use for", token_.span);
    advance();
    Comprehension::Clause clause = {};
    clause.target = target_list();
    expect("in");
    if (result->clauses.empty()) variables_ = &outer;
    clause.iterable = conjunctions(false);
    variables_ = &inner;
    while (take("if")) clause.conditions.push_back(conjunctions(false));
    result->clauses.push_back(std::move(clause));
  }
  result->locals = inner.locals;
  close();
  result->span = since(from);
  return result;
}

Expr* Parser::target_list() {
  const Span from = token_.span;
  const auto target = [this]() -> Expr* {
    const Span start = token_.span;
    if (!take("*")) return primary();
    Expr* value = primary();
    return tree_.make<Starred>(since(start), value);
  };
  Expr* result = tuple(target(), from, target, [this] { return !at("in"); });
  bind_target(*result, false);
  return result;
}

Expr* Parser::yield_expression() {
  const Span from = token_.span;
  advance();
  Variables* function = variables_;
  while (function->of == Variables::Of::comprehension) function = function->outer;
  if (function->of != Variables::Of::function) fail({"'yield' outside function"}, from);
  if (function != variables_) fail({"'yield' inside list comprehension"}, from);
  ++yields_;
  function->code->is_generator = true;
  function->code->has_closures = true;
  const bool is_from = take("from");
  Expr* value = is_from ? expression() : begins_expression() || at("*") ? expressions() : nullptr;
  return tree_.make<Yield>(since(from), value, is_from);
}

Expr* Parser::number() {
  const Span span = token_.span;
  std::string digits(token_.text);
  std::erase(digits, '_');
  advance();
  const char letter = digits.size() > 1 && digits[0] == '0' ? static_cast<char>(digits[1] | 0x20) : '\0';
  const int base = letter == 'x' ? 16 : letter == 'b' ? 2 : letter == 'o' ? 8 : 10;
  if (base == 10 && digits.find_first_of(".eE") != std::string::npos)
    return tree_.make<Constant>(span, Value(parse_real(digits)));
  Value value;
  try {
    value = integer_of_digits(std::string_view(digits).substr(base == 10 ? 0 : 2), base);
  } catch (Error& error) {
    error.span = span;
    throw;
  }
  if (!value.is_defined()) {
    const char* name = base == 16 ? "hexadecimal" : base == 8 ? "octal" : base == 2 ? "binary" : "decimal";
    fail({"invalid ", name, " literal"}, span);
  }
  return tree_.make<Constant>(span, value);
}

// Strings in a row, and f-strings.

namespace {

/// The place of a character of a string's text.
Span place_of(const Token& token, std::size_t at, std::uint32_t cell) {
  Span place = {token.line, token.column, token.line, token.column, cell};
  for (std::size_t i = 0; i < at; ++i) {
    const auto c = static_cast<unsigned char>(token.text[i]);
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

/// Where the expression that begins there ends: at } : or !, outside of brackets and quotes. Returns what is wrong with it.
const char* find_end(std::string_view text, std::size_t& at) {
  int depth = 0;
  char quote = '\0';
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
      continue;
    }
    if (c == '\\') return "f-string expression part cannot include a backslash";
    if (c == '#') return "f-string expression part cannot include '#'";
    if (c == '\'' || c == '"') quote = c;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (depth == 0 && (c == '}' || c == ':')) return nullptr;
    if (depth == 0 && c == '!' && text.substr(at, 2) != "!=") return nullptr;
    if (c == ')' || c == ']' || c == '}') --depth;
  }
  return quote != '\0' ? "f-string: unterminated string" : "f-string: expecting '}'";
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
    if (formatted == nullptr) formatted = tree_.make<FString>(token.span);
    const std::size_t before = formatted->parts.size();
    std::size_t begin = 0;
    fstring_parts(*formatted, token.text, begin, token, false);
    formatted->parts[before].text.insert(0, text);
    text = std::move(formatted->parts.back().text);
    formatted->parts.pop_back();
  }
  if (formatted == nullptr) return tree_.make<Constant>(since(from), heap_.string(std::move(text)));
  formatted->parts.push_back({.text = std::move(text)});
  formatted->span = since(from);
  return formatted;
}

/// Reads text and {expression [=] [!conversion] [:specification]} up to the end, or to the } around a specification.
void Parser::fstring_parts(FString& result, std::string_view text, std::size_t& at, const Token& token,
                           bool is_nested) {
  std::string literal;
  const auto flush = [&] {
    return token.is_raw ? std::exchange(literal, {}) : unescaped(std::exchange(literal, {}), token.span);
  };
  const auto peek = [&] { return at < text.size() ? text[at] : '\0'; };
  while (at < text.size()) {
    const char c = text[at++];
    if (c == '}' && is_nested) {
      --at;
      break;
    }
    if ((c == '{' || c == '}') && peek() == c && !is_nested) {
      literal += c;
      ++at;
      continue;
    }
    if (c == '}') fail({"f-string: single '}' is not allowed"}, token.span);
    if (c != '{') {
      literal += c;
      // The character after a backslash belongs to it; a brace does not.
      if (c == '\\' && !token.is_raw && text.substr(at, 2) == "N{")
        refuse_construct("\\N{...}", "write the character itself", token.span);
      if (c == '\\' && at < text.size() && peek() != '{' && peek() != '}') literal += text[at++];
      continue;
    }
    const std::size_t begin = at;
    if (const char* problem = find_end(text, at)) fail({problem}, token.span);
    std::string_view source = text.substr(begin, at - begin);
    FString::Part part = {.text = flush()};
    // {x=} shows the text as well.
    const std::size_t last = source.find_last_not_of(" \t\n");
    if (last != std::string_view::npos && last > 0 && source[last] == '=' &&
        std::string_view("=!<>").find(source[last - 1]) == std::string_view::npos) {
      part.text += source;
      source = source.substr(0, last);
      if (peek() == '}') part.conversion = 'r';
    }
    if (source.find_first_not_of(" \t\n") == std::string_view::npos)
      fail({"f-string: empty expression not allowed"}, token.span);
    part.value = fstring_value(source, place_of(token, begin, cell_));
    if (peek() == '!') {
      part.conversion = at + 1 < text.size() ? text[at + 1] : '\0';
      if (std::string_view("rsa").find(part.conversion) == std::string_view::npos)
        fail({"f-string: invalid conversion character: expected 's', 'r', or 'a'"}, token.span);
      at += 2;
    }
    if (peek() == ':') {
      if (is_nested) fail({"f-string: expressions nested too deeply"}, token.span);
      ++at;
      part.specification = tree_.make<FString>(token.span);
      fstring_parts(*part.specification, text, at, token, true);
    }
    if (peek() != '}') fail({"f-string: expecting '}'"}, token.span);
    ++at;
    result.parts.push_back(std::move(part));
  }
  result.parts.push_back({.text = flush()});
}

/// An expression of an f-string has tokens of its own, but the variables around it.
Expr* Parser::fstring_value(std::string_view text, const Span& place) {
  Lexer lexer(text, place, true);
  Lexer* const outer = std::exchange(lexer_, &lexer);
  const Token token = token_;
  const Token ahead = ahead_;
  const bool had_ahead = std::exchange(has_ahead_, false);
  const Span previous = previous_;
  const bool was_fstring = std::exchange(is_fstring_, true);
  advance();
  Expr* value = expressions();
  if (!at(Token::Kind::end)) invalid_syntax();
  lexer_ = outer;
  token_ = token;
  ahead_ = ahead;
  has_ahead_ = had_ahead;
  previous_ = previous;
  is_fstring_ = was_fstring;
  return value;
}

}  // namespace headsup::python
