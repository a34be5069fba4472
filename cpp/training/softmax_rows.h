#pragma once
// Softmax along the rows of a matrix, and its logarithm at one place.

#include "training/tape.h"

namespace headsup::training {

/// shares = softmax(x) in each row; a NaN in a row makes the row NaN.
void softmax_rows(const Matrix& x, Matrix& shares);

/// log(softmax(row)[place]), in float64.
double log_softmax_at(const Eigen::Ref<const Eigen::RowVectorXf>& row, Eigen::Index place);

}  // namespace headsup::training
