#pragma once
// The rules on includes between the folders of cpp/ and on compile options, as checks of a text. Each returns
// the offending lines.

#include <string>
#include <vector>

namespace headsup::tests {

/// The folders of cpp/ in order of dependence: a folder may include itself and those before it, but only `files` may
/// include `files`.
extern const std::vector<std::string> kFolders;

/// A source or header of `folder` (its public headers are in cpp/include/headsup/<folder>):
///   - includes nothing of a later folder, and in quotes only "<folder>/…" or "headsup/<folder>/…";
///   - a public header (`is_public`) includes public headers and the standard library only;
///   - has Emscripten only in bindings, libzip and the JSON parser only in files, Eigen only in tensor, attention and
///     fast, and the processor's vectors only in fast.
std::vector<std::string> include_offences(const std::string& folder, const std::string& text,
                                          bool is_public = false);

/// A CMake file, or the presets: no flag that lets the compiler change sums, and no build type that prefers
/// small code, the kernels included. Lines behind a # are comments.
std::vector<std::string> flag_offences(const std::string& text);

/// The options that a source is compiled with, separated by spaces: none that lets the compiler change sums.
std::vector<std::string> unsafe_options(const std::string& options);

/// The same for a kernel: also none that prefers small code, which makes a matrix product many times slower.
std::vector<std::string> kernel_option_offences(const std::string& options);

}  // namespace headsup::tests
