"""The typed tree: expressions and statements with names resolved, every expression with its type."""

from .expressions import *  # noqa: F403
from .lowered import *  # noqa: F403
from .node import *  # noqa: F403
from .operators import *  # noqa: F403
from .reads import *  # noqa: F403
from .searches import *  # noqa: F403
from .statements import *  # noqa: F403
