// Evaluates expressions.
#include <algorithm>

#include "python/interpreter.h"

namespace headsup::python {

Value Interpreter::eval(const Expr& expr) {
  using K = Expr::Kind;
  if (expr.kind == K::constant) return as<Constant>(expr).value;
  if (expr.kind == K::name) return load(as<Name>(expr));
  // What catches an exception sets `nesting_` back.
  const int before = nesting_;
  enter();
  tick();
  const Value value = evaluate(expr);
  nesting_ = before;
  return value;
}

Value Interpreter::evaluate(const Expr& expr) {
  using K = Expr::Kind;
  switch (expr.kind) {
    case K::attribute: {
      const auto& e = as<Attribute>(expr);
      const Value object = eval(*e.object);
      activation_->at = &e.span;
      return attribute(object, e.name);
    }
    case K::subscript: {
      const auto& e = as<Subscript>(expr);
      const Value object = eval(*e.object);
      const Value index = eval(*e.index);
      activation_->at = &e.span;
      return item(object, index);
    }
    case K::slice: {
      const auto& e = as<SliceExpr>(expr);
      const auto part = [this](const Expr* p) { return p == nullptr ? Value::none() : eval(*p); };
      const Value start = part(e.start);
      const Value stop = part(e.stop);
      return heap.make<Slice>(start, stop, part(e.step));
    }
    case K::call:
      return eval_call(as<CallExpr>(expr));
    case K::unary: {
      const auto& e = as<Unary>(expr);
      const Value operand = eval(*e.operand);
      activation_->at = &e.span;
      return e.op == Op::not_ ? Value(!truth(operand)) : unary(e.op, operand);
    }
    case K::binary: {
      const auto& e = as<Binary>(expr);
      const Value left = eval(*e.left);
      const Value right = eval(*e.right);
      activation_->at = &e.span;
      return binary(e.op, left, right);
    }
    case K::logic: {
      const auto& e = as<Logic>(expr);
      Value value;
      for (const Expr* part : e.items) {
        value = eval(*part);
        activation_->at = &part->span;
        if (part != e.items.back() && truth(value) != e.is_and) break;
      }
      return value;
    }
    case K::compare:
      return eval_compare(as<Compare>(expr));
    case K::conditional: {
      const auto& e = as<Conditional>(expr);
      const Value test = eval(*e.test);
      activation_->at = &e.test->span;
      return eval(truth(test) ? *e.then : *e.otherwise);
    }
    case K::tuple:
      return tuple(eval_items(as<Display>(expr).items));
    case K::list:
      return list(eval_items(as<Display>(expr).items));
    case K::set: {
      auto* set = heap.make<Dict>(Kind::set);
      for (const Value value : eval_items(as<Display>(expr).items)) {
        heap.charge(5);
        set->set(*this, value, Value::none());
      }
      return set;
    }
    case K::dict:
      return eval_dict(as<DictDisplay>(expr));
    case K::lambda:
      return make_function(*as<Lambda>(expr).code);
    case K::comprehension:
      return eval_comprehension(as<Comprehension>(expr));
    case K::fstring:
      return string(eval_fstring(as<FString>(expr)));
    case K::walrus: {
      const auto& e = as<Walrus>(expr);
      const Value value = eval(*e.value);
      store(*e.target, value);
      return value;
    }
    default:
      activation_->at = &expr.span;
      raise("SyntaxError", {"can't use starred expression here"});
  }
}

// Names.

Value Interpreter::load(const Name& name) {
  if (name.is_in_class && activation_->class_names != nullptr) {
    if (const Value* found = activation_->class_names->find(name.name)) return *found;
  }
  if (name.hops >= 0) {
    Scope* scope = activation_->scope;
    for (std::int32_t i = 0; i < name.hops; ++i) scope = scope->parent;
    const Value value = scope->slots[static_cast<std::size_t>(name.slot)];
    if (value.is_defined()) return value;
    activation_->at = &name.span;
    if (name.hops > 0) {
      raise("NameError", {"cannot access free variable '", name.name,
                          "' where it is not associated with a value in enclosing scope"});
    }
    raise("UnboundLocalError",
          {"cannot access local variable '", name.name, "' where it is not associated with a value"});
  }
  if (const Value* found = activation_->module->names->find(name.name, name.entry)) return *found;
  // The definitions of a library wait until they are missed.
  if (activation_->module->is_library) {
    if (const Value* found = find_in_module(*activation_->module, name.name)) return *found;
  }
  if (const Value* found = builtins->find(name.name)) return *found;
  if (const Value* found = find_in_module(*builtin_module, name.name)) return *found;
  no_name(name);
}

void Interpreter::no_name(const Name& name) {
  activation_->at = &name.span;
  complete(*builtin_module);
  std::vector<std::string_view> known;
  const auto add = [&known](const Dict& from) {
    for (const Dict::Entry& entry : from.entries) {
      if (entry.key.is(Kind::string)) known.push_back(entry.key.as<String>().text);
    }
  };
  if (activation_->function != nullptr && activation_->scope != nullptr) {
    const std::vector<String*>& locals = activation_->function->code->locals;
    const Values& slots = activation_->scope->slots;
    for (std::size_t i = 0; i < locals.size() && i < slots.size(); ++i) {
      if (slots[i].is_defined()) known.push_back(locals[i]->text);
    }
  }
  add(*activation_->module->names);
  add(*builtins);
  std::string hint = suggestion(name.name->text, known);
  // CPython looks at self first: a method's name without it.
  if (activation_->function != nullptr && activation_->function->owner != nullptr &&
      activation_->scope != nullptr && !activation_->scope->slots.empty()) {
    const Value self = activation_->scope->slots[0];
    if (self.is_object() && !activation_->function->code->locals.empty() &&
        activation_->function->code->locals[0] == names.self &&
        find_attribute(self, name.name).is_defined()) {
      hint = joined({"Did you mean: 'self.", name.name, "'?"});
    }
  }
  raise("NameError", {"name '", name.name, "' is not defined"}, std::move(hint));
}

// Calls.

Value Interpreter::eval_call(const CallExpr& e) {
  Arguments arguments;
  Value callee;
  if (e.callee->kind == Expr::Kind::attribute) {
    // A method is called without making an object of it and its first argument.
    const auto& method = as<Attribute>(*e.callee);
    const Value object = eval(*method.object);
    activation_->at = &method.span;
    callee = find_method(object, method.name);
    if (callee.is_defined()) {
      arguments.positional.push_back(object);
    } else {
      callee = attribute(object, method.name);
    }
  } else {
    callee = eval(*e.callee);
    if (callee.is(Kind::cls) && &callee.as<Class>() == heap.types[static_cast<std::size_t>(Kind::super)] &&
        e.arguments.empty()) {
      activation_->at = &e.span;
      return super_here();
    }
  }
  collect(e.arguments, arguments, callee);
  activation_->at = &e.place;
  return call(callee, arguments);
}

namespace {

/// A function as messages name it.
std::string called(Value callee) {
  if (callee.is(Kind::method)) return called(callee.as<Method>().function);
  if (callee.is(Kind::function)) {
    return joined(
        {callee.as<Function>().module->name, ".", callee.as<Function>().code->qualified_name, "()"});
  }
  if (callee.is(Kind::native_function)) return callee.as<NativeFunction>().name + "()";
  return callee.is(Kind::cls) ? callee.as<Class>().name : "the call's";
}

}  // namespace

/// Evaluates a call's arguments.
void Interpreter::collect(const std::vector<CallExpr::Argument>& from, Arguments& into, Value callee) {
  into.positional.reserve(into.positional.size() + from.size());
  const auto add_keyword = [&](String* name, Value value) {
    for (const auto& [other, unused] : into.keywords) {
      if (other == name) {
        raise("TypeError", {called(callee), " got multiple values for keyword argument '", name, "'"});
      }
    }
    into.keywords.emplace_back(name, value);
  };
  for (const CallExpr::Argument& argument : from) {
    const Value value = eval(*argument.value);
    activation_->at = &argument.value->span;
    if (argument.keyword != nullptr) {
      into.keywords.emplace_back(argument.keyword, value);
    } else if (argument.stars == 0) {
      into.positional.push_back(value);
    } else if (argument.stars == 1) {
      if (try_iterate(value) == nullptr) {
        raise("TypeError", {called(callee), " argument after * must be an iterable, not ", type_name(value)});
      }
      const Values items = items_of(value);
      into.positional.insert(into.positional.end(), items.begin(), items.end());
    } else {
      if (!value.is(Kind::dict)) {
        raise("TypeError", {called(callee), " argument after ** must be a mapping, not ", type_name(value)});
      }
      for (const Dict::Entry& entry : value.as<Dict>().entries) {
        if (!entry.key.is_defined()) continue;
        if (!entry.key.is(Kind::string)) raise("TypeError", {"keywords must be strings"});
        add_keyword(heap.intern(entry.key.as<String>().text), entry.value);
      }
    }
  }
}

/// super() without arguments: those of the method that is running.
Value Interpreter::super_here() {
  const Function* function = activation_->function;
  if (function == nullptr || function->owner == nullptr || function->code->parameters.empty()) {
    raise("RuntimeError",
          {function == nullptr ? "super(): no arguments" : "super(): __class__ cell not found"});
  }
  Scope* scope = activation_->scope;
  while (scope->parent != function->closure) scope = scope->parent;  // out of comprehensions
  return heap.make<Super>(function->owner, scope->slots[0]);
}

// Displays.

Values Interpreter::eval_items(const std::vector<Expr*>& items) {
  Values values;
  values.reserve(items.size());
  for (const Expr* e : items) {
    if (e->kind != Expr::Kind::starred) {
      values.push_back(eval(*e));
      continue;
    }
    const Value value = eval(*static_cast<const Starred*>(e)->value);
    activation_->at = &e->span;
    const Values more = items_of(value);
    values.insert(values.end(), more.begin(), more.end());
  }
  return values;
}

Value Interpreter::eval_dict(const DictDisplay& e) {
  Dict* dict = make_dict();
  for (const auto& [key, expr] : e.items) {
    const Value k = key == nullptr ? Value() : eval(*key);
    const Value value = eval(*expr);
    activation_->at = &e.span;
    heap.charge(5);
    if (key != nullptr) {
      dict->set(*this, k, value);
      continue;
    }
    if (!value.is(Kind::dict)) raise("TypeError", {"'", type_name(value), "' object is not a mapping"});
    heap.charge(5 * value.as<Dict>().size());
    for (const Dict::Entry& entry : value.as<Dict>().entries) {
      if (entry.key.is_defined()) dict->set(*this, entry.key, entry.value);
    }
  }
  return dict;
}

Value Interpreter::eval_compare(const Compare& e) {
  Value left = eval(*e.left);
  Value result;
  for (const auto& [op, expr] : e.rest) {
    const Value right = eval(*expr);
    activation_->at = &e.span;
    result = compare(op, left, right);
    if (expr == e.rest.back().second) break;
    if (!truth(result)) break;
    left = right;
  }
  return result;
}

std::string Interpreter::eval_fstring(const FString& e) {
  std::string text;
  for (const FString::Part& part : e.parts) {
    text += part.text;
    if (part.value == nullptr) continue;
    Value value = eval(*part.value);
    const std::string specification = part.specification == nullptr ? "" : eval_fstring(*part.specification);
    activation_->at = &part.value->span;
    if (part.conversion == 's') value = string(str(value));
    if (part.conversion == 'r' || part.conversion == 'a') value = string(repr(value));
    text += format(value, specification);
  }
  return text;
}

// Comprehensions.

/// The loops of a comprehension, as a machine that stops at each element, so that lists and generators share it.
class ComprehensionRun {
 public:
  /// Evaluates the first iterable, in the scope around the comprehension.
  ComprehensionRun(Interpreter& in, const Comprehension& e);
  /// Goes on to the next element, whose variables are then set; false at the end. The activation has the comprehension's scope.
  bool step(Interpreter& in);

