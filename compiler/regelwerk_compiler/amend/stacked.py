"""Amendments that stack: blocks before and after an effect, and further conditions of a yes-or-no definition."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import TypeVar

from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.suggest import did_you_mean

from ..declare.collect import Declarations, add_declaration
from .compare import argument_value, substitute
from .edits import ADDED, NOTHING, Edit

N = TypeVar("N", bound=syn.Node)
Acting = syn.EffectDecl | syn.SetupDecl | syn.PlayDecl


def stacked_edits(
    table: Declarations, change: syn.ChangeDecl, step: syn.StackedStmt, diagnostics: Diagnostics
) -> list[Edit]:
    """The edits of a step, applied after all steps of other kinds. Errors: E0901, E0907, E0908."""
    name = step.name.name
    if step.kind in ("before", "after"):
        acting: Acting | None = {"setup": table.setup, "play": table.play}.get(name, table.effects.get(name))
        params = acting.params if isinstance(acting, syn.EffectDecl) else ()
        if acting is None:
            _report_missing(step, (*table.effects, "setup", "play"), "effect", diagnostics)
        if acting is None or not _fit(step, params, acting, diagnostics):
            return []
        return _with_block(table, change, step, acting, params, diagnostics)
    define = table.defines.get(name)
    if define is None:
        _report_missing(step, (*table.defines,), "definition", diagnostics)
    if define is None or not _fit(step, define.params, define, diagnostics):
        return []
    if define.result != syn.NamedType("Bool"):
        label = Label(define.result.span, "this is its result")
        what = f"`{name}` is not yes or no, so nothing can be added to it with `{step.kind}`"
        diagnostics.report("E0908", step.name.span, what, labels=(label,), help="replace it as a whole")
        return []
    assert not isinstance(step.body, syn.Block)
    names = {
        new.name: partial(argument_value, old.name.name) for new, old in zip(step.params, define.params, strict=True)
    }
    operator, test = "and" if step.kind == "restrict" else "or", substitute(step.body, names)

    def with_test(value: syn.Expr) -> syn.Expr:
        return syn.Binary(operator, value, test, span=value.span)

    if isinstance(define.body, syn.Block):
        body: syn.Block | syn.Expr = _at_returns(
            define.body, lambda node: (replace(node, value=with_test(node.value) if node.value else None),)
        )
    else:
        body = with_test(define.body)
    apply = partial(table.defines.__setitem__, name, replace(define, body=body))
    return [Edit((name,), NOTHING, f"{operator} {step.body.span.text}", define.name.span, apply)]


def _report_missing(step: syn.StackedStmt, names: tuple[str, ...], kind: str, diagnostics: Diagnostics) -> None:
    near = did_you_mean(step.name.name, list(names))
    what = f"there is no {kind} `{step.name}` to add to"
    diagnostics.report("E0901", step.name.span, what, help=near or f"`{step.kind}` adds to what exists")


def _fit(step: syn.StackedStmt, params: tuple[syn.Param, ...], rule: syn.Node, diagnostics: Diagnostics) -> bool:
    """True if a step names as many parameters as the rule has. Errors: E0907."""
    if len(step.params) == len(params):
        return True
    names = ", ".join(param.name.name for param in params)
    what = f"`{step.name}` has {len(params) or 'no'} parameter{'s' * (len(params) != 1)}"
    help_ = f"write `{step.kind} {step.name}{f'({names})' if names else ''}:`"
    diagnostics.report("E0907", step.name.span, what, labels=(Label(rule.span, "declared here"),), help=help_)
    return False


def _with_block(
    table: Declarations,
    change: syn.ChangeDecl,
    step: syn.StackedStmt,
    rule: Acting,
    params: tuple[syn.Param, ...],
    diagnostics: Diagnostics,
) -> list[Edit]:
    """The edits that make the block an effect of its own, which the rule calls at its beginning or each of its ends."""
    assert isinstance(step.body, syn.Block)
    at, wish = step.name.span, f"{step.name}_{step.kind}_{change.name}"
    name = next(name for n in count(1) if (name := f"{wish}_{n}" if n > 1 else wish) not in table.effects)
    own = tuple(syn.Param(new, old.type, span=new.span) for new, old in zip(step.params, params, strict=True))
    source = change.source or rule.source
    effect = syn.EffectDecl(syn.Ident(name, span=at), own, None, syn.Sentences(), step.body, source, span=step.span)
    arguments = tuple(syn.Name(param.name.name, span=at) for param in params)
    call = syn.DoStmt(syn.Call(syn.Name(name, span=at), arguments, span=at), span=at)
    if step.kind == "before":
        body = replace(rule.body, statements=(call, *rule.body.statements))
    else:
        body = _at_returns(rule.body, partial(_last, call, rule.result if isinstance(rule, syn.EffectDecl) else None))
        body = replace(body, statements=(*body.statements, call))
    changed = replace(rule, body=body)

    def apply() -> None:
        if isinstance(changed, syn.EffectDecl):
            table.effects[changed.name.name] = changed
        else:
            setattr(table, step.name.name, changed)

    return [
        Edit((name,), NOTHING, ADDED, at, partial(add_declaration, table, effect, diagnostics), whole=True),
        Edit((step.name.name,), NOTHING, f"{step.kind} it does {name}", at, apply),
    ]


def _last(call: syn.DoStmt, result: syn.TypeExpr | None, node: syn.ReturnStmt) -> tuple[syn.Stmt, ...]:
    """A `return` with a call before it; its value is computed before the call."""
    if node.value is None or result is None:
        return (call, node)
    assert isinstance(call.call.function, syn.Name)
    value = syn.Ident(f"{call.call.function.name}_result", span=node.value.span)
    kept = syn.LetStmt(value, result, node.value, span=node.span)
    return (kept, call, replace(node, value=syn.Name(value.name, span=node.value.span)))


def _at_returns(block: syn.Block, make: Callable[[syn.ReturnStmt], tuple[syn.Stmt, ...]]) -> syn.Block:
    """A block with other statements in place of each `return`, nested blocks included."""
    found: list[syn.Stmt] = []
    for statement in block.statements:
        found += make(statement) if isinstance(statement, syn.ReturnStmt) else (_inside(statement, make),)
    return replace(block, statements=tuple(found))


def _inside(node: N, make: Callable[[syn.ReturnStmt], tuple[syn.Stmt, ...]]) -> N:
    changed: dict[str, object] = {}
    for slot in node.__struct_fields__:
        value = getattr(node, slot)
        if isinstance(value, syn.Block):
            changed[slot] = _at_returns(value, make)
        elif isinstance(value, tuple) and value and isinstance(value[0], syn.Node):
            changed[slot] = tuple(_inside(item, make) for item in value)
    return replace(node, **changed) if changed else node
