#include "lesson/tokens.h"

#include <utility>

#include "headsup/attention/padding.h"
#include "lesson/parameters.h"
#include "operations/operations.h"

namespace headsup {
namespace {

/// The names of a batch of sequences: its field of the spec and its two steps.
struct BatchNames {
  Name field;
  const char* ids;
  Name ids_axes;
  const char* embedding;
  Name embedding_axes;
};
constexpr BatchNames kSourceNames = {.field = "sequences",
                                     .ids = "ids",
                                     .ids_axes = "B S",
                                     .embedding = "embedding",
                                     .embedding_axes = "B S D"};
constexpr BatchNames kTargetNames = {.field = "target",
                                     .ids = "target_ids",
                                     .ids_axes = "B T",
                                     .embedding = "target_embedding",
                                     .embedding_axes = "B T D"};

Index record_batch(LessonRecorder& r, const BatchNames& names, const Sequences& sequences) {
  const std::int32_t pad_id = r.spec().pad_id;
  std::vector<std::int64_t> lengths;
  for (const auto& sequence : sequences) lengths.push_back(static_cast<std::int64_t>(sequence.size()));
  const Index ids = r.record(
      names.ids, op::pad, names.ids_axes, pad(sequences, pad_id),
      {{"field", names.field}, {"lengths", std::move(lengths)}, {"pad_id", static_cast<double>(pad_id)}});
  return r.run(names.embedding, op::embedding, {ids, r.at(kTable)}, names.embedding_axes);
}

}  // namespace

Index record_source(LessonRecorder& r) {
  return record_batch(r, kSourceNames, r.spec().sequences);
}

Index record_target(LessonRecorder& r, const Sequences& target) {
  return record_batch(r, kTargetNames, target);
}

}  // namespace headsup
