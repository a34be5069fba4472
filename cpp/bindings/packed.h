#pragma once
// Many tensors and texts, handed to JavaScript in one call: python.js reads them in the order in which they were added.

#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "headsup/tensor/tensor.h"

namespace headsup::bindings {

/// Whole numbers in a row, and all texts in another. A text is the number of its bytes; a tensor its type, its axes and their
/// sizes, the count of its numbers, and their address.
class Packed {
 public:
  void add(Index number) { words_.push_back(static_cast<std::uint32_t>(number)); }
  void add(std::string_view text) {
    add(text.size());
    texts_ += text;
  }
  /// A list whose numbers stay numbers of 32 bits.
  void add(const std::vector<Index>& numbers) {
    add(numbers.size());
    words_.insert(words_.end(), numbers.begin(), numbers.end());
  }
  /// int64, and what is int32 or uint8 in the program, becomes float64, which JavaScript has arrays of. The numbers are not copied unless they must be.
  void add(const Tensor& tensor, std::string_view narrow = {}) {
    const DType dtype = tensor.dtype();
    const Tensor& x =
        tensors_.emplace_back(dtype == DType::int64 ? tensor.to(DType::float64) : tensor.contiguous());
    add(narrow.empty() ? static_cast<Index>(dtype) : narrow == "int32" ? 4 : 5);
    add(x.rank());
    for (const Index size : x.shape()) add(size);
    add(x.count());
    add(reinterpret_cast<Index>(address_of(x)));
  }

  const std::uint32_t* words() const { return words_.data(); }
  const char* texts() const { return texts_.data(); }
  Index size() const { return texts_.size(); }  ///< of all texts

 private:
  static const void* address_of(const Tensor& x) {
    switch (x.dtype()) {
      case DType::boolean:
        return x.data<std::uint8_t>();
      case DType::float32:
        return x.data<float>();
      default:
        return x.data<double>();
    }
  }

  std::vector<std::uint32_t> words_;
  std::string texts_;
  std::list<Tensor> tensors_;  ///< whose numbers the addresses are of
};

}  // namespace headsup::bindings
