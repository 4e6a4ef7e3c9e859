"""The grammar's reductions go in (children of a rule, left to right); nodes of the syntax tree come out.

`Builder` is handed to Lark as its transformer, so nodes are built inside the parse. A method is called by the name of
the rule, or of its alternative (`-> name`), in `regel.lark`; a child is a token, a node, a list of these, or None for
an optional part that is not there.
"""

from __future__ import annotations

from .build_contents import ContentBuilder


class Builder(ContentBuilder):
    """All reductions, on top of each other: expressions, statements, declarations, contents."""
