// The operations of the table under PyTorch's names: as functions of torch and torch.nn.functional, as methods of tensors, and in
// place. A new operation of the table is here by itself.
#include <algorithm>
#include <cctype>

#include "operations/operations.h"
#include "operations/table.h"
#include "python/torch/arguments.h"

namespace headsup::python {
namespace {

/// Where PyTorch has an operation, if that is not both torch and its tensors, and the parameters where they are not in the table's
/// order.
struct Exception {
  const char* name;
  int where;
  const char* parameters = nullptr;
};
constexpr Exception kExceptions[] = {
    // What the core has for lessons, layers and optimisers, or under another of these names.
    {"scaled_dot_product", 0},
    {"weighted_sum", 0},
    {"given", 0},
    {"constant", 0},
    {"normal", 0},
    {"uniform", 0},
    {"rand", 0},
    {"batch", 0},
    {"pad", 0},
    {"position_ids", 0},
    {"sinusoid", 0},
    {"adam", 0},
    {"adamw", 0},
    {"sgd", 0},
    {"half", 0},
    {"ndtr", 0},
    {"slice", 0},
    {"index", 0},
    {"index_put", 0},
    {"full", 0},
    {"zeros", 0},
    {"ones", 0},
    {"arange", 0},
    {"eye", 0},
    {"linspace", 0},
    {"tril_indices", 0},
    {"triu_indices", 0},
    {"dropout", 0},
    {"where", 0},
    {"split", 0},
    {"chunk", 0},
    {"max", 0},
    {"min", 0},
    {"to", 0},
    {"contiguous", 0},
    {"einsum", 0},
    {"detach", 0},
    {"as_strided_scatter", 0},
    {"view", 0},
    {"reshape", 0},
    {"permute", 0},
    {"expand", 0},
    {"repeat", 0},
    {"flip", kTorch, "input, dims"},
    {"cat", kTorch, "tensors, dim=?"},
    {"stack", kTorch, "tensors, dim=?"},
    {"linear", kFunctional},
    {"conv1d", kTorch},
    {"layer_norm", kTorch | kFunctional},
    {"rms_norm", kTorch | kFunctional, "input, normalized_shape, weight=?, eps=?"},
    {"embedding", kFunctional, "input, weight, padding_idx=?"},
    {"one_hot", kFunctional},
    {"cross_entropy", 0},
    {"nll_loss", 0},
    {"mse_loss", kFunctional, "input, target, size_average=?, reduce=?, reduction=?"},
    {"relu", kTorch | kMethod | kFunctional, "input, inplace=?"},
    {"leaky_relu", kFunctional, "input, negative_slope=?, inplace=?"},
    {"elu", kFunctional, "input, alpha=?, inplace=?"},
    {"silu", kFunctional, "input, inplace=?"},
    {"gelu", kFunctional, "input, *, approximate=?"},
    {"tanh", kTorch | kMethod | kFunctional},
    {"sigmoid", kTorch | kMethod | kFunctional},
    {"softmax", kTorch | kMethod, "input, dim=?, dtype=?"},
    {"log_softmax", kTorch | kMethod, "input, dim=?, dtype=?"},
    {"squeeze", kTorch | kMethod, "input, dim=?"},
    {"take_along_dim", kTorch | kMethod, "input, indices, dim=?"},
    {"gather", kTorch | kMethod, "input, dim, index"},
    {"index_select", kTorch | kMethod, "input, dim, index"},
    {"scatter", kTorch | kMethod, "input, dim, index, src"},
    {"repeat_interleave", kTorch | kMethod, "input, repeats, dim=?"},
    {"roll", kTorch | kMethod, "input, shifts, dims=?"},
    {"sum", kTorch | kMethod, "input, dim=?, keepdim=?, *, dtype=?, axis=?"},
    {"mean", kTorch | kMethod, "input, dim=?, keepdim=?, *, dtype=?, axis=?"},
    {"cumsum", kTorch | kMethod, "input, dim, *, dtype=?"},
    {"argsort", kTorch | kMethod, "input, dim=?, descending=?, stable=?"},
};

/// What takes more than the operation does: written in Python, over the operation as torch._norm.
constexpr const char* kMoreInPython[] = {"norm", "clamp",   "as_strided",        "add",       "sub",
                                         "div",  "scatter", "repeat_interleave", "diag_embed"};

/// What a function takes that PyTorch has in several forms.
struct Forms {
  std::string_view name;
  std::string_view first;
  std::string_view second;
};
constexpr std::string_view kName = "name dim, *, torch.dtype dtype";
constexpr Forms kForms[] = {
    {"masked_fill", "Tensor mask, Tensor value", "Tensor mask, Number value"},
    {"transpose", "int dim0, int dim1", "name dim0, name dim1"},
    {"gather", "int dim, Tensor index, *, bool sparse_grad", "name dim, Tensor index, *, bool sparse_grad"},
    {"softmax", "int dim, torch.dtype dtype", kName},
    {"log_softmax", "int dim, torch.dtype dtype", kName},
    {"cat", "tuple of Tensors tensors, int dim, *, Tensor out",
     "tuple of Tensors tensors, name dim, *, Tensor out"}};

struct Alias {
  const char* name;
  const char* of;
};
constexpr Alias kAliases[] = {
    {"multiply", "mul"},    {"subtract", "sub"},       {"true_divide", "div"},    {"negative", "neg"},
    {"absolute", "abs"},    {"greater", "gt"},         {"greater_equal", "ge"},   {"less", "lt"},
    {"less_equal", "le"},   {"swapaxes", "transpose"}, {"swapdims", "transpose"}, {"concat", "cat"},
    {"concatenate", "cat"}, {"special_erf", "erf"}};

/// A function of torch that is an operation of the table.
struct TableFunction {
  std::string name;
  std::string parameters;
  const Operation* operation;
  int where;
  bool is_in_place = false;
  /// The operation's parameters, and the place of each among the function's; −1 where PyTorch does not have it.
  std::vector<std::string_view> own = {};
  std::vector<int> places = {};
  std::vector<bool> is_optional = {};
  std::vector<bool> is_needed = {};  ///< an operand without which there is no result
  int dtype = -1;                    ///< the place of `dtype`, where the operation has no such parameter
  int axis = -1;                     ///< another name of dim
  int keepdims = -1;
  int in_place = -1;
  const Forms* forms = nullptr;
};

struct ParameterNames {
  explicit ParameterNames(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
      std::size_t end = text.find_first_of(" ,", at);
      end = std::min(end, text.size());
      std::string_view token = text.substr(at, end - at);
      at = std::min(text.find_first_not_of(" ,", end), text.size());
      has_default.push_back(token.find('=') != std::string_view::npos);
      token = token.substr(0, token.find('='));
      names.push_back(token);
    }
  }
  int place(std::string_view name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
  }
  std::vector<std::string_view> names;
  std::vector<bool> has_default;
};

std::string_view without_star(std::string_view name) {
  return !name.empty() && name[0] == '*' ? name.substr(1) : name;
}

/// Whether a tensor that is given there is an operand; elsewhere it stands for its number.
bool may_be_tensor(const Operation& operation, std::string_view parameter) {
  static constexpr std::string_view kOperands[] = {"input", "other",   "exponent", "mask", "condition",
                                                   "index", "indices", "src",      "mat2", "vec",
                                                   "vec2",  "tensor",  "weight",   "bias", "target"};
  if (&operation == &op::select) return parameter == "input";
  return std::find(std::begin(kOperands), std::end(kOperands), parameter) != std::end(kOperands);
}

TableFunction function_of(const Operation& operation, std::string name) {
  const auto* exception =
      std::find_if(std::begin(kExceptions), std::end(kExceptions),
                   [&](const Exception& e) { return std::string_view(e.name) == operation.name; });
  const bool is_exception = exception != std::end(kExceptions);
  TableFunction function{std::move(name), {}, &operation, is_exception ? exception->where : kTorch | kMethod};
  const ParameterNames own(operation.parameters);
  if (is_exception && exception->parameters != nullptr) {
    function.parameters = exception->parameters;
  } else {
    for (std::size_t i = 0; i < own.names.size(); ++i) {
      function.parameters +=
          (i == 0 ? "" : ", ") + std::string(own.names[i]) + (own.has_default[i] ? "=?" : "");
    }
  }
  // numpy's names of parameters are accepted too.
  ParameterNames given(function.parameters);
  if (given.place("dim") >= 0) {
    std::string more;
    if (given.place("axis") < 0) more = given.place("*") >= 0 ? ", axis=?" : ", *, axis=?";
    if (given.place("keepdim") >= 0) more += ", keepdims=?";
    function.parameters += more;
    given = ParameterNames(function.parameters);
  }
  if (const int star = given.place("*"); star >= 0) {
    given.names.erase(given.names.begin() + star);
    given.has_default.erase(given.has_default.begin() + star);
  }
  function.own = own.names;
  for (std::size_t i = 0; i < own.names.size(); ++i) {
    function.places.push_back(given.place(without_star(own.names[i])));
    function.is_needed.push_back(!own.has_default[i] && may_be_tensor(operation, own.names[i]));
    function.is_optional.push_back(function.places.back() < 0 ||
                                   given.has_default[static_cast<std::size_t>(function.places.back())]);
  }
  if (own.place("dtype") < 0) function.dtype = given.place("dtype");
  function.axis = given.place("axis");
  function.keepdims = given.place("keepdims");
  function.in_place = given.place("inplace");
  for (const Forms& forms : kForms) {
    if (forms.name == operation.name) function.forms = &forms;
  }
  return function;
}

/// Whether PyTorch has tensor.<name>_: of what changes number by number, and of some views.
bool has_form_in_place(const Operation& operation) {
  const auto is_of = [&](Family family) {
    return std::find(family.begin(), family.end(), &operation) != family.end();
  };
  const auto is_named = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), operation.name) != names.end();
  };
  if (is_named({"isnan", "isinf", "isfinite", "maximum", "minimum"})) return false;
  return is_of(elementwise_operations()) || is_of(mask_operations()) ||
         is_named({"unsqueeze", "squeeze", "transpose", "cumsum"});
}