 private:
  const Comprehension& e_;
  std::vector<Iterator*> iterators_;  ///< by clause
  std::size_t level_ = 0;             ///< the clause that goes on next
};

ComprehensionRun::ComprehensionRun(Interpreter& in, const Comprehension& e)
    : e_(e), iterators_(e.clauses.size()) {
  // The first iterable is evaluated at once, outside of the comprehension.
  const Value iterable = in.eval(*e.clauses[0].iterable);
  in.activation().at = &e.clauses[0].iterable->span;
  iterators_[0] = in.iterate(iterable);
}

bool ComprehensionRun::step(Interpreter& in) {
  while (true) {
    Value value;
    in.tick();
    if (!in.next(*iterators_[level_], value)) {
      if (level_ == 0) return false;
      --level_;
      continue;
    }
    const Comprehension::Clause& clause = e_.clauses[level_];
    in.assign(*clause.target, value);
    const bool is_taken = std::all_of(clause.conditions.begin(), clause.conditions.end(),
                                      [&in](const Expr* condition) { return in.truth(in.eval(*condition)); });
    if (!is_taken) continue;
    if (level_ + 1 == e_.clauses.size()) return true;
    const Expr* next = e_.clauses[level_ + 1].iterable;
    const Value iterable = in.eval(*next);
    in.activation().at = &next->span;
    iterators_[++level_] = in.iterate(iterable);
  }
}

namespace {

struct GeneratorExpression final : Iterator {
  ComprehensionRun run;
  const Comprehension& e;
  Activation activation;
  bool is_done = false;
  GeneratorExpression(Interpreter& in, const Comprehension& c, Scope* s)
      : run(in, c),
        e(c),

