// Calls: arguments are bound to parameters, with Python's words where they do not fit.

#include "python/interpreter.h"

namespace headsup::python {
namespace {

using Parameter = Code::Parameter;
using ParameterKind = Code::Parameter::Kind;

bool is_positional(const Parameter& p) {
  return p.kind == ParameterKind::positional_only || p.kind == ParameterKind::normal;
}

const char* plural(std::size_t count) {
  return count == 1 ? "" : "s";
}

/// 'a', 'b', and 'c'
std::string enumerated(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += names.size() == 2 ? " and " : i + 1 == names.size() ? ", and " : ", ";
    text += joined({"'", names[i], "'"});
  }
  return text;
}

[[noreturn]] void too_many(std::string_view name, const std::vector<Parameter>& parameters,
                           const Values& defaults, std::size_t given, const Value* slots) {
  std::size_t takes = 0;
  std::size_t optional = 0;
  std::size_t keyword_only = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (is_positional(parameters[i])) {
      ++takes;
      optional += defaults[i].is_defined() || parameters[i].is_optional ? 1U : 0U;
    } else if (parameters[i].kind == ParameterKind::keyword_only && slots[i].is_defined()) {
      ++keyword_only;
    }
  }
  std::string message = joined({name, "() takes "});
  if (optional > 0) message += joined({"from ", takes - optional, " to "});
  message += joined({takes, " positional argument", optional > 0 ? "s" : plural(takes), " but ", given});
  if (keyword_only > 0) {
    message += joined({" positional argument", plural(given), " (and ", keyword_only,
                       " keyword-only argument", plural(keyword_only), ")"});
  }
  raise("TypeError", {message, given == 1 && keyword_only == 0 ? " was given" : " were given"});
}

void check_missing(std::string_view name, const std::vector<Parameter>& parameters, const Value* slots,
                   bool keyword_only) {
  std::vector<std::string_view> missing;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const bool is_asked =
        keyword_only ? parameters[i].kind == ParameterKind::keyword_only : is_positional(parameters[i]);
    if (is_asked && !slots[i].is_defined() && !parameters[i].is_optional)
      missing.push_back(parameters[i].name->text);
  }
  if (missing.empty()) return;
  raise("TypeError",
        {name, "() missing ", missing.size(), " required ", keyword_only ? "keyword-only" : "positional",
         " argument", plural(missing.size()), ": ", enumerated(missing)});
}

[[noreturn]] void unexpected_keyword(std::string_view name, const std::vector<Parameter>& parameters,
                                     const String* keyword) {
  std::vector<std::string_view> known;
  for (const Parameter& p : parameters) {
    if (p.name == keyword && p.kind == ParameterKind::positional_only) {
      raise("TypeError",
            {name, "() got some positional-only arguments passed as keyword arguments: '", keyword, "'"});
    }
    if (p.kind == ParameterKind::normal || p.kind == ParameterKind::keyword_only)
      known.push_back(p.name->text);
  }
  raise("TypeError", {name, "() got an unexpected keyword argument '", keyword, "'"},
        suggestion(keyword->text, known));
}

}  // namespace

void Interpreter::bind_arguments(std::string_view name, const std::vector<Parameter>& parameters,
                                 const Values& defaults, Arguments& arguments, Value* slots) {
  const std::size_t given = arguments.positional.size();
  std::size_t positional = 0;
  std::size_t taken = 0;
  bool has_rest = false;
  Dict* more = nullptr;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (is_positional(parameters[i])) {
      ++positional;
      if (i < given) slots[taken++] = arguments.positional[i];
    } else if (parameters[i].kind == ParameterKind::rest) {
      has_rest = true;
      Values rest;
      if (given > positional) {
        rest.assign(arguments.positional.begin() + static_cast<std::ptrdiff_t>(positional),
                    arguments.positional.end());
      }
      slots[i] = tuple(std::move(rest));
    } else if (parameters[i].kind == ParameterKind::keywords) {
      more = make_dict();
      slots[i] = more;
    }
  }
  for (const auto& [keyword, value] : arguments.keywords) {
    std::size_t i = 0;
    while (i < parameters.size() &&
           !(parameters[i].name == keyword && (parameters[i].kind == ParameterKind::normal ||
                                               parameters[i].kind == ParameterKind::keyword_only))) {
      ++i;
    }
    if (i < parameters.size()) {
      if (slots[i].is_defined())
        raise("TypeError", {name, "() got multiple values for argument '", keyword, "'"});
      slots[i] = value;
    } else if (more != nullptr) {
      heap.charge(5);
      more->set(keyword, value);
    } else {
      unexpected_keyword(name, parameters, keyword);
    }
  }
  if (given > positional && !has_rest) too_many(name, parameters, defaults, given, slots);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!slots[i].is_defined()) slots[i] = defaults[i];
  }
  check_missing(name, parameters, slots, false);
  check_missing(name, parameters, slots, true);
}

