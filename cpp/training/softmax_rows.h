#pragma once
// Softmax along the rows of a matrix.

#include "training/tape.h"

namespace headsup::training {

/// The maximum and the sum of each row.
struct RowSums {
  Eigen::ArrayXf maxima;  ///< the largest number of each row
  Eigen::ArrayXf sums;    ///< Σ e^(x − maximum)

  /// log softmax(x) = x − maximum − log(sum), of a number in row i.
  double log_probability(Eigen::Index i, float x) const;
};

/// probabilities = softmax(x) in each row; a NaN in a row makes the row NaN, and so does a row of −∞ alone.
RowSums softmax_rows(const Matrix& x, Matrix& probabilities);

}  // namespace headsup::training
