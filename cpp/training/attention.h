#pragma once
// Attention over a batch, each operation with its derivative. q, k and v are (B · L, D); head h of sentence b is the block
// of rows b L … and columns h K …, so splitting heads copies nothing. Scores and weights are (B · H · L, L), the block of
// sentence b and head h beginning at row (b H + h) L.

#include "training/tape.h"

namespace headsup::training {

/// The sizes of attention: B sentences, L tokens, H heads.
struct HeadSizes {
  Eigen::Index batch;
  Eigen::Index length;
  Eigen::Index heads;
};

/// S = Q Kᵀ / √d_k, for each sentence and head
///   ∂Q = ∂S K / √d_k      ∂K = ∂Sᵀ Q / √d_k
class Scores final : public TapeOperation {
 public:
  Scores(HeadSizes sizes, Node& q, Node& k, Node& scores) : sizes_(sizes), q_(q), k_(k), scores_(scores) {}
  void forward() override;
  void backward() override;

 private:
  HeadSizes sizes_;
  Node& q_;
  Node& k_;
  Node& scores_;
};

/// y = fill where the key comes after the query, else x
///   ∂x = 0 where y is the fill, else ∂y
class CausalFill final : public TapeOperation {
 public:
  CausalFill(float fill, Node& x, Node& y) : fill_(fill), x_(x), y_(y) {}
  void forward() override;
  void backward() override;

 private:
  float fill_;
  Node& x_;
  Node& y_;
};

/// P = softmax(S) in each row
///   ∂S = P ∘ (∂P − (the sum of ∂P ∘ P in the row))
class Softmax final : public TapeOperation {
 public:
  Softmax(Node& scores, Node& weights) : scores_(scores), weights_(weights) {}
  void forward() override;
  void backward() override;

 private:
  Node& scores_;
  Node& weights_;
};

/// Y = P V, for each sentence and head
///   ∂P = ∂Y Vᵀ      ∂V = Pᵀ ∂Y
class WeightedSum final : public TapeOperation {
 public:
  WeightedSum(HeadSizes sizes, Node& weights, Node& v, Node& y)
      : sizes_(sizes), weights_(weights), v_(v), y_(y) {}
  void forward() override;
  void backward() override;

 private:
  HeadSizes sizes_;
  Node& weights_;
  Node& v_;
  Node& y_;
};

}  // namespace headsup::training
