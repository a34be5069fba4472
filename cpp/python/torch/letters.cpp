// Letters of the axes: what the program itself calls them.
//
// They come from the sizes that the program takes by name, B, L, D = x.shape; from a comment with as many names as the tensor has
// axes, "# (B, L, d_model)"; from the names in a call that gives a shape, view(B, L, n_heads, d_k); from those that a layer was made
// with, nn.Linear(d_model, d_ff); and they go on through each operation as the table says. An axis of which nothing tells has a
// letter that only says which axes are as long as it, or 1 as in lessons: never a wrong name.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <unordered_map>

#include "graph/recorded_call.h"
#include "python/ast.h"
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
  for (std::size_t dot = item.find('.'); dot != std::string_view::npos; dot = item.find('.')) {
    if (!is_name(item.substr(0, dot))) return {};  // q_heads * self.size
    item.remove_prefix(dot + 1);
  }
  return is_name(item) ? item : std::string_view();
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Names that a piece of text gives axes, and how far they are to be believed.
struct Given {
  Texts names;
  enum Belief : std::uint8_t {
    certain,   ///< the program has computed these very sizes from them
    known,     ///< where the size is the one that the name has elsewhere, if it has one
    growing,   ///< even where the name had another size, as long as that came from no computation
    remaining  ///< as `known`, and only where an axis has no letter yet
  } belief = known;
};

// The sizes of a tensor in the program's text.

/// x.shape, x.size()
bool is_shape(const Expr& e) {
  if (e.kind == Expr::Kind::attribute) return as<Attribute>(e).name->text == "shape";
  if (e.kind != Expr::Kind::call || !as<CallExpr>(e).arguments.empty()) return false;
  const Expr& callee = *as<CallExpr>(e).callee;
  return callee.kind == Expr::Kind::attribute && as<Attribute>(callee).name->text == "size";
}

std::optional<std::int64_t> number_in(const Expr& e) {
  if (e.kind == Expr::Kind::unary && as<Unary>(e).op == Op::negative) {
    const auto number = number_in(*as<Unary>(e).operand);
    return number ? std::optional(-*number) : std::nullopt;
  }
  if (e.kind != Expr::Kind::constant || !as<Constant>(e).value.is(Kind::integer)) return std::nullopt;
  return as<Constant>(e).value.i;
}

/// The axis in x.shape[1], x.size(-1)
std::optional<std::int64_t> axis_in(const Expr& e) {
  if (e.kind == Expr::Kind::subscript)
    return is_shape(*as<Subscript>(e).object) ? number_in(*as<Subscript>(e).index) : std::nullopt;
  if (e.kind != Expr::Kind::call || as<CallExpr>(e).arguments.size() != 1) return std::nullopt;
  const Expr& callee = *as<CallExpr>(e).callee;
  const bool is_size = callee.kind == Expr::Kind::attribute && as<Attribute>(callee).name->text == "size";
  return is_size ? number_in(*as<CallExpr>(e).arguments[0].value) : std::nullopt;
}

/// The variable in x.shape[1], x.size(-1); null where it is none.
const headsup::python::Name* variable_in(const Expr& e) {
  const Expr& inner = e.kind == Expr::Kind::subscript ? *as<Subscript>(e).object : e;
  const Expr& of = inner.kind == Expr::Kind::call ? *as<CallExpr>(inner).callee : inner;
  const Expr* object = of.kind == Expr::Kind::attribute ? as<Attribute>(of).object : nullptr;
  return object != nullptr && object->kind == Expr::Kind::name ? &as<headsup::python::Name>(*object)
                                                               : nullptr;
}
bool is_same_tensor(const Expr& a, const Expr& b) {
  const auto* first = variable_in(a);
  const auto* second = variable_in(b);
  return axis_in(a) && axis_in(b) && first != nullptr && second != nullptr && first->name == second->name;
}

