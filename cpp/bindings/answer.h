#pragma once
// What goes back to JavaScript: one JSON text and, beside it, the numbers as two blocks of bytes, so that one
// answer is three crossings however much is in it. web/src/module/answer.ts reads it.
//
//   a tensor      {"shape": […], "dtype": "…", "at": byte offset in the block of tensors}
//   a float64     {"n": place in the block of float64 numbers}, because JSON knows neither NaN nor infinity
//   a refusal     {"error": {"code", "message", "details"}}

#include <emscripten/val.h>

#include <string>
#include <string_view>
#include <vector>

#include "attention/refusal.h"
#include "attention/tensor.h"
#include "trace/trace.h"

namespace headsup::bindings {

class Answer {
 public:
  // JSON, in writing order; commas come by themselves.
  void open(char bracket);
  void close(char bracket);
  void key(std::string_view name);
  void text(std::string_view value);
  void integer(std::int64_t value);
  void number(double value);
  void flag(bool value);
  void null();

  void texts(std::string_view name, const std::vector<std::string_view>& values);
  void indices(std::string_view name, const std::vector<Index>& values);
  /// The members "shape", "dtype" and "at" of the object that is open. The tensor is read when the answer is
  /// handed over and must live until then.
  void tensor_members(const AnyTensor& tensor);
  /// A tensor as an object; the answer keeps it.
  void tensor(AnyTensor tensor);
  /// Everything so far is replaced by the refusal.
  void refusal(const char* code, const char* message, const std::vector<Detail>& details);

  /// [text, tensors, numbers], each a copy of JavaScript's own.
  emscripten::val to_js() const;

 private:
  struct Bytes {
    const std::uint8_t* data;
    std::size_t size;
  };
  void separate();
  void quoted(std::string_view value);

  std::string json_;
  std::vector<AnyTensor> kept_;
  std::vector<Bytes> tensors_;
  std::size_t tensor_bytes_ = 0;
  std::vector<double> numbers_;
};

}  // namespace headsup::bindings
