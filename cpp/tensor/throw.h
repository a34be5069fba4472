#pragma once
// How a refusal leaves the core: as a C++ exception (throw.cpp), except in the modules for JavaScript, which throw one of
// JavaScript's (bindings/exceptions.cpp).

#include "headsup/tensor/refusal.h"

namespace headsup {

[[noreturn]] void throw_refusal(ErrorCode code, const std::string& message, std::vector<Detail> details);

}  // namespace headsup
