#pragma once
// The objects that JavaScript holds in the module: layers, trainers and traces. Each has an id, and JavaScript never has more
// than that. Reading an argument may run the caller's code (a getter, a proxy), which may call the module again and dispose of
// anything. So every call reads all its arguments first, and only then looks up its object, by `live()`; nothing of the
// caller's runs after that.

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "bindings/value.h"
#include "headsup/tensor/shape.h"

namespace headsup::bindings {

/// Refuses `disposed`, an object that is gone.
extern "C" [[noreturn]] void heads_up_refuse_disposed();  // values.js

/// A list of kept objects, whatever their type.
class KeptList {
 public:
  KeptList() : next_(first_) { first_ = this; }
  KeptList(const KeptList&) = delete;
  KeptList& operator=(const KeptList&) = delete;
  virtual ~KeptList() = default;
  virtual void clear() = 0;
  /// Frees every object of every list.
  static void clear_all() {
    for (KeptList* list = first_; list != nullptr; list = list->next_) list->clear();
  }

 private:
  KeptList* next_;
  static inline KeptList* first_ = nullptr;
};

/// The objects of one type, oldest first.
template <class T>
class Kept : public KeptList {
 public:
  Index add(std::unique_ptr<T> object) {
    objects_.push_back({last_id_ + 1, std::move(object)});
    return ++last_id_;
  }
  /// Null if it is not kept.
  T* find(Index id) {
    const auto place = place_of(id);
    return place != objects_.end() && place->first == id ? place->second.get() : nullptr;
  }
  void drop(Index id) {
    if (find(id) != nullptr) objects_.erase(place_of(id));
  }
  void clear() override {
    objects_.clear();
    last_cleared_ = last_id_;
  }
  /// Whether `clear` freed it.
  bool was_cleared(Index id) const { return id <= last_cleared_; }
  Index count() const { return objects_.size(); }
  void drop_oldest() { objects_.erase(objects_.begin()); }

 private:
  auto place_of(Index id) {
    return std::lower_bound(objects_.begin(), objects_.end(), id,
                            [](const auto& each, Index wanted) { return each.first < wanted; });
  }

  std::vector<std::pair<Index, std::unique_ptr<T>>> objects_;
  Index last_id_ = 0;
  Index last_cleared_ = 0;
};

template <class T>
inline Kept<T> kept;

/// What Embind's classes hold: `delete()` frees the object.
template <class T>
class Handle {
 public:
  explicit Handle(std::unique_ptr<T> object) : id_(kept<T>.add(std::move(object))) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { kept<T>.drop(id_); }
  Index id() const { return id_; }

 private:
  Index id_;
};

/// `this` of a method. Embind makes it of the handle before the method runs, because an argument's getter may delete the handle.
template <class T>
struct Held {
  Index id;
  /// The object. Refuses `disposed`.
  T& live() const {
    T* object = kept<T>.find(id);
    if (object == nullptr) heads_up_refuse_disposed();
    return *object;
  }
};

}  // namespace headsup::bindings

namespace emscripten::internal {

template <class T>
struct TypeID<headsup::bindings::Held<T>> : TypeID<headsup::bindings::Handle<T>> {};

template <class T>
struct BindingType<headsup::bindings::Held<T>> {
  using WireType = const headsup::bindings::Handle<T>*;
  static headsup::bindings::Held<T> fromWireType(WireType handle) { return {handle->id()}; }
};

}  // namespace emscripten::internal
