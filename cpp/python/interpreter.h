#pragma once
// Runs programs: a walk over their trees. One Interpreter is one run, with all of its state.

#include <string>
#include <vector>

#include "headsup/python/run.h"
#include "python/ast.h"
#include "python/error.h"
#include "python/heap.h"
#include "python/native.h"

namespace headsup::python {

/// How a statement ended.
enum class Flow : std::uint8_t { normal, break_, continue_, return_ };

/// A function, a class body or a module that is running.
struct Activation {
  Activation* caller;
  std::string_view name;
  Module* module;
  Scope* scope = nullptr;       ///< the innermost variables; nullptr in the module itself
  Dict* class_names = nullptr;  ///< of a class body
  const Function* function = nullptr;
  const Span* at = nullptr;  ///< the expression that is being evaluated
  Value returned = {};
  std::vector<Around> loops = {};  ///< that are running, outermost first
  std::uint32_t call = 0;          ///< its number among all calls
};

/// A loop, as long as it runs.
class Turns {
 public:
  Turns(Activation& activation, const Span& loop) : loops_(activation.loops) {
    loops_.push_back({.span = loop, .number = 0, .is_loop = true});
  }
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;
  ~Turns() { loops_.pop_back(); }
  void next() { ++loops_.back().number; }

 private:
  std::vector<Around>& loops_;
};

/// Names that the interpreter looks for.
struct SpecialNames {
  Heap& heap;
  String* of(const char* text) const { return heap.intern(text); }
  // clang-format off
  String *init = of("__init__"), *call = of("__call__"), *getattr = of("__getattr__"), *setattr = of("__setattr__");
  String *delattr = of("__delattr__"), *getitem = of("__getitem__"), *setitem = of("__setitem__"), *delitem = of("__delitem__");
  String *len = of("__len__"), *bool_ = of("__bool__"), *contains = of("__contains__"), *iter = of("__iter__");
  String *next = of("__next__"), *repr = of("__repr__"), *str = of("__str__"), *format = of("__format__");
  String *hash = of("__hash__"), *eq = of("__eq__"), *enter = of("__enter__"), *exit = of("__exit__");
  String *name = of("__name__"), *qualname = of("__qualname__"), *dict = of("__dict__"), *class_ = of("__class__");
  String *doc = of("__doc__"), *module = of("__module__"), *cause = of("__cause__"), *missing = of("__missing__");
  String *annotations = of("__annotations__"), *bases = of("__bases__"), *index = of("__index__"), *float_ = of("__float__");
  String *int_ = of("__int__"), *neg = of("__neg__"), *pos = of("__pos__"), *invert = of("__invert__");
  String *init_subclass = of("__init_subclass__"), *args = of("args"), *self = of("self");
  // clang-format on
};

class Interpreter {
 public:
  explicit Interpreter(const Limits& limits);
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;
  virtual ~Interpreter() = default;

  /// Runs a program or a cell in the module __main__; throws Error. A cell's last expression is shown.
  void run(std::string_view source, const Span& place, bool is_cell = false);

  Heap heap;
  const SpecialNames names;
  std::vector<Output> output;
  Module* main = nullptr;  ///< __main__
  Module* builtin_module = nullptr;
  Dict* builtins = make_dict();  ///< its names, which every module has

  // Libraries.

  /// A module that programs can import. `fill` is run when it is first imported, and the Python text when a name is first
  /// missed; either may be absent. "torch.nn" is an attribute of "torch", which is imported first.
  void add_module(const char* name, void (*fill)(Interpreter& in, Module& module),
                  std::string_view python = {});
  Module* import_module(const std::string& name);
  bool has_library(std::string_view name) const;
  bool has_module(std::string_view name) {
    return modules_->find(heap.intern(name)) != nullptr;
  }  ///< imported
  /// The methods of a class that are written in Python: a text of library/.
  void add_methods(Class& cls, std::string_view name);
  /// Runs all that waits for a name of a class or a module to be missed.
  /// @{
  void complete(const Class& cls);
  void complete(Module& module);
  /// @}
  /// Looks for a name in a module, and then in the text that waits; nullptr where there is none.
  Value* find_in_module(Module& module, const String* name);
  /// Adds native functions to the names of a module (owner nullptr) or a class.
  void define(Dict& into, std::span<const NativeEntry> entries, Class* owner = nullptr);
  Class* make_class(std::string name, Class* base, std::span<const NativeEntry> methods = {});
  Class* builtin_class(const char* name);  ///< made when first asked for; it has no names
  /// Gives a class a constructor, with the class as its first argument.
  void set_constructor(Class& cls, const NativeEntry& entry);

  // Values.

  Class* class_of(Value value) const;
  const std::string& type_name(Value value) const { return class_of(value)->name; }
  bool is_instance(Value value, const Class* cls) const { return class_of(value)->inherits(cls); }
  Value string(std::string text) { return heap.string(std::move(text)); }
  Value list(Values items) { return heap.list(std::move(items)); }
  Value tuple(Values items) { return heap.tuple(std::move(items)); }
  Dict* make_dict() { return heap.make<Dict>(Kind::dict); }

