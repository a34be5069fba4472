// Lists, tuples, ranges and slices.
#include <algorithm>
#include <cmath>

#include "python/interpreter.h"

namespace headsup::python {

std::int64_t checked_index(std::int64_t index, std::int64_t size, const char* message) {
  if (index < 0) index += size;
  if (index < 0 || index >= size) raise("IndexError", {message});
  return index;
}

Slice::Bounds Slice::bounds(Interpreter& in, std::int64_t size) const {
  constexpr const char* kMessage = " object";
  const auto number = [&in](Value v) {
    if (v.is(Kind::real) || v.is(Kind::string) || !v.is_defined()) {
      raise("TypeError", {"slice indices must be integers or None or have an __index__ method"});
    }
    return in.index(v, kMessage);
  };
  const std::int64_t by = step.is_none() ? 1 : std::max(number(step), -INT64_MAX);
  if (by == 0) raise("ValueError", {"slice step cannot be zero"});
  const std::int64_t lowest = by < 0 ? -1 : 0;
  const std::int64_t highest = by < 0 ? size - 1 : size;
  const auto bound = [&](Value v, std::int64_t otherwise) {
    if (v.is_none()) return otherwise;
    std::int64_t i = number(v);
    if (i < 0) i += size;
    return std::clamp(i, lowest, highest);
  };
  const std::int64_t from = bound(start, by < 0 ? highest : lowest);
  const std::int64_t to = bound(stop, by < 0 ? lowest : highest);
  std::int64_t count = 0;
  if (by > 0 && from < to) count = (to - from - 1) / by + 1;
  if (by < 0 && from > to) count = (from - to - 1) / -by + 1;
  return {from, by, count};
}

std::string Slice::repr(Interpreter& in) {
  return joined({"slice(", in.repr(start), ", ", in.repr(stop), ", ", in.repr(step), ")"});
}

namespace {

struct SequenceIterator final : Iterator {
  Sequence& sequence;
  std::size_t at = 0;
  SequenceIterator(Interpreter& in, Sequence& s) : sequence(s) {
    cls = in.builtin_class(s.kind == Kind::list ? "list_iterator" : "tuple_iterator");
  }
  bool next(Interpreter&, Value& out) override {
    if (at >= sequence.items.size()) return false;
    out = sequence.items[at++];
    return true;
  }
};

struct RangeIterator final : Iterator {
  const Range& range;
  std::int64_t at = 0;
  RangeIterator(Interpreter& in, const Range& r) : range(r) { cls = in.builtin_class("range_iterator"); }
  bool next(Interpreter&, Value& out) override {
    if (at >= range.size) return false;
    out = Value(range.start + at++ * range.step);
    return true;
  }
};

std::size_t place_in(Interpreter& in, const Sequence& s, Value index, const char* what) {
  if (!index.is_integer() && !in.special(index, in.names.index).is_defined() && !index.is(Kind::native)) {
    raise("TypeError", {s.cls->name, " indices must be integers or slices, not ", in.type_name(index)});
  }
  const std::string message =
      joined({s.kind == Kind::list ? "list" : "tuple", " ", what, "index out of range"});
  return static_cast<std::size_t>(
      checked_index(in.index(index), static_cast<std::int64_t>(s.items.size()), message.c_str()));
}

}  // namespace

Iterator* Sequence::iterate(Interpreter& in) {
  return in.heap.make<SequenceIterator>(in, *this);
}

Value Sequence::item(Interpreter& in, Value index) {
  if (!index.is(Kind::slice)) return items[place_in(in, *this, index, "")];
  const Slice::Bounds bounds = index.as<Slice>().bounds(in, static_cast<std::int64_t>(items.size()));
  in.heap.charge(2 * static_cast<std::uint64_t>(bounds.count));
  Values taken;
  taken.reserve(static_cast<std::size_t>(bounds.count));
  for (std::int64_t i = 0; i < bounds.count; ++i) {
    taken.push_back(items[static_cast<std::size_t>(bounds.start + i * bounds.step)]);
  }
  auto* part = in.heap.make<Sequence>(kind, std::move(taken));
  part->cls = cls;  // a part of a torch.Size is one
  return part;
}

void Sequence::set_item(Interpreter& in, Value index, Value value) {
  if (kind == Kind::tuple) raise("TypeError", {"'", cls->name, "' object does not support item assignment"});
  if (!index.is(Kind::slice)) {
    items[place_in(in, *this, index, "assignment ")] = value;
    return;
  }
  if (in.try_iterate(value) == nullptr) raise("TypeError", {"can only assign an iterable"});
  const Values more = in.items_of(value);
  const Slice::Bounds bounds = index.as<Slice>().bounds(in, static_cast<std::int64_t>(items.size()));
  if (bounds.step == 1) {
    const auto from = items.begin() + static_cast<std::ptrdiff_t>(bounds.start);
    items.insert(items.erase(from, from + static_cast<std::ptrdiff_t>(bounds.count)), more.begin(),
                 more.end());
    return;
  }
  if (static_cast<std::int64_t>(more.size()) != bounds.count) {
    raise("ValueError",
          {"attempt to assign sequence of size ", more.size(), " to extended slice of size ", bounds.count});
  }
  for (std::int64_t i = 0; i < bounds.count; ++i) {
    items[static_cast<std::size_t>(bounds.start + i * bounds.step)] = more[static_cast<std::size_t>(i)];
  }
}

void Sequence::delete_item(Interpreter& in, Value index) {
  if (kind == Kind::tuple) {
    raise("TypeError", {"'", cls->name, "' object ", index.is(Kind::slice) ? "does not" : "doesn't",
                        " support item deletion"});
  }
  if (!index.is(Kind::slice)) {
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(place_in(in, *this, index, "assignment ")));
    return;
  }
  const Slice::Bounds bounds = index.as<Slice>().bounds(in, static_cast<std::int64_t>(items.size()));
  for (std::int64_t i = 0; i < bounds.count; ++i)
    items[static_cast<std::size_t>(bounds.start + i * bounds.step)] = {};
  std::erase_if(items, [](Value v) { return !v.is_defined(); });
}