/// All of them, made once.
const std::vector<TableFunction>& functions() {
  static const std::vector<TableFunction> all = [] {
    std::vector<TableFunction> made;
    const auto add = [&made](const Operation& operation, const char* name) {
      TableFunction function = function_of(operation, name);
      if (function.where == 0) return;
      made.push_back(function);
      for (const char* more : kMoreInPython) {
        if (function.name != more) continue;
        made.back().name.insert(0, "_");
        made.back().where = kTorch;
      }
      if ((function.where & kMethod) == 0 || !has_form_in_place(operation)) return;
      function.name += "_";
      function.where = kMethod;
      function.is_in_place = true;
      if (function.name == "add_" || function.name == "sub_") function.name.insert(0, "_");
      made.push_back(std::move(function));
    };
    for (const Operation* operation : all_operations()) add(*operation, operation->name);
    for (const Alias& alias : kAliases) add(*find_operation(alias.of), alias.name);
    return made;
  }();
  return all;
}

bool may_be_number(const Operation& operation, std::string_view parameter) {
  static constexpr std::string_view kTensorsOnly[] = {"maximum", "minimum", "matmul", "mm",       "bmm",
                                                      "mv",      "dot",     "outer",  "embedding"};
  if (std::find(std::begin(kTensorsOnly), std::end(kTensorsOnly), operation.name) != std::end(kTensorsOnly))
    return false;
  return parameter == "other" || parameter == "exponent" || parameter == "input";
}

