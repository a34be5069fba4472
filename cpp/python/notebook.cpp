#include "python/notebook.h"

#include <algorithm>

#include "python/lexer.h"

namespace headsup::python {
namespace {

/// Reads JSON of which it keeps nothing but what it is asked for. After the first mistake, all that follows is empty.
class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}
  bool is_broken() const { return is_broken_; }

  char peek() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
    return at_ < text_.size() && !is_broken_ ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) { is_broken_ |= !take(c); }

  std::string string() {
    std::string out;
    expect('"');
    while (!is_broken_) {
      if (at_ >= text_.size()) {
        is_broken_ = true;
        break;
      }
      const char c = text_[at_++];
      if (c == '"') break;
      if (c != '\\') {
        out += c;
      } else {
        escape(out);
      }
    }
    return out;
  }

  /// Calls `member` with each key of an object, which reads or skips the value.
  template <class F>
  void object(const F& member) {
    expect('{');
    if (take('}')) return;
    do {
      const std::string key = string();
      expect(':');
      if (!is_broken_) member(key);
    } while (!is_broken_ && take(','));
    expect('}');
  }
  template <class F>
  void array(const F& item) {
    expect('[');
    if (take(']')) return;
    do {
      item();
    } while (!is_broken_ && take(','));
    expect(']');
  }
  void skip(int depth = 0) {
    constexpr int kDeepest = 100;
    is_broken_ |= depth > kDeepest;
    const char c = peek();
    if (c == '"') {
      string();
    } else if (c == '{') {
      object([&](const std::string&) { skip(depth + 1); });
    } else if (c == '[') {
      array([&] { skip(depth + 1); });
    } else {
      const std::size_t begin = at_;
      while (at_ < text_.size() && std::string_view(",]}: \t\r\n").find(text_[at_]) == std::string_view::npos)
        ++at_;
      is_broken_ |= at_ == begin;
    }
  }
  /// A string, or an array of them joined.
  std::string text() {
    if (peek() == '"') return string();
    std::string out;
    if (peek() == '[') {
      array([&] { out += string(); });
    } else {
      skip();
    }
    return out;
  }

 private:
  std::uint32_t hex() {
    std::uint32_t code = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = at_ < text_.size() ? text_[at_++] : '\0';
      const std::size_t digit =
          std::string_view("0123456789abcdef").find(static_cast<char>(c >= 'A' && c <= 'F' ? c | 0x20 : c));
      is_broken_ |= digit == std::string_view::npos;
      code = code * 16 + static_cast<std::uint32_t>(digit & 15U);
    }
    return code;
  }
  void escape(std::string& out) {
    const char c = at_ < text_.size() ? text_[at_++] : '\0';
    const std::size_t plain = std::string_view("\"\\/bfnrt").find(c);
    if (c == 'u') {
      std::uint32_t code = hex();
      if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_, 2) == "\\u") {
        at_ += 2;
        code = 0x10000 + ((code - 0xD800) << 10U) + ((hex() - 0xDC00) & 0x3FFU);
      }
      append_utf8(out, code);
    } else if (plain == std::string_view::npos || c == '\0') {
      is_broken_ = true;
    } else {
      out += "\"\\/\b\f\n\r\t"[plain];
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool is_broken_ = false;
};

}  // namespace

std::optional<std::vector<Cell>> read_notebook(std::string_view text) {
  JsonReader json(text);
  if (json.peek() != '{') return std::nullopt;
  std::vector<Cell> cells;
  bool has_cells = false;
  std::uint32_t number = 0;
  json.object([&](const std::string& key) {
    if (key != "cells" || json.peek() != '[') return json.skip();
    has_cells = true;
    json.array([&] {
      ++number;
      Cell cell = {.source = {}, .number = number};
      std::string type;
      json.object([&](const std::string& field) {
        if (field == "cell_type") {
          type = json.text();
        } else if (field == "source") {
          cell.source = json.text();
        } else {
          json.skip();
        }
      });
      if (type == "code") cells.push_back(std::move(cell));
    });
  });
  if (json.is_broken() || !has_cells) return std::nullopt;
  return cells;
}

}  // namespace headsup::python
