// The table of dict and set, with their operators.
#include <algorithm>

#include "python/interpreter.h"

namespace headsup::python {
namespace {

constexpr std::size_t kWithoutTable = 8;  // so few entries are searched in a row
constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

/// The places of a set's entries in the order in which CPython iterates over it, where all of them are whole numbers: that of
/// their places in its table. Other keys have no order that a program may know.
std::vector<std::size_t> set_order(const Dict& set) {
  std::vector<std::size_t> order;
  bool is_whole = set.kind == Kind::set;
  for (std::size_t i = 0; i < set.entries.size(); ++i) {
    if (!set.entries[i].key.is_defined()) continue;
    order.push_back(i);
    is_whole &= set.entries[i].key.is_integer();
  }
  if (!is_whole) return order;
  constexpr std::size_t kProbes = 9;
  std::vector<std::size_t> table(8);  // 0 is free, else a place + 1
  std::size_t filled = 0;
  const auto insert = [&](std::size_t entry) {
    const std::int64_t key = set.entries[entry].key.i;
    auto hash = static_cast<std::uint64_t>(key == -1 ? -2 : key);
    const std::size_t mask = table.size() - 1;
    for (std::uint64_t at = hash & mask, rest = hash;; rest >>= 5U, at = (at * 5 + 1 + rest) & mask) {
      const std::size_t probes = at + kProbes <= mask ? kProbes : 0;
      for (std::size_t i = 0; i <= probes; ++i) {
        if (table[at + i] != 0) continue;
        table[at + i] = entry + 1;
        return;
      }
    }
  };
  for (const std::size_t entry : order) {
    insert(entry);
    if (++filled * 5 < (table.size() - 1) * 3) continue;
    const std::vector<std::size_t> old = table;
    std::size_t size = 8;
    while (size <= filled * (filled > 50000 ? 2 : 4)) size *= 2;
    table.assign(size, 0);
    for (const std::size_t place : old) {
      if (place != 0) insert(place - 1);
    }
  }
  order.clear();
  for (const std::size_t place : table) {
    if (place != 0) order.push_back(place - 1);
  }
  return order;
}

struct DictIterator final : Iterator {
  const Dict& dict;
  std::vector<std::size_t> order;
  std::size_t at = 0;
  std::size_t size;
  DictIterator(Interpreter& in, const Dict& d) : dict(d), order(set_order(d)), size(d.size()) {
    in.heap.charge(order.size());
    cls = in.builtin_class(d.kind == Kind::set ? "set_iterator" : "dict_keyiterator");
  }
  bool next(Interpreter&, Value& out) override {
    if (size != dict.size()) {
      raise("RuntimeError",
            {dict.kind == Kind::set ? "Set" : "dictionary", " changed size during iteration"});
    }
    // An entry may have been replaced by another.
    while (at < order.size() &&
           (order[at] >= dict.entries.size() || !dict.entries[order[at]].key.is_defined()))
      ++at;
    if (at >= order.size()) return false;
    out = dict.entries[order[at++]].key;
    return true;
  }
};

}  // namespace

/// The place of the entry with that hash whose key `same` accepts, or kNowhere.
template <class Same>
std::uint32_t Dict::place(std::uint32_t hash, const Same& same) const {
  // The comparison may be the program's own, and change this dict.
  const auto is_found = [&](std::size_t i) {
    if (!entries[i].key.is_defined() || entries[i].hash != hash) return false;
    const std::size_t size = entries.size();
    const bool is_same = same(entries[i].key);
    if (entries.size() != size) raise("RuntimeError", {"dictionary changed size during a lookup"});
    return is_same;
  };
  if (table_.empty()) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (is_found(i)) return static_cast<std::uint32_t>(i);
    }
    return kNowhere;
  }
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = hash & mask; table_[at] != 0; at = (at + 1) & mask) {
    if (is_found(table_[at] - 1)) return table_[at] - 1;
  }
  return kNowhere;
}

