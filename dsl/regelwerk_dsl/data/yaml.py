"""Reader of YAML files: plain data with the place of each value, checked against a JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ..diagnostics import Diagnostics
from ..results import Results
from ..source import SourceFile, Span, digest_of
from ..suggest import did_you_mean, nearest

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Steps = tuple[str | int, ...]

FITTING = Results()  # files known to be valid, which are not validated again
CONTENTS = Results()  # the data and the places of files without errors, which are not read again
_KINDS = {"object": "keys with values", "array": "a list", "string": "a text", "integer": "a whole number"}


class Yaml(Struct):
    """Plain data (dicts, lists, texts, numbers, booleans, None) and the spans of its values and keys by their paths."""

    source: SourceFile
    data: Any
    spans: dict[Steps, Span]
    keys: dict[Steps, Span]

    def span(self, *path: str | int) -> Span:
        """The place of the value at a path; for one that is absent, the place where it would belong."""
        while path not in self.spans and path:
            path = path[:-1]
        return self.spans.get(path, Span(self.source, 0, 0))


@cache
def load_schema(name: str) -> dict[str, Any]:
    """A schema of the package by its name, such as `game`."""
    text = (Path(__file__).parent / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def read_yaml(
    source: SourceFile, schema: dict[str, Any], diagnostics: Diagnostics, *, is_ours: bool = False, kept: bool = False
) -> Yaml | None:
    """The data of a YAML file that the schema allows; None after E0153 (malformed) or E0154 to E0158 (not allowed).

    Where the schema expects a text, a plain number or `no` is taken as written.

    Args:
        source, schema: the file, and the schema of its data.
        diagnostics: gets the errors.
        is_ours: the file comes with this program, whose tests check it against the schema.
        kept: whether to keep the content for later runs.
    """
    digest = digest_of(f"{json.dumps(schema)}\0{source.text}")
    known = CONTENTS.get(digest) if kept else None
    if known is not None:
        data, *places = known
        spans, keys = ({tuple(path): Span(source, *ends) for path, *ends in one} for one in places)
        return Yaml(source, data, spans, keys)
    from .yaml_text import Reader  # the library is slow to load

    said = Diagnostics()  # separate: a collection that has a message does not add it again
    reader = Reader(source, schema, said)
    if not reader.is_yaml():
        diagnostics.extend(said.items)
        return None
    found = Yaml(source, reader.data, reader.spans, reader.keys)
    if not is_ours and FITTING.get(digest) is None:
        _validate(found, schema, said)
    diagnostics.extend(said.items)
    if said.has_errors:
        return None
    if not is_ours:
        FITTING.keep(digest, True)
    if kept and not said.items:
        places = [[[path, span.start, span.end] for path, span in one.items()] for one in (found.spans, found.keys)]
        CONTENTS.keep(digest, [found.data, *places])
    return found


def _validate(found: Yaml, schema: dict[str, Any], diagnostics: Diagnostics) -> None:
    from jsonschema import Draft202012Validator  # slow to load

    invalid = Draft202012Validator(schema).iter_errors(found.data)
    for fault in sorted(invalid, key=lambda fault: [str(step) for step in fault.absolute_path]):
        _report_invalid(fault, found, diagnostics)


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
                help = did_you_mean(key, known) or _HELP.get(key, f"known keys: {', '.join(known)}")
                if {*"()[]"} & {*key}:  # the rest of an expression, behind a comma
                    help = "within `{ }`, an expression with a comma stands in quotes"
                diagnostics.report(
                    "E0154", found.keys.get((*path, key), span), f"there is no key `{key}` here", help=help
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
    "number": "write the number itself: it cannot be an expression",
}


def entries(found: Yaml, key: str) -> Iterator[tuple[int, dict[str, Any], Span]]:
    """The entries of a list of mappings with their places."""
    for index, entry in enumerate(found.data.get(key) or []):
        yield index, entry, found.span(key, index)
