#include "headsup/python/run.h"

#include <new>

#include "python/interpreter.h"
#include "python/notebook.h"

namespace headsup::python {
namespace {

void run_source(Interpreter& in, std::string_view source) {
  if (const auto cells = read_notebook(source)) {
    for (const Cell& cell : *cells) in.run(cell.source, {1, 0, 1, 0, cell.number}, true);
    return;
  }
  in.run(source, {1, 0, 1, 0, 0});
}

std::string shown(Interpreter& in, Value value) {
  try {
    return in_pythons_words([&] { return in.repr(value); });
  } catch (const Error& error) {
    return joined({"<", in.type_name(value), " object: ", error.type, ">"});
  }
}

}  // namespace

std::string Program::printed() const {
  std::string text;
  for (const Output& piece : output) {
    if (!piece.is_value) text += piece.text;
  }
  return text;
}

void run_program(Interpreter& in, std::string_view source, Program& program) {
  const auto fail = [&program](Error error) {
    program.error = {std::move(error.type),   std::move(error.message), std::move(error.hint),    error.span,
                     std::move(error.frames), error.operation,          std::move(error.operands)};
  };
  try {
    run_source(in, source);
  } catch (Error& error) {
    if (error.type != "SystemExit") fail(std::move(error));
  } catch (const std::bad_alloc&) {
    fail({.type = "LimitError", .message = "the program needs more memory than there is"});
  }
  constexpr std::uint64_t kForVariables = 1'000'000;
  constexpr std::size_t kLongest = 10'000;
  in.longest_repr = kLongest;
  in.grant(kForVariables, kForVariables);
  for (const Dict::Entry& entry : in.main->names->entries) {
    if (!entry.key.is(Kind::string) || entry.value.is(Kind::module)) continue;
    const std::string& name = entry.key.as<String>().text;
    if (name.substr(0, 2) == "__") continue;
    std::optional<Tensor> tensor = in.as_tensor(entry.value);
    std::string repr = tensor ? std::string() : shown(in, entry.value);
    program.variables.push_back({name, std::move(repr), std::move(tensor)});
  }
  program.output = std::move(in.output);
}

}  // namespace headsup::python
