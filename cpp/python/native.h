#pragma once
// Functions in C++ that programs call. A table has a line for each:
//
//   constexpr NativeEntry kMethods[] = {
//       {"append", "self, object, /", append},       positional only, with the words of CPython's builtins in errors
//       {"softmax", "input, dim, *, dtype=None", f}, by name too, with the words of Python functions
//       {"shape", nullptr, shape},                   a property, whose only argument is the object
//   };
//
// A default is None, True, False, a number or a 'string'. A parameter with the default `?` is undefined where it is omitted.

#include <span>

#include "headsup/python/run.h"
#include "python/ast.h"
#include "python/value.h"

namespace headsup::python {

struct NativeFunction;

/// A call of a native function, its arguments bound to its parameters; *args is a tuple, **kwargs a dict.
struct Call {
  Interpreter& in;
  const NativeFunction& function;
  Value* arguments;

  Value operator[](std::size_t i) const { return arguments[i]; }
  /// Whether an argument is given and not None.
  bool has(std::size_t i) const { return arguments[i].is_defined() && !arguments[i].is_none(); }
  // Arguments of a type, or Python's TypeError.
  std::int64_t integer(std::size_t i) const;
  double real(std::size_t i) const;
  const std::string& text(std::size_t i) const;
  bool flag(std::size_t i) const;
  Values& items(std::size_t i) const { return arguments[i].as<Sequence>().items; }  ///< of a list or tuple
};

using NativeCode = Value (*)(Call& call);
using NativeCheck = void (*)(Interpreter& in, NativeFunction& function, const Arguments& arguments);

struct NativeEntry {
  const char* name;
  const char* parameters;
  NativeCode code;
  const void* data = nullptr;   ///< for functions that share their code, as `call.function.data`
  NativeCheck check = nullptr;  ///< refuses arguments before they are bound
};

struct NativeFunction final : Object {
  std::string name;         ///< as errors say it: "append"
  Class* owner;             ///< the class of a method, or nullptr
  const char* description;  ///< of its parameters
  NativeCode code;
  const void* data;
  NativeCheck check;

  NativeFunction(const NativeEntry& entry, Class* c)
      : Object(Kind::native_function),
        name(entry.name),
        owner(c),
        description(entry.parameters),
        code(entry.code),
        data(entry.data),
        check(entry.check) {}

  const std::vector<Code::Parameter>& parameters(Interpreter& in);
  const Values& defaults() const { return defaults_; }  ///< once `parameters` was called
  Value attribute(Interpreter& in, String* name) override;
  Value call(Interpreter& in, Arguments& arguments) override;
  std::string repr(Interpreter& in) override;

 private:
  bool is_parsed_ = false;
  std::vector<Code::Parameter> parameters_;
  Values defaults_;
};

}  // namespace headsup::python
