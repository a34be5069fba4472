// What a str can do, and those of its methods that are used often; library/str.py has the others.
#include <algorithm>

#include "python/interpreter.h"
#include "python/lexer.h"

namespace headsup::python {

std::uint32_t hash_of(std::string_view text) {
  std::uint32_t hash = 0x811C9DC5U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
  return hash;
}

String::String(std::string t) : Object(Kind::string), text(std::move(t)), hash_(hash_of(text)) {
  for (const char c : text) size_ += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
}

std::size_t String::byte_of(std::int64_t character) const {
  if (is_ascii()) return static_cast<std::size_t>(character);
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U && character-- == 0) break;
  }
  return at;
}

namespace {

/// How many bytes the character has that begins there.
std::size_t character_size(const std::string& text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
  return end - at;
}

struct StringIterator final : Iterator {
  const std::string& text;
  std::size_t at = 0;
  StringIterator(Interpreter& in, const std::string& t) : text(t) { cls = in.builtin_class("str_iterator"); }
  bool next(Interpreter& in, Value& out) override {
    if (at >= text.size()) return false;
    const std::size_t size = character_size(text, at);
    out = in.heap.intern(std::string_view(text).substr(at, size));
    at += size;
    return true;
  }
};

}  // namespace

Value String::item(Interpreter& in, Value index) {
  if (index.is(Kind::slice)) {
    const Slice::Bounds bounds = index.as<Slice>().bounds(in, size_);
    if (bounds.step == 1) {
      const std::size_t from = byte_of(bounds.start);
      return in.string(text.substr(from, byte_of(bounds.start + bounds.count) - from));
    }
    std::vector<std::size_t> places;
    in.heap.charge(text.size());
    for (std::size_t at = 0; at < text.size(); at += character_size(text, at)) places.push_back(at);
    std::string taken;
    for (std::int64_t i = 0; i < bounds.count; ++i) {
      const std::size_t at = places[static_cast<std::size_t>(bounds.start + i * bounds.step)];
      taken += text.substr(at, character_size(text, at));
    }
    return in.string(std::move(taken));
  }
  if (!index.is_integer() && !in.special(index, in.names.index).is_defined() && !index.is(Kind::native)) {
    raise("TypeError", {"string indices must be integers, not '", in.type_name(index), "'"});
  }
  const std::size_t at = byte_of(checked_index(in.index(index), size_, "string index out of range"));
  return in.heap.intern(std::string_view(text).substr(at, character_size(text, at)));
}

Iterator* String::iterate(Interpreter& in) {
  return in.heap.make<StringIterator>(in, text);
}

Value String::contains(Interpreter& in, Value value) {
  if (!value.is(Kind::string)) {
    raise("TypeError", {"'in <string>' requires string as left operand, not ", in.type_name(value)});
  }
  return Value(text.find(value.as<String>().text) != std::string::npos);
}

Value String::binary(Interpreter& in, Op op, Value left, Value right) {
  if (op == Op::modulo && left.o == this && left.is(Kind::string))
    return in.call(in.attribute(left, in.heap.intern("_percent")), {right});
  if (op == Op::multiply) {
    const Value times = left.is_integer() ? left : right;
    if (!times.is_integer()) {
      if (left.is(Kind::string) && !right.is(Kind::native) &&
          !(right.is_object() && right.o->cls->is_python)) {
        raise("TypeError", {"can't multiply sequence by non-int of type '", in.type_name(right), "'"});
      }
      return {};
    }
    const std::uint64_t count = times.i > 0 ? static_cast<std::uint64_t>(times.i) : 0;
    if (count > 0 && text.size() > UINT64_MAX / count)
      stop({"the program needs more memory than it may use"});
    in.heap.charge(count * text.size() / 8);
    std::string repeated;
    repeated.reserve(static_cast<std::size_t>(count) * text.size());
    for (std::uint64_t i = 0; i < count && !text.empty(); ++i) repeated += text;
    return in.heap.make<String>(std::move(repeated));
  }
  if (!left.is(Kind::string) || !right.is(Kind::string)) {
    if (op == Op::add && left.is(Kind::string) && !right.is(Kind::native)) {
      raise("TypeError", {"can only concatenate str (not \"", in.type_name(right), "\") to str"});
    }
    return {};
  }
  const std::string& a = left.as<String>().text;
  const std::string& b = right.as<String>().text;
  switch (op) {
    case Op::add:
      in.heap.charge((a.size() + b.size()) / 8);
      return in.heap.make<String>(a + b);
    case Op::equal:
      return Value(a == b);
    case Op::not_equal:
      return Value(a != b);
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return Value(number_compare(op, Value(a.compare(b)), Value(0)));
    default:
      return {};
  }
}

