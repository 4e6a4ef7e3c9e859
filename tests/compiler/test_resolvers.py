"""Every kind of expression and statement of the syntax has its resolver, and only one."""

from __future__ import annotations

from typing import get_args

import regelwerk_compiler.resolve  # noqa: F401 - the resolvers enter themselves
from regelwerk_compiler.resolve import descend, statements
from regelwerk_dsl import syntax as syn


def test_every_expression_has_a_resolver() -> None:
    assert set(descend._RESOLVERS) == set(get_args(syn.Expr))


def test_every_statement_has_a_resolver() -> None:
    assert set(statements._RESOLVERS) == set(get_args(syn.Stmt))
