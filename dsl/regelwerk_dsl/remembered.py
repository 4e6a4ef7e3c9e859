"""Memory of parsed source files: a process that checks several variants or edits reads each file once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from .diagnostics import Diagnostics
from .source import SourceFile

FILES = 40  # of each kind

Rest = ParamSpec("Rest")
Read = TypeVar("Read")
Reader = Callable[Concatenate[SourceFile, Diagnostics, Rest], Read]


def remembered(read: Reader[Rest, Read]) -> Reader[Rest, Read]:
    """A reader that remembers its results for sources without a message. The results must not be changed."""
    known: OrderedDict[object, Read] = OrderedDict()

    def reader(source: SourceFile, diagnostics: Diagnostics, /, *rest: Rest.args, **named: Rest.kwargs) -> Read:
        key = (source, *rest, *named.items())
        if key in known:
            return known[key]
        said = Diagnostics()  # of its own, since a message reported before would not be added again
        found = read(source, said, *rest, **named)
        diagnostics.extend(said.items)
        if not said.items:
            known[key] = found
            while len(known) > FILES:
                known.popitem(last=False)
        return found

    return reader
