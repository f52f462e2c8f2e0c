"""Searching by dask, on this machine and over SSH, and by MPI, for real, if they are installed."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from effort import thorough
from pentomino import Progress, Puzzle, SearchCancelled, Statistics
from pentomino.search import by_search
from pentomino.search.workers import OUT

SQUARE = Puzzle("8x8", "pentominoes + O4")
WORDS = ["8x8", "-p", "pentominoes + O4"]
SSHD = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin:/usr/local/sbin")
MPIRUN = shutil.which("mpirun") or shutil.which("mpirun", path=sysconfig.get_path("scripts"))

needs_dask = pytest.mark.skipif(not importlib.util.find_spec("distributed"), reason="distributed is not installed")
needs_ssh = pytest.mark.skipif(
    SSHD is None or not hasattr(os, "fork") or not importlib.util.find_spec("asyncssh"),
    reason="asyncssh or sshd is not installed",
)
needs_mpi = pytest.mark.skipif(
    MPIRUN is None or not importlib.util.find_spec("mpi4py"), reason="mpi4py or mpirun is not installed"
)
# The event loops of a cluster that loses a worker leave sockets to the garbage collector.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(autouse=True)
def _small_shards(eager_progress: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_search, "WORTH", 0)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Any]:
    """Two workers, each a process."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=str(tmp_path)
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


class Killer:
    """Kills a worker of a client when so much is done."""

    def __init__(self, client: Any, fraction: float) -> None:
        self.pids = list(client.run(os.getpid).values())
        self.fraction = fraction

    def __call__(self, progress: Progress) -> None:
        if progress.fraction > self.fraction and self.pids:
            os.kill(self.pids.pop(), getattr(signal, "SIGKILL", signal.SIGTERM))
            self.pids.clear()


@needs_dask
def test_dask_loses_a_worker(client: Any) -> None:
    """Its units are searched by the other, and by the one that takes its place."""
    kill, statistics = Killer(client, 0.3), Statistics()
    options: Any = {"method": "search", "workers": 2, "executor": client.get_executor(), "statistics": statistics}
    assert SQUARE.count(progress=kill, **options) == 16146
    assert not kill.pids
    assert 1 < statistics.workers <= 2 * OUT  # tasks in flight
    assert statistics.reason == "requested"


@needs_dask
@thorough
def test_a_listing_that_is_interrupted_goes_on(client: Any, tmp_path: Path) -> None:
    """Cancelled in the middle, then gone on with by the journal, each time with a worker killed."""
    options: Any = {"method": "search", "executor": client.get_executor(), "journal": tmp_path / "run.pentomino"}

    def run(end: float) -> Any:
        reached, kill = [0.0], Killer(client, end / 2)

        def watch(progress: Progress) -> None:
            reached[0] = progress.fraction
            kill(progress)

        limits: Any = {**options, "progress": watch, "cancel": lambda: reached[0] > end}
        return list(SQUARE.solve_all(symmetry="all", **limits))

    with pytest.raises(SearchCancelled):
        run(0.5)
    assert run(1.0) == list(SQUARE.solve_all(symmetry="all", method="search"))


@needs_dask
@needs_ssh
def test_a_cluster_over_ssh_loses_a_worker(connection: dict[str, Any]) -> None:
    from distributed import Client, SSHCluster

    hosts = ["127.0.0.1"] * 3  # the first has the scheduler
    with SSHCluster(hosts, connection, worker_options={"nthreads": 1}) as cluster, Client(cluster) as client:
        client.wait_for_workers(2)
        kill = Killer(client, 0.3)
        keepers = client.run(os.getppid).values()
        assert SQUARE.count(method="search", executor=client.get_executor(pure=False), progress=kill) == 16146
        assert not kill.pids
    for keeper in keepers:  # one that is just restarting a worker would stay
        with suppress(ProcessLookupError):
            os.kill(keeper, signal.SIGKILL)


@needs_dask
@thorough
def test_the_command_line_finds_a_scheduler(client: Any) -> None:
    address = client.scheduler.address.replace("tcp:", "dask:")
    command = [sys.executable, "-m", "pentomino", "count", *WORDS, "--method", "search", "--executor", address]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "16146\n", "")


