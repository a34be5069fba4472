// The classes of the builtin values, and how each is made.
#include <cmath>
#include <limits>

#include "python/interpreter.h"

namespace headsup::python {
namespace {

Value make_object(Call& call) {
  auto* instance = call.in.heap.make<Instance>();
  instance->cls = &call[0].as<Class>();
  return instance;
}
Value object_init(Call& call) {
  if (!call.items(1).empty())
    raise("TypeError", {"object.__init__() takes exactly one argument (the instance to initialize)"});
  return Value::none();
}
Value object_setattr(Call& call) {
  call.in.set_plain_attribute(call[0], call.in.heap.intern(call.text(1)), call[2]);
  return Value::none();
}
Value object_delattr(Call& call) {
  String* name = call.in.heap.intern(call.text(1));
  if (!call[0].is_object() || call[0].o->attributes == nullptr || !call[0].o->attributes->erase(name)) {
    raise("AttributeError", {name});
  }
  return Value::none();
}
Value object_repr(Call& call) {
  return call.in.string(call[0].is_object() ? call[0].o->Object::repr(call.in) : call.in.repr(call[0]));
}
Value object_str(Call& call) {
  return call.in.string(call.in.repr(call[0]));
}
Value object_eq(Call& call) {
  return call[0].is_same(call[1]) ? Value(true) : Value::of(Kind::not_implemented);
}
Value object_hash(Call& call) {
  return Value(static_cast<std::int64_t>(call[0].is_object() ? call[0].o->Object::hash(call.in)
                                                             : call.in.hash(call[0])));
}
Value nothing(Call&) {
  return Value::none();
}

constexpr NativeEntry kObject[] = {{"__init__", "self, *args", object_init},
                                   {"__setattr__", "self, name, value, /", object_setattr},
                                   {"__delattr__", "self, name, /", object_delattr},
                                   {"__repr__", "self, /", object_repr},
                                   {"__str__", "self, /", object_str},
                                   {"__eq__", "self, value, /", object_eq},
                                   {"__hash__", "self, /", object_hash},
                                   {"__init_subclass__", "cls, **kwargs", nothing}};

Value make_type(Call& call) {
  if (call.has(2) || call.has(3)) refuse_construct("type with three arguments", "write a class statement");
  return call.in.class_of(call[1]);
}
Value make_bool(Call& call) {
  return Value(call[1].is_defined() && call.flag(1));
}

Value make_int(Call& call) {
  const Value v = call[1];
  if (!v.is_defined()) return Value(0);
  if (v.is(Kind::string)) return parse_integer(call.text(1), call[2].is_defined() ? call.integer(2) : 10);
  if (call[2].is_defined()) raise("TypeError", {"int() can't convert non-string with explicit base"});
  if (v.is_integer()) return Value(v.i);
  if (v.is(Kind::real)) return integer_of(v.d);
  for (String* name : {call.in.names.int_, call.in.names.index}) {
    const Value method = v.is_object() ? call.in.find_attribute(v, name) : Value();
    if (method.is_defined()) return call.in.call(method, Values());
  }
  raise("TypeError", {"int() argument must be a string, a bytes-like object or a real number, not '",
                      call.in.type_name(v), "'"});
}
Value make_float(Call& call) {
  const Value v = call[1];
  if (!v.is_defined()) return Value(0.0);
  if (v.is_number()) return Value(v.to_real());
  if (v.is(Kind::string)) return Value(parse_real(v.as<String>().text));
  const Value method = v.is_object() ? call.in.find_attribute(v, call.in.names.float_) : Value();
  if (method.is_defined()) return call.in.call(method, Values());
  raise("TypeError",
        {"float() argument must be a string or a real number, not '", call.in.type_name(v), "'"});
}
Value make_str(Call& call) {
  return call[1].is_defined() ? call.in.string(call.in.str(call[1])) : call.in.string("");
}
Value make_list(Call& call) {
  return call.in.heap.make<Sequence>(Kind::list, call[1].is_defined() ? call.in.items_of(call[1]) : Values());
}
Value make_tuple(Call& call) {
  if (call[1].is(Kind::tuple) &&
      call.in.class_of(call[1]) == call.in.heap.types[static_cast<std::size_t>(Kind::tuple)])
    return call[1];
  return call.in.heap.make<Sequence>(Kind::tuple,
                                     call[1].is_defined() ? call.in.items_of(call[1]) : Values());
}
Value make_set(Call& call) {
  auto* set = call.in.heap.make<Dict>(Kind::set);
  set->cls = &call[0].as<Class>();
  if (!call[1].is_defined()) return set;
  Iterator* it = call.in.iterate(call[1]);
  for (Value item; call.in.next(*it, item);) {
    call.in.heap.charge(5);
    set->set(call.in, item, Value::none());
  }
  return set;
}
Value make_dict(Call& call) {
  Value slots[] = {call.in.make_dict(), call[1], call[2]};
  Call init = {.in = call.in, .function = call.function, .arguments = slots};
  init_dict(init);
  return slots[0];
}
Value make_range(Call& call) {
  const bool has_stop = call[2].is_defined();
  const auto number = [&](std::size_t i) { return call.in.index(call[i]); };
  const std::int64_t start = has_stop ? number(1) : 0;
  const std::int64_t stop = has_stop ? number(2) : number(1);
  const std::int64_t step = call[3].is_defined() ? number(3) : 1;
  if (step == 0) raise("ValueError", {"range() arg 3 must not be zero"});
  // The distance as an unsigned number cannot overflow.
  const auto distance = [](std::int64_t from, std::int64_t to) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  };
  std::uint64_t count = 0;
  if (step > 0 && start < stop) count = (distance(start, stop) - 1) / static_cast<std::uint64_t>(step) + 1;
  if (step < 0 && start > stop)
    count = (distance(stop, start) - 1) / (~static_cast<std::uint64_t>(step) + 1) + 1;
  if (count > static_cast<std::uint64_t>(INT64_MAX) / 2)
    refuse_construct("a range of more than 2 ** 62 items", "use smaller bounds");
  return call.in.heap.make<Range>(start, stop, step, static_cast<std::int64_t>(count));
}
Value make_slice(Call& call) {
  if (!call[2].is_defined()) return call.in.heap.make<Slice>(Value::none(), call[1], Value::none());
  return call.in.heap.make<Slice>(call[1], call[2], call[3].is_defined() ? call[3] : Value::none());
}
Value make_super(Call& call) {
  if (!call.has(1) || !call[1].is(Kind::cls))
    raise("TypeError", {"super() argument 1 must be a type, not ", call.in.type_name(call[1])});
  if (!call[2].is_defined()) refuse_construct("super with one argument", "write super()");
  auto& after = call[1].as<Class>();
  const Class* own = call[2].is(Kind::cls) ? &call[2].as<Class>() : call.in.class_of(call[2]);
  if (!own->inherits(&after))
    raise("TypeError", {"super(type, obj): obj must be an instance or subtype of type"});
  return call.in.heap.make<Super>(&after, call[2]);
}
Value make_property(Call& call) {
  auto* made = call.in.heap.make<Descriptor>(Descriptor::Type::property, call[1]);
  if (call.has(2)) made->setter = call[2];
  return made;
}
Value make_static_method(Call& call) {
  return call.in.heap.make<Descriptor>(Descriptor::Type::static_method, call[1]);
}
Value make_class_method(Call& call) {
  return call.in.heap.make<Descriptor>(Descriptor::Type::class_method, call[1]);
}

/// @x.setter and @x.getter give a property with both.
Value property_setter(Call& call) {
  auto* made = call.in.heap.make<Descriptor>(Descriptor::Type::property, call[0].as<Descriptor>().function);
  made->setter = call[1];
  return made;
}
Value property_getter(Call& call) {
  auto* made = call.in.heap.make<Descriptor>(Descriptor::Type::property, call[1]);
  made->setter = call[0].as<Descriptor>().setter;
  return made;
}
constexpr NativeEntry kProperty[] = {{"setter", "self, function, /", property_setter},
                                     {"getter", "self, function, /", property_getter}};

Value is_integer(Call& call) {
  return Value(std::isfinite(call[0].to_real()) && std::floor(call[0].to_real()) == call[0].to_real());
}
Value bit_length(Call& call) {
  std::uint64_t rest =
      call[0].i < 0 ? ~static_cast<std::uint64_t>(call[0].i) + 1 : static_cast<std::uint64_t>(call[0].i);
  int bits = 0;
  for (; rest != 0; rest >>= 1U) ++bits;
  return Value(bits);
}
constexpr NativeEntry kFloat[] = {{"is_integer", "self, /", is_integer}};
constexpr NativeEntry kInt[] = {{"bit_length", "self, /", bit_length}};

struct BuiltinType {
  const char* name;
  Kind kind;
  const char* parameters;  ///< nullptr: programs cannot make one
  NativeCode make;
  bool is_builtin;  ///< a name that every module has
};
constexpr BuiltinType kTypes[] = {
    {"object", Kind::instance, "cls, /", make_object, true},
    {"type", Kind::cls, "cls, object, bases=None, dict=None, /", make_type, true},
    {"dict", Kind::dict, "cls, iterable=?, /, **kwargs", make_dict, true},
    {"str", Kind::string, "cls, object=?, encoding=?", make_str, true},
    {"builtin_function_or_method", Kind::native_function, nullptr, nullptr, false},
    {"NoneType", Kind::none, nullptr, nullptr, false},
    {"ellipsis", Kind::ellipsis, nullptr, nullptr, false},
    {"NotImplementedType", Kind::not_implemented, nullptr, nullptr, false},
    {"int", Kind::integer, "cls, x=?, /, base=?", make_int, true},
    {"float", Kind::real, "cls, x=?, /", make_float, true},
    {"tuple", Kind::tuple, "cls, iterable=?, /", make_tuple, true},
    {"list", Kind::list, "cls, iterable=?, /", make_list, true},
    {"set", Kind::set, "cls, iterable=?, /", make_set, true},
    {"range", Kind::range, "cls, start, stop=?, step=?, /", make_range, true},
    {"slice", Kind::slice, "cls, start, stop=?, step=?, /", make_slice, true},
    {"iterator", Kind::iterator, nullptr, nullptr, false},
    {"function", Kind::function, nullptr, nullptr, false},
    {"method", Kind::method, nullptr, nullptr, false},
    {"property", Kind::descriptor, "cls, fget=None, fset=None", make_property, true},
    {"super", Kind::super, "cls, type=?, object=?, /", make_super, true},
    {"module", Kind::module, nullptr, nullptr, false}};

}  // namespace

