#pragma once
// The values of a running program. A Value is 16 bytes and freely copied. Objects live in a Heap until the run ends, so
// nothing is counted, and cycles are no problem.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headsup::python {

class Interpreter;
struct Arguments;
struct Class;
struct Code;
struct Dict;
struct Iterator;
struct Object;
struct String;
enum class Op : std::uint8_t;

enum class Kind : std::uint8_t {
  undefined,  ///< no value: an unset variable, an omitted argument, an operation that an object does not have
  none,
  ellipsis,
  not_implemented,
  boolean,
  integer,
  real,
  // Those that follow are objects.
  string,
  tuple,
  list,
  dict,
  set,
  range,
  slice,
  iterator,
  function,
  native_function,
  method,
  descriptor,
  cls,
  super,
  module,
  instance,
  native  ///< of a library in C++: a tensor
};

struct Value {
  Kind kind = Kind::undefined;
  union {
    std::int64_t i;
    double d;
    Object* o;
  };

  Value() : i(0) {}
  Value(Object* object);  // NOLINT(google-explicit-constructor)
  explicit Value(bool b) : kind(Kind::boolean), i(b ? 1 : 0) {}
  explicit Value(std::int64_t integer) : kind(Kind::integer), i(integer) {}
  explicit Value(int integer) : kind(Kind::integer), i(integer) {}
  explicit Value(std::size_t integer) : kind(Kind::integer), i(static_cast<std::int64_t>(integer)) {}
  explicit Value(double real) : kind(Kind::real), d(real) {}
  static Value none() { return of(Kind::none); }
  static Value of(Kind kind) {
    Value value;
    value.kind = kind;
    return value;
  }

  bool is(Kind k) const { return kind == k; }
  bool is_defined() const { return kind != Kind::undefined; }
  bool is_none() const { return kind == Kind::none; }
  bool is_integer() const { return kind == Kind::integer || kind == Kind::boolean; }
  bool is_number() const { return is_integer() || kind == Kind::real; }
  bool is_object() const { return kind >= Kind::string; }
  double to_real() const { return kind == Kind::real ? d : static_cast<double>(i); }
  bool is_same(Value other) const {  // `is`
    return kind == other.kind && i == other.i;
  }
  template <class T>
  T& as() const {
    return *static_cast<T*>(o);
  }
};
using Values = std::vector<Value>;

/// What lives in the heap. The virtual functions are what an object can do; a library in C++ overrides those that its objects
/// have. What is not overridden raises Python's TypeError. A class of the program may define __add__ and the like, which the
/// interpreter looks for first.
struct Object {
  Kind kind;
  Class* cls = nullptr;
  Dict* attributes = nullptr;  ///< of instances, and of functions that have some

  explicit Object(Kind k) : kind(k) {}
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() = default;

  /// An attribute that its class does not have; undefined where there is none.
  virtual Value attribute(Interpreter& in, String* name);
  /// Sets an attribute; false where it cannot.
  virtual bool set_attribute(Interpreter& in, String* name, Value value);
  bool set_own(Interpreter& in, String* name, Value value);  ///< among its attributes
  virtual Value call(Interpreter& in, Arguments& arguments);
  /// left op right, where this object is one of them; undefined where it does not know how. Comparisons too.
  virtual Value binary(Interpreter& in, Op op, Value left, Value right);
  /// self op= right; undefined where it has no such operation of its own, and `binary` is to be used.
  virtual Value in_place(Interpreter& in, Op op, Value right);
  virtual Value unary(Interpreter& in, Op op);  ///< undefined where it has none
  virtual Value item(Interpreter& in, Value index);
  virtual void set_item(Interpreter& in, Value index, Value value);
  virtual void delete_item(Interpreter& in, Value index);
  virtual Iterator* iterate(Interpreter& in);    ///< nullptr where it is not iterable
  virtual std::int64_t length(Interpreter& in);  ///< -1 where it has none
  virtual bool truth(Interpreter& in);
  virtual Value contains(Interpreter& in, Value value);  ///< undefined: search by iterating
  virtual std::string repr(Interpreter& in);
  virtual std::string str(Interpreter& in);
  virtual std::string format(Interpreter& in, const std::string& specification);
  virtual std::uint32_t hash(Interpreter& in);
};

// `i` is compared where pointers are shorter, too.
inline Value::Value(Object* object) : kind(object->kind), i(0) {
  o = object;
}

std::uint32_t hash_of(std::string_view text);