Value Interpreter::call(Value callee, Arguments& arguments) {
  if (!callee.is_object()) raise("TypeError", {"'", type_name(callee), "' object is not callable"});
  if (const Value method = special(callee, names.call); method.is_defined()) {
    if (!method.is(Kind::function)) return call(bind(method, callee, class_of(callee)), arguments);
    arguments.positional.insert(arguments.positional.begin(), callee);
    return call_function(method.as<Function>(), arguments);
  }
  return callee.o->call(*this, arguments);
}

Value Interpreter::call(Value callee, Values values) {
  Arguments arguments = {.positional = std::move(values), .keywords = {}};
  return call(callee, arguments);
}

Interpreter::Running::Running(Interpreter& in, Activation& activation) : in_(in), before_(in.activation_) {
  if (in.calls_ >= in.limits_.depth) {
    stop({"maximum recursion depth exceeded: ", in.limits_.depth, " calls are running inside one another"});
  }
  ++in.calls_;
  if (activation.call == 0)
    activation.call = ++in.call_count_;  // a generator is one call however often it goes on
  activation.caller = before_;
  in.activation_ = &activation;
}

Interpreter::Running::~Running() {
  --in_.calls_;
  in_.activation_ = before_;
}

void Interpreter::too_deep() {
  stop({"maximum recursion depth exceeded"});
}

Value Function::call(Interpreter& in, Arguments& arguments) {
  return in.call_function(*this, arguments);
}

Value Interpreter::call_function(Function& function, Arguments& arguments) {
  Code& code = *function.code;
  tick();
  if (!code.unparsed.empty()) parse_body(code);
  // Only a scope that another function may see must outlive the call.
  Scope own(function.closure, code.has_closures ? 0 : code.locals.size());
  Scope* scope = &own;
  if (code.has_closures) {
    heap.charge(2 * code.locals.size());
    scope = heap.make<Scope>(function.closure, code.locals.size());
  }
  bind_arguments(code.qualified_name, code.parameters, function.defaults, arguments, scope->slots.data());
  if (code.is_generator) return make_generator(*this, function, scope);
  Activation activation = {.caller = nullptr,
                           .name = code.name->text,
                           .module = function.module,
                           .scope = scope,
                           .class_names = nullptr,
                           .function = &function,
                           .at = &code.span};
  const Running running(*this, activation);
  try {
    exec(code.body);
  } catch (Error& error) {
    place(error);
    throw;
  }
  if (!activation.returned.is_defined()) return Value::none();
  returned(activation, activation.returned);
  return activation.returned;
}

Value Interpreter::make_function(Code& code) {
  auto* function = heap.make<Function>(&code, activation_->scope, activation_->module);
  function->defaults.resize(code.parameters.size());
  for (std::size_t i = 0; i < code.parameters.size(); ++i) {
    if (code.parameters[i].otherwise != nullptr) function->defaults[i] = eval(*code.parameters[i].otherwise);
  }
  return function;
}

// Native functions.

namespace {

Value parse_default(Interpreter& in, std::string_view text) {
  if (text == "None") return Value::none();
  if (text == "True") return Value(true);
  if (text == "False") return Value(false);
  if (text.front() == '\'') return in.string(std::string(text.substr(1, text.size() - 2)));
  if (text.find_first_of(".e") != std::string_view::npos) return Value(parse_real(std::string(text)));
  return integer_of_digits(text, 10);
}

/// The words of CPython's functions in C, whose parameters have no names.
void check_count(const NativeFunction& function, const std::vector<Parameter>& parameters,
                 const Values& defaults, const Arguments& arguments) {
  // The object of a method, the class of a constructor.
  const std::size_t self =
      !parameters.empty() && (function.owner != nullptr || parameters[0].name->text == "cls") ? 1 : 0;
  const std::size_t takes = parameters.size() - self;
  const std::size_t given = arguments.positional.size() < self ? 0 : arguments.positional.size() - self;
  std::size_t needs = 0;
  for (std::size_t i = self; i < parameters.size(); ++i) {
    needs += defaults[i].is_defined() || parameters[i].is_optional ? 0U : 1U;
  }
  std::string full =
      function.owner == nullptr ? function.name : joined({function.owner->name, ".", function.name});
  if (!arguments.keywords.empty()) raise("TypeError", {full, "() takes no keyword arguments"});
  if (arguments.positional.size() < self) {
    raise("TypeError", {"unbound method ", full, "() needs an argument"});
  }
  if (given >= needs && given <= takes) return;
  if (needs == takes && takes < 2) {
    raise("TypeError",
          {full, "() takes ", takes == 0 ? "no arguments" : "exactly one argument", " (", given, " given)"});
  }
  const std::size_t bound = given < needs ? needs : takes;
  raise("TypeError", {function.name, " expected ",
                      needs == takes  ? ""
                      : given < needs ? "at least "
                                      : "at most ",
                      bound, " argument", plural(bound), ", got ", given});
}

}  // namespace

