"""The syntax tree: what the author wrote, as frozen data. Every node has its span; spans do not count in `==`."""

from .declarations import *  # noqa: F403
from .expressions import *  # noqa: F403
from .scenarios import *  # noqa: F403
from .statements import *  # noqa: F403
from .values import *  # noqa: F403
