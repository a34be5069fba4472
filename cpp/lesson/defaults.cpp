#include "lesson/spec.h"

namespace headsup {
namespace {

constexpr std::int32_t kEnd = -1;

/// Sequences from one flat list in which each ends with kEnd: nested lists would be built by code, one vector
/// at a time, where this is a table.
template <std::size_t N>
Sequences sequences_of(const std::int32_t (&flat)[N]) {
  Sequences sequences;
  const std::int32_t* first = flat;
  for (const std::int32_t& id : flat) {
    if (id != kEnd) continue;
    sequences.emplace_back(first, &id);
    first = &id + 1;
  }
  return sequences;
}

// clang-format off
constexpr std::int32_t kSource[] = {62, 13, 47, 39, 78, 33, 56, 13, kEnd,
                                    60, 96, 51, 32, 90, kEnd,
                                    35, 45, 48, 65, 91, 99, 92, 10, 3, 21, kEnd,
                                    66, 88, 98, 47, kEnd,
                                    77, 65, 51, 77, 19, 15, 35, 19, 23, kEnd};
constexpr std::int32_t kTarget[] = {33, 11, 49, 10, kEnd,
                                    88, 34, 5, 29, 99, 45, 11, 25, kEnd,
                                    67, 25, 15, 90, 54, 4, 92, 10, 46, 20, 88, 19, kEnd,
                                    16, 58, 91, 47, 12, 5, 8, kEnd,
                                    71, 63, 62, 7, 9, 11, 55, 91, 32, 48, kEnd};
// clang-format on

}  // namespace

Spec default_spec(Lesson lesson) {
  Spec spec;
  spec.lesson = lesson;
  spec.sequences = sequences_of(kSource);
  switch (lesson) {
    case Lesson::masked_multi_head:
      spec.mask = MaskSpec{true, true};
      break;
    case Lesson::encoder_decoder:
      spec.target = sequences_of(kTarget);
      break;
  }
  return spec;
}

}  // namespace headsup
