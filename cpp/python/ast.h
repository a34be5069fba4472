#pragma once
// The tree of a program. Nodes belong to a Tree and are never changed after parsing.

#include <memory>

#include "headsup/python/run.h"
#include "python/value.h"

namespace headsup::python {

/// Binary operators come first, then comparisons, then the unary ones; tables in operators.cpp follow this order.
enum class Op : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  modulo,
  power,
  matmul,
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  in,
  not_in,
  is,
  is_not,
  negative,
  positive,
  invert,
  not_
};

struct Node {
  Span span;
  explicit Node(const Span& s) : span(s) {}
  virtual ~Node() = default;
};

struct Expr : Node {
  enum class Kind : std::uint8_t {
    constant,
    name,
    attribute,
    subscript,
    slice,
    call,
    unary,
    binary,
    logic,
    compare,
    conditional,
    tuple,
    list,
    set,
    dict,
    starred,
    lambda,
    comprehension,
    fstring,
    walrus,
    yield
  };
  Kind kind;
  Expr(Kind k, const Span& s) : Node(s), kind(k) {}
};

struct Stmt : Node {
  enum class Kind : std::uint8_t {
    expression,
    assign,
    augmented,
    define,
    define_class,
    return_,
    if_,
    while_,
    for_,
    break_,
    continue_,
    pass,
    import,
    import_from,
    assert_,
    raise,
    try_,
    delete_,
    with
  };
  Kind kind;
  bool has_yield = false;  ///< itself or a block of it
  Stmt(Kind k, const Span& s) : Node(s), kind(k) {}
};
using Block = std::vector<Stmt*>;

// Expressions.

struct Constant : Expr {
  Value value;
  Constant(const Span& s, Value v) : Expr(Kind::constant, s), value(v) {}
};
struct Name : Expr {
  String* name;
  std::int32_t hops = -1;    ///< scopes outwards to its variable; -1 is the module
  std::int32_t slot = 0;     ///< its number in that scope
  bool is_in_class = false;  ///< looked for among the names of a class body first
  Name(const Span& s, String* n) : Expr(Kind::name, s), name(n) {}
};
struct Attribute : Expr {
  Expr* object;
  String* name;
  Attribute(const Span& s, Expr* o, String* n) : Expr(Kind::attribute, s), object(o), name(n) {}
};
struct Subscript : Expr {
  Expr* object;
  Expr* index;
  Subscript(const Span& s, Expr* o, Expr* i) : Expr(Kind::subscript, s), object(o), index(i) {}
};
struct SliceExpr : Expr {
  Expr* start = nullptr;
  Expr* stop = nullptr;
  Expr* step = nullptr;
  explicit SliceExpr(const Span& s) : Expr(Kind::slice, s) {}
};
struct CallExpr : Expr {
  struct Argument {
    Expr* value;
    String* keyword = nullptr;
    int stars = 0;  ///< 1 for *value, 2 for **value
  };
  Expr* callee;
  std::vector<Argument> arguments;
  CallExpr(const Span& s, Expr* c) : Expr(Kind::call, s), callee(c) {}
};
struct Unary : Expr {
  Op op;
  Expr* operand;
  Unary(const Span& s, Op o, Expr* e) : Expr(Kind::unary, s), op(o), operand(e) {}
};
struct Binary : Expr {
  Op op;
  Expr* left;
  Expr* right;
  Binary(const Span& s, Op o, Expr* l, Expr* r) : Expr(Kind::binary, s), op(o), left(l), right(r) {}
};
/// and, or
struct Logic : Expr {
  bool is_and;
  std::vector<Expr*> items;
  Logic(const Span& s, bool a) : Expr(Kind::logic, s), is_and(a) {}
};
struct Compare : Expr {
  Expr* left;
  std::vector<std::pair<Op, Expr*>> rest;
  Compare(const Span& s, Expr* l) : Expr(Kind::compare, s), left(l) {}
};
struct Conditional : Expr {
  Expr* test;
  Expr* then;
  Expr* otherwise;
  Conditional(const Span& s, Expr* c, Expr* t, Expr* o)
      : Expr(Kind::conditional, s), test(c), then(t), otherwise(o) {}
};
/// A tuple, a list or a set.
struct Display : Expr {
  std::vector<Expr*> items;
  bool is_parenthesised = false;
  Display(Kind k, const Span& s) : Expr(k, s) {}
};
struct DictDisplay : Expr {
  std::vector<std::pair<Expr*, Expr*>> items;  ///< the key of **value is nullptr
  explicit DictDisplay(const Span& s) : Expr(Kind::dict, s) {}
};
struct Starred : Expr {
  Expr* value;
  Starred(const Span& s, Expr* v) : Expr(Kind::starred, s), value(v) {}
};
struct Lambda : Expr {
  const Code* code;
  Lambda(const Span& s, const Code* c) : Expr(Kind::lambda, s), code(c) {}
};
struct Comprehension : Expr {
  struct Clause {
    Expr* target;
    Expr* iterable;
    std::vector<Expr*> conditions;
  };
  enum class Result : std::uint8_t { list, set, dict, generator };
  Result result;
  Expr* element;
  Expr* value = nullptr;  ///< of a dict
  std::vector<Clause> clauses;
  std::vector<String*> locals;
  Comprehension(const Span& s, Result r, Expr* e) : Expr(Kind::comprehension, s), result(r), element(e) {}
};
struct FString : Expr {
  struct Part {
    std::string text;       ///< before the value
    Expr* value = nullptr;  ///< nullptr after the last one
    char conversion = 0;    ///< r, s or a
    FString* specification = nullptr;
  };
  std::vector<Part> parts;
  explicit FString(const Span& s) : Expr(Kind::fstring, s) {}
};
struct Walrus : Expr {
  Name* target;
  Expr* value;
  Walrus(const Span& s, Name* t, Expr* v) : Expr(Kind::walrus, s), target(t), value(v) {}
};
struct Yield : Expr {
  Expr* value;  ///< may be nullptr
  bool is_from;
  Yield(const Span& s, Expr* v, bool from) : Expr(Kind::yield, s), value(v), is_from(from) {}
};