std::string Sequence::repr(Interpreter& in) {
  const bool is_size = cls->name == "torch.Size";
  if (is_size) return "torch.Size(" + in.repr(in.list(items)) + ")";
  std::string text = kind == Kind::list ? "[" : "(";
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += ", ";
    text += in.repr(items[i]);
    in.heap.charge(text.size() / 64);
    if (text.size() > in.longest_repr) return text + "…";
  }
  if (kind == Kind::tuple && items.size() == 1) text += ",";
  return text + (kind == Kind::list ? "]" : ")");
}

std::uint32_t Sequence::hash(Interpreter& in) {
  if (kind == Kind::list) raise("TypeError", {"unhashable type: '", cls->name, "'"});
  std::uint32_t mixed = 0x345678;
  for (const Value item : items) mixed = mixed * 1000003U ^ in.hash(item);
  return mixed;
}

namespace {

bool same_items(Interpreter& in, const Sequence& a, const Sequence& b) {
  if (a.items.size() != b.items.size()) return false;
  for (std::size_t i = 0; i < a.items.size() && i < b.items.size(); ++i) {
    in.tick();
    if (!in.equal(a.items[i], b.items[i])) return false;
  }
  return true;
}

Value repeated(Interpreter& in, const Sequence& s, std::int64_t times) {
  const std::uint64_t count = times > 0 ? static_cast<std::uint64_t>(times) : 0;
  if (count > 0 && s.items.size() > UINT64_MAX / 4 / count)
    stop({"the program needs more memory than it may use"});
  in.heap.charge(2 * count * s.items.size());
  Values items;
  items.reserve(static_cast<std::size_t>(count) * s.items.size());
  for (std::uint64_t i = 0; i < count && !s.items.empty(); ++i)
    items.insert(items.end(), s.items.begin(), s.items.end());
  return in.heap.make<Sequence>(s.kind, std::move(items));
}

}  // namespace

