// This library as a contestant of `npm run bench`: handles requests from its standard input, one per line, fields
// separated by tabs (tests/bench/native_contestant.ts), and answers each with a line.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "headsup/fast/multi_head_layer.h"

namespace {

using namespace headsup;

struct Prepared {
  MultiHeadLayer layer;
  Tensor x;                    // (B, L, D)
  std::optional<Tensor> mask;  // (B, 1, L)
  bool causal;

  Tensor forward() const { return layer.forward(x, x, x, {.mask = mask, .is_causal = causal}); }
};

template <class T>
std::vector<T> read_all(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error(path + " cannot be read");
  std::vector<T> values(static_cast<std::size_t>(file.tellg()) / sizeof(T));
  file.seekg(0).read(reinterpret_cast<char*>(values.data()),
                     static_cast<std::streamsize>(values.size() * sizeof(T)));
  return values;
}

/// The next field of a request.
std::string field(std::istream& request) {
  std::string text;
  std::getline(request, text, '\t');
  return text;
}

Index count(std::istream& request) {
  return std::stoull(field(request));
}

/// One layer after the other: weight (D, D), bias (D).
MultiHeadWeights split(const std::vector<float>& all, Index width) {
  auto next = all.begin();
  const auto take = [&](const Shape& shape) {
    const auto from = next;
    next += static_cast<std::ptrdiff_t>(element_count(shape));
    return tensor_of<float>(shape, {from, next});
  };
  const auto layer = [&] {
    Tensor weight = take({width, width});
    return LinearWeights{std::move(weight), take({width})};
  };
  return {layer(), layer(), layer(), layer()};  // a braced list is evaluated from left to right
}

/// B, L, D, H, the kind of mask, and the files of x, the weights, the mask and the output to be written.
Prepared prepare(std::istream& request) {
  const Index batch = count(request);
  const Index length = count(request);
  const Index width = count(request);
  const Index num_heads = count(request);
  const std::string masked = field(request);
  Tensor x = tensor_of<float>({batch, length, width}, read_all<float>(field(request)));
  const MultiHeadWeights weights = split(read_all<float>(field(request)), width);
  const std::string key_mask = field(request);
  std::optional<Tensor> mask;
  if (masked == "padding")
    mask = tensor_of<std::uint8_t>({batch, 1, length}, read_all<std::uint8_t>(key_mask));
  Prepared prepared = {.layer = MultiHeadLayer(weights, num_heads),
                       .x = std::move(x),
                       .mask = std::move(mask),
                       .causal = masked == "causal"};

  const Tensor output = prepared.forward();
  std::ofstream file(field(request), std::ios::binary);
  file.write(reinterpret_cast<const char*>(output.data<float>()),
             static_cast<std::streamsize>(output.count() * sizeof(float)));
  return prepared;
}

double milliseconds(const Prepared& prepared, Index calls) {
  const auto began = std::chrono::steady_clock::now();
  for (Index i = 0; i < calls; ++i) {
    // Keeps the compiler from removing a result that nobody reads.
    volatile float last = prepared.forward().tolist<float>().back();
    static_cast<void>(last);
  }
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

int main() {
  std::unique_ptr<Prepared> prepared;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream request(line);
    const std::string what = field(request);
    field(request);  // skips the form, of which there is only one
    try {
      if (what == "prepare") {
        prepared = std::make_unique<Prepared>(prepare(request));
        std::cout << "ready\n";
      } else if (what == "time" && prepared) {
        std::cout << milliseconds(*prepared, count(request)) << '\n';
      } else {
        prepared.reset();
        std::cout << "disposed\n";
      }
    } catch (const std::exception& error) {
      std::cout << "error " << error.what() << '\n';
    }
    std::cout.flush();
  }
}
