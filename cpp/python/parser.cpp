// Tokens, and the names of each scope.
#include "python/parser.h"

#include <algorithm>

#include "python/error.h"

namespace headsup::python {

Parser::Parser(std::string_view source, const Span& place, Heap& heap, Tree& tree)
    : heap_(heap),
      tree_(tree),
      lexer_(&source_lexer_),
      source_lexer_(source, place, false),
      cell_(place.cell) {}

void Parser::program() {
  open(Variables::Of::module);
  advance();
  while (!at(Token::Kind::end)) statement(tree_.body);
  resolve();
}

bool Parser::take(Word word) {
  if (!at(word)) return false;
  advance();
  return true;
}

void Parser::expect(Word word) {
  if (!take(word)) invalid_syntax();
}

void Parser::advance() {
  previous_ = token_.span;
  if (has_ahead_) {
    token_ = ahead_;
    has_ahead_ = false;
  } else {
    token_ = lexer_->next();
  }
}

const Token& Parser::ahead() {
  if (!has_ahead_) {
    ahead_ = lexer_->next();
    has_ahead_ = true;
  }
  return ahead_;
}

/// From the beginning of `from` to the end of the last token.
Span Parser::since(const Span& from) const {
  return {from.line, from.column, previous_.end_line, previous_.end_column, from.cell};
}

void Parser::fail(std::string message, const Span& span) const {
  throw Error{.type = "SyntaxError", .message = std::move(message), .span = span};
}

void Parser::invalid_syntax() {
  if (is_fstring_) fail("f-string: invalid syntax", token_.span);
  if (at(Token::Kind::indent)) {
    throw Error{.type = "IndentationError", .message = "unexpected indent", .span = token_.span};
  }
  const bool is_open = lexer_->open_bracket() != nullptr;
  const std::pair<char, Span> bracket = is_open ? *lexer_->open_bracket() : std::pair<char, Span>();
  // A mistake of the rest, such as a string that does not end, explains more than this one.
  Token token = token_;
  while (token.kind != Token::Kind::end) token = lexer_->next();
  const bool is_earlier = bracket.second.line < token_.span.line || at(Token::Kind::end);
  if (is_open && is_earlier && lexer_->open_bracket() != nullptr) {
    fail(joined({"'", std::string(1, bracket.first), "' was never closed"}), bracket.second);
  }
  if (is_open && begins_expression() && !at("(") && !at("[") && !at("{") && !at("-") && !at("+")) {
    fail("invalid syntax. Perhaps you forgot a comma?",
         {previous_.line, previous_.column, token_.span.end_line, token_.span.end_column, cell_});
  }
  fail("invalid syntax", token_.span);
}

String* Parser::identifier() {
  if (!at(Token::Kind::name)) invalid_syntax();
  String* name = heap_.intern(token_.text);
  advance();
  return name;
}

bool Parser::begins_expression() const {
  switch (token_.kind) {
    case Token::Kind::name:
    case Token::Kind::number:
    case Token::Kind::string:
    case Token::Kind::fstring:
      return true;
    default:
      break;
  }
  constexpr Word kFirst[] = {"(",      "[",    "{",    "-",     "+",   "~",    "not",
                             "lambda", "None", "True", "False", "...", "await"};
  return std::any_of(std::begin(kFirst), std::end(kFirst), [this](Word word) { return at(word); });
}

// Names.

Parser::Variables& Parser::open(Variables::Of of) {
  variables_ = &scopes_.emplace_back(Variables{.of = of, .outer = variables_});
  return *variables_;
}

Name* Parser::use(const Span& span, String* name) {
  auto* node = tree_.make<Name>(span, name);
  variables_->uses.push_back(node);
  return node;
}

Name* Parser::bind_name(const Span& span, String* name) {
  bind(name);
  return use(span, name);
}

namespace {

bool has_name(const std::vector<String*>& names, const String* name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void Parser::bind(String* name) {
  if (has_name(variables_->globals, name) || has_name(variables_->nonlocals, name)) return;
  if (!has_name(variables_->locals, name)) variables_->locals.push_back(name);
}

/// Checks that an expression can be assigned to, and binds its names.
void Parser::bind_target(Expr* target, bool is_assignment) {
  switch (target->kind) {
    case Expr::Kind::name:
      return bind(static_cast<Name*>(target)->name);
    case Expr::Kind::attribute:
    case Expr::Kind::subscript:
      return;
    case Expr::Kind::starred:
      return bind_target(static_cast<Starred*>(target)->value, is_assignment);
    case Expr::Kind::tuple:
    case Expr::Kind::list: {
      int stars = 0;
      for (Expr* item : static_cast<Display*>(target)->items) {
        stars += item->kind == Expr::Kind::starred ? 1 : 0;
        bind_target(item, false);
      }
      if (stars > 1) fail("multiple starred expressions in assignment", target->span);
      return;
    }
    default: {
      const std::string_view what = describe(*target);
      const bool is_word = what == "True" || what == "False" || what == "None" || what == "ellipsis";
      fail(joined({"cannot assign to ", what,
                   is_assignment && !is_word ? " here. Maybe you meant '==' instead of '='?" : ""}),
           target->span);
    }
  }
}

/// A function that begins here may keep the scopes around it.
void Parser::mark_closure() {
  for (Variables* v = variables_; v != nullptr; v = v->outer) {
    if (v->code != nullptr) v->code->has_closures = true;
  }
}

std::string Parser::qualified(const String* name) const {
  std::string path;
  for (const Variables* v = variables_; v != nullptr; v = v->outer) {
    if (v->code == nullptr) continue;
    path = v->code->qualified_name;
    if (v->of == Variables::Of::function) path += ".<locals>";
    path += '.';
    break;
  }
  return path + name->text;
}

/// Gives each use of a name its variable, once all that binds names has been read.
void Parser::resolve() {
  for (Variables& scope : scopes_) {
    if (scope.code != nullptr) scope.code->locals = scope.locals;
    for (const String* name : scope.nonlocals) {
      const Variables* v = scope.outer;
      while (v != nullptr &&
             (v->of == Variables::Of::cls || v->of == Variables::Of::module || !has_name(v->locals, name))) {
        v = v->outer;
      }
      if (v == nullptr) fail(joined({"no binding for nonlocal '", name, "' found"}), scope.code->span);
    }
    for (Name* name : scope.uses) {
      std::int32_t hops = 0;
      for (const Variables* v = &scope; v != nullptr && v->of != Variables::Of::module; v = v->outer) {
        if (has_name(v->globals, name->name)) break;
        if (v->of == Variables::Of::cls) {
          name->is_in_class |= v == &scope;
          continue;
        }
        const auto found = std::find(v->locals.begin(), v->locals.end(), name->name);
        if (found != v->locals.end()) {
          name->hops = hops;
          name->slot = static_cast<std::int32_t>(found - v->locals.begin());
          break;
        }
        ++hops;
      }
    }
  }
}

const char* describe(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::constant: {
      const Value value = as<Constant>(expr).value;
      if (value.is_none()) return "None";
      if (value.is(Kind::boolean)) return value.i != 0 ? "True" : "False";
      return value.is(Kind::ellipsis) ? "ellipsis" : "literal";
    }
    case Expr::Kind::name:
      return "name";
    case Expr::Kind::attribute:
      return "attribute";
    case Expr::Kind::subscript:
      return "subscript";
    case Expr::Kind::call:
      return "function call";
    case Expr::Kind::compare:
      return "comparison";
    case Expr::Kind::conditional:
      return "conditional expression";
    case Expr::Kind::tuple:
      return "tuple";
    case Expr::Kind::list:
      return "list";
    case Expr::Kind::set:
      return "set display";
    case Expr::Kind::dict:
      return "dict literal";
    case Expr::Kind::starred:
      return "starred";
    case Expr::Kind::lambda:
      return "lambda";
    case Expr::Kind::fstring:
      return "f-string expression";
    case Expr::Kind::walrus:
      return "named expression";
    case Expr::Kind::yield:
      return "yield expression";
    case Expr::Kind::comprehension: {
      constexpr const char* kNames[] = {"list comprehension", "set comprehension", "dict comprehension",
                                        "generator expression"};
      return kNames[static_cast<int>(as<Comprehension>(expr).result)];
    }
    default:
      return "expression";
  }
}

Value docstring(const Block& body) {
  if (body.empty() || body[0]->kind != Stmt::Kind::expression) return Value::none();
  const Expr* first = as<ExprStmt>(*body[0]).value;
  if (first->kind != Expr::Kind::constant) return Value::none();
  const Value value = static_cast<const Constant*>(first)->value;
  return value.is(Kind::string) ? value : Value::none();
}

}  // namespace headsup::python