Value Sequence::binary(Interpreter& in, Op op, Value left, Value right) {
  if (op == Op::multiply) {
    const Value times = left.is_integer() ? left : right;
    const bool is_left = !left.is_integer();
    if (!times.is_integer()) {
      if (is_left && left.o == this && right.is_object() && right.o->cls->is_python) return {};
      if (is_left && left.o == this && !right.is(Kind::native)) {
        raise("TypeError", {"can't multiply sequence by non-int of type '", in.type_name(right), "'"});
      }
      return {};
    }
    return repeated(in, *this, times.i);
  }
  if (left.kind != right.kind) {
    if (op == Op::add && left.o == this && left.is(kind) && !right.is(Kind::native)) {
      raise("TypeError",
            {"can only concatenate ", cls->name, " (not \"", in.type_name(right), "\") to ", cls->name});
    }
    return {};
  }
  const auto& a = left.as<Sequence>();
  const auto& b = right.as<Sequence>();
  switch (op) {
    case Op::add: {
      in.heap.charge(2 * (a.items.size() + b.items.size()));
      Values both = a.items;
      both.insert(both.end(), b.items.begin(), b.items.end());
      auto* sum = in.heap.make<Sequence>(kind, std::move(both));
      if (a.cls->name == "torch.Size") sum->cls = a.cls;
      return sum;
    }
    case Op::equal:
      return Value(same_items(in, a, b));
    case Op::not_equal:
      return Value(!same_items(in, a, b));
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      break;
    default:
      return {};
  }
  for (std::size_t i = 0; i < a.items.size() && i < b.items.size(); ++i) {
    in.tick();
    if (!in.equal(a.items[i], b.items[i])) return in.compare(op, a.items[i], b.items[i]);
  }
  return Value(number_compare(op, Value(a.items.size()), Value(b.items.size())));
}

Value Sequence::in_place(Interpreter& in, Op op, Value right) {
  if (kind == Kind::tuple) return {};
  if (op == Op::add) {
    const Values more = in.items_of(right);
    items.insert(items.end(), more.begin(), more.end());
    return this;
  }
  if (op != Op::multiply || !right.is_integer()) return {};
  items = repeated(in, *this, right.i).as<Sequence>().items;
  return this;
}

// Ranges.

Iterator* Range::iterate(Interpreter& in) {
  return in.heap.make<RangeIterator>(in, *this);
}

Value Range::item(Interpreter& in, Value index) {
  if (index.is(Kind::slice)) {
    const Slice::Bounds bounds = index.as<Slice>().bounds(in, size);
    return in.heap.make<Range>(start + bounds.start * step,
                               start + (bounds.start + bounds.count * bounds.step) * step, step * bounds.step,
                               bounds.count);
  }
  if (!index.is_integer())
    raise("TypeError", {"range indices must be integers or slices, not ", in.type_name(index)});
  return Value(start + checked_index(index.i, size, "range object index out of range") * step);
}

Value Range::contains(Interpreter&, Value value) {
  constexpr double kLargest = 9e18;
  const bool is_whole = value.is_integer() || (value.is(Kind::real) && std::fabs(value.d) < kLargest &&
                                               std::floor(value.d) == value.d);
  if (!is_whole) return Value(false);
  const std::int64_t wanted = value.is(Kind::real) ? static_cast<std::int64_t>(value.d) : value.i;
  std::int64_t distance = 0;
  if (__builtin_sub_overflow(wanted, start, &distance)) return Value(false);
  return Value(distance % step == 0 && distance / step >= 0 && distance / step < size);
}

