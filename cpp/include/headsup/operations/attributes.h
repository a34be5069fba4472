#pragma once
// Arguments of an operation that are no tensors.

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "headsup/random/generator.h"
#include "headsup/tensor/tensor.h"

namespace headsup {

/// A string literal of the core, which lives as long as the program.
using Name = std::string_view;
using Names = std::vector<Name>;  ///< several, in order

/// An argument that is no tensor: a number or a bit, whole numbers such as a shape or axes, a word, or the draws that made a
/// tensor.
using Attribute = std::variant<double, std::vector<std::int64_t>, Name, Draws>;

/// Arguments by PyTorch's names for them.
class Attributes {
 public:
  /// None.
  Attributes() = default;
  /// These, each name once.
  Attributes(std::initializer_list<std::pair<Name, Attribute>> values) : values_(values) {}

  /// Null if it was not given.
  const Attribute* find(Name name) const;
  /// The argument, or what it is if it was not given. Refuses `wrong-type` for one of another type, and for a fraction as a whole
  /// number.
  /// @{
  double number(Name name, double otherwise) const;
  bool flag(Name name, bool otherwise) const { return number(name, otherwise ? 1 : 0) != 0; }
  std::ptrdiff_t whole(Name name, std::ptrdiff_t otherwise) const;
  Name word(Name name, Name otherwise) const;
  /// A number alone is a list of one, as PyTorch takes `dims=0` for `dims=(0,)`.
  std::vector<std::int64_t> list(Name name) const;
  /// Of a word such as "float32", see to_string(DType).
  DType dtype(Name name, DType otherwise) const;
  /// @}
  /// Whether it was given.
  bool has(Name name) const { return find(name) != nullptr; }
  /// Gives an argument, in the place of one of that name.
  void set(Name name, Attribute value);
  /// All that were given, in their order.
  const std::vector<std::pair<Name, Attribute>>& all() const { return values_; }

 private:
  std::vector<std::pair<Name, Attribute>> values_;
};

}  // namespace headsup
