"""The scripts of pages. They are modules, and become a single script if a page must be a single file."""

from __future__ import annotations

import re
from importlib.resources import files

PACKAGE = files(__package__.rpartition(".")[0])

FOLDERS = ("play/page", "play", "pages")

IMPORT = r'^import (?:\* as )?(\{.*\}|\w+) from "\.{1,2}/(?:play/)?(?:page/)?(\w+)\.js";$'
EXPORT = r"^export (?:async )?(?:function|class|const) ([\w$]+)"


def script_of(name: str, **instead: str) -> str:
    """Return one script that contains a module and all modules that it imports. `instead` maps modules to replacements.

    Each imported module becomes a block. The constant `<module>_` contains the exports of the module.
    """
    blocks: dict[str, str] = {}

    def imported(match: re.Match[str]) -> str:
        module = instead.get(match[2], match[2])
        if module not in blocks:
            text = re.sub(IMPORT, imported, read(f"{module}.js"), flags=re.MULTILINE)
            exported = ", ".join(re.findall(EXPORT, text, re.MULTILINE))
            text = re.sub("^export ", "", text, flags=re.MULTILINE)
            blocks[module] = f"const {module}_ = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();\n"
        return f"const {match[1]} = {module}_;"

    main = re.sub(IMPORT, imported, read(name), flags=re.MULTILINE)
    return "".join([*blocks.values(), main])


def read(name: str) -> str:
    """Return the text of a file in one of the folders of pages."""
    return next(file for folder in FOLDERS if (file := PACKAGE / folder / name).is_file()).read_text("utf-8")
