#pragma once
// The operations that C++ calls by name.

#include "operations/operation.h"

namespace headsup::op {

// elementwise.cpp
extern const Operation add;
extern const Operation sub;
extern const Operation mul;
extern const Operation div;
extern const Operation floor_divide;
extern const Operation remainder;
extern const Operation pow;
extern const Operation maximum;
extern const Operation minimum;
extern const Operation neg;
extern const Operation lt;
extern const Operation le;
extern const Operation gt;
extern const Operation ge;
extern const Operation gelu;
extern const Operation relu;
extern const Operation sqrt;
extern const Operation half;
extern const Operation ndtr;

// masks.cpp
extern const Operation eq;
extern const Operation ne;
extern const Operation not_equal;
extern const Operation bitwise_and;
extern const Operation bitwise_or;
extern const Operation bitwise_xor;
extern const Operation bitwise_not;
extern const Operation tril;
extern const Operation triu;
extern const Operation logical_and;
extern const Operation logical_or;
extern const Operation masked_fill;
extern const Operation where;

// rows.cpp
extern const Operation max;
extern const Operation min;
extern const Operation argmax;
extern const Operation argmin;
extern const Operation mean;
extern const Operation sum;

// normalise.cpp
extern const Operation layer_norm;
extern const Operation log_softmax;
extern const Operation softmax;

// losses.cpp
extern const Operation cross_entropy;
extern const Operation nll_loss;
extern const Operation mse_loss;

// optimizers.cpp
extern const Operation adamw;
extern const Operation sgd;

// sources.cpp
extern const Operation arange;
extern const Operation eye;
extern const Operation linspace;
extern const Operation tril_indices;
extern const Operation triu_indices;
extern const Operation full;
extern const Operation ones;
extern const Operation zeros;
extern const Operation batch;
extern const Operation constant;
extern const Operation dropout;
extern const Operation embedding;
extern const Operation given;
extern const Operation normal;
extern const Operation pad;
extern const Operation position_ids;
extern const Operation rand;
extern const Operation sinusoid;
extern const Operation uniform;

// shapes.cpp
extern const Operation view;
extern const Operation reshape;
extern const Operation contiguous_view;  ///< x.contiguous().view(shape), in no family
extern const Operation flatten;
extern const Operation unsqueeze;
extern const Operation squeeze;
extern const Operation contiguous;
extern const Operation clone;
extern const Operation transpose;
extern const Operation permute;
extern const Operation select;
extern const Operation slice;
extern const Operation expand;
extern const Operation repeat;
extern const Operation cat;
extern const Operation stack;
extern const Operation split;
extern const Operation chunk;
extern const Operation index_select;
extern const Operation gather;
extern const Operation index;
extern const Operation to;
extern const Operation as_strided;
extern const Operation as_strided_scatter;
extern const Operation detach;
extern const Operation index_put;

// products.cpp
extern const Operation matmul;
extern const Operation linear;
extern const Operation conv1d;
extern const Operation scaled_dot_product;
extern const Operation weighted_sum;
extern const Operation einsum;

}  // namespace headsup::op
