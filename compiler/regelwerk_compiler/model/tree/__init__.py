"""The typed tree: expressions and statements with names resolved, every expression with its type."""

from .expressions import *  # noqa: F403
from .statements import *  # noqa: F403
from .texts import *  # noqa: F403
