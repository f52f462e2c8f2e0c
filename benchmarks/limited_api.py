"""What the limited API costs: the core compiled with it and without, timed in turns.

`python benchmarks/limited_api.py [rounds]`, in an environment with Cython and setuptools, and with gcc. It prints the
medians of both, and the median of the ratios of each round, for `list(solve_all())` and `count()` on 6x10.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from statistics import median

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "pentomino"
KINDS = {"limited API": ["-DPy_LIMITED_API=0x030B0000"], "this version": []}
PROBE = """
import time, pentomino
def timed(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
works = lambda: list(pentomino.solve_all()), lambda: pentomino.count()
print(*(min(timed(work) for _ in range(15)) for work in works))
"""


def build(scratch: Path) -> None:
    """Compile the core in both ways, each beside a copy of the package."""
    for kind, flags in KINDS.items():
        shutil.copytree(PACKAGE, scratch / kind / "pentomino", ignore=shutil.ignore_patterns("*.so", "*.c"))
        for source in PACKAGE.glob("*.pyx"):
            c = scratch / f"{source.stem}.c"
            if not c.exists():
                subprocess.run([sys.executable, "-m", "cython", "-3", "-o", str(c), str(source)], check=True)
            target = scratch / kind / "pentomino" / f"{source.stem}.abi3.so"
            command = ["gcc", "-O3", "-DNDEBUG", "-fPIC", "-shared", "-I", sysconfig.get_path("include"), *flags]
            subprocess.run([*command, str(c), "-o", str(target)], check=True)


def main(rounds: int) -> None:
    """Build, time, print."""
    seconds: dict[str, list[list[float]]] = {kind: [] for kind in KINDS}
    with tempfile.TemporaryDirectory() as name:
        build(Path(name))
        for _ in range(rounds):
            for kind, times in seconds.items():
                environ = os.environ | {"PYTHONPATH": str(Path(name) / kind)}
                command = [sys.executable, "-c", PROBE]
                answer = subprocess.run(command, env=environ, check=True, capture_output=True, text=True).stdout
                times.append([float(one) for one in answer.split()])
    limited, specific = seconds.values()
    for i, work in enumerate(["list(solve_all())", "count()"]):
        ratio = median(a[i] / b[i] for a, b in zip(limited, specific, strict=True))
        figures = ", ".join(f"{kind} {1000 * median(t[i] for t in times):.2f} ms" for kind, times in seconds.items())
        print(f"{sys.version.split()[0]}: {work}: {figures}; ratio {ratio:.3f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 21)
