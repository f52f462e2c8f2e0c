"""Searching by dask and by MPI, for real, if they are installed."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pentomino import Progress, Puzzle, SearchCancelled, Statistics
from pentomino.search import backtracking, shards

SQUARE = Puzzle("8x8", "pentominoes + O4")
WORDS = ["8x8", "-p", "pentominoes + O4"]
MPIRUN = shutil.which("mpirun") or shutil.which("mpirun", path=sysconfig.get_path("scripts"))

needs_dask = pytest.mark.skipif(not importlib.util.find_spec("distributed"), reason="distributed is not installed")
needs_mpi = pytest.mark.skipif(
    MPIRUN is None or not importlib.util.find_spec("mpi4py"), reason="mpi4py or mpirun is not installed"
)
# The event loops of a cluster that loses a worker leave sockets to the garbage collector.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two workers, each a process."""
    from distributed import Client, LocalCluster

    monkeypatch.setattr(backtracking, "WORTH", 0)
    monkeypatch.setattr(shards, "SLICE", 0.05)
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=str(tmp_path)
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@needs_dask
@pytest.mark.parametrize("task", ["count", "list"])
def test_dask_loses_a_worker(client: Any, task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its units are searched by the other, and by the one that takes its place."""
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)
    pids, statistics = list(client.run(os.getpid).values()), Statistics()
    options: Any = {"method": "search", "executor": client.get_executor(), "statistics": statistics}

    def kill(progress: Progress) -> None:
        if progress.fraction > 0.3 and pids:
            os.kill(pids.pop(), getattr(signal, "SIGKILL", signal.SIGTERM))
            pids.clear()

    if task == "count":
        assert SQUARE.count(progress=kill, **options) == 16146
    else:
        alone = list(SQUARE.solve_all(symmetry="all", method="search"))
        assert list(SQUARE.solve_all(symmetry="all", progress=kill, **options)) == alone
        assert len(alone) == 129168
    assert not pids
    assert (statistics.workers, statistics.reason) == (2, "asked for")


@needs_dask
@pytest.mark.parametrize("task", ["count", "list"])
def test_a_run_that_is_interrupted_goes_on(
    client: Any, task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cancelled in the middle, then gone on with by the journal, each time with a worker killed."""
    monkeypatch.setattr("pentomino.search.run.INTERVAL", 0.0)
    options: Any = {"method": "search", "executor": client.get_executor(), "journal": tmp_path / "run.pentomino"}

    def run(end: float) -> Any:
        reached, pids = [0.0], list(client.run(os.getpid).values())

        def watch(progress: Progress) -> None:
            reached[0] = progress.fraction
            if progress.fraction > end / 2 and pids:
                os.kill(pids.pop(), getattr(signal, "SIGKILL", signal.SIGTERM))
                pids.clear()

        limits: Any = {**options, "progress": watch, "cancel": lambda: reached[0] > end}
        return SQUARE.count(**limits) if task == "count" else list(SQUARE.solve_all(symmetry="all", **limits))

    with pytest.raises(SearchCancelled):
        run(0.5)
    if task == "count":
        assert run(1.0) == 16146
    else:
        alone = list(SQUARE.solve_all(symmetry="all", method="search"))
        assert run(1.0) == alone
        assert len(alone) == 129168


@needs_dask
def test_the_command_line_finds_a_scheduler(client: Any) -> None:
    address = client.scheduler.address.replace("tcp:", "dask:")
    command = [sys.executable, "-m", "pentomino", "count", *WORDS, "--method", "search", "--executor", address]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "16146\n", "")


@needs_dask
def test_a_client_is_an_executor_too(client: Any) -> None:
    assert SQUARE.count(method="search", executor=client) == 16146


def mpirun(*arguments: str, processes: int = 3) -> subprocess.CompletedProcess[str]:
    assert MPIRUN is not None
    command = [MPIRUN, "-n", str(processes), sys.executable, "-m", "pentomino", *arguments, "--executor", "mpi"]
    allowed = dict.fromkeys(("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"), "1")
    allowed["PRTE_MCA_rmaps_default_mapping_policy"] = ":oversubscribe"  # more processes than cores: of version 5
    allowed["OMPI_MCA_rmaps_base_oversubscribe"] = "1"  # and of version 4
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ, **allowed})


@needs_mpi
def test_mpirun_counts_and_lists(tmp_path: Path) -> None:
    counted = mpirun("count", *WORDS, "--method", "search")
    assert (counted.returncode, counted.stdout) == (0, "16146\n"), counted.stderr
    listed = mpirun("solve", "6x10", "--all", "--json", "--journal", str(tmp_path / "run.pentomino"))
    expected = [solution.to_json() for solution in Puzzle("6x10").solve_all()]
    assert (listed.returncode, listed.stdout.splitlines()) == (0, expected), listed.stderr


@needs_mpi
def test_mpirun_of_several_boards() -> None:
    """The workers stay for all of them."""
    done = mpirun("count", "6x10", "5x12", "8x8", "-p", "pentominoes + O4?", "--method", "search")
    assert [line.split()[-1] for line in done.stdout.splitlines()] == ["2339", "1010", "16146"], done.stderr
