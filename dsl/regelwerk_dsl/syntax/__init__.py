"""The syntax tree, frozen data that mirrors the text. Every node has its span; `==` ignores spans."""

from .declarations import *  # noqa: F403
from .expressions import *  # noqa: F403
from .scenarios import *  # noqa: F403
from .statements import *  # noqa: F403
from .values import *  # noqa: F403
