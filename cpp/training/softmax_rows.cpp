#include "training/softmax_rows.h"

#include <cmath>

#include "attention/elementary.h"

namespace headsup::training {
namespace {

/// e^(x − maximum) of a row, in float64.
Eigen::ArrayXd powers_of(const Eigen::Ref<const Eigen::RowVectorXf>& row) {
  const auto maximum = static_cast<double>(row.maxCoeff<Eigen::PropagateNaN>());
  return (row.transpose().array().cast<double>() - maximum).unaryExpr([](double x) {
    return exp_of_negative(x);
  });
}

}  // namespace

void softmax_rows(const Matrix& x, Matrix& shares) {
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const Eigen::ArrayXd powers = powers_of(x.row(i));
    shares.row(i) = (powers / powers.sum()).cast<float>().transpose();
  }
}

double log_softmax_at(const Eigen::Ref<const Eigen::RowVectorXf>& row, Eigen::Index place) {
  const auto maximum = static_cast<double>(row.maxCoeff<Eigen::PropagateNaN>());
  return static_cast<double>(row(place)) - maximum - std::log(powers_of(row).sum());
}

}  // namespace headsup::training
