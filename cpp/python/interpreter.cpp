// The run: its modules, its place in the program, what it prints and may use.
#include "python/interpreter.h"

#include <algorithm>

#include "python/parser.h"

namespace headsup::python {
namespace {

/// What later runs use again: the libraries' trees by their texts, with the strings and names in them. Each thread has its own,
/// because trees are parsed further, and strings get the classes of a run.
struct Lasting {
  Heap heap{static_cast<std::uint64_t>(-1)};
  std::vector<std::pair<std::string_view, std::unique_ptr<Tree>>> trees = {};
};
thread_local std::unique_ptr<Lasting> lasting;

/// The heap of what outlives a new run: the libraries' trees, and the names of all programs until they are many.
Heap* lasting_heap() {
  constexpr std::size_t kMostNames = 10'000;
  if (lasting == nullptr || lasting->heap.name_count() > kMostNames) lasting = std::make_unique<Lasting>();
  return &lasting->heap;
}

/// The tree of a text of a library, or of the body of a function in one.
const Tree& library_tree(std::string_view text, Later later, Code* code = nullptr) {
  for (const auto& [parsed, tree] : lasting->trees) {
    if (parsed.data() == text.data() && parsed.size() == text.size()) return *tree;
  }
  auto tree = std::make_unique<Tree>();
  Parser parser(text, {1, 0, 1, 0, 0}, lasting->heap, *tree, later);
  code == nullptr ? parser.program() : parser.body_of(*code);
  return *lasting->trees.emplace_back(text, std::move(tree)).second;
}

}  // namespace

Interpreter::Interpreter(const Limits& limits)
    : heap(limits.elements, lasting_heap()), names{heap}, limits_(limits) {
  main = heap.make<Module>("__main__", make_dict(), false);
  builtin_module = heap.make<Module>("builtins", builtins, true);
  builtin_module->python = library_text("builtins");
  add_builtin_types(*this);
  main->names->set(names.name, string("__main__"));
  modules_->set(heap.intern("__main__"), main);
  modules_->set(heap.intern("builtins"), builtin_module);
  add_exceptions(*this);
  add_strings(*this);
  add_sequences(*this);
  add_dicts(*this);
  add_builtin_functions(*this);
  add_modules(*this);
}

void Interpreter::run(std::string_view source, const Span& place_of_source, bool is_cell) {
  Activation activation = {.caller = nullptr, .name = "<module>", .module = main, .at = &place_of_source};
  const Running running(*this, activation);
  Tree& tree = *trees_.emplace_back(std::make_unique<Tree>());
  heap.charge(source.size());
  Parser(source, place_of_source, heap, tree).program();
  try {
    for (const Stmt* stmt : tree.body) {
      if (is_cell && stmt == tree.body.back() && stmt->kind == Stmt::Kind::expression) {
        const Value value = in_pythons_words([&] { return eval(*as<ExprStmt>(*stmt).value); });
        activation.at = &stmt->span;
        if (!value.is_none()) print(repr(value) + "\n", true);
      } else {
        exec(*stmt);
      }
    }
  } catch (Error& error) {
    place(error);
    throw;
  }
}

void Interpreter::run_library(Module& module, std::string_view python, Later later) {
  Activation activation = {.caller = nullptr, .name = "<module>", .module = &module};
  const Running running(*this, activation);
  const Tree& tree = library_tree(python, later);
  module.unparsed.insert(module.unparsed.end(), tree.unparsed.begin(), tree.unparsed.end());
  exec(tree.body);
}

void Interpreter::parse_body(Code& code) {
  library_tree(code.unparsed, Later::nothing, &code);
  code.unparsed = {};
}

// Modules.

void Interpreter::add_methods(Class& cls, std::string_view name) {
  auto* module = heap.make<Module>(cls.name, cls.names, true);
  module->python = library_text(name);
  cls.libraries.push_back({module});
}

Value* Interpreter::find_in_class(const Class& cls, const String* name) {
  if (Value* found = cls.find(name)) return found;
  const bool is_special = name->text.substr(0, 2) == "__";
  for (Class* c : cls.order) {
    for (const auto& [module, words] : c->libraries) {
      if (words.empty() ? is_special
                        : joined({" ", words, " "}).find(joined({" ", name, " "})) == std::string::npos)
        continue;
      const Value* found = find_in_module(*module, name);
      if (found == nullptr) continue;
      if (module->names != c->names) c->names->set(heap.intern(name->text), *found);
      return c->names->find(name);
    }
  }
  return nullptr;
}

void Interpreter::complete(const Class& cls) {
  for (Class* c : cls.order) {
    for (const auto& [module, words] : c->libraries) {
      if (words.empty()) complete(*module);
      for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        find_in_class(cls, heap.intern(words.substr(at, end - at)));
        at = end + 1;
      }
    }
  }
}

