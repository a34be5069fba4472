// The statements.
#include <algorithm>

#include "python/parser.h"

namespace headsup::python {
namespace {

struct Augmentation {
  Word word;
  Op op;
};
constexpr Augmentation kAugmented[] = {
    {"+=", Op::add},           {"-=", Op::subtract}, {"*=", Op::multiply}, {"/=", Op::divide},
    {"//=", Op::floor_divide}, {"%=", Op::modulo},   {"**=", Op::power},   {"@=", Op::matmul},
    {"&=", Op::bit_and},       {"|=", Op::bit_or},   {"^=", Op::bit_xor},  {"<<=", Op::shift_left},
    {">>=", Op::shift_right}};

/// The docstring of a body, or None.
Value docstring(const Block& body) {
  if (body.empty() || body[0]->kind != Stmt::Kind::expression) return Value::none();
  const Expr& first = *as<ExprStmt>(*body[0]).value;
  if (first.kind != Expr::Kind::constant || !as<Constant>(first).value.is(Kind::string)) return Value::none();
  return as<Constant>(first).value;
}

}  // namespace

void Parser::statement(Block& out) {
  if (at(Token::Kind::indent)) invalid_syntax();
  const int yields = yields_;
  const Span from = token_.span;
  Stmt* result = nullptr;
  if (later_ == Later::definitions && (at("def") || at("class"))) {
    return leave_definition();
  } else if (at("if")) {
    result = if_statement();
  } else if (at("while")) {
    result = while_statement();
  } else if (at("for")) {
    result = for_statement();
  } else if (at("try")) {
    result = try_statement();
  } else if (at("with")) {
    result = with_statement();
  } else if (at("def")) {
    result = function_definition({});
  } else if (at("class")) {
    result = class_definition({});
  } else if (at("@")) {
    result = decorated();
  } else if (at("async")) {
    refuse_construct("async", "write a plain def, for or with", token_.span);
  } else {
    return simple_statements(out);
  }
  result->has_yield = yields_ != yields;
  if (result->has_yield && (result->kind == Stmt::Kind::try_ || result->kind == Stmt::Kind::with))
    refuse_construct("yield within try or with", "yield after the block", from);
  out.push_back(result);
}

void Parser::simple_statements(Block& out) {
  do {
    const int yields = yields_;
    if (Stmt* result = simple_statement()) {
      result->has_yield = yields_ != yields;
      out.push_back(result);
    }
  } while (take(";") && !at(Token::Kind::newline));
  if (at(Token::Kind::end)) return;
  if (!at(Token::Kind::newline)) invalid_syntax();
  advance();
}

Stmt* Parser::simple_statement() {
  const Span from = token_.span;
  if (at("return")) {
    if (variables_->of != Variables::Of::function) fail({"'return' outside function"}, token_.span);
    advance();
    Expr* value = begins_expression() || at("*") ? expressions() : nullptr;
    return tree_.make<Return>(since(from), value);
  }
  if (at("pass") || at("break") || at("continue")) {
    auto* result = tree_.make<Plain>(from);
    if (at("break")) result->kind = Stmt::Kind::break_;
    if (at("continue")) result->kind = Stmt::Kind::continue_;
    if (!at("pass") && variables_->loops == 0)
      fail({at("break") ? "'break' outside loop" : "'continue' not properly in loop"}, from);
    advance();
    return result;
  }
  if (at("import") || at("from")) return import_statement();
  if (at("global") || at("nonlocal")) {
    declare_scope();
    return nullptr;
  }
  if (take("assert")) {
    Expr* test = expression();
    Expr* message = take(",") ? expression() : nullptr;
    return tree_.make<Assert>(since(from), test, message);
  }
  if (take("raise")) {
    Expr* exception = begins_expression() ? expression() : nullptr;
    Expr* cause = exception != nullptr && take("from") ? expression() : nullptr;
    return tree_.make<Raise>(since(from), exception, cause);
  }
  if (take("del")) {
    auto* result = tree_.make<Delete>(from);
    Expr* targets = expressions();
    result->targets =
        targets->kind == Expr::Kind::tuple ? as<Display>(*targets).items : std::vector<Expr*>{targets};
    for (const Expr* target : result->targets) {
      if (!is_single_target(*target)) fail({"cannot delete ", describe(*target)}, target->span);
      bind_target(*target, false);
    }
    result->span = since(from);
    return result;
  }
  return expression_statement();
}

Stmt* Parser::expression_statement() {
  const Span from = token_.span;
  if (at(Token::Kind::name) && token_.text == "match" && ahead().kind <= Token::Kind::string)
    refuse_construct("match", "write if and elif", from);
  if (at(Token::Kind::name) && token_.text == "print" && ahead().kind <= Token::Kind::fstring) {
    advance();
    expressions();
    fail({"Missing parentheses in call to 'print'. Did you mean print(...)?"}, since(from));
  }
  if (at("yield")) {
    Expr* value = yield_expression();
    return tree_.make<ExprStmt>(since(from), value);
  }
  Expr* last = expressions();
  if (last->kind == Expr::Kind::walrus && last->span.column == from.column)
    fail({"invalid syntax"}, {from.line, from.column, last->span.end_line, last->span.end_column, cell_});
  for (const auto& [word, op] : kAugmented) {
    if (!at(word)) continue;
    if (!is_single_target(*last))
      fail({"'", describe(*last), "' is an illegal expression for augmented assignment"}, last->span);
    bind_target(*last, false);
    advance();
    if (at("yield"))
      refuse_construct("yield within an expression", "assign its value in a statement of its own",
                       token_.span);
    Expr* value = expressions();
    return tree_.make<Augmented>(since(from), op, last, value);
  }
  if (at(":")) return annotated(last, from);
  if (!at("=")) return tree_.make<ExprStmt>(since(from), last);
  auto* result = tree_.make<Assign>(from);
  while (at("=")) {
    if (last->kind == Expr::Kind::starred)
      fail({"starred assignment target must be in a list or tuple"}, last->span);
    bind_target(*last, true);
    result->targets.push_back(last);
    advance();
    last = at("yield") ? yield_expression() : expressions();
  }
  result->value = last;
  result->span = since(from);
  return result;
}

Stmt* Parser::annotated(Expr* target, const Span& from) {
  if (target->kind == Expr::Kind::tuple || target->kind == Expr::Kind::list)
    fail({"only single target (not ", describe(*target), ") can be annotated"}, target->span);
  if (!is_single_target(*target)) {
    if (target->kind == Expr::Kind::call && token_.span.line == target->span.line) invalid_syntax();
    fail({"illegal target for annotation"}, target->span);
  }
  bind_target(*target, false);
  advance();
  annotation();
  Expr* value = take("=") ? expressions() : nullptr;
  return tree_.make<Assign>(since(from), std::vector<Expr*>{target}, value, true);
}

/// Annotations are not evaluated.
void Parser::annotation() {
  const std::size_t uses = variables_->uses.size();
  expressions();
  variables_->uses.resize(uses);
}

std::string Parser::dotted_name() {
  std::string name = identifier()->text;
  while (take(".")) name += "." + identifier()->text;
  return name;
}

Import::Item Parser::import_item(bool is_dotted) {
  const Span from = token_.span;
  const std::string name = is_dotted ? dotted_name() : identifier()->text;
  if (take("as")) return {name, new_name(), true};
  return {name, bind_name(from, heap_.intern(name.substr(0, name.find('.')))), false};
}

Stmt* Parser::import_statement() {
  const Span from = token_.span;
  auto* result = tree_.make<Import>(from);
  if (take("import")) {
    do {
      result->items.push_back(import_item(true));
    } while (take(","));
  } else {
    advance();
    if (at(".") || at("...")) refuse_construct("a relative import", "put the code into this program", from);
    result->from = dotted_name();
    expect("import");
    if (take("*")) {
      if (variables_->of != Variables::Of::module) fail({"import * only allowed at module level"}, from);
      result->items.push_back({"*", nullptr, false});
    } else {
      const bool is_grouped = take("(");
      do {
        if (is_grouped && at(")")) break;
        if (!is_grouped && at(Token::Kind::newline) && !result->items.empty())
          fail({"trailing comma not allowed without surrounding parentheses"}, previous_);
        result->items.push_back(import_item(false));
      } while (take(","));
      if (is_grouped) expect(")");
    }
  }
  result->span = since(from);
  return result;
}

void Parser::declare_scope() {
  const bool is_global = at("global");
  const char* kind = is_global ? "global" : "nonlocal";
  const Span from = token_.span;
  const bool is_module = variables_->of == Variables::Of::module;
  advance();
  if (!is_global && is_module) fail({"nonlocal declaration not allowed at module level"}, from);
  do {
    String* name = identifier();
    const auto& locals = variables_->locals;
    const bool is_assigned = std::find(locals.begin(), locals.end(), name) != locals.end();
    const bool is_used = std::any_of(variables_->uses.begin(), variables_->uses.end(),
                                     [name](const Name* use) { return use->name == name; });
    if (variables_->code != nullptr) {
      for (const Code::Parameter& p : variables_->code->parameters) {
        if (p.name == name) fail({"name '", name, "' is parameter and ", kind}, since(from));
      }
    }
    if (!is_module && (is_assigned || is_used)) {
      fail({"name '", name, is_assigned ? "' is assigned to before " : "' is used prior to ", kind,
            " declaration"},
           since(from));
    }
    (is_global ? variables_->globals : variables_->nonlocals).push_back(name);
  } while (take(","));
}

/// What follows a colon: statements on the line, or an indented block.
Block Parser::block(std::string_view after, std::uint32_t line, const Expr* condition) {
  if (at("=")) {
    if (condition != nullptr && condition->kind != Expr::Kind::name) {
      fail({"cannot assign to ", describe(*condition), " here. Maybe you meant '==' instead of '='?"},
           condition->span);
    }
    fail({"invalid syntax. Maybe you meant '==' or ':=' instead of '='?"},
         {previous_.line, previous_.column, token_.span.end_line, token_.span.end_column, cell_});
  }
  if (at(Token::Kind::newline)) fail({"expected ':'"}, token_.span);
  expect(":");
  Block body;
  if (!at(Token::Kind::newline)) {
    simple_statements(body);
    return body;
  }
  advance();
  if (!at(Token::Kind::indent))
    fail({"expected an indented block after ", after, " on line ", line}, token_.span, "IndentationError");
  advance();
  while (!at(Token::Kind::dedent) && !at(Token::Kind::end)) statement(body);
  if (at(Token::Kind::dedent)) advance();
  return body;
}

Block Parser::else_block() {
  const std::uint32_t line = token_.span.line;
  if (!take("else")) return {};
  if (!at(":")) fail({"expected ':'"}, token_.span);
  return block("'else' statement", line);
}

Block Parser::loop_body(std::string_view after, std::uint32_t line) {
  ++variables_->loops;
  Block body = block(after, line);
  --variables_->loops;
  return body;
}

Stmt* Parser::if_statement() {
  const Span from = token_.span;
  auto* result = tree_.make<If>(from);
  const char* word = "'if' statement";
  do {
    const std::uint32_t line = token_.span.line;
    advance();
    Expr* test = named_expression();
    result->branches.push_back({test, block(word, line, test)});
    word = "'elif' statement";
  } while (at("elif"));
  if (at("else")) result->branches.push_back({nullptr, else_block()});
  result->span = since(from);
  return result;
}

Stmt* Parser::while_statement() {
  const Span from = token_.span;
  advance();
  Expr* test = named_expression();
  Block body = loop_body("'while' statement", from.line);
  Block otherwise = else_block();
  return tree_.make<While>(since(from), test, std::move(body), std::move(otherwise));
}

Stmt* Parser::for_statement() {
  const Span from = token_.span;
  advance();
  Expr* target = target_list();
  expect("in");
  Expr* iterable = expressions();
  if (!at(":")) fail({"expected ':'"}, token_.span);
  Block body = loop_body("'for' statement", from.line);
  Block otherwise = else_block();
  return tree_.make<For>(since(from), target, iterable, std::move(body), std::move(otherwise));
}

Stmt* Parser::try_statement() {
  const Span from = token_.span;
  auto* result = tree_.make<Try>(from);
  advance();
  if (!at(":")) fail({"expected ':'"}, token_.span);
  result->body = block("'try' statement", from.line);
  while (at("except")) {
    const Span start = token_.span;
    advance();
    if (at("*")) refuse_construct("except*", "write except", start);
    Try::Handler handler;
    if (!at(":")) {
      handler.type = expression();
      if (at(",")) fail({"multiple exception types must be parenthesized"}, since(handler.type->span));
      if (take("as")) handler.target = new_name();
    }
    handler.span = since(start);
    if (!result->handlers.empty() && result->handlers.back().type == nullptr)
      fail({"default 'except:' must be last"}, start);
    handler.body = block("'except' statement", start.line);
    result->handlers.push_back(std::move(handler));
  }
  if (!result->handlers.empty()) result->otherwise = else_block();
  const std::uint32_t line = token_.span.line;
  if (take("finally")) {
    result->finally = block("'finally' statement", line);
  } else if (result->handlers.empty()) {
    fail({"expected 'except' or 'finally' block"}, token_.span);
  }
  result->span = since(from);
  return result;
}

Stmt* Parser::with_statement() {
  const Span from = token_.span;
  auto* result = tree_.make<With>(from);
  advance();
  do {
    With::Item item = {.manager = expression()};
    if (take("as")) {
      item.target = primary();
      bind_target(*item.target, false);
    }
    result->items.push_back(item);
  } while (take(","));
  result->body = block("'with' statement", from.line);
  result->span = since(from);
  return result;
}

Stmt* Parser::decorated() {
  std::vector<Expr*> decorators;
  while (take("@")) {
    decorators.push_back(named_expression());
    if (!at(Token::Kind::newline)) invalid_syntax();
    advance();
  }
  if (at("def")) return function_definition(std::move(decorators));
  if (at("class")) return class_definition(std::move(decorators));
  if (at("async")) refuse_construct("async", "write a plain def", token_.span);
  invalid_syntax();
}

void Parser::leave_definition() {
  const std::string_view word = token_.text;
  advance();
  String* name = heap_.intern(token_.text);
  const std::string_view rest = lexer_->skip_body();
  tree_.unparsed.push_back(
      {name, {word.data(), static_cast<std::size_t>(rest.data() + rest.size() - word.data())}});
  advance();
}

Stmt* Parser::function_definition(std::vector<Expr*> decorators) {
  const Span from = token_.span;
  advance();
  Name* target = new_name();
  auto* code = tree_.make<Code>(from, target->name);
  code->qualified_name = qualified(target->name);
  if (!at("(")) fail({"expected '('"}, token_.span);
  advance();
  mark_closure();
  open(Variables::Of::function, code);
  parameters(*code, ")", true);
  expect(")");
  if (take("->")) annotation();
  if (!at(":")) fail({"expected ':'"}, token_.span);
  code->span = since(from);
  code->span.end_line = token_.span.end_line;
  code->span.end_column = token_.span.end_column;
  if (later_ != Later::nothing && variables_->outer->of != Variables::Of::function) {
    code->unparsed = lexer_->skip_body();
    advance();
  } else {
    const int yields = yields_;
    code->body = block("function definition", from.line);
    yields_ = yields;
    code->doc = docstring(code->body);
  }
  close();
  return tree_.make<Define>(code->span, code, target, std::move(decorators));
}

/// The parameters of def or lambda. Defaults belong to the scope around the function.
void Parser::parameters(Code& code, Word end, bool has_annotations) {
  using Type = Code::Parameter::Kind;
  Variables* inner = variables_;
  Type type = Type::normal;
  bool has_default = false;
  bool is_bare_star = false;
  while (!at(end)) {
    const Span from = token_.span;
    if (take("/")) {
      if (code.parameters.empty()) fail({"at least one argument must precede /"}, from);
      for (Code::Parameter& p : code.parameters) p.kind = Type::positional_only;
      if (!take(",")) break;
      continue;
    }
    Code::Parameter parameter = {.name = nullptr, .otherwise = nullptr, .kind = type};
    if (take("*")) {
      if (type != Type::normal) fail({"* argument may appear only once"}, from);
      type = Type::keyword_only;
      if (at(end)) fail({"named arguments must follow bare *"}, from);
      is_bare_star = take(",");
      if (is_bare_star) continue;
      parameter.kind = Type::rest;
    } else if (take("**")) {
      if (is_bare_star) fail({"named arguments must follow bare *"}, from);
      parameter.kind = Type::keywords;
    }
    is_bare_star = false;
    const Span name_span = token_.span;
    parameter.name = identifier();
    for (const Code::Parameter& p : code.parameters) {
      if (p.name == parameter.name)
        fail({"duplicate argument '", p.name, "' in function definition"}, name_span);
    }
    bind(parameter.name);
    if (has_annotations && take(":")) {
      const std::size_t uses = inner->uses.size();
      expression();
      inner->uses.resize(uses);
    }
    const bool is_variadic = parameter.kind == Type::rest || parameter.kind == Type::keywords;
    if (at("=")) {
      if (is_variadic) fail({"var-positional argument cannot have default value"}, token_.span);
      advance();
      variables_ = inner->outer;
      parameter.otherwise = expression();
      variables_ = inner;
      has_default |= parameter.kind == Type::normal;
    } else if (has_default && parameter.kind == Type::normal) {
      fail({"non-default argument follows default argument"}, since(from));
    }
    code.parameters.push_back(parameter);
    if (!take(",")) break;
    if (parameter.kind == Type::keywords && !at(end))
      fail({"arguments cannot follow var-keyword argument"}, token_.span);
  }
}

Stmt* Parser::class_definition(std::vector<Expr*> decorators) {
  const Span from = token_.span;
  advance();
  Name* target = new_name();
  auto* result = tree_.make<DefineClass>(from, target);
  result->decorators = std::move(decorators);
  // Its qualified name, for those of its functions.
  auto* code = tree_.make<Code>(from, target->name);
  code->qualified_name = qualified(target->name);
  if (at("(")) result->bases = static_cast<CallExpr*>(call(nullptr, from))->arguments;
  if (!at(":") && !at(Token::Kind::newline)) invalid_syntax();
  result->span = since(from);
  result->span.end_line = token_.span.end_line;
  result->span.end_column = token_.span.end_column;
  open(Variables::Of::cls, code);
  result->body = block("class definition", from.line);
  result->doc = docstring(result->body);
  close();
  return result;
}

}  // namespace headsup::python
