// Attributes: where they are looked for, and how functions become methods.
#include <algorithm>

#include "python/interpreter.h"

namespace headsup::python {

Class* Interpreter::class_of(Value value) const {
  return value.is_object() ? value.o->cls : heap.types[static_cast<std::size_t>(value.kind)];
}

Value* Class::find(const String* wanted) const {
  for (const Class* c : order) {
    if (Value* found = c->names->find(wanted)) return found;
  }
  return nullptr;
}

bool Class::inherits(const Class* other) const {
  return std::find(order.begin(), order.end(), other) != order.end();
}

Value Interpreter::class_attribute(Value object, const String* name) const {
  const Value* found = class_of(object)->find(name);
  return found == nullptr ? Value() : *found;
}

Value Interpreter::special(Value object, String* name) const {
  if (!object.is_object() || !(object.o->cls->is_python || object.o->cls->is_exception)) return {};
  const Value found = class_attribute(object, name);
  // What `object` has is the default, which the caller knows, and so are the items of dict.
  if (found.is(Kind::native_function) &&
      (found.as<NativeFunction>().owner->order.size() == 1 || name == names.getitem || name == names.setitem))
    return {};
  return found;
}

Value Interpreter::call_special(Value method, Value self, Values arguments) {
  if (method.is(Kind::function) || method.is(Kind::native_function)) {
    arguments.insert(arguments.begin(), self);
    return call(method, std::move(arguments));
  }
  return call(bind(method, self, class_of(self)), std::move(arguments));
}

Value Interpreter::bind(Value function, Value object, Class* cls) {
  if (function.is(Kind::descriptor)) {
    const auto& descriptor = function.as<Descriptor>();
    switch (descriptor.type) {
      case Descriptor::Type::static_method:
        return descriptor.function;
      case Descriptor::Type::class_method:
        return heap.make<Method>(descriptor.function, Value(cls));
      case Descriptor::Type::property:
        return object.is_defined() ? call(descriptor.function, {object}) : function;
    }
  }
  if (object.is_defined() && (function.is(Kind::function) || function.is(Kind::native_function))) {
    return heap.make<Method>(function, object);
  }
  return function;
}

Value Interpreter::find_method(Value object, const String* name) {
  if (object.is(Kind::cls) || object.is(Kind::super) || object.is(Kind::module)) return {};
  if (object.is_object() && object.o->attributes != nullptr && object.o->attributes->find(name) != nullptr)
    return {};
  const Value* found = find_in_class(*class_of(object), name);
  const bool is_function =
      found != nullptr && (found->is(Kind::function) || found->is(Kind::native_function));
  return is_function ? *found : Value();
}

Value Interpreter::find_attribute(Value object, String* name) {
  Class* cls = class_of(object);
  if (object.is(Kind::cls) || object.is(Kind::super) || object.is(Kind::module))
    return object.o->attribute(*this, name);
  const Value* in_class = find_in_class(*cls, name);
  const Value found = in_class == nullptr ? Value() : *in_class;
  const bool is_property =
      found.is(Kind::descriptor) && found.as<Descriptor>().type == Descriptor::Type::property;
  if (!is_property && object.is_object() && object.o->attributes != nullptr) {
    if (const Value* own = object.o->attributes->find(name)) return *own;
  }
  if (found.is_defined()) return bind(found, object, cls);
  if (name == names.class_) return cls;
  if (object.is_object()) {
    const Value own = object.o->attribute(*this, name);
    if (own.is_defined()) return own;
  }
  if (name == names.dict && object.is_object() && (object.is(Kind::instance) || cls->is_python)) {
    if (object.o->attributes == nullptr) object.o->attributes = make_dict();
    return object.o->attributes;
  }
  if (name == names.doc) {
    const Value* doc = cls->names->find(names.doc);
    return doc == nullptr ? Value::none() : *doc;
  }
  if (const Value hook = special(object, names.getattr); hook.is_defined())
    return call_special(hook, object, {name});
  return {};
}

Value Interpreter::attribute(Value object, String* name) {
  const Value found = find_attribute(object, name);
  if (!found.is_defined()) no_attribute(object, name);
  return found;
}

std::vector<std::string_view> Interpreter::attribute_names(Value object) {
  std::vector<std::string_view> found;
  const auto add = [&found](const Dict* from) {
    if (from == nullptr) return;
    for (const Dict::Entry& entry : from->entries) {
      if (entry.key.is(Kind::string)) found.push_back(entry.key.as<String>().text);
    }
  };
  if (object.is_object()) add(object.o->attributes);
  if (object.is(Kind::module)) {
    complete(object.as<Module>());
    add(object.as<Module>().names);
  }
  const Class* cls = object.is(Kind::cls) ? &object.as<Class>() : class_of(object);
  complete(*cls);
  for (const Class* c : cls->order) add(c->names);
  return found;
}

void Interpreter::no_attribute(Value object, String* name) {
  std::string hint = suggestion(name->text, attribute_names(object));
  if (object.is(Kind::cls)) {
    raise("AttributeError", {"type object '", object.as<Class>().name, "' has no attribute '", name, "'"},
          std::move(hint));
  }
  if (object.is(Kind::module)) {
    raise("AttributeError", {"module '", object.as<Module>().name, "' has no attribute '", name, "'"},
          std::move(hint));
  }
  raise("AttributeError", {"'", type_name(object), "' object has no attribute '", name, "'"},
        std::move(hint));
}

void Interpreter::set_attribute(Value object, String* name, Value value) {
  if (const Value hook = special(object, names.setattr); hook.is_defined()) {
    call_special(hook, object, {name, value});
    return;
  }
  set_plain_attribute(object, name, value);
}

void Interpreter::set_plain_attribute(Value object, String* name, Value value) {
  const Value found =
      object.is(Kind::cls) || object.is(Kind::module) ? Value() : class_attribute(object, name);
  if (found.is(Kind::descriptor) && found.as<Descriptor>().type == Descriptor::Type::property) {
    const Value setter = found.as<Descriptor>().setter;
    if (!setter.is_defined()) {
      raise("AttributeError", {"property '", name, "' of '", type_name(object), "' object has no setter"});
    }
    call(setter, {object, value});
    return;
  }
  if (object.is_object() && object.o->set_attribute(*this, name, value)) return;
  if (object.is(Kind::cls)) {
    raise("TypeError",
          {"cannot set '", name, "' attribute of immutable type '", object.as<Class>().name, "'"});
  }
  if (found.is_defined()) {
    raise("AttributeError", {"'", type_name(object), "' object attribute '", name, "' is read-only"});
  }
  no_attribute(object, name);
}

void Interpreter::delete_attribute(Value object, String* name) {
  if (const Value hook = special(object, names.delattr); hook.is_defined()) {
    call_special(hook, object, {name});
    return;
  }
  Dict* from = !object.is_object()       ? nullptr
               : object.is(Kind::cls)    ? object.as<Class>().names
               : object.is(Kind::module) ? object.as<Module>().names
                                         : object.o->attributes;
  if (from == nullptr || !from->erase(name)) no_attribute(object, name);
}

Value Interpreter::super_attribute(Class* after, Value self, String* name) {
  Class* cls = self.is(Kind::cls) ? &self.as<Class>() : class_of(self);
  auto at = std::find(cls->order.begin(), cls->order.end(), after);
  if (at == cls->order.end())
    raise("TypeError", {"super(type, obj): obj must be an instance or subtype of type"});
  for (++at; at != cls->order.end(); ++at) {
    find_in_class(**at, name);
    if (const Value* found = (*at)->names->find(name))
      return bind(*found, self.is(Kind::cls) ? Value() : self, cls);
  }
  return {};
}

Value Super::attribute(Interpreter& in, String* name) {
  return in.super_attribute(after, self, name);
}

Value Class::attribute(Interpreter& in, String* wanted) {
  if (const Value* found = in.find_in_class(*this, wanted)) return in.bind(*found, {}, this);
  if (wanted == in.names.name || wanted == in.names.qualname)
    return in.string(name.substr(name.rfind('.') + 1));
  if (wanted == in.names.class_) return cls;
  if (wanted == in.names.dict) return names;
  if (wanted == in.names.doc) return Value::none();
  if (wanted == in.names.module) return in.string(module == nullptr ? "builtins" : home(in));
  const bool is_order = wanted->text == "__mro__";
  if (wanted == in.names.bases || is_order) {
    Values items;
    for (Class* c : is_order ? order : bases) items.emplace_back(c);
    return in.tuple(std::move(items));
  }
  return {};
}

bool Class::set_attribute(Interpreter& in, String* wanted, Value value) {
  if (!is_python) return false;
  in.heap.charge(5);
  names->set(wanted, value);
  return true;
}

Value Class::binary(Interpreter& in, Op op, Value left, Value right) {
  // Hints such as int | None, where they are evaluated.
  if (op == Op::bit_or && (left.is(Kind::cls) || left.is_none()) &&
      (right.is(Kind::cls) || right.is_none())) {
    return in.tuple({left, right});
  }
  return {};
}

Value Class::item(Interpreter& in, Value index) {
  static constexpr std::string_view kGeneric[] = {"list", "dict", "tuple", "set", "type", "frozenset"};
  if (!is_python && std::find(std::begin(kGeneric), std::end(kGeneric), name) != std::end(kGeneric))
    return this;  // list[int]
  const Value hook = attribute(in, in.heap.intern("__class_getitem__"));
  if (hook.is_defined()) return in.call(hook, {index});
  raise("TypeError", {"type '", name, "' is not subscriptable"});
}

std::string Class::home(Interpreter& in) const {
  if (module == nullptr) return {};
  const Value* files = module->is_library ? in.find_in_module(*module, in.heap.intern("_files")) : nullptr;
  if (files == nullptr) return module->name;
  const std::string& text = files->as<String>().text;
  const std::size_t at = text.find(" " + name + ",");
  if (at == std::string::npos) return module->name;
  const std::size_t line = text.rfind('\n', at) + 1;
  return module->name + "." + text.substr(line, text.find(':', line) - line);
}

std::string Class::repr(Interpreter& in) {
  return joined({"<class '", home(in), module == nullptr ? "" : ".", name, "'>"});
}

Value Module::attribute(Interpreter& in, String* wanted) {
  if (const Value* found = names->find(wanted)) return *found;
  // A submodule is imported when it is first asked for.
  if (is_library) {
    const std::string submodule = joined({name, ".", wanted});
    if (in.has_library(submodule)) return in.import_module(submodule);
  }
  if (const Value* found = in.find_in_module(*this, wanted)) return *found;
  if (wanted == in.names.name) return in.string(name);
  if (wanted == in.names.dict) return names;
  const Value* hook = is_library ? in.find_in_module(*this, in.names.getattr) : names->find(in.names.getattr);
  return hook == nullptr || wanted->text.substr(0, 2) == "__" ? Value() : in.call(*hook, {wanted});
}

bool Module::set_attribute(Interpreter& in, String* wanted, Value value) {
  in.heap.charge(5);
  names->set(wanted, value);
  return true;
}

std::string Module::repr(Interpreter&) {
  return joined({"<module '", name, "'>"});
}

Value Function::attribute(Interpreter& in, String* wanted) {
  if (wanted == in.names.name) return code->name;
  if (wanted == in.names.qualname) return in.string(code->qualified_name);
  if (wanted == in.names.doc) return code->doc;
  if (wanted == in.names.module) return in.string(module->name);
  return {};
}

bool Function::set_attribute(Interpreter& in, String* wanted, Value value) {
  return set_own(in, wanted, value);
}

std::string Function::repr(Interpreter&) {
  return joined({"<function ", code->qualified_name, ">"});
}

Value Method::attribute(Interpreter& in, String* wanted) {
  if (wanted == in.heap.intern("__self__")) return self;
  if (wanted == in.heap.intern("__func__")) return function;
  return in.find_attribute(function, wanted);
}

Value Method::call(Interpreter& in, Arguments& arguments) {
  arguments.positional.insert(arguments.positional.begin(), self);
  return in.call(function, arguments);
}

Value Method::binary(Interpreter&, Op op, Value left, Value right) {
  if ((op != Op::equal && op != Op::not_equal) || !left.is(Kind::method) || !right.is(Kind::method))
    return {};
  const auto& a = left.as<Method>();
  const auto& b = right.as<Method>();
  return Value((a.function.is_same(b.function) && a.self.is_same(b.self)) == (op == Op::equal));
}

std::string Method::repr(Interpreter& in) {
  if (function.is(Kind::native_function)) {
    return joined(
        {"<built-in method ", function.as<NativeFunction>().name, " of ", in.type_name(self), " object>"});
  }
  if (!function.is(Kind::function)) return "<bound method>";
  return joined({"<bound method ", function.as<Function>().code->qualified_name, " of ", in.repr(self), ">"});
}

Value Descriptor::attribute(Interpreter& in, String* wanted) {
  return type == Type::property ? Value() : in.find_attribute(function, wanted);
}

std::string Descriptor::repr(Interpreter&) {
  return type == Type::property        ? "<property object>"
         : type == Type::static_method ? "<staticmethod>"
                                       : "<classmethod>";
}

}  // namespace headsup::python
