// Letters of the axes: what the program itself calls them.
//
// They come from a comment with as many names as the tensor has axes, "# (B, L, d_model)"; from the names in a call that gives a
// shape, view(B, L, n_heads, d_k); from those that a layer was made with, nn.Linear(d_model, d_ff); and they go on through each
// operation as the table says. An axis of which nothing tells is i, j, k … by its place, or 1 as in lessons: never a wrong name.
#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "graph/recorded_call.h"
#include "python/notebook.h"
#include "python/torch/session.h"

namespace headsup::python {
namespace {

using Texts = std::vector<std::string_view>;

bool is_name(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// What stands between a bracket and the one that closes it, at its commas.
Texts items_in(std::string_view text) {
  Texts items;
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ')';
    if (c == '(' || c == '[') ++depth;
    const bool is_end = depth == 0 && (c == ')' || c == ']');
    if (is_end || (depth == 0 && c == ',')) {
      const std::string_view item = trimmed(text.substr(from, i - from));
      if (!item.empty()) items.push_back(item);
      from = i + 1;
    }
    if (is_end) break;
    if (c == ')' || c == ']') --depth;
  }
  return items;
}

/// The name in "d_model", "self.d_model" or "out_features=d_model"; else nothing.
std::string_view name_in(std::string_view item) {
  item = trimmed(item.substr(item.find('=') == std::string_view::npos ? 0 : item.find('=') + 1));
  const std::size_t dot = item.rfind('.');
  if (dot != std::string_view::npos) item.remove_prefix(dot + 1);
  return is_name(item) ? item : std::string_view();
}

class Letters {
 public:
  Letters(Session& in, std::string_view source) : in_(in) {
    if (const auto cells = read_notebook(source)) {
      for (const Cell& cell : *cells) add_lines(cell.number, cell.source);
    } else {
      add_lines(0, source);
    }
  }

  void give() {
    std::vector<Step>& steps = in_.trace.steps;
    for (Index i = 0; i < steps.size(); ++i) {
      Step& step = steps[i];
      Names letters = passed_on(step);
      if (step.contributions.empty()) {
        adopt(letters, step, from_call(step, in_.sources[i].span));
        if (!in_.sources[i].names.empty())
          adopt(letters, step, from_comment(in_.sources[i].span, step.tensor.rank()));
      } else {
        const Contribution& way = step.contributions[0];
        letters = steps[steps[way.step].inputs[way.operand]].axes;
      }
      step.axes = std::move(letters);
    }
    static constexpr std::string_view kNeutral = "ijklmnpqrs";
    for (Step& step : steps) {
      for (Index axis = 0; axis < step.axes.size(); ++axis) {
        if (!step.axes[axis].empty()) continue;
        step.axes[axis] = step.shape()[axis] == 1 ? Word("1") : kNeutral.substr(axis % kNeutral.size(), 1);
      }
    }
  }

 private:
  void add_lines(std::uint32_t cell, std::string_view text) {
    std::vector<std::string>& lines = lines_[cell];
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      lines.emplace_back(text.substr(from, end - from));
      from = end + 1;
    }
  }
  std::string_view line(const Span& span, std::uint32_t number) const {
    const auto cell = lines_.find(span.cell);
    return cell != lines_.end() && number > 0 && number <= cell->second.size() ? cell->second[number - 1]
                                                                               : std::string_view();
  }