        activation{.caller = nullptr,
                   .name = "<genexpr>",
                   .module = in.activation().module,
                   .scope = s,
                   .class_names = nullptr,
                   .function = in.activation().function,
                   .at = &c.span} {
    cls = in.builtin_class("generator");
  }
  bool next(Interpreter& in, Value& out) override {
    if (is_done) return false;
    const Interpreter::Running running(in, activation);
    const Interpreter::Nested nested(in);
    is_done = true;  // also after an error
    try {
      if (!run.step(in)) return false;
      out = in.eval(*e.element);
    } catch (Error& error) {
      in.place(error);
      throw;
    }
    is_done = false;
    return true;
  }
};

}  // namespace

Value Interpreter::eval_comprehension(const Comprehension& e) {
  Scope* const outer = activation_->scope;
  auto* scope = heap.make<Scope>(outer, e.locals.size());
  if (e.result == Comprehension::Result::generator) return heap.make<GeneratorExpression>(*this, e, scope);
  ComprehensionRun run(*this, e);
  // Its variables are its own.
  struct Entered {
    Activation& activation;
    Scope* outer;
    ~Entered() { activation.scope = outer; }
  } const entered{*activation_, outer};
  activation_->scope = scope;
  Values items;
  auto* dict = e.result == Comprehension::Result::list
                   ? nullptr
                   : heap.make<Dict>(e.result == Comprehension::Result::dict ? Kind::dict : Kind::set);
  for (Turns turns(*activation_, e.span); run.step(*this); turns.next()) {
    const Value element = eval(*e.element);
    const Value value = e.value == nullptr ? Value::none() : eval(*e.value);
    activation_->at = &e.span;
    heap.charge(dict == nullptr ? 2 : 5);
    if (dict == nullptr) {
      items.push_back(element);
    } else {
      dict->set(*this, element, value);
    }
  }
  if (dict != nullptr) return dict;
  return heap.make<Sequence>(Kind::list, std::move(items));
}

}  // namespace headsup::python
