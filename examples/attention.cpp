// Runs a lesson, prints a part of one step, and explains one of its numbers.
#include <headsup/graph/explain.h>
#include <headsup/lesson/run.h>

#include <cmath>
#include <cstdio>
#include <string>

int main() {
  using namespace headsup;

  const Trace trace = run(default_spec(Lesson::masked_multi_head));
  const Step& attention = trace["attention"];
  const Shape& shape = attention.shape();  // (B, H, L, L)

  std::printf("attention %s, first sentence, head 0\n", to_string(shape).c_str());
  for (Index query = 0; query < 5; ++query) {
    for (Index key = 0; key < 5; ++key) std::printf("%8.4f", attention.at({0, 0, query, key}));
    std::printf("\n");
  }

  // The terms of a softmax weight are the scores of its row, their maximum and the sum of their exponentials.
  const Explanation why = explain(trace, "attention", {0, 0, 1, 1});
  std::printf("\n%.4f is computed by %s from\n", why.value, std::string(why.op).c_str());
  for (const Term& term : why.terms) {
    const std::string cell = std::string(term.name) + to_string(term.index);
    std::printf("  %-28s %.4f\n", cell.c_str(), term.value);
  }
  const std::size_t count = why.terms.size();
  const double maximum = why.terms[count - 2].value;
  const double sum = why.terms[count - 1].value;
  std::printf("which gives %.4f\n", std::exp(why.terms[1].value - maximum) / sum);
}