// Statements.

/// An expression, return.
struct ValueStmt : Stmt {
  Expr* value;  ///< may be nullptr
  ValueStmt(Kind k, const Span& s, Expr* v) : Stmt(k, s), value(v) {}
};
struct Assign : Stmt {
  std::vector<Expr*> targets;
  Expr* value = nullptr;  ///< nullptr for a bare annotation
  bool is_annotated = false;
  explicit Assign(const Span& s) : Stmt(Kind::assign, s) {}
};
struct Augmented : Stmt {
  Op op;
  Expr* target;
  Expr* value;
  Augmented(const Span& s, Op o, Expr* t, Expr* v) : Stmt(Kind::augmented, s), op(o), target(t), value(v) {}
};
struct Define : Stmt {
  const Code* code;
  Name* target;
  std::vector<Expr*> decorators;
  Define(const Span& s, const Code* c, Name* t) : Stmt(Kind::define, s), code(c), target(t) {}
};
struct DefineClass : Stmt {
  Name* target;
  std::vector<CallExpr::Argument> bases;
  std::vector<Expr*> decorators;
  Block body;
  Value doc;
  DefineClass(const Span& s, Name* t) : Stmt(Kind::define_class, s), target(t) {}
};
struct If : Stmt {
  struct Branch {
    Expr* test;  ///< nullptr for else
    Block body;
  };
  std::vector<Branch> branches;
  explicit If(const Span& s) : Stmt(Kind::if_, s) {}
};
struct While : Stmt {
  Expr* test = nullptr;
  Block body;
  Block otherwise;
  explicit While(const Span& s) : Stmt(Kind::while_, s) {}
};
struct For : Stmt {
  Expr* target = nullptr;
  Expr* iterable = nullptr;
  Block body;
  Block otherwise;
  explicit For(const Span& s) : Stmt(Kind::for_, s) {}
};
/// break, continue, pass
struct Plain : Stmt {
  Plain(Kind k, const Span& s) : Stmt(k, s) {}
};
struct Import : Stmt {
  struct Item {
    std::string name;
    Name* target;
    bool is_renamed;
    Span span;
  };
  std::string from;  ///< of from … import; an item * takes all
  std::vector<Item> items;
  Import(Kind k, const Span& s) : Stmt(k, s) {}
};
struct Assert : Stmt {
  Expr* test;
  Expr* message;  ///< may be nullptr
  Assert(const Span& s, Expr* t, Expr* m) : Stmt(Kind::assert_, s), test(t), message(m) {}
};
struct Raise : Stmt {
  Expr* exception;  ///< may be nullptr
  Expr* cause;      ///< may be nullptr
  Raise(const Span& s, Expr* e, Expr* c) : Stmt(Kind::raise, s), exception(e), cause(c) {}
};
struct Try : Stmt {
  struct Handler {
    Expr* type;    ///< nullptr takes all
    Name* target;  ///< may be nullptr
    Block body;
    Span span;
  };
  Block body;
  std::vector<Handler> handlers;
  Block otherwise;
  Block finally;
  explicit Try(const Span& s) : Stmt(Kind::try_, s) {}
};
struct Delete : Stmt {
  std::vector<Expr*> targets;
  explicit Delete(const Span& s) : Stmt(Kind::delete_, s) {}
};
struct With : Stmt {
  struct Item {
    Expr* manager;
    Expr* target;  ///< may be nullptr
  };
  std::vector<Item> items;
  Block body;
  explicit With(const Span& s) : Stmt(Kind::with, s) {}
};

/// A function: of def, or of lambda.
struct Code : Node {
  struct Parameter {
    enum class Kind : std::uint8_t { positional_only, normal, rest, keyword_only, keywords };
    String* name;
    Expr* otherwise;  ///< its default; may be nullptr
    Kind kind;
    bool is_optional = false;  ///< of native functions: undefined where it is omitted
  };
  String* name;
  std::string qualified_name;  ///< "Encoder.forward"
  std::vector<Parameter> parameters;
  std::vector<String*> locals;  ///< by slot; the parameters come first
  Block body;
  Value doc;
  bool is_generator = false;
  bool has_closures = false;  ///< functions or generators within it may keep its scope
  Code(const Span& s, String* n) : Node(s), name(n) {}
};

/// A parsed program or cell: its statements, and the nodes that it owns.
struct Tree {
  Block body;
  std::vector<std::unique_ptr<Node>> nodes;

  template <class T, class... A>
  T* make(A&&... arguments) {
    auto node = std::make_unique<T>(std::forward<A>(arguments)...);
    T* raw = node.get();
    nodes.push_back(std::move(node));
    return raw;
  }
};

}  // namespace headsup::python