/// Reads "input, dim=None, *, dtype=?".
const std::vector<Parameter>& NativeFunction::parameters(Interpreter& in) {
  if (is_parsed_) return parameters_;
  is_parsed_ = true;
  ParameterKind next = ParameterKind::normal;
  std::string_view rest = description;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    if (word == "/") {
      for (Parameter& p : parameters_) p.kind = ParameterKind::positional_only;
      continue;
    }
    if (word == "*") {
      next = ParameterKind::keyword_only;
      continue;
    }
    Parameter parameter = {.name = nullptr, .otherwise = nullptr, .kind = next};
    if (word.substr(0, 2) == "**") {
      parameter.kind = ParameterKind::keywords;
      word.remove_prefix(2);
    } else if (word.front() == '*') {
      parameter.kind = ParameterKind::rest;
      next = ParameterKind::keyword_only;
      word.remove_prefix(1);
    }
    Value otherwise;
    if (const std::size_t equals = word.find('='); equals != std::string_view::npos) {
      parameter.is_optional = word.substr(equals + 1) == "?";
      if (!parameter.is_optional) otherwise = parse_default(in, word.substr(equals + 1));
      word = word.substr(0, equals);
    }
    parameter.name = in.heap.intern(word);
    parameters_.push_back(parameter);
    defaults_.push_back(otherwise);
  }
  return parameters_;
}

Value NativeFunction::call(Interpreter& in, Arguments& arguments) {
  constexpr std::uint64_t kOperations = 4;  // what a call takes, in the time of others
  in.tick(kOperations);
  const Interpreter::Nested nested(in);
  const std::vector<Parameter>& all = parameters(in);
  if (check != nullptr) check(in, *this, arguments);
  Values slots(all.size());
  if (all.empty() || all.back().kind == ParameterKind::positional_only) {
    check_count(*this, all, defaults_, arguments);
    for (std::size_t i = 0; i < all.size(); ++i) {
      slots[i] = i < arguments.positional.size() ? arguments.positional[i] : defaults_[i];
    }
  } else {
    in.bind_arguments(name, all, defaults_, arguments, slots.data());
  }
  // A method taken from its class may be given anything: list.append(3, 4).
  if (owner != nullptr && !slots.empty() && !in.is_instance(slots[0], owner) && all[0].name->text != "cls") {
    raise("TypeError", {"descriptor '", name, "' for '", owner->name, "' objects doesn't apply to a '",
                        in.type_name(slots[0]), "' object"});
  }
  Call call = {.in = in, .function = *this, .arguments = slots.data()};
  return code(call);
}

Value NativeFunction::attribute(Interpreter& in, String* wanted) {
  if (wanted == in.names.name || wanted == in.names.qualname) return in.string(name);
  return {};
}

std::string NativeFunction::repr(Interpreter&) {
  if (owner != nullptr) return joined({"<method '", name, "' of '", owner->name, "' objects>"});
  return joined({"<built-in function ", name, ">"});
}

std::int64_t Call::integer(std::size_t i) const {
  return in.index(arguments[i]);
}

double Call::real(std::size_t i) const {
  if (arguments[i].is_number()) return arguments[i].to_real();
  if (const Value method = in.special(arguments[i], in.names.float_); method.is_defined()) {
    const Value result = in.call_special(method, arguments[i]);
    if (result.is(Kind::real)) return result.d;
  }
  if (arguments[i].is(Kind::native)) {
    const Value method = in.find_attribute(arguments[i], in.names.float_);
    if (method.is_defined()) return in.call(method, Values()).to_real();
  }
  raise("TypeError", {"must be real number, not ", in.type_name(arguments[i])});
}

const std::string& Call::text(std::size_t i) const {
  if (!arguments[i].is(Kind::string)) {
    raise("TypeError", {function.name, "() argument ", i + (function.owner == nullptr ? 1 : 0),
                        " must be str, not ", in.type_name(arguments[i])});
  }
  return arguments[i].as<String>().text;
}

bool Call::flag(std::size_t i) const {
  return in.truth(arguments[i]);
}

// Classes.

Value Class::call(Interpreter& in, Arguments& arguments) {
  return in.instantiate(*this, arguments);
}

Value Interpreter::instantiate(Class& cls, Arguments& arguments) {
  if (!cls.is_python) {
    if (cls.constructor == nullptr) raise("TypeError", {"cannot create '", cls.name, "' instances"});
    arguments.positional.insert(arguments.positional.begin(), &cls);
    return cls.constructor->call(*this, arguments);
  }
  tick();
  Value object;
  if (cls.constructor != nullptr) {
    // A builtin class makes an empty object, which its __init__ fills; an exception keeps its arguments.
    Arguments first = {.positional = {&cls}, .keywords = {}};
    if (cls.is_exception) {
      first.positional.insert(first.positional.end(), arguments.positional.begin(),
                              arguments.positional.end());
    }
    object = cls.constructor->call(*this, first);
    object.o->cls = &cls;
  } else {
    auto* instance = heap.make<Instance>();
    instance->cls = &cls;
    object = instance;
  }
  const Value init = special(object, names.init);
  if (init.is_defined()) {
    arguments.positional.insert(arguments.positional.begin(), object);
    const Value result = call(init, arguments);
    if (!result.is_none())
      raise("TypeError", {"__init__() should return None, not '", type_name(result), "'"});
  } else if (!arguments.positional.empty() || !arguments.keywords.empty()) {
    raise("TypeError", {cls.name, "() takes no arguments"});
  }
  return object;
}

}  // namespace headsup::python