void add_builtin_types(Interpreter& in) {
  const auto place = [&in](Kind kind) -> Class*& { return in.heap.types[static_cast<std::size_t>(kind)]; };
  for (const BuiltinType& type : kTypes) place(type.kind) = in.make_class(type.name, nullptr);
  in.heap.classify();
  for (const BuiltinType& type : kTypes) {
    Class* cls = place(type.kind);
    if (type.make != nullptr) in.set_constructor(*cls, {"__new__", type.parameters, type.make});
    if (type.is_builtin) in.builtins->set(in.heap.intern(type.name), cls);
  }
  in.define(*place(Kind::instance)->names, kObject, place(Kind::instance));
  Value* hook = place(Kind::instance)->names->find(in.names.init_subclass);
  *hook = in.heap.make<Descriptor>(Descriptor::Type::class_method, *hook);
  in.define(*place(Kind::descriptor)->names, kProperty, place(Kind::descriptor));
  in.define(*place(Kind::real)->names, kFloat, place(Kind::real));
  in.define(*place(Kind::integer)->names, kInt, place(Kind::integer));
  const auto add = [&](const char* name, Class* base, const char* parameters, NativeCode make) {
    Class* cls = in.make_class(name, base);
    in.set_constructor(*cls, {"__new__", parameters, make});
    in.builtins->set(in.heap.intern(name), cls);
    return cls;
  };
  place(Kind::boolean) = add("bool", place(Kind::integer), "cls, x=?, /", make_bool);
  add("frozenset", nullptr, "cls, iterable=?, /", make_set);
  add("staticmethod", nullptr, "cls, function, /", make_static_method);
  add("classmethod", nullptr, "cls, function, /", make_class_method);
}

}  // namespace headsup::python
