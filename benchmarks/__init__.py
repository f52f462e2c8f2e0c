"""The benchmark: fixed works with known answers, timed beside a fixed yardstick, or other programs.

Run `python -m benchmarks` from a clone; README.md in this folder describes it.
"""

import sys
from pathlib import Path

# For a clone that is built in place. An installed package comes first.
sys.path.append(str(Path(__file__).parents[1] / "src"))
