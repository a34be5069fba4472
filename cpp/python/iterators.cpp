// zip and enumerate: classes whose objects are iterators.
#include "python/interpreter.h"

namespace headsup::python {
namespace {

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

}  // namespace

void add_iterators(Interpreter& in) {
  for (const NativeEntry& entry : kIterators) {
    Class* cls = in.builtin_class(entry.name);
    in.set_constructor(*cls, entry);
    in.builtins->set(in.heap.intern(entry.name), cls);
  }
}

}  // namespace headsup::python
