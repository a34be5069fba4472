// Where numbers come from: constants, draws, positions, tables.
//
// Some of these are recorded, not computed: a tensor that was given or drawn is handed in, and its attributes say how it was made.
#include <algorithm>
#include <cmath>

#include "headsup/random/replay.h"
#include "headsup/tensor/refusal.h"
#include "operations/families.h"
#include "operations/formulas.h"
#include "operations/operations.h"
#include "operations/pointwise.h"
#include "tensor/eigen.h"
#include "tensor/elementary.h"

namespace headsup {
namespace {

double as_number(Index index) {
  return static_cast<double>(index);
}

// Constants.

Tensor constant(const Call& call, double value) {
  Shape shape;
  for (const std::int64_t size : call.attributes.list("size")) {
    if (size < 0) raise(ErrorCode::runtime_error, {"Trying to create tensor with negative dimension ", size});
    shape.push_back(static_cast<Index>(size));
  }
  return full(shape, value, call.attributes.dtype("dtype", DType::float32));
}
/// Axes without letters.
Names no_letters(const AxesOf& of) {
  return Names(of.result.rank());
}
Tensor full_forward(const Call& call) {
  return constant(call, call.attributes.number("fill_value", 0));
}
Tensor zeros_forward(const Call& call) {
  return constant(call, 0);
}
Tensor ones_forward(const Call& call) {
  return constant(call, 1);
}
void explain_constant(Reason& why) {
  why.word("constant", why.result.at(why.index));
}

Tensor arange_forward(const Call& call) {
  const double start = call.attributes.number("start", 0);
  const double end = call.attributes.number("end", 0);
  const double step = call.attributes.number("step", 1);
  if (step == 0) raise(ErrorCode::runtime_error, {"step must be nonzero"});
  const double steps = std::ceil((end - start) / step);
  if (!(steps >= 0)) {
    raise(ErrorCode::runtime_error, {"upper bound and lower bound inconsistent with step sign"});
  }
  if (!(steps < 0x1p62)) raise(ErrorCode::runtime_error, {"invalid size, possible overflow?"});
  const bool is_whole = start == std::floor(start) && end == std::floor(end) && step == std::floor(step);
  const auto count = static_cast<Index>(steps);
  Tensor y({count}, DType::float64);
  flat<double>(y) = start + step * RowMajorArray<double>::NullaryExpr(
                                       1, to_eigen(count),
                                       [](Eigen::Index, Eigen::Index i) { return static_cast<double>(i); });
  return y.to(call.attributes.dtype("dtype", is_whole ? DType::int64 : DType::float32));
}
void explain_line(Reason& why, double step) {
  why.is_sum = true;
  why.word("start", why.call.attributes.number("start", 0));
  why.word("position", {}, as_number(why.index[0]), step);
}
void explain_arange(Reason& why) {
  explain_line(why, why.call.attributes.number("step", 1));
}

// y is 1 where row and column are the same.

Tensor eye_forward(const Call& call) {
  const std::ptrdiff_t n = call.attributes.whole("n", 0);
  const std::ptrdiff_t m = call.attributes.whole("m", n);
  if (n < 0) raise(ErrorCode::runtime_error, {"n must be greater or equal to 0, got ", n});
  if (m < 0) raise(ErrorCode::runtime_error, {"m must be greater or equal to 0, got ", m});
  Tensor y(Shape{static_cast<Index>(n), static_cast<Index>(m)},
           call.attributes.dtype("dtype", DType::float32));
  y.diagonal(0, 0, 1).copy_(full({}, 1, y.dtype()));
  return y;
}
void explain_place(Reason& why) {
  why.word("row", as_number(why.index[0]));
  why.word("column", as_number(why.index[1]));
}

// Rows and columns of the cells of a triangle, row by row.

template <const Operation& triangle>
Tensor triangle_indices(const Call& call) {
  const auto rows = static_cast<Index>(call.attributes.whole("row", 0));
  const auto columns = static_cast<Index>(call.attributes.whole("col", 0));
  const Tensor kept = compute(triangle, {full({rows, columns}, 1, DType::boolean)},
                              {{"diagonal", call.attributes.number("offset", 0)}});
  std::vector<std::int64_t> places[2];
  for (Index i = 0; i < kept.count(); ++i) {
    if (kept.at_position(i) == 0) continue;
    places[0].push_back(static_cast<std::int64_t>(i / columns));
    places[1].push_back(static_cast<std::int64_t>(i % columns));
  }
  const Index count = places[0].size();
  places[0].insert(places[0].end(), places[1].begin(), places[1].end());
  return tensor_of<std::int64_t>({2, count}, places[0]);
}
void explain_triangle_index(Reason& why) {
  why.word("row", why.result.at({0, why.index[1]}));
  why.word("column", why.result.at({1, why.index[1]}));
}
template <const Operation& triangle>
constexpr Operation triangle_of_indices(const char* name, const char* formula) {
  return {.name = name,
          .parameters = "row col offset=0",
          .formula = formula,
          .forward = triangle_indices<triangle>,
          .explain = explain_triangle_index,
          .axes = no_letters,
          .examples = "row=3 col=4; row=3 col=3 offset=1; row=4 col=2 offset=-2"};
}

// Numbers at equal distances, the end among them.

double step_of_line(const Call& call) {
  const auto steps = static_cast<double>(call.attributes.whole("steps", 0) - 1);
  return steps > 0 ? (call.attributes.number("end", 0) - call.attributes.number("start", 0)) / steps : 0;
}
Tensor linspace_forward(const Call& call) {
  const double start = call.attributes.number("start", 0);
  const double end = call.attributes.number("end", 0);
  const std::ptrdiff_t count = call.attributes.whole("steps", 0);
  if (count < 0) raise(ErrorCode::runtime_error, {"number of steps must be non-negative"});
  Tensor y({static_cast<Index>(count)}, DType::float64);
  const double step = step_of_line(call);
  // From the nearer end, as PyTorch counts.
  for (std::ptrdiff_t i = 0; i < count; ++i)
    y.data<double>()[i] = i < count / 2 || count == 1 ? start + step * static_cast<double>(i)
                                                      : end - step * static_cast<double>(count - 1 - i);
  return y.to(call.attributes.dtype("dtype", DType::float32));
}
void explain_linspace(Reason& why) {
  explain_line(why, step_of_line(why.call));
}

void explain_rand(Reason& why) {
  why.word("rand", why.index, why.result.at(why.index));
}
void explain_given(Reason& why) {
  why.word(why.call.attributes.word("field", "weights"), why.index, why.result.at(why.index));
}

// Draws, back to the generator.

DrawnNumber explain_draw(Reason& why) {
  const Draws& draws = std::get<Draws>(*why.call.attributes.find("draws"));
  DrawnNumber number = replay(draws, offset_of(why.result.shape(), why.index), why.replays);
  for (const auto& u : number.uniforms) why.word("draw", {static_cast<Index>(u.word)}, u.value);
  why.fact("distribution", Name(draws.distribution == Distribution::uniform ? "uniform" : "normal"));
  why.fact("seed", static_cast<double>(draws.seed));
  why.fact("draw", static_cast<double>(number.uniforms[0].word));
  why.fact("raw", static_cast<double>(number.uniforms[0].raw));
  return number;
}
void explain_uniform(Reason& why) {
  const DrawnNumber number = explain_draw(why);
  const Draws& draws = std::get<Draws>(*why.call.attributes.find("draws"));
  why.fact("uniform", number.uniforms[0].value);
  why.fact("bound", static_cast<double>(static_cast<float>(draws.bound)));
}
void explain_normal(Reason& why) {
  const DrawnNumber number = explain_draw(why);
  why.fact("raw2", static_cast<double>(number.uniforms[1].raw));
  why.fact("radius", number.radius);
  why.fact("angle", number.angle);
  why.fact("part", Name(number.cosine ? "cos" : "sin"));
}

// Tokens.

void explain_batch(Reason& why) {
  const Attributes& attributes = why.call.attributes;
  const auto row = static_cast<Index>(attributes.list("rows")[why.index[0]]);
  const auto from = static_cast<Index>(attributes.whole("from", 0));
  const double token = why.result.at(why.index);
  why.word("data", {row, why.index[1] + from}, token);
  if (from > 0) why.fact("counts", token == attributes.number("ignore_index", 0) ? 0.0 : 1.0);
}

void explain_pad(Reason& why) {
  const auto length = static_cast<Index>(why.call.attributes.list("lengths")[why.index[0]]);
  const bool is_padding = why.index[1] >= length;
  if (is_padding) {
    why.word("padId", why.call.attributes.number("pad_id", 0));
  } else {
    why.word(why.call.attributes.word("field", "sequences"), why.index, why.result.at(why.index));
  }
  why.fact("padded", is_padding ? 1.0 : 0.0);
}

Tensor position_ids_forward(const Call& call) {
  const Tensor& ids = call[0];
  if (ids.rank() != 2) refuse_shape("ids", ids.shape(), "(B, L)");
  Tensor places({ids.shape()[1]}, DType::float64);
  for (Index i = 0; i < places.count(); ++i) places.data<double>()[i] = as_number(i + 1);
  Tensor y(ids.shape(), DType::int64);
  const Tensor pad_id = full({}, call.attributes.number("pad_id", 0), DType::float64);
  pointwise(y, {ids, pad_id, places},
            [](const Block* x, Block& made) { made = (x[0] == x[1]).select(0.0, x[2]); });
  return y;
}
void explain_position_ids(Reason& why) {
  why.cell(0, why.index);
  why.word("padId", why.call.attributes.number("pad_id", 0));
  why.word("place", as_number(why.index[1] + 1));
}

void check_ids(const Tensor& ids, std::string_view what, std::string_view argument) {
  if (ids.dtype() == DType::int64) return;
  raise(ErrorCode::runtime_error,
        {"Expected tensor for argument #1 '", argument,
         "' to have one of the following scalar types: Long, Int; but got torch.", scalar_type(ids.dtype()),
         "Tensor instead (while checking arguments for ", what, ")"});
}

Tensor embedding_forward(const Call& call) {
  const Tensor& table = call[1];
  check_ids(call[0], "embedding", "indices");
  if (table.rank() != 2) raise(ErrorCode::runtime_error, {"'weight' must be 2-D"});
  const auto ids = call[0].tolist<std::int64_t>();
  Shape shape = call[0].shape();
  shape.push_back(table.shape()[1]);
  Tensor y(shape, table.dtype());
  Part row = {.cols = table.shape()[1], .col_step = table.strides()[1]};
  Part copied = {.cols = row.cols, .col_step = 1};
  for (Index i = 0; i < ids.size(); ++i) {
    if (static_cast<std::uint64_t>(ids[i]) >= table.shape()[0])
      raise(ErrorCode::index_error, {"index out of range in self"});
    row.offset = static_cast<Index>(ids[i]) * table.strides()[0];
    copied.offset = i * row.cols;
    copy(table, row, y, copied);
  }
  return y;
}

/// The id whose row of the table has no gradient, or −1.
std::int64_t padding_idx(const Call& call) {
  if (!call.attributes.has("padding_idx")) return -1;
  const std::ptrdiff_t id = call.attributes.whole("padding_idx", -1);
  return id < 0 ? id + static_cast<std::ptrdiff_t>(call[1].shape()[0]) : id;
}

/// ∂weight[id] = Σ ∂y over the tokens with this id
Tensor embedding_gradient(const Backward& b) {
  const auto ids = b.call[0].tolist<std::int64_t>();
  const Tensor dy = b.grad.to(DType::float64).contiguous();
  const auto grads = view(dy.data<double>(), ids.size(), dy.size(-1));
  Tensor sums(b.call[1].shape(), DType::float64);
  auto table = view(sums.data<double>(), sums.shape()[0], sums.shape()[1]);  // rows may be empty
  for (Index i = 0; i < ids.size(); ++i) {
    if (ids[i] == padding_idx(b.call)) continue;
    table.row(static_cast<Eigen::Index>(ids[i])) += grads.row(to_eigen(i));
  }
  return sums.to(b.grad.dtype());
}

void explain_embedding(Reason& why) {
  Shape token = why.index;
  token.pop_back();
  why.cell(0, token, 0);
  const double id = why.terms[0].value;
  why.cell(1, {static_cast<Index>(id), why.index.back()});
  why.fact("token", id);
}
void explain_embedding_gradient(Reason& why) {
  const auto ids = why[0].tolist<std::int64_t>();
  const auto id = static_cast<std::int64_t>(why.index[0]);
  for (Index i = 0; i < ids.size(); ++i) {
    if (ids[i] != id || id == padding_idx(why.call)) continue;
    Shape at = index_of(why[0].shape(), i);
    at.push_back(why.index[1]);
    why.cell(kGrad, at);
  }
  why.fact("tokens", as_number(why.terms.size()));
}
Names embedding_names(const AxesOf& of) {
  Names names = of.operands[0];
  names.push_back(of.operands[1][1]);
  return names;
}

Tensor one_hot_forward(const Call& call) {
  if (call[0].dtype() != DType::int64) {
    raise(ErrorCode::runtime_error, {"one_hot is only applicable to index tensor of type LongTensor."});
  }
  const auto ids = call[0].tolist<std::int64_t>();
  std::ptrdiff_t classes = call.attributes.whole("num_classes", -1);
  if (ids.empty() && classes <= 0) {
    raise(ErrorCode::runtime_error, {"Can not infer total number of classes from empty tensor."});
  }
  if (std::any_of(ids.begin(), ids.end(), [](std::int64_t id) { return id < 0; })) {
    raise(ErrorCode::runtime_error, {"Class values must be non-negative."});
  }
  const auto most = ids.empty() ? 0 : static_cast<std::ptrdiff_t>(*std::max_element(ids.begin(), ids.end()));
  if (classes == -1) classes = most + 1;
  if (classes < 1) raise(ErrorCode::runtime_error, {"num_classes should be positive"});
  if (most >= classes) raise(ErrorCode::runtime_error, {"Class values must be smaller than num_classes."});
  Shape shape = call[0].shape();
  shape.push_back(static_cast<Index>(classes));
  Tensor y(shape, DType::int64);
  for (Index i = 0; i < ids.size(); ++i) {
    y.data<std::int64_t>()[i * static_cast<Index>(classes) + static_cast<Index>(ids[i])] = 1;
  }
  return y;
}
void explain_one_hot(Reason& why) {
  Shape token = why.index;
  token.pop_back();
  why.cell(0, token);
  why.fact("position", as_number(why.index.back()));
}
Names one_hot_names(const AxesOf& of) {
  Names names = of.operands[0];
  names.emplace_back();
  return names;
}

// The table of positions. Source: Vaswani et al. 2017, section 3.5.

/// PE(p, 2i) = sin(p / period), PE(p, 2i + 1) = cos(p / period) with period = 10000^(2i / D)
struct Wave {
  Wave(Index position, Index column, Index d_model)
      : frequency(exp_of_negative(-kLn10000 * as_number(column - column % 2) / as_number(d_model))),
        angle(as_number(position) * frequency),
        of_angle(sine_cosine(angle)),
        is_cosine(column % 2 == 1) {}
  double value() const { return is_cosine ? of_angle.cosine : of_angle.sine; }

