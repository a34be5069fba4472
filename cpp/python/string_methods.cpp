// The methods of str.
#include <algorithm>

#include "python/interpreter.h"
#include "python/lexer.h"

namespace headsup::python {
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
std::string lower_text(const std::string& text) {
  return changed(text, lower);
}

Value str_lower(Call& call) {
  return call.in.string(lower_text(self(call)));
}
Value str_upper(Call& call) {
  return call.in.string(changed(self(call), upper));
}
Value str_swapcase(Call& call) {
  return call.in.string(
      changed(self(call), [](std::uint32_t c) { return lower(c) != c ? lower(c) : upper(c); }));
}
Value str_capitalize(Call& call) {
  bool is_first = true;
  return call.in.string(changed(self(call), [&is_first](std::uint32_t c) {
    const std::uint32_t result = is_first ? upper(c) : lower(c);
    is_first = false;
    return result;
  }));
}
Value str_title(Call& call) {
  bool is_within = false;
  return call.in.string(changed(self(call), [&is_within](std::uint32_t c) {
    const std::uint32_t result = is_within ? lower(c) : upper(c);
    is_within = is_letter(c);
    return result;
  }));
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
Value str_isalnum(Call& call) {
  return Value(all_of(self(call), [](std::uint32_t c) { return is_digit(c) || is_letter(c); }));
}
Value str_isspace(Call& call) {
  return Value(all_of(self(call), [](std::uint32_t c) {
    return c == 0xA0 || c == 0x3000 || (c < 0x80 && is_space(static_cast<char>(c)));
  }));
}
Value str_isidentifier(Call& call) {
  const auto accept = [](std::uint32_t c) { return is_digit(c) || is_letter(c) || c == '_'; };
  return Value(all_of(self(call), accept) && !is_digit(static_cast<unsigned char>(self(call)[0])));
}
template <std::uint32_t (*change)(std::uint32_t), std::uint32_t (*back)(std::uint32_t)>
Value str_is_case(Call& call) {
  const std::string& text = self(call);
  return Value(changed(text, change) == text && changed(text, back) != text);
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
        parts.emplace_back(call.in.string(stripped(text.substr(at), kSpaces, false, true)));
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
Value str_rsplit(Call& call) {
  const std::string& text = self(call);
  std::int64_t left = call.integer(2);
  if (left < 0) return str_split(call);
  if (!call.has(1)) refuse_construct("rsplit without a separator", "name the separator");
  const std::string& separator = call.text(1);
  if (separator.empty()) raise("ValueError", {"empty separator"});
  Values parts;
  std::size_t end = text.size();
  for (; left > 0 && end >= separator.size(); --left) {
    const std::size_t found = text.rfind(separator, end - separator.size());
    if (found == std::string::npos) break;
    parts.emplace_back(call.in.string(text.substr(found + separator.size(), end - found - separator.size())));
    end = found;
  }
  parts.emplace_back(call.in.string(text.substr(0, end)));
  std::reverse(parts.begin(), parts.end());
  return call.in.list(std::move(parts));
}
Value str_splitlines(Call& call) {
  const std::string& text = self(call);
  Values lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\n\r", at), text.size());
    const std::size_t next = std::min(end + (text.compare(end, 2, "\r\n") == 0 ? 2 : 1), text.size());
    lines.emplace_back(call.in.string(text.substr(at, (call.flag(1) ? next : end) - at)));
    at = next;
  }
  return call.in.list(std::move(lines));
}
Value str_partition(Call& call) {
  const std::string& text = self(call);
  const std::size_t at = text.find(call.text(1));
  if (at == std::string::npos) return call.in.tuple({call[0], call.in.string(""), call.in.string("")});
  return call.in.tuple(
      {call.in.string(text.substr(0, at)), call[1], call.in.string(text.substr(at + call.text(1).size()))});
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

Value str_replace(Call& call) {
  const std::string& text = self(call);
  const std::string& old = call.text(1);
  const std::string& other = call.text(2);
  std::int64_t left = call.integer(3);
  std::string out;
  std::size_t at = 0;
  while (left-- != 0) {
    // Nothing is found before each character, and at the end.
    const std::size_t found = old.empty() ? at : text.find(old, at);
    if (found == std::string::npos || found > text.size()) break;
    call.in.tick();
    call.in.heap.charge(other.size() / 8);
    out += text.substr(at, found - at) + other;
    at = found + old.size();
    if (!old.empty()) continue;
    if (at >= text.size()) {
      at = text.size();
      break;
    }
    const std::size_t size = decode_utf8(text, at).second;
    out += text.substr(at, size);
    at += size;
  }
  return call.in.string(out + text.substr(at));
}

/// The part of the text that start and stop choose, as bytes.
std::pair<std::size_t, std::size_t> part(const Call& call, std::size_t first) {
  const auto& text = call[0].as<String>();
  const Slice slice(call[first], call[first + 1], Value::none());
  const Slice::Bounds bounds = slice.bounds(call.in, text.size());
  return {text.byte_of(bounds.start), text.byte_of(bounds.start + bounds.count)};
}
template <bool is_last>
std::int64_t find(Call& call) {
  const auto [from, to] = part(call, 2);
  const std::string_view text = std::string_view(self(call)).substr(0, to);
  const std::string& wanted = call.text(1);
  if (wanted.size() > to - from) return -1;
  const std::size_t at = is_last ? text.rfind(wanted) : text.find(wanted, from);
  if (at == std::string_view::npos || at < from) return -1;
  return String(self(call).substr(0, at)).size();
}
template <bool is_last>
Value str_find(Call& call) {
  return Value(find<is_last>(call));
}
template <bool is_last>
Value str_index(Call& call) {
  const std::int64_t at = find<is_last>(call);
  if (at < 0) raise("ValueError", {"substring not found"});
  return Value(at);
}
Value str_count(Call& call) {
  const auto [from, to] = part(call, 2);
  const std::string_view text = std::string_view(self(call)).substr(from, to - from);
  const std::string& wanted = call.text(1);
  if (wanted.empty()) return Value(String(std::string(text)).size() + 1);
  std::int64_t count = 0;
  for (std::size_t at = text.find(wanted); at != std::string_view::npos;
       at = text.find(wanted, at + wanted.size()))
    ++count;
  return Value(count);
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
template <bool is_end>
Value str_remove_affix(Call& call) {
  const std::string& text = self(call);
  const std::size_t size = call.text(1).size();
  if (!has_affix<is_end>(text, call.text(1))) return call[0];
  return call.in.string(is_end ? text.substr(0, text.size() - size) : text.substr(size));
}

/// Pads to a width, with a share of it on the left.
Value padded(Call& call, int side) {
  const std::int64_t lacking = call.integer(1) - call[0].as<String>().size();
  if (lacking <= 0) return call[0];
  const std::string& fill = call.text(2);
  if (call[2].as<String>().size() != 1)
    raise("TypeError", {"The fill character must be exactly one character long"});
  call.in.heap.charge(static_cast<std::uint64_t>(lacking) * fill.size() / 8);
  // CPython's way of centring.
  const std::int64_t before = side < 0   ? 0
                              : side > 0 ? lacking
                                         : lacking / 2 + (lacking & call.integer(1) & 1);
  std::string out;
  for (std::int64_t i = 0; i < before; ++i) out += fill;
  out += self(call);
  for (std::int64_t i = before; i < lacking; ++i) out += fill;
  return call.in.heap.make<String>(std::move(out));
}
Value str_ljust(Call& call) {
  return padded(call, -1);
}
Value str_rjust(Call& call) {
  return padded(call, 1);
}
Value str_center(Call& call) {
  return padded(call, 0);
}
Value str_zfill(Call& call) {
  const std::int64_t lacking = call.integer(1) - call[0].as<String>().size();
  if (lacking <= 0) return call[0];
  call.in.heap.charge(static_cast<std::uint64_t>(lacking) / 8);
  const std::string& text = self(call);
  const std::size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  return call.in.string(text.substr(0, sign) + std::string(static_cast<std::size_t>(lacking), '0') +
                        text.substr(sign));
}
Value str_format_method(Call& call) {
  return call.in.string(str_format(call.in, self(call), call.items(1), call[2].as<Dict>()));
}
Value str_translate(Call& call) {
  if (!call[1].is(Kind::dict)) raise("TypeError", {"translate() takes a dict, as str.maketrans makes it"});
  std::string out;
  const std::string& text = self(call);
  for (std::size_t i = 0; i < text.size();) {
    const auto [c, size] = decode_utf8(text, i);
    const Value* found = call[1].as<Dict>().find(call.in, Value(static_cast<std::int64_t>(c)));
    if (found == nullptr) {
      out += text.substr(i, size);
    } else if (found->is_integer()) {
      append_utf8(out, static_cast<std::uint32_t>(found->i));
    } else if (!found->is_none()) {
      const std::string piece = call.in.str(*found);
      call.in.heap.charge(piece.size() / 8);
      out += piece;
    }
    i += size;
  }
  return call.in.string(std::move(out));
}
Value str_maketrans(Call& call) {
  auto* table = call.in.make_dict();
  const auto code = [](const std::string& text, std::size_t at) {
    return Value(static_cast<std::int64_t>(decode_utf8(text, at).first));
  };
  if (!call.has(1)) {
    if (!call[0].is(Kind::dict))
      raise("TypeError", {"if you give only one argument to maketrans it must be a dict"});
    for (const Dict::Entry& entry : call[0].as<Dict>().entries) {
      if (entry.key.is_defined())
        table->set_item(call.in,
                        entry.key.is(Kind::string) ? code(entry.key.as<String>().text, 0) : entry.key,
                        entry.value);
    }
    return table;
  }
  if (!call[0].is(Kind::string)) raise("TypeError", {"maketrans() argument 1 must be str"});
  const Values from = call.in.items_of(call[0]);
  const Values to = call.in.items_of(call[1]);
  if (from.size() != to.size())
    raise("ValueError", {"the first two maketrans arguments must have equal length"});
  for (std::size_t i = 0; i < from.size(); ++i)
    table->set_item(call.in, code(from[i].as<String>().text, 0), code(call.in.str(to[i]), 0));
  if (call.has(2)) {
    for (const Value dropped : call.in.items_of(call[2]))
      table->set_item(call.in, code(call.in.str(dropped), 0), Value::none());
  }
  return table;
}

constexpr NativeEntry kMethods[] = {{"lower", "self, /", str_lower},
                                    {"upper", "self, /", str_upper},
                                    {"casefold", "self, /", str_lower},
                                    {"swapcase", "self, /", str_swapcase},
                                    {"capitalize", "self, /", str_capitalize},
                                    {"title", "self, /", str_title},
                                    {"isdigit", "self, /", str_isdigit},
                                    {"isdecimal", "self, /", str_isdigit},
                                    {"isnumeric", "self, /", str_isdigit},
                                    {"isalpha", "self, /", str_isalpha},
                                    {"isalnum", "self, /", str_isalnum},
                                    {"isspace", "self, /", str_isspace},
                                    {"isidentifier", "self, /", str_isidentifier},
                                    {"islower", "self, /", str_is_case<lower, upper>},
                                    {"isupper", "self, /", str_is_case<upper, lower>},
                                    {"strip", "self, chars=None, /", str_strip<true, true>},
                                    {"lstrip", "self, chars=None, /", str_strip<true, false>},
                                    {"rstrip", "self, chars=None, /", str_strip<false, true>},
                                    {"split", "self, sep=None, maxsplit=-1", str_split},
                                    {"rsplit", "self, sep=None, maxsplit=-1", str_rsplit},
                                    {"splitlines", "self, keepends=False", str_splitlines},
                                    {"partition", "self, sep, /", str_partition},
                                    {"join", "self, iterable, /", str_join},
                                    {"replace", "self, old, new, count=-1, /", str_replace},
                                    {"find", "self, sub, start=None, end=None, /", str_find<false>},
                                    {"rfind", "self, sub, start=None, end=None, /", str_find<true>},
                                    {"index", "self, sub, start=None, end=None, /", str_index<false>},
                                    {"rindex", "self, sub, start=None, end=None, /", str_index<true>},
                                    {"count", "self, sub, start=None, end=None, /", str_count},
                                    {"startswith", "self, prefix, /", str_has_affix<false>},
                                    {"endswith", "self, suffix, /", str_has_affix<true>},
                                    {"removeprefix", "self, prefix, /", str_remove_affix<false>},
                                    {"removesuffix", "self, suffix, /", str_remove_affix<true>},
                                    {"ljust", "self, width, fillchar=' ', /", str_ljust},
                                    {"rjust", "self, width, fillchar=' ', /", str_rjust},
                                    {"center", "self, width, fillchar=' ', /", str_center},
                                    {"zfill", "self, width, /", str_zfill},
                                    {"format", "self, *args, **kwargs", str_format_method},
                                    {"translate", "self, table, /", str_translate}};
constexpr NativeEntry kMakeTrans = {"maketrans", "x, y=None, z=None, /", str_maketrans};

}  // namespace

void add_strings(Interpreter& in) {
  Class* cls = in.heap.types[static_cast<std::size_t>(Kind::string)];
  in.define(*cls->names, kMethods, cls);
  cls->names->set(in.heap.intern("maketrans"),
                  in.heap.make<Descriptor>(Descriptor::Type::static_method,
                                           Value(in.heap.make<NativeFunction>(kMakeTrans, nullptr))));
}

}  // namespace headsup::python
