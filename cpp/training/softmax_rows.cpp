#include "training/softmax_rows.h"

#include <cmath>

namespace headsup::training {

double RowSums::log_probability(Eigen::Index i, float x) const {
  return static_cast<double>(x - maxima(i)) - std::log(static_cast<double>(sums(i)));
}

RowSums softmax_rows(const Matrix& x, Matrix& probabilities) {
  RowSums rows = {.maxima = Eigen::ArrayXf(x.rows()), .sums = {}};
  for (Eigen::Index i = 0; i < x.rows(); ++i) rows.maxima(i) = x.row(i).maxCoeff<Eigen::PropagateNaN>();
  probabilities = (x.array().colwise() - rows.maxima).matrix();
  exponentiate(probabilities.data(), static_cast<Index>(probabilities.size()));
  rows.sums = probabilities.rowwise().sum();
  probabilities.array().colwise() /= rows.sums;
  return rows;
}

}  // namespace headsup::training
