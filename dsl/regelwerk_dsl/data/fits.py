"""Quick check of data against a JSON Schema, for the usual case that it is allowed: the library is slow to load."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

SILENT = frozenset({"$defs", "$schema", "description", "title"})  # keywords that allow everything
_KINDS: dict[str, Callable[[Any], bool]] = {
    "array": lambda value: isinstance(value, list),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: type(value) is int,
    "null": lambda value: value is None,
    "number": lambda value: type(value) in (int, float),
    "object": lambda value: isinstance(value, dict),
    "string": lambda value: isinstance(value, str),
}


def fits(value: Any, schema: Any, root: Any = None) -> bool:
    """Whether a schema allows a value for certain; not so where a keyword is not among those that are known here.

    Args:
        value: plain data.
        schema: a schema, or a part of the schema `root`, which `$ref` leads into.
    """
    if isinstance(schema, bool):
        return schema
    root = schema if root is None else root
    for keyword, limit in schema.items():
        if keyword not in SILENT and (keyword not in _RULES or not _RULES[keyword](value, limit, schema, root)):
            return False
    return True


def _of(kind: type | tuple[type, ...], rule: Callable[[Any, Any], bool]) -> Callable[[Any, Any, Any, Any], bool]:
    """A rule for values of a kind; others are allowed."""
    return lambda value, limit, _schema, _root: not isinstance(value, kind) or rule(value, limit)


def _has_kind(value: Any, limit: Any, _schema: Any, _root: Any) -> bool:
    return any(_KINDS[kind](value) for kind in ([limit] if isinstance(limit, str) else limit))


def _refers(value: Any, limit: str, _schema: Any, root: Any) -> bool:
    found = root
    for step in limit.removeprefix("#/").split("/"):
        found = found[step]
    return fits(value, found, root)


def _has_properties(value: Any, limit: Any, _schema: Any, root: Any) -> bool:
    return not isinstance(value, dict) or all(fits(value[key], limit[key], root) for key in limit if key in value)


def _has_more(value: Any, limit: Any, schema: Any, root: Any) -> bool:
    known = schema.get("properties", ())
    return not isinstance(value, dict) or all(fits(value[key], limit, root) for key in value if key not in known)


def _has_items(value: Any, limit: Any, _schema: Any, root: Any) -> bool:
    return not isinstance(value, list) or all(fits(one, limit, root) for one in value)


def _has_names(value: Any, limit: Any, _schema: Any, root: Any) -> bool:
    return not isinstance(value, dict) or all(fits(key, limit, root) for key in value)


def _has_dependents(value: Any, limit: Any, _schema: Any, root: Any) -> bool:
    return not isinstance(value, dict) or all(fits(value, limit[key], root) for key in limit if key in value)


_RULES: dict[str, Callable[[Any, Any, Any, Any], bool]] = {
    "$ref": _refers,
    "additionalProperties": _has_more,
    "anyOf": lambda value, limit, _schema, root: any(fits(value, one, root) for one in limit),
    "dependentRequired": _of(
        dict, lambda value, limit: all(one in value for key in limit if key in value for one in limit[key])
    ),
    "dependentSchemas": _has_dependents,
    "enum": lambda value, limit, _schema, _root: any(type(one) is type(value) and one == value for one in limit),
    "exclusiveMinimum": _of((int, float), lambda value, limit: value > limit),
    "items": _has_items,
    "maxItems": _of(list, lambda value, limit: len(value) <= limit),
    "maxLength": _of(str, lambda value, limit: len(value) <= limit),
    "maxProperties": _of(dict, lambda value, limit: len(value) <= limit),
    "maximum": _of((int, float), lambda value, limit: value <= limit),
    "minItems": _of(list, lambda value, limit: len(value) >= limit),
    "minLength": _of(str, lambda value, limit: len(value) >= limit),
    "minProperties": _of(dict, lambda value, limit: len(value) >= limit),
    "minimum": _of((int, float), lambda value, limit: value >= limit),
    "pattern": _of(str, lambda value, limit: re.search(limit, value) is not None),
    "properties": _has_properties,
    "propertyNames": _has_names,
    "required": _of(dict, lambda value, limit: all(one in value for one in limit)),
    "type": _has_kind,
    "uniqueItems": _of(
        list, lambda value, _: all(isinstance(one, str) for one in value) and len({*value}) == len(value)
    ),
}
