"""Fuzz the reader of a file format with atheris, guided by the branches that the reader takes.

    python ci/fuzz_readers.py .json [SECONDS [OPTION OF LIBFUZZER ...]]

It needs atheris (for CPython 3.11 to 3.13 on Linux), numpy, pytest and hypothesis. Reading any input must end in
puzzles, solutions or an error of one line, within ten seconds and 2 GB. An input that ends otherwise is written to a
file `crash-...`; add it to `tests/data/broken_formats.json`.
"""

from __future__ import annotations

import base64
import gzip
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import atheris

HELPERS = Path(__file__).parent.parent / "tests" / "helpers"
sys.path.insert(0, str(HELPERS))
with atheris.instrument_imports(include=["pentomino"]):
    import readers


def corpus(ending: str) -> list[bytes]:
    """Return valid files, the tokens of the format, and inputs that once broke its reader."""
    kept = [case for case in json.loads(readers.KEPT.read_text()) if case["ending"] == ending]
    texts = [case.get("before", "") + case["text"] * 3 + case.get("after", "") for case in kept if "text" in case]
    data = [base64.b64decode(case["base64"]) for case in kept if "base64" in case]
    return [*readers.FILES[ending], *readers.TOKENS[ending], *(text.encode() for text in texts), *data]


def quoted(token: bytes) -> str:
    """Return a token in the notation of libFuzzer's dictionaries."""
    return "".join(f"\\x{byte:02x}" for byte in token)


def main() -> None:
    """Fuzz the reader of the format that is the first argument."""
    ending, seconds, options = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "60", sys.argv[3:]

    def check(data: bytes) -> None:
        readers.read_all(ending, data)
        if ending == ".xmpuzzle":
            readers.read_all(ending, gzip.compress(data, 1))

    with TemporaryDirectory() as folder:
        for number, data in enumerate(corpus(ending)):
            (Path(folder) / str(number)).write_bytes(data)
        words = Path(folder) / "words"
        words.write_text("".join(f'"{quoted(token)}"\n' for token in readers.TOKENS[ending]))
        limits = ["-timeout=10", "-rss_limit_mb=2048", "-max_len=4096", f"-max_total_time={seconds}"]
        atheris.Setup([sys.argv[0], *limits, f"-dict={words}", *options, folder], check)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