  /// The letters that an operation's operands give its result.
  static Names as_operand(const Step& step, const std::vector<Step>& steps) {
    Names letters(step.tensor.rank());
    for (const Index input : step.inputs) {
      const Step& operand = steps[input];
      if (operand.tensor.rank() > letters.size()) continue;
      const Index first = letters.size() - operand.tensor.rank();
      for (Index axis = first; axis < letters.size(); ++axis) {
        if (letters[axis].empty() && operand.shape()[axis - first] == step.shape()[axis])
          letters[axis] = operand.axes[axis - first];
      }
    }
    return letters;
  }
  Names passed_on(const Step& step) const {
    const std::vector<Step>& steps = in_.trace.steps;
    if (step.operation->axes == nullptr) return as_operand(step, steps);
    std::vector<Names> operands;
    for (const Index input : step.inputs) operands.push_back(steps[input].axes);
    const RecordedCall made_by(in_.trace, step);
    Names letters = step.operation->axes({.call = made_by.call, .result = step.tensor, .operands = operands});
    letters.resize(step.tensor.rank());
    return letters;
  }

  /// Takes names where their size is the one that they have elsewhere.
  void adopt(Names& letters, const Step& step, const Texts& names) {
    if (names.size() != letters.size()) return;
    for (Index axis = 0; axis < letters.size(); ++axis) {
      if (names[axis].empty()) continue;
      const Word letter = in_.word(names[axis]);
      const auto [known, is_new] = sizes_.emplace(letter, step.shape()[axis]);
      if (is_new || known->second == step.shape()[axis]) letters[axis] = letter;
    }
  }

  /// The names in "# (B, L, d_model)", of the last such list of that many, where the statement ends.
  Texts from_comment(const Span& span, Index rank) const {
    std::string_view text = line(span, span.end_line);
    const std::size_t sign = text.find('#');
    if (sign == std::string_view::npos) return {};
    text.remove_prefix(sign + 1);
    Texts found;
    for (std::size_t at = text.find_first_of("(["); at != std::string_view::npos;
         at = text.find_first_of("([", at + 1)) {
      Texts items = items_in(text.substr(at + 1));
      for (std::string_view& item : items) item = is_name(item) ? item : std::string_view();
      if (items.size() == rank) found = std::move(items);
    }
    return found;
  }

  /// The names that a call on one line gives the axes of what it makes.
  Texts from_call(const Step& step, const Span& span) const {
    if (span.line == 0 || span.line != span.end_line) return {};
    std::string_view text = line(span, span.line);
    if (span.end_column > text.size() || span.column >= span.end_column) return {};
    text = text.substr(span.column, span.end_column - span.column);
    if (text.empty() || text.back() != ')') return {};
    // The bracket that the last one closes.
    std::size_t open = text.size() - 1;
    for (int depth = 1; depth > 0 && open > 0;) {
      --open;
      depth += text[open] == ')' ? 1 : text[open] == '(' ? -1 : 0;
    }
    const std::string_view before = text.substr(0, open);
    const std::string_view function =
        before.substr(before.rfind('.') == std::string_view::npos ? 0 : before.rfind('.') + 1);
    std::string_view arguments = text.substr(open + 1);
    if (!arguments.empty() && (arguments[0] == '(' || arguments[0] == '[')) arguments.remove_prefix(1);
    Texts names;
    for (const std::string_view item : items_in(arguments)) names.push_back(name_in(item));
    const Index rank = step.tensor.rank();
    if (function == "Linear" && names.size() >= 2)
      return rank == 2 ? Texts{names[1], names[0]} : Texts{names[1]};
    if (function == "Embedding" || function == "LayerNorm") {
      names.resize(std::min<std::size_t>(names.size(), rank));
      return names;
    }
    static constexpr std::string_view kShaped[] = {"view", "reshape", "expand", "zeros",
                                                   "ones", "randn",   "rand",   "empty"};
    const bool is_shaped = std::find(std::begin(kShaped), std::end(kShaped), function) != std::end(kShaped);
    return is_shaped ? names : Texts{};
  }

  Session& in_;
  std::unordered_map<std::uint32_t, std::vector<std::string>> lines_;
  std::unordered_map<std::string_view, Index> sizes_;  ///< of each name's axes
};

}  // namespace

void letter_axes(Session& in, std::string_view source) {
  Letters(in, source).give();
}

}  // namespace headsup::python
