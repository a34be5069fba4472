#pragma once
// The walls between the rooms of cpp/, as rules on the text of a file. Each gives the offending lines, none
// where the file keeps to the rule.

#include <string>
#include <vector>

namespace headsup::tests {

/// The rooms, in the direction of the arrow: a room includes itself and what stands before it. Files are a side room,
/// which no other one includes.
extern const std::vector<std::string> kRooms;

/// A file of `room`:
///   - includes nothing of a room further along the arrow or beside it, and with quotes nothing but "<room>/…";
///   - has emscripten only in the last room, RapidJSON and libzip only in files;
///   - in the first one, cpp/attention, knows std and Eigen only.
std::vector<std::string> include_offences(const std::string& room, const std::string& text);

/// A CMake file, or the presets: no flag that lets the compiler change sums, and no build type that prefers
/// small code, the kernels included. Lines behind a # are comments.
std::vector<std::string> flag_offences(const std::string& text);

/// The options that a source is compiled with, separated by spaces: none that lets the compiler change sums.
std::vector<std::string> unsafe_options(const std::string& options);

/// Likewise for a kernel: none that prefers small code either, under which a matrix product is many times
/// slower.
std::vector<std::string> kernel_option_offences(const std::string& options);

}  // namespace headsup::tests