bool is_display(const Expr& e) {
  return e.kind == Expr::Kind::tuple || e.kind == Expr::Kind::list;
}

}  // namespace

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
    std::unordered_map<Index, Index> before;  // what was written into a tensor, and what it had been
    for (const auto& [step, old] : in_.overwritten_) before.emplace(step, old);
    for (Index i = 0; i < steps.size(); ++i) {
      Step& step = steps[i];
      Names letters = passed_on(step);
      if (step.contributions.empty()) {
        const auto old = before.find(i);
        if (step.inputs.empty() && old != before.end() && steps[old->second].shape() == step.shape())
          letters = steps[old->second].axes;
        const std::string function =
            in_.sources[i].frames.empty() ? "" : in_.sources[i].frames.back().function;
        adopt(letters, step, function, from_call(step, in_.sources[i].span));
        if (!in_.sources[i].names.empty()) adopt_comment(letters, step, function, in_.sources[i].span);
        const auto [first, last] = in_.axis_names_.equal_range(i);
        for (auto named = first; named != last; ++named) {
          Word& letter = letters[named->second.axis];
          if (letter.empty()) letter = named->second.name;
          same_.emplace(named->second.name, letter);
        }
      } else {
        const Contribution& way = step.contributions[0];
        letters = steps[steps[way.step].inputs[way.operand]].axes;
      }
      step.axes = std::move(letters);
    }
    for (Step& step : steps) {
      for (Index axis = 0; axis < step.axes.size(); ++axis) {
        if (step.axes[axis].empty()) step.axes[axis] = neutral(step.shape()[axis]);
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

  /// A letter for all axes of a size of which nothing tells, and none where there are more sizes than letters.
  Word neutral(Index size) {
    static constexpr std::string_view kLetters = "ijmpruwyzaego";
    if (size == 1) return "1";
    const Index place = neutral_.emplace(size, neutral_.size()).first->second;
    return place < kLetters.size() ? Word(kLetters.substr(place, 1)) : Word();
  }

  /// A size that the program takes from a tensor has the letter of that axis, whatever the variable is called.
  bool is_letter_of(Word name, Word letter) const { return same_.count({name, letter}) != 0; }

  /// A size, and whether the program has computed it.
  struct Known {
    Index size;
    bool is_certain;
  };
  /// The size of a name in a function, or else in the program itself.
  const Known* size_of(const std::string& function, Word name) const {
    for (const std::string& where : {function, std::string("<module>")}) {
      const auto known = sizes_.find({where, name});
      if (known != sizes_.end()) return &known->second;
    }
    return nullptr;
  }

  /// Whether all the names could be taken.
  bool adopt(Names& letters, const Step& step, const std::string& function, const Given& given) {
    if (given.names.size() != letters.size()) return false;
    bool is_whole = true;
    for (Index axis = 0; axis < letters.size(); ++axis) {
      if (given.names[axis].empty()) continue;
      const Word name = in_.word(given.names[axis]);
      Word& letter = letters[axis];
      const Index size = step.shape()[axis];
      const Known* known = size_of(function, name);
      const bool is_certain = given.belief == Given::certain;
      const bool is_other = known != nullptr && known->size != size;
      const bool may_grow =
          given.belief == Given::growing && letter.empty() && known != nullptr && !known->is_certain;
      if (is_other && !is_certain && letter != name && !may_grow) {
        is_whole = false;
        continue;
      }
      if (given.belief == Given::remaining && !letter.empty()) continue;
      if (known == nullptr || is_certain || !known->is_certain)
        sizes_.insert_or_assign({function, name}, Known{size, is_certain});
      if (letter.empty() || !is_letter_of(name, letter)) letter = name;
    }
    return is_whole;
  }

  /// What a comment says of the first tensor there that it fits, it says of all others, though an axis may grow.
  void adopt_comment(Names& letters, const Step& step, const std::string& function, const Span& span) {
    const Index rank = step.tensor.rank();
    const std::string_view text = line(span, span.end_line);
    const std::size_t sign = text.find('#');
    if (sign == std::string_view::npos) {
      adopt(letters, step, function, {comment_above(span, rank), Given::remaining});
      return;
    }
    const auto place = std::pair(span.cell, span.end_line);
    const Texts names = list_in(text.substr(sign + 1), rank);
    const bool fits = fitting_.count(place) != 0 || is_confirmed(names, step, function);
    const Given::Belief belief = fits ? Given::growing : Given::known;
    if (adopt(letters, step, function, {names, belief})) fitting_.insert(place);
  }

  /// Whether one of the names has the size that it has elsewhere.
  bool is_confirmed(const Texts& names, const Step& step, const std::string& function) const {
    for (Index axis = 0; axis < names.size(); ++axis) {
      const Known* known = names[axis].empty() ? nullptr : size_of(function, in_.word(names[axis]));
      if (known != nullptr && known->size == step.shape()[axis]) return true;
    }
    return false;
  }

  /// The names in "# (B, L, d_model)" on a line of its own before a statement.
  Texts comment_above(const Span& span, Index rank) const {
    std::string_view text = trimmed(line(span, span.line - 1));
    if (text.size() < 2 || text[0] != '#') return {};
    text = trimmed(text.substr(1));
    const bool is_list = !text.empty() && (text[0] == '(' || text[0] == '[');
    return is_list && text.find("->") == std::string_view::npos ? list_in(text, rank) : Texts{};
  }

  /// The names in "(B, L, d_model)", of the last such list of that many.
  static Texts list_in(std::string_view text, Index rank) {
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
  Given from_call(const Step& step, const Span& span) const {
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
    Texts items = items_in(text.substr(open + 1));
    const Index rank = step.tensor.rank();
    Texts names;
    for (const std::string_view item : items) names.push_back(name_in(item));
    if (function == "Linear" && names.size() >= 2)
      return {rank == 2 ? Texts{names[1], names[0]} : Texts{names[1]}, Given::certain};
    if (function == "Conv1d" && names.size() >= 2)
      return {rank == 3 ? Texts{names[1], names[0], {}} : Texts{names[1]}, Given::certain};
    if (function == "MultiheadAttention" && !names.empty()) {
      const bool is_square = rank == 2 && step.shape()[0] == step.shape()[1];
      return {rank == 1 ? Texts{names[0]} : is_square ? Texts{names[0], names[0]} : Texts{{}, names[0]}};
    }
    if (is_one_of(function, {"Embedding", "LayerNorm"})) {
      names.resize(std::min<std::size_t>(names.size(), rank));
      return {names, Given::certain};
    }
    if (function == "repeat") return {names};
    if (function == "eye" && rank == 2)
      return {{names[0], names.size() > 1 && is_name(items[1]) ? names[1] : names[0]}, Given::certain};
    if (!is_one_of(function, {"view", "reshape", "expand", "zeros", "ones", "full", "empty", "randn", "rand",
                              "randint", "arange", "new_zeros", "new_ones", "new_full"}))
      return {};
    // A shape in brackets, or else the arguments by place.
    names.clear();
    for (std::string_view item : items) {
      const bool is_size = item.substr(0, 5) == "size=";
      if (is_size) item.remove_prefix(5);
      if (item[0] == '(' || item[0] == '[') {
        names.clear();
        for (const std::string_view each : items_in(item.substr(1))) names.push_back(name_in(each));
        break;
      }
      if (item.find('=') == std::string_view::npos) names.push_back(name_in(item));
    }
    return {names, Given::certain};
  }

  Session& in_;
  std::unordered_map<std::uint32_t, std::vector<std::string>> lines_;
  std::map<std::pair<std::string, Word>, Known> sizes_;  ///< of each name's axes, by function
  std::set<std::pair<Word, Word>> same_;                 ///< names of a size, and the letter of its axis
  std::set<std::pair<std::uint32_t, std::uint32_t>> fitting_;  ///< where comments fitted: cell and line
  std::map<Index, Index> neutral_;                             ///< sizes, and the place of their letter
};

void Session::name_axis(Index step, std::int64_t axis, const Expr& target) {
  const auto rank = static_cast<std::int64_t>(trace.steps[step].tensor.rank());
  if (axis < 0) axis += rank;
  if (target.kind != Expr::Kind::name || axis < 0 || axis >= rank) return;
  const std::string_view name = as<headsup::python::Name>(target).name->text;
  if (name.find_first_not_of('_') == std::string_view::npos) return;
  axis_names_.insert({step, {static_cast<Index>(axis), word(name)}});
}

void Session::assigned_from(const Expr& target, const Expr& value) {
  if (is_display(target) && is_shape(value)) {
    const std::vector<Expr*>& targets = as<Display>(target).items;
    for (std::size_t i = 0; i < targets.size() && targets[i]->kind != Expr::Kind::starred; ++i)
      name_axis(read_, static_cast<std::int64_t>(i), *targets[i]);
    return;
  }
  // What torch itself is written in names axes by their order only.
  if (activation().module->is_library) return;
  if (const auto axis = axis_in(value)) return name_axis(read_, *axis, target);
  if (!is_display(target) || !is_display(value)) return;
  // B, L = x.size(0), x.size(1)
  const std::vector<Expr*>& targets = as<Display>(target).items;
  const std::vector<Expr*>& sizes = as<Display>(value).items;
  for (std::size_t i = 0; i < targets.size() && i < sizes.size(); ++i) {
    const auto axis = axis_in(*sizes[i]);
    if (axis && is_same_tensor(*sizes[i], *sizes.back())) name_axis(read_, *axis, *targets[i]);
  }
}

void letter_axes(Session& in, std::string_view source) {
  Letters(in, source).give();
}

}  // namespace headsup::python
