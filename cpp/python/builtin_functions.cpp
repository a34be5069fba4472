// print, len, sorted and the other builtin functions.
#include <algorithm>
#include <cmath>

#include "python/interpreter.h"
#include "python/lexer.h"

namespace headsup::python {
namespace {

Value print(Call& call) {
  std::string text;
  const Values& values = call.items(0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += call.has(1) ? call.text(1) : " ";
    text += call.in.str(values[i]);
  }
  text += call.has(2) ? call.text(2) : "\n";
  if (call.has(3)) {
    call.in.call(call.in.attribute(call[3], call.in.heap.intern("write")), {call.in.string(std::move(text))});
    return Value::none();
  }
  call.in.print(std::move(text));
  return Value::none();
}

Value len(Call& call) {
  return Value(call.in.length(call[0]));
}
Value repr(Call& call) {
  return call.in.string(call.in.repr(call[0]));
}
Value format(Call& call) {
  return call.in.string(call.in.format(call[0], call.text(1)));
}
Value hash(Call& call) {
  return Value(static_cast<std::int64_t>(call.in.hash(call[0])));
}
Value id(Call& call) {
  return Value(call[0].is_object() ? static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(call[0].o))
                                   : call[0].i);
}
Value callable(Call& call) {
  const Value v = call[0];
  if (v.is(Kind::instance)) return Value(call.in.special(v, call.in.names.call).is_defined());
  return Value(v.is(Kind::function) || v.is(Kind::native_function) || v.is(Kind::method) || v.is(Kind::cls));
}

Value abs(Call& call) {
  const Value v = call[0];
  if (v.is(Kind::native)) return call.in.call(call.in.attribute(v, call.in.heap.intern("abs")), Values());
  if (v.is(Kind::real)) return Value(std::fabs(v.d));
  if (v.is_integer()) return v.i < 0 ? call.in.unary(Op::negative, v) : Value(v.i);
  const Value method = v.is_object() ? call.in.find_attribute(v, call.in.heap.intern("__abs__")) : Value();
  if (!method.is_defined()) raise("TypeError", {"bad operand type for abs(): '", call.in.type_name(v), "'"});
  return call.in.call(method, Values());
}

Value sum(Call& call) {
  Value total = call[1];
  if (total.is(Kind::string)) raise("TypeError", {"sum() can't sum strings [use ''.join(seq) instead]"});
  Iterator* it = call.in.iterate(call[0]);
  for (Value item; call.in.next(*it, item);) {
    total = call.in.binary(Op::add, total, item);
  }
  return total;
}

Value extreme(Call& call, Op op) {
  // One iterable, or several values.
  const Values& given = call.items(0);
  const char* name = call.function.name.c_str();
  if (given.empty()) raise("TypeError", {name, " expected at least 1 argument, got 0"});
  const Values items = given.size() == 1 ? call.in.items_of(given[0]) : given;
  if (items.empty()) {
    if (call[2].is_defined()) return call[2];
    raise("ValueError", {name, "() arg is an empty sequence"});
  }
  const auto key_of = [&call](Value v) { return call.has(1) ? call.in.call(call[1], {v}) : v; };
  Value best = items[0];
  Value best_key = key_of(best);
  for (std::size_t i = 1; i < items.size(); ++i) {
    call.in.tick();
    const Value key = key_of(items[i]);
    if (!call.in.truth(call.in.compare(op, key, best_key))) continue;
    best = items[i];
    best_key = key;
  }
  return best;
}
Value min(Call& call) {
  return extreme(call, Op::less);
}
Value max(Call& call) {
  return extreme(call, Op::greater);
}

template <bool is_all>
Value any_or_all(Call& call) {
  Iterator* it = call.in.iterate(call[0]);
  for (Value item; call.in.next(*it, item);) {
    if (call.in.truth(item) != is_all) return Value(!is_all);
  }
  return Value(is_all);
}

Value sorted(Call& call) {
  Values items = call.in.items_of(call[0]);
  sort_values(call.in, items, call[1], call.flag(2));
  return call.in.list(std::move(items));
}

Value iter(Call& call) {
  if (call[1].is_defined()) refuse_construct("iter with two arguments", "write a while loop");
  return call.in.iterate(call[0]);
}
Value next(Call& call) {
  Value value;
  if (call[0].is(Kind::iterator)) {
    if (call.in.next(call[0].as<Iterator>(), value)) return value;
  } else {
    const Value method = call.in.special(call[0], call.in.names.next);
    if (!method.is_defined())
      raise("TypeError", {"'", call.in.type_name(call[0]), "' object is not an iterator"});
    if (!call[1].is_defined()) return call.in.call_special(method, call[0]);
    try {
      return call.in.call_special(method, call[0]);
    } catch (const Error& error) {
      if (error.type != "StopIteration") throw;
    }
  }
  if (call[1].is_defined()) return call[1];
  raise("StopIteration", {});
}

bool is_instance(Call& call, const Class* own, Value type) {
  if (type.is(Kind::cls)) return own->inherits(&type.as<Class>());
  if (type.is_none()) return own == call.in.class_of(type);
  if (!type.is(Kind::tuple))
    raise("TypeError", {call.function.name, "() arg 2 must be a type, a tuple of types, or a union"});
  const Values& types = type.as<Sequence>().items;
  const Interpreter::Nested nested(call.in);
  return std::any_of(types.begin(), types.end(), [&](Value t) { return is_instance(call, own, t); });
}
Value isinstance(Call& call) {
  return Value(is_instance(call, call.in.class_of(call[0]), call[1]));
}
Value issubclass(Call& call) {
  if (!call[0].is(Kind::cls)) raise("TypeError", {"issubclass() arg 1 must be a class"});
  return Value(is_instance(call, &call[0].as<Class>(), call[1]));
}

// Attributes by name.

String* name_of(Call& call) {
  if (!call[1].is(Kind::string))
    raise("TypeError", {"attribute name must be string, not '", call.in.type_name(call[1]), "'"});
  return call.in.heap.intern(call.text(1));
}
/// Undefined where a property or __getattr__ raises AttributeError, too.
Value attribute_or_nothing(Call& call) {
  try {
    return call.in.find_attribute(call[0], name_of(call));
  } catch (Error& error) {
    if (!error.is_catchable ||
        !call.in.is_instance(call.in.exception_of(error), call.in.exception_class("AttributeError")))
      throw;
    return {};
  }
}
Value getattr(Call& call) {
  if (!call[2].is_defined()) return call.in.attribute(call[0], name_of(call));
  const Value found = attribute_or_nothing(call);
  return found.is_defined() ? found : call[2];
}
Value hasattr(Call& call) {
  return Value(attribute_or_nothing(call).is_defined());
}
Value setattr(Call& call) {
  call.in.set_attribute(call[0], name_of(call), call[2]);
  return Value::none();
}
Value delattr(Call& call) {
  call.in.delete_attribute(call[0], name_of(call));
  return Value::none();
}
/// For dir().
Value names(Call& call) {
  Values found;
  for (const std::string_view name : call.in.attribute_names(call[0]))
    found.emplace_back(call.in.heap.intern(name));
  return call.in.list(std::move(found));
}
Value globals(Call& call) {
  return call.in.activation().module->names;
}

// Numbers and characters.

Value ord(Call& call) {
  if (!call[0].is(Kind::string))
    raise("TypeError", {"ord() expected string of length 1, but ", call.in.type_name(call[0]), " found"});
  const auto& text = call[0].as<String>();
  if (text.size() != 1)
    raise("TypeError", {"ord() expected a character, but string of length ", text.size(), " found"});
  return Value(static_cast<std::int64_t>(decode_utf8(text.text, 0).first));
}
Value chr(Call& call) {
  const std::int64_t code = call.integer(0);
  if (code < 0 || code > 0x10FFFF) raise("ValueError", {"chr() arg not in range(0x110000)"});
  std::string text;
  append_utf8(text, static_cast<std::uint32_t>(code));
  return call.in.string(std::move(text));
}
/// For library/, whose exceptions have no hint.
Value refuse(Call& call) {
  refuse_construct(call.text(0), call.text(1));
}

// zip and enumerate: classes whose objects are iterators.

struct Zip final : Iterator {
  std::vector<Iterator*> sources;
  bool is_strict = false;
  bool next(Interpreter& in, Value& out) override {
    Values items(sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (in.next(*sources[i], items[i])) continue;
      if (is_strict) check_ends(in, i);
      return false;
    }
    if (items.empty()) return false;
    out = in.tuple(std::move(items));
    return true;
  }
  void check_ends(Interpreter& in, std::size_t ended) {
    Value more;
    const char* others = ended == 1 ? " 1" : "s 1-";
    if (ended > 0) {
      raise("ValueError", {"zip() argument ", ended + 1, " is shorter than argument", others,
                           ended == 1 ? "" : std::to_string(ended)});
    }
    for (std::size_t i = 1; i < sources.size(); ++i) {
      if (!in.next(*sources[i], more)) continue;
      raise("ValueError", {"zip() argument ", i + 1, " is longer than argument", i == 1 ? " 1" : "s 1-",
                           i == 1 ? "" : std::to_string(i)});
    }
  }
};

struct Enumerate final : Iterator {
  Iterator* source;
  std::int64_t at;
  Enumerate(Iterator* s, std::int64_t start) : source(s), at(start) {}
  bool next(Interpreter& in, Value& out) override {
    Value item;
    if (!in.next(*source, item)) return false;
    out = in.tuple({Value(at), item});
    at += at < INT64_MAX ? 1 : 0;
    return true;
  }
};

Value make_zip(Call& call) {
  auto* zip = call.in.heap.make<Zip>();
  zip->cls = &call[0].as<Class>();
  for (const Value iterable : call.items(1)) zip->sources.push_back(call.in.iterate(iterable));
  zip->is_strict = call.flag(2);
  return zip;
}
Value make_enumerate(Call& call) {
  auto* enumerate = call.in.heap.make<Enumerate>(call.in.iterate(call[1]), call.integer(2));
  enumerate->cls = &call[0].as<Class>();
  return enumerate;
}
constexpr NativeEntry kIterators[] = {{"zip", "cls, *iterables, strict=False", make_zip},
                                      {"enumerate", "cls, iterable, start=0", make_enumerate}};

constexpr NativeEntry kFunctions[] = {{"print", "*values, sep=None, end=None, file=None, flush=False", print},
                                      {"len", "obj, /", len},
                                      {"repr", "obj, /", repr},
                                      {"format", "value, format_spec='', /", format},
                                      {"hash", "obj, /", hash},
                                      {"id", "obj, /", id},
                                      {"callable", "obj, /", callable},
                                      {"abs", "x, /", abs},
                                      {"sum", "iterable, start=0", sum},
                                      {"min", "*args, key=None, default=?", min},
                                      {"max", "*args, key=None, default=?", max},
                                      {"any", "iterable, /", any_or_all<false>},
                                      {"all", "iterable, /", any_or_all<true>},
                                      {"sorted", "iterable, *, key=None, reverse=False", sorted},
                                      {"iter", "iterable, sentinel=?, /", iter},
                                      {"next", "iterator, default=?, /", next},
                                      {"isinstance", "obj, class_or_tuple, /", isinstance},
                                      {"issubclass", "cls, class_or_tuple, /", issubclass},
                                      {"getattr", "object, name, default=?, /", getattr},
                                      {"hasattr", "obj, name, /", hasattr},
                                      {"setattr", "obj, name, value, /", setattr},
                                      {"delattr", "obj, name, /", delattr},
                                      {"_names", "object, /", names},
                                      {"globals", "", globals},
                                      {"ord", "c, /", ord},
                                      {"chr", "i, /", chr},
                                      {"_refuse", "what, instead", refuse}};

}  // namespace

void add_builtin_functions(Interpreter& in) {
  in.define(*in.builtins, kFunctions);
  in.builtins->set(in.heap.intern("NotImplemented"), Value::of(Kind::not_implemented));
  in.builtins->set(in.heap.intern("Ellipsis"), Value::of(Kind::ellipsis));
  for (const NativeEntry& entry : kIterators) {
    Class* cls = in.builtin_class(entry.name);
    in.set_constructor(*cls, entry);
    in.builtins->set(in.heap.intern(entry.name), cls);
  }
}

}  // namespace headsup::python
