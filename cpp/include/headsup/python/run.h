#pragma once
// Runs a program in the subset of Python that notebooks on attention are written in. Nothing outside the program can be
// reached: no files, no network, no clock.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "headsup/graph/trace.h"
#include "headsup/lesson/state_dict.h"

namespace headsup::python {

/// A piece of source text, from its first character to after its last. Lines count from 1; columns count from 0 in UTF-16
/// units, as a page's JavaScript counts them. In a notebook, lines count within the cell.
struct Span {
  std::uint32_t line = 0;        ///< 0 where there is no place
  std::uint32_t column = 0;      ///< of the first character
  std::uint32_t end_line = 0;    ///< of the last character
  std::uint32_t end_column = 0;  ///< after the last character
  std::uint32_t cell =
      0;  ///< the notebook's cell, counted from 1 among all of its cells; 0 in a plain program
  /// Whether both are the same piece of the same cell.
  bool operator==(const Span&) const = default;
};

/// A function that is running, and the expression in it that is being evaluated.
struct Frame {
  std::string function;  ///< "<module>" for the program itself
  Span span;             ///< of the expression
};

/// What a program may use. A program that needs more ends with a LimitError, which it cannot catch.
struct Limits {
  std::uint64_t operations = 20'000'000;  ///< expressions and statements evaluated, and items iterated over
  std::uint64_t elements =
      32'000'000;  ///< memory in units of 8 bytes: a number of a list is two, a tensor's float a half
  std::uint32_t depth = 200;  ///< calls inside one another
};

/// An error that ended a program, as Python reports it.
struct ProgramError {
  std::string type;             ///< "NameError"
  std::string message;          ///< str(e): without the type, and without the suggestion
  std::string hint;             ///< "Did you mean: 'self'?" or another sentence, or empty
  Span span;                    ///< the innermost expression in the program's own code
  std::vector<Frame> frames;    ///< the program's own, outermost first; empty for a SyntaxError
  std::string_view operation;   ///< on tensors that refused its operands ("matmul"), or empty
  std::vector<Index> operands;  ///< their steps in the trace
};

/// Text that a program showed.
struct Output {
  std::string text;       ///< with its line end
  Span span;              ///< the call of print, or the expression
  bool is_value = false;  ///< the value of a notebook cell's last line, which no print wrote
};

/// A name of the module at the end, and its value: a tensor, or as repr shows it.
struct Variable {
  std::string name;  ///< as the program has it
  std::string repr;  ///< of a tensor empty; of a value with more than 10,000 characters the beginning
  std::optional<Tensor> tensor = {};  ///< where the value is one
  std::string_view narrow = {};       ///< "int32" or "uint8", whose numbers are here as int64
};

/// A loop of the program in a turn, or a call of one of its functions.
struct Around {
  Span span;             ///< of the loop, or of the expression that calls
  std::uint32_t number;  ///< of the turn, counted from 0; of the call among all calls, counted from 1
  bool is_loop;          ///< or else a call
  /// Whether both are the same turn of the same loop, or the same call.
  bool operator==(const Around&) const = default;
};

/// Where in the program a step of the trace was asked for.
struct StepSource {
  Span span;                        ///< the expression
  std::vector<Frame> frames;        ///< the program's own, outermost first
  std::vector<Around> around = {};  ///< the program's loops and calls that are running, outermost first
  /// The innermost nn.Module that is running: "model.blocks.0.att", or its class; empty outside of modules.
  std::string module = {};
  std::vector<std::string> names = {};  ///< that the program gave its tensor
  /// The calls that returned it, of the program's functions and by the program of a library's, and which of their tensors it was.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> returned = {};
};

/// A number of a step.
struct HintCell {
  Index step;   ///< its place in the trace
  Shape index;  ///< of the cell
};

/// Something that a program does wrong without an error, as the graph of what ran proves.
struct Hint {
  std::string_view rule;        ///< "softmax-axis"; docs/python.md lists them
  Index step;                   ///< that it is about; its source is the place in the program
  std::string message;          ///< what happens, with the real numbers, and what to write instead
  std::vector<HintCell> cells;  ///< at most four that prove it
  std::vector<std::pair<std::string_view, double>> values;  ///< the numbers of the message, by name
};

/// What a program did. An error keeps what was printed before it.
struct Program {
  std::vector<Output> output;         ///< in the order in which it was shown
  std::vector<Variable> variables;    ///< in the order of their first assignment; no modules
  std::optional<ProgramError> error;  ///< that ended it, if one did
  Trace trace;                        ///< every operation on tensors, in the order in which they ran
  std::vector<StepSource> sources;    ///< of each step of the trace
  std::vector<Hint> hints;            ///< what it does wrong without an error, in the order of their steps
  std::vector<std::unique_ptr<std::string>> words;  ///< texts that the trace refers to

  std::string printed() const;  ///< all that print wrote to the standard output
};

/// Runs a program, or the code cells of a notebook where the source is the text of an .ipynb file. Never throws for what a
/// program contains. `inputs` are tensors by name that exist before the first line.
Program run_python(std::string_view source, const Limits& limits = {}, const StateDict& inputs = {});

}  // namespace headsup::python
