#include "headsup/attention/positional_encoding.h"

#include "attention/elementary.h"

namespace headsup {

Sinusoid sinusoid(Index position, Index column, Index d_model) {
  constexpr double kLn10000 = 9.2103403719761827361;
  const auto even = static_cast<double>(column - column % 2);
  const double frequency = exp_of_negative(-kLn10000 * even / static_cast<double>(d_model));
  return {1 / frequency, static_cast<double>(position) * frequency, column % 2 == 1};
}

FloatTensor positional_encoding(Index positions, Index d_model) {
  FloatTensor table({positions, d_model});
  for (Index i = 0; i < table.data.size(); ++i) {
    const Sinusoid wave = sinusoid(i / d_model, i % d_model, d_model);
    const SineCosine of_angle = sine_cosine(wave.angle);
    table.data[i] = static_cast<float>(wave.cosine ? of_angle.cosine : of_angle.sine);
  }
  return table;
}

IntTensor position_ids(const IntTensor& ids, std::int32_t pad_id) {
  if (ids.rank() != 2) refuse_shape("ids", ids.shape, "(B, L)");
  IntTensor positions(ids.shape);
  for (Index i = 0; i < ids.data.size(); ++i) {
    positions.data[i] = ids.data[i] == pad_id ? 0 : static_cast<std::int32_t>(i % ids.shape[1] + 1);
  }
  return positions;
}

}  // namespace headsup
