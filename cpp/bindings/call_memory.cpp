#include "bindings/call_memory.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace headsup::bindings {
namespace {

Allocation* newest = nullptr;
/// Stands in the list where the call under way began.
Allocation beginning;

void link(Allocation* allocation) {
  *allocation = {nullptr, newest};
  if (newest != nullptr) newest->newer = allocation;
  newest = allocation;
}

void unlink(const Allocation* allocation) {
  (allocation->newer != nullptr ? allocation->newer->older : newest) = allocation->older;
  if (allocation->older != nullptr) allocation->older->newer = allocation->newer;
}

}  // namespace

void begin_call_memory() {
  link(&beginning);
}

void keep_call_memory() {
  unlink(&beginning);
}

void release_call_memory() {
  while (newest != &beginning) operator delete(newest + 1);
  unlink(&beginning);
}

}  // namespace headsup::bindings

void* operator new(std::size_t size) {
  using namespace headsup::bindings;
  auto* allocation = static_cast<Allocation*>(std::malloc(sizeof(Allocation) + size));
  if (allocation == nullptr) give_up();
  link(allocation);
  return allocation + 1;
}

void operator delete(void* bytes) noexcept {
  using namespace headsup::bindings;
  if (bytes == nullptr) return;
  Allocation* allocation = static_cast<Allocation*>(bytes) - 1;
  unlink(allocation);
  std::free(allocation);
}