std::string String::repr(Interpreter& in) {
  std::size_t size = std::min(text.size(), in.longest_repr);
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80)
    --size;  // within a character
  return quoted(std::string_view(text).substr(0, size)) + (size < text.size() ? "…" : "");
}

std::string String::format(Interpreter& in, const std::string& specification) {
  return format_text(in, text, specification);
}

// Methods.

namespace {

constexpr std::string_view kSpaces = " \t\n\r\f\v";

bool is_space(char c) {
  return kSpaces.find(c) != std::string_view::npos;
}
const std::string& self(const Call& call) {
  return call[0].as<String>().text;
}

// Case is known for ASCII, Latin, Greek and Cyrillic; other scripts keep theirs.
std::uint32_t lower(std::uint32_t c) {
  if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3A9) ||
      (c >= 0x410 && c <= 0x42F)) {
    return c + 32;
  }
  return c >= 0x400 && c <= 0x40F ? c + 80 : c;
}
std::uint32_t upper(std::uint32_t c) {
  if ((c >= 'a' && c <= 'z') || (c >= 0xE0 && c <= 0xFE && c != 0xF7) ||
      (c >= 0x3B1 && c <= 0x3C9 && c != 0x3C2) || (c >= 0x430 && c <= 0x44F)) {
    return c - 32;
  }
  return c >= 0x450 && c <= 0x45F ? c - 80 : c;
}
bool is_letter(std::uint32_t c) {
  if (c < 0x80) return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  return c >= 0xC0 && c != 0xD7 && c != 0xF7 && (c < 0x2000 || c >= 0x2C00) && (c < 0x3000 || c > 0x303F) &&
         (c < 0xFF00 || c > 0xFFEF) && c < 0x1F000;
}

template <class Change>
std::string changed(const std::string& text, const Change& change) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto [c, size] = decode_utf8(text, i);
    append_utf8(out, change(c));
    i += size;
  }
  return out;
}
Value str_lower(Call& call) {
  return call.in.string(changed(self(call), lower));
}
Value str_upper(Call& call) {
  return call.in.string(changed(self(call), upper));
}
/// Whether there are characters, and `accept` takes all of them.
template <class Accept>
bool all_of(const std::string& text, const Accept& accept) {
  for (std::size_t i = 0; i < text.size();) {
    const auto [c, size] = decode_utf8(text, i);
    if (!accept(c)) return false;
    i += size;
  }
  return !text.empty();
}
bool is_digit(std::uint32_t c) {
  return c >= '0' && c <= '9';
}
Value str_isdigit(Call& call) {
  return Value(all_of(self(call), is_digit));
}
Value str_isalpha(Call& call) {
  return Value(all_of(self(call), is_letter));
}