void Dict::rebuild() {
  std::erase_if(entries, [](const Entry& entry) { return !entry.key.is_defined(); });
  table_.clear();
  if (entries.size() < kWithoutTable) return;
  std::size_t size = 16;
  while (size < 3 * entries.size()) size *= 2;
  table_.resize(size);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::size_t at = entries[i].hash & (size - 1);
    while (table_[at] != 0) at = (at + 1) & (size - 1);
    table_[at] = static_cast<std::uint32_t>(i + 1);
  }
}

void Dict::append(Value key, Value value, std::uint32_t hash) {
  entries.push_back({key, value, hash});
  ++size_;
  const bool is_full = table_.empty() ? entries.size() >= kWithoutTable : 2 * entries.size() > table_.size();
  if (is_full) return rebuild();
  if (table_.empty()) return;
  std::size_t at = hash & (table_.size() - 1);
  while (table_[at] != 0) at = (at + 1) & (table_.size() - 1);
  table_[at] = static_cast<std::uint32_t>(entries.size());
}

void Dict::erase_place(std::uint32_t at) {
  entries[at].key = {};
  entries[at].value = {};
  --size_;
  // An entry that is erased stays in the way of others until there are too many of them.
  if (at + 1 == entries.size() && table_.empty()) entries.pop_back();
  if (entries.size() > 2 * size_ + kWithoutTable) rebuild();
}

void Dict::clear() {
  entries.clear();
  table_.clear();
  size_ = 0;
}

namespace {

auto is_name(const String* name) {
  return [name](Value key) {
    return key.is(Kind::string) && (key.o == name || key.as<String>().text == name->text);
  };
}
auto is_key(Interpreter& in, Value wanted) {
  return [&in, wanted](Value key) { return in.equal(key, wanted); };
}

}  // namespace

Value* Dict::find(const String* name) {
  const std::uint32_t at = place(name->hash_code(), is_name(name));
  return at == kNowhere ? nullptr : &entries[at].value;
}

Value* Dict::find(const String* name, std::uint32_t& entry) {
  if (entry >= entries.size() || !entries[entry].key.is(Kind::string) || entries[entry].key.o != name) {
    const std::uint32_t at = place(name->hash_code(), is_name(name));
    if (at == kNowhere) return nullptr;
    entry = at;
  }
  return &entries[entry].value;
}

void Dict::set(String* name, Value value) {
  const std::uint32_t at = place(name->hash_code(), is_name(name));
  if (at == kNowhere) return append(name, value, name->hash_code());
  entries[at].value = value;
}

bool Dict::erase(const String* name) {
  const std::uint32_t at = place(name->hash_code(), is_name(name));
  if (at == kNowhere) return false;
  erase_place(at);
  return true;
}

Value* Dict::find(Interpreter& in, Value key) {
  const std::uint32_t at = place(in.hash(key), is_key(in, key));
  return at == kNowhere ? nullptr : &entries[at].value;
}

void Dict::set(Interpreter& in, Value key, Value value) {
  const std::uint32_t hash = in.hash(key);
  const std::uint32_t at = place(hash, is_key(in, key));
  if (at == kNowhere) return append(key, value, hash);
  entries[at].value = value;
}

bool Dict::erase(Interpreter& in, Value key) {
  const std::uint32_t at = place(in.hash(key), is_key(in, key));
  if (at == kNowhere) return false;
  erase_place(at);
  return true;
}

// What dicts and sets can do.

Value Dict::item(Interpreter& in, Value index) {
  if (kind == Kind::set) raise("TypeError", {"'", cls->name, "' object is not subscriptable"});
  if (const Value* found = find(in, index)) return *found;
  if (const Value missing = in.special(this, in.names.missing); missing.is_defined()) {
    return in.call_special(missing, this, {index});
  }
  in.raise_key_error(index);
}

