"""A quick check of plain data against the part of JSON Schema that our schemas use.

It says yes or "perhaps not", never what is wrong: that is told by the whole checker, whose import alone takes longer
than all else that is done with a small layout.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Schema = dict[str, Any]
Check = Callable[[Any, Any, Schema, Schema], bool]
"""Whether a value keeps what a keyword of a schema says, and so does what is in it; the last is the whole schema."""


def is_allowed(data: object, schema: Schema) -> bool:
    """Whether a schema surely allows some data; where this is false, the whole checker has to look."""
    return _keeps(data, schema, schema)


def _keeps(value: object, schema: Schema, root: Schema) -> bool:
    for word, said in schema.items():
        check = CHECKS.get(word)
        if check is None or not check(value, said, schema, root):
            return False
    return True


def _referred(value: Any, said: str, _schema: Schema, root: Schema) -> bool:
    target: Any = root
    for step in said.removeprefix("#/").split("/"):
        target = target[step]
    return _keeps(value, target, root)


KINDS = {"object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float)}


def _is_kind(value: Any, said: Any, _schema: Schema, _root: Schema) -> bool:
    kinds = said if isinstance(said, list) else [said]
    return any(
        value is None if kind == "null" else type(value) is bool if kind == "boolean" else type(value) in KINDS[kind]
        for kind in kinds
    )


def _properties(value: Any, said: Any, _schema: Schema, root: Schema) -> bool:
    return not isinstance(value, dict) or all(
        key not in said or _keeps(one, said[key], root) for key, one in value.items()
    )


def _other_properties(value: Any, said: Any, schema: Schema, root: Schema) -> bool:
    if not isinstance(value, dict):
        return True
    others = [one for key, one in value.items() if key not in schema.get("properties", ())]
    return not others or (isinstance(said, dict) and all(_keeps(one, said, root) for one in others))


def _items(value: Any, said: Any, _schema: Schema, root: Schema) -> bool:
    return not isinstance(value, list) or all(_keeps(one, said, root) for one in value)


def _names(value: Any, said: Any, _schema: Schema, root: Schema) -> bool:
    return not isinstance(value, dict) or all(_keeps(key, said, root) for key in value)


def _any_of(value: Any, said: Any, _schema: Schema, root: Schema) -> bool:
    return any(_keeps(value, one, root) for one in said)


def _is_listed(value: Any, said: Any, _schema: Schema, _root: Schema) -> bool:
    return any(type(one) is type(value) and one == value for one in said)


def _dependent(value: Any, said: Any, _schema: Schema, root: Schema) -> bool:
    return not isinstance(value, dict) or all(_keeps(value, one, root) for key, one in said.items() if key in value)


def _required_beside(value: Any, said: Any, _schema: Schema, _root: Schema) -> bool:
    return not isinstance(value, dict) or all(value.keys() >= set(names) for key, names in said.items() if key in value)


def _differ(value: Any, said: Any, _schema: Schema, _root: Schema) -> bool:
    if not said or not isinstance(value, list):
        return True
    return all(type(one) is str for one in value) and len(set(value)) == len(value)


def _of(kinds: type | tuple[type, ...], test: Callable[[Any, Any], bool]) -> Check:
    """What a keyword says of values of some kinds; others keep it."""
    return lambda value, said, _schema, _root: not isinstance(value, kinds) or test(value, said)


def _says_nothing(_value: Any, _said: Any, _schema: Schema, _root: Schema) -> bool:
    return True


CHECKS: dict[str, Check] = {
    "$ref": _referred,
    "type": _is_kind,
    "properties": _properties,
    "additionalProperties": _other_properties,
    "items": _items,
    "propertyNames": _names,
    "anyOf": _any_of,
    "enum": _is_listed,
    "dependentSchemas": _dependent,
    "dependentRequired": _required_beside,
    "uniqueItems": _differ,
    "required": _of(dict, lambda value, said: value.keys() >= set(said)),
    "pattern": _of(str, lambda value, said: re.search(said, value) is not None),
    "minLength": _of(str, lambda value, said: len(value) >= said),
    "maxLength": _of(str, lambda value, said: len(value) <= said),
    "minItems": _of(list, lambda value, said: len(value) >= said),
    "maxItems": _of(list, lambda value, said: len(value) <= said),
    "minProperties": _of(dict, lambda value, said: len(value) >= said),
    "maxProperties": _of(dict, lambda value, said: len(value) <= said),
    "minimum": _of((int, float), lambda value, said: value >= said),
    "maximum": _of((int, float), lambda value, said: value <= said),
    "exclusiveMinimum": _of((int, float), lambda value, said: value > said),
    **dict.fromkeys(("$schema", "$defs", "$comment", "title", "description"), _says_nothing),
}
"""What each keyword says; a schema with another one allows nothing surely."""
