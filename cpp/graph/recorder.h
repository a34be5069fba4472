#pragma once
// Runs operations and keeps what they make as steps of a trace.

#include <string>
#include <utility>
#include <vector>

#include "headsup/graph/trace.h"
#include "operations/operation.h"

namespace headsup {

/// Axes are names separated by spaces, "B H T S", written with the letters of the most general model; those that are the same
/// size in this one are recorded under one letter.
///
/// A step is computed from recorded ones alone, so that a number that was set by hand is in all that follows.
class Recorder {
 public:
  /// Which letter another one is recorded under: {"T", "L"}.
  using Letters = std::vector<std::pair<Name, Name>>;

  Recorder(Trace& trace, Letters letters) : trace_(trace), letters_(std::move(letters)) {}
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  virtual ~Recorder() = default;

  /// Adds what an operation makes of recorded steps, and returns its place.
  Index run(std::string name, const Operation& operation, std::vector<Index> inputs, Name axes,
            Attributes attributes = {});
  /// Adds a tensor that was given or drawn; the attributes say how.
  Index record(std::string name, const Operation& operation, Name axes, Tensor tensor,
               Attributes attributes = {});

  /// The trace recorded so far.
  const Trace& trace() const { return trace_; }
  /// The tensor of a step that has been recorded.
  /// @{
  const Tensor& operator[](Index step) const { return trace_.steps[step].tensor; }
  const Tensor& operator[](Name name) const { return trace_[name].tensor; }
  /// @}
  bool has(Name name) const { return trace_.find(name) != nullptr; }
  /// The place of a step that has been recorded.
  Index at(Name name) const { return trace_.place_of(name); }

 protected:
  /// Is called with each step before it is added.
  virtual void finish(Step&) const {}

 private:
  Index add(Step step, Name axes);

  Trace& trace_;
  Letters letters_;
};

/// A shape, or a number, as an attribute.
/// @{
inline std::vector<std::int64_t> sizes(const Shape& shape) {
  return {shape.begin(), shape.end()};
}
inline double number(Index count) {
  return static_cast<double>(count);
}
/// @}

}  // namespace headsup
