// What a str can do besides its methods.
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
    return in.string(percent_format(in, text, right));
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

std::string String::repr(Interpreter&) {
  return quoted(text);
}

std::string String::format(Interpreter& in, const std::string& specification) {
  return format_text(in, text, specification);
}

std::string quoted(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string out(1, quote);
  const auto code = [&out](const char* prefix, std::uint32_t c, int digits) {
    out += prefix;
    for (int i = digits; i-- > 0;) out += "0123456789abcdef"[(c >> (4U * static_cast<unsigned>(i))) & 15U];
  };
  for (std::size_t i = 0; i < text.size();) {
    const auto [c, size] = decode_utf8(text, i);
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\\' || c == static_cast<std::uint32_t>(quote)) {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c < 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0xAD) {
      code("\\x", c, 2);
    } else if ((c >= 0x2000 && c <= 0x200F) || (c >= 0x2028 && c <= 0x202F) || c == 0x3000 || c == 0xFEFF) {
      code("\\u", c, 4);
    } else {
      out += text.substr(i, size);
    }
    i += size;
  }
  return out + quote;
}

}  // namespace headsup::python
