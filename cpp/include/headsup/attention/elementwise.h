#pragma once
// Operations on one number at a time: sums and activations.

#include "headsup/tensor/tensor.h"

namespace headsup {

/// a + b, broadcast to one shape. A residual sum is x + sublayer(x). Refuses `shape-mismatch` where the shapes do not
/// fit. Source: torch.add; He et al. 2016, "Deep Residual Learning", section 3.2.
Tensor add(const Tensor& a, const Tensor& b);
/// a − b, a · b, a / b, likewise. Source: torch.sub, torch.mul, torch.div.
/// @{
Tensor sub(const Tensor& a, const Tensor& b);
Tensor mul(const Tensor& a, const Tensor& b);
Tensor div(const Tensor& a, const Tensor& b);
/// @}

/// y (…) from x (…): √x. Source: torch.sqrt.
Tensor sqrt(const Tensor& x);

/// y (…) from x (…, N): the sum over the last axis, in float64 and rounded once. Refuses `shape-mismatch` where x has no axis.
/// Source: torch.sum(x, dim=-1).
Tensor sum(const Tensor& x);

/// y (…) from x (…): rounded to float16, ties to even, and widened again. Source: x.half().float().
Tensor half(const Tensor& x);

/// y (…) from x (…): Φ(x), the cumulative normal distribution. Source: torch.special.ndtr.
Tensor ndtr(const Tensor& x);

/// The activation between the two layers of a feed-forward layer.
enum class Activation { gelu, relu };

/// "gelu", "relu".
const char* to_string(Activation activation);

/// y (…) from x (…): x Φ(x), Φ the cumulative normal distribution (by erf, not by tanh). Computed in float64 and rounded once.
/// Source: Hendrycks and Gimpel 2016; torch.nn.functional.gelu(x, approximate="none").
Tensor gelu(const Tensor& x);

/// y (…) from x (…): max(x, 0); NaN stays. Source: torch.nn.functional.relu.
Tensor relu(const Tensor& x);

/// y (…) from x (…): gelu(x) or relu(x).
Tensor activate(const Tensor& x, Activation activation);

}  // namespace headsup
