"""The table of primitives, and compile-time evaluation."""
