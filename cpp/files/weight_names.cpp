#include "headsup/files/weight_names.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "files/state_dict_builder.h"
#include "headsup/tensor/refusal.h"

namespace headsup {
namespace {

/// A module of a lesson, and its names in other code, in lower case and without underscores. "ffn.0" is two levels of a
/// path.
struct Module {
  const char* name;
  const char* other_names;
};

// clang-format off
constexpr Module kModules[] = {
    {"embedding",
     "embedding embeddings embed emb embedlayer embeddinglayer inputembedding inputembeddings tokenembedding "
     "tokenembeddings tokembedding tokembeddings tokenembed tokenemb tokemb wordembedding wordembeddings embedtokens "
     "wte nnemb"},
    {"w_q",
     "wq q query fcq qfc toq qproj projq qlinear linearq qlayer queryproj queryprojection querylinear linearquery "
     "querylayer linears.0"},
    {"w_k",
     "wk k key fck kfc tok kproj projk klinear lineark klayer keyproj keyprojection keylinear linearkey keylayer "
     "linears.1"},
    {"w_v",
     "wv v value fcv vfc tov vproj projv vlinear linearv vlayer valueproj valueprojection valuelinear linearvalue "
     "valuelayer linears.2"},
    {"w_0",
     "w0 wo fco fcout fc outproj projout oproj proj outputproj outputprojection projection linear outlinear linearout "
     "outputlinear linearo olinear dense out output toout toout.0 linears.3"},
    {"conv1", "conv1 linear1 lin1 fc1 ff1 ffn1 dense1 w1 ff.0 ffn.0 mlp.0 net.0 feedforward.0"},
    {"conv2",
     "conv2 linear2 lin2 fc2 ff2 ffn2 dense2 w2 ff.2 ffn.2 mlp.2 net.2 feedforward.2 ff.3 ffn.3 mlp.3 net.3 "
     "feedforward.3"},
    {"norm_1", "norm1 layernorm1 lnorm1 ln1"},
    {"norm_2", "norm2 layernorm2 lnorm2 ln2"},
    {"packed", "inproj qkv qkvproj toqkv"},
};
// clang-format on
constexpr std::string_view kPacked = "packed";

/// The lessons' name of the module that other code calls `name`, or "".
std::string_view module_of(std::string_view name) {
  for (const Module& module : kModules) {
    std::string_view rest = module.other_names;
    while (!rest.empty()) {
      const std::string_view word = rest.substr(0, rest.find(' '));
      if (word == name) return module.name;
      rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    }
  }
  return "";
}

bool ends_with(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

/// The path in lower case and without underscores.
std::string plain(std::string_view name) {
  std::string path(name);
  // nn.MultiheadAttention has in_proj_weight where other modules have in_proj.weight.
  for (const std::string_view part : {"weight", "bias"}) {
    if (ends_with(name, std::string("_proj_").append(part))) path[path.size() - part.size() - 1] = '.';
  }
  path.erase(std::remove(path.begin(), path.end(), '_'), path.end());
  for (char& c : path) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return path;
}

/// The part after the last dot, or the whole path.
std::string_view last_level(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

std::string field_of(const std::string& name) {
  return "weights." + files::shown(name);
}

/// Collects parameters and refuses a second one of the same name.
class ParameterCollector {
 public:
  void add(const std::string& parameter, const std::string& given_as, Tensor tensor) {
    const auto [earlier, is_new] = given_as_.emplace(parameter, given_as);
    if (!is_new) {
      refuse(ErrorCode::contradiction, {{"field", field_of(given_as)},
                                        {"got", parameter},
                                        {"other", field_of(earlier->second)},
                                        {"wants", "to be the only one"}});
    }
    weights_.push_back({.name = parameter, .tensor = std::move(tensor)});
  }
  StateDict take() { return std::move(weights_); }

 private:
  std::map<std::string, std::string> given_as_;
  StateDict weights_;
};

/// Adds w_q, w_k and w_v, whose rows a packed tensor has in this order.
void add_thirds(ParameterCollector& collector, const NamedTensor& packed, const std::string& part) {
  const auto& [name, tensor] = packed;
  const Index rank = part == "bias" ? 1 : 2;
  if (tensor.rank() != rank || tensor.shape()[0] % 3 != 0 ||
      (rank == 2 && tensor.shape()[1] != tensor.shape()[0] / 3)) {
    refuse_shape(field_of(name), tensor.shape(), rank == 1 ? "(3D,)" : "(3D, D)");
  }
  const auto size = static_cast<std::ptrdiff_t>(tensor.size(0) / 3);
  std::ptrdiff_t first = 0;
  for (const char* module : {"w_q", "w_k", "w_v"}) {
    collector.add(std::string(module) + "." + part, name, tensor.slice(0, first, first + size));
    first += size;
  }
}

std::string all_parameters() {
  std::string all;
  for (const Module& module : kModules) {
    for (const char* part : {".weight", ".bias"}) {
      const std::string name = std::string(module.name) + part;
      if (is_parameter(name)) all.append(all.empty() ? "" : ", ").append(name);
    }
  }
  return all;
}

}  // namespace

bool is_parameter(std::string_view name) {
  const std::string_view module = name.substr(0, name.rfind('.'));
  const std::string_view part = last_level(name);
  if (part != "weight" && (part != "bias" || module == "embedding")) return false;
  return module != kPacked && std::any_of(std::begin(kModules), std::end(kModules),
                                          [&](const Module& known) { return module == known.name; });
}

std::string lesson_name(std::string_view name) {
  const std::string path = plain(name);
  const std::string_view part = last_level(path);
  if (part.size() == path.size()) return "";
  const std::string_view module = std::string_view(path).substr(0, path.size() - part.size() - 1);
  const std::string_view inner = last_level(module);
  const std::string_view outer =
      last_level(module.substr(0, module.size() - std::min(module.size(), inner.size() + 1)));
  std::string_view known = module_of(std::string(outer) + "." + std::string(inner));
  if (known.empty()) known = module_of(inner);
  const std::string parameter = std::string(known) + "." + std::string(part);
  const bool is_packed = known == kPacked && (part == "weight" || part == "bias");
  return is_packed || is_parameter(parameter) ? parameter : "";
}

StateDict lesson_weights(const StateDict& weights) {
  ParameterCollector collector;
  for (const NamedTensor& given : weights) {
    const std::string name = lesson_name(given.name);
    if (name.empty())
      refuse(ErrorCode::unknown_weight, {{"field", field_of(given.name)}, {"wants", all_parameters()}});
    if (!is_parameter(name)) {
      add_thirds(collector, given, std::string(last_level(name)));
      continue;
    }
    Tensor tensor = given.tensor;
    // The lesson's feed-forward layers are Conv1d with a kernel of size 1.
    if (name.substr(0, 4) == "conv" && tensor.rank() == 2) tensor = tensor.unsqueeze(-1);
    collector.add(name, given.name, std::move(tensor));
  }
  return collector.take();
}

}  // namespace headsup
