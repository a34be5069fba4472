// map, zip, enumerate, filter, reversed: classes whose objects are iterators.
#include "python/interpreter.h"

namespace headsup::python {
namespace {

struct Map final : Iterator {
  Value function;
  std::vector<Iterator*> sources;
  bool next(Interpreter& in, Value& out) override {
    Values arguments(sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (!in.next(*sources[i], arguments[i])) return false;
    }
    out = in.call(function, std::move(arguments));
    return true;
  }
};

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

struct Filter final : Iterator {
  Value function;
  Iterator* source;
  Filter(Value f, Iterator* s) : function(f), source(s) {}
  bool next(Interpreter& in, Value& out) override {
    while (in.next(*source, out)) {
      in.tick();
      if (in.truth(function.is_none() ? out : in.call(function, {out}))) return true;
    }
    return false;
  }
};

struct Reversed final : Iterator {
  Value sequence;
  std::int64_t left;
  Reversed(Value s, std::int64_t size) : sequence(s), left(size) {}
  bool next(Interpreter& in, Value& out) override {
    if (left <= 0) return false;
    out = in.item(sequence, Value(--left));
    return true;
  }
};

std::vector<Iterator*> sources_of(Call& call, std::size_t i) {
  std::vector<Iterator*> sources;
  for (const Value iterable : call.items(i)) {
    Iterator* it = call.in.try_iterate(iterable);
    if (it == nullptr && call.function.name == "zip") {
      raise("TypeError", {"'", call.in.type_name(iterable), "' object is not iterable"});
    }
    sources.push_back(it != nullptr ? it : call.in.iterate(iterable));
  }
  return sources;
}

template <class T, class... A>
Value made(Call& call, A&&... arguments) {
  T* iterator = call.in.heap.make<T>(std::forward<A>(arguments)...);
  iterator->cls = &call[0].as<Class>();
  return iterator;
}

Value make_map(Call& call) {
  const Value map = made<Map>(call);
  map.as<Map>().function = call[1];
  map.as<Map>().sources = sources_of(call, 2);
  if (map.as<Map>().sources.empty()) raise("TypeError", {"map() must have at least two arguments."});
  return map;
}
Value make_zip(Call& call) {
  const Value zip = made<Zip>(call);
  zip.as<Zip>().sources = sources_of(call, 1);
  zip.as<Zip>().is_strict = call.flag(2);
  return zip;
}
Value make_enumerate(Call& call) {
  return made<Enumerate>(call, call.in.iterate(call[1]), call.integer(2));
}
Value make_filter(Call& call) {
  return made<Filter>(call, call[1], call.in.iterate(call[2]));
}
Value make_reversed(Call& call) {
  const Value v = call[1];
  if (v.is(Kind::set)) raise("TypeError", {"'set' object is not reversible"});
  if (const Value method = call.in.special(v, call.in.heap.intern("__reversed__")); method.is_defined()) {
    return call.in.call_special(method, v);
  }
  if (v.is(Kind::dict) || v.is(Kind::native)) {
    const Value items = call.in.list(call.in.items_of(v));
    return made<Reversed>(call, items, call.in.length(items));
  }
  if (v.is(Kind::iterator)) raise("TypeError", {"'", call.in.type_name(v), "' object is not reversible"});
  return made<Reversed>(call, v, call.in.length(v));
}

constexpr NativeEntry kIterators[] = {{"map", "cls, function, *iterables", make_map},
                                      {"zip", "cls, *iterables, strict=False", make_zip},
                                      {"enumerate", "cls, iterable, start=0", make_enumerate},
                                      {"filter", "cls, function, iterable, /", make_filter},
                                      {"reversed", "cls, sequence, /", make_reversed}};

}  // namespace

void add_iterators(Interpreter& in) {
  for (const NativeEntry& entry : kIterators) {
    Class* cls = in.builtin_class(entry.name);
    in.set_constructor(*cls, entry);
    in.builtins->set(in.heap.intern(entry.name), cls);
  }
}

}  // namespace headsup::python
