"""The benchmark: fixed works with known answers, timed beside a fixed yardstick and, if wanted, beside other packages.

`python -m benchmarks`, from a clone; README.md beside this file tells the rest.
"""

import sys
from pathlib import Path

# For a clone that is built in place and not installed: what is installed comes first.
sys.path.append(str(Path(__file__).parents[1] / "src"))
