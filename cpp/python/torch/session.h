#pragma once
// PyTorch in a running program: the graph of what was done with tensors, the generator, and what holds for all tensors.

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "headsup/graph/trace.h"
#include "headsup/random/generator.h"
#include "operations/operation.h"
#include "python/interpreter.h"
#include "python/torch/tensor_object.h"

namespace headsup::python {

// The tree of a program has a Name and an Attribute of its own.
using Word = headsup::Name;
using StepAttribute = headsup::Attribute;

/// Keeps of whole numbers what uint8 has of them.
void wrap_bytes(Tensor& numbers);

/// How tensors are printed: torch.set_printoptions.
struct PrintOptions {
  std::int64_t precision = 4;
  std::int64_t threshold = 1000;
  std::int64_t edge_items = 3;
  std::int64_t line_width = 80;
  bool is_forced = false;      ///< sci_mode was given
  bool is_scientific = false;  ///< as it says
};

class Session final : public Interpreter {
 public:
  explicit Session(const Limits& limits);

  /// The session that an interpreter is: every program has one.
  static Session& of(Interpreter& in) { return static_cast<Session&>(in); }

  Trace trace;
  std::vector<StepSource> sources;  ///< by step
  Generator generator{kSeed};
  bool records_gradients = true;  ///< false within no_grad
  PrintOptions printing;
  std::int64_t array_precision = 8;   ///< numpy.set_printoptions(precision)
  bool suppresses_exponents = false;  ///< numpy.set_printoptions(suppress)
  Class* tensor_class;
  Class* parameter_class;
  Class* array_class;
  Class* size_class;
  Class* type_class;
  TypeObject* int32_type;
  TypeObject* uint8_type;

  /// Runs an operation and records it.
  TensorObject* run(const Operation& operation, std::span<TensorObject* const> operands,
                    Attributes attributes = {}, std::string_view grad_fn = {});
  TensorObject* run(const Operation& operation, std::initializer_list<TensorObject*> operands,
                    Attributes attributes = {}, std::string_view grad_fn = {}) {
    return run(operation, std::span<TensorObject* const>(operands.begin(), operands.size()),
               std::move(attributes), grad_fn);
  }
  /// Records numbers that came from outside of the graph; the attributes say how.
  TensorObject* record(const Operation& operation, Tensor tensor, Attributes attributes = {});
  /// Runs an operation and writes its result into its first operand.
  void run_in_place(const Operation& operation, std::span<TensorObject* const> operands,
                    Attributes attributes, std::string_view grad_fn);
  /// Writes what a step has into a tensor.
  void write(TensorObject& tensor, TensorObject& from);
  /// Sets cells to one number. `cells` is a view of the tensor's numbers.
  void set_numbers(TensorObject& tensor, Tensor cells, double number);
  /// The step that has a tensor's numbers now.
  Index step_of(TensorObject& tensor);
  /// A tensor of the same numbers through which no gradient goes.
  TensorObject* detached(TensorObject& tensor);
  /// Makes a tensor a leaf whose gradient is wanted.
  void require_grad(TensorObject& tensor, bool requires_it);
  /// tensor.retain_grad()
  void keep_grad(TensorObject& tensor);
  /// Refuses to write into a leaf whose gradient is wanted, as PyTorch does.
  void check_write(const TensorObject& tensor, bool through_view = false) const;

  /// loss.backward(): gradients of leaves, added to their `grad`. `seed` is the gradient of `of` itself, or null.
  void backward(TensorObject& of, TensorObject* seed, bool keeps_graph);
  /// torch.autograd.grad: null for what `of` does not depend on.
  std::vector<TensorObject*> gradients(TensorObject& of, std::span<TensorObject* const> by,
                                       TensorObject* seed, bool keeps_graph);

  void assigned(std::string_view name, Value value) override;
  void assigned_from(const Expr& target, const Expr& value) override;
  void returned(const Activation& call, Value value) override;
  /// The program gets these tensors from a call; 0 for one that runs no Python.
  void give(Value value, std::uint32_t call);
  /// A tensor's sizes were read: all, or that of one axis.
  void read_sizes(const TensorObject& tensor) { read_ = tensor.step; }
  std::optional<Tensor> as_tensor(Value value) override;

