"""The checked game and what its scenarios did in, the pages of its rules booklet out."""

from .layout.fold import fold
from .make import Made, pages

__all__ = ["Made", "fold", "pages"]
