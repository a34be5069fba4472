#pragma once
// Weights made by a formula, with which attention means something before anything is trained.

#include "headsup/lesson/run.h"

namespace headsup {

/// Which keys a head with readable weights attends to.
enum class HeadRole {
  same_word,       ///< keys with the query's token id
  previous_token,  ///< the key one position before the query
  as_drawn         ///< whatever its drawn weights prefer
};

/// Heads alternate: same_word, then previous_token where positions are added, else as_drawn. A head of one number is always
/// as_drawn: its scores are products q k, and for a given q the largest belongs to the largest or smallest k, never to an
/// equal one.
HeadRole role_of_head(const Spec& spec, Index head);

/// embedding.weight and the weights and biases of w_q and w_k, for `run`; other parameters stay as they are drawn. Empty if
/// all heads are as_drawn. `cache` as in `run`. With layerNorm "pre" the heads do what they can: the norm shifts and
/// scales the codes. Refuses what `validate` does.
///
///   embedding  sin, cos of 2π n / ρʲ in pairs for the token id n, its word code; j = 1, 2 … 16 and again, from the last pair.
///              ρ = 1.3247… is the real root of ρ³ = ρ + 1. The dot product of two codes is Σ cos(2π (m − n) / ρʲ),
///              largest where m = n. Where positions are added, the first half of the pairs is 0, to be theirs, and in
///              the other half the code is 4 times as long, so that it outweighs them, and its cosines are less by the 1
///              that their cosines add.
///   same_word  w_q = w_k = s times the selection of the last pairs; s is such that a word scores 16 with itself.
///   previous_token  w_k is s times the selection of the first pairs, the positions', and w_q turns each of them back
///              by one position; s is such that the previous token scores 4 more than its neighbours.
StateDict readable_weights(const Spec& spec, ParameterCache* cache = nullptr);

}  // namespace headsup
