"""Stand-in for rpds-py, which is compiled code: what jsonschema and referencing use of its persistent collections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class HashTrieMap(dict[K, V]):
    """A dict whose changes make another one."""

    @classmethod
    def convert(cls, value: Mapping[K, V]) -> HashTrieMap[K, V]:
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: K, value: V) -> HashTrieMap[K, V]:
        return HashTrieMap({**self, key: value})

    def remove(self, key: K) -> HashTrieMap[K, V]:
        return HashTrieMap({one: value for one, value in self.items() if one != key})

    def update(self, *others: Mapping[K, V]) -> HashTrieMap[K, V]:  # type: ignore[override]
        return HashTrieMap({key: value for each in (self, *others) for key, value in dict(each).items()})


class HashTrieSet(frozenset[K]):
    """A set whose changes make another one."""

    def insert(self, value: K) -> HashTrieSet[K]:
        return HashTrieSet({*self, value})

    def remove(self, value: K) -> HashTrieSet[K]:
        return HashTrieSet(self - {value})

    def update(self, *others: Iterable[K]) -> HashTrieSet[K]:
        return HashTrieSet(self.union(*others))


class List(Generic[V]):
    """A list that grows at its front."""

    def __init__(self, *values: V | Iterable[V]) -> None:
        first = values[0] if len(values) == 1 and isinstance(values[0], Iterable) else values
        self.values = tuple(first)

    def push_front(self, value: V) -> List[V]:
        return List((value, *self.values))

    @property
    def rest(self) -> List[V]:
        return List(self.values[1:])

    def __iter__(self) -> Iterator[V]:
        return iter(self.values)

    def __bool__(self) -> bool:
        return bool(self.values)
