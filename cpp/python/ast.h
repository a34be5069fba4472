#pragma once
// The tree of a program. Nodes belong to a Tree and are never changed after parsing; only the functions of libraries are parsed
// when they are first called. The trees of libraries serve all runs of a thread.

#include <memory>

#include "headsup/python/run.h"
#include "python/value.h"

namespace headsup::python {

/// Binary operators come first, then comparisons, then the unary ones; tables in operators.cpp follow this order.
// clang-format off
enum class Op : std::uint8_t {
  add, subtract, multiply, divide, floor_divide, modulo, power, matmul, bit_and, bit_or, bit_xor, shift_left, shift_right,
  equal, not_equal, less, less_equal, greater, greater_equal, in, not_in, is, is_not,
  negative, positive, invert, not_
};
// clang-format on

struct Code;

// Expressions. A pointer may be null where its comment says so.

struct Expr {
  // clang-format off
  enum class Kind : std::uint8_t {
    constant, name, attribute, subscript, slice, call, unary, binary, logic, compare, conditional, tuple, list, set, dict,
    starred, lambda, comprehension, fstring, walrus, yield
  };
  // clang-format on
  Kind kind;
  Span span;
};
/// An expression whose kind is known.
template <class T>
const T& as(const Expr& expr) {
  return static_cast<const T&>(expr);
}

struct Constant : Expr {
  static constexpr Kind kKind = Kind::constant;
  Value value = {};
};
struct Name : Expr {
  static constexpr Kind kKind = Kind::name;
  String* name = nullptr;
  std::int32_t hops = -1;           ///< scopes outwards to its variable; -1 is the module
  std::int32_t slot = 0;            ///< its number in that scope
  bool is_in_class = false;         ///< looked for among the names of a class body first
  mutable std::uint32_t entry = 0;  ///< where the module's names had it last
};
struct Attribute : Expr {
  static constexpr Kind kKind = Kind::attribute;
  Expr* object = nullptr;
  String* name = nullptr;
};
struct Subscript : Expr {
  static constexpr Kind kKind = Kind::subscript;
  Expr* object = nullptr;
  Expr* index = nullptr;
};
struct SliceExpr : Expr {
  static constexpr Kind kKind = Kind::slice;
  Expr* start = nullptr;  ///< these three may be null
  Expr* stop = nullptr;
  Expr* step = nullptr;
};
struct CallExpr : Expr {
  static constexpr Kind kKind = Kind::call;
  struct Argument {
    Expr* value;
    String* keyword = nullptr;
    int stars = 0;  ///< 1 for *value, 2 for **value
  };
  Expr* callee = nullptr;
  std::vector<Argument> arguments = {};
  Span place = {};  ///< as errors show it: from the method's name, in a chain of calls over several lines
};
struct Unary : Expr {
  static constexpr Kind kKind = Kind::unary;
  Op op = {};
  Expr* operand = nullptr;
};
struct Binary : Expr {
  static constexpr Kind kKind = Kind::binary;
  Op op = {};
  Expr* left = nullptr;
  Expr* right = nullptr;
};
struct Logic : Expr {
  static constexpr Kind kKind = Kind::logic;
  bool is_and = false;  ///< or `or`
  std::vector<Expr*> items = {};
};
struct Compare : Expr {
  static constexpr Kind kKind = Kind::compare;
  Expr* left = nullptr;
  std::vector<std::pair<Op, Expr*>> rest = {};
};
struct Conditional : Expr {
  static constexpr Kind kKind = Kind::conditional;
  Expr* test = nullptr;
  Expr* then = nullptr;
  Expr* otherwise = nullptr;
};
/// A tuple, a list or a set.
struct Display : Expr {
  static constexpr Kind kKind = Kind::tuple;
  std::vector<Expr*> items = {};
};
struct DictDisplay : Expr {
  static constexpr Kind kKind = Kind::dict;
  std::vector<std::pair<Expr*, Expr*>> items = {};  ///< the key of **value is null
};
struct Starred : Expr {
  static constexpr Kind kKind = Kind::starred;
  Expr* value = nullptr;
};
struct Lambda : Expr {
  static constexpr Kind kKind = Kind::lambda;
  Code* code = nullptr;
};
struct Comprehension : Expr {
  static constexpr Kind kKind = Kind::comprehension;
  struct Clause {
    Expr* target;
    Expr* iterable;
    std::vector<Expr*> conditions;
  };
  enum class Result : std::uint8_t { list, set, dict, generator };
  Result result = {};
  Expr* element = nullptr;
  Expr* value = nullptr;  ///< of a dict, or null
  std::vector<Clause> clauses = {};
  std::vector<String*> locals = {};
};
struct FString : Expr {
  static constexpr Kind kKind = Kind::fstring;
  struct Part {
    std::string text = {};  ///< before the value
    Expr* value = nullptr;  ///< null after the last one
    char conversion = 0;    ///< r, s or a
    FString* specification = nullptr;
  };
  std::vector<Part> parts = {};
};
struct Walrus : Expr {
  static constexpr Kind kKind = Kind::walrus;
  Name* target = nullptr;
  Expr* value = nullptr;
};
struct Yield : Expr {
  static constexpr Kind kKind = Kind::yield;
  Expr* value = nullptr;  ///< may be null
  bool is_from = false;
};

// Statements.

struct Stmt {
  // clang-format off
  enum class Kind : std::uint8_t {
    expression, assign, augmented, define, define_class, return_, if_, while_, for_, break_, continue_, pass, import, assert_,
    raise, try_, delete_, with
  };
  // clang-format on
  Kind kind;
  Span span;
  bool has_yield = false;  ///< itself or a block of it
};
template <class T>
const T& as(const Stmt& stmt) {
  return static_cast<const T&>(stmt);
}
using Block = std::vector<Stmt*>;

struct ExprStmt : Stmt {
  static constexpr Kind kKind = Kind::expression;
  Expr* value = nullptr;
};
struct Return : Stmt {
  static constexpr Kind kKind = Kind::return_;
  Expr* value = nullptr;  ///< may be null
};
/// pass, break or continue
struct Plain : Stmt {
  static constexpr Kind kKind = Kind::pass;
};
struct Assign : Stmt {
  static constexpr Kind kKind = Kind::assign;
  std::vector<Expr*> targets = {};
  Expr* value = nullptr;  ///< null for a bare annotation
  bool is_annotated = false;
};
struct Augmented : Stmt {
  static constexpr Kind kKind = Kind::augmented;
  Op op = {};
  Expr* target = nullptr;
  Expr* value = nullptr;
};
struct Define : Stmt {
  static constexpr Kind kKind = Kind::define;
  Code* code = nullptr;
  Name* target = nullptr;
  std::vector<Expr*> decorators = {};
};
struct DefineClass : Stmt {
  static constexpr Kind kKind = Kind::define_class;
  Name* target = nullptr;
  std::vector<CallExpr::Argument> bases = {};
  std::vector<Expr*> decorators = {};
  Block body = {};
  Value doc = {};
};
struct If : Stmt {
  static constexpr Kind kKind = Kind::if_;
  struct Branch {
    Expr* test;  ///< null for else
    Block body;
  };
  std::vector<Branch> branches = {};
};
struct While : Stmt {
  static constexpr Kind kKind = Kind::while_;
  Expr* test = nullptr;
  Block body = {};
  Block otherwise = {};
};
struct For : Stmt {
  static constexpr Kind kKind = Kind::for_;
  Expr* target = nullptr;
  Expr* iterable = nullptr;
  Block body = {};
  Block otherwise = {};
};
struct Import : Stmt {
  static constexpr Kind kKind = Kind::import;
  struct Item {
    std::string name;
    Name* target;
    bool is_renamed;
  };
  std::string from = {};  ///< of from … import; an item * takes all
  std::vector<Item> items = {};
};
struct Assert : Stmt {
  static constexpr Kind kKind = Kind::assert_;
  Expr* test = nullptr;
  Expr* message = nullptr;  ///< may be null
};
struct Raise : Stmt {
  static constexpr Kind kKind = Kind::raise;
  Expr* exception = nullptr;  ///< both may be null
  Expr* cause = nullptr;
};
struct Try : Stmt {
  static constexpr Kind kKind = Kind::try_;
  struct Handler {
    Expr* type = nullptr;    ///< null takes all
    Name* target = nullptr;  ///< may be null
    Block body = {};
    Span span = {};
  };
  Block body = {};
  std::vector<Handler> handlers = {};
  Block otherwise = {};
  Block finally = {};
};
struct Delete : Stmt {
  static constexpr Kind kKind = Kind::delete_;
  std::vector<Expr*> targets = {};
};
struct With : Stmt {
  static constexpr Kind kKind = Kind::with;
  struct Item {
    Expr* manager;
    Expr* target = nullptr;  ///< may be null
  };
  std::vector<Item> items = {};
  Block body = {};
};

/// A function: of def, or of lambda.
struct Code {
  struct Parameter {
    enum class Kind : std::uint8_t { positional_only, normal, rest, keyword_only, keywords };
    String* name;
    Expr* otherwise;  ///< its default; may be null
    Kind kind;
    bool is_optional = false;  ///< of native functions: undefined where it is omitted
  };
  Span span;
  String* name = nullptr;
  std::string qualified_name = {};  ///< "Encoder.forward"
  std::vector<Parameter> parameters = {};
  std::vector<String*> locals = {};  ///< by slot; the parameters come first
  Block body = {};
  std::string_view unparsed = {};  ///< the text of the body, from its colon on, as long as it is not parsed
  Value doc = {};
  bool is_generator = false;
  bool has_closures = false;  ///< functions or generators within it may keep its scope
};

/// What a parser leaves for later: the bodies of functions of modules and classes, or the module's functions and classes as a
/// whole.
enum class Later : std::uint8_t { nothing, bodies, definitions };

/// A parsed program or cell: its statements, and the nodes that it owns.
struct Tree {
  Block body;
  std::vector<Unparsed> unparsed;

  template <class T, class... A>
  T* make(const Span& span, A&&... fields) {
    T* node = nullptr;
    if constexpr (requires { T::kKind; }) {
      node = new T{{T::kKind, span}, std::forward<A>(fields)...};
    } else {
      node = new T{span, std::forward<A>(fields)...};
    }
    own(node, [](void* of) { delete static_cast<T*>(of); });
    return node;
  }

 private:
  void own(void* node, void (*destroy)(void*));
  std::vector<std::unique_ptr<void, void (*)(void*)>> nodes_;
};

}  // namespace headsup::python