/// What a call gave, as PyTorch lists it: "Tensor, dim=int".
std::string types_of(Interpreter& in, const Arguments& arguments, std::size_t first, bool is_marked) {
  std::string text;
  const auto append = [&](std::string_view name, Value value) {
    const std::string_view mark = is_marked && tensor_of(value) == nullptr ? "!" : "";
    text += joined({text.empty() ? "" : ", ", mark, name, in.type_name(value), mark});
  };
  for (std::size_t i = first; i < arguments.positional.size(); ++i) append("", arguments.positional[i]);
  for (const auto& [name, value] : arguments.keywords) append(name->text + "=", value);
  return text;
}

[[noreturn]] void refuse_forms(Interpreter& in, const NativeFunction& native, const Forms& forms,
                               const Arguments& arguments, bool is_wrong_type) {
  const bool is_function = native.owner == nullptr;
  const std::size_t self = is_function ? 0 : 1;
  const std::string_view input = is_function && forms.name != "cat" ? "Tensor input, " : "";
  std::string types;
  if (is_wrong_type) {
    types = joined({"      didn't match because some of the arguments have invalid types: (",
                    types_of(in, arguments, self, true), ")\n"});
  }
  raise("TypeError", {native.name, "() received an invalid combination of arguments - got (",
                      types_of(in, arguments, self, false), "), but expected one of:\n * (", input,
                      forms.first, is_function && forms.second == kName ? ", *, Tensor out" : "", ")\n",
                      types, " * (", input, forms.second, ")\n", types});
}

