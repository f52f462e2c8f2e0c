"""This module is empty. The words for messages, such as `counted`, `joined` and `did_you_mean`, are in `files`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass
