"""Another interpreter within this process. `python -m beside CODE` runs code there, with nothing loaded beside it."""

from __future__ import annotations

import sys


def run_beside(code: str) -> bool:
    """Run code in an interpreter that shares the lock of this one; whether this Python has such interpreters."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            module = __import__(name)
        except ImportError:
            continue
        # From 3.12 on, interpreters with their own lock load only modules that declare their support.
        number = module.create("legacy") if name == "_interpreters" else module.create(isolated=False)
        try:
            failure = (getattr(module, "exec", None) or module.run_string)(number, code)
            assert failure is None, failure
        finally:
            module.destroy(number)
        return True
    return False


if __name__ == "__main__":
    run_beside(sys.argv[1])
