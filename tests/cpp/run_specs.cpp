// Runs lesson specs: one JSON spec per line in, one JSON trace per line out. tests/fixtures/compare.py talks to it.
#include <iostream>

#include "fixtures.h"
#include "headsup/files/trace_files.h"
#include "headsup/lesson/run.h"

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    const auto spec = headsup::tests::spec_of(headsup::tests::Json::parse(line));
    std::cout << headsup::to_json(headsup::run(spec)) << std::endl;
  }
}