void Interpreter::run_text(Module& module) {
  const std::string_view text = std::exchange(module.python, {});
  if (!text.empty()) run_library(module, text, Later::definitions);
}

void Interpreter::complete(Module& module) {
  run_text(module);
  for (std::size_t i = 0; i < module.unparsed.size(); ++i) find_in_module(module, module.unparsed[i].name);
}

Value* Interpreter::find_in_module(Module& module, const String* name) {
  if (Value* found = module.names->find(name)) return found;
  run_text(module);
  const auto definition =
      std::find_if(module.unparsed.begin(), module.unparsed.end(),
                   [name](const Unparsed& u) { return u.name == name && !u.text.empty(); });
  if (definition != module.unparsed.end())
    run_library(module, std::exchange(definition->text, {}), Later::bodies);
  return module.names->find(name);
}

void Interpreter::add_module(const char* name, void (*fill)(Interpreter&, Module&), std::string_view python) {
  libraries_.push_back({name, fill, python});
}

bool Interpreter::has_library(std::string_view name) const {
  return std::any_of(libraries_.begin(), libraries_.end(),
                     [&name](const Library& l) { return name == l.name; });
}

Module* Interpreter::import_module(const std::string& name) {
  String* key = heap.intern(name);
  if (const Value* found = modules_->find(key)) return &found->as<Module>();
  const std::size_t dot = name.rfind('.');
  Module* parent = dot == std::string::npos ? nullptr : import_module(name.substr(0, dot));
  // A parent may make its own children.
  if (const Value* found = modules_->find(key)) return &found->as<Module>();
  const auto library = std::find_if(libraries_.begin(), libraries_.end(),
                                    [&name](const Library& l) { return name == l.name; });
  if (library == libraries_.end()) {
    std::string known;
    for (const Library& l : libraries_) {
      if (std::string_view(l.name).find_first_of("._") != std::string_view::npos) continue;
      known += (known.empty() ? "" : ", ") + std::string(l.name);
    }
    raise("ModuleNotFoundError", {"No module named '", name, "'"},
          joined({"Here programs can import ", known, "."}));
  }
  auto* module = heap.make<Module>(name, make_dict(), true);
  module->names->set(names.name, string(name));
  modules_->set(key, module);
  if (library->fill != nullptr) library->fill(*this, *module);
  module->python = library->python;
  if (parent != nullptr) parent->names->set(heap.intern(name.substr(dot + 1)), module);
  return module;
}

void Interpreter::define(Dict& into, std::span<const NativeEntry> entries, Class* owner) {
  for (const NativeEntry& entry : entries) {
    if (entry.parameters != nullptr) {
      into.set(heap.intern(entry.name), heap.make<NativeFunction>(entry, owner));
      continue;
    }
    NativeEntry getter = entry;
    getter.parameters = "self, /";
    into.set(heap.intern(entry.name), heap.make<Descriptor>(Descriptor::Type::property,
                                                            Value(heap.make<NativeFunction>(getter, owner))));
  }
}

Class* Interpreter::make_class(std::string name, Class* base, std::span<const NativeEntry> methods) {
  auto* cls = heap.make<Class>(std::move(name));
  cls->names = make_dict();
  cls->order = {cls};
  if (base == nullptr && heap.types[static_cast<std::size_t>(Kind::instance)] != nullptr) {
    base = heap.types[static_cast<std::size_t>(Kind::instance)];
  }
  if (base != nullptr) {
    cls->bases = {base};
    cls->order.insert(cls->order.end(), base->order.begin(), base->order.end());
    cls->is_exception = base->is_exception;
    if (base->is_exception) cls->constructor = base->constructor;
  }
  define(*cls->names, methods, cls);
  return cls;
}

Class* Interpreter::builtin_class(const char* name) {
  String* key = heap.intern(name);
  if (const Value* found = classes_->find(key)) return &found->as<Class>();
  Class* cls = make_class(name, nullptr);
  classes_->set(key, cls);
  return cls;
}

void Interpreter::set_constructor(Class& cls, const NativeEntry& entry) {
  cls.constructor = heap.make<NativeFunction>(entry, nullptr);
  cls.constructor->name = cls.name;
}

