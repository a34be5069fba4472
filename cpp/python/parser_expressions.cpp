// The expressions, from the loosest binding to the tightest.
#include <charconv>

#include "python/error.h"
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
constexpr WordOp kComparisons[] = {{"==", Op::equal},      {"!=", Op::not_equal}, {"<", Op::less},
                                   {"<=", Op::less_equal}, {">", Op::greater},    {">=", Op::greater_equal},
                                   {"in", Op::in}};

}  // namespace

/// Counts how deep expressions lie within one another, since each level takes room on the stack.
class Parser::Deeper {
 public:
  explicit Deeper(Parser& parser) : depth_(parser.depth_) {
    constexpr int kDeepest = 400;
    if (++depth_ > kDeepest) {
      --depth_;
      parser.fail("too many nested parentheses", parser.token_.span);
    }
  }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  ~Deeper() { --depth_; }

 private:
  int& depth_;
};

Expr* Parser::expressions() {
  const Span from = token_.span;
  Expr* first = starred_or_named();
  if (!at(",")) return first;
  auto* tuple = tree_.make<Display>(from);
  tuple->items.push_back(first);
  while (take(",")) {
    if (!begins_expression() && !at("*")) break;
    tuple->items.push_back(starred_or_named());
  }
  tuple->span = since(from);
  return tuple;
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
  if (value->kind != Expr::Kind::name) {
    fail(joined({"cannot use assignment expressions with ", describe(*value)}), value->span);
  }
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
  if (!at("if")) return value;
  advance();
  Expr* test = conjunctions(false);
  if (!at("else")) {
    if (at(Token::Kind::newline) || at(")") || at("]") || at(",")) {
      fail("expected 'else' after 'if' expression", since(from));
    }
    invalid_syntax();
  }
  advance();
  Expr* otherwise = expression();
  return tree_.make<Conditional>(since(from), test, value, otherwise);
}

Expr* Parser::conjunctions(bool is_and) {
  const Span from = token_.span;
  Expr* first = is_and ? inversion() : conjunctions(true);
  const Word word = is_and ? Word("and") : Word("or");
  if (!at(word)) return first;
  auto* logic = tree_.make<Logic>(from, is_and);
  logic->items.push_back(first);
  while (take(word)) logic->items.push_back(is_and ? inversion() : conjunctions(true));
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
    Op op = Op::is;
    bool is_comparison = false;
    for (const auto& [word, meaning] : kComparisons) {
      if (!at(word)) continue;
      op = meaning;
      is_comparison = true;
    }
    if (at("not") && ahead().is("in")) {
      advance();
      op = Op::not_in;
      is_comparison = true;
    } else if (at("is")) {
      is_comparison = true;
      if (ahead().is("not")) {
        advance();
        op = Op::is_not;
      }
    }
    if (!is_comparison) break;
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
    const Level* found = nullptr;
    for (const Level& candidate : kLevels) {
      if (candidate.level >= level && at(candidate.word)) found = &candidate;
    }
    if (found == nullptr) return left;
    advance();
    Expr* right = binary(found->level + 1);
    left = tree_.make<Binary>(since(from), found->op, left, right);
  }
}

Expr* Parser::unary() {
  const Deeper deeper(*this);
  const Span from = token_.span;
  const bool is_unary = at("-") || at("+") || at("~");
  if (!is_unary) return power();
  const Op op = at("-") ? Op::negative : at("+") ? Op::positive : Op::invert;
  advance();
  Expr* operand = unary();
  return tree_.make<Unary>(since(from), op, operand);
}

