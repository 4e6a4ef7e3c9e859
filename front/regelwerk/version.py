"""The version of the toolkit."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def installed_version() -> str:
    """The version that is installed; `0` where it is used from a folder that was never installed."""
    try:
        return version("regelwerk")
    except PackageNotFoundError:
        return "0"
