"""Play: runs compiled rules. It never sees a source text and needs nothing but Python.

Front ends use `match`, `record`, `replay`, `scenario`, `bots` and `batch`; emitted modules import `handlers`.
"""