  static constexpr double kLn10000 = 9.2103403719761827361;
  double frequency;
  double angle;
  SineCosine of_angle;
  bool is_cosine;
};

Tensor sinusoid_forward(const Call& call) {
  const auto length = static_cast<Index>(call.attributes.whole("length", 0));
  const auto d_model = static_cast<Index>(call.attributes.whole("d_model", 0));
  Tensor table({length, d_model});
  flat<float>(table) =
      RowMajorArray<float>::NullaryExpr(1, to_eigen(table.count()), [d_model](Eigen::Index, Eigen::Index i) {
        const auto cell = static_cast<Index>(i);
        return static_cast<float>(Wave(cell / d_model, cell % d_model, d_model).value());
      });
  return table;
}
void explain_sinusoid(Reason& why) {
  why.word("position", as_number(why.index[0]));
  why.word("column", as_number(why.index[1]));
  why.facts(sinusoid_facts(why.index[0], why.index[1], why.result.shape()[1]));
}

Names sinusoid_names(const AxesOf&) {
  return {"L", "D"};
}

// Dropout.

DropoutFactor factor_of(const Call& call) {
  return DropoutFactor(call.attributes.number("p", 0.5));
}

/// x ∘ factor: 0 · x and not 0 where it is left out, so that a NaN stays one
Tensor dropped(const Call& call, const Tensor& x) {
  const DropoutFactor factor = factor_of(call);
  const Tensor p = full({}, static_cast<double>(factor.p));
  const Tensor scale = full({}, static_cast<double>(factor.scale));
  Tensor y(x.shape(), x.dtype());
  pointwise(y, {x, call[1], p, scale}, [](const Block* given, Block& made) {
    made = given[0] * (given[1] >= given[2]).select(given[3], 0.0);
  });
  return y;
}
Tensor dropout_forward(const Call& call) {
  const double p = call.attributes.number("p", 0.5);
  if (!(p >= 0 && p <= 1)) {
    raise(ErrorCode::value_error, {"dropout probability has to be between 0 and 1"});
  }
  return dropped(call, call[0]);
}
/// ∂x = ∂y ∘ factor
Tensor dropout_gradient(const Backward& b) {
  return dropped(b.call, b.grad);
}

/// Says whether the number was kept; returns what it was multiplied by.
double explain_factor(Reason& why) {
  const DropoutFactor factor = factor_of(why.call);
  const double draw = why[1].at(why.index);
  why.fact("kept", factor.keeps(draw) ? 1.0 : 0.0);
  why.fact("draw", draw);
  why.fact("p", static_cast<double>(factor.p));
  return factor.of(draw);
}
void explain_dropout(Reason& why) {
  why.is_sum = true;
  why.cell(0, why.index, explain_factor(why));
  why.cell(1, why.index, 0);
}
void explain_dropout_gradient(Reason& why) {
  why.cell(kGrad, why.index, explain_factor(why));
}

}  // namespace

Facts sinusoid_facts(Index position, Index column, Index d_model) {
  const Wave wave(position, column, d_model);
  return {{"period", 1 / wave.frequency},
          {"angle", wave.angle},
          {"sine", wave.of_angle.sine},
          {"cosine", wave.of_angle.cosine},
          {"part", wave.is_cosine ? "cos" : "sin"}};
}

namespace op {
constexpr Operation full = {.name = "full",
                            .parameters = "size fill_value dtype='float32'",
                            .formula = "y = fill_value",
                            .forward = full_forward,
                            .explain = explain_constant,
                            .axes = no_letters,
                            .examples = "size=[2, 3] fill_value=2.5; size=[] fill_value=-1.5"};
constexpr Operation zeros = {.name = "zeros",
                             .parameters = "size dtype='float32'",
                             .formula = "y = 0",
                             .forward = zeros_forward,
                             .explain = explain_constant,
                             .axes = no_letters,
                             .examples = "size=[2, 3]; size=[0, 2]"};
constexpr Operation ones = {.name = "ones",
                            .parameters = "size dtype='float32'",
                            .formula = "y = 1",
                            .forward = ones_forward,
                            .explain = explain_constant,
                            .axes = no_letters,
                            .examples = "size=[2, 3]; size=[]"};
constexpr Operation arange = {
    .name = "arange",
    .parameters = "start=0 end step=1 dtype='int64'",
    .formula = "yᵢ = start + i · step, below end",
    .forward = arange_forward,
    .explain = explain_arange,
    .axes = no_letters,
    .examples = "end=5; start=2 end=9 step=3; start=1 end=2 step=0.25; start=3 end=0 step=-1"};

constexpr Operation eye = {.name = "eye",
                           .parameters = "n m=None dtype='float32'",
                           .formula = "y = 1 where row = column, else 0",
                           .forward = eye_forward,
                           .explain = explain_place,
                           .axes = no_letters,
                           .examples = "n=3; n=2 m=4; n=3 m=2; n=0"};
constexpr Operation tril_indices =
    triangle_of_indices<tril>("tril_indices", "y = rows and columns of the cells with column − row ≤ offset");
constexpr Operation triu_indices =
    triangle_of_indices<triu>("triu_indices", "y = rows and columns of the cells with column − row ≥ offset");
constexpr Operation linspace = {
    .name = "linspace",
    .parameters = "start end steps dtype='float32'",
    .formula = "yᵢ = start + i · (end − start) / (steps − 1)",
    .forward = linspace_forward,
    .explain = explain_linspace,
    .axes = no_letters,
    .examples =
        "start=0 end=1 steps=5; start=3 end=-2 steps=8; start=2 end=9 steps=1; start=0 end=1 steps=0"};
constexpr Operation given = {.name = "given",
                             .parameters = "",
                             .formula = "y is a tensor that was given",
                             .forward = nullptr,
                             .explain = explain_given,
                             .examples = ""};
constexpr Operation constant = {.name = "constant",
                                .parameters = "",
                                .formula = "y has the initial value of a layer norm's parameter",
                                .forward = nullptr,
                                .explain = explain_constant,
                                .examples = ""};
constexpr Operation normal = {.name = "normal",
                              .parameters = "draws",
                              .formula = "y = √(−2 ln(1 − u)) · cos(2π u′) or sin(2π u′)",
                              .forward = nullptr,
                              .explain = explain_normal,
                              .examples = ""};
constexpr Operation uniform = {.name = "uniform",
                               .parameters = "draws",
                               .formula = "y = u · 2 bound − bound",
                               .forward = nullptr,
                               .explain = explain_uniform,
                               .examples = ""};

constexpr Operation rand = {
    .name = "rand",
    .parameters = "",
    .formula = "y is a number that the trainer's generator drew, at least 0 and below 1",
    .forward = nullptr,
    .explain = explain_rand,
    .examples = ""};

constexpr Operation batch = {.name = "batch",
                             .parameters = "rows from=0 ignore_index=0",
                             .formula = "y = data[rows, from:]",
                             .forward = nullptr,
                             .explain = explain_batch,
                             .examples = ""};
constexpr Operation pad = {.name = "pad",
                           .parameters = "field lengths pad_id",
                           .formula = "y = the token, or pad_id behind the last one",
                           .forward = nullptr,
                           .explain = explain_pad,
                           .examples = ""};
constexpr Operation position_ids = {
    .name = "position_ids",
    .parameters = "input pad_id=0",
    .formula = "y = the place in the row, from 1, or 0 where input = pad_id",
    .forward = position_ids_forward,
    .explain = explain_position_ids,
    .examples = "i3(2, 5); i4(3, 2) pad_id=3; i3(2, 0)",
    .pytorch = "lambda input, pad_id=0: torch.where(input == pad_id, 0, 1 + torch.arange(input.shape[1]))"};
constexpr Operation embedding = {
    .name = "embedding",
    .parameters = "input weight padding_idx=None",
    .formula = "y = weight[input]",
    .forward = embedding_forward,
    .explain = explain_embedding,
    .derivatives =
        {{}, {.gradient = embedding_gradient, .explain = explain_embedding_gradient, .reads = {0, kNothing}}},
    .axes = embedding_names,
    .examples = "i5(2, 3) (5, 4); i5(6) (5, 2) padding_idx=1; i3() (3, 2); i3(0) (3, 2)",
    .pytorch = "F.embedding"};
constexpr Operation one_hot = {.name = "one_hot",
                               .parameters = "input num_classes=-1",
                               .formula = "y = 1 at the position input, else 0",
                               .forward = one_hot_forward,
                               .explain = explain_one_hot,
                               .axes = one_hot_names,
                               .examples = "i5(2, 3) num_classes=6; i3(4); i3() num_classes=3",
                               .pytorch = "F.one_hot"};
constexpr Operation sinusoid = {
    .name = "sinusoid",
    .parameters = "length d_model",
    .formula = "y(p, 2i) = sin(p / 10000^(2i / d_model)), y(p, 2i + 1) = cos(p / 10000^(2i / d_model))",
    .forward = sinusoid_forward,
    .explain = explain_sinusoid,
    .axes = sinusoid_names,
    .examples = "length=7 d_model=4; length=3 d_model=5; length=0 d_model=2",
    .pytorch =
        "lambda length, d_model: torch.tensor([[(math.cos if c % 2 else math.sin)(p / 10000 ** ((c - c % 2) "
        "/ "
        "d_model)) for c in range(d_model)] for p in range(length)]).reshape(length, d_model)"};
constexpr Operation dropout = {.name = "dropout",
                               .parameters = "input draws p=0.5",
                               .formula = "y = input / (1 − p) where draws ≥ p, else 0",
                               .forward = dropout_forward,
                               .explain = explain_dropout,
                               .derivatives = {{.gradient = dropout_gradient,
                                                .explain = explain_dropout_gradient,
                                                .reads = {1, kNothing}}},
                               .examples = "(3, 4) p(3, 4) p=0.5; (2, 3, 4) p(2, 3, 4) p=0.25",
                               .pytorch = "lambda input, draws, p=0.5: input * (draws >= p) / (1 - p)"};
}  // namespace op

Family source_operations() {
  static constexpr const Operation* kAll[] = {
      &op::full,         &op::zeros,        &op::ones,     &op::arange,   &op::eye,
      &op::tril_indices, &op::triu_indices, &op::linspace, &op::given,    &op::constant,
      &op::normal,       &op::uniform,      &op::rand,     &op::batch,    &op::pad,
      &op::position_ids, &op::embedding,    &op::one_hot,  &op::sinusoid, &op::dropout};
  return kAll;
}

}  // namespace headsup
