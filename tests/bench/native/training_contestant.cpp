// This library's trainer as a contestant of `npm run bench`: handles requests from its standard input, one per line, fields
// separated by tabs (tests/bench/training/native.ts), and answers each with a line.
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "headsup/training/trainer.h"

namespace {

using namespace headsup;

/// A line of ids for each row.
TrainingSpec spec_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + " cannot be read");
  TrainingSpec spec;
  for (std::string line; std::getline(file, line);) {
    std::istringstream ids(line);
    std::vector<std::int32_t> row;
    for (std::int32_t id = 0; ids >> id;) row.push_back(id);
    spec.tolist<float>().push_back(row);
  }
  return spec;
}

/// Takes the steps one by one, as a program that shows each loss does.
std::string losses(Trainer& trainer, Index count) {
  std::ostringstream text;
  text.precision(9);
  for (Index i = 0; i < count; ++i) text << (i == 0 ? "" : "\t") << trainer.step(1)[0];
  return text.str();
}

double milliseconds(Trainer& trainer, Index count) {
  const auto began = std::chrono::steady_clock::now();
  for (Index i = 0; i < count; ++i) trainer.step(1);
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

int main() {
  std::unique_ptr<Trainer> trainer;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream request(line);
    std::string what;
    std::string form;  // unused, because there is only one
    std::string field;
    std::getline(std::getline(std::getline(request, what, '\t'), form, '\t'), field, '\t');
    try {
      if (what == "prepare") {
        trainer = std::make_unique<Trainer>(spec_of(field));
        std::cout << "ready\n";
      } else if (what == "losses" && trainer) {
        std::cout << losses(*trainer, std::stoull(field)) << '\n';
      } else if (what == "time" && trainer) {
        std::cout << milliseconds(*trainer, std::stoull(field)) << '\n';
      } else {
        trainer.reset();
        std::cout << "disposed\n";
      }
    } catch (const std::exception& error) {
      std::cout << "error " << error.what() << '\n';
    }
    std::cout.flush();
  }
}
