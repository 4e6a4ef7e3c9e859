"""Tables of symbols that are resolved when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
S = TypeVar("S")


class OnDemand(Generic[K, S]):
    """The symbols of one kind by name: each is made once, when it is first asked for."""

    def __init__(
        self, declared: Collection[K], found: dict[K, S], make: Callable[[K], S], circle: Callable[[K], None]
    ) -> None:
        """Begins with what is found already.

        Args:
            declared: the names that are declared.
            found: the symbols that are made; new ones are added to it.
            make: makes the symbol of a name; it may ask for other symbols.
            circle: is told of a name whose symbol needs itself, directly or by way of others.
        """
        self._declared, self._found = declared, found
        self._make, self._circle = make, circle
        self._under_way: set[K] = set()

    def get(self, name: K) -> S | None:
        """The symbol; None for a name that is not declared, or whose symbol is being made at the moment."""
        if name in self._found or name not in self._declared:
            return self._found.get(name)
        if name in self._under_way:
            self._circle(name)
            return None
        self._under_way.add(name)
        try:
            self._found[name] = self._make(name)
        finally:
            self._under_way.discard(name)
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._found or name in self._declared

    def __iter__(self) -> Iterator[K]:
        """All names in the order of their declarations."""
        return iter(dict.fromkeys((*self._declared, *self._found)))

    def settle(self) -> None:
        """Makes every symbol and puts them in the order of their declarations."""
        for name in self._declared:
            self.get(name)
        symbols = {name: self._found[name] for name in self}
        self._found.clear()
        self._found.update(symbols)
