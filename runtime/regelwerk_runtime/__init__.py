"""Play of compiled rules. It never sees source texts and needs nothing but Python.

Front ends use `match`, `record`, `replay`, `scenario`, `bots` and `batch`; emitted modules import `handlers`.
"""
