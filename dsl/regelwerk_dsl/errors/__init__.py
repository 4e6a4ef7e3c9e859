"""Syntax error messages: context of the unexpected token, rules and taught examples."""
