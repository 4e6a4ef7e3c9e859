"""Entry point of `python -m regelwerk`, the same as the command `regelwerk`."""

from .main import run

if __name__ == "__main__":
    run()
