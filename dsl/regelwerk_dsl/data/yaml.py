"""Reader of YAML files: plain data with the place of each value, checked against a JSON Schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import yaml
from msgspec import Struct, field

from ..diagnostics import Diagnostics
from ..files import checked
from ..source import SourceFile, Span, digest_of
from ..suggest import did_you_mean, nearest

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Path = tuple[str | int, ...]

_QUICK = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BRACKETED = re.compile(r"""[:,\[{]\s+([^\s,:"'\[\]{}][^,:"'\[\]{}\n]*\[[^\[\]\n]*\][^,\[\]{}\n]*)""")
MOST_QUOTED = 120  # characters on each side of a fault that are searched for a value
_DEEP = 50  # levels up to which the C loader is used
_KINDS = {"object": "keys with values", "array": "a list", "string": "a text", "integer": "a whole number"}


class Yaml(Struct):
    """Plain data (dicts, lists, texts, numbers, booleans, None) and the spans of its values and keys by their paths."""

    source: SourceFile
    data: Any = None
    spans: dict[Path, Span] = field(default_factory=dict)
    keys: dict[Path, Span] = field(default_factory=dict)

    def span(self, *path: str | int) -> Span:
        """The place of the value at a path; for one that is absent, the place where it would belong."""
        while path not in self.spans and path:
            path = path[:-1]
        return self.spans.get(path, Span(self.source, 0, 0))


class _Composer(yaml.SafeLoader):
    """A loader that refuses anchors: a few lines of them can expand to gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise yaml.composer.ComposerError(
                None, None, "anchors and aliases are not supported here", event.start_mark
            )
        return super().compose_node(parent, index)


def _compose(text: str) -> yaml.Node | None:
    """The tree of a text, read by the C loader if there is one; errors are explained by the Python loader.

    Raises:
        yaml.YAMLError: the text is not YAML, or has anchors.
        RecursionError, ValueError: it is nested too deeply.
    """
    try:
        depth = 0
        for event in yaml.parse(text, Loader=_QUICK):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEEP or isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                break
        else:
            return yaml.compose(text, Loader=_QUICK)
    except yaml.YAMLError:
        pass
    return yaml.compose(text, Loader=_Composer)


@cache
def load_schema(name: str) -> dict[str, Any]:
    """A schema of the package by its name, such as `game`."""
    text = (files(__package__) / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def read_yaml(
    source: SourceFile, schema: dict[str, Any], diagnostics: Diagnostics, *, is_ours: bool = False
) -> Yaml | None:
    """The data of a YAML file that the schema allows; None after E0153 (malformed) or E0154 to E0158 (not allowed).

    Where the schema expects a text, a plain number or `no` is taken as written.

    Args:
        source, schema: the file, and the schema of its data.
        diagnostics: gets the errors.
        is_ours: the file comes with this program, whose tests check it against the schema.
    """
    found = Yaml(source)
    try:
        node = _compose(source.text)
    except yaml.YAMLError as error:
        _report_malformed(error, source, diagnostics)
        return None
    except (RecursionError, ValueError):
        diagnostics.report("E0153", Span(source, 0, 0), "this file is nested too deeply to be read")
        return None
    before = len(diagnostics)
    if node is None:
        found.data = {}
        found.spans[()] = Span(source, 0, 0)
    else:
        found.data = _Reader(found, schema, diagnostics).read(node, schema, ())
    if not is_ours:
        _validate(found, schema, diagnostics)
    return found if len(diagnostics) == before else None


class Fitting:
    """Digests of texts known to be valid; those that an earlier run validated are not validated again."""

    def __init__(self) -> None:
        self.known: frozenset[str] = frozenset()
        self.used: set[str] = set()  # since the last `supply`

    def supply(self, known: Iterable[str]) -> None:
        """Takes over the digests of an earlier run."""
        self.known, self.used = frozenset(known), set()


FITTING = Fitting()


def _validate(found: Yaml, schema: dict[str, Any], diagnostics: Diagnostics) -> None:
    digest = digest_of(f"{json.dumps(schema)}\0{found.source.text}")
    if digest not in FITTING.known | FITTING.used:
        from jsonschema import Draft202012Validator  # slow to load

        invalid = [*Draft202012Validator(schema).iter_errors(found.data)]
        for fault in sorted(invalid, key=lambda fault: [str(step) for step in fault.absolute_path]):
            _report_invalid(fault, found, diagnostics)
        if invalid:
            return
    FITTING.used.add(digest)


def _report_malformed(error: yaml.YAMLError, source: SourceFile, diagnostics: Diagnostics) -> None:
    mark = getattr(error, "problem_mark", None)
    start = min(mark.index, len(source.text)) if mark is not None else getattr(error, "position", 0)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "it cannot be read"
    help = "indent with spaces, not with tabs" if "'\\t'" in str(problem) else _quoted(source.text, start)
    diagnostics.report("E0153", Span(source, start, start), f"this is not valid YAML: {problem}", help=help)


def _quoted(text: str, at: int) -> str:
    """Advice about brackets in an unquoted value within brackets, as in `{fill: colors.suit[it]}`."""
    begin = max(text.rfind("\n", 0, at) + 1, at - MOST_QUOTED)
    for found in _BRACKETED.finditer(text, begin, at + MOST_QUOTED):
        if found.start(1) < at < found.end(1):
            return f'write a value with brackets in quotes: `"{found[1].strip()}"`'
    return ""


class _Reader:
    """Conversion of YAML nodes to data and spans."""

    def __init__(self, found: Yaml, root: dict[str, Any], diagnostics: Diagnostics) -> None:
        self.found = found
        self.root = root
        self.diagnostics = diagnostics

    def span(self, node: yaml.Node) -> Span:
        end = node.end_mark.index
        text = self.found.source.text
        while (
            end > node.start_mark.index and text[end - 1] in " \n\r\t"
        ):  # a block node ends where the next node begins
            end -= 1
        return Span(self.found.source, node.start_mark.index, end)

    def read(self, node: yaml.Node, schema: dict[str, Any], path: Path) -> Any:
        schema = self._resolved(schema)
        self.found.spans[path] = self.span(node)
        if isinstance(node, yaml.MappingNode):
            data: dict[str, Any] = {}
            properties = schema.get("properties", {})
            for key, value in node.value:
                name = self._written(key) if isinstance(key, yaml.ScalarNode) else ""
                if name in data or not isinstance(key, yaml.ScalarNode):
                    what = f"`{name}` appears twice" if name else "a key is a word"
                    self.diagnostics.report("E0158" if name else "E0155", self.span(key), what)
                    continue
                self.found.keys[(*path, name)] = self.span(key)
                data[name] = self.read(value, properties.get(name, {}), (*path, name))
            return data
        if isinstance(node, yaml.SequenceNode):
            items = schema.get("items", {})
            return [self.read(item, items, (*path, index)) for index, item in enumerate(node.value)]
        return self._scalar(node, schema)

    def _scalar(self, node: yaml.Node, schema: dict[str, Any]) -> Any:
        written = self._written(node)
        kind = node.tag.rpartition(":")[2]
        if kind == "null":
            return None
        if kind == "str" or schema.get("type") == "string":
            return written
        if kind == "bool":
            return written.lower() in ("yes", "true", "on", "y")
        with suppress(ValueError):
            if kind == "int":
                return int(written.replace("_", ""), 0)
            if kind == "float":
                return float(written.replace("_", ""))
        return written

    def _written(self, node: yaml.Node) -> str:
        """The text of a node; characters written as escapes that no text may hold are reported."""
        span, written = self.span(node), str(node.value)
        if "\\" in span.text:
            checked(SourceFile(self.found.source.name, written), self.diagnostics, span)
        return written

    def _resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            target: Any = self.root
            for step in schema["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            schema = target
        return schema


def _report_invalid(error: ValidationError, found: Yaml, diagnostics: Diagnostics) -> None:
    path = tuple(error.absolute_path)
    span = found.span(*path)
    schema: Any = error.schema
    instance: Any = error.instance
    allowed: Any = error.validator_value
    wanted = schema.get("description", "") if isinstance(schema, dict) else ""
    if error.validator == "additionalProperties":
        known = list(schema["properties"])
        for key in instance:
            if key not in known:
                diagnostics.report(
                    "E0154",
                    found.keys.get((*path, key), span),
                    f"there is no key `{key}` here",
                    help=did_you_mean(key, known) or _HELP.get(key, f"known keys: {', '.join(known)}"),
                )
    elif error.validator == "required":
        misspelt = {nearest(key, schema["properties"]) for key in instance if key not in schema["properties"]}
        lost = [key for key in allowed if key not in instance and key not in misspelt]
        if lost:  # jsonschema reports each of them; the first report is kept
            start = Span(span.source, span.start, span.start)
            words = schema["properties"].get(lost[0], {}).get("description", "")
            help = f"write `{lost[0]}:` and {words}" if words else ""
            named = " and ".join(f"`{key}`" for key in lost)
            what = f"the key {named} is missing" if len(lost) == 1 else f"the keys {named} are missing"
            diagnostics.report("E0156", start, what, help=help)
    elif error.validator == "enum":
        near = did_you_mean(str(instance), map(str, allowed))
        diagnostics.report("E0155", span, f"`{instance}` is not allowed here", help=near or f"expected {wanted}")
    elif error.validator == "type":
        kind = _KINDS.get(str(allowed), "another kind of value")
        diagnostics.report("E0155", span, f"expected {wanted or kind}", help=_KIND_HELP.get(str(allowed), ""))
    else:
        help = schema.get("$comment", "") if isinstance(schema, dict) else ""
        what = f"expected {wanted}" if wanted else "this value is not allowed here"
        diagnostics.report("E0155", span, what, help=help)


_HELP = {
    "players": "the sources declare it: `players 2..4`",
    "version": "put it into the description",
}
_KIND_HELP = {
    "array": "write `[a, b]`, or a line `- a` for each entry",
    "object": "write a line `key: value` for each entry",
}


def entries(found: Yaml, key: str) -> Iterator[tuple[int, dict[str, Any], Span]]:
    """The entries of a list of mappings with their places."""
    for index, entry in enumerate(found.data.get(key) or []):
        yield index, entry, found.span(key, index)
