"""Plain data and a JSON Schema go in; whether the data is surely allowed comes out, without a word about why not.

Most files are in order, and the validator that can say what is wrong takes longer to load than a file to read. What is
not understood here counts as not sure: a keyword that no schema of the package has, a number that is whole but no
`int`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

Schema = Mapping[str, Any]

_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda data: type(data) is dict,
    "array": lambda data: type(data) is list,
    "string": lambda data: type(data) is str,
    "boolean": lambda data: type(data) is bool,
    "null": lambda data: data is None,
    "integer": lambda data: type(data) is int,
    "number": lambda data: type(data) is int or type(data) is float,
}
_SAYS_NOTHING = frozenset({"$defs", "$schema", "description", "title"})


def surely_allowed(data: Any, schema: Schema, root: Schema | None = None) -> bool:
    """Whether a schema allows data; False also where it would take the whole validator to know.

    Args:
        data: what a YAML file holds: dicts with texts as keys, lists, texts, numbers, booleans, None.
        schema: a part of `root`.
        root: the schema that `$ref` leads into; by default `schema` itself.
    """
    root = schema if root is None else root
    for keyword, value in schema.items():
        if keyword in _SAYS_NOTHING:
            continue
        holds = _KEYWORDS.get(keyword)
        if holds is None or not holds(data, value, schema, root):
            return False
    return True


def _ref(data: Any, value: Any, schema: Schema, root: Schema) -> bool:
    target: Any = root
    for step in str(value).removeprefix("#/").split("/"):
        target = target[step]
    return surely_allowed(data, target, root)


def _type(data: Any, value: Any, schema: Schema, root: Schema) -> bool:
    return any(_TYPES[kind](data) for kind in ([value] if isinstance(value, str) else value))


def _enum(data: Any, value: Any, schema: Schema, root: Schema) -> bool:
    return type(data) is str and data in value


def _pattern(data: Any, value: Any, schema: Schema, root: Schema) -> bool:
    return type(data) is not str or re.search(value, data) is not None


def _required(data: Any, value: Any, schema: Schema, root: Schema) -> bool:
    return type(data) is not dict or all(key in data for key in value)


def _properties(data: Any, value: Any, schema: Schema, root: Schema) -> bool:
    if type(data) is not dict:
        return True
    return all(surely_allowed(entry, value[key], root) for key, entry in data.items() if key in value)


def _more_properties(data: Any, value: Any, schema: Schema, root: Schema) -> bool:
    if type(data) is not dict:
        return True
    more = [entry for key, entry in data.items() if key not in schema.get("properties", ())]
    if isinstance(value, bool):
        return value or not more
    return all(surely_allowed(entry, value, root) for entry in more)


def _items(data: Any, value: Any, schema: Schema, root: Schema) -> bool:
    return type(data) is not list or all(surely_allowed(entry, value, root) for entry in data)


def _any_of(data: Any, value: Any, schema: Schema, root: Schema) -> bool:
    return any(surely_allowed(data, choice, root) for choice in value)


def _dependent(data: Any, value: Any, schema: Schema, root: Schema) -> bool:
    if type(data) is not dict:
        return True
    return all(surely_allowed(data, more, root) for key, more in value.items() if key in data)


def _bound(kind: type | tuple[type, ...], holds: Callable[[Any, Any], bool]) -> Callable[..., bool]:
    """A keyword that limits data of a kind and says nothing of other data."""
    return lambda data, value, schema, root: not isinstance(data, kind) or holds(data, value)


_KEYWORDS: dict[str, Callable[[Any, Any, Schema, Schema], bool]] = {
    "$ref": _ref,
    "type": _type,
    "enum": _enum,
    "pattern": _pattern,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _more_properties,
    "items": _items,
    "anyOf": _any_of,
    "dependentSchemas": _dependent,
    "minLength": _bound(str, lambda data, value: len(data) >= value),
    "minItems": _bound(list, lambda data, value: len(data) >= value),
    "maxItems": _bound(list, lambda data, value: len(data) <= value),
    "minimum": _bound((int, float), lambda data, value: data >= value),
    "maximum": _bound((int, float), lambda data, value: data <= value),
    "exclusiveMinimum": _bound((int, float), lambda data, value: data > value),
}