struct String final : Object {
  const std::string text;
  std::uint32_t run = 0;  ///< of a name: the last run that was charged for it
  explicit String(std::string t);
  std::int64_t size() const { return size_; }  ///< in characters
  bool is_ascii() const { return static_cast<std::size_t>(size_) == text.size(); }
  std::size_t byte_of(std::int64_t character) const;
  /// Interned names have their hash at hand.
  std::uint32_t hash_code() const { return hash_; }

  Value binary(Interpreter& in, Op op, Value left, Value right) override;
  Value item(Interpreter& in, Value index) override;
  Iterator* iterate(Interpreter& in) override;
  std::int64_t length(Interpreter&) override { return size_; }
  Value contains(Interpreter& in, Value value) override;
  std::string repr(Interpreter& in) override;
  std::string str(Interpreter&) override { return text; }
  std::string format(Interpreter& in, const std::string& specification) override;
  std::uint32_t hash(Interpreter&) override { return hash_; }

 private:
  std::int64_t size_ = 0;
  std::uint32_t hash_ = 0;
};

/// A tuple or a list.
struct Sequence final : Object {
  Values items;
  explicit Sequence(Kind k, Values values) : Object(k), items(std::move(values)) {}

  Value binary(Interpreter& in, Op op, Value left, Value right) override;
  Value in_place(Interpreter& in, Op op, Value right) override;
  Value item(Interpreter& in, Value index) override;
  void set_item(Interpreter& in, Value index, Value value) override;
  void delete_item(Interpreter& in, Value index) override;
  Iterator* iterate(Interpreter& in) override;
  std::int64_t length(Interpreter&) override { return static_cast<std::int64_t>(items.size()); }
  std::string repr(Interpreter& in) override;
  std::uint32_t hash(Interpreter& in) override;
};

/// A dict or a set, in the order of insertion. Names are dicts too: those of a module, a class and an instance.
struct Dict final : Object {
  struct Entry {
    Value key;  ///< undefined where it was erased
    Value value;
    std::uint32_t hash;
  };
  std::vector<Entry> entries;

  explicit Dict(Kind k) : Object(k) {}
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // By name. The value is valid until the next change.
  Value* find(const String* name);
  /// Looks at this entry first, and notes the entry that it found.
  Value* find(const String* name, std::uint32_t& entry);
  void set(String* name, Value value);
  bool erase(const String* name);
  // By any key.
  Value* find(Interpreter& in, Value key);
  void set(Interpreter& in, Value key, Value value);
  bool erase(Interpreter& in, Value key);
  void clear();

  Value binary(Interpreter& in, Op op, Value left, Value right) override;
  Value in_place(Interpreter& in, Op op, Value right) override;
  Value item(Interpreter& in, Value index) override;
  void set_item(Interpreter& in, Value index, Value value) override;
  void delete_item(Interpreter& in, Value index) override;
  Iterator* iterate(Interpreter& in) override;
  std::int64_t length(Interpreter&) override { return static_cast<std::int64_t>(size_); }
  Value contains(Interpreter& in, Value value) override;
  std::string repr(Interpreter& in) override;
  std::uint32_t hash(Interpreter& in) override;

 private:
  template <class Same>
  std::uint32_t place(std::uint32_t hash, const Same& same) const;
  void append(Value key, Value value, std::uint32_t hash);
  void erase_place(std::uint32_t place);
  void rebuild();

  std::size_t size_ = 0;
  std::vector<std::uint32_t> table_;  ///< open addressing: 0 is free, else an entry's place + 1
};

struct Range final : Object {
  std::int64_t start;
  std::int64_t stop;
  std::int64_t step;
  std::int64_t size;
  Range(std::int64_t from, std::int64_t to, std::int64_t stride, std::int64_t count)
      : Object(Kind::range), start(from), stop(to), step(stride), size(count) {}

  Value binary(Interpreter& in, Op op, Value left, Value right) override;
  Value item(Interpreter& in, Value index) override;
  Iterator* iterate(Interpreter& in) override;
  std::int64_t length(Interpreter&) override { return size; }
  Value contains(Interpreter& in, Value value) override;
  std::string repr(Interpreter& in) override;
};

struct Slice final : Object {
  Value start;
  Value stop;
  Value step;
  Slice(Value from, Value to, Value by) : Object(Kind::slice), start(from), stop(to), step(by) {}

  /// Where it begins in a sequence of that size, its step, and how many items it takes.
  struct Bounds {
    std::int64_t start;
    std::int64_t step;
    std::int64_t count;
  };
  Bounds bounds(Interpreter& in, std::int64_t size) const;
  std::string repr(Interpreter& in) override;
};

