"""Pure operators and runtime functions: signatures and compile-time evaluation."""
