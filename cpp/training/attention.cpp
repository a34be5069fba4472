#include "training/attention.h"

#include <cmath>

#include "operations/formulas.h"
#include "training/softmax_rows.h"

namespace headsup::training {
namespace {

/// Head h of sentence b in q, k, v or the values: (L, K).
auto head_of(auto& x, const HeadSizes& sizes, Eigen::Index b, Eigen::Index h) {
  const Eigen::Index width = x.cols() / sizes.heads;
  return x.block(b * sizes.length, h * width, sizes.length, width);
}

/// The scores or weights of head h of sentence b: (L, L).
auto table_of(auto& x, const HeadSizes& sizes, Eigen::Index b, Eigen::Index h) {
  return x.middleRows((b * sizes.heads + h) * sizes.length, sizes.length);
}

void for_each_head(const HeadSizes& sizes, const auto& visit) {
  for (Eigen::Index b = 0; b < sizes.batch; ++b) {
    for (Eigen::Index h = 0; h < sizes.heads; ++h) visit(b, h);
  }
}

/// 1 / √d_k.
float scale_of(const Node& q, const HeadSizes& sizes) {
  const Eigen::Index d_k = q.value.cols() / sizes.heads;
  return 1 / std::sqrt(static_cast<float>(d_k));
}

}  // namespace

void Scores::forward() {
  const float scale = scale_of(q_, sizes_);
  for_each_head(sizes_, [&](Eigen::Index b, Eigen::Index h) {
    multiply(head_of(q_.value, sizes_, b, h), head_of(k_.value, sizes_, b, h).transpose(),
             {.out = table_of(scores_.value, sizes_, b, h), .scale = scale});
  });
}

void Scores::backward() {
  const float scale = scale_of(q_, sizes_);
  const Store store_q = q_.take_store_mode();
  const Store store_k = k_.take_store_mode();
  for_each_head(sizes_, [&](Eigen::Index b, Eigen::Index h) {
    const auto grad_output = table_of(scores_.gradient, sizes_, b, h);
    multiply(grad_output, head_of(k_.value, sizes_, b, h),
             {.out = head_of(q_.gradient, sizes_, b, h), .store = store_q, .scale = scale});
    multiply(grad_output.transpose(), head_of(q_.value, sizes_, b, h),
             {.out = head_of(k_.gradient, sizes_, b, h), .store = store_k, .scale = scale});
  });
}

void CausalFill::forward() {
  y_.value = x_.value;
  const Eigen::Index length = y_.value.cols();
  for (Eigen::Index i = 0; i < y_.value.rows(); ++i) {
    y_.value.row(i).tail(length - 1 - i % length).setConstant(fill_);
  }
}

void CausalFill::backward() {
  if (x_.take_store_mode() == Store::replace) x_.gradient.setZero();
  const Eigen::Index length = y_.value.cols();
  for (Eigen::Index i = 0; i < y_.value.rows(); ++i) {
    const Eigen::Index seen = 1 + i % length;
    x_.gradient.row(i).head(seen) += y_.gradient.row(i).head(seen);
  }
}

void Softmax::forward() {
  softmax_rows(scores_.value, weights_.value);
}

void Softmax::backward() {
  scores_.accumulate_rows([this](Eigen::Index i) {
    return softmax_gradient(weights_.value.row(i).array(), weights_.gradient.row(i).array());
  });
}

void WeightedSum::forward() {
  for_each_head(sizes_, [&](Eigen::Index b, Eigen::Index h) {
    multiply(table_of(weights_.value, sizes_, b, h), head_of(v_.value, sizes_, b, h),
             {.out = head_of(y_.value, sizes_, b, h)});
  });
}

void WeightedSum::backward() {
  const Store store_weights = weights_.take_store_mode();
  const Store store_v = v_.take_store_mode();
  for_each_head(sizes_, [&](Eigen::Index b, Eigen::Index h) {
    const auto grad_output = head_of(y_.gradient, sizes_, b, h);
    multiply(grad_output, head_of(v_.value, sizes_, b, h).transpose(),
             {.out = table_of(weights_.gradient, sizes_, b, h), .store = store_weights});
    multiply(table_of(weights_.value, sizes_, b, h).transpose(), grad_output,
             {.out = head_of(v_.gradient, sizes_, b, h), .store = store_v});
  });
}

}  // namespace headsup::training