std::string stripped(const std::string& text, std::string_view set, bool at_start, bool at_end) {
  // By characters: those of `set` may have several bytes.
  const auto is_in = [set](std::string_view character) {
    for (std::size_t i = 0; i < set.size();) {
      const std::size_t size = decode_utf8(set, i).second;
      if (set.substr(i, size) == character) return true;
      i += size;
    }
    return false;
  };
  std::size_t from = 0;
  std::size_t to = text.size();
  const std::string_view view = text;
  while (at_start && from < to) {
    const std::size_t size = decode_utf8(text, from).second;
    if (!is_in(view.substr(from, size))) break;
    from += size;
  }
  while (at_end && to > from) {
    std::size_t begin = to - 1;
    while (begin > from && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
    if (!is_in(view.substr(begin, to - begin))) break;
    to = begin;
  }
  return text.substr(from, to - from);
}
template <bool at_start, bool at_end>
Value str_strip(Call& call) {
  const std::string_view set = call.has(1) ? std::string_view(call.text(1)) : kSpaces;
  return call.in.string(stripped(self(call), set, at_start, at_end));
}

Value str_split(Call& call) {
  const std::string& text = self(call);
  std::int64_t left = call.integer(2);
  Values parts;
  const auto add = [&](std::size_t from, std::size_t to) {
    parts.emplace_back(call.in.string(text.substr(from, to - from)));
  };
  if (!call.has(1)) {
    for (std::size_t at = 0; at < text.size();) {
      if (is_space(text[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < text.size() && !is_space(text[end])) ++end;
      if (left-- == 0) {
        add(at, text.size());
        break;
      }
      add(at, end);
      at = end;
    }
    return call.in.list(std::move(parts));
  }
  const std::string& separator = call.text(1);
  if (separator.empty()) raise("ValueError", {"empty separator"});
  std::size_t at = 0;
  for (; left != 0; --left) {
    const std::size_t found = text.find(separator, at);
    if (found == std::string::npos) break;
    add(at, found);
    at = found + separator.size();
  }
  add(at, text.size());
  return call.in.list(std::move(parts));
}
Value str_join(Call& call) {
  std::string out;
  Iterator* it = call.in.try_iterate(call[1]);
  if (it == nullptr) raise("TypeError", {"can only join an iterable"});
  std::size_t at = 0;
  for (Value item; call.in.next(*it, item); ++at) {
    if (!item.is(Kind::string)) {
      raise("TypeError",
            {"sequence item ", at, ": expected str instance, ", call.in.type_name(item), " found"});
    }
    if (at > 0) out += self(call);
    const std::string& text = item.as<String>().text;
    call.in.heap.charge((self(call).size() + text.size()) / 8);
    out += text;
  }
  return call.in.heap.make<String>(std::move(out));
}

Value str_find(Call& call) {
  const auto& text = call[0].as<String>();
  const Slice::Bounds bounds = Slice(call[2], call[3], Value::none()).bounds(call.in, text.size());
  const std::size_t from = text.byte_of(bounds.start);
  const std::string_view part =
      std::string_view(text.text).substr(0, text.byte_of(bounds.start + bounds.count));
  const std::size_t at = part.find(call.text(1), from);
  return at == std::string_view::npos ? Value(-1) : Value(String(text.text.substr(0, at)).size());
}
template <bool is_end>
bool has_affix(const std::string& text, const std::string& affix) {
  if (affix.size() > text.size()) return false;
  return text.compare(is_end ? text.size() - affix.size() : 0, affix.size(), affix) == 0;
}
template <bool is_end>
Value str_has_affix(Call& call) {
  if (!call[1].is(Kind::tuple)) return Value(has_affix<is_end>(self(call), call.text(1)));
  for (const Value item : call.items(1)) {
    if (item.is(Kind::string) && has_affix<is_end>(self(call), item.as<String>().text)) return Value(true);
  }
  return Value(false);
}

constexpr NativeEntry kMethods[] = {{"lower", "self, /", str_lower},
                                    {"upper", "self, /", str_upper},
                                    {"isdigit", "self, /", str_isdigit},
                                    {"isalpha", "self, /", str_isalpha},
                                    {"strip", "self, chars=None, /", str_strip<true, true>},
                                    {"lstrip", "self, chars=None, /", str_strip<true, false>},
                                    {"rstrip", "self, chars=None, /", str_strip<false, true>},
                                    {"split", "self, sep=None, maxsplit=-1", str_split},
                                    {"join", "self, iterable, /", str_join},
                                    {"find", "self, sub, start=None, end=None, /", str_find},
                                    {"startswith", "self, prefix, /", str_has_affix<false>},
                                    {"endswith", "self, suffix, /", str_has_affix<true>}};

}  // namespace

void add_strings(Interpreter& in) {
  Class* cls = in.heap.types[static_cast<std::size_t>(Kind::string)];
  in.define(*cls->names, kMethods, cls);
  in.add_methods(*cls, "str");
}

}  // namespace headsup::python
