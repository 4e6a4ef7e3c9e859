"""The version of the toolkit."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def installed_version() -> str:
    """The installed version; `0` if the package was never installed."""
    try:
        return version("regelwerk")
    except PackageNotFoundError:
        return "0"