/// Refuses what is missing, and what is no tensor, or one tensor where a tuple of them is wanted, in PyTorch's words.
void check_table_call(Interpreter& in, NativeFunction& native, const Arguments& arguments) {
  const Operation& operation = *static_cast<const TableFunction*>(native.data)->operation;
  const Forms* forms = static_cast<const TableFunction*>(native.data)->forms;
  const auto& parameters = native.parameters(in);
  const auto argument = [&](std::size_t i) {
    if (i < arguments.positional.size()) return arguments.positional[i];
    for (const auto& [name, value] : arguments.keywords) {
      if (i < parameters.size() && name == parameters[i].name) return value;
    }
    return Value();
  };
  std::string missing;
  std::size_t count = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].is_optional || parameters[i].kind == Code::Parameter::Kind::rest ||
        argument(i).is_defined())
      continue;
    missing += joined({count++ == 0 ? "\"" : ", \"", parameters[i].name->text, "\""});
  }
  const std::size_t given = arguments.positional.size() + arguments.keywords.size();
  const bool has_forms = forms != nullptr && (&operation != &op::cat || given > 1);
  const bool is_one = operation.parameters[0] == '*' && tensor_of(argument(0)) != nullptr;
  const bool is_wrong =
      &operation == &op::masked_fill && argument(1).is_defined() && tensor_of(argument(1)) == nullptr;
  const bool is_more = arguments.positional.size() > parameters.size();
  if (has_forms && (count > 0 || is_one || is_wrong || is_more))
    refuse_forms(in, native, *forms, arguments, is_wrong && count == 0);
  if (count > 0)
    raise("TypeError", {native.name, "() missing ", count, " required positional arguments: ", missing});
  if (is_one)
    raise("TypeError",
          {native.name, "(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor"});
  if (&operation == &op::embedding && tensor_of(argument(0)) == nullptr)
    raise("TypeError",
          {"embedding(): argument 'indices' (position 2) must be Tensor, not ", in.type_name(argument(0))});
}

/// Refuses fractions as axes, None for a value, and softmax without an axis.
void check_attribute(const Call& call, const TableFunction& function, std::size_t i, Value value) {
  const std::string_view name = function.own[i];
  const bool is_dim = name.substr(0, 3) == "dim" || name == "diagonal";
  const bool is_softmax = function.operation == &op::softmax || function.operation == &op::log_softmax;
  const bool is_missing = is_softmax ? !value.is_defined() || value.is_none() : value.is_none();
  const bool is_wrong = is_dim && (value.is(Kind::real) || (is_missing && is_softmax));
  if (!is_wrong && (function.is_optional[i] || !is_missing)) return;
  const bool is_method = call.function.owner != nullptr;
  const std::string got = value.is_defined() ? call.in.type_name(value) : "";
  if (is_softmax && is_dim) {
    Arguments given = {.positional = {call[0]}, .keywords = {}};
    if (value.is_defined()) given.positional.push_back(value);
    refuse_forms(call.in, call.function, *function.forms, given, false);
  }
  const std::string_view wanted = is_dim ? "int" : name == "value" ? "Number" : "Tensor";
  raise("TypeError", {function.name, "(): argument '", name, "' (position ",
                      function.places[i] + (is_method ? 0 : 1), ") must be ", wanted, ", not ", got});
}

