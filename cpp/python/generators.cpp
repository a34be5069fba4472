// Functions with yield. A generator runs statement by statement, and keeps by itself where it is in each block, so that it
// can stop at a yield and go on later. The parser sees to it that a yield is a statement, or all of an assignment's value.
#include "python/interpreter.h"

namespace headsup::python {
namespace {

struct Generator final : Iterator {
  /// Where the generator is in a block, and the loop that the block belongs to.
  struct Cursor {
    const Block* block;
    std::size_t at = 0;
    const Stmt* loop = nullptr;    ///< of the loop's body
    Iterator* iterator = nullptr;  ///< of for
  };
  Activation activation;
  std::vector<Cursor> cursors;
  Iterator* delegate = nullptr;     ///< of yield from
  const Assign* waiting = nullptr;  ///< x = yield: the value that send gives
  Value sent = Value::none();
  bool is_running = false;

  Generator(Interpreter& in, const Function& function, Scope* scope)
      : activation{.caller = nullptr,
                   .name = function.code->name->text,
                   .module = function.module,
                   .scope = scope,
                   .class_names = nullptr,
                   .function = &function,
                   .at = &function.code->span} {
    cls = in.builtin_class("generator");
    cursors.push_back({.block = &function.code->body});
  }

  bool next(Interpreter& in, Value& out) override {
    if (cursors.empty()) return false;
    if (is_running) raise("ValueError", {"generator already executing"});
    const Interpreter::Running running(in, activation);
    const Interpreter::Nested nested(in);
    is_running = true;
    try {
      const bool is_value = run(in, out);
      is_running = false;
      if (!is_value) cursors.clear();
      return is_value;
    } catch (Error& error) {
      is_running = false;
      in.place(error);
      cursors.clear();
      throw;
    }
  }

 private:
  /// Runs to the next yield; false at the end.
  bool run(Interpreter& in, Value& out) {
    if (waiting != nullptr) {
      for (const Expr* target : waiting->targets) in.assign(*target, sent);
      waiting = nullptr;
    }
    sent = Value::none();
    while (true) {
      if (delegate != nullptr) {
        if (in.next(*delegate, out)) return true;
        delegate = nullptr;
      }
      if (cursors.empty()) return false;
      Cursor& cursor = cursors.back();
      if (cursor.at == cursor.block->size()) {
        end_of_block(in);
        continue;
      }
      const Stmt& stmt = *(*cursor.block)[cursor.at++];
      if (const Yield* yield = yield_of(stmt)) {
        in.activation().at = &stmt.span;
        in.tick();
        if (stmt.kind == Stmt::Kind::assign) waiting = static_cast<const Assign*>(&stmt);
        const Value value = yield->value == nullptr ? Value::none() : in.eval(*yield->value);
        if (yield->is_from) {
          delegate = in.iterate(value);
          continue;
        }
        out = value;
        return true;
      }
      if (stmt.has_yield) {
        enter(in, stmt);
        continue;
      }
      const Flow flow = in.exec(stmt);
      if (flow == Flow::return_) return false;
      if (flow == Flow::normal) continue;
      // Out of the blocks within the loop, and out of the loop for break.
      while (cursors.back().loop == nullptr) cursors.pop_back();
      if (flow == Flow::break_) {
        cursors.pop_back();
      } else {
        cursors.back().at = cursors.back().block->size();
      }
    }
  }

  static const Yield* yield_of(const Stmt& stmt) {
    const Expr* value = stmt.kind == Stmt::Kind::expression ? as<ExprStmt>(stmt).value
                        : stmt.kind == Stmt::Kind::assign   ? as<Assign>(stmt).value
                                                            : nullptr;
    return value != nullptr && value->kind == Expr::Kind::yield ? static_cast<const Yield*>(value) : nullptr;
  }

  void enter(Interpreter& in, const Stmt& stmt) {
    in.activation().at = &stmt.span;
    if (stmt.kind == Stmt::Kind::if_) {
      for (const If::Branch& branch : as<If>(stmt).branches) {
        if (branch.test != nullptr && !in.truth(in.eval(*branch.test))) continue;
        cursors.push_back({.block = &branch.body});
        return;
      }
    } else if (stmt.kind == Stmt::Kind::for_) {
      const auto& loop = as<For>(stmt);
      Iterator* iterator = in.iterate(in.eval(*loop.iterable));
      cursors.push_back({.block = &loop.body, .at = loop.body.size(), .loop = &loop, .iterator = iterator});
    } else {
      const auto& loop = as<While>(stmt);
      cursors.push_back({.block = &loop.body, .at = loop.body.size(), .loop = &loop});
    }
  }

  /// Begins a loop's next turn, or leaves the block.
  void end_of_block(Interpreter& in) {
    Cursor& cursor = cursors.back();
    in.tick();
    if (cursor.loop == nullptr) {
      cursors.pop_back();
      return;
    }
    const Stmt& loop = *cursor.loop;
    in.activation().at = &loop.span;
    const Block* otherwise = nullptr;
    if (cursor.iterator != nullptr) {
      const auto& s = as<For>(loop);
      Value value;
      if (in.next(*cursor.iterator, value)) {
        cursor.at = 0;
        return in.assign(*s.target, value);
      }
      otherwise = &s.otherwise;
    } else {
      const auto& s = as<While>(loop);
      if (in.truth(in.eval(*s.test))) {
        cursor.at = 0;
        return;
      }
      otherwise = &s.otherwise;
    }
    cursors.pop_back();
    if (!otherwise->empty()) cursors.push_back({.block = otherwise});
  }
};

Generator& generator_of(Call& call) {
  if (call.in.class_of(call[0]) != call.in.builtin_class("generator"))
    raise("TypeError", {"not a generator"});
  auto* generator = dynamic_cast<Generator*>(call[0].o);
  if (generator == nullptr) refuse_construct("send to a generator expression", "write a function with yield");
  return *generator;
}

Value send(Call& call) {
  Generator& generator = generator_of(call);
  if (call.has(1) && generator.waiting == nullptr) {
    raise("TypeError", {"can't send non-None value to a just-started generator"});
  }
  generator.sent = call[1];
  Value value;
  if (!generator.next(call.in, value)) raise("StopIteration", {});
  return value;
}

Value close(Call& call) {
  generator_of(call).cursors.clear();
  return Value::none();
}

constexpr NativeEntry kMethods[] = {{"send", "self, value, /", send}, {"close", "self, /", close}};

}  // namespace

Value make_generator(Interpreter& in, const Function& function, Scope* scope) {
  Class* cls = in.builtin_class("generator");
  if (cls->names->empty()) in.define(*cls->names, kMethods, cls);
  return in.heap.make<Generator>(in, function, scope);
}

}  // namespace headsup::python