Expr* Parser::power() {
  const Span from = token_.span;
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
    if (at(".")) {
      advance();
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
  bool has_keyword = false;
  bool has_unpacking = false;
  while (!at(")")) {
    const Span start = token_.span;
    CallExpr::Argument argument = {.value = nullptr};
    if (take("**")) {
      argument.stars = 2;
      argument.value = expression();
      has_unpacking = true;
    } else if (take("*")) {
      argument.stars = 1;
      argument.value = expression();
      if (has_unpacking) fail("iterable argument unpacking follows keyword argument unpacking", since(start));
    } else if (at(Token::Kind::name) && ahead().is("=")) {
      argument.keyword = identifier();
      advance();
      for (const CallExpr::Argument& other : result->arguments) {
        if (other.keyword == argument.keyword)
          fail(joined({"keyword argument repeated: ", argument.keyword}), start);
      }
      argument.value = expression();
      has_keyword = true;
    } else {
      const std::size_t first_use = variables_->uses.size();
      const std::size_t first_scope = scopes_.size();
      argument.value = named_expression();
      if (at("for")) {
        const bool is_only = result->arguments.empty();
        argument.value = comprehension(Comprehension::Result::generator, argument.value, nullptr, start,
                                       first_use, first_scope);
        if (!is_only || !at(")")) {
          if (!is_only || !(at(",") && ahead().is(")")))
            fail("Generator expression must be parenthesized", since(start));
        }
      } else if (at("=")) {
        fail("expression cannot contain assignment, perhaps you meant \"==\"?", since(start));
      } else if (has_unpacking || has_keyword) {
        fail(has_unpacking ? "positional argument follows keyword argument unpacking"
                           : "positional argument follows keyword argument",
             since(start));
      }
    }
    result->arguments.push_back(argument);
    if (!take(",")) break;
  }
  expect(")");
  result->span = since(from);
  return result;
}

Expr* Parser::subscript(Expr* object, const Span& from) {
  expect("[");
  const Span start = token_.span;
  Expr* index = slice();
  if (at(",")) {
    auto* tuple = tree_.make<Display>(start);
    tuple->items.push_back(index);
    while (take(",")) {
      if (at("]")) break;
      tuple->items.push_back(slice());
    }
    tuple->span = since(start);
    index = tuple;
  }
  expect("]");
  return tree_.make<Subscript>(since(from), object, index);
}

Expr* Parser::slice() {
  const Span from = token_.span;
  Expr* start = at(":") ? nullptr : starred_or_named();
  if (!at(":")) return start;
  auto* result = tree_.make<SliceExpr>(from);
  result->start = start;
  advance();
  if (!at(":") && !at("]") && !at(",")) result->stop = expression();
  if (take(":") && !at("]") && !at(",")) result->step = expression();
  result->span = since(from);
  return result;
}

Expr* Parser::lambda() {
  const Span from = token_.span;
  advance();
  auto* code = tree_.make<Code>(from, heap_.intern("<lambda>"));
  code->qualified_name = qualified(code->name);
  mark_closure();
  Variables& variables = open(Variables::Of::function);
  variables.code = code;
  parameters(*code, ":", false);
  expect(":");
  Expr* value = expression();
  code->body.push_back(tree_.make<Return>(value->span, value));
  close();
  return tree_.make<Lambda>(since(from), code);
}

Expr* Parser::atom() {
  const Span from = token_.span;
  switch (token_.kind) {
    case Token::Kind::name:
      return use(from, identifier());
    case Token::Kind::number:
      return number();
    case Token::Kind::string:
    case Token::Kind::fstring:
      return strings();
    default:
      break;
  }
  if (at("(")) return group();
  if (at("[")) return list_display();
  if (at("{")) return brace_display();
  Value value;
  if (at("None")) value = Value::none();
  if (at("True")) value = Value(true);
  if (at("False")) value = Value(false);
  if (at("...")) value = Value::of(Kind::ellipsis);
  if (!value.is_defined()) invalid_syntax();
  advance();
  return tree_.make<Constant>(from, value);
}

Expr* Parser::group() {
  const Span from = token_.span;
  expect("(");
  const std::size_t first_use = variables_->uses.size();
  const std::size_t first_scope = scopes_.size();
  if (at("yield"))
    refuse_construct("yield within an expression", "assign its value in a statement of its own", token_.span);
  auto* tuple = tree_.make<Display>(from);
  bool is_tuple = at(")");
  while (!at(")")) {
    Expr* item = starred_or_named();
    if (tuple->items.empty() && at("for")) {
      Expr* generator =
          comprehension(Comprehension::Result::generator, item, nullptr, from, first_use, first_scope);
      expect(")");
      generator->span = since(from);
      return generator;
    }
    tuple->items.push_back(item);
    if (!take(",")) break;
    is_tuple = true;
  }
  expect(")");
  if (!is_tuple) {
    if (tuple->items[0]->kind == Expr::Kind::starred) {
      fail("cannot use starred expression here", tuple->items[0]->span);
    }
    return tuple->items[0];
  }
  tuple->span = since(from);
  return tuple;
}

Expr* Parser::list_display() {
  const Span from = token_.span;
  expect("[");
  const std::size_t first_use = variables_->uses.size();
  const std::size_t first_scope = scopes_.size();
  auto* list = tree_.make<Display>(from);
  list->kind = Expr::Kind::list;
  while (!at("]")) {
    Expr* item = starred_or_named();
    if (list->items.empty() && at("for")) {
      Expr* result = comprehension(Comprehension::Result::list, item, nullptr, from, first_use, first_scope);
      expect("]");
      result->span = since(from);
      return result;
    }
    list->items.push_back(item);
    if (!take(",")) break;
  }
  expect("]");
  list->span = since(from);
  return list;
}

Expr* Parser::brace_display() {
  const Span from = token_.span;
  expect("{");
  const std::size_t first_use = variables_->uses.size();
  const std::size_t first_scope = scopes_.size();
  auto* dict = tree_.make<DictDisplay>(from);
  auto* set = tree_.make<Display>(from);
  set->kind = Expr::Kind::set;
  while (!at("}")) {
    Expr* key = nullptr;
    Expr* value = nullptr;
    if (set->items.empty() && take("**")) {
      value = binary(1);
    } else {
      key = starred_or_named();
      if (set->items.empty() && (dict->items.empty() ? at(":") : true)) {
        if (!at(":")) fail("':' expected after dictionary key", key->span);
        advance();
        value = expression();
      }
    }
    if (at("for") && dict->items.empty() && set->items.empty() && key != nullptr) {
      Expr* result =
          comprehension(value != nullptr ? Comprehension::Result::dict : Comprehension::Result::set, key,
                        value, from, first_use, first_scope);
      expect("}");
      result->span = since(from);
      return result;
    }
    if (value != nullptr) {
      dict->items.emplace_back(key, value);
    } else {
      set->items.push_back(key);
    }
    if (!take(",")) break;
  }
  expect("}");
  Expr* result = dict;
  if (!set->items.empty()) result = set;
  result->span = since(from);
  return result;
}

Expr* Parser::comprehension(Comprehension::Result kind, Expr* element, Expr* value, const Span& from,
                            std::size_t first_use, std::size_t first_scope) {
  if (element->kind == Expr::Kind::starred) {
    fail("iterable unpacking cannot be used in comprehension", element->span);
  }
  auto* result = tree_.make<Comprehension>(from, kind, element);
  result->value = value;
  if (kind == Comprehension::Result::generator) mark_closure();
  // The element was read before it was known to belong to a scope of its own.
  Variables& outer = *variables_;
  const std::size_t scopes = scopes_.size();
  Variables& inner = open(Variables::Of::comprehension);
  const auto first = outer.uses.begin() + static_cast<std::ptrdiff_t>(first_use);
  inner.uses.assign(first, outer.uses.end());
  outer.uses.erase(first, outer.uses.end());
  for (std::size_t i = first_scope; i < scopes; ++i) {
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
    while (take("if")) {
      const Span at_condition = token_.span;
      Expr* condition = conjunctions(false);
      if (at(":="))
        fail("cannot use assignment expressions with this condition without parentheses",
             since(at_condition));
      clause.conditions.push_back(condition);
    }
    result->clauses.push_back(std::move(clause));
  }
  result->locals = inner.locals;
  close();
  result->span = since(from);
  return result;
}

Expr* Parser::target_list() {
  const Span from = token_.span;
  const auto target = [this] {
    const Span start = token_.span;
    if (take("*")) {
      Expr* value = primary();
      return static_cast<Expr*>(tree_.make<Starred>(since(start), value));
    }
    return primary();
  };
  Expr* result = target();
  if (at(",")) {
    auto* tuple = tree_.make<Display>(from);
    tuple->items.push_back(result);
    while (take(",")) {
      if (at("in")) break;
      tuple->items.push_back(target());
    }
    tuple->span = since(from);
    result = tuple;
  }
  bind_target(result, false);
  return result;
}

Expr* Parser::yield_expression() {
  const Span from = token_.span;
  advance();
  Variables* function = variables_;
  while (function->of == Variables::Of::comprehension) function = function->outer;
  if (function->of != Variables::Of::function) fail("'yield' outside function", from);
  if (function != variables_) fail("'yield' inside list comprehension", from);
  ++yields_;
  function->code->is_generator = true;
  function->code->has_closures = true;
  const bool is_from = take("from");
  Expr* value = is_from ? expression() : begins_expression() || at("*") ? expressions() : nullptr;
  return tree_.make<Yield>(since(from), value, is_from);
}

Expr* Parser::number() {
  const Span span = token_.span;
  std::string digits;
  for (const char c : token_.text) {
    if (c != '_') digits += c;
  }
  advance();
  const int base = digits.size() > 1 && digits[0] == '0' ? (digits[1] | 0x20) == 'x'   ? 16
                                                           : (digits[1] | 0x20) == 'b' ? 2
                                                           : (digits[1] | 0x20) == 'o' ? 8
                                                                                       : 10
                                                         : 10;
  if (base == 10 && digits.find_first_of(".eE") != std::string::npos) {
    return tree_.make<Constant>(span, Value(parse_real(digits)));
  }
  std::int64_t value = 0;
  const char* from = digits.data() + (base == 10 ? 0 : 2);
  const char* end = digits.data() + digits.size();
  const auto [stopped, problem] = std::from_chars(from, end, value, base);
  if (problem == std::errc::result_out_of_range) {
    refuse_construct("an integer beyond 64 bits", "use a float such as 1e20", span);
  }
  if (problem != std::errc() || stopped != end) {
    fail(joined({"invalid ",
                 base == 16  ? "hexadecimal"
                 : base == 8 ? "octal"
                 : base == 2 ? "binary"
                             : "decimal",
                 " literal"}),
         span);
  }
  return tree_.make<Constant>(span, Value(value));
}

}  // namespace headsup::python
