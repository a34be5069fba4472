#pragma once
// What a program in Python does, as one text: what it prints, then its error.

#include <string>
#include <string_view>

#include "headsup/python/run.h"

namespace headsup::tests {

/// "printed text" or "printed text|TypeError 3:0-3:5 words (hint)".
inline std::string outcome(std::string_view source, const python::Limits& limits = {}) {
  const python::Program program = python::run_python(source, limits);
  std::string text = program.printed();
  if (!program.error) return text;
  const python::ProgramError& error = *program.error;
  const auto place = [](std::uint32_t line, std::uint32_t column) {
    return std::to_string(line) + ":" + std::to_string(column);
  };
  text += "|" + error.type + " " + place(error.span.line, error.span.column) + "-" +
          place(error.span.end_line, error.span.end_column) + " " + error.message;
  if (!error.hint.empty()) text += " (" + error.hint + ")";
  return text;
}

}  // namespace headsup::tests
