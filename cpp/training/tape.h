#pragma once
// A computation that can be run forwards, and then backwards for its gradients.
//
// The operations and their matrices are made once for a batch of one size, so a training step allocates nothing. Running
// them in order computes every value; running them in reverse adds to every matrix the gradient of the loss by its numbers
// (reverse-mode differentiation, as torch.autograd does it). Only a tape that runs backwards has gradients.

#include <Eigen/Core>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "headsup/tensor/tensor.h"
#include "tensor/eigen.h"
#include "training/kernel.h"

namespace headsup::training {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The numbers of a matrix as a tensor of this shape, which must have as many.
Tensor as_tensor(const Shape& shape, const Matrix& matrix);

/// Applies a contribution to a gradient or to a part of one.
void accumulate(Store store, auto&& gradient, const auto& contribution) {
  if (store == Store::add) {
    gradient += contribution;
  } else {
    gradient = contribution;
  }
}

/// A matrix of the computation, and the gradient of the loss by each of its numbers.
struct Node {
  std::string name;  ///< as in the model: "blocks.0.w_q.weight", "blocks.0.scores"
  Shape shape;       ///< of the tensor whose leading axes the matrix joins to rows
  Matrix value;
  Matrix gradient;  ///< empty, or equally large

  /// All axes but the last are rows; a tensor with one axis is one row.
  Node(std::string name_of, const Shape& shape_of);

  /// Makes the gradient, of zeros.
  void allocate_gradient() { gradient.setZero(value.rows(), value.cols()); }
  /// Begins a backward pass: the next contribution overwrites the gradient, so it must cover every number.
  void mark_gradient_stale() { store_ = Store::replace; }
  /// How to apply the next contribution to the whole gradient. The first one of a backward pass overwrites the previous
  /// pass's gradient, which saves zeroing it.
  Store take_store_mode() { return std::exchange(store_, Store::add); }
  void accumulate_gradient(const auto& contribution) {
    accumulate(take_store_mode(), gradient.array(), contribution);
  }
  /// contribution(i) is the one of row i.
  void accumulate_rows(const auto& contribution) {
    const Store store = take_store_mode();
    for (Eigen::Index i = 0; i < gradient.rows(); ++i) {
      accumulate(store, gradient.row(i).array(), contribution(i));
    }
  }

 private:
  Store store_ = Store::add;
};

/// One operation, whose operands and result are nodes.
class TapeOperation {
 public:
  TapeOperation() = default;
  TapeOperation(const TapeOperation&) = delete;
  TapeOperation& operator=(const TapeOperation&) = delete;
  virtual ~TapeOperation() = default;

  /// Computes the result from the operands.
  virtual void forward() = 0;
  /// Adds the contributions of the result's gradient to the operands' gradients.
  virtual void backward() = 0;
};

/// Operations in the order in which they are computed, and the nodes between them.
class Tape {
 public:
  /// A node of this computation alone; parameters live elsewhere.
  Node& node(std::string name, const Shape& shape) { return nodes_.emplace_back(std::move(name), shape); }

  /// Appends an operation.
  template <class Op, class... Arguments>
  void record(Arguments&&... arguments) {
    operations_.push_back(std::make_unique<Op>(std::forward<Arguments>(arguments)...));
  }

  void forward();
  /// Makes the gradients of this tape's nodes, which `backward` needs.
  void allocate_gradients() {
    for (Node& node : nodes_) node.allocate_gradient();
  }
  /// Runs backwards, discarding the previous gradients of this tape's nodes. The last operation begins with the gradient of
  /// the loss by itself, 1. Parameters' gradients accumulate unless the caller discards them too.
  void backward();

  /// The nodes in the order in which they are computed.
  const std::deque<Node>& nodes() const { return nodes_; }

 private:
  std::deque<Node> nodes_;  // a deque, because operations refer to its elements
  std::vector<std::unique_ptr<TapeOperation>> operations_;
};

}  // namespace headsup::training
