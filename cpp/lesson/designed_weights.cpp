#include "headsup/lesson/designed_weights.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "headsup/tensor/refusal.h"
#include "lesson/parameters.h"
#include "tensor/eigen.h"

namespace headsup {
namespace {

/// Columns of the lessons on one sentence.
enum Grammar : std::uint8_t { kNoun, kAdjective, kVerb, kAlive, kPronoun, kLink, kSize, kMood };
/// Columns of encoder-decoder.
enum Translation : std::uint8_t { kI, kLike, kBlack, kCat, kThing, kQuality, kDoing, kArticle };

/// A number in a column; a column of −1 ends a list.
struct Entry {
  std::int8_t column = -1;
  std::int8_t value = 0;
};
using Row = std::array<Entry, 3>;

template <class Column>
constexpr Entry entry(Column column, int value = 1) {
  return {static_cast<std::int8_t>(column), static_cast<std::int8_t>(value)};
}

/// The words of the pages' languages stand for these rows, in this order (web/locales, `designed.words`).
constexpr Row kGrammarWords[] = {
    {},  // padding
    {entry(kAdjective), entry(kSize, -1)},
    {entry(kAdjective), entry(kSize, 1)},
    {entry(kAdjective), entry(kMood, -1)},
    {entry(kAdjective), entry(kMood, 1)},
    {entry(kNoun), entry(kAlive)},
    {entry(kNoun), entry(kAlive)},
    {entry(kNoun), entry(kAlive)},
    {entry(kNoun)},
    {entry(kNoun)},
    {entry(kNoun)},
    {entry(kVerb)},
    {entry(kVerb)},
    {entry(kVerb)},
    {entry(kVerb)},
    {entry(kVerb)},
    {entry(kVerb)},
    {entry(kVerb)},
    {entry(kLink)},
    {entry(kLink)},
    {entry(kLink)},
    {entry(kLink)},
    {entry(kPronoun)},
    {entry(kPronoun)},
    {entry(kPronoun)},
};

/// Words of the source and then of the target, which mean the same.
constexpr Row kTranslationWords[] = {
    {},  // padding
    {entry(kI)},
    {entry(kLike), entry(kDoing)},
    {entry(kBlack), entry(kQuality)},
    {entry(kCat), entry(kThing)},
    {entry(kI)},
    {entry(kLike), entry(kDoing)},
    {entry(kBlack), entry(kQuality)},
    {entry(kCat), entry(kThing)},
    {entry(kArticle)},
};

/// One number of a query and of a key: a row of w_q and a row of w_k.
struct Search {
  Row looks_for;
  Row offers;
};
using Searches = std::vector<Search>;

constexpr int kAsks = 4;
constexpr int kOffers = 2;

Searches searches_of(HeadRole role) {
  const Search adjective = {{entry(kNoun, kAsks)}, {entry(kAdjective, kOffers)}};
  const Search alive = {{entry(kVerb, 2), entry(kPronoun, kAsks)}, {entry(kAlive, kOffers)}};
  const Search verb = {{entry(kLink, kAsks)}, {entry(kVerb, kOffers)}};
  const Row noun = {entry(kNoun, kOffers)};
  switch (role) {
    case HeadRole::all:
      return {
          adjective, {{entry(kVerb, 2), entry(kPronoun, 2), entry(kAdjective, kAsks)}, noun}, alive, verb};
    case HeadRole::describes:
      return {adjective, {{entry(kAdjective, kAsks)}, noun}};
    case HeadRole::who:
      return {{{entry(kVerb, 2), entry(kPronoun, 2)}, noun}, alive, verb};
    case HeadRole::same: {
      const auto same = [](Translation column) -> Search {
        return {{entry(column, kAsks)}, {entry(column, kOffers)}};
      };
      return {same(kI), same(kLike), same(kBlack), same(kCat)};
    }
    case HeadRole::agrees:
      return {{{entry(kQuality, kAsks), entry(kArticle, kAsks)}, {entry(kThing, kOffers)}},
              {{entry(kDoing, kAsks)}, {entry(kI, kOffers)}}};
  }
  return {};
}

/// The columns that w_v hands on, in order.
using Columns = std::array<std::uint8_t, kDesignedColumns>;

Columns handed_on(const Spec& spec) {
  if (spec.lesson == Lesson::encoder_decoder)
    return {kI, kLike, kBlack, kCat, kThing, kQuality, kDoing, kArticle};
  if (spec.num_heads == 1) return {kAlive, kVerb, kSize, kMood, kNoun, kAdjective, kPronoun, kLink};
  // What a noun learns of its adjectives, then what a verb or pronoun learns of who acts.
  return {kAdjective, kSize, kMood, kLink, kNoun, kAlive, kVerb, kPronoun};
}

std::span<const Row> words_of(Lesson lesson) {
  if (lesson == Lesson::encoder_decoder) return kTranslationWords;
  return kGrammarWords;
}

/// Writes a row into a matrix; columns that a narrow matrix does not have are left out.
void put(Tensor& matrix, Index row, const Row& entries) {
  auto rows = rows_of<float>(matrix);
  for (const Entry& number : entries)
    if (number.column >= 0 && number.column < rows.cols())
      rows(to_eigen(row), number.column) = static_cast<float>(number.value);
}

}  // namespace

HeadRole role_of_head(const Spec& spec, Index head) {
  if (spec.lesson == Lesson::encoder_decoder) return head % 2 == 0 ? HeadRole::same : HeadRole::agrees;
  if (spec.num_heads == 1) return HeadRole::all;
  return head % 2 == 0 ? HeadRole::describes : HeadRole::who;
}

StateDict designed_weights(const Spec& spec) {
  validate(spec);
  if (spec.lesson == Lesson::transformer_block)
    refuse(ErrorCode::not_supported, {{"field", "weights"}, {"got", "designed"}, {"wants", "random"}});
  const Index width = attention_width(spec);
  const Index d_k = width / spec.num_heads;
  const std::span<const Row> words = words_of(spec.lesson);

  Tensor table({spec.vocab_size, spec.d_model});
  for (Index id = 0; id < std::min<Index>(words.size(), spec.vocab_size); ++id) put(table, id, words[id]);

  Tensor w_q({width, spec.d_model});
  Tensor w_k({width, spec.d_model});
  for (Index head = 0; head < spec.num_heads; ++head) {
    const Searches searches = searches_of(role_of_head(spec, head));
    for (Index i = 0; i < std::min<Index>(searches.size(), d_k); ++i) {
      put(w_q, head * d_k + i, searches[i].looks_for);
      put(w_k, head * d_k + i, searches[i].offers);
    }
  }

  Tensor w_v({width, spec.d_model});
  Tensor w_0({spec.d_model, width});
  const Columns columns = handed_on(spec);
  for (Index i = 0; i < std::min(width, kDesignedColumns); ++i) {
    put(w_v, i, {entry(columns[i])});
    if (columns[i] < spec.d_model) put(w_0, columns[i], {entry(i)});
  }

  StateDict weights;
  weights.push_back({kTable, std::move(table)});
  const auto add = [&](const LayerNames& names, Tensor weight) {
    const Index out = weight.shape()[0];
    weights.push_back({names.weight, std::move(weight)});
    if (spec.bias) weights.push_back({names.bias, Tensor({out})});
  };
  add(kQ, std::move(w_q));
  add(kK, std::move(w_k));
  add(kV, std::move(w_v));
  if (spec.output_projection) add(k0, std::move(w_0));
  return weights;
}

}  // namespace headsup