@needs_dask
@thorough
def test_a_client_is_an_executor_too(client: Any) -> None:
    assert SQUARE.count(method="search", executor=client) == 16146


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[dict[str, Any]]:
    """How to log in to this machine, by a server and keys of its own."""
    for key in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / key], check=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {
        "ListenAddress": f"127.0.0.1:{port}",
        "HostKey": tmp_path / "host",
        "AuthorizedKeysFile": tmp_path / "user.pub",
        "PidFile": "none",
        "StrictModes": "no",
        "UsePAM": "no",
    }
    (tmp_path / "sshd_config").write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)  # sshd needs this directory when root starts it
    assert SSHD is not None
    server = subprocess.Popen([SSHD, "-D", "-e", "-f", tmp_path / "sshd_config"], stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        assert "listening" in server.stderr.readline()
        yield {"port": port, "known_hosts": None, "client_keys": [str(tmp_path / "user")]}
    finally:
        server.terminate()
        server.communicate()


def started(*arguments: str) -> subprocess.Popen[str]:
    """The command under mpirun, with two workers."""
    assert MPIRUN is not None
    command = [MPIRUN, "-n", "3", sys.executable, "-m", "pentomino", *arguments, "--executor", "mpi"]
    allowed = dict.fromkeys(("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"), "1")
    allowed["PRTE_MCA_rmaps_default_mapping_policy"] = ":oversubscribe"  # more processes than cores, for version 5
    allowed["OMPI_MCA_rmaps_base_oversubscribe"] = "1"  # and for version 4
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **allowed}
    )


def mpirun(*arguments: str) -> str:
    """What it printed."""
    process = started(*arguments)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out


@needs_mpi
def test_mpirun_counts_and_lists(tmp_path: Path) -> None:
    assert mpirun("count", *WORDS, "--method", "search") == "16146\n"
    listed = mpirun("solve", "6x10", "--all", "--json", "--journal", str(tmp_path / "run.pentomino"))
    assert listed.splitlines() == [solution.to_json() for solution in Puzzle("6x10").solve_all()]


@needs_mpi
@needs_dask  # for psutil, which comes with it
def test_mpirun_loses_a_worker(tmp_path: Path) -> None:
    """All others end with it; the same command goes on."""
    import psutil

    journal = tmp_path / "run.pentomino"
    command = ["count", *WORDS, "--method", "search", "--journal", str(journal)]
    first = started(*command)
    while not journal.exists() or journal.read_bytes().count(b"\n") < 3:
        assert first.poll() is None
        time.sleep(0.001)
    psutil.Process(first.pid).children(recursive=True)[-1].kill()
    first.communicate(timeout=120)
    known = journal.read_bytes()
    assert mpirun(*command) == "16146\n"
    assert journal.read_bytes().startswith(known[: known.rindex(b"\n") + 1])


@needs_mpi
@thorough
def test_mpirun_of_several_boards() -> None:
    """The workers stay for all of them."""
    done = mpirun("count", "6x10", "5x12", "8x8", "-p", "pentominoes + O4?", "--method", "search")
    assert [line.split()[-1] for line in done.splitlines()] == ["2339", "1010", "16146"]


IN_FILES = ["9x10", "-p", "pentominoes*", "--symmetry", "all", "--scratch"]
TILINGS = 7470920047174798
"""Of 9x10 by any pentominoes (A233427)."""


@needs_dask
def test_dask_loses_a_worker_of_a_count_in_files(client: Any, tmp_path: Path) -> None:
    kill, directory = Killer(client, 0.5), tmp_path / "levels"
    executor = client.get_executor(pure=False)
    puzzle = Puzzle("9x10", "pentominoes*")
    assert puzzle.count(symmetry="all", scratch=directory, executor=executor, progress=kill) == TILINGS
    assert not kill.pids
    assert not list(directory.glob("*.rows"))


@needs_mpi
@needs_dask  # for psutil, which comes with it
def test_mpirun_loses_a_worker_of_a_count_in_files(tmp_path: Path) -> None:
    """All others end with it; the same command goes on."""
    import psutil

    first = started("count", *IN_FILES, str(tmp_path))
    while len(list(tmp_path.glob("*.rows"))) < 4:
        assert first.poll() is None
        time.sleep(0.001)
    psutil.Process(first.pid).children(recursive=True)[-1].kill()
    first.communicate(timeout=120)
    assert list(tmp_path.glob("*.rows"))
    assert mpirun("count", *IN_FILES, str(tmp_path)) == f"{TILINGS}\n"
    assert not list(tmp_path.glob("pentomino-*"))
