// The statements.
#include <algorithm>

#include "python/error.h"
#include "python/parser.h"

namespace headsup::python {
namespace {

constexpr WordOp kAugmented[] = {{"+=", Op::add},         {"-=", Op::subtract},      {"*=", Op::multiply},
                                 {"/=", Op::divide},      {"//=", Op::floor_divide}, {"%=", Op::modulo},
                                 {"**=", Op::power},      {"@=", Op::matmul},        {"&=", Op::bit_and},
                                 {"|=", Op::bit_or},      {"^=", Op::bit_xor},       {"<<=", Op::shift_left},
                                 {">>=", Op::shift_right}};

}  // namespace

void Parser::statement(Block& out) {
  if (at(Token::Kind::indent)) {
    throw Error{.type = "IndentationError", .message = "unexpected indent", .span = token_.span};
  }
  Stmt* result = nullptr;
  const int yields = yields_;
  const Span from = token_.span;
  if (at("if")) {
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
  if (result->has_yield && (result->kind == Stmt::Kind::try_ || result->kind == Stmt::Kind::with)) {
    refuse_construct("yield within try or with", "yield after the block", from);
  }
  out.push_back(result);
}

void Parser::simple_statements(Block& out) {
  while (true) {
    const int yields = yields_;
    Stmt* result = simple_statement();
    if (result != nullptr) {
      result->has_yield = yields_ != yields;
      out.push_back(result);
    }
    if (!take(";")) break;
    if (at(Token::Kind::newline)) break;
  }
  if (at(Token::Kind::end)) return;
  if (!at(Token::Kind::newline)) invalid_syntax();
  advance();
}

Stmt* Parser::simple_statement() {
  const Span from = token_.span;
  const auto is_inside_function = [this] {
    if (variables_->of != Variables::Of::function) fail("'return' outside function", token_.span);
  };
  if (at("return")) {
    is_inside_function();
    advance();
    Expr* value = begins_expression() || at("*") ? expressions() : nullptr;
    return tree_.make<Return>(since(from), value);
  }
  if (at("pass") || at("break") || at("continue")) {
    const Stmt::Kind kind = at("pass")    ? Stmt::Kind::pass
                            : at("break") ? Stmt::Kind::break_
                                          : Stmt::Kind::continue_;
    if (kind != Stmt::Kind::pass && variables_->loops == 0) {
      fail(kind == Stmt::Kind::break_ ? "'break' outside loop" : "'continue' not properly in loop", from);
    }
    advance();
    auto* result = tree_.make<Plain>(from);
    result->kind = kind;
    return result;
  }
  if (at("import")) return import_statement();
  if (at("from")) return from_statement();
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
    if (targets->kind == Expr::Kind::tuple) {
      result->targets = static_cast<Display*>(targets)->items;
    } else {
      result->targets = {targets};
    }
    for (Expr* target : result->targets) {
      if (target->kind != Expr::Kind::name && target->kind != Expr::Kind::attribute &&
          target->kind != Expr::Kind::subscript) {
        fail(joined({"cannot delete ", describe(*target)}), target->span);
      }
      bind_target(target, false);
    }
    result->span = since(from);
    return result;
  }
  return expression_statement();
}

Stmt* Parser::expression_statement() {
  const Span from = token_.span;
  if (at(Token::Kind::name) && token_.text == "match" &&
      (ahead().kind == Token::Kind::name || ahead().kind == Token::Kind::number ||
       ahead().kind == Token::Kind::string)) {
    refuse_construct("match", "write if and elif", from);
  }
  const bool is_print = at(Token::Kind::name) && token_.text == "print";
  if (is_print && (ahead().kind == Token::Kind::string || ahead().kind == Token::Kind::fstring ||
                   ahead().kind == Token::Kind::name || ahead().kind == Token::Kind::number)) {
    advance();
    expressions();
    fail("Missing parentheses in call to 'print'. Did you mean print(...)?", since(from));
  }
  if (at("yield")) {
    Expr* value = yield_expression();
    return tree_.make<ExprStmt>(since(from), value);
  }
  Expr* first = expressions();
  if (first->kind == Expr::Kind::walrus && first->span.column == from.column) {
    fail("invalid syntax", {from.line, from.column, first->span.end_line, first->span.end_column, cell_});
  }
  for (const auto& [word, op] : kAugmented) {
    if (!at(word)) continue;
    if (first->kind != Expr::Kind::name && first->kind != Expr::Kind::attribute &&
        first->kind != Expr::Kind::subscript) {
      fail(joined({"'", describe(*first), "' is an illegal expression for augmented assignment"}),
           first->span);
    }
    bind_target(first, false);
    advance();
    if (at("yield"))
      refuse_construct("yield within an expression", "assign its value in a statement of its own",
                       token_.span);
    Expr* value = expressions();
    return tree_.make<Augmented>(since(from), op, first, value);
  }
  if (at(":")) {
    if (first->kind == Expr::Kind::tuple)
      fail("only single target (not tuple) can be annotated", first->span);
    if (first->kind == Expr::Kind::list) fail("only single target (not list) can be annotated", first->span);
    if (first->kind != Expr::Kind::name && first->kind != Expr::Kind::attribute &&
        first->kind != Expr::Kind::subscript) {
      if (first->kind == Expr::Kind::call && token_.span.line == first->span.line) invalid_syntax();
      fail("illegal target for annotation", first->span);
    }
    auto* result = tree_.make<Assign>(from);
    result->is_annotated = true;
    result->targets.push_back(first);
    bind_target(first, false);
    advance();
    // Annotations are not evaluated.
    const std::size_t uses = variables_->uses.size();
    expression();
    variables_->uses.resize(uses);
    if (take("=")) result->value = expressions();
    result->span = since(from);
    return result;
  }
  if (!at("=")) return tree_.make<ExprStmt>(since(from), first);
  auto* result = tree_.make<Assign>(from);
  Expr* last = first;
  while (at("=")) {
    if (last->kind == Expr::Kind::starred)
      fail("starred assignment target must be in a list or tuple", last->span);
    bind_target(last, true);
    result->targets.push_back(last);
    advance();
    last = at("yield") ? yield_expression() : expressions();
  }
  result->value = last;
  result->span = since(from);
  return result;
}

Import::Item Parser::import_item(bool is_dotted) {
  const Span from = token_.span;
  String* first = identifier();
  std::string name = first->text;
  while (is_dotted && take(".")) name += "." + identifier()->text;
  if (take("as")) {
    const Span span = token_.span;
    String* alias = identifier();
    return {name, bind_name(span, alias), true};
  }
  return {name, bind_name(from, first), false};
}

Stmt* Parser::import_statement() {
  const Span from = token_.span;
  advance();
  auto* result = tree_.make<Import>(from);
  do {
    result->items.push_back(import_item(true));
  } while (take(","));
  result->span = since(from);
  return result;
}

Stmt* Parser::from_statement() {
  const Span from = token_.span;
  advance();
  if (at(".") || at("...")) refuse_construct("a relative import", "put the code into this program", from);
  auto* result = tree_.make<Import>(from);
  result->from = identifier()->text;
  while (take(".")) result->from += "." + identifier()->text;
  expect("import");
  if (at("*")) {
    if (variables_->of != Variables::Of::module) fail("import * only allowed at module level", from);
    advance();
    result->items.push_back({"*", nullptr, false});
  } else {
    const bool is_grouped = take("(");
    do {
      if (is_grouped && at(")")) break;
      if (!is_grouped && at(Token::Kind::newline) && !result->items.empty())
        fail("trailing comma not allowed without surrounding parentheses", previous_);
      result->items.push_back(import_item(false));
    } while (take(","));
    if (is_grouped) expect(")");
  }
  result->span = since(from);
  return result;
}

void Parser::declare_scope() {
  const bool is_global = at("global");
  const Span from = token_.span;
  advance();
  if (!is_global && variables_->of == Variables::Of::module)
    fail("nonlocal declaration not allowed at module level", from);
  do {
    String* name = identifier();
    const auto is_use = [name](const Name* use) { return use->name == name; };
    const auto& locals = variables_->locals;
    if (variables_->code != nullptr) {
      for (const Code::Parameter& p : variables_->code->parameters) {
        if (p.name == name)
          fail(joined({"name '", name, "' is parameter and ", is_global ? "global" : "nonlocal"}),
               since(from));
      }
    }
    if (variables_->of != Variables::Of::module &&
        (std::find(locals.begin(), locals.end(), name) != locals.end() ||
         std::any_of(variables_->uses.begin(), variables_->uses.end(), is_use))) {
      const bool is_assigned = std::find(locals.begin(), locals.end(), name) != locals.end();
      fail(joined({"name '", name, is_assigned ? "' is assigned to before " : "' is used prior to ",
                   is_global ? "global" : "nonlocal", " declaration"}),
           since(from));
    }
    (is_global ? variables_->globals : variables_->nonlocals).push_back(name);
  } while (take(","));
}

void Parser::colon() {
  if (take(":")) return;
  if (at("="))
    fail("invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
         {previous_.line, previous_.column, token_.span.end_line, token_.span.end_column, cell_});
  if (at(Token::Kind::newline)) fail("expected ':'", token_.span);
  invalid_syntax();
}

Block Parser::block(std::string_view after, std::uint32_t line) {
  Block body;
  if (!at(Token::Kind::newline)) {
    simple_statements(body);
    return body;
  }
  advance();
  if (!at(Token::Kind::indent)) {
    throw Error{.type = "IndentationError",
                .message = joined({"expected an indented block after ", after, " on line ", line}),
                .span = token_.span};
  }
  advance();
  while (!at(Token::Kind::dedent) && !at(Token::Kind::end)) statement(body);
  if (at(Token::Kind::dedent)) advance();
  return body;
}

Block Parser::else_block() {
  const std::uint32_t line = token_.span.line;
  advance();
  if (!at(":")) fail("expected ':'", token_.span);
  colon();
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
  std::string_view word = "'if' statement";
  while (at("if") || at("elif")) {
    const std::uint32_t line = token_.span.line;
    advance();
    Expr* test = named_expression();
    colon();
    result->branches.push_back({test, block(word, line)});
    word = "'elif' statement";
    if (!at("elif")) break;
  }
  if (at("else")) result->branches.push_back({nullptr, else_block()});
  result->span = since(from);
  return result;
}

Stmt* Parser::while_statement() {
  const Span from = token_.span;
  auto* result = tree_.make<While>(from);
  advance();
  result->test = named_expression();
  colon();
  result->body = loop_body("'while' statement", from.line);
  if (at("else")) result->otherwise = else_block();
  result->span = since(from);
  return result;
}

Stmt* Parser::for_statement() {
  const Span from = token_.span;
  auto* result = tree_.make<For>(from);
  advance();
  result->target = target_list();
  expect("in");
  result->iterable = expressions();
  if (!at(":")) fail("expected ':'", token_.span);
  colon();
  result->body = loop_body("'for' statement", from.line);
  if (at("else")) result->otherwise = else_block();
  result->span = since(from);
  return result;
}

Stmt* Parser::try_statement() {
  const Span from = token_.span;
  auto* result = tree_.make<Try>(from);
  advance();
  if (!at(":")) fail("expected ':'", token_.span);
  colon();
  result->body = block("'try' statement", from.line);
  while (at("except")) {
    const Span start = token_.span;
    advance();
    if (at("*")) refuse_construct("except*", "write except", start);
    Try::Handler handler = {.span = start};
    if (!at(":")) {
      handler.type = expression();
      if (at(",")) fail("multiple exception types must be parenthesized", since(handler.type->span));
      if (take("as")) {
        const Span span = token_.span;
        handler.target = bind_name(span, identifier());
      }
    }
    handler.span = since(start);
    colon();
    if (!result->handlers.empty() && result->handlers.back().type == nullptr)
      fail("default 'except:' must be last", start);
    handler.body = block("'except' statement", start.line);
    result->handlers.push_back(std::move(handler));
  }
  if (!result->handlers.empty() && at("else")) result->otherwise = else_block();
  if (at("finally")) {
    const std::uint32_t line = token_.span.line;
    advance();
    colon();
    result->finally = block("'finally' statement", line);
  } else if (result->handlers.empty()) {
    fail("expected 'except' or 'finally' block", token_.span);
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
      bind_target(item.target, false);
    }
    result->items.push_back(item);
  } while (take(","));
  colon();
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

Stmt* Parser::function_definition(std::vector<Expr*> decorators) {
  const Span from = token_.span;
  advance();
  const Span name_span = token_.span;
  String* name = identifier();
  auto* code = tree_.make<Code>(from, name);
  code->qualified_name = qualified(name);
  Name* target = bind_name(name_span, name);
  if (!at("(")) fail("expected '('", token_.span);
  advance();
  mark_closure();
  Variables& variables = open(Variables::Of::function);
  variables.code = code;
  parameters(*code, ")", true);
  expect(")");
  if (take("->")) {
    const std::size_t uses = variables_->uses.size();
    expressions();
    variables_->uses.resize(uses);
  }
  if (!at(":")) fail("expected ':'", token_.span);
  colon();
  code->span = since(from);
  const int yields = yields_;
  code->body = block("function definition", from.line);
  yields_ = yields;
  code->doc = docstring(code->body);
  close();
  auto* result = tree_.make<Define>(code->span, code, target);
  result->decorators = std::move(decorators);
  return result;
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
      if (code.parameters.empty()) fail("at least one argument must precede /", from);
      for (Code::Parameter& p : code.parameters) p.kind = Type::positional_only;
    } else if (at("*") && (ahead().is(",") || ahead().is(end))) {
      advance();
      if (type != Type::normal) fail("* argument may appear only once", from);
      type = Type::keyword_only;
      if (at(end)) fail("named arguments must follow bare *", from);
      is_bare_star = true;
    } else {
      Code::Parameter parameter = {.name = nullptr, .otherwise = nullptr, .kind = type};
      if (take("**")) {
        if (is_bare_star) fail("named arguments must follow bare *", from);
        parameter.kind = Type::keywords;
      } else if (take("*")) {
        if (type != Type::normal) fail("* argument may appear only once", from);
        parameter.kind = Type::rest;
        type = Type::keyword_only;
      }
      is_bare_star = false;
      const Span name_span = token_.span;
      parameter.name = identifier();
      for (const Code::Parameter& p : code.parameters) {
        if (p.name == parameter.name) {
          fail(joined({"duplicate argument '", parameter.name, "' in function definition"}), name_span);
        }
      }
      bind(parameter.name);
      if (has_annotations && take(":")) {
        const std::size_t uses = inner->uses.size();
        expression();
        inner->uses.resize(uses);
      }
      if (at("=")) {
        if (parameter.kind == Type::rest || parameter.kind == Type::keywords) {
          fail("var-positional argument cannot have default value", token_.span);
        }
        advance();
        variables_ = inner->outer;
        parameter.otherwise = expression();
        variables_ = inner;
        has_default |= parameter.kind == Type::normal;
      } else if (has_default && parameter.kind == Type::normal) {
        fail("non-default argument follows default argument", since(from));
      }
      const bool is_last = parameter.kind == Type::keywords;
      code.parameters.push_back(parameter);
      if (is_last && !at(end)) {
        take(",");
        if (!at(end)) fail("arguments cannot follow var-keyword argument", token_.span);
        break;
      }
    }
    if (!take(",")) break;
  }
}

Stmt* Parser::class_definition(std::vector<Expr*> decorators) {
  const Span from = token_.span;
  advance();
  const Span name_span = token_.span;
  String* name = identifier();
  auto* result = tree_.make<DefineClass>(from, bind_name(name_span, name));
  result->decorators = std::move(decorators);
  // Its qualified name, for those of its functions.
  auto* code = tree_.make<Code>(from, name);
  code->qualified_name = qualified(name);
  if (at("(")) {
    auto* bases = static_cast<CallExpr*>(call(nullptr, from));
    result->bases = bases->arguments;
  }
  if (!at(":") && !at(Token::Kind::newline)) invalid_syntax();
  colon();
  result->span = since(from);
  Variables& variables = open(Variables::Of::cls);
  variables.code = code;
  result->body = block("class definition", from.line);
  result->doc = docstring(result->body);
  close();
  return result;
}

}  // namespace headsup::python