  /// A number as a tensor without axes, of the type that it has beside a tensor; `real` where that is no floating one.
  TensorObject* number(Value value, DType beside, DType real = DType::float32);
  /// Numbers in lists, nested as axes are.
  Tensor tensor_from(Value value, const DType* wanted);
  /// The value of a tensor without axes.
  Value number_of(const Tensor& tensor) const;
  Value tolist(const Tensor& tensor);
  Value size_value(const Shape& shape);
  TypeObject* type(DType dtype) { return types_[static_cast<std::size_t>(dtype)]; }
  /// A text of the program that outlives it, for the attributes of a step.
  Word word(std::string_view text);

  std::vector<std::unique_ptr<std::string>> words;  ///< those texts

 private:
  static constexpr std::int64_t kSeed = 0;

  void add_source();
  Index add_step(const Operation& operation, std::vector<Index> inputs, Attributes attributes, Tensor tensor,
                 bool requires_grad);
  TensorObject* make(Tensor tensor, Index step, std::shared_ptr<Shared> shared);
  Index whole_of(Shared& shared);
  void settle(Shared& shared);
  void freeze(Shared& shared);
  static std::string_view narrow_result(const Operation& operation, std::span<TensorObject* const> operands);
  void charge(const Tensor& tensor);
  void count_write(TensorObject& tensor);
  void check_uncut(Index of) const;
  void check_saved(const Contribution& way, const Derivative& derivative);

  /// A tensor whose numbers another step has since they were written to.
  void seen_again(TensorObject& tensor, Index step);

  friend void name_steps(Session& in);
  friend class Letters;

  std::vector<Instance*> modules_;  ///< by step: the nn.Module that was running, or null
  /// An axis that the program names where it reads its size: n = x.size(0).
  struct AxisName {
    Index axis;
    Word name;
  };
  void name_axis(Index step, std::int64_t axis, const Expr& target);
  std::multimap<Index, AxisName> axis_names_;  ///< by step, in the order of the program
  Index read_ = 0;                             ///< the step of the tensor whose sizes were read last
  std::vector<std::pair<std::string, Value>> modules_of_variables_;  ///< in the order of their assignment
  std::vector<std::pair<Index, Index>> grad_sums_;  ///< a gradient that was added up, and whose it is
  std::vector<TensorObject*> leaves_;
  std::vector<std::pair<Index, Index>>
      overwritten_;  ///< what was written into a tensor, and the step that it had before
  /// A tensor that a step read or made, as of a version.
  struct Saved {
    explicit Saved(TensorObject& of, std::string name = {})
        : tensor(&of),
          shared(of.shared.get()),
          version(shared->version),
          shown_version(shared->shown_version),
          grad_fn(std::move(name)) {}
    TensorObject* tensor;
    const Shared* shared;
    std::uint32_t version;
    std::uint32_t shown_version;
    std::string grad_fn;  ///< of a result
  };
  std::vector<std::vector<Saved>>
      saved_;                   ///< by step, where a gradient goes through: its operands, then its result
  std::set<Index> cut_;         ///< steps that read what was written to without recording
  std::vector<bool> is_freed_;  ///< by step: backward() went through it and let go of what it had kept
  TypeObject* types_[4] = {};
};

/// "[2, 3]", as PyTorch writes sizes in most of its errors.
std::string bracketed(const Shape& shape);

// The parts of this folder.
void add_tensor_methods(Session& in);
void add_torch(Session& in);
std::string printed(Session& in, const TensorObject& tensor);
std::string printed_array(Session& in, const TensorObject& array, bool is_str);
/// PyTorch's name of the derivative of what an operation made: "SoftmaxBackward0".
std::string grad_fn_of(const Operation& operation, std::span<TensorObject* const> operands,
                       const Attributes& attributes);
/// x[index] and x[index] = value.
TensorObject* item_of(Session& in, TensorObject& tensor, Value index);
void set_item_of(Session& in, TensorObject& tensor, Value index, Value value);
/// Calls torch.<name>.
Value call_torch(Session& in, const char* name, std::initializer_list<Value> arguments);
/// Where PyTorch has a function.
enum Where : std::uint8_t { kTorch = 1, kMethod = 2, kFunctional = 4 };
/// The operations of the table that are there.
void define_table(Session& in, Dict& into, Where where, Class* owner);
/// The other functions of torch in C++, and methods.
void define_functions(Session& in, Dict& torch, Dict& methods);
/// Gives the steps of a program that has ended their names.
void name_steps(Session& in);
/// Gives the axes of their tensors letters.
void letter_axes(Session& in, std::string_view source);

}  // namespace headsup::python
