"""Print which share of each source of the compiled core the tests of the engines reach.

The core is compiled again, with counters, into a scratch directory. gcov, which comes with gcc, reads the counters.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
TESTS = [
    "tests/core/test_core.py",
    "tests/core/test_calls_in_any_order.py",
    "tests/counts/test_random.py",
    "tests/core/test_signature.py",
    "tests/frontier/test_frontier.py::test_distinct_counts_agree_with_the_oracle",
    "tests/frontier/test_frontier.py::test_samples_are_solutions_of_the_puzzle",
    "tests/frontier/test_frontier.py::test_numbers_of_dominoes_up_to_many_words",
    "tests/frontier/test_frontier.py::test_sets_of_more_than_32_bits",
    "tests/frontier/test_frontier.py::test_workers_make_no_difference",
    "tests/lattices/test_shapes.py",
    "tests/reason/test_disassembly.py",
]
MIN_PER_CENT = 60
"""The share of each source that must be reached. The generated C blurs lines: if anything, figures are too low."""


def build(scratch: Path) -> Path:
    """Compile the core with counters, and copy the package beside it. Return the directory, which is in *scratch*."""
    flags = {"CFLAGS": "-O0 --coverage", "LDFLAGS": "--coverage"}
    command = [sys.executable, "setup.py", "-q", "build_ext", "--cython-line-directives", "--force"]
    places = [
        "--build-temp",
        str(scratch / "temp"),
        "--build-lib",
        str(scratch / "lib"),
        "--cython-c-in-temp",
    ]
    subprocess.run(command + places, cwd=TOP, env=os.environ | flags, check=True)
    package = scratch / "lib" / "pentomino"
    others = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "*.cpp", "__pycache__")
    shutil.copytree(TOP / "src" / "pentomino", package, ignore=others, dirs_exist_ok=True)
    return package.parent


def reached(scratch: Path) -> dict[str, tuple[int, int]]:
    """Return, for each source of the core, how many of its lines were reached, and how many it has."""
    counts: dict[str, dict[int, int]] = {}
    for counters in scratch.rglob("*.gcda"):
        command = ["gcov", "--json-format", "--stdout", str(counters)]
        report = subprocess.run(command, cwd=counters.parent, check=True, capture_output=True).stdout
        for source in json.loads(report)["files"]:
            if source["file"].endswith((".pyx", ".pxi", ".hpp")) and "pentomino" in source["file"]:
                lines = counts.setdefault(Path(source["file"]).name, {})
                for line in source["lines"]:
                    number = line["line_number"]
                    lines[number] = max(lines.get(number, 0), line["count"])
    return {source: (sum(map(bool, lines.values())), len(lines)) for source, lines in counts.items()}


def main() -> int:
    """Build, test and report. Return 1 if less than `MIN_PER_CENT` of some source is reached."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        library = build(scratch)
        path = os.environ | {"PYTHONPATH": str(library)}
        run = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", "auto", *TESTS], cwd=TOP, env=path, check=False
        )
        if run.returncode:
            return run.returncode
        status = 0
        for source, (lines, total) in sorted(reached(scratch).items()):
            share = 100 * lines / total
            print(f"{source}: {lines} of {total} lines reached, {share:.0f} %")
            status |= share < MIN_PER_CENT
    return status


if __name__ == "__main__":
    sys.exit(main())
