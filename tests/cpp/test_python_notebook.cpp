// The cells of a notebook run in their order, and places name the cell.
#include "catch.h"
#include "headsup/python/run.h"

using namespace headsup::python;

TEST_CASE("a notebook's code cells run one after the other", "[python]") {
  const Program program = run_python(R"json({"cells": [
    {"cell_type": "markdown", "source": ["# Title\n"]},
    {"cell_type": "code", "source": ["%matplotlib inline\n", "!pip install torch\n", "x = '\u00e9'\n", "x * 2"], "outputs": [{"a": [1, 2.5]}]},
    {"cell_type": "code", "source": "print(x)\ny = (7\n     % 4)\n1 / 0"}], "metadata": {}})json");
  REQUIRE(program.output.size() == 2);
  CHECK(program.output[0].text == "'éé'\n");
  CHECK(program.output[0].is_value);
  CHECK(program.output[0].span.cell == 2);
  CHECK(program.output[0].span.line == 4);
  CHECK(program.printed() == "é\n");
  REQUIRE(program.error);
  CHECK(program.error->type == "ZeroDivisionError");
  CHECK(program.error->span.cell == 3);
  CHECK(program.error->span.line == 4);
}

TEST_CASE("a mistake in a later cell leaves the earlier ones", "[python]") {
  const Program program = run_python(R"json({"cells": [{"cell_type": "code", "source": "print(1)"},
                                        {"cell_type": "code", "source": "x ="}]})json");
  CHECK(program.printed() == "1\n");
  REQUIRE(program.error);
  CHECK(program.error->type == "SyntaxError");
  CHECK(program.error->span.cell == 2);
}

TEST_CASE("what looks like a notebook but is none is a program", "[python]") {
  CHECK(run_python("{'cells': print('set')}").printed() == "set\n");
}
