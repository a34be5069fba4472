// Hints: for each rule a program that gives it, with its cells, beside the right program; and no hint for programs that work.
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "catch.h"
#include "fixtures.h"
#include "headsup/python/run.h"

namespace headsup::tests {
namespace {

using python::Program;

/// A program in which nothing is wrong.
const std::string kRight = R"(import math
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
B, L, D, H, K = 2, 5, 8, 2, 4
ids = torch.tensor([[3, 7, 2, 5, 9], [4, 1, 6, 0, 0]])
embedding = nn.Embedding(10, D)
w_q, w_k, w_v, w_o = [nn.Linear(D, D) for _ in range(4)]
head = nn.Sequential(nn.Linear(D, 16), nn.ReLU(), nn.Dropout(0.5), nn.Linear(16, 10))

def model(ids, hidden):
    x = embedding(ids)
    q = w_q(x).view(B, L, H, K).transpose(1, 2)
    k = w_k(x).view(B, L, H, K).transpose(1, 2)
    v = w_v(x).view(B, L, H, K).transpose(1, 2)
    scores = q @ k.transpose(-2, -1)
    scaled = scores / math.sqrt(K)
    masked = scaled.masked_fill(hidden, float("-inf"))
    weights = masked.softmax(-1)
    values = weights @ v
    concat = values.transpose(1, 2).reshape(B, L, D)
    return head(x + w_o(concat))

future = torch.triu(torch.ones(L, L), diagonal=1).bool()
padding = (ids == 0).unsqueeze(1).unsqueeze(2)
hidden = future | padding
logits = model(ids, hidden)
loss = F.cross_entropy(logits[:, :-1].reshape(-1, 10), ids[:, 1:].reshape(-1), ignore_index=0)
loss.backward()
head.eval()
with torch.no_grad():
    print(model(ids, hidden).argmax(-1))
)";

/// "rule line step: cell cell …" of each hint.
std::vector<std::string> hints_of(const Program& program) {
  std::vector<std::string> texts;
  for (const python::Hint& hint : program.hints) {
    const auto& steps = program.trace.steps;
    std::string text = std::string(hint.rule) + " " + std::to_string(program.sources[hint.step].span.line) +
                       " " + steps[hint.step].name + ":";
    for (const python::HintCell& cell : hint.cells) {
      CHECK(offset_of(steps[cell.step].shape(), cell.index) < steps[cell.step].tensor.count());
      text += " " + steps[cell.step].name + to_string(cell.index);
    }
    CHECK(hint.cells.size() <= 4);
    CHECK(hint.message.find_first_of("{}") == std::string::npos);
    texts.push_back(text);
  }
  return texts;
}

/// The right program with another text in place of one of its own. "\\n" is the end of a line.
Program changed(std::string from, std::string to) {
  std::string source = kRight;
  for (std::string* text : {&from, &to}) {
    for (std::size_t at = text->find("\\n"); at != std::string::npos; at = text->find("\\n"))
      text->replace(at, 2, "\n");
  }
  const std::size_t at = source.find(from);
  REQUIRE(at != std::string::npos);
  return python::run_python(source.replace(at, from.size(), to));
}

/// A change a line, "what  ->  what for  =>  hint; hint".
const std::string kMistakes = R"(
softmax(-1)  ->  softmax(2)  =>  softmax-axis 21 weights: weights(0, 1, 4, 0) weights(0, 1, 4, 4)
softmax(-1)  ->  softmax(-1).softmax(-1)  =>  softmax-twice 21 weights: softmax(0, 0, 0, 0) weights(0, 0, 0, 0)
logits[:, :-1].reshape(-1, 10)  ->  logits[:, :-1].softmax(-1).reshape(-1, 10)  =>  softmax-before-loss 30 loss: softmax(0, 0, 0) loss()
math.sqrt(K)  ->  math.sqrt(D)  =>  scale-d-model 18 scores: scores(0, 0, 0, 0) masked(0, 0, 0, 0)
scores / math.sqrt(K)  ->  scores  =>  scale-missing 18 scores: scores(0, 0, 0, 0)
w_q(x).view(B, L, H, K).transpose(1, 2)  ->  w_q(x).view(B, H, L, K)  =>  heads-view 15 q: q(0, 0, 1, 0) linear(0, 0, 4)
w_k(x).view(B, L, H, K).transpose(1, 2)  ->  w_k(x).view(B, H, L, K)  =>  heads-view 16 k: transpose(0, 0, 0, 1) linear (2)(0, 0, 4)
w_v(x).view(B, L, H, K).transpose(1, 2)  ->  w_v(x).view(B, H, L, K)  =>  heads-view 17 v: v(0, 0, 1, 0) linear (3)(0, 0, 4)
values.transpose(1, 2).reshape(B, L, D)  ->  values.reshape(B, L, D)  =>  heads-join 23 concat: concat(0, 0, 4) values(0, 0, 1, 0)
scaled.masked_fill(hidden, float("-inf"))  ->  scaled + hidden  =>  mask-added 20 masked: hidden(0, 0, 0, 0) weights(0, 0, 0, 0) hidden(0, 0, 0, 1) weights(0, 0, 0, 1)
scaled.masked_fill(hidden, float("-inf"))  ->  scaled * ~hidden  =>  mask-weak 20 masked: masked(0, 0, 0, 1) weights(0, 0, 0, 1)
float("-inf"))\n    weights  ->  -1)\n    weights  =>  mask-weak 20 masked: masked(0, 0, 0, 1) weights(0, 0, 0, 1)
masked_fill(hidden  ->  masked_fill(~hidden  =>  mask-upside-down 20 masked: weights(0, 0, 0, 1) weights(0, 0, 1, 0); padding-upside-down 20 masked: weights(1, 0, 4, 0) weights(1, 0, 4, 3)
diagonal=1  ->  diagonal=0  =>  mask-hides-self 20 masked: weights(0, 0, 0, 0)
diagonal=1  ->  diagonal=2  =>  mask-shows-next 20 masked: weights(0, 0, 0, 1)
hidden = future | padding  ->  hidden = ~padding  =>  padding-upside-down 20 masked: weights(1, 0, 4, 0) weights(1, 0, 4, 3)
.unsqueeze(1).unsqueeze(2)  ->  .unsqueeze(1).unsqueeze(-1)  =>  padding-queries 20 masked: ids(1, 3) weights(1, 0, 3, 0)
.unsqueeze(1).unsqueeze(2)  ->  .unsqueeze(1)  =>  mask-batch 20 masked: hidden(1, 0, 0) ids(1, 0)
[4, 1, 6, 0, 0]  ->  [0, 0, 0, 0, 0]  =>  row-hidden 21 weights: masked(1, 0, 0, 0) weights(1, 0, 0, 0)
logits[:, :-1].reshape(-1, 10), ids[:, 1:]  ->  logits.reshape(-1, 10), ids  =>  targets-not-shifted 30 loss: ids(0, 0) reshape (2)(0,) ids(0, 1)
head.eval()\n  ->    =>  dropout-on 24 dropout (2): relu (2)(0, 0, 4) dropout (2)(0, 0, 4)
)";

/// The same of changes that are meant so.
const std::string kMeant = R"(
scores / math.sqrt(K)  ->  scores * 1.0
scores / math.sqrt(K)  ->  scores * (K ** -0.5)
q @ k.transpose(-2, -1)  ->  (q * K ** -0.25) @ (k * K ** -0.25).transpose(-2, -1) * 1
q @ k.transpose(-2, -1)  ->  torch.einsum('bhqd,bhkd->bhqk', q, k)
# A window, a band, and the diagonal alone hidden
future | padding  ->  (torch.ones(L, L).tril() * torch.ones(L, L).triu(-1)) == 0
future | padding  ->  (torch.ones(L, L).tril(1) * torch.ones(L, L).triu(-1)) == 0
future | padding  ->  torch.eye(L).bool()
# Padding hidden as keys and as queries, and rows that are mended
float("-inf"))\n    weights  ->  -1e9)\n    weights
scaled.masked_fill(hidden, float("-inf"))  ->  scaled.masked_fill(hidden | hidden.transpose(-2, -1), -1e9)
(ids == 0)  ->  ((ids == 0) & (torch.arange(L) > 0))
masked.softmax(-1)\n  ->  torch.nan_to_num(masked.masked_fill(hidden[..., :1], -math.inf).softmax(-1))\n
# Masks that are added, filled twice, or made by where
scaled.masked_fill(hidden, float("-inf"))  ->  scaled + hidden * -1e9
scaled.masked_fill(hidden, float("-inf"))  ->  scaled + (1 - (~hidden).float()) * -10000.0
scaled.masked_fill(hidden, float("-inf"))  ->  (scaled * ~hidden).masked_fill(hidden, -1e9)
scaled.masked_fill(hidden, float("-inf"))  ->  torch.where(hidden, torch.tensor(-1e9), scaled)
scaled.masked_fill(hidden, float("-inf"))  ->  torch.where(~hidden, scaled, -torch.inf)
torch.triu(torch.ones(L, L), diagonal=1).bool()  ->  torch.tril(torch.ones(L, L)).T.logical_not().T
torch.triu(torch.ones(L, L), diagonal=1).bool()  ->  torch.tril(torch.ones(8, 8))[:L, :L] == 0
# A bias by the distance, one for each head
scores / math.sqrt(K)  ->  scores / math.sqrt(K) + -(torch.arange(L)[:, None] - torch.arange(L)).abs() * torch.tensor([0.5, 0.25])[:, None, None]
# As slots: softmax over the queries, then shares over the keys
masked.softmax(-1)  ->  scaled.softmax(2)\n    weights = weights / weights.sum(-1, keepdim=True)
values.transpose(1, 2).reshape(B, L, D)  ->  torch.cat([values[:, h] for h in range(H)], dim=-1)
values.transpose(1, 2).reshape(B, L, D)  ->  values.permute(0, 2, 1, 3).contiguous().view(B, -1, D)
logits[:, :-1].reshape(-1, 10)  ->  logits[:, :-1].log_softmax(-1).reshape(-1, 10)
# Targets that are the ids where no mask hides the future
logits = model(ids, hidden)\nloss = F.cross_entropy(logits[:, :-1].reshape(-1, 10), ids[:, 1:]  ->  logits = model(ids, padding)\nloss = F.cross_entropy(logits.reshape(-1, 10), ids
# A gate, and dropout that was not trained with, or that a teacher has
scaled.masked_fill(hidden, float("-inf"))  ->  scaled * (torch.rand(L, L) > 0.3)
loss.backward()\nhead.eval()\n  ->  \n
head.eval()\nwith torch.no_grad():\n    print(model(ids, hidden).argmax(-1))  ->  with torch.no_grad():\n    taught = model(ids, hidden)\n((model(ids, hidden) - taught) ** 2).mean().backward()
# Monte Carlo dropout
head.eval()\nwith torch.no_grad():\n    print(model(ids, hidden).argmax(-1))  ->  with torch.no_grad():\n    print(torch.stack([model(ids, hidden) for _ in range(3)]).std(0))
)";

void check_changes(const std::string& table) {
  std::istringstream lines(table);
  Index count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    INFO(line);
    const std::size_t arrow = line.find("  ->  ");
    const std::size_t result = std::min(line.find("  =>  "), line.size());
    const Program program = changed(line.substr(0, arrow), line.substr(arrow + 6, result - arrow - 6));
    CHECK_FALSE(program.error);
    std::string got;
    for (const std::string& hint : hints_of(program)) got += (got.empty() ? "  =>  " : "; ") + hint;
    CHECK(got == line.substr(result));
    ++count;
  }
  CHECK(count > 20);
}

}  // namespace

