// main() of the tests where Catch2 is version 2; version 3 brings its own.
#if __has_include(<catch2/catch.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
