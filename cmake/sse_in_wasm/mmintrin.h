// Empty: Eigen includes this header for x86's oldest vectors, MMX, and then uses none of them. Clang's own refuses to be
// compiled for WebAssembly.