  // What values can do, by their classes' special methods or by what their objects override.

  Value attribute(Value object, String* name);       ///< raises AttributeError
  Value find_attribute(Value object, String* name);  ///< undefined where there is none
  void set_attribute(Value object, String* name, Value value);
  /// As object.__setattr__: without asking the class for its own.
  void set_plain_attribute(Value object, String* name, Value value);
  void delete_attribute(Value object, String* name);
  Value call(Value callee, Arguments& arguments);
  Value call(Value callee, Values arguments);
  Value item(Value object, Value index);
  void set_item(Value object, Value index, Value value);
  void delete_item(Value object, Value index);
  Value binary(Op op, Value left, Value right);
  Value in_place(Op op, Value left, Value right);
  Value unary(Op op, Value operand);
  Value compare(Op op, Value left, Value right);
  bool equal(Value left, Value right);
  bool less(Value left, Value right);
  bool contains(Value container, Value value);
  bool truth(Value value);
  Iterator* iterate(Value value);      ///< raises TypeError
  Iterator* try_iterate(Value value);  ///< nullptr where it is not iterable
  /// The iterator's next value; false at the end. Counts as an operation.
  bool next(Iterator& iterator, Value& out);
  Values items_of(Value iterable);
  std::int64_t length(Value value);
  std::uint32_t hash(Value value);
  std::string repr(Value value);
  std::string str(Value value);
  std::string format(Value value, const std::string& specification);
  /// An integer, or what __index__ gives; raises TypeError with this message after the type's name.
  std::int64_t index(Value value, const char* message = " object cannot be interpreted as an integer");

  /// A special method of a class statement's class, without its first argument; undefined where there is none.
  Value special(Value object, String* name) const;
  /// A special method of any class, builtin ones too.
  Value class_attribute(Value object, const String* name) const;
  /// A name of a class or those it inherits from, which may wait in a text; nullptr where there is none.
  Value* find_in_class(const Class& cls, const String* name);
  Value call_special(Value method, Value self, Values arguments = {});
  Value bind(Value function, Value object,
             Class* cls);  ///< a class's attribute, as seen through one of its objects
  Value super_attribute(Class* after, Value self, String* name);
  std::vector<std::string_view> attribute_names(Value object);

  // Exceptions.

  Class* exception_class(std::string_view name);
  Value exception_of(Error& error);  ///< its object, which is made when it is first asked for
  Error error_of(Value exception);
  [[noreturn]] void raise_key_error(Value key);
  /// Fills in where an error happened, while that is still running.
  void place(Error& error) const;

  // The run.

  /// Counts operations; past the limit it stops the program.
  void tick(std::uint64_t count = 1) {
    operations_ += count;
    if (operations_ > limits_.operations) out_of_operations();
  }
  /// Lets a program that met a limit use this much more, to show its variables.
  void grant(std::uint64_t operations, std::uint64_t elements);
  void print(std::string text, bool is_value = false);
  Span here() const;                   ///< the innermost expression of the program's own code
  std::vector<Frame> frames() const;   ///< the program's own, outermost first
  std::vector<Around> around() const;  ///< the program's own loops and calls, outermost first
  Activation& activation() { return *activation_; }
  const Activation* innermost() const { return activation_; }  ///< null where nothing runs

  Value call_function(Function& function, Arguments& arguments);
  Value instantiate(Class& cls, Arguments& arguments);
  /// Binds arguments to parameters; `slots` has one place for each. `is_builtin` chooses the words of errors.
  void bind_arguments(std::string_view name, const std::vector<Code::Parameter>& parameters,
                      const Values& defaults, Arguments& arguments, Value* slots);

  /// Is told of a native object that the program gives a name, of a variable or of an attribute.
  virtual void assigned(std::string_view name, Value value);
  /// Is told of what a call returns, before it ends.
  virtual void returned(const Activation& call, Value value);
  /// Is told of each assignment that was carried out: an axis may be named by it, as in B, L = x.shape.
  virtual void assigned_from(const Expr& target, const Expr& value);
  /// The tensor that a value is.
  virtual std::optional<Tensor> as_tensor(Value value);

  /// repr() of texts and containers ends with "…" where it is longer: nobody reads more than the beginning of a variable.
  std::size_t longest_repr = static_cast<std::size_t>(-1);

  // For the parts of the interpreter itself.

  Value eval(const Expr& expr);
  Flow exec(const Block& block);
  Flow exec(const Stmt& stmt);
  void assign(const Expr& target, Value value);
  /// Makes an activation current as long as it lives.
  class Running {
   public:
    Running(Interpreter& in, Activation& activation);
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running();

   private:
    Interpreter& in_;
    Activation* before_;
  };
  /// Counts how deep the interpreter's own functions are within one another, which takes room on the stack.
  class Nested {
   public:
    explicit Nested(Interpreter& in) : in_(in), before_(in.nesting_) { in.enter(); }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    ~Nested() { in_.nesting_ = before_; }

