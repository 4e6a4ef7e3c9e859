"""Python emission: modules of rules and of scenarios from the IR."""
