#pragma once
// A tensor of a running program, and the numbers that it shares with its views.

#include <memory>
#include <vector>

#include "headsup/python/run.h"
#include "headsup/tensor/tensor.h"
#include "python/interpreter.h"

namespace headsup::python {

struct TensorObject;

/// Numbers that tensors share, and where the graph has them. A step of the graph keeps the numbers that it had when it was
/// recorded: before the first write, the steps that see these numbers get copies.
struct Shared {
  Tensor whole;                     ///< all of them, one behind the other
  Index step;                       ///< has all of them, but for the last write
  std::uint32_t version = 0;        ///< counts writes
  std::uint32_t shown_version = 0;  ///< PyTorch's _version: writes through `.data` do not count
  std::vector<Index> open = {};     ///< steps that see these numbers, and not a copy
  /// The last write: which numbers, and the step that has them.
  struct Part {
    Tensor tensor;
    Index step;
  };
  std::unique_ptr<Part> part = {};
  std::unique_ptr<StepSource> written_at = {};  ///< where the program wrote last
  /// Cells that were set to plain numbers, one by one; they become a step when somebody looks.
  std::unique_ptr<Tensor> numbers = {};
  bool is_cut = false;  ///< was written to without recording, though a gradient goes through it
  const TensorObject* leaf = nullptr;  ///< whose gradient is wanted
};

struct TensorObject final : Object {
  Tensor tensor;
  Index step;             ///< has its numbers, as of a version
  std::uint32_t version;  ///< of the numbers
  Index first_step;       ///< that it had
  std::shared_ptr<Shared> shared;
  bool requires_grad = false;    ///< a leaf's, or because an operand requires it
  std::string_view narrow = {};  ///< "int32" or "uint8", whose numbers are in the core as int64
  bool is_array = false;         ///< numpy's
  bool keeps_grad = false;       ///< retain_grad()
  bool is_detached = false;      ///< made by `.detach()`
  bool is_data = false;          ///< made by `.data`, past which no write is noticed
  std::string grad_fn = {};      ///< "AddBackward0"; of a leaf empty
  TensorObject* grad = nullptr;
  std::vector<Index> former = {};  ///< steps that a leaf had before it was written to

  TensorObject(Tensor t, Index s, std::shared_ptr<Shared> numbers)
      : Object(Kind::native),
        tensor(std::move(t)),
        step(s),
        version(numbers->version),
        first_step(s),
        shared(std::move(numbers)) {}

  Value attribute(Interpreter& in, String* name) override;
  bool set_attribute(Interpreter& in, String* name, Value value) override;
  Value binary(Interpreter& in, Op op, Value left, Value right) override;
  Value in_place(Interpreter& in, Op op, Value right) override;
  Value unary(Interpreter& in, Op op) override;
  Value item(Interpreter& in, Value index) override;
  void set_item(Interpreter& in, Value index, Value value) override;
  Iterator* iterate(Interpreter& in) override;
  std::int64_t length(Interpreter& in) override;
  bool truth(Interpreter& in) override;
  Value contains(Interpreter& in, Value value) override;
  std::string repr(Interpreter& in) override;
  std::string str(Interpreter& in) override;
  std::string format(Interpreter& in, const std::string& specification) override;
  std::uint32_t hash(Interpreter& in) override;
};

/// torch.float32 and the like.
struct TypeObject final : Object {
  DType dtype;
  std::string_view narrow;
  explicit TypeObject(DType d, std::string_view name = {}) : Object(Kind::native), dtype(d), narrow(name) {}
  std::string repr(Interpreter& in) override;
  std::uint32_t hash(Interpreter&) override {
    return static_cast<std::uint32_t>(dtype) + static_cast<std::uint32_t>(4 * narrow.size());
  }
};

/// The tensor that a value is, or null.
TensorObject* tensor_of(Value value);
/// The type that a value is, or null.
TypeObject* type_of(Value value);
/// "int32" of torch.int32, "uint8" of torch.uint8, else nothing.
std::string_view narrow_type(Value value);
/// The name of the type of its numbers.
std::string_view dtype_name(const TensorObject& tensor);

}  // namespace headsup::python