   private:
    Interpreter& in_;
    int before_;
  };
  std::vector<const Object*>
      being_shown;                    ///< containers within which repr is, for those that contain themselves
  std::vector<const Error*> handled;  ///< exceptions whose handlers are running

 private:
  friend class ComprehensionRun;

  void enter() {
    constexpr int kDeepest = 2000;
    if (++nesting_ > kDeepest) too_deep();
  }
  [[noreturn]] void too_deep();
  Value evaluate(const Expr& expr);
  Flow execute(const Stmt& stmt);
  Value try_binary(Op op, Value left, Value right);
  [[noreturn]] void no_operation(const char* name, const char* suffix, Value left, Value right);
  Value load(const Name& name);
  /// The function of a method call, to be called with the object first; undefined where it is not that simple.
  Value find_method(Value object, const String* name);
  void store(const Name& name, Value value);
  [[noreturn]] void no_name(const Name& name);
  [[noreturn]] void no_attribute(Value object, String* name);
  Value eval_call(const CallExpr& e);
  Value eval_compare(const Compare& e);
  Value eval_comprehension(const Comprehension& e);
  Value eval_dict(const DictDisplay& e);
  Values eval_items(const std::vector<Expr*>& items);
  std::string eval_fstring(const FString& e);
  void collect(const std::vector<CallExpr::Argument>& from, Arguments& into, Value callee);
  Value super_here();
  Value make_function(Code& code);
  static void parse_body(Code& code);
  void run_library(Module& module, std::string_view python, Later later);
  void run_text(Module& module);
  void unpack(const Display& target, Value value);
  void delete_target(const Expr& target);
  bool delete_name(const Name& name);
  Flow exec_if(const If& s);
  Flow exec_while(const While& s);
  Flow exec_for(const For& s);
  Flow exec_try(const Try& s);
  Flow exec_with(const With& s, std::size_t item);
  void exec_class(const DefineClass& s);
  void exec_import(const Import& s);
  void exec_augmented(const Augmented& s);
  [[noreturn]] void exec_raise(const Raise& s);
  Value decorate(const std::vector<Expr*>& decorators, Value value);
  bool handles(Value type, Value exception);
  [[noreturn]] void out_of_operations() const;
  Value binary_special(Op op, Value left, Value right);

  Limits limits_;
  std::uint64_t operations_ = 0;
  std::uint32_t calls_ = 0;       ///< that are running
  std::uint32_t call_count_ = 0;  ///< that have begun
  int nesting_ = 0;
  Activation* activation_ = nullptr;
  struct Library {
    const char* name;
    void (*fill)(Interpreter& in, Module& module);
    std::string_view python;
  };
  std::vector<Library> libraries_;
  Dict* modules_ = make_dict();
  Dict* classes_ = make_dict();  ///< builtin_class
  std::vector<std::unique_ptr<Tree>> trees_;
};

/// Runs a program, or a notebook, in an interpreter whose libraries and inputs are there; fills in what it did.
void run_program(Interpreter& in, std::string_view source, Program& program);
/// The name of an operator, and of its special methods.
const char* operator_text(Op op);

/// A text of library/.
std::string_view library_text(std::string_view name);
/// Numbers as text, as repr shows them.
std::string repr_real(double value);
std::string quoted(std::string_view text);
/// format(number, specification).
std::string format_number(Value number, const std::string& specification);
std::string format_text(Interpreter& in, const std::string& text, const std::string& specification);
/// Python's arithmetic on two numbers; undefined where they have no such operation (3 @ 4).
Value number_binary(Op op, Value left, Value right);
bool number_compare(Op op, Value left, Value right);
/// A whole number as a string means it; raises ValueError.
Value parse_integer(const std::string& text, std::int64_t base);
/// Digits, with a minus before them or not; undefined where they are none. Raises where they need more than 64 bits.
Value integer_of_digits(std::string_view digits, int base);
double parse_real(const std::string& text);
/// int(d); raises where it has none, or none of 64 bits.
Value integer_of(double d);
/// Sorts as Python does: stable, also in reverse.
void sort_values(Interpreter& in, Values& items, Value key, bool is_reversed);
/// dict.__init__
Value init_dict(Call& call);
/// Makes a generator of a function with yield.
Value make_generator(Interpreter& in, const Function& function, Scope* scope);
/// An index from the front, of one that may count from the end; raises IndexError with this message.
std::int64_t checked_index(std::int64_t index, std::int64_t size, const char* message);

// The libraries of this folder, which the constructor adds.
void add_builtin_types(Interpreter& in);
void add_builtin_functions(Interpreter& in);
void add_exceptions(Interpreter& in);
void add_strings(Interpreter& in);
void add_sequences(Interpreter& in);
void add_dicts(Interpreter& in);
void add_modules(Interpreter& in);
void fill_random(Interpreter& in, Module& module);

}  // namespace headsup::python
