#include "python/heap.h"

#include "python/error.h"

namespace headsup::python {
namespace {

constexpr std::size_t kBlock = std::size_t{64} * 1024;

}  // namespace

Heap::~Heap() {
  for (Object* object : objects_) object->~Object();
}

void* Heap::room(std::size_t size, std::size_t alignment) {
  free_ -= free_ % alignment;  // blocks are aligned, and filled from their end
  if (free_ < size) {
    blocks_.emplace_back(new std::byte[kBlock]);
    free_ = kBlock;
  }
  free_ -= size;
  free_ -= free_ % alignment;
  return blocks_.back().get() + free_;
}

void Heap::classify() {
  for (Object* object : objects_) object->cls = types[static_cast<std::size_t>(object->kind)];
  if (lasting_ == nullptr) return;
  lasting_->types = types;
  lasting_->classify();
}

void Heap::charge(std::uint64_t units) {
  if (units > limit_ - used_) {
    stop({"the program needs more memory than the ", limit_ / 128, " kB that it may use"});
  }
  used_ += units;
}

String* Heap::string(std::string text) {
  charge(text.size() / 8);
  return make<String>(std::move(text));
}

Sequence* Heap::list(Values items) {
  charge(2 * items.size());
  return make<Sequence>(Kind::list, std::move(items));
}

Sequence* Heap::tuple(Values items) {
  charge(2 * items.size());
  return make<Sequence>(Kind::tuple, std::move(items));
}

String* Heap::intern(std::string_view name) {
  if (lasting_ != nullptr) {
    String* known = lasting_->intern(name);
    if (std::exchange(known->run, run_) != run_) charge((sizeof(String) + name.size()) / 8);
    return known;
  }
  if (2 * (name_count_ + 1) > names_.size()) {
    std::vector<String*> old(names_.size() < 512 ? 1024 : 2 * names_.size());
    old.swap(names_);
    for (String* known : old) {
      if (known == nullptr) continue;
      std::size_t at = known->hash_code() & (names_.size() - 1);
      while (names_[at] != nullptr) at = (at + 1) & (names_.size() - 1);
      names_[at] = known;
    }
  }
  std::size_t at = hash_of(name) & (names_.size() - 1);
  for (; names_[at] != nullptr; at = (at + 1) & (names_.size() - 1)) {
    if (names_[at]->text == name) return names_[at];
  }
  ++name_count_;
  return names_[at] = string(std::string(name));
}

}  // namespace headsup::python
