"""The benchmark: workloads with known results, timed together with a fixed yardstick or with other programs.

Run `python -m benchmarks` from a clone. For the options, see README.md in this folder.
"""

import sys
from pathlib import Path

# Support a clone that is built in place; an installed package comes first.
sys.path.append(str(Path(__file__).parents[1] / "src"))
