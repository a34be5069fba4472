// main() of the tests with Catch2 2; version 3 has its own main() and ignores this.
#define CATCH_CONFIG_MAIN
#include "catch.h"
