// The class statement.
#include <algorithm>

#include "python/interpreter.h"

namespace headsup::python {
namespace {

/// Python's order of a class and those it inherits from (C3): a class comes before its bases, and bases keep their order.
std::vector<Class*> linearised(Class* cls) {
  std::vector<std::vector<Class*>> lists;
  for (const Class* base : cls->bases) lists.push_back(base->order);
  lists.push_back(cls->bases);
  std::vector<Class*> order = {cls};
  constexpr std::size_t kMost = 200;
  while (true) {
    if (order.size() > kMost) stop({"more than ", kMost, " classes inherit from one another"});
    bool is_done = true;
    Class* next = nullptr;
    for (const std::vector<Class*>& list : lists) {
      if (list.empty()) continue;
      is_done = false;
      const bool is_later =
          std::any_of(lists.begin(), lists.end(), [&list](const std::vector<Class*>& other) {
            return std::find(other.begin() + (other.empty() ? 0 : 1), other.end(), list[0]) != other.end();
          });
      if (is_later) continue;
      next = list[0];
      break;
    }
    if (is_done) return order;
    if (next == nullptr) {
      std::string names;
      for (const Class* base : cls->bases) names += (names.empty() ? "" : ", ") + base->name;
      raise("TypeError", {"Cannot create a consistent method resolution\norder (MRO) for bases ", names});
    }
    order.push_back(next);
    for (std::vector<Class*>& list : lists) {
      if (!list.empty() && list[0] == next) list.erase(list.begin());
    }
  }
}

}  // namespace

void Interpreter::exec_class(const DefineClass& s) {
  Arguments bases;
  collect(s.bases, bases, {});
  activation_->at = &s.span;
  auto* cls = heap.make<Class>(s.target->name->text);
  cls->module = activation_->module;
  cls->is_python = true;
  for (const auto& [keyword, value] : bases.keywords) {
    if (keyword->text == "metaclass" && value.is(Kind::cls) && value.as<Class>().name == "ABCMeta") continue;
    refuse_construct(joined({"class ", cls->name, "(", keyword, "=...)"}), "leave the argument out");
  }
  for (const Value base : bases.positional) {
    if (!base.is(Kind::cls)) refuse_construct("a base that is no class", "inherit from a class");
    auto& b = base.as<Class>();
    if (std::find(cls->bases.begin(), cls->bases.end(), &b) != cls->bases.end()) {
      raise("TypeError", {"duplicate base class ", b.name});
    }
    if (!b.is_python && b.names->find(names.init) == nullptr && !b.is_exception) {
      refuse_construct(joined({"a class that inherits from ", b.name}),
                       joined({"keep the ", b.name, " as an attribute"}));
    }
    cls->bases.push_back(&b);
    cls->is_exception |= b.is_exception;
    if (b.constructor != nullptr && (cls->constructor == nullptr || b.is_python))
      cls->constructor = b.constructor;
  }
  if (cls->bases.empty()) cls->bases.push_back(heap.types[static_cast<std::size_t>(Kind::instance)]);
  for (Class* base : cls->bases) {
    // object's constructor makes plain instances, as the interpreter does without one.
    if (base->order.size() == 1 && !base->is_python)
      cls->constructor = cls->bases.size() == 1 ? nullptr : cls->constructor;
  }
  cls->names = make_dict();
  cls->order = linearised(cls);
  cls->names->set(names.doc, s.doc);

  Activation activation = {.caller = nullptr,
                           .name = cls->name,
                           .module = activation_->module,
                           .scope = activation_->scope,
                           .class_names = cls->names,
                           .function = nullptr,
                           .at = &s.span};
  {
    const Running running(*this, activation);
    try {
      exec(s.body);
    } catch (Error& error) {
      place(error);
      throw;
    }
  }
  // These two are class methods without saying so.
  for (String* name : {names.init_subclass, heap.intern("__class_getitem__")}) {
    Value* found = cls->names->find(name);
    if (found == nullptr || !found->is(Kind::function)) continue;
    found->as<Function>().owner = cls;
    *found = heap.make<Descriptor>(Descriptor::Type::class_method, *found);
  }
  for (const Dict::Entry& entry : cls->names->entries) {
    Value function = entry.value;
    if (function.is(Kind::descriptor)) {
      if (function.as<Descriptor>().setter.is(Kind::function))
        function.as<Descriptor>().setter.as<Function>().owner = cls;
      function = function.as<Descriptor>().function;
    }
    if (function.is(Kind::function) && function.as<Function>().owner == nullptr)
      function.as<Function>().owner = cls;
    if (entry.key.is(Kind::string) && entry.key.as<String>().text == "__new__") {
      refuse_construct("__new__", "write __init__, or a function that makes the object");
    }
  }
  if (const Value hook = super_attribute(cls, cls, names.init_subclass); hook.is_defined()) {
    call(hook, Values());
  }
  store(*s.target, decorate(s.decorators, cls));
}

}  // namespace headsup::python
