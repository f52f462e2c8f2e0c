"""How long a phone works on a frame while a piece is dragged on the board: headless Chromium, slowed down four times.

    python -m benchmarks.frames [--throttle 4]

It needs playwright and Chromium. The figures are processor time of the main thread from one frame to the next.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import shutil
import time
from importlib.resources import files
from typing import Any

from pentomino import Puzzle
from pentomino.play.answers import Opened

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A board</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="board.css">
<div id="board"></div><script type="module">
import { mount } from "./board.js";
window.board = mount(document.getElementById("board"), OPENED);
</script>"""
CATEGORIES = ["toplevel", "devtools.timeline"]
SECONDS = 4


def _middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def trace(throttle: float) -> list[dict[str, Any]]:
    """Return what Chromium records while a finger drags a piece over a board that is half full."""
    from playwright.sync_api import sync_playwright

    opened = Opened(Puzzle("6x10"))
    solution = opened.puzzle.solve()
    assert solution is not None
    places = [opened.place(placement) for placement in solution.placements]
    folder = files("pentomino.play").joinpath("page")

    def serve(route: Any) -> None:
        name = route.request.url.rpartition("/")[2]
        kinds = {"board.js": "text/javascript", "board.css": "text/css"}
        page = PAGE.replace("OPENED", json.dumps(opened.told()))
        text = folder.joinpath(name).read_text(encoding="utf-8") if name in kinds else page
        route.fulfill(body=text, content_type=kinds.get(name, "text/html"))

    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        phone = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        phone.route("**/*", serve)
        page = phone.new_page()
        page.goto("http://board.test/")
        page.wait_for_selector(".slot svg")
        page.evaluate("(places) => board.set(places)", places[:6])
        session = phone.new_cdp_session(page)
        start, centre = _middle(page, f"[data-piece='{places[6][0]}']"), _middle(page, "[data-cell='34']")
        events: list[dict[str, Any]] = []
        session.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
        session.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        config = {"includedCategories": CATEGORIES}
        session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})

        def touch(kind: str, *at: tuple[float, float]) -> None:
            points = [{"x": x, "y": y} for x, y in at]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", start)
        began = time.monotonic()
        while (past := (time.monotonic() - began) / SECONDS) < 1:
            angle = 9 * math.pi * past
            touch("touchMove", (centre[0] + 140 * math.sin(angle), centre[1] + 40 + 90 * math.cos(1.3 * angle)))
            page.wait_for_timeout(8)
        touch("touchEnd")
        finished: list[Any] = []
        session.on("Tracing.tracingComplete", lambda told: finished.append(told))
        session.send("Tracing.end")
        while not finished:
            page.wait_for_timeout(20)
        chromium.close()
    return events


def milliseconds(events: list[dict[str, Any]]) -> list[float]:
    """Return the processor time of the main thread from each frame to the next."""
    frames = [event for event in events if event["name"] == "FireAnimationFrame"]
    main = {(event["pid"], event["tid"]) for event in frames}
    tasks = [
        event
        for event in events
        if event["name"].endswith("RunTask") and event["ph"] == "X" and (event["pid"], event["tid"]) in main
    ]
    # A task may be recorded twice, one within the other: the outer one counts.
    tasks.sort(key=lambda task: (task["ts"], -task["dur"]))
    outer: list[dict[str, Any]] = []
    for task in tasks:
        if not outer or task["ts"] >= outer[-1]["ts"] + outer[-1]["dur"]:
            outer.append(task)
    starts = sorted(max(task["ts"] for task in outer if task["ts"] <= frame["ts"]) for frame in frames)
    return [
        sum(task.get("tdur", task["dur"]) for task in outer if begin <= task["ts"] < end) / 1000
        for begin, end in itertools.pairwise(starts)
    ]


def main() -> None:
    """Print the median, the 95th percentile and the longest time."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.frames", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--throttle", type=float, default=4, help="how many times slower than this machine (default 4)")
    times = sorted(milliseconds(trace(parser.parse_args().throttle)))
    half, most = times[len(times) // 2], times[int(0.95 * len(times))]
    print(f"{len(times)} frames, ms of the main thread: median {half:.1f}, p95 {most:.1f}, most {times[-1]:.1f}")


if __name__ == "__main__":
    main()
