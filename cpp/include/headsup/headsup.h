#pragma once
// All of HeadsUp::headsup in one include. HeadsUp::files, the readers and writers of files, has headers of its own:
// <headsup/files/…>; so has the interpreter of Python, which is not installed.
//
// Optional arguments: what is read, a tensor or a number, is a std::optional; a cache that is changed, or a place for what a
// call can tell besides, is a pointer, null for none. A find() gives a pointer, null where there is nothing.
//
// Threads: functions keep nothing between calls. What nobody changes may be used by any number of threads at once: const
// objects, and tensors, as long as no other view of their storage is written to. An object that is changed belongs to one thread;
// besides values such as a Spec these are a Generator, a ParameterCache, a ReplayCache, and a Trainer in step, restore and load.

#include "headsup/attention/elementwise.h"
#include "headsup/attention/embedding.h"
#include "headsup/attention/feed_forward.h"
#include "headsup/attention/heads.h"
#include "headsup/attention/layer_norm.h"
#include "headsup/attention/linear.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/multi_head.h"
#include "headsup/attention/padding.h"
#include "headsup/attention/positional_encoding.h"
#include "headsup/attention/scaled_dot_product.h"
#include "headsup/attention/softmax.h"
#include "headsup/fast/multi_head_layer.h"
#include "headsup/graph/backward.h"
#include "headsup/graph/explain.h"
#include "headsup/graph/trace.h"
#include "headsup/lesson/designed_weights.h"
#include "headsup/lesson/run.h"
#include "headsup/lesson/spec.h"
#include "headsup/lesson/state_dict.h"
#include "headsup/operations/attributes.h"
#include "headsup/operations/facts.h"
#include "headsup/random/generator.h"
#include "headsup/random/initializers.h"
#include "headsup/random/replay.h"
#include "headsup/tensor/refusal.h"
#include "headsup/tensor/shape.h"
#include "headsup/tensor/tensor.h"
#include "headsup/training/tasks.h"
#include "headsup/training/trainer.h"
#include "headsup/training/walk.h"
#include "headsup/version.h"