TEST_CASE("each mistake gives its hint alone, with the line and the cells that prove it", "[python]") {
  check_changes(kMistakes);
}

TEST_CASE("matrices that a program multiplies by are layers, too", "[python]") {
  const auto rules = [](const char* scale, const char* dim) {
    const std::string source =
        "import torch\nx = torch.randn(6, 8)\n"
        "w_q, w_k, w_v = [torch.nn.Parameter(torch.rand(8, 4)) for _ in range(3)]\n"
        "q, k, v = x @ w_q, x @ w_k, x @ w_v\nscores = q @ k.T / " +
        std::string(scale) + " ** 0.5\ny = scores.softmax(" + dim + ") @ v\n";
    std::vector<std::string_view> found;
    for (const python::Hint& hint : python::run_python(source).hints) found.push_back(hint.rule);
    return found;
  };
  CHECK(rules("4", "-1").empty());
  CHECK(rules("8", "-1") == std::vector<std::string_view>{"scale-d-model"});
  CHECK(rules("4", "0") == std::vector<std::string_view>{"softmax-axis"});
}

TEST_CASE("what is right, or meant so, gives no hint", "[python]") {
  CHECK(hints_of(python::run_python(kRight)).empty());
  check_changes(kMeant);
}

TEST_CASE("programs that work give no hints", "[python]") {
  // What is wrong with the others is what they show, or what a lesson's spec asks for.
  const std::map<std::string, std::vector<std::string>> wanted = {
      {"f10_softmax_wrong_dim", {"softmax-axis"}},
      {"f13_all_masked_nan", {"row-hidden"}},
      {"f33_silent_heads",
       {"mask-upside-down", "mask-added", "mask-weak", "mask-hides-self", "softmax-twice"}},
      {"empty-sequence", {"row-hidden"}},
      {"target-both-masks", {"row-hidden"}},
      {"target-padding", {"mask-weak"}}};
  Index count = 0;
  for (const char* folder : {"programs", "python", "scripts", "class_scripts", "designed_scripts"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(HEADSUP_FIXTURES "/" + std::string(folder))) {
      if (entry.path().extension() != ".py") continue;
      const std::string name = entry.path().stem().string();
      INFO(folder << "/" << name);
      std::ifstream file(entry.path());
      std::stringstream text;
      text << file.rdbuf();
      std::vector<std::string> rules;
      for (const python::Hint& hint : python::run_python(text.str()).hints) rules.emplace_back(hint.rule);
      const auto want = wanted.find(name);
      CHECK(rules == (want == wanted.end() ? std::vector<std::string>() : want->second));
      ++count;
    }
  }
  CHECK(count > 70);
}

TEST_CASE("a hint says its numbers, and what ran before an error is looked at", "[python]") {
  const Program program = changed("math.sqrt(K)", "math.sqrt(D)");
  REQUIRE(program.hints.size() == 1);
  CHECK(program.hints[0].message ==
        "The scores are divided by √d_model = √8, but a head has 4 numbers, so each score is a sum of 4 "
        "products: scores[0, 0, 0, 0] = 0.4971 becomes 0.1757. Divide by √d_k = √4: math.sqrt(q.size(-1)).");
  using Values = std::vector<std::pair<std::string_view, double>>;
  CHECK(program.hints[0].values == Values{{"d_k", 4}, {"d_model", 8}});
  const Program stopped = changed("softmax(-1)", "softmax(1)\n    weights @ v\n    raise ValueError(1)");
  CHECK(stopped.error);
  CHECK(hints_of(stopped).size() == 1);
}

}  // namespace headsup::tests
