#pragma once
// One function a file of bindings; bindings.cpp is the table of contents.

namespace headsup::bindings {

void bind_tensor_ops();
void bind_multi_head();
void bind_lesson();

}  // namespace headsup::bindings