void Interpreter::assigned(std::string_view, Value) {}
void Interpreter::assigned_from(const Expr&, const Expr&) {}
void Interpreter::returned(const Activation&, Value) {}
std::optional<Tensor> Interpreter::as_tensor(Value) {
  return std::nullopt;
}

// Where the run is.

Span Interpreter::here() const {
  for (const Activation* a = activation_; a != nullptr; a = a->caller) {
    if (!a->module->is_library && a->at != nullptr) return *a->at;
  }
  return {};
}

std::vector<Frame> Interpreter::frames() const {
  std::vector<Frame> found;
  for (const Activation* a = activation_; a != nullptr; a = a->caller) {
    if (!a->module->is_library) found.push_back({std::string(a->name), *a->at});
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<Around> Interpreter::around() const {
  std::vector<Around> found;
  const Activation* inner = nullptr;
  const auto add_call = [&](const Activation* caller) {
    if (inner == nullptr) return;
    found.push_back(
        {.span = caller->at == nullptr ? Span() : *caller->at, .number = inner->call, .is_loop = false});
  };
  for (const Activation* a = activation_; a != nullptr; a = a->caller) {
    if (a->module->is_library) continue;
    add_call(a);
    found.insert(found.end(), a->loops.rbegin(), a->loops.rend());
    inner = a;
  }
  std::reverse(found.begin(), found.end());
  return found;
}

void Interpreter::out_of_operations() const {
  stop({"the program takes more than ", limits_.operations, " operations"});
}

void Interpreter::grant(std::uint64_t operations, std::uint64_t elements) {
  limits_.operations = std::max(limits_.operations, operations_ + operations);
  heap.grant(elements);
}

void Interpreter::print(std::string text, bool is_value) {
  heap.charge(text.size() / 8 + 8);
  output.push_back({std::move(text), here(), is_value});
}

// Text.

namespace {

/// While a container is shown, it is known to be, in case that it contains itself.
class Shown {
 public:
  Shown(Interpreter& in, const Object* object) : in_(in) {
    is_again_ = std::find(in.being_shown.begin(), in.being_shown.end(), object) != in.being_shown.end();
    in.being_shown.push_back(object);
  }
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;
  ~Shown() { in_.being_shown.pop_back(); }
  bool is_again() const { return is_again_; }

 private:
  Interpreter& in_;
  bool is_again_;
};

}  // namespace

std::string Interpreter::repr(Value v) {
  switch (v.kind) {
    case Kind::undefined:
    case Kind::none:
      return "None";
    case Kind::ellipsis:
      return "Ellipsis";
    case Kind::not_implemented:
      return "NotImplemented";
    case Kind::boolean:
      return v.i != 0 ? "True" : "False";
    case Kind::integer:
      return std::to_string(v.i);
    case Kind::real:
      return repr_real(v.d);
    default:
      break;
  }
  const Nested nested(*this);
  tick();
  if (const Value method = special(v, names.repr); method.is_defined()) {
    const Value result = call_special(method, v);
    if (!result.is(Kind::string))
      raise("TypeError", {"__repr__ returned non-string (type ", type_name(result), ")"});
    return result.as<String>().text;
  }
  const bool is_container = v.is(Kind::list) || v.is(Kind::tuple) || v.is(Kind::dict) || v.is(Kind::set);
  if (!is_container) return v.o->repr(*this);
  const Shown shown(*this, v.o);
  if (shown.is_again()) return v.is(Kind::list) ? "[...]" : v.is(Kind::tuple) ? "(...)" : "{...}";
  return v.o->repr(*this);
}

std::string Interpreter::str(Value v) {
  if (!v.is_object()) return repr(v);
  if (const Value method = special(v, names.str); method.is_defined()) {
    const Value result = call_special(method, v);
    if (!result.is(Kind::string))
      raise("TypeError", {"__str__ returned non-string (type ", type_name(result), ")"});
    return result.as<String>().text;
  }
  return v.o->str(*this);
}

std::string Interpreter::format(Value v, const std::string& specification) {
  if (v.is_number() && !(v.is(Kind::boolean) && specification.empty()))
    return format_number(v, specification);
  if (!v.is_object()) {
    if (!specification.empty()) {
      raise("TypeError", {"unsupported format string passed to ", type_name(v), ".__format__"});
    }
    return repr(v);
  }
  if (const Value method = special(v, names.format); method.is_defined()) {
    return str(call_special(method, v, {string(specification)}));
  }
  return v.o->format(*this, specification);
}

}  // namespace headsup::python
