#pragma once
// What goes back to JavaScript: one JSON text and, beside it, numbers as they lie in memory, so that one answer is one
// crossing however much is in it. web/src/module/answer.ts copies it all at once, before the next call.
//
//   a tensor      {"shape": […], "dtype": "…", "at": byte offset in the block of tensors}; where it is the whole answer
//                 there is no text, which takes longer to write and read than a small tensor to compute
//   a float64     {"n": place in the block of float64 numbers}, because JSON knows neither NaN nor infinity
//   a refusal     {"error": {"code", "message", "details"}}

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "headsup/tensor/refusal.h"
#include "headsup/tensor/tensor.h"
#include "headsup/trace/trace.h"

namespace headsup::bindings {

/// A stretch of memory.
struct Bytes {
  const void* data;
  std::size_t size;
};

/// An answer as JavaScript finds it, in words of 32 bits.
struct Handed {
  Bytes text;             ///< its bytes
  const double* numbers;  ///< float64
  std::size_t number_count;
  const Bytes* tensors;  ///< each tensor's bytes, in the order of their "at"
  std::size_t tensor_count;
  std::size_t tensor_bytes;  ///< of all tensors, each taken up to a multiple of 4
  // Of a tensor that is the whole answer; the text is empty then.
  Bytes sizes;        ///< its shape, and how many sizes that is
  std::size_t dtype;  ///< 0 float32, 1 int32, 2 bool
};

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
  void indices(std::string_view name, const Shape& values);
  /// The members "shape", "dtype" and "at" of the object that is open. The tensor is read when the answer is copied
  /// and must live until then; of one that JavaScript has already there is no "at".
  void tensor_members(const AnyTensor& tensor, bool is_known = false);
  /// A tensor as an object; the answer keeps it.
  void tensor(AnyTensor tensor);
  /// Everything so far is replaced by the refusal.
  void refusal(const char* code, const char* message, const std::vector<Detail>& details);

  const std::string& json() const { return json_; }
  /// Where it lies, for JavaScript. Nothing may be added afterwards.
  const Handed* handed();

 private:
  void separate();
  void quoted(std::string_view value);
  /// Puts the tensor's bytes behind the others'; returns its shape.
  const Shape& placed(const AnyTensor& tensor);

  std::string json_;
  std::vector<AnyTensor> kept_;
  std::vector<Bytes> tensors_;
  std::size_t tensor_bytes_ = 0;
  Bytes alone_{};  ///< shape of the tensor that is the whole answer
  std::size_t dtype_ = 0;
  std::vector<double> numbers_;
  Handed handed_{};
};

}  // namespace headsup::bindings
