"""Read random drawings, matrices and documents, and look for one that is misread.

    python ci/long_inputs.py [NUMBER [SEED]]

By default it reads 100 000 inputs, which takes some minutes. It needs numpy. If an input is read as something that its
author did not mean, the run ends and prints the input and its seed; add it to `tests/inputs/test_table.py`.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "helpers"))
import inputs


def main() -> None:
    """Read the inputs. Print how many of each kind were read, and how many were rejected with an error."""
    number, seed = (int(argument) for argument in (*sys.argv[1:], *["100000", "0"][len(sys.argv) - 1 :]))
    met = Counter[tuple[str, str]]()
    for n in range(seed, seed + number):
        kind = list(inputs.CASES)[n % len(inputs.CASES)]
        try:
            met[kind, inputs.CASES[kind](Random(n))] += 1
        except Exception as error:
            raise SystemExit(f"seed {n}, {kind}: {error!r}") from error
    for (kind, result), times in sorted(met.items()):
        print(f"{kind:12} {result:8} {times}")


if __name__ == "__main__":
    main()
