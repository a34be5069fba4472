#include "headsup/tensor/shape.h"

#include "catch.h"
#include "compare.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

template <class T>
concept MadeOfOneNumber = requires {
  T(2);
};
template <class T>
concept MadeOfTwoNumbers = requires {
  T(0, 0);
};

}  // namespace

TEST_CASE("sizes in parentheses do not compile, because they could be taken for other shapes") {
  STATIC_REQUIRE_FALSE(MadeOfOneNumber<Shape>);
  STATIC_REQUIRE_FALSE(MadeOfTwoNumbers<Shape>);
  CHECK(Shape::zeros(2) == Shape{0, 0});
}

TEST_CASE("a shape grows and shrinks at any place") {
  Shape shape = {5, 10};
  shape.push_back(4);
  shape.insert(shape.begin() + 1, 2);
  CHECK(shape == Shape{5, 2, 10, 4});
  CHECK(shape.front() == 5);
  CHECK(shape.back() == 4);
  const Shape& as_const = shape;
  CHECK(as_const.front() == 5);
  shape.erase(shape.begin());
  shape.pop_back();
  CHECK(shape == Shape{2, 10});
  shape.front() = 3;
  CHECK(shape == Shape{3, 10});
}

TEST_CASE("a shape refuses more than kMostAxes axes") {
  const std::vector<Index> nine(kMostAxes + 1, 1);
  CHECK(refusal_of([&] { Shape{nine}; }) == "too-large field=axes got=9 max=8");
  CHECK(refusal_of([] { Shape::zeros(kMostAxes + 1); }) == "too-large field=axes got=9 max=8");
  Shape full = Shape::zeros(kMostAxes);
  CHECK(refusal_of([&] { full.push_back(1); }) == "too-large field=axes got=9 max=8");
  CHECK(full == Shape::zeros(kMostAxes));
}

TEST_CASE("shapes are ordered lexicographically, a prefix before the whole") {
  CHECK(Shape{2, 3} != Shape{2, 3, 1});
  CHECK(Shape{2, 3} < Shape{2, 4});
  CHECK(Shape{2, 3} < Shape{2, 3, 0});
  CHECK_FALSE(Shape{2, 3} < Shape{2, 3});
  CHECK(Shape{}.empty());
}
