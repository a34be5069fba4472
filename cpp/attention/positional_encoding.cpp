#include "headsup/attention/positional_encoding.h"

#include "attention/elementary.h"
#include "tensor/eigen_views.h"

namespace headsup {

Sinusoid sinusoid(Index position, Index column, Index d_model) {
  constexpr double kLn10000 = 9.2103403719761827361;
  const auto even = static_cast<double>(column - column % 2);
  const double frequency = exp_of_negative(-kLn10000 * even / static_cast<double>(d_model));
  return {1 / frequency, static_cast<double>(position) * frequency, column % 2 == 1};
}

FloatTensor positional_encoding(Index positions, Index d_model) {
  FloatTensor table({positions, d_model});
  auto rows = rows_view(table);
  rows = RowMajorArray<float>::NullaryExpr(
      rows.rows(), rows.cols(), [d_model](Eigen::Index position, Eigen::Index column) {
        const Sinusoid wave = sinusoid(static_cast<Index>(position), static_cast<Index>(column), d_model);
        const SineCosine of_angle = sine_cosine(wave.angle);
        return static_cast<float>(wave.cosine ? of_angle.cosine : of_angle.sine);
      });
  return table;
}

IntTensor position_ids(const IntTensor& ids, std::int32_t pad_id) {
  if (ids.rank() != 2) refuse_shape("ids", ids.shape, "(B, L)");
  IntTensor positions(ids.shape);
  const auto tokens = rows_view(ids);
  auto rows = rows_view(positions);
  for (Eigen::Index b = 0; b < rows.rows(); ++b) {
    rows.row(b) = (tokens.row(b) == pad_id)
                      .select(0, RowMajorArray<std::int32_t>::NullaryExpr(
                                     1, rows.cols(), [](Eigen::Index, Eigen::Index i) {
                                       return static_cast<std::int32_t>(i + 1);
                                     }));
  }
  return positions;
}

}  // namespace headsup
