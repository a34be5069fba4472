#pragma once
// Weights written by hand, small enough to follow in the head, with which attention means something.

#include "headsup/lesson/run.h"

namespace headsup {

/// What a head of the designed model looks for.
enum class HeadRole {
  all,        ///< the only head of a lesson: everything that the others look for
  describes,  ///< a noun for its adjectives, an adjective for its noun
  who,        ///< a verb or pronoun for who acts, a link for the verb
  same,       ///< encoder-decoder: the source word of the same meaning
  agrees      ///< encoder-decoder: the source word that the target word must agree with
};

/// Heads alternate: describes and who, or same and agrees.
HeadRole role_of_head(const Spec& spec, Index head);

/// How many numbers a word of the designed model has. Other columns are 0, and a narrower model has the first of these.
constexpr Index kDesignedColumns = 8;

/// Every parameter of the lesson, for `run`. Columns have a meaning each:
///
///   noun, adjective, verb, alive, pronoun, link, size, mood
///   encoder-decoder: I, like, black, cat, noun, adjective, verb, article
///
///   embedding  the row of a word has its features, such as adjective 1, size −1; id 0 and unknown ids have none.
///   w_q, w_k   each number of a query is what a word looks for, and the same number of a key is what it offers: a noun
///              looks for an adjective with 4, an adjective offers it with 2, so they score 4 · 2 / √d_k.
///   w_v, w_0   w_v hands on columns as they are, and w_0 puts them back in their places.
///
/// Biases are 0. Refuses what `validate` does, and `not-supported` for a transformer block, whose positions and norms would
/// drown these numbers.
StateDict designed_weights(const Spec& spec);

}  // namespace headsup
