#include "tensor/throw.h"

#include <new>
#include <utility>

namespace headsup {

Refusal::Refusal(ErrorCode code, const std::string& message, std::vector<Detail> details)
    : std::invalid_argument(message), code_(code), details_(std::move(details)) {}

Refusal::Refusal(const Refusal& other) noexcept : std::invalid_argument(other), code_(other.code_) {
  try {
    details_ = other.details_;
  } catch (const std::bad_alloc&) {
    details_.clear();
  }
}

void throw_refusal(ErrorCode code, const std::string& message, std::vector<Detail> details) {
  throw Refusal(code, message, std::move(details));
}

}  // namespace headsup
