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
Value set_default(Call& call) {
  if (const Value* found = dict_of(call).find(call.in, call[1])) return *found;
  dict_of(call).set_item(call.in, call[1], call[2]);
  return call[2];
}
Value pop(Call& call) {
  const Value* found = dict_of(call).find(call.in, call[1]);
  if (found == nullptr && !call[2].is_defined()) call.in.raise_key_error(call[1]);
  if (found == nullptr) return call[2];
  const Value value = *found;
  dict_of(call).erase(call.in, call[1]);
  return value;
}
Value pop_item(Call& call) {
  Dict& dict = dict_of(call);
  for (std::size_t i = dict.entries.size(); i-- > 0;) {
    const Dict::Entry entry = dict.entries[i];
    if (!entry.key.is_defined()) continue;
    dict.erase(call.in, entry.key);
    return call.in.tuple({entry.key, entry.value});
  }
  call.in.raise_key_error(call.in.string("popitem(): dictionary is empty"));
}
Value update(Call& call) {
  update_dict(call.in, dict_of(call), call[1], call[2].as<Dict>());
  return Value::none();
}
Value clear(Call& call) {
  dict_of(call).clear();
  return Value::none();
}
Value copied(Interpreter& in, const Dict& dict) {
  auto* made = in.heap.make<Dict>(dict.kind);
  in.heap.charge(5 * dict.size());
  for (const Dict::Entry& entry : dict.entries) {
    if (entry.key.is_defined()) made->set(in, entry.key, entry.value);
  }
  return made;
}
Value copy(Call& call) {
  return copied(call.in, dict_of(call));
}
Value from_keys(Call& call) {
  auto* made = call.in.make_dict();
  for (const Value key : call.in.items_of(call[1])) made->set_item(call.in, key, call[2]);
  return made;
}

constexpr NativeEntry kDict[] = {{"__init__", "self, iterable=?, /, **kwargs", update},
                                 {"keys", "self, /", keys},
                                 {"values", "self, /", values},
                                 {"items", "self, /", items},
                                 {"get", "self, key, default=None, /", get},
                                 {"setdefault", "self, key, default=None, /", set_default},
                                 {"pop", "self, key, default=?, /", pop},
                                 {"popitem", "self, /", pop_item},
                                 {"update", "self, iterable=?, /, **kwargs", update},
                                 {"clear", "self, /", clear},
                                 {"copy", "self, /", copy},
                                 {"fromkeys", "cls, iterable, value=None, /", from_keys}};

// Sets.

Value set_add(Call& call) {
  call.in.heap.charge(5);
  dict_of(call).set(call.in, call[1], Value::none());
  return Value::none();
}
Value set_remove(Call& call) {
  if (!dict_of(call).erase(call.in, call[1])) call.in.raise_key_error(call[1]);
  return Value::none();
}
Value set_discard(Call& call) {
  dict_of(call).erase(call.in, call[1]);
  return Value::none();
}
Value set_pop(Call& call) {
  Value key;
  if (dict_of(call).iterate(call.in)->next(call.in, key)) {
    dict_of(call).erase(call.in, key);
    return key;
  }
  call.in.raise_key_error(call.in.string("pop from an empty set"));
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
Value set_of(Interpreter& in, Value iterable) {
  if (iterable.is(Kind::set)) return iterable;
  auto* set = in.heap.make<Dict>(Kind::set);
  for (const Value key : in.items_of(iterable)) {
    in.heap.charge(5);
    set->set(in, key, Value::none());
  }
  return set;
}
template <Op op>
Value set_operation(Call& call) {
  Value result = copied(call.in, dict_of(call));
  for (const Value more : call.items(1)) result = call.in.binary(op, result, set_of(call.in, more));
  return result;
}
template <Op op>
Value set_comparison(Call& call) {
  return call.in.compare(op, call[0], set_of(call.in, call[1]));
}
Value set_is_disjoint(Call& call) {
  return Value(call.in.binary(Op::bit_and, call[0], set_of(call.in, call[1])).as<Dict>().empty());
}
Value set_init(Call& call) {
  dict_of(call).clear();
  return call.items(1).empty() ? Value::none() : set_update(call);
}

constexpr NativeEntry kSet[] = {{"__init__", "self, *iterable", set_init},
                                {"add", "self, elem, /", set_add},
                                {"remove", "self, elem, /", set_remove},
                                {"discard", "self, elem, /", set_discard},
                                {"pop", "self, /", set_pop},
                                {"clear", "self, /", clear},
                                {"copy", "self, /", copy},
                                {"update", "self, *others", set_update},
                                {"union", "self, *others", set_operation<Op::bit_or>},
                                {"intersection", "self, *others", set_operation<Op::bit_and>},
                                {"difference", "self, *others", set_operation<Op::subtract>},
                                {"symmetric_difference", "self, *others", set_operation<Op::bit_xor>},
                                {"issubset", "self, other, /", set_comparison<Op::less_equal>},
                                {"issuperset", "self, other, /", set_comparison<Op::greater_equal>},
                                {"isdisjoint", "self, other, /", set_is_disjoint}};
// A frozenset has those that change nothing.
constexpr std::size_t kFrozenFrom = 8;

}  // namespace

void update_dict(Interpreter& in, Dict& dict, Value from, Dict& keywords) {
  if (from.is(Kind::dict)) {
    const std::vector<Dict::Entry> entries = from.as<Dict>().entries;
    for (const Dict::Entry& entry : entries) {
      if (entry.key.is_defined()) dict.set_item(in, entry.key, entry.value);
    }
  } else if (from.is_defined()) {
    Iterator* it = in.iterate(from);
    std::size_t at = 0;
    for (Value item; in.next(*it, item); ++at) {
      if (in.try_iterate(item) == nullptr) {
        raise("TypeError", {"cannot convert dictionary update sequence element #", at, " to a sequence"});
      }
      const Values pair = in.items_of(item);
      if (pair.size() != 2) {
        raise("ValueError",
              {"dictionary update sequence element #", at, " has length ", pair.size(), "; 2 is required"});
      }
      dict.set_item(in, pair[0], pair[1]);
    }
  }
  for (const Dict::Entry& entry : keywords.entries) dict.set_item(in, entry.key, entry.value);
}

void add_dicts(Interpreter& in) {
  Class* dict = in.heap.types[static_cast<std::size_t>(Kind::dict)];
  in.define(*dict->names, kDict, dict);
  Value* from_keys_function = dict->names->find(in.heap.intern("fromkeys"));
  *from_keys_function = in.heap.make<Descriptor>(Descriptor::Type::class_method, *from_keys_function);
  Class* set = in.heap.types[static_cast<std::size_t>(Kind::set)];
  in.define(*set->names, kSet, set);
  Class& frozen = in.builtins->find(in.heap.intern("frozenset"))->as<Class>();
  in.define(*frozen.names, std::span(kSet).subspan(kFrozenFrom), &frozen);
}

}  // namespace headsup::python
