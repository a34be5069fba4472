#include "lesson/spec.h"

namespace headsup {

Spec default_spec(Lesson lesson) {
  Spec spec;
  spec.lesson = lesson;
  spec.sequences = {{62, 13, 47, 39, 78, 33, 56, 13},
                    {60, 96, 51, 32, 90},
                    {35, 45, 48, 65, 91, 99, 92, 10, 3, 21},
                    {66, 88, 98, 47},
                    {77, 65, 51, 77, 19, 15, 35, 19, 23}};
  switch (lesson) {
    case Lesson::masked_multi_head:
      spec.mask = MaskSpec{true, true};
      break;
    case Lesson::encoder_decoder:
      spec.target = Sequences{{33, 11, 49, 10},
                              {88, 34, 5, 29, 99, 45, 11, 25},
                              {67, 25, 15, 90, 54, 4, 92, 10, 46, 20, 88, 19},
                              {16, 58, 91, 47, 12, 5, 8},
                              {71, 63, 62, 7, 9, 11, 55, 91, 32, 48}};
      break;
  }
  return spec;
}

}  // namespace headsup