Value Range::binary(Interpreter&, Op op, Value left, Value right) {
  if ((op != Op::equal && op != Op::not_equal) || !left.is(Kind::range) || !right.is(Kind::range)) return {};
  const auto& a = left.as<Range>();
  const auto& b = right.as<Range>();
  const bool is_same =
      a.size == b.size && (a.size == 0 || (a.start == b.start && (a.size == 1 || a.step == b.step)));
  return Value(is_same == (op == Op::equal));
}

std::string Range::repr(Interpreter&) {
  std::string text = joined({"range(", start, ", ", stop});
  return text + (step != 1 ? joined({", ", step}) : "") + ")";
}

// Methods.

namespace {

Value list_append(Call& call) {
  call.in.heap.charge(2);
  call.items(0).push_back(call[1]);
  return Value::none();
}
Value list_extend(Call& call) {
  const Values more = call.in.items_of(call[1]);
  call.items(0).insert(call.items(0).end(), more.begin(), more.end());
  return Value::none();
}
Value list_insert(Call& call) {
  call.in.heap.charge(2);
  Values& items = call.items(0);
  const auto size = static_cast<std::int64_t>(items.size());
  std::int64_t at = call.integer(1);
  if (at < 0) at += size;
  items.insert(items.begin() + std::clamp<std::int64_t>(at, 0, size), call[2]);
  return Value::none();
}
Value list_pop(Call& call) {
  Values& items = call.items(0);
  if (items.empty()) raise("IndexError", {"pop from empty list"});
  const std::int64_t at =
      checked_index(call.integer(1), static_cast<std::int64_t>(items.size()), "pop index out of range");
  const Value value = items[static_cast<std::size_t>(at)];
  items.erase(items.begin() + at);
  return value;
}
Value list_sort(Call& call) {
  Values items = std::move(call.items(0));
  call.items(0).clear();
  sort_values(call.in, items, call[1], call.flag(2));
  call.items(0) = std::move(items);
  return Value::none();
}
Value list_init(Call& call) {
  call.items(0) = call[1].is_defined() ? call.in.items_of(call[1]) : Values();
  return Value::none();
}

constexpr NativeEntry kList[] = {
    {"__init__", "self, iterable=?, /", list_init}, {"append", "self, object, /", list_append},
    {"extend", "self, iterable, /", list_extend},   {"insert", "self, index, object, /", list_insert},
    {"pop", "self, index=-1, /", list_pop},         {"sort", "self, *, key=None, reverse=False", list_sort}};
}  // namespace

void sort_values(Interpreter& in, Values& items, Value key, bool is_reversed) {
  struct Keyed {
    Value key;
    Value item;
  };
  std::vector<Keyed> keyed;
  in.heap.charge(4 * items.size());
  for (const Value item : items) keyed.push_back({key.is_none() ? item : in.call(key, {item}), item});
  // A merge sort of our own: std::stable_sort may not be given a comparison that contradicts itself, as a program's may.
  std::vector<Keyed> merged(keyed.size());
  if (is_reversed) std::reverse(keyed.begin(), keyed.end());
  for (std::size_t width = 1; width < keyed.size(); width *= 2) {
    for (std::size_t begin = 0; begin < keyed.size(); begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, keyed.size());
      const std::size_t end = std::min(begin + 2 * width, keyed.size());
      std::size_t left = begin;
      std::size_t right = middle;
      for (std::size_t i = begin; i < end; ++i) {
        const bool is_right = left == middle || (right < end && in.less(keyed[right].key, keyed[left].key));
        merged[i] = is_right ? keyed[right++] : keyed[left++];
      }
    }
    keyed.swap(merged);
  }
  if (is_reversed) std::reverse(keyed.begin(), keyed.end());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = keyed[i].item;
}

void add_sequences(Interpreter& in) {
  Class* list = in.heap.types[static_cast<std::size_t>(Kind::list)];
  in.define(*list->names, kList, list);
  in.add_methods(*list, "list");
  in.add_methods(*list, "list_only");
  in.add_methods(*in.heap.types[static_cast<std::size_t>(Kind::tuple)], "list");
}

}  // namespace headsup::python
