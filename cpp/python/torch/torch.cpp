// The modules: torch, torch.nn, torch.nn.functional, torch.nn.init, torch.optim.
#include "operations/operations.h"
#include "python/torch/arguments.h"

namespace headsup::python {
namespace {

/// _methods(cls, *functions): functions of the module that are methods of a class too.
Value methods(Call& call) {
  Session& in = Session::of(call.in);
  for (const Value function : call.items(1)) {
    const Value name = in.attribute(function, in.names.name);
    call[0].as<Class>().names->set(in.heap.intern(name.as<String>().text), function);
  }
  return Value::none();
}
/// _property(cls, function)
Value property(Call& call) {
  Session& in = Session::of(call.in);
  const Value name = in.attribute(call[1], in.names.name);
  call[0].as<Class>().names->set(in.heap.intern(name.as<String>().text),
                                 in.heap.make<Descriptor>(Descriptor::Type::property, call[1]));
  return Value::none();
}
Value name_of(Call& call) {
  return call.in.string(call.in.type_name(call[0]));
}
/// The same numbers, as a tensor or as an array of numpy.
template <bool is_array>
Value seen_as(Call& call) {
  Session& in = Session::of(call.in);
  TensorObject& from = tensor_argument(call, 0);
  auto* made = in.heap.make<TensorObject>(from.tensor, in.step_of(from), from.shared);
  made->version = from.version;
  made->narrow = from.narrow;
  made->is_array = is_array;
  made->cls = is_array ? in.array_class : in.tensor_class;
  return made;
}
constexpr NativeEntry kPrivate[] = {{"_methods", "cls, *functions", methods},
                                    {"_property", "cls, function", property},
                                    {"_name_of", "value", name_of},
                                    {"_as_tensor", "array", seen_as<false>},
                                    {"_as_array", "tensor", seen_as<true>}};

/// The functions of torch's text that are methods of tensors, too.
constexpr std::string_view kMethods =
    "__deepcopy__ t numpy expand_as view_as reshape_as type_as type cpu get_device new_zeros new_ones "
    "new_full new_tensor new_empty unbind tile flip masked_select ravel unflatten sort topk "
    "median unique bincount count_nonzero nan_to_num isclose allclose where index_fill_ index_add "
    "register_hook apply_ scatter_ addcmul addcdiv lerp multinomial bernoulli addmm div divide "
    "clamp_min clamp_max erfinv baddbmm dist add sub add_ sub_ unfold as_strided trunc frac fmod expm1 "
    "sinh cosh diag diag_embed trace diff cumprod kthvalue quantile nonzero argwhere take "
    "tensor_split broadcast_to norm clamp clip clip_ scatter_add scatter_add_ index_add_ "
    "masked_scatter scatter repeat_interleave";

void fill_torch(Interpreter& interpreter, Module& module) {
  Session& in = Session::of(interpreter);
  define_functions(in, *module.names, *in.tensor_class->names);
  define_table(in, *module.names, kTorch, nullptr);
  define_table(in, *in.tensor_class->names, kMethod, in.tensor_class);
  in.tensor_class->libraries.push_back({&module, kMethods});
  for (Class* cls : {in.tensor_class, in.parameter_class, in.type_class}) cls->module = &module;
  in.define(*module.names, kPrivate);
  module.names->set(in.heap.intern("_Array"), in.array_class);
}
void fill_functional(Interpreter& in, Module& module) {
  define_table(Session::of(in), *module.names, kFunctional, nullptr);
}

constexpr std::string_view kModules = "from torch.nn import *\n";

}  // namespace

Value call_torch(Session& in, const char* name, std::initializer_list<Value> arguments) {
  return in.call(in.attribute(in.import_module("torch"), in.heap.intern(name)), Values(arguments));
}

void add_torch(Session& in) {
  in.add_module("torch", fill_torch, library_text("torch"));
  in.add_module("torch.nn", nullptr, library_text("torch_nn"));
  in.add_module("torch.nn.functional", fill_functional, library_text("torch_functional"));
  in.add_module("torch.nn.init", nullptr, library_text("torch_init"));
  in.add_module("torch.nn.utils", nullptr, library_text("torch_utils"));
  in.add_module("torch.nn.utils.rnn", nullptr, library_text("torch_utils"));
  for (const char* name :
       {"torch.nn.modules", "torch.nn.parameter", "torch.nn.modules.activation", "torch.nn.modules.container",
        "torch.nn.modules.dropout", "torch.nn.modules.linear", "torch.nn.modules.loss",
        "torch.nn.modules.module", "torch.nn.modules.normalization", "torch.nn.modules.sparse",
        "torch.nn.modules.transformer"})
    in.add_module(name, nullptr, kModules);
  in.add_module("torch.autograd", nullptr, library_text("torch_autograd"));
  in.add_module("torch.utils", nullptr, "");
  in.add_module("torch.utils.data", nullptr, library_text("torch_data"));
  in.add_module("torch.optim", nullptr, library_text("torch_optim"));
  in.add_module("torch.optim.lr_scheduler", nullptr, library_text("torch_lr_scheduler"));
  in.add_module("torch.distributions", nullptr, library_text("torch_distributions"));
  in.add_module("numpy", nullptr, library_text("numpy"));
  in.add_module("numpy.random", nullptr, library_text("numpy_random"));
}

}  // namespace headsup::python
