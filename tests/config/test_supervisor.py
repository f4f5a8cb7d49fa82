"""The supervisor with real processes."""

import io
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from config.local import folder as local_folder
from config.local import supervisor
from config.local.supervisor import Console, Program, Supervisor
from config.management.commands.up import Follower
from tests.waiting import wait_until

pytestmark = pytest.mark.deep

NAMES = ["up", "first", "second"]
FOREVER = "import time; time.sleep(60)"
DEAF = """
    import signal, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("deaf", flush=True)
    time.sleep(60)
"""


def python(code: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", textwrap.dedent(code)]


class Run:
    """A supervisor, and what it wrote."""

    def __init__(self, folder: Path, *programs: Program) -> None:
        self.stream, self.mark = io.StringIO(), local_folder.path_hash(folder)
        self.console = Console(folder / "logs", NAMES, self.stream)
        self.supervisor = Supervisor(programs, self.console, mark=self.mark)

    def __enter__(self) -> "Run":
        self.supervisor.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.supervisor.stop()
        self.console.close()

    def tend_until(self, text: str) -> str:
        def is_written() -> bool:
            self.supervisor.tend()
            return text in self.stream.getvalue()

        wait_until(is_written, self.stream.getvalue)
        return self.stream.getvalue()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(supervisor, "TERM_SECONDS", 0.4)


def test_lines_bear_their_process_name(tmp_path: Path) -> None:
    with Run(
        tmp_path, Program("first", python("import time; print('hello', flush=True); time.sleep(60)"))
    ) as run:
        assert "first  | hello\n" in run.tend_until("hello\n")
    assert "hello" in (tmp_path / "logs" / "first.log").read_text()


def test_dead_process_is_named_and_started_again(tmp_path: Path) -> None:
    code = f"""
        import os, sys, time
        if os.path.exists({str(tmp_path / "seen")!r}):
            print("back", flush=True); time.sleep(60)
        open({str(tmp_path / "seen")!r}, "w"); sys.exit(3)
    """
    with Run(tmp_path, Program("first", python(code)), Program("second", python(FOREVER))) as run:
        assert "up     | first ended with exit code 3; it starts again in 0.05 s\n" in run.tend_until(
            "back\n"
        )
        assert "second" not in run.stream.getvalue()


def test_pause_grows_while_a_process_keeps_dying(tmp_path: Path) -> None:
    with Run(tmp_path, Program("first", python("import os; os.kill(os.getpid(), 9)"))) as run:
        run.tend_until("was killed by SIGKILL (exit code -9); it starts again in 0.2 s")


def test_program_is_ready_when_its_line_is_logged(tmp_path: Path) -> None:
    code = "import time; time.sleep(0.2); print('all ready.', flush=True); time.sleep(60)"
    with Run(tmp_path, Program("first", python(code), ready_line=" ready.")) as run:
        assert run.supervisor.not_ready() == ["first"]
        run.tend_until("ready.")
        wait_until(lambda: not run.supervisor.not_ready(), run.supervisor.not_ready)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems schedule without sessions")
def test_who_gives_way_does_so_with_all_that_it_starts(tmp_path: Path) -> None:
    code = """
        import os, subprocess, sys, time
        time.sleep(0.5)
        ask = "import os; print(os.getpriority(0, 0), open('/proc/self/autogroup').read().split()[-1], flush=True)"
        subprocess.run([sys.executable, "-c", ask])
        time.sleep(60)
    """
    if not Path("/proc/self/autogroup").exists():
        pytest.skip("this kernel doesn't schedule session by session")
    with Run(tmp_path, Program("first", python(code), nice=7)) as run:
        assert "first  | 7 7\n" in run.tend_until(" 7\n")


def test_stop_kills_who_doesnt_listen(tmp_path: Path) -> None:
    with Run(tmp_path, Program("first", python(DEAF)), Program("second", python(FOREVER))) as run:
        run.tend_until("deaf\n")
        begin = time.monotonic()
        run.supervisor.stop()
        assert time.monotonic() - begin < 30  # it would run for a minute
        assert local_folder.marked(run.mark) == []
    assert "first doesn't stop within 0.4 s and is killed" in run.stream.getvalue()
    assert "second doesn't stop" not in run.stream.getvalue()


def test_children_of_a_killed_supervisor_end_with_it(tmp_path: Path) -> None:
    code = f"""
        import io, sys, time
        from pathlib import Path
        from config.local.supervisor import Console, Program, Supervisor
        forever = [sys.executable, "-c", {FOREVER!r}]
        parent = f"import subprocess, time; subprocess.Popen({{forever}}); time.sleep(60)"
        console = Console(Path({str(tmp_path)!r}), ["up", "first"], io.StringIO())
        Supervisor([Program("first", [sys.executable, "-c", parent])], console, mark="killed").start()
        print("started", flush=True)
        time.sleep(60)
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    with subprocess.Popen(command, cwd=local_folder.CHECKOUT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        assert parent.stdout.readline() == "started\n"
        wait_until(lambda: len(local_folder.marked("killed")) == 3, "a child, its own child and a warden run")
        parent.send_signal(signal.SIGKILL)
    wait_until(lambda: not local_folder.marked("killed"), "all three are gone")


def test_leftovers_of_one_mark_are_ended_and_no_others(tmp_path: Path) -> None:
    def start(mark: str) -> "subprocess.Popen[str]":
        environment = {**os.environ, local_folder.MARK: mark}
        child = subprocess.Popen(
            python(DEAF), env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert child.stdout
        assert child.stdout.readline() == "deaf\n"
        return child

    ours, other = start("ours"), start("ours-not")
    try:
        assert local_folder.end_marked("ours", grace=0.1) == 1
        assert other.poll() is None
    finally:
        for child in (ours, other):
            child.kill()
            child.communicate()


def test_stream_that_nobody_reads_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "WAITING_LINES", 10)
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as stream:
        out = Console(tmp_path, ["up"], stream)
        for number in range(3000):
            out.write("up", f"{number} {'x' * 100}")
        os.close(reading)
        assert (tmp_path / "up.log").read_text().count("\n") == 3000
        out.close()
        os.dup2(os.open(os.devnull, os.O_WRONLY), writing)  # what waits in the stream has somewhere to go


def test_log_file_makes_way_when_it_has_grown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "FILE_BYTES", 500)
    out = Console(tmp_path, ["up"], io.StringIO())
    for number in range(30):
        out.write("up", f"line {number}")
    out.close()
    assert (tmp_path / "up.log").stat().st_size < 600
    assert "line" in (tmp_path / "up.log.1").read_text()


def test_lines_that_servers_log_themselves_are_shown(tmp_path: Path) -> None:
    log, stream = tmp_path / "postgres.log", io.StringIO()
    log.write_text("old\n")
    out = Console(tmp_path / "logs", ["postgres"], stream)
    follower = Follower(out, {"postgres": log})
    with log.open("a") as file:
        file.write("new\nhalf")
    follower.stop()
    out.close()
    assert stream.getvalue() == "postgres | new\n"
