#pragma once
// Owns the objects of a run, which all live until its end. The names in it belong to another heap, which outlives runs.

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <new>

#include "python/value.h"

namespace headsup::python {

class Heap {
 public:
  /// The heap of a run, whose names `lasting` owns; without it, the heap that lasts.
  explicit Heap(std::uint64_t limit, Heap* lasting = nullptr)
      : limit_(limit), lasting_(lasting), run_(lasting == nullptr ? 0 : ++lasting->run_) {}
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap();

  template <class T, class... A>
  T* make(A&&... arguments) {
    charge((sizeof(T) + 2 * sizeof(void*)) / 8);
    T* object = new (room(sizeof(T), alignof(T))) T(std::forward<A>(arguments)...);
    objects_.push_back(object);
    if (object->cls == nullptr) object->cls = types[static_cast<std::size_t>(object->kind)];
    return object;
  }
  String* string(std::string text);
  Sequence* list(Values items);
  Sequence* tuple(Values items);
  /// The one String of a name, so that names compare as pointers. A run is charged for each name once, whether or not an
  /// earlier run has made it.
  String* intern(std::string_view name);
  std::size_t name_count() const { return name_count_; }

  /// Counts memory that an object takes besides itself, in units of 8 bytes; past the limit it stops the program. Call it
  /// before that memory is allocated.
  void charge(std::uint64_t units);
  void grant(std::uint64_t units) { limit_ = std::max(limit_, used_ + units); }

  std::array<Class*, 24> types = {};  ///< the class of each kind
  /// Gives the built-in classes to objects that were made before them, and to those that outlive the run.
  void classify();

 private:
  void* room(std::size_t size, std::size_t alignment);

  std::uint64_t limit_;
  std::uint64_t used_ = 0;
  Heap* lasting_;
  std::uint32_t run_;  ///< its number; of the lasting heap, that of the last run
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::size_t free_ = 0;  ///< bytes at the end of the last block
  std::vector<Object*> objects_;
  std::vector<String*> names_;  ///< open addressing
  std::size_t name_count_ = 0;
};

}  // namespace headsup::python