void Dict::set_item(Interpreter& in, Value index, Value value) {
  if (kind == Kind::set) raise("TypeError", {"'", cls->name, "' object does not support item assignment"});
  in.heap.charge(5);
  set(in, index, value);
}

void Dict::delete_item(Interpreter& in, Value index) {
  if (kind == Kind::set) raise("TypeError", {"'", cls->name, "' object doesn't support item deletion"});
  if (!erase(in, index)) in.raise_key_error(index);
}

Iterator* Dict::iterate(Interpreter& in) {
  return in.heap.make<DictIterator>(in, *this);
}

Value Dict::contains(Interpreter& in, Value value) {
  return Value(find(in, value) != nullptr);
}

std::string Dict::repr(Interpreter& in) {
  const bool is_frozen = kind == Kind::set && cls->name == "frozenset";
  if (kind == Kind::set && empty()) return cls->name + "()";
  std::string text = is_frozen ? "frozenset({" : "{";
  Iterator* keys = iterate(in);
  bool is_first = true;
  for (Value key; in.next(*keys, key);) {
    if (!is_first) text += ", ";
    is_first = false;
    text += in.repr(key);
    if (kind == Kind::dict) text += ": " + in.repr(item(in, key));
    in.heap.charge(text.size() / 64);
    if (text.size() > in.longest_repr) return text + "…";
  }
  return text + (is_frozen ? "})" : "}");
}

std::uint32_t Dict::hash(Interpreter& in) {
  if (cls->name != "frozenset") raise("TypeError", {"unhashable type: '", cls->name, "'"});
  std::uint32_t sum = 0x2545F491;
  for (const Entry& entry : entries) {
    if (entry.key.is_defined()) sum += entry.hash * (entry.hash | 1U);
  }
  static_cast<void>(in);
  return sum;
}

namespace {

bool same_items(Interpreter& in, Dict& a, Dict& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    const Dict::Entry entry = a.entries[i];
    if (!entry.key.is_defined()) continue;
    in.tick();
    const Value* other = b.find(in, entry.key);
    if (other == nullptr || !in.equal(entry.value, *other)) return false;
  }
  return true;
}

}  // namespace

Value Dict::binary(Interpreter& in, Op op, Value left, Value right) {
  if (left.kind != right.kind) return {};
  auto& a = left.as<Dict>();
  auto& b = right.as<Dict>();
  if (op == Op::equal || op == Op::not_equal) return Value(same_items(in, a, b) == (op == Op::equal));
  if (kind == Kind::dict) {
    if (op != Op::bit_or) return {};
    auto* both = in.make_dict();
    in.heap.charge(5 * (a.size() + b.size()));
    for (const Dict* from : {&a, &b}) {
      for (const Entry& entry : from->entries) {
        if (entry.key.is_defined()) both->set(in, entry.key, entry.value);
      }
    }
    return both;
  }
  // The algebra of sets is in library/frozenset.py.
  constexpr std::pair<Op, const char*> kNames[] = {
      {Op::bit_and, "_and"},  {Op::bit_or, "_or"},
      {Op::bit_xor, "_xor"},  {Op::subtract, "_subtract"},
      {Op::less, "_less"},    {Op::less_equal, "_less_equal"},
      {Op::greater, "_less"}, {Op::greater_equal, "_less_equal"}};
  for (const auto& [known, name] : kNames) {
    if (known != op) continue;
    if (op == Op::greater || op == Op::greater_equal) std::swap(left, right);
    return in.call(in.attribute(left, in.heap.intern(name)), {right});
  }
  return {};
}

Value Dict::in_place(Interpreter& in, Op op, Value right) {
  if (right.kind != kind || (op != Op::bit_or && kind == Kind::dict) || cls->name == "frozenset") return {};
  const Value result = binary(in, op, this, right);
  if (!result.is_defined() || !result.is(kind)) return {};
  auto& from = result.as<Dict>();
  entries = from.entries;
  size_ = from.size_;
  table_ = from.table_;
  return this;
}

}  // namespace headsup::python