Value call_table(Call& call) {
  const auto& function = *static_cast<const TableFunction*>(call.function.data);
  Session& in = Session::of(call.in);
  const Operation& operation = *function.operation;
  std::vector<TensorObject*> operands;
  Attributes attributes;
  const TensorObject* beside = nullptr;
  for (const int place : function.places) {
    if (place >= 0 && beside == nullptr) beside = tensor_of(call[static_cast<std::size_t>(place)]);
  }
  for (std::size_t i = 0; i < function.own.size(); ++i) {
    const std::string_view name = function.own[i];
    if (function.places[i] < 0) continue;
    const auto place = static_cast<std::size_t>(function.places[i]);
    Value value = call[place];
    if (!value.is_defined() && name == "dim" && function.axis >= 0)
      value = call[static_cast<std::size_t>(function.axis)];
    if (!value.is_defined() && name == "keepdim" && function.keepdims >= 0)
      value = call[static_cast<std::size_t>(function.keepdims)];
    check_attribute(call, function, i, value);
    if (!value.is_defined() || value.is_none()) continue;
    if (name[0] == '*') {
      for (const Value each : call.in.items_of(value)) {
        if (tensor_of(each) == nullptr) {
          raise("TypeError", {"expected Tensor as element ", operands.size(), " in argument 0, but got ",
                              in.type_name(each)});
        }
        operands.push_back(tensor_of(each));
      }
    } else if (TensorObject* tensor = tensor_of(value); tensor != nullptr && may_be_tensor(operation, name)) {
      operands.push_back(name == "mask" ? &as_mask(in, *tensor) : tensor);
    } else if (value.is_number() && may_be_number(operation, name) && beside != nullptr) {
      operands.push_back(in.number(value, beside->tensor.dtype()));
    } else if (function.is_needed[i]) {
      tensor_argument(call, place);  // refuses what is none
    } else {
      attributes.set(name, attribute_of(in, value));
    }
  }
  if (function.dtype >= 0 && call.has(static_cast<std::size_t>(function.dtype))) {
    const DType dtype = dtype_argument(call, static_cast<std::size_t>(function.dtype), DType::float32);
    if (operands[0]->tensor.dtype() != dtype)
      operands[0] = in.run(op::to, {operands[0]}, {{"dtype", Word(to_string(dtype))}});
  }
  const bool is_in_place = function.is_in_place ||
                           (function.in_place >= 0 && call.has(static_cast<std::size_t>(function.in_place)) &&
                            in.truth(call[static_cast<std::size_t>(function.in_place)]));
  if (!is_in_place) return in.run(operation, operands, std::move(attributes));
  in.run_in_place(operation, operands, std::move(attributes), {});
  return operands[0];
}

/// "SoftmaxBackward0" of "softmax".
std::string camel(std::string_view name) {
  std::string text;
  bool is_start = true;
  for (const char c : name) {
    if (c == '_') {
      is_start = true;
      continue;
    }
    text += is_start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    is_start = false;
  }
  return text;
}

}  // namespace

std::string grad_fn_of(const Operation& operation, std::span<TensorObject* const> operands,
                       const Attributes& attributes) {
  const std::string_view name = operation.name;
  const Index rank = operands.empty() ? 0 : operands[0]->tensor.rank();
  const bool has_dim = attributes.has("dim");
  if (operands.empty()) return name == "as_strided" ? "AsStridedBackward0" : "CopySlices";
  if (name == "matmul" || name == "bmm" || name == "mm") {
    const Index other = operands[1]->tensor.rank();
    if (rank == 1 && other == 1) return "DotBackward0";
    if (rank == 2 && other == 2) return "MmBackward0";
    if (other == 1) return rank == 2 ? "MvBackward0" : "UnsafeViewBackward0";
    return rank == 3 && other == 3 ? "BmmBackward0" : "UnsafeViewBackward0";
  }
  if (name == "linear") {
    if (rank == 2) return operands.size() > 2 ? "AddmmBackward0" : "MmBackward0";
    return operands.size() > 2 ? "ViewBackward0" : "UnsafeViewBackward0";
  }
  if (name == "view") return "ViewBackward0";
  if (name == "reshape" || name == "flatten") {
    return operands[0]->tensor.is_contiguous() ? "ViewBackward0" : "UnsafeViewBackward0";
  }
  if (name == "layer_norm") return "NativeLayerNormBackward0";
  if (name == "contiguous") return "CloneBackward0";
  if (name == "chunk") return "SplitBackward0";
  if (name == "to") return "ToCopyBackward0";
  if (name == "cross_entropy" || name == "nll_loss") return "NllLossBackward0";
  if (name == "conv1d") return "ConvolutionBackward0";
  const bool counts_dims = name == "sum" || name == "mean" || name == "squeeze" || name == "prod";
  if (counts_dims && has_dim) return camel(name) + "Backward1";
  if ((name == "max" || name == "min") && !has_dim) return camel(name) + "Backward1";
  return camel(name) + "Backward0";
}

void define_table(Session& in, Dict& into, Where where, Class* owner) {
  for (const TableFunction& function : functions()) {
    if ((function.where & where) == 0) continue;
    const NativeEntry entry = {function.name.c_str(), function.parameters.c_str(), call_table, &function,
                               check_table_call};
    in.define(into, {&entry, 1}, owner);
  }
}

}  // namespace headsup::python
