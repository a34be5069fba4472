#include "python/torch/session.h"

#include <algorithm>
#include <cmath>

#include "headsup/graph/backward.h"
#include "headsup/tensor/refusal.h"
#include "operations/operations.h"

namespace headsup::python {
namespace {

/// Whether two views of the same numbers are the same.
bool is_same_view(const Tensor& a, const Tensor& b) {
  return a.offset() == b.offset() && a.shape() == b.shape() && a.strides() == b.strides();
}

/// A view, as torch.as_strided describes it.
Attributes geometry(const Tensor& view) {
  const auto numbers = [](const Shape& of) { return std::vector<std::int64_t>(of.begin(), of.end()); };
  return {{"size", numbers(view.shape())},
          {"stride", numbers(view.strides())},
          {"storage_offset", static_cast<double>(view.offset())}};
}

/// What a step costs in expressions, and how many products of a matrix product cost one: so a limit on operations is one on time.
constexpr std::uint64_t kOperationsOfStep = 150;
constexpr std::uint64_t kProductsOfOperation = 1024;

/// How many products a matrix product adds up; 0 for other operations.
std::uint64_t products_of(const Operation& operation, std::span<const Tensor> operands) {
  static constexpr std::string_view kKinds[] = {"matmul", "mm", "bmm", "linear"};
  if (std::find(std::begin(kKinds), std::end(kKinds), operation.name) == std::end(kKinds)) return 0;
  const Shape& by = operands[1].shape();
  const std::uint64_t columns = by.size() < 2 ? 1 : &operation == &op::linear ? by.front() : by.back();
  return columns * operands[0].count();
}

}  // namespace

std::string bracketed(const Shape& shape) {
  std::string text = "[";
  for (const Index size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

void wrap_bytes(Tensor& numbers) {
  for (std::int64_t& number : numbers.ids()) number &= 255;
}

Session::Session(const Limits& limits) : Interpreter(limits) {
  add_tensor_methods(*this);
  for (const DType dtype : {DType::boolean, DType::int64, DType::float32, DType::float64}) {
    auto* type = heap.make<TypeObject>(dtype);
    type->cls = type_class;
    types_[static_cast<std::size_t>(dtype)] = type;
  }
  int32_type = heap.make<TypeObject>(DType::int64, "int32");
  uint8_type = heap.make<TypeObject>(DType::int64, "uint8");
  int32_type->cls = uint8_type->cls = type_class;
  add_torch(*this);
}

Word Session::word(std::string_view text) {
  for (const auto& known : words) {
    if (*known == text) return *known;
  }
  return *words.emplace_back(std::make_unique<std::string>(text));
}

void Session::charge(const Tensor& tensor) {
  constexpr std::uint64_t kOfStep = 32;  // a step itself, in units of 8 bytes
  const std::uint64_t size = tensor.dtype() == DType::boolean ? 8 : tensor.dtype() == DType::float32 ? 2 : 1;
  heap.charge(tensor.count() / size + kOfStep);
}

/// Where the program is, for the step that was recorded last.
void Session::add_source() {
  sources.push_back({.span = here(), .frames = frames(), .around = around()});
  Instance* module = nullptr;
  for (const Activation* a = innermost(); a != nullptr && module == nullptr; a = a->caller) {
    if (a->function == nullptr || a->function->owner == nullptr || a->function->code->name->text != "forward")
      continue;
    const Scope* scope = a->scope;
    while (scope->parent != a->function->closure) scope = scope->parent;  // out of comprehensions
    if (scope->slots[0].is(Kind::instance)) module = &scope->slots[0].as<Instance>();
  }
  modules_.push_back(module);
}

Index Session::add_step(const Operation& operation, std::vector<Index> inputs, Attributes attributes,
                        Tensor tensor, bool requires_grad) {
  Step step{
      .name = {}, .operation = &operation, .inputs = std::move(inputs), .attributes = std::move(attributes)};
  step.tensor = std::move(tensor);
  step.is_detached = !requires_grad;
  trace.steps.push_back(std::move(step));
  add_source();
  return trace.steps.size() - 1;
}

TensorObject* Session::make(Tensor tensor, Index step, std::shared_ptr<Shared> shared) {
  auto* object = heap.make<TensorObject>(std::move(tensor), step, std::move(shared));
  object->cls = tensor_class;
  return object;
}

TensorObject* Session::record(const Operation& operation, Tensor tensor, Attributes attributes) {
  charge(tensor);
  tick(kOperationsOfStep);
  const Index step = add_step(operation, {}, std::move(attributes), tensor, false);
  auto shared = std::make_shared<Shared>(Shared{.whole = tensor, .step = step});
  shared->open.push_back(step);
  return make(std::move(tensor), step, std::move(shared));
}

TensorObject* Session::run(const Operation& operation, std::span<TensorObject* const> operands,
                           Attributes attributes, std::string_view grad_fn) {
  std::vector<Index> inputs;
  std::vector<Tensor> tensors;
  bool requires_grad = false;
  bool is_array = false;
  for (TensorObject* operand : operands) {
    inputs.push_back(step_of(*operand));
    tensors.push_back(operand->tensor);
    requires_grad |= operand->requires_grad;
    is_array |= operand->is_array;
  }
  std::uint64_t numbers = 0;
  for (const Tensor& tensor : tensors) numbers += tensor.count();
  tick(kOperationsOfStep + numbers / 64 + products_of(operation, tensors) / kProductsOfOperation);
  Tensor y = [&] {
    try {
      return in_pythons_words([&] { return compute(operation, tensors, attributes); });
    } catch (Error& error) {
      error.operation = operation.name;
      error.operands = inputs;
      throw;
    }
  }();
  requires_grad = requires_grad && records_gradients && is_floating(y.dtype());
  std::shared_ptr<Shared> shared;
  bool is_data = false;
  for (TensorObject* operand : operands) {
    if (!y.shares_storage(operand->tensor)) continue;
    shared = operand->shared;
    is_data = operand->is_data;
  }
  if (shared == nullptr) {
    if (!y.is_contiguous() || y.offset() != 0) y = y.clone();
    charge(y);
  } else if (y.count() > shared->whole.count()) {
    charge(y);  // who reads the trace copies each number of a tensor that was expanded
  }
  const std::string_view narrow =
      y.dtype() == DType::int64 ? narrow_result(operation, operands) : std::string_view();
  if (narrow == "uint8" && shared == nullptr) wrap_bytes(y);
  std::string name;
  if (requires_grad)
    name = grad_fn.empty() ? grad_fn_of(operation, operands, attributes) : std::string(grad_fn);
  const Index step = add_step(operation, std::move(inputs), std::move(attributes), y, requires_grad);
  if (shared == nullptr) shared = std::make_shared<Shared>(Shared{.whole = y, .step = step});
  shared->open.push_back(step);
  TensorObject* made = make(std::move(y), step, std::move(shared));
  if (requires_grad) {
    saved_.resize(step + 1);
    for (TensorObject* operand : operands) saved_[step].emplace_back(*operand);
    saved_[step].emplace_back(*made, name);
  }
  made->requires_grad = requires_grad;
  made->grad_fn = std::move(name);
  made->narrow = narrow;
  made->is_array = is_array;
  made->is_data = is_data;
  if (is_array) made->cls = array_class;
  return made;
}

/// As int32 and uint8 are promoted: beside numbers and bool they stay, and int32 beside uint8.
std::string_view Session::narrow_result(const Operation& operation, std::span<TensorObject* const> operands) {
  static constexpr std::string_view kOfPositions[] = {
      "gather", "index", "index_select", "repeat_interleave", "take_along_dim", "scatter", "embedding"};
  static constexpr std::string_view kWiden[] = {"sum", "prod", "cumsum", "argmax", "argmin", "to"};
  const auto is_in = [&](const auto& names) {
    return std::find(std::begin(names), std::end(names), operation.name) != std::end(names);
  };
  if (operands.empty() || is_in(kWiden)) return {};
  if (is_in(kOfPositions)) return operands[0]->narrow;
  std::string_view found;
  for (const TensorObject* operand : operands) {
    if (found != "int32" && !operand->narrow.empty()) found = operand->narrow;
    const bool is_long = operand->tensor.dtype() == DType::int64 && operand->narrow.empty();
    if (is_long && operand->tensor.rank() > 0) return {};
  }
  return found;
}

void Session::assigned(std::string_view name, Value value) {
  if (name.find_first_not_of('_') == std::string_view::npos) return;  // "_" is what nobody calls by its name
  if (value.is(Kind::instance)) {
    // A module stays the one of this name, whatever else the variable holds later.
    if (activation().function == nullptr && !activation().module->is_library)
      modules_of_variables_.emplace_back(name, value);
    return;
  }
  const TensorObject* tensor = tensor_of(value);
  if (tensor == nullptr || tensor->version != tensor->shared->version || activation().module->is_library)
    return;
  std::vector<std::string>& known = sources[tensor->step].names;
  if (std::find(known.begin(), known.end(), name) == known.end()) known.emplace_back(name);
}

void Session::returned(const Activation& call, Value value) {
  // Of a library, what it gives to the program.
  const auto is_library = [](const Activation* a) { return a != nullptr && a->module->is_library; };
  if (!is_library(&call) || !is_library(call.caller)) give(value, call.call);
}

void Session::give(Value value, std::uint32_t call) {
  std::uint32_t count = 0;
  const auto add = [&](const auto& self, Value each) -> void {
    if (each.is(Kind::tuple)) {
      for (const Value item : each.as<Sequence>().items) self(self, item);
    } else if (const TensorObject* tensor = tensor_of(each); tensor != nullptr) {
      sources[tensor->step].returned.emplace_back(call, count++);
    } else if (each.is(Kind::instance) && each.o->attributes != nullptr && each.o->cls->module != nullptr &&
               each.o->cls->module->is_library) {
      // torch.return_types
      for (const char* name : {"values", "indices"}) {
        if (const Value* item = each.o->attributes->find(heap.intern(name))) self(self, *item);
      }
    }
  };
  add(add, value);
}

std::optional<Tensor> Session::as_tensor(Value value) {
  TensorObject* tensor = tensor_of(value);
  if (tensor == nullptr) return std::nullopt;
  step_of(*tensor);  // so that what it is at the end has a step
  return tensor->tensor;
}

// Writing.

void Session::freeze(Shared& shared) {
  for (const Index step : shared.open) {
    Tensor& seen = trace.steps[step].tensor;
    charge(seen);
    seen = seen.clone();
  }
  shared.open.clear();
}

void Session::settle(Shared& shared) {
  if (shared.numbers == nullptr) return;
  const std::unique_ptr<Tensor> written = std::move(shared.numbers);
  const Index before = whole_of(shared);
  const bool requires_grad = !trace.steps[before].is_detached;
  Tensor values = shared.whole.clone();
  charge(values);
  const Index bits = add_step(op::given, {}, {{"field", Word("written")}}, *written, false);
  const Index numbers = add_step(op::given, {}, {{"field", Word("numbers")}}, values, false);
  shared.step = add_step(op::where, {bits, numbers, before}, {}, std::move(values), requires_grad);
  for (const Index step : {bits, numbers, shared.step}) sources[step] = *shared.written_at;
}

Index Session::whole_of(Shared& shared) {
  if (shared.part == nullptr) return shared.step;
  const std::unique_ptr<Shared::Part> part = std::move(shared.part);
  if (is_same_view(part->tensor, shared.whole)) return shared.step = part->step;
  Attributes where = geometry(part->tensor);
  const std::vector<Index> inputs = {shared.step, part->step};
  const bool requires_grad = !trace.steps[shared.step].is_detached || !trace.steps[part->step].is_detached;
  Tensor all = compute(op::as_strided_scatter,
                       {trace.steps[shared.step].tensor, trace.steps[part->step].tensor}, where);
  charge(all);
  shared.step = add_step(op::as_strided_scatter, inputs, std::move(where), std::move(all), requires_grad);
  sources[shared.step] = *shared.written_at;
  return shared.step;
}

void Session::count_write(TensorObject& tensor) {
  Shared& shared = *tensor.shared;
  shared.written_at =
      std::make_unique<StepSource>(StepSource{.span = here(), .frames = frames(), .around = around()});
  const auto carries = [this](Index step) { return !trace.steps[step].is_detached; };
  const bool has_gradient = carries(shared.step) || (shared.part != nullptr && carries(shared.part->step));
  if (has_gradient && (!records_gradients || tensor.is_detached) && shared.leaf == nullptr)
    shared.is_cut = true;
  ++tensor.shared->version;
  if (!tensor.is_data) ++tensor.shared->shown_version;
}

void Session::seen_again(TensorObject& tensor, Index step) {
  if (tensor.shared->leaf == &tensor && step != tensor.step) tensor.former.push_back(tensor.step);
  if (step != tensor.step) overwritten_.emplace_back(step, tensor.step);
  tensor.step = step;
  tensor.version = tensor.shared->version;
  if (trace.steps[step].is_detached || tensor.requires_grad) return;
  tensor.requires_grad = true;
  tensor.grad_fn = grad_fn_of(*trace.steps[step].operation, {}, trace.steps[step].attributes);
}

Index Session::step_of(TensorObject& tensor) {
  Shared& shared = *tensor.shared;
  if (tensor.version == shared.version) return tensor.step;
  settle(shared);
  if (shared.part != nullptr && is_same_view(tensor.tensor, shared.part->tensor)) {
    seen_again(tensor, shared.part->step);
    return tensor.step;
  }
  const Index whole = whole_of(shared);
  if (is_same_view(tensor.tensor, shared.whole)) {
    seen_again(tensor, whole);
    return whole;
  }
  Attributes where = geometry(tensor.tensor);
  Tensor seen = compute(op::as_strided, {trace.steps[whole].tensor}, where);
  const bool is_detached = trace.steps[whole].is_detached;
  seen_again(tensor, add_step(op::as_strided, {whole}, std::move(where), std::move(seen), !is_detached));
  return tensor.step;
}

void Session::check_write(const TensorObject& tensor, bool through_view) const {
  const TensorObject* leaf = tensor.shared->leaf;
  if (!tensor.requires_grad || !records_gradients || leaf == nullptr || !leaf->requires_grad) return;
  raise("RuntimeError", {through_view || leaf != &tensor ? "a view of a leaf" : "a leaf",
                         " Variable that requires grad is being used in an in-place operation."});
}

void Session::write(TensorObject& tensor, TensorObject& from) {
  // The graph has what is written, in the type and shape of where it is written to.
  TensorObject* given = &from;
  const DType dtype = tensor.tensor.dtype();
  if (given->tensor.dtype() != dtype) given = run(op::to, {given}, {{"dtype", Word(to_string(dtype))}});
  const Shape& shape = tensor.tensor.shape();
  if (given->tensor.shape() != shape)
    given = run(op::expand, {given}, {{"size", std::vector<std::int64_t>(shape.begin(), shape.end())}});
  const Index step = step_of(*given);

  Shared& shared = *tensor.shared;
  settle(shared);
  freeze(shared);
  if (shared.part != nullptr && !is_same_view(shared.part->tensor, tensor.tensor)) whole_of(shared);
  count_write(tensor);
  tensor.tensor.copy_(trace.steps[step].tensor);
  shared.part = std::make_unique<Shared::Part>(Shared::Part{tensor.tensor, step});
  if (shared.leaf == &tensor && step != tensor.step) tensor.former.push_back(tensor.step);
  if (step != tensor.step) overwritten_.emplace_back(step, tensor.step);
  tensor.step = step;
  tensor.version = shared.version;
  if (step < saved_.size() && !saved_[step].empty()) saved_[step].back() = Saved(tensor, tensor.grad_fn);
  if (!trace.steps[step].is_detached) {
    tensor.requires_grad = true;
    tensor.grad_fn = from.grad_fn.empty() ? "CopyBackwards" : from.grad_fn;
  }
}

void Session::run_in_place(const Operation& operation, std::span<TensorObject* const> operands,
                           Attributes attributes, std::string_view grad_fn) {
  TensorObject& into = *operands[0];
  check_write(into);
  TensorObject* made = run(operation, operands, std::move(attributes), grad_fn);
  // PyTorch keeps a copy of what the tensor was, where the derivative needs it.
  if (made->step < saved_.size() && !saved_[made->step].empty()) saved_[made->step][0] = Saved(*made);
  if (made->tensor.shares_storage(into.tensor)) {
    // unsqueeze_ and the like write no number: the tensor is another view from now on.
    into.tensor = made->tensor;
    overwritten_.emplace_back(made->step, into.step);
    into.step = made->step;
    into.grad_fn = made->grad_fn;
    return;
  }
  if (made->tensor.shape() != into.tensor.shape()) {
    raise("RuntimeError", {"output with shape ", bracketed(into.tensor.shape()),
                           " doesn't match the broadcast shape ", bracketed(made->tensor.shape())});
  }
  if (into.tensor.dtype() < made->tensor.dtype() &&
      is_floating(made->tensor.dtype()) != is_floating(into.tensor.dtype())) {
    raise("RuntimeError", {"result type ", scalar_type(made->tensor.dtype()),
                           " can't be cast to the desired output type ", scalar_type(into.tensor.dtype())});
  }
  write(into, *made);
}

void Session::set_numbers(TensorObject& tensor, Tensor cells, double number) {
  Shared& shared = *tensor.shared;
  if (shared.numbers == nullptr) {
    whole_of(shared);
    freeze(shared);
    shared.numbers = std::make_unique<Tensor>(shared.whole.shape(), DType::boolean);
    charge(*shared.numbers);
  }
  count_write(tensor);
  if (tensor.requires_grad && records_gradients) tensor.grad_fn = "CopySlices";
  tick(1 + cells.count() / 64);
  // The same cells of the bits: a view of the same geometry.
  Tensor bits = compute(op::as_strided, {*shared.numbers}, geometry(cells));
  bits.copy_(full({}, 1, DType::boolean));
  cells.copy_(full({}, number, cells.dtype()));
}

TensorObject* Session::detached(TensorObject& tensor) {
  const bool records = std::exchange(records_gradients, false);
  TensorObject* made = run(op::detach, {&tensor});
  made->is_detached = true;
  records_gradients = records;
  return made;
}

void Session::require_grad(TensorObject& tensor, bool requires_it) {
  if (!tensor.grad_fn.empty()) {
    if (requires_it) return;
    raise("RuntimeError",
          {"you can only change requires_grad flags of leaf variables. If you want to use a computed "
           "variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach()."});
  }
  if (requires_it && !is_floating(tensor.tensor.dtype()))
    raise("RuntimeError", {"only Tensors of floating point and complex dtype can require gradients"});
  tensor.requires_grad = requires_it;
  if (requires_it) tensor.shared->leaf = &tensor;
  const auto known = std::find(leaves_.begin(), leaves_.end(), &tensor);
  if (requires_it && known == leaves_.end()) leaves_.push_back(&tensor);
}

void Session::keep_grad(TensorObject& tensor) {
  if (!tensor.requires_grad)
    raise("RuntimeError", {"can't retain_grad on Tensor that has requires_grad=False"});
  if (tensor.grad_fn.empty()) return;
  tensor.keeps_grad = true;
  leaves_.push_back(&tensor);
}

// Gradients.

std::vector<TensorObject*> Session::gradients(TensorObject& of, std::span<TensorObject* const> by,
                                              TensorObject* seed, bool keeps_graph) {
  // A leaf that was written to is the same variable under several steps.
  std::vector<Index> steps;
  std::vector<Index> begins;
  for (TensorObject* each : by) {
    begins.push_back(steps.size());
    steps.push_back(step_of(*each));
    steps.insert(steps.end(), each->former.begin(), each->former.end());
  }
  begins.push_back(steps.size());
  const Index loss = step_of(of);
  if (!of.requires_grad) {
    raise("RuntimeError", {"element 0 of tensors does not require grad and does not have a grad_fn"});
  }
  if (seed == nullptr && of.tensor.count() != 1)
    raise("RuntimeError", {"grad can be implicitly created only for scalar outputs"});
  if (seed != nullptr && seed->tensor.shape() != of.tensor.shape()) {
    raise("RuntimeError",
          {"Mismatch in shape: grad_output[0] has a shape of torch.Size(", to_string(seed->tensor.shape()),
           ") and output[0] has a shape of torch.Size(", to_string(of.tensor.shape()), ")."});
  }
  std::optional<Index> first;
  if (seed != nullptr) first = step_of(*seed);
  const Index before = trace.steps.size();
  tick(before);
  check_uncut(loss);
  const std::vector<std::optional<Index>> found = headsup::backward(trace, loss, steps, first);
  // PyTorch's graph lets go of the numbers that derivatives read.
  is_freed_.resize(trace.steps.size());
  std::vector<Index> passed;
  for (Index i = sources.size(); i < trace.steps.size(); ++i) {
    for (const Contribution& way : trace.steps[i].contributions) {
      const Derivative* derivative = trace.steps[way.step].operation->derivative(way.operand);
      if (derivative->reads[0] == kNothing) continue;
      passed.push_back(way.step);
    }
  }
  for (const Index step : passed) {
    if (!is_freed_[step]) continue;
    trace.steps.resize(sources.size());
    raise(
        "RuntimeError",
        {"Trying to backward through the graph a second time (or directly access saved tensors after they "
         "have "
         "already been freed). Saved intermediate values of the graph are freed when you call .backward() or "
         "autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time "
         "or if "
         "you need to access saved tensors after calling backward."});
  }
  for (Index i = sources.size(); i < trace.steps.size(); ++i) {
    for (const Contribution way : trace.steps[i].contributions)
      check_saved(way, *trace.steps[way.step].operation->derivative(way.operand));
  }
  for (const Index step : passed) is_freed_[step] = !keeps_graph;
  while (sources.size() < trace.steps.size()) {
    trace.steps[sources.size()].is_detached = true;
    charge(trace.steps[sources.size()].tensor);
    add_source();
  }
  tick((trace.steps.size() - before) * kOperationsOfStep);
  std::vector<TensorObject*> made;
  const bool records = std::exchange(records_gradients, false);
  for (Index i = 0; i < by.size(); ++i) {
    TensorObject* sum = nullptr;
    for (Index j = begins[i]; j < begins[i + 1]; ++j) {
      if (!found[j]) continue;
      Tensor tensor = trace.steps[*found[j]].tensor.clone();
      TensorObject* part =
          make(tensor, *found[j], std::make_shared<Shared>(Shared{.whole = tensor, .step = *found[j]}));
      sum = sum == nullptr ? part : run(op::add, {sum, part});
    }
    made.push_back(sum);
  }
  records_gradients = records;
  return made;
}

void Session::check_uncut(Index of) const {
  if (cut_.empty()) return;
  std::vector<bool> is_seen(of + 1);
  std::vector<Index> open = {of};
  while (!open.empty()) {
    const Index at = open.back();
    open.pop_back();
    if (is_seen[at] || trace.steps[at].is_detached) continue;
    is_seen[at] = true;
    if (cut_.count(at) != 0) {
      refuse_construct("backward() past a write by .data, .detach() or no_grad",
                       "write to the tensor itself: scores.masked_fill_(mask, value)");
    }
    open.insert(open.end(), trace.steps[at].inputs.begin(), trace.steps[at].inputs.end());
  }
}

void Session::check_saved(const Contribution& way, const Derivative& derivative) {
  if (way.step >= saved_.size() || saved_[way.step].empty()) return;
  const std::vector<Saved>& all = saved_[way.step];
  const auto check = [this](const Saved& saved) {
    const TensorObject& tensor = *saved.tensor;
    const std::uint32_t now = tensor.shared->shown_version;
    const bool is_other = tensor.shared.get() != saved.shared;
    if (!is_other && tensor.shared->version == saved.version) return;
    if (is_other || now == saved.shown_version) {
      // PyTorch takes the new numbers without a word; the graph would have no step for them.
      trace.steps.resize(sources.size());
      refuse_construct("backward() through numbers that were written by .data since",
                       "write within torch.no_grad() after backward(), or compute the loss again");
    }
    const std::string& grad_fn = saved.grad_fn.empty() ? tensor.grad_fn : saved.grad_fn;
    const std::string made_by = grad_fn.empty() ? "" : ", which is output 0 of " + grad_fn + ",";
    trace.steps.resize(sources.size());
    raise("RuntimeError",
          {"one of the variables needed for gradient computation has been modified by an inplace operation: "
           "[torch.",
           scalar_type(tensor.tensor.dtype()), "Tensor ", bracketed(tensor.tensor.shape()), "]", made_by,
           " is at version ", now, "; expected version ", saved.shown_version,
           " instead. Hint: enable anomaly detection to find the operation that failed to compute its "
           "gradient, with torch.autograd.set_detect_anomaly(True)."});
  };
  // Where PyTorch keeps something else than what our derivative reads.
  const std::string_view name = trace.steps[way.step].operation->name;
  if (name == "cross_entropy" || name == "max" || name == "min") return;
  if (name == "relu") return check(all.back());
  for (const Index read : derivative.reads) {
    if (read == kResult) check(all.back());
    if (read == kOperands) std::for_each(all.begin(), all.end() - 1, check);
    if (read + 1 < all.size()) check(all[read]);
  }
}

void Session::backward(TensorObject& of, TensorObject* seed, bool keeps_graph) {
  std::vector<TensorObject*> by;
  for (TensorObject* leaf : leaves_) {
    if (leaf->requires_grad || leaf->keeps_grad) by.push_back(leaf);
  }
  if (of.requires_grad && of.grad_fn.empty() && std::find(by.begin(), by.end(), &of) == by.end())
    by.push_back(&of);
  const std::vector<TensorObject*> found = gradients(of, by, seed, keeps_graph);
  const bool records = std::exchange(records_gradients, false);
  for (Index i = 0; i < by.size(); ++i) {
    if (found[i] == nullptr) continue;
    if (by[i]->grad == nullptr) {
      by[i]->grad = found[i];
    } else {
      TensorObject* const sum[] = {by[i]->grad, found[i]};
      run_in_place(op::add, sum, {}, {});
      grad_sums_.emplace_back(step_of(*by[i]->grad), by[i]->first_step);
    }
  }
  records_gradients = records;
}

// Values.

TensorObject* Session::number(Value value, DType beside, DType real) {
  DType dtype = beside;
  if (!is_floating(beside)) {
    dtype = value.is(Kind::real) ? real : value.is(Kind::boolean) ? DType::boolean : DType::int64;
  }
  Attributes size = {{"size", std::vector<std::int64_t>{}}, {"fill_value", value.to_real()}};
  return record(op::full, full({}, value.to_real(), dtype), std::move(size));
}

Value Session::number_of(const Tensor& tensor) const {
  const double number = tensor.item();
  if (tensor.dtype() == DType::boolean) return Value(number != 0);
  if (tensor.dtype() == DType::int64) return Value(*tensor.data<std::int64_t>());
  return Value(number);
}

Value Session::tolist(const Tensor& tensor) {
  if (tensor.rank() == 0) return number_of(tensor);
  Values items;
  heap.charge(2 * tensor.shape()[0]);
  for (Index i = 0; i < tensor.shape()[0]; ++i)
    items.push_back(tolist(tensor.select(0, static_cast<std::ptrdiff_t>(i))));
  return list(std::move(items));
}

Value Session::size_value(const Shape& shape) {
  Values items;
  for (const Index size : shape) items.emplace_back(size);
  Sequence* made = heap.tuple(std::move(items));
  made->cls = size_class;
  return made;
}

}  // namespace headsup::python