/// Anything that `next` takes. It is its own iterator.
struct Iterator : Object {
  Iterator() : Object(Kind::iterator) {}
  /// Puts the next value into `out`; false at the end. To be called by Interpreter::next, which counts.
  virtual bool next(Interpreter& in, Value& out) = 0;
  Iterator* iterate(Interpreter&) override { return this; }
  std::string repr(Interpreter& in) override;
};

/// The variables of a call, by the numbers that the parser gave them.
struct Scope final : Object {
  Scope* parent;
  Values slots;
  Scope(Scope* outer, std::size_t size) : Object(Kind::undefined), parent(outer), slots(size) {}
};

/// A function of the program or of a library in Python.
struct Function final : Object {
  Code* code;
  Scope* closure;
  struct Module* module;
  Values defaults;         ///< by parameter; undefined where there is none
  Class* owner = nullptr;  ///< the class whose body defined it, for super()
  Function(Code* c, Scope* outer, Module* m) : Object(Kind::function), code(c), closure(outer), module(m) {}

  Value attribute(Interpreter& in, String* name) override;
  bool set_attribute(Interpreter& in, String* name, Value value) override;
  Value call(Interpreter& in, Arguments& arguments) override;
  std::string repr(Interpreter& in) override;
};

/// A function and its first argument.
struct Method final : Object {
  Value function;
  Value self;
  Method(Value f, Value s) : Object(Kind::method), function(f), self(s) {}

  Value attribute(Interpreter& in, String* name) override;
  Value call(Interpreter& in, Arguments& arguments) override;
  Value binary(Interpreter& in, Op op, Value left, Value right) override;
  std::string repr(Interpreter& in) override;
};

/// What a class has instead of a function: property, staticmethod, classmethod.
struct Descriptor final : Object {
  enum class Type : std::uint8_t { property, static_method, class_method };
  Type type;
  Value function;  ///< a property's getter
  Value setter;
  Descriptor(Type t, Value f) : Object(Kind::descriptor), type(t), function(f) {}

  Value attribute(Interpreter& in, String* name) override;
  std::string repr(Interpreter& in) override;
};

struct NativeFunction;

struct Class final : Object {
  std::string name;
  Module* module = nullptr;  ///< nullptr for the builtin ones
  std::vector<Class*> bases;
  std::vector<Class*> order;  ///< where attributes are looked for: itself, then its bases
  Dict* names = nullptr;
  NativeFunction* constructor =
      nullptr;  ///< of builtin classes and those that inherit from one; its first argument is the class
  bool is_python = false;  ///< made by a class statement, so that it may define __add__ and the like
  bool is_exception = false;
  /// The name of the module where it is defined, which a module of several files has in a text `_files`: "file: Class, Class,".
  std::string home(Interpreter& in) const;
  /// Modules that are asked for a name that is missed: for any, or for one of these words.
  struct Library {
    Module* module;
    std::string_view words = {};
  };
  std::vector<Library> libraries = {};
  explicit Class(std::string n) : Object(Kind::cls), name(std::move(n)) {}

  Value* find(const String* name) const;
  bool inherits(const Class* other) const;
  Value attribute(Interpreter& in, String* name) override;
  bool set_attribute(Interpreter& in, String* name, Value value) override;
  Value call(Interpreter& in, Arguments& arguments) override;
  Value binary(Interpreter& in, Op op, Value left, Value right) override;
  Value item(Interpreter& in, Value index) override;
  std::string repr(Interpreter& in) override;
};

/// super(): the attributes of the classes after `after`.
struct Super final : Object {
  Class* after;
  Value self;
  Super(Class* a, Value s) : Object(Kind::super), after(a), self(s) {}
  Value attribute(Interpreter& in, String* name) override;
};

/// A function or class of a library that is not parsed yet; its text is empty once it is.
struct Unparsed {
  String* name;
  std::string_view text;
};

struct Module final : Object {
  std::string name;
  Dict* names;
  bool is_library;               ///< not the learner's own code, so that errors and steps have no place in it
  std::string_view python = {};  ///< text that defines more names, run when one is first missed
  std::vector<Unparsed> unparsed =
      {};  ///< its functions and classes, which are run when they are missed themselves
  Module(std::string n, Dict* d, bool library)
      : Object(Kind::module), name(std::move(n)), names(d), is_library(library) {}

  Value attribute(Interpreter& in, String* name) override;
  bool set_attribute(Interpreter& in, String* name, Value value) override;
  std::string repr(Interpreter& in) override;
};

struct Instance final : Object {
  Instance() : Object(Kind::instance) {}
};

/// The arguments of a call before they are bound to parameters.
struct Arguments {
  Values positional;
  std::vector<std::pair<String*, Value>> keywords;
};

}  // namespace headsup::python
