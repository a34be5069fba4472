// Runs statements.
#include <algorithm>

#include "python/interpreter.h"

namespace headsup::python {

Flow Interpreter::exec(const Block& block) {
  for (const Stmt* stmt : block) {
    const Flow flow = exec(*stmt);
    if (flow != Flow::normal) return flow;
  }
  return Flow::normal;
}

Flow Interpreter::exec(const Stmt& stmt) {
  const int before = nesting_;
  enter();
  tick();
  activation_->at = &stmt.span;
  const Flow flow = in_pythons_words([&] { return execute(stmt); });
  nesting_ = before;
  return flow;
}

Flow Interpreter::execute(const Stmt& stmt) {
  using K = Stmt::Kind;
  switch (stmt.kind) {
    case K::expression:
      eval(*as<ExprStmt>(stmt).value);
      return Flow::normal;
    case K::assign: {
      const auto& s = as<Assign>(stmt);
      if (s.value != nullptr) {
        const Value value = eval(*s.value);
        for (const Expr* target : s.targets) assign(*target, value);
        assigned_from(*s.targets[0], *s.value);
      }
      if (s.is_annotated && activation_->class_names != nullptr && s.targets[0]->kind == Expr::Kind::name) {
        Dict& in_class = *activation_->class_names;
        if (in_class.find(names.annotations) == nullptr) in_class.set(names.annotations, make_dict());
        in_class.find(names.annotations)
            ->as<Dict>()
            .set(static_cast<const Name*>(s.targets[0])->name, Value::none());
      }
      return Flow::normal;
    }
    case K::augmented:
      exec_augmented(as<Augmented>(stmt));
      return Flow::normal;
    case K::define: {
      const auto& s = as<Define>(stmt);
      store(*s.target, decorate(s.decorators, make_function(*s.code)));
      return Flow::normal;
    }
    case K::define_class:
      exec_class(as<DefineClass>(stmt));
      return Flow::normal;
    case K::return_: {
      const Expr* value = as<Return>(stmt).value;
      activation_->returned = value == nullptr ? Value::none() : eval(*value);
      return Flow::return_;
    }
    case K::if_:
      return exec_if(as<If>(stmt));
    case K::while_:
      return exec_while(as<While>(stmt));
    case K::for_:
      return exec_for(as<For>(stmt));
    case K::break_:
      return Flow::break_;
    case K::continue_:
      return Flow::continue_;
    case K::pass:
      return Flow::normal;
    case K::import:
      exec_import(as<Import>(stmt));
      return Flow::normal;
    case K::assert_: {
      const auto& s = as<Assert>(stmt);
      const Value test = eval(*s.test);
      activation_->at = &s.test->span;
      if (truth(test)) return Flow::normal;
      Error error = {.type = "AssertionError", .message = ""};
      Values arguments;
      if (s.message != nullptr) arguments.push_back(eval(*s.message));
      activation_->at = &s.test->span;
      throw error_of(call(exception_class("AssertionError"), std::move(arguments)));
    }
    case K::raise:
      exec_raise(as<Raise>(stmt));
    case K::try_:
      return exec_try(as<Try>(stmt));
    case K::delete_:
      for (const Expr* target : as<Delete>(stmt).targets) delete_target(*target);
      return Flow::normal;
    case K::with:
      return exec_with(as<With>(stmt), 0);
  }
  return Flow::normal;
}

Flow Interpreter::exec_if(const If& s) {
  for (const If::Branch& branch : s.branches) {
    if (branch.test != nullptr) {
      const Value test = eval(*branch.test);
      activation_->at = &branch.test->span;
      if (!truth(test)) continue;
    }
    return exec(branch.body);
  }
  return Flow::normal;
}

Flow Interpreter::exec_while(const While& s) {
  for (Turns turns(*activation_, s.span);; turns.next()) {
    tick();
    const Value test = eval(*s.test);
    activation_->at = &s.test->span;
    if (!truth(test)) break;
    const Flow flow = exec(s.body);
    if (flow == Flow::break_) return Flow::normal;
    if (flow == Flow::return_) return flow;
  }
  return exec(s.otherwise);
}

Flow Interpreter::exec_for(const For& s) {
  const Value iterable = eval(*s.iterable);
  activation_->at = &s.iterable->span;
  Iterator* it = iterate(iterable);
  Value value;
  for (Turns turns(*activation_, s.span);; turns.next()) {
    tick();
    activation_->at = &s.iterable->span;
    if (!next(*it, value)) break;
    assign(*s.target, value);
    const Flow flow = exec(s.body);
    if (flow == Flow::break_) return Flow::normal;
    if (flow == Flow::return_) return flow;
  }
  return exec(s.otherwise);
}

// Assignment.

void Interpreter::store(const Name& name, Value value) {
  if (value.is(Kind::native) || value.is(Kind::instance)) assigned(name.name->text, value);
  if (name.is_in_class && activation_->class_names != nullptr) {
    heap.charge(5);
    return activation_->class_names->set(name.name, value);
  }
  if (name.hops < 0) {
    Dict& names_here = *activation_->module->names;
    if (Value* found = names_here.find(name.name, name.entry)) {
      *found = value;
      return;
    }
    heap.charge(5);
    return names_here.set(name.name, value);
  }
  Scope* scope = activation_->scope;
  for (std::int32_t i = 0; i < name.hops; ++i) scope = scope->parent;
  scope->slots[static_cast<std::size_t>(name.slot)] = value;
}

void Interpreter::assign(const Expr& target, Value value) {
  switch (target.kind) {
    case Expr::Kind::name:
      return store(as<Name>(target), value);
    case Expr::Kind::attribute: {
      const auto& t = as<Attribute>(target);
      const Value object = eval(*t.object);
      activation_->at = &t.span;
      if (value.is(Kind::native)) assigned(t.name->text, value);
      return set_attribute(object, t.name, value);
    }
    case Expr::Kind::subscript: {
      const auto& t = as<Subscript>(target);
      const Value object = eval(*t.object);
      const Value index = eval(*t.index);
      activation_->at = &t.span;
      return set_item(object, index, value);
    }
    default:
      activation_->at = &target.span;
      return unpack(as<Display>(target), value);
  }
}

void Interpreter::unpack(const Display& target, Value value) {
  const std::vector<Expr*>& targets = target.items;
  const auto star = std::find_if(targets.begin(), targets.end(),
                                 [](const Expr* e) { return e->kind == Expr::Kind::starred; });
  const std::size_t before = static_cast<std::size_t>(star - targets.begin());
  Iterator* it = try_iterate(value);
  if (it == nullptr) raise("TypeError", {"cannot unpack non-iterable ", type_name(value), " object"});
  Values items;
  // Without a star, one item too many is enough to know; the iterable may be endless.
  for (Value item; (star != targets.end() || items.size() <= before) && next(*it, item);) {
    tick();
    heap.charge(2);
    items.push_back(item);
  }
  if (star == targets.end()) {
    if (items.size() > before) {
      raise("ValueError", {"too many values to unpack (expected ", before, ")"});
    }
    if (items.size() < before) {
      raise("ValueError", {"not enough values to unpack (expected ", before, ", got ", items.size(), ")"});
    }
    for (std::size_t i = 0; i < before; ++i) assign(*targets[i], items[i]);
    return;
  }
  const std::size_t after = targets.size() - before - 1;
  if (items.size() < before + after) {
    raise("ValueError",
          {"not enough values to unpack (expected at least ", before + after, ", got ", items.size(), ")"});
  }
  for (std::size_t i = 0; i < before; ++i) assign(*targets[i], items[i]);
  const auto rest = items.begin() + static_cast<std::ptrdiff_t>(before);
  assign(*static_cast<const Starred*>(*star)->value,
         list(Values(rest, items.end() - static_cast<std::ptrdiff_t>(after))));
  for (std::size_t i = 0; i < after; ++i) assign(*targets[before + 1 + i], items[items.size() - after + i]);
}

/// The target's object and index are evaluated once.
void Interpreter::exec_augmented(const Augmented& s) {
  Value object;
  Value index;
  Value old;
  if (s.target->kind == Expr::Kind::attribute) {
    const auto& target = as<Attribute>(*s.target);
    object = eval(*target.object);
    activation_->at = &target.span;
    old = attribute(object, target.name);
  } else if (s.target->kind == Expr::Kind::subscript) {
    const auto& target = as<Subscript>(*s.target);
    object = eval(*target.object);
    index = eval(*target.index);
    activation_->at = &target.span;
    old = item(object, index);
  } else {
    old = eval(*s.target);
  }
  const Value more = eval(*s.value);
  activation_->at = &s.span;
  const Value value = in_place(s.op, old, more);
  if (index.is_defined()) {
    set_item(object, index, value);
  } else if (object.is_defined()) {
    set_attribute(object, as<Attribute>(*s.target).name, value);
  } else {
    store(as<Name>(*s.target), value);
  }
}

void Interpreter::delete_target(const Expr& target) {
  if (target.kind == Expr::Kind::attribute) {
    const auto& t = as<Attribute>(target);
    const Value object = eval(*t.object);
    activation_->at = &t.span;
    return delete_attribute(object, t.name);
  }
  if (target.kind == Expr::Kind::subscript) {
    const auto& t = as<Subscript>(target);
    const Value object = eval(*t.object);
    const Value index = eval(*t.index);
    activation_->at = &t.span;
    return delete_item(object, index);
  }
  const auto& name = as<Name>(target);
  if (delete_name(name)) return;
  load(name);  // says that there is none
}

/// False where there is no such variable.
bool Interpreter::delete_name(const Name& name) {
  if (name.is_in_class && activation_->class_names != nullptr) {
    return activation_->class_names->erase(name.name);
  }
  if (name.hops < 0) return activation_->module->names->erase(name.name);
  Scope* scope = activation_->scope;
  for (std::int32_t i = 0; i < name.hops; ++i) scope = scope->parent;
  const bool is_known = scope->slots[static_cast<std::size_t>(name.slot)].is_defined();
  scope->slots[static_cast<std::size_t>(name.slot)] = {};
  return is_known;
}

Value Interpreter::decorate(const std::vector<Expr*>& decorators, Value value) {
  for (auto decorator = decorators.rbegin(); decorator != decorators.rend(); ++decorator) {
    const Value function = eval(**decorator);
    activation_->at = &(*decorator)->span;
    value = call(function, {value});
  }
  return value;
}

void Interpreter::exec_import(const Import& s) {
  if (s.from.empty()) {
    for (const Import::Item& item : s.items) {
      activation_->at = &s.span;
      Module* module = import_module(item.name);
      // import a.b makes the name a.
      store(*item.target, item.is_renamed ? module : import_module(item.name.substr(0, item.name.find('.'))));
    }
    return;
  }
  Module* module = import_module(s.from);
  for (const Import::Item& item : s.items) {
    activation_->at = &s.span;
    if (item.name == "*") {
      complete(*module);
      const std::vector<Dict::Entry> entries = module->names->entries;
      heap.charge(5 * entries.size());
      for (const Dict::Entry& entry : entries) {
        if (entry.key.is(Kind::string) && entry.key.as<String>().text[0] != '_') {
          activation_->module->names->set(heap.intern(entry.key.as<String>().text), entry.value);
        }
      }
      continue;
    }
    const Value value = module->attribute(*this, heap.intern(item.name));
    if (!value.is_defined()) {
      raise("ImportError", {"cannot import name '", item.name, "' from '", s.from, "' (unknown location)"},
            suggestion(item.name, attribute_names(module)));
    }
    store(*item.target, value);
  }
}

}  // namespace headsup::python
