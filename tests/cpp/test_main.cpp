// main() of the tests where Catch2 is version 2; version 3 brings its own and ignores this.
#define CATCH_CONFIG_MAIN
#include "catch.h"
