"""Reader of the text of YAML files: plain data with the place of each value."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import yaml

from ..diagnostics import Diagnostics
from ..files import checked
from ..source import SourceFile, Span

Path = tuple[str | int, ...]

_QUICK = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BRACKETED = re.compile(r"""[:,\[{]\s+([^\s,:"'\[\]{}][^,:"'\[\]{}\n]*\[[^\[\]\n]*\][^,\[\]{}\n]*)""")
MOST_QUOTED = 120  # characters on each side of a fault that are searched for a value
_DEEP = 50  # levels up to which the C loader is used


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
            value = found[1].strip()
            quoted = "'{}'".format(value.replace("'", "''")) if '"' in value else f'"{value}"'
            return f"write a value with brackets in quotes: `{quoted}`"
    return ""


class Reader:
    """Conversion of the text of a file to data.

    Attributes:
        source: the file.
        root: the schema of its data, which tells where a plain number or `no` is a text.
        data: the result.
        spans, keys: the places of its values and keys by their paths.
    """

    def __init__(self, source: SourceFile, root: dict[str, Any], diagnostics: Diagnostics) -> None:
        self.source, self.root, self.diagnostics = source, root, diagnostics
        self.data: Any = None
        self.spans: dict[Path, Span] = {}
        self.keys: dict[Path, Span] = {}

    def is_yaml(self) -> bool:
        """Reads the file into `data`; False after E0153. Other errors: E0155, E0158, E0161."""
        try:
            node = _compose(self.source.text)
        except yaml.YAMLError as error:
            _report_malformed(error, self.source, self.diagnostics)
            return False
        except (RecursionError, ValueError):
            what = "this file is nested too deeply to be read"
            self.diagnostics.report("E0153", Span(self.source, 0, 0), what)
            return False
        if node is None:
            self.data, self.spans[()] = {}, Span(self.source, 0, 0)
        else:
            self.data = self.read(node, self.root, ())
        return True

    def span(self, node: yaml.Node) -> Span:
        end = node.end_mark.index
        text = self.source.text
        while (
            end > node.start_mark.index and text[end - 1] in " \n\r\t"
        ):  # a block node ends where the next node begins
            end -= 1
        return Span(self.source, node.start_mark.index, end)

    def read(self, node: yaml.Node, schema: dict[str, Any], path: Path) -> Any:
        schema = self._resolved(schema)
        self.spans[path] = self.span(node)
        if isinstance(node, yaml.MappingNode):
            data: dict[str, Any] = {}
            properties = schema.get("properties", {})
            for key, value in node.value:
                name = self._written(key) if isinstance(key, yaml.ScalarNode) else ""
                if name in data or not isinstance(key, yaml.ScalarNode):
                    what = f"`{name}` appears twice" if name else "a key is a word"
                    self.diagnostics.report("E0158" if name else "E0155", self.span(key), what)
                    continue
                self.keys[(*path, name)] = self.span(key)
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
            checked(SourceFile(self.source.name, written), self.diagnostics, span)
        return written

    def _resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            target: Any = self.root
            for step in schema["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            schema = target
        return schema
