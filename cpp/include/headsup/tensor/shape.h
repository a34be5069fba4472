#pragma once
// A short list of sizes or positions: a tensor's shape, or a cell's index.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

namespace headsup {

/// A size, a position or a count.
using Index = std::size_t;

/// How many axes a tensor may have.
constexpr Index kMostAxes = 8;

/// Up to kMostAxes numbers, stored inside the object, because tensors and explanations copy many of them. Refuses
/// `too-large` where it would grow beyond kMostAxes.
class Shape {
 public:
  /// Member types for the standard's algorithms.
  /// @{
  using value_type = Index;
  using size_type = Index;
  using iterator = Index*;
  using const_iterator = const Index*;
  /// @}

  /// No axes: a scalar's.
  Shape() = default;
  /// These sizes.
  /// @{
  Shape(std::initializer_list<Index> sizes) : Shape(sizes.begin(), sizes.size()) {}
  /// Implicit, so that a vector may be passed as a shape or an index.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Shape(const std::vector<Index>& sizes) : Shape(sizes.data(), sizes.size()) {}
  Shape(const Index* first, const Index* last) : Shape(first, static_cast<Index>(last - first)) {}
  /// @}
  /// `count` zeros. Not a constructor, because Shape(2) would be taken for Shape{2}.
  static Shape zeros(Index count) {
    Shape shape;
    shape.size_ = checked(count);
    return shape;
  }

  /// As in std::vector.
  /// @{
  Index size() const { return size_; }
  bool empty() const { return size_ == 0; }
  iterator begin() { return sizes_; }
  iterator end() { return sizes_ + size_; }
  const_iterator begin() const { return sizes_; }
  const_iterator end() const { return sizes_ + size_; }
  Index& operator[](Index axis) {
    assert(axis < size_);
    return sizes_[axis];
  }
  const Index& operator[](Index axis) const {
    assert(axis < size_);
    return sizes_[axis];
  }
  Index& front() { return (*this)[0]; }
  const Index& front() const { return (*this)[0]; }
  Index& back() { return (*this)[size_ - 1]; }
  const Index& back() const { return (*this)[size_ - 1]; }

  void push_back(Index size) { insert(end(), size); }
  void pop_back() {
    assert(size_ > 0);
    --size_;
  }
  void insert(iterator before, Index size);
  void erase(iterator at);
  /// @}

  /// Lexicographic, from the first axis on.
  /// @{
  friend bool operator==(const Shape& a, const Shape& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  friend bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }
  friend bool operator<(const Shape& a, const Shape& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }
  /// @}

 private:
  Shape(const Index* first, Index count) : size_(checked(count)) { std::copy_n(first, count, sizes_); }
  static Index checked(Index count);

  Index sizes_[kMostAxes] = {};
  Index size_ = 0;
};

/// "(5, 2, 10, 10)", as PyTorch prints a size.
std::string to_string(const Shape& shape);

}  // namespace headsup
