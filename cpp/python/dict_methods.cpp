// The methods of dict and set, and the views of a dict.
#include <algorithm>

#include "python/interpreter.h"

namespace headsup::python {
namespace {

/// dict.keys(), values(), items(): they follow what happens to the dict.
struct DictView final : Object {
  enum class Of : std::uint8_t { keys, values, items };
  Dict& dict;
  Of of;
  DictView(Interpreter& in, Dict& d, Of o) : Object(Kind::native), dict(d), of(o) {
    constexpr const char* kNames[] = {"dict_keys", "dict_values", "dict_items"};
    cls = in.builtin_class(kNames[static_cast<int>(o)]);
  }
  Value shown(Interpreter& in, const Dict::Entry& entry) const {
    return of == Of::keys ? entry.key : of == Of::values ? entry.value : in.tuple({entry.key, entry.value});
  }
  std::int64_t length(Interpreter&) override { return static_cast<std::int64_t>(dict.size()); }
  Iterator* iterate(Interpreter& in) override;
  Value contains(Interpreter& in, Value value) override {
    return of == Of::keys ? Value(dict.find(in, value) != nullptr) : Value();
  }
  std::string repr(Interpreter& in) override {
    return joined({cls->name, "(", in.repr(in.list(in.items_of(this))), ")"});
  }
  Value binary(Interpreter& in, Op op, Value left, Value right) override {
    const auto is_keys = [](Value v) { return v.is(Kind::native) && v.o->cls->name == "dict_keys"; };
    if (of != Of::keys) return {};
    const auto as_set = [&in, is_keys](Value v) {
      if (!is_keys(v)) return v;
      auto* set = in.heap.make<Dict>(Kind::set);
      for (const Value item : in.items_of(v)) set->set(in, item, Value::none());
      return Value(set);
    };
    const Value a = as_set(left);
    const Value b = as_set(right);
    return a.is(Kind::set) && b.is(Kind::set) ? a.o->binary(in, op, a, b) : Value();
  }
};

struct DictViewIterator final : Iterator {
  const DictView& view;
  std::size_t at = 0;
  std::size_t size;
  DictViewIterator(Interpreter& in, const DictView& v) : view(v), size(v.dict.size()) {
    cls = in.builtin_class("dict_itemiterator");
  }
  bool next(Interpreter& in, Value& out) override {
    const Dict& dict = view.dict;
    if (size != dict.size()) raise("RuntimeError", {"dictionary changed size during iteration"});
    while (at < dict.entries.size() && !dict.entries[at].key.is_defined()) ++at;
    if (at >= dict.entries.size()) return false;
    out = view.shown(in, dict.entries[at++]);
    return true;
  }
};

Iterator* DictView::iterate(Interpreter& in) {
  return in.heap.make<DictViewIterator>(in, *this);
}

Dict& dict_of(const Call& call) {
  return call[0].as<Dict>();
}

Value view(Call& call, DictView::Of of) {
  return call.in.heap.make<DictView>(call.in, dict_of(call), of);
}
Value keys(Call& call) {
  return view(call, DictView::Of::keys);
}
Value values(Call& call) {
  return view(call, DictView::Of::values);
}
Value items(Call& call) {
  return view(call, DictView::Of::items);
}

Value get(Call& call) {
  const Value* found = dict_of(call).find(call.in, call[1]);
  return found == nullptr ? call[2] : *found;
}
Value pop(Call& call) {
  const Value* found = dict_of(call).find(call.in, call[1]);
  if (found == nullptr && !call[2].is_defined()) call.in.raise_key_error(call[1]);
  if (found == nullptr) return call[2];
  const Value value = *found;
  dict_of(call).erase(call.in, call[1]);
  return value;
}
Value get_item(Call& call) {
  return dict_of(call).item(call.in, call[1]);
}
Value set_item(Call& call) {
  dict_of(call).set_item(call.in, call[1], call[2]);
  return Value::none();
}
constexpr NativeEntry kDict[] = {{"__init__", "self, iterable=?, /, **kwargs", init_dict},
                                 {"__getitem__", "self, key, /", get_item},
                                 {"__setitem__", "self, key, value, /", set_item},
                                 {"keys", "self, /", keys},
                                 {"values", "self, /", values},
                                 {"items", "self, /", items},
                                 {"get", "self, key, default=None, /", get},
                                 {"pop", "self, key, default=?, /", pop}};

// Sets.

Value set_add(Call& call) {
  call.in.heap.charge(5);
  dict_of(call).set(call.in, call[1], Value::none());
  return Value::none();
}
Value set_discard(Call& call) {
  dict_of(call).erase(call.in, call[1]);
  return Value::none();
}
Value set_update(Call& call) {
  for (const Value more : call.items(1)) {
    for (const Value key : call.in.items_of(more)) {
      call.in.heap.charge(5);
      dict_of(call).set(call.in, key, Value::none());
    }
  }
  return Value::none();
}
Value set_init(Call& call) {
  dict_of(call).clear();
  return call.items(1).empty() ? Value::none() : set_update(call);
}

constexpr NativeEntry kSet[] = {{"__init__", "self, *iterable", set_init},
                                {"add", "self, elem, /", set_add},
                                {"discard", "self, elem, /", set_discard},
                                {"update", "self, *others", set_update}};

}  // namespace

/// dict(…), dict.__init__(…): library/dict.py has `update`.
Value init_dict(Call& call) {
  Arguments arguments;
  if (call[1].is_defined()) arguments.positional.push_back(call[1]);
  for (const Dict::Entry& entry : call[2].as<Dict>().entries)
    arguments.keywords.emplace_back(call.in.heap.intern(entry.key.as<String>().text), entry.value);
  if (arguments.positional.empty() && arguments.keywords.empty()) return Value::none();
  String* name = call.in.heap.intern("_update");
  return call.in.call(call.in.attribute(call[0], name), arguments);
}

void add_dicts(Interpreter& in) {
  Class* dict = in.heap.types[static_cast<std::size_t>(Kind::dict)];
  in.define(*dict->names, kDict, dict);
  in.add_methods(*dict, "dict");
  Class* set = in.heap.types[static_cast<std::size_t>(Kind::set)];
  in.define(*set->names, kSet, set);
  in.add_methods(*set, "frozenset");
  in.add_methods(*set, "set");
  in.add_methods(in.builtins->find(in.heap.intern("frozenset"))->as<Class>(), "frozenset");
}

}  // namespace headsup::python
