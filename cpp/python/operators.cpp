// Operators and comparisons of any two values, and what else the interpreter asks of values.
#include <algorithm>

#include "python/interpreter.h"

namespace headsup::python {
namespace {

struct OperatorNames {
  const char* text;
  const char* method;
  const char* reflected;
  const char* in_place;
};
constexpr OperatorNames kOperators[] = {{"+", "__add__", "__radd__", "__iadd__"},
                                        {"-", "__sub__", "__rsub__", "__isub__"},
                                        {"*", "__mul__", "__rmul__", "__imul__"},
                                        {"/", "__truediv__", "__rtruediv__", "__itruediv__"},
                                        {"//", "__floordiv__", "__rfloordiv__", "__ifloordiv__"},
                                        {"%", "__mod__", "__rmod__", "__imod__"},
                                        {"** or pow()", "__pow__", "__rpow__", "__ipow__"},
                                        {"@", "__matmul__", "__rmatmul__", "__imatmul__"},
                                        {"&", "__and__", "__rand__", "__iand__"},
                                        {"|", "__or__", "__ror__", "__ior__"},
                                        {"^", "__xor__", "__rxor__", "__ixor__"},
                                        {"<<", "__lshift__", "__rlshift__", "__ilshift__"},
                                        {">>", "__rshift__", "__rrshift__", "__irshift__"},
                                        {"==", "__eq__", "__eq__", nullptr},
                                        {"!=", "__ne__", "__ne__", nullptr},
                                        {"<", "__lt__", "__gt__", nullptr},
                                        {"<=", "__le__", "__ge__", nullptr},
                                        {">", "__gt__", "__lt__", nullptr},
                                        {">=", "__ge__", "__le__", nullptr}};

const OperatorNames& names_of(Op op) {
  return kOperators[static_cast<std::size_t>(op)];
}
bool is_python_object(Value v) {
  return v.is_object() && v.o->cls->is_python;
}

}  // namespace

const char* operator_text(Op op) {
  return names_of(op).text;
}

/// What the classes of the program say of left op right; undefined where they say nothing.
Value Interpreter::binary_special(Op op, Value left, Value right) {
  const auto attempt = [this](Value self, Value other, const char* name) {
    const Value method = special(self, heap.intern(name));
    if (!method.is_defined()) return Value();
    const Value result = call_special(method, self, {other});
    return result.is(Kind::not_implemented) ? Value() : result;
  };
  // A subclass knows better than the class it inherits from.
  const bool is_right_first =
      is_python_object(right) && class_of(right) != class_of(left) && is_instance(right, class_of(left));
  if (is_right_first) {
    const Value result = attempt(right, left, names_of(op).reflected);
    if (result.is_defined()) return result;
  }
  const Value result = attempt(left, right, names_of(op).method);
  if (result.is_defined() || is_right_first) return result;
  return attempt(right, left, names_of(op).reflected);
}

/// left op right; undefined where they have no such operation.
Value Interpreter::try_binary(Op op, Value left, Value right) {
  if (left.is_number() && right.is_number()) return number_binary(op, left, right);
  const Nested nested(*this);
  Value result;
  if (is_python_object(left) || is_python_object(right)) result = binary_special(op, left, right);
  if (!result.is_defined() && left.is_object()) result = left.o->binary(*this, op, left, right);
  if (!result.is_defined() && right.is_object()) result = right.o->binary(*this, op, left, right);
  return result;
}

Value Interpreter::binary(Op op, Value left, Value right) {
  const Value result = try_binary(op, left, right);
  if (!result.is_defined()) no_operation(operator_text(op), "", left, right);
  return result;
}

Value Interpreter::in_place(Op op, Value left, Value right) {
  if (is_python_object(left)) {
    if (const Value method = special(left, heap.intern(names_of(op).in_place)); method.is_defined()) {
      const Value result = call_special(method, left, {right});
      if (!result.is(Kind::not_implemented)) return result;
    }
  }
  Value result;
  if (left.is_object()) result = left.o->in_place(*this, op, right);
  if (!result.is_defined()) result = try_binary(op, left, right);
  if (!result.is_defined()) no_operation(op == Op::power ? "**" : operator_text(op), "=", left, right);
  return result;
}

void Interpreter::no_operation(const char* name, const char* suffix, Value left, Value right) {
  if (name[0] == '+' && (left.is(Kind::list) || left.is(Kind::tuple) || left.is(Kind::string))) {
    const std::string own = type_name(left);
    raise("TypeError", {"can only concatenate ", own, " (not \"", type_name(right), "\") to ", own});
  }
  raise("TypeError", {"unsupported operand type(s) for ", name, suffix, ": '", type_name(left), "' and '",
                      type_name(right), "'"});
}

Value Interpreter::unary(Op op, Value v) {
  const bool is_negative = op == Op::negative;
  if (v.is_integer()) {
    if (op == Op::invert) return Value(~v.i);
    return is_negative ? number_binary(Op::subtract, Value(0), v) : Value(v.i);
  }
  if (v.is(Kind::real) && op != Op::invert) return Value(is_negative ? -v.d : v.d);
  String* name = is_negative ? names.neg : op == Op::positive ? names.pos : names.invert;
  if (const Value method = special(v, name); method.is_defined()) return call_special(method, v);
  const Value result = v.is_object() ? v.o->unary(*this, op) : Value();
  if (!result.is_defined()) {
    const char* text = is_negative ? "-" : op == Op::positive ? "+" : "~";
    raise("TypeError", {"bad operand type for unary ", text, ": '", type_name(v), "'"});
  }
  return result;
}

Value Interpreter::compare(Op op, Value left, Value right) {
  if (op == Op::is) return Value(left.is_same(right));
  if (op == Op::is_not) return Value(!left.is_same(right));
  if (op == Op::in) return Value(contains(right, left));
  if (op == Op::not_in) return Value(!contains(right, left));
  if (left.is_number() && right.is_number()) return Value(number_compare(op, left, right));
  Value result = try_binary(op, left, right);
  if (result.is_defined()) return result;
  if (op == Op::not_equal && (is_python_object(left) || is_python_object(right))) {
    // Without __ne__, it is the opposite of __eq__.
    result = binary_special(Op::equal, left, right);
    if (result.is_defined()) return Value(!truth(result));
  }
  if (op == Op::equal) return Value(left.is_same(right));
  if (op == Op::not_equal) return Value(!left.is_same(right));
  raise("TypeError", {"'", operator_text(op), "' not supported between instances of '", type_name(left),
                      "' and '", type_name(right), "'"});
}

bool Interpreter::equal(Value left, Value right) {
  return left.is_same(right) || truth(compare(Op::equal, left, right));
}
bool Interpreter::less(Value left, Value right) {
  tick();
  return truth(compare(Op::less, left, right));
}

bool Interpreter::contains(Value container, Value value) {
  if (const Value method = special(container, names.contains); method.is_defined()) {
    return truth(call_special(method, container, {value}));
  }
  if (container.is_object()) {
    const Value result = container.o->contains(*this, value);
    if (result.is_defined()) return truth(result);
  }
  Iterator* it = try_iterate(container);
  if (it == nullptr) raise("TypeError", {"argument of type '", type_name(container), "' is not iterable"});
  for (Value item; next(*it, item);) {
    if (equal(item, value)) return true;
  }
  return false;
}

bool Interpreter::truth(Value v) {
  switch (v.kind) {
    case Kind::none:
      return false;
    case Kind::boolean:
    case Kind::integer:
      return v.i != 0;
    case Kind::real:
      return v.d != 0;
    default:
      break;
  }
  if (!v.is_object()) return true;
  if (const Value method = special(v, names.bool_); method.is_defined()) {
    const Value result = call_special(method, v);
    if (!result.is(Kind::boolean))
      raise("TypeError", {"__bool__ should return bool, returned ", type_name(result)});
    return result.i != 0;
  }
  if (special(v, names.len).is_defined()) return length(v) != 0;
  return v.o->truth(*this);
}

namespace {

/// Iterates an object of the program: by its __next__, or by __getitem__ until IndexError.
struct MethodIterator final : Iterator {
  Value self;
  Value method;
  bool is_getitem;
  std::int64_t at = 0;
  MethodIterator(Value s, Value m, bool by_item) : self(s), method(m), is_getitem(by_item) {}
  bool next(Interpreter& in, Value& out) override {
    try {
      Values arguments;
      if (is_getitem) arguments.emplace_back(at++);
      out = in.call_special(method, self, std::move(arguments));
      return true;
    } catch (Error& error) {
      if (!error.is_catchable) throw;
      const Value exception = in.exception_of(error);
      if (!in.is_instance(exception, in.exception_class(is_getitem ? "IndexError" : "StopIteration"))) throw;
      return false;
    }
  }
};

}  // namespace

Iterator* Interpreter::try_iterate(Value v) {
  if (!v.is_object()) return nullptr;
  if (v.o->cls->is_python) {
    if (const Value method = special(v, names.iter); method.is_defined()) {
      const Value result = call_special(method, v);
      if (result.is(Kind::iterator)) return &result.as<Iterator>();
      const Value next = special(result, names.next);
      if (!next.is_defined())
        raise("TypeError", {"iter() returned non-iterator of type '", type_name(result), "'"});
      return heap.make<MethodIterator>(result, next, false);
    }
    if (const Value method = special(v, names.getitem); method.is_defined()) {
      return heap.make<MethodIterator>(v, method, true);
    }
  }
  return v.o->iterate(*this);
}

bool Interpreter::next(Iterator& iterator, Value& out) {
  const Nested nested(*this);  // zip(zip(zip(…)))
  tick();
  return iterator.next(*this, out);
}

Iterator* Interpreter::iterate(Value v) {
  Iterator* it = try_iterate(v);
  if (it == nullptr) raise("TypeError", {"'", type_name(v), "' object is not iterable"});
  return it;
}

Values Interpreter::items_of(Value v) {
  if ((v.is(Kind::list) || v.is(Kind::tuple)) && !v.o->cls->is_python) {
    heap.charge(2 * v.as<Sequence>().items.size());
    return v.as<Sequence>().items;
  }
  Iterator* it = iterate(v);
  Values items;
  for (Value item; next(*it, item);) {
    heap.charge(2);
    items.push_back(item);
  }
  return items;
}

std::int64_t Interpreter::length(Value v) {
  if (const Value method = special(v, names.len); method.is_defined()) {
    const std::int64_t size = index(call_special(method, v));
    if (size < 0) raise("ValueError", {"__len__() should return >= 0"});
    return size;
  }
  const std::int64_t size = v.is_object() ? v.o->length(*this) : -1;
  if (size < 0) raise("TypeError", {"object of type '", type_name(v), "' has no len()"});
  return size;
}

std::int64_t Interpreter::index(Value v, const char* message) {
  if (v.is_integer()) return v.i;
  if (const Value method = special(v, names.index); method.is_defined())
    return index(call_special(method, v));
  if (v.is(Kind::native)) {
    const Value method = class_attribute(v, names.index);
    if (method.is_defined()) return index(call_special(method, v));
  }
  raise("TypeError", {"'", type_name(v), "'", message});
}

std::uint32_t Interpreter::hash(Value v) {
  switch (v.kind) {
    case Kind::boolean:
    case Kind::integer:
      return static_cast<std::uint32_t>(v.i ^ (v.i >> 32)) * 0x9E3779B1U;
    case Kind::real: {
      const double d = v.d;
      const auto whole = d > -9e18 && d < 9e18 ? static_cast<std::int64_t>(d) : 0;
      if (static_cast<double>(whole) == d) return hash(Value(whole));  // 1 and 1.0 are one key
      return static_cast<std::uint32_t>(v.i ^ (v.i >> 32)) * 0x9E3779B1U;
    }
    default:
      break;
  }
  if (!v.is_object()) return static_cast<std::uint32_t>(v.kind);
  if (v.o->cls->is_python) {
    if (const Value method = special(v, names.hash); method.is_defined())
      return hash(call_special(method, v));
    if (special(v, names.eq).is_defined()) raise("TypeError", {"unhashable type: '", type_name(v), "'"});
  }
  const Nested nested(*this);
  return v.o->hash(*this);
}

Value Interpreter::item(Value object, Value index) {
  if (const Value method = special(object, names.getitem); method.is_defined())
    return call_special(method, object, {index});
  if (!object.is_object()) raise("TypeError", {"'", type_name(object), "' object is not subscriptable"});
  return object.o->item(*this, index);
}

void Interpreter::set_item(Value object, Value index, Value value) {
  if (const Value method = special(object, names.setitem); method.is_defined()) {
    call_special(method, object, {index, value});
    return;
  }
  if (!object.is_object())
    raise("TypeError", {"'", type_name(object), "' object does not support item assignment"});
  object.o->set_item(*this, index, value);
}

void Interpreter::delete_item(Value object, Value index) {
  if (const Value method = special(object, names.delitem); method.is_defined()) {
    call_special(method, object, {index});
    return;
  }
  if (!object.is_object())
    raise("TypeError", {"'", type_name(object), "' object doesn't support item deletion"});
  object.o->delete_item(*this, index);
}

// What an object can do that does not say otherwise.

Value Object::attribute(Interpreter&, String*) {
  return {};
}
bool Object::set_attribute(Interpreter& in, String* name, Value value) {
  return (cls->is_python || cls->is_exception) && set_own(in, name, value);
}
bool Object::set_own(Interpreter& in, String* name, Value value) {
  if (attributes == nullptr) attributes = in.make_dict();
  in.heap.charge(5);
  attributes->set(name, value);
  return true;
}
Value Object::call(Interpreter&, Arguments&) {
  raise("TypeError", {"'", cls->name, "' object is not callable"});
}
Value Object::binary(Interpreter&, Op, Value, Value) {
  return {};
}
Value Object::in_place(Interpreter&, Op, Value) {
  return {};
}
Value Object::unary(Interpreter&, Op) {
  return {};
}
Value Object::item(Interpreter&, Value) {
  raise("TypeError", {"'", cls->name, "' object is not subscriptable"});
}
void Object::set_item(Interpreter&, Value, Value) {
  raise("TypeError", {"'", cls->name, "' object does not support item assignment"});
}
void Object::delete_item(Interpreter&, Value) {
  raise("TypeError",
        {"'", cls->name, "' object ", kind == Kind::native || kind == Kind::instance ? "does not" : "doesn't",
         " support item deletion"});
}
Iterator* Object::iterate(Interpreter&) {
  return nullptr;
}
std::int64_t Object::length(Interpreter&) {
  return -1;
}
bool Object::truth(Interpreter& in) {
  return length(in) != 0;
}
Value Object::contains(Interpreter&, Value) {
  return {};
}
std::string Object::repr(Interpreter&) {
  return joined({"<", cls->module != nullptr ? cls->module->name : "", cls->module != nullptr ? "." : "",
                 cls->name, " object>"});
}
std::string Object::str(Interpreter& in) {
  return in.repr(this);
}
std::string Object::format(Interpreter& in, const std::string& specification) {
  if (!specification.empty()) {
    raise("TypeError", {"unsupported format string passed to ", cls->name, ".__format__"});
  }
  return in.str(this);
}
std::uint32_t Object::hash(Interpreter&) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(this) >> 4U) * 0x9E3779B1U;
}

std::string Iterator::repr(Interpreter&) {
  return joined({"<", cls->name, " object>"});
}

}  // namespace headsup::python
