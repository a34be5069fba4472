#pragma once
// Tokens to a tree, by recursive descent: parser_expressions.cpp has the levels of binding, parser_statements.cpp the rest.
// While it reads a function, it collects the names that the function binds and uses, and at the end of the program it gives
// each use its variable.

#include <deque>

#include "python/ast.h"
#include "python/error.h"
#include "python/heap.h"
#include "python/lexer.h"

namespace headsup::python {

class Parser {
 public:
  /// `place` is that of the source's first character.
  Parser(std::string_view source, const Span& place, Heap& heap, Tree& tree, Later later = Later::nothing);

  /// Parses the whole source into the tree; throws SyntaxError, IndentationError, NotImplementedError.
  void program();
  /// Parses the body of a function that was left for later.
  void body_of(Code& code);

 private:
  /// The variables of a function, a comprehension, a class or the module.
  struct Variables {
    enum class Of : std::uint8_t { module, function, comprehension, cls };
    Of of;
    Variables* outer;
    std::vector<String*> locals = {};
    std::vector<String*> globals = {};
    std::vector<String*> nonlocals = {};
    std::vector<Name*> uses = {};
    Code* code = nullptr;
    int loops = 0;  ///< around the statement that is being parsed
  };
  /// Where an element began that may turn out to be a comprehension's.
  struct Mark {
    std::size_t uses;
    std::size_t scopes;
  };
  class Deeper;

  // Tokens.
  bool at(Word word) const { return token_.is(word); }
  bool at(Token::Kind kind) const { return token_.kind == kind; }
  bool at_value() const { return token_.kind >= Token::Kind::name && token_.kind <= Token::Kind::fstring; }
  bool take(Word word);
  void expect(Word word);
  void advance();
  const Token& ahead();
  Span since(const Span& from) const;
  [[noreturn]] void fail(std::initializer_list<Piece> message, const Span& span,
                         const char* type = "SyntaxError") const;
  [[noreturn]] void invalid_syntax();
  String* identifier();
  bool begins_expression() const;

  // Names.
  Name* use(const Span& span, String* name);
  Name* bind_name(const Span& span, String* name);
  Name* new_name() {
    const Span span = token_.span;
    return bind_name(span, identifier());
  }
  void bind(String* name);
  void bind_target(const Expr& target, bool is_assignment);
  Variables& open(Variables::Of of, Code* code = nullptr);
  void close() { variables_ = variables_->outer; }
  void mark_closure();
  void resolve();
  std::string qualified(const String* name) const;

  // Expressions.
  Expr* expressions();       ///< a tuple where there is a comma
  Expr* named_expression();  ///< with :=
  Expr* starred_or_named();
  Expr* expression();
  Expr* conjunctions(bool is_and);
  Expr* inversion();
  Expr* comparison();
  Expr* binary(int level);
  Expr* unary();
  Expr* primary();
  Expr* atom();
  Expr* display();  ///< in brackets of any kind
  Expr* comprehension(Comprehension::Result result, Expr* element, Expr* value, const Span& from,
                      const Mark& mark);
  Expr* call(Expr* callee, const Span& from);
  Expr* subscript(Expr* object, const Span& from);
  Expr* slice();
  Expr* lambda();
  Expr* number();
  Expr* strings();
  void fstring_parts(FString& result, std::string_view text, std::size_t& at, const Token& token,
                     bool is_nested);
  Expr* fstring_value(std::string_view text, const Span& place);
  Expr* yield_expression();
  Expr* target_list();  ///< of for
  template <class Item, class More>
  Expr* tuple(Expr* first, const Span& from, const Item& item, const More& goes_on);
  Mark mark() const { return {variables_->uses.size(), scopes_.size()}; }

  // Statements.
  void statement(Block& out);
  void simple_statements(Block& out);
  Stmt* simple_statement();
  Stmt* expression_statement();
  Stmt* annotated(Expr* target, const Span& from);
  Stmt* import_statement();
  Import::Item import_item(bool is_dotted);
  std::string dotted_name();
  void declare_scope();
  Stmt* if_statement();
  Stmt* while_statement();
  Stmt* for_statement();
  Stmt* try_statement();
  Stmt* with_statement();
  void leave_definition();
  Stmt* decorated();
  Stmt* function_definition(std::vector<Expr*> decorators);
  Stmt* class_definition(std::vector<Expr*> decorators);
  void parameters(Code& code, Word end, bool has_annotations);
  void annotation();
  Block block(std::string_view after, std::uint32_t line, const Expr* condition = nullptr);
  Block else_block();
  Block loop_body(std::string_view after, std::uint32_t line);

  Heap& heap_;
  Tree& tree_;
  Lexer* lexer_;
  Lexer source_lexer_;
  std::uint32_t cell_;
  Token token_;
  Token ahead_;
  bool has_ahead_ = false;
  Span previous_;  ///< the last token that was taken
  std::deque<Variables> scopes_;
  Variables* variables_ = nullptr;
  int depth_ = 0;
  int yields_ = 0;  ///< in the function that is being parsed
  bool is_fstring_ = false;
  Later later_;
};

/// What CPython's messages call an expression: "function call".
const char* describe(const Expr& expr);
/// A name, an attribute or an item.
bool is_single_target(const Expr& expr);

}  // namespace headsup::python
