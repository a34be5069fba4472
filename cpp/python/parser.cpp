// Tokens, and the names of each scope.
#include "python/parser.h"

#include <algorithm>

namespace headsup::python {
namespace {

bool has_name(const std::vector<String*>& names, const String* name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void Tree::own(void* node, void (*destroy)(void*)) {
  nodes_.emplace_back(node, destroy);
}

Parser::Parser(std::string_view source, const Span& place, Heap& heap, Tree& tree, Later later)
    : heap_(heap),
      tree_(tree),
      lexer_(&source_lexer_),
      source_lexer_(source, place, false),
      cell_(place.cell),
      later_(later) {}

void Parser::program() {
  open(Variables::Of::module);
  advance();
  while (!at(Token::Kind::end)) statement(tree_.body);
  resolve();
}

void Parser::body_of(Code& code) {
  source_lexer_.begin_in_line();
  open(Variables::Of::function, &code).locals = code.locals;
  advance();
  code.body = block("function definition", 0);
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
  token_ = has_ahead_ ? ahead_ : lexer_->next();
  has_ahead_ = false;
}

const Token& Parser::ahead() {
  if (!has_ahead_) ahead_ = lexer_->next();
  has_ahead_ = true;
  return ahead_;
}

/// From the beginning of `from` to the end of the last token.
Span Parser::since(const Span& from) const {
  return {from.line, from.column, previous_.end_line, previous_.end_column, from.cell};
}

void Parser::fail(std::initializer_list<Piece> message, const Span& span, const char* type) const {
  throw Error{.type = type, .message = joined(message), .span = span};
}

void Parser::invalid_syntax() {
  if (is_fstring_) fail({"f-string: invalid syntax"}, token_.span);
  if (at(Token::Kind::indent)) fail({"unexpected indent"}, token_.span, "IndentationError");
  const bool is_open = lexer_->open_bracket() != nullptr;
  const std::pair<char, Span> bracket = is_open ? *lexer_->open_bracket() : std::pair<char, Span>();
  // A mistake of the rest, such as a string that does not end, explains more than this one.
  Token token = token_;
  while (token.kind != Token::Kind::end) token = lexer_->next();
  const bool is_earlier = bracket.second.line < token_.span.line || at(Token::Kind::end);
  if (is_open && is_earlier && lexer_->open_bracket() != nullptr)
    fail({"'", std::string(1, bracket.first), "' was never closed"}, bracket.second);
  if (is_open && begins_expression() && !at("(") && !at("[") && !at("{") && !at("-") && !at("+")) {
    fail({"invalid syntax. Perhaps you forgot a comma?"},
         {previous_.line, previous_.column, token_.span.end_line, token_.span.end_column, cell_});
  }
  fail({"invalid syntax"}, token_.span);
}

String* Parser::identifier() {
  if (!at(Token::Kind::name)) invalid_syntax();
  String* name = heap_.intern(token_.text);
  advance();
  return name;
}

bool Parser::begins_expression() const {
  constexpr Word kFirst[] = {"(",      "[",    "{",    "-",     "+",   "~",    "not",
                             "lambda", "None", "True", "False", "...", "await"};
  return at_value() ||
         std::any_of(std::begin(kFirst), std::end(kFirst), [this](Word word) { return at(word); });
}

// Names.

Parser::Variables& Parser::open(Variables::Of of, Code* code) {
  variables_ = &scopes_.emplace_back(Variables{.of = of, .outer = variables_, .code = code});
  return *variables_;
}

Name* Parser::use(const Span& span, String* name) {
  return variables_->uses.emplace_back(tree_.make<Name>(span, name));
}

Name* Parser::bind_name(const Span& span, String* name) {
  bind(name);
  return use(span, name);
}

void Parser::bind(String* name) {
  if (has_name(variables_->globals, name) || has_name(variables_->nonlocals, name)) return;
  if (!has_name(variables_->locals, name)) variables_->locals.push_back(name);
}

bool is_single_target(const Expr& expr) {
  return expr.kind == Expr::Kind::name || expr.kind == Expr::Kind::attribute ||
         expr.kind == Expr::Kind::subscript;
}

/// Checks that an expression can be assigned to, and binds its names.
void Parser::bind_target(const Expr& target, bool is_assignment) {
  if (target.kind == Expr::Kind::name) return bind(as<Name>(target).name);
  if (is_single_target(target)) return;
  if (target.kind == Expr::Kind::starred) return bind_target(*as<Starred>(target).value, is_assignment);
  if (target.kind == Expr::Kind::tuple || target.kind == Expr::Kind::list) {
    int stars = 0;
    for (const Expr* item : as<Display>(target).items) {
      stars += item->kind == Expr::Kind::starred ? 1 : 0;
      bind_target(*item, false);
    }
    if (stars > 1) fail({"multiple starred expressions in assignment"}, target.span);
    return;
  }
  const std::string_view what = describe(target);
  const bool is_word = what == "True" || what == "False" || what == "None" || what == "ellipsis";
  fail({"cannot assign to ", what,
        is_assignment && !is_word ? " here. Maybe you meant '==' instead of '='?" : ""},
       target.span);
}

/// A function that begins here may keep the scopes around it.
void Parser::mark_closure() {
  for (Variables* v = variables_; v != nullptr; v = v->outer) {
    if (v->code != nullptr) v->code->has_closures = true;
  }
}

std::string Parser::qualified(const String* name) const {
  for (const Variables* v = variables_; v != nullptr; v = v->outer) {
    if (v->code == nullptr) continue;
    return joined({v->code->qualified_name, v->of == Variables::Of::function ? ".<locals>." : ".", name});
  }
  return name->text;
}

/// Gives each use of a name its variable, once all that binds names has been read.
void Parser::resolve() {
  using Of = Variables::Of;
  for (Variables& scope : scopes_) {
    if (scope.code != nullptr) scope.code->locals = scope.locals;
    for (const String* name : scope.nonlocals) {
      const Variables* v = scope.outer;
      while (v != nullptr && (v->of == Of::cls || v->of == Of::module || !has_name(v->locals, name)))
        v = v->outer;
      if (v == nullptr) fail({"no binding for nonlocal '", name, "' found"}, scope.code->span);
    }
    for (Name* name : scope.uses) {
      std::int32_t hops = 0;
      for (const Variables* v = &scope; v != nullptr && v->of != Of::module; v = v->outer) {
        if (has_name(v->globals, name->name)) break;
        if (v->of == Of::cls) {
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
  // In the order of Expr::Kind.
  constexpr const char* kNames[] = {"literal",
                                    "name",
                                    "attribute",
                                    "subscript",
                                    "expression",
                                    "function call",
                                    "expression",
                                    "expression",
                                    "expression",
                                    "comparison",
                                    "conditional expression",
                                    "tuple",
                                    "list",
                                    "set display",
                                    "dict literal",
                                    "starred",
                                    "lambda",
                                    "",
                                    "f-string expression",
                                    "named expression",
                                    "yield expression"};
  constexpr const char* kComprehensions[] = {"list comprehension", "set comprehension", "dict comprehension",
                                             "generator expression"};
  if (expr.kind == Expr::Kind::comprehension)
    return kComprehensions[static_cast<int>(as<Comprehension>(expr).result)];
  if (expr.kind == Expr::Kind::constant) {
    const Value value = as<Constant>(expr).value;
    if (value.is_none()) return "None";
    if (value.is(Kind::boolean)) return value.i != 0 ? "True" : "False";
    if (value.is(Kind::ellipsis)) return "ellipsis";
  }
  return kNames[static_cast<int>(expr.kind)];
}

}  // namespace headsup::python
