// raise, try, with, and the classes of exceptions.
#include <algorithm>

#include "python/interpreter.h"

namespace headsup::python {

Class* Interpreter::exception_class(std::string_view name) {
  const Value* found = builtins->find(heap.intern(name));
  return &(found != nullptr ? *found : *builtins->find(heap.intern("Exception"))).as<Class>();
}

Value Interpreter::exception_of(Error& error) {
  if (error.exception.is_defined()) return error.exception;
  Values arguments;
  if (!error.message.empty()) arguments.push_back(string(error.message));
  error.exception = call(exception_class(error.type), std::move(arguments));
  return error.exception;
}

Error Interpreter::error_of(Value exception) {
  return {.type = type_name(exception),
          .message = str(exception),
          .hint = {},
          .span = {},
          .frames = {},
          .exception = exception};
}

void Interpreter::raise_key_error(Value key) {
  throw error_of(call(exception_class("KeyError"), {key}));
}

void Interpreter::place(Error& error) const {
  if (error.span.line == 0) error.span = here();
  if (error.frames.empty()) error.frames = frames();
}

void Interpreter::exec_raise(const Raise& s) {
  if (s.exception == nullptr) {
    if (handled.empty()) raise("RuntimeError", {"No active exception to reraise"});
    throw Error(*handled.back());
  }
  Value exception = eval(*s.exception);
  const Value cause = s.cause == nullptr ? Value() : eval(*s.cause);
  activation_->at = &s.span;
  if (exception.is(Kind::cls) && exception.as<Class>().is_exception) exception = call(exception, Values());
  if (!exception.is_object() || !exception.o->cls->is_exception) {
    raise("TypeError", {"exceptions must derive from BaseException"});
  }
  if (cause.is_defined()) set_attribute(exception, names.cause, cause);
  // One that is raised again keeps its place.
  for (const Error* error : handled) {
    if (error->exception.is_same(exception)) throw Error(*error);
  }
  throw error_of(exception);
}

bool Interpreter::handles(Value type, Value exception) {
  if (type.is(Kind::tuple)) {
    const Values& types = type.as<Sequence>().items;
    return std::any_of(types.begin(), types.end(), [&](Value t) { return handles(t, exception); });
  }
  if (!type.is(Kind::cls) || !type.as<Class>().is_exception) {
    raise("TypeError", {"catching classes that do not inherit from BaseException is not allowed"});
  }
  return is_instance(exception, &type.as<Class>());
}

Flow Interpreter::exec_try(const Try& s) {
  Flow flow = Flow::normal;
  Error pending;
  bool is_pending = false;
  Activation* const activation = activation_;
  const int nesting = nesting_;
  const auto keep = [&](Error& error) {
    place(error);
    nesting_ = nesting;
    if (!error.is_catchable) throw;
    pending = std::move(error);
    is_pending = true;
  };
  bool is_body_done = false;
  try {
    flow = exec(s.body);
    is_body_done = true;
    if (flow == Flow::normal) flow = exec(s.otherwise);
  } catch (Error& error) {
    keep(error);
  }
  if (is_pending && !is_body_done) {
    try {
      const Value exception = exception_of(pending);
      for (const Try::Handler& handler : s.handlers) {
        activation->at = &handler.span;
        if (handler.type != nullptr && !handles(eval(*handler.type), exception)) continue;
        is_pending = false;
        const Error error = pending;
        handled.push_back(&error);
        struct Leave {
          std::vector<const Error*>& handled;
          ~Leave() { handled.pop_back(); }
        } const leave{handled};
        if (handler.target != nullptr) store(*handler.target, exception);
        flow = exec(handler.body);
        if (handler.target != nullptr) delete_name(*handler.target);
        break;
      }
    } catch (Error& error) {
      keep(error);
    }
  }
  if (!s.finally.empty()) {
    const Value returned = activation->returned;
    const Flow last = exec(s.finally);
    if (last != Flow::normal) return last;
    activation->returned = returned;
  }
  if (is_pending) throw Error(pending);
  return flow;
}

Flow Interpreter::exec_with(const With& s, std::size_t at) {
  if (at == s.items.size()) return exec(s.body);
  const With::Item& item = s.items[at];
  const Value manager = eval(*item.manager);
  activation_->at = &item.manager->span;
  const Value enter = class_attribute(manager, names.enter);
  const Value leave = class_attribute(manager, names.exit);
  if (!enter.is_defined() || !leave.is_defined()) {
    raise("TypeError", {"'", type_name(manager), "' object does not support the context manager protocol",
                        enter.is_defined() ? " (missed __exit__ method)" : ""});
  }
  const Value entered = call_special(enter, manager);
  Flow flow = Flow::normal;
  Error pending;
  bool is_pending = false;
  const int nesting = nesting_;
  try {
    if (item.target != nullptr) assign(*item.target, entered);
    flow = exec_with(s, at + 1);
  } catch (Error& error) {
    place(error);
    nesting_ = nesting;
    if (!error.is_catchable) throw;
    pending = std::move(error);
    is_pending = true;
  }
  activation_->at = &item.manager->span;
  if (!is_pending) {
    call_special(leave, manager, {Value::none(), Value::none(), Value::none()});
    return flow;
  }
  const Value exception = exception_of(pending);
  if (!truth(call_special(leave, manager, {class_of(exception), exception, Value::none()})))
    throw Error(pending);
  return Flow::normal;
}

// The classes.

namespace {

Values& arguments_of(Call& call) {
  const Value* found = call[0].o->attributes->find(call.in.names.args);
  if (found == nullptr || !found->is(Kind::tuple))
    raise("TypeError", {"an exception's args must be a tuple"});
  return found->as<Sequence>().items;
}

Value make_exception(Call& call) {
  auto* exception = call.in.heap.make<Instance>();
  exception->cls = &call[0].as<Class>();
  exception->attributes = call.in.make_dict();
  exception->attributes->set(call.in.names.args, call[1]);
  return exception;
}
Value init_exception(Call& call) {
  call[0].o->attributes->set(call.in.names.args, call[1]);
  return Value::none();
}
Value exception_text(Call& call) {
  const Values& arguments = arguments_of(call);
  if (arguments.empty()) return call.in.string("");
  if (arguments.size() > 1) return call.in.string(call.in.repr(call.in.tuple(arguments)));
  // A key is shown as it is written.
  const bool is_key = call.in.is_instance(call[0], call.in.exception_class("KeyError"));
  return call.in.string(is_key ? call.in.repr(arguments[0]) : call.in.str(arguments[0]));
}
Value exception_repr(Call& call) {
  std::string text = call.in.repr(call.in.tuple(arguments_of(call)));
  if (arguments_of(call).size() == 1) text.erase(text.size() - 2, 1);  // no comma
  return call.in.string(call.in.type_name(call[0]) + text);
}

constexpr NativeEntry kExceptionMethods[] = {{"__init__", "self, *args", init_exception},
                                             {"__str__", "self, /", exception_text},
                                             {"__repr__", "self, /", exception_repr}};

/// Those that inherit from each, after it.
constexpr std::string_view kExceptions[] = {
    "BaseException Exception KeyboardInterrupt SystemExit GeneratorExit",
    "Exception ArithmeticError AssertionError AttributeError EOFError ImportError LookupError MemoryError "
    "NameError OSError RuntimeError StopIteration SyntaxError TypeError ValueError Warning",
    "ArithmeticError ZeroDivisionError OverflowError FloatingPointError",
    "ImportError ModuleNotFoundError",
    "LookupError IndexError KeyError",
    "NameError UnboundLocalError",
    "OSError FileNotFoundError",
    "RuntimeError NotImplementedError RecursionError",
    "SyntaxError IndentationError",
    "IndentationError TabError",
    "ValueError UnicodeError",
    "Warning UserWarning DeprecationWarning RuntimeWarning FutureWarning",
};

}  // namespace

void add_exceptions(Interpreter& in) {
  Class* base = in.make_class("BaseException", nullptr, kExceptionMethods);
  base->is_exception = true;
  in.set_constructor(*base, {"__new__", "cls, *args", make_exception});
  in.builtins->set(in.heap.intern("BaseException"), base);
  for (std::string_view family : kExceptions) {
    Class* parent = nullptr;
    while (!family.empty()) {
      const std::string_view name = family.substr(0, family.find(' '));
      family.remove_prefix(std::min(name.size() + 1, family.size()));
      if (parent == nullptr) {
        parent = in.exception_class(name);
      } else {
        in.builtins->set(in.heap.intern(name), in.make_class(std::string(name), parent));
      }
    }
  }
}

}  // namespace headsup::python
