#include "operation_examples.h"

#include <charconv>
#include <cstdlib>
#include <iterator>
#include <stdexcept>

#include "operations/table.h"

namespace headsup::tests {
namespace {

/// Text that is read from its front.
class Reader {
 public:
  Reader(const Operation& operation, Name text) : operation_(operation), left_(text) {}

  Name left() const { return left_; }
  bool is_at_end() const { return left_.empty(); }
  char front() const { return left_.empty() ? '\0' : left_.front(); }
  void skip_spaces() {
    while (front() == ' ') left_.remove_prefix(1);
  }
  /// Takes the character if it is next.
  bool take(char character) {
    if (front() != character) return false;
    left_.remove_prefix(1);
    return true;
  }
  void want(char character) {
    if (!take(character)) fail(std::string("wants ") + character);
  }
  /// Up to one of these characters or the end.
  Name until(Name characters) {
    const Name taken = left_.substr(0, left_.find_first_of(characters));
    left_.remove_prefix(taken.size());
    return taken;
  }
  std::int64_t whole() {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(left_.data(), left_.data() + left_.size(), number);
    if (error != std::errc()) fail("wants a whole number");
    left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
    return number;
  }
  /// Whole numbers up to the bracket that closes them.
  std::vector<std::int64_t> wholes(char close) {
    std::vector<std::int64_t> numbers;
    for (skip_spaces(); !take(close); skip_spaces()) {
      numbers.push_back(whole());
      take(',');
    }
    return numbers;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("the examples of " + std::string(operation_.name) + ": " + what + " at \"" +
                             std::string(left_) + '"');
  }

 private:
  const Operation& operation_;
  Name left_;
};

ExampleOperand operand_of(Reader& in) {
  ExampleOperand operand;
  for (const char letter : {'p', 'i', 'b'}) {
    if (in.take(letter)) operand.numbers = letter;
  }
  if (operand.numbers == 'i') operand.below = in.whole();
  in.want('(');
  for (const std::int64_t size : in.wholes(')')) operand.shape.push_back(static_cast<Index>(size));
  return operand;
}

Attribute attribute_of(Reader& in) {
  if (in.take('\'')) {
    const Name word = in.until("'");
    in.want('\'');
    return word;
  }
  if (in.take('[')) return in.wholes(']');
  if (in.take('(')) return in.wholes(')');
  const Name text = in.until(" ;");
  if (text == "True" || text == "False") return text == "True" ? 1.0 : 0.0;
  char* end = nullptr;
  const std::string number(text);
  const double value = std::strtod(number.c_str(), &end);
  if (number.empty() || *end != '\0') in.fail("wants a number instead of " + number);
  return value;
}

/// As the cell of a table.
std::string escaped(Name text) {
  std::string cell;
  for (const char character : text) cell += character == '|' ? "\\|" : std::string(1, character);
  return cell;
}

/// The names of the operands that have a gradient.
std::string differentiable(const Operation& operation) {
  std::string names;
  Name left = operation.parameters;
  for (Index i = 0; i < std::size(operation.derivatives) && !left.empty(); ++i) {
    const Name parameter = left.substr(0, left.find(' '));
    left.remove_prefix(std::min(left.size(), parameter.size() + 1));
    if (operation.derivatives[i].gradient == nullptr) continue;
    names += (names.empty() ? "" : ", ") + std::string(parameter.substr(0, parameter.find('=')));
  }
  return names;
}

}  // namespace

std::vector<Example> examples_of(const Operation& operation) {
  std::vector<Example> examples;
  Reader in(operation, operation.examples);
  while (!in.is_at_end()) {
    Example example;
    const Name from = in.left();
    for (in.skip_spaces(); !in.is_at_end() && in.front() != ';'; in.skip_spaces()) {
      const Name word = in.left().substr(0, in.left().find_first_of(" ;=("));
      if (in.left().substr(word.size()).starts_with('=')) {
        in.until("=");
        in.want('=');
        const Name literal = in.left();
        example.attributes.set(word, attribute_of(in));
        example.literals.emplace_back(word, literal.substr(0, literal.size() - in.left().size()));
      } else {
        example.operands.push_back(operand_of(in));
      }
    }
    example.text = from.substr(0, from.size() - in.left().size());
    examples.push_back(std::move(example));
    in.take(';');
    in.skip_spaces();
  }
  return examples;
}

std::string operations_document() {
  std::string text =
      "# Operations\n\n"
      "Generated from the table of operations (`cpp/operations`) by `headsup_list_operations --document`; a "
      "test compares. Names,\n"
      "parameters and meaning are PyTorch's, where it has the operation; those with `=` may be left out. `*` "
      "takes any number of\n"
      "tensors. The last column has the operands by which the operation has a derivative.\n\n"
      "| operation | parameters | what it computes | gradient |\n"
      "|---|---|---|---|\n";
  for (const Operation* operation : all_operations()) {
    const Name parameters = operation->parameters;
    text += std::string("| `") + operation->name + "` | " +
            (parameters.empty() ? "" : '`' + escaped(parameters) + '`') + " | " +
            escaped(operation->formula) + " | " + differentiable(*operation) + " |\n";
  }
  return text;
}

}  // namespace headsup::tests
