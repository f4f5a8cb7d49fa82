"""`manage.py` and its command `up`: a real one, with small programs in place of Loadline's own."""

import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import manage
from config.local import folder as local_folder
from config.local import servers
from config.local.server_process import find_home
from config.local.servers import Postgres
from config.management.commands.up import card_path

DEMO = {
    "organization": "demo",
    "user": "demo@loadline.example",
    "password": "demo",
    "token": "ll_token",
    "number": "+13125550100",
    "agents": [{"slug": "check-calls", "purpose": "check_call", "more": 1}],
}
LINK = "http://127.0.0.1:8000/sign-up/0.token/"
UP = f"""
    import os, sys
    import django, manage
    from django.conf import settings
    manage.adopt_options(sys.argv[1:])
    settings.configure()  # Loadline's own take their time to load, and nothing here asks for them
    django.setup()
    from config.management.commands import up
    from config.local.supervisor import Program
    server = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", os.environ["LOADLINE_PORT"]]
    beat = [sys.executable, "-c", "import time; time.sleep(60)"]
    programs = [Program("web", server, ready_url=up.url(0)), Program("beat", beat)]
    up.programs = lambda: programs
    up._prepare = lambda console, with_demo: ({LINK!r}, {DEMO!r} if with_demo else None)
    up.Command().run_from_argv(["manage.py", "up", *sys.argv[1:]])
"""


def free_port() -> int:
    """The first of five ports in a row that nobody has."""
    for first in range(20_000 + os.getpid() % 10_000, 60_000, 10):
        try:
            for port in range(first, first + 5):
                with socket.socket() as listener:
                    listener.bind(("127.0.0.1", port))
        except OSError:
            continue
        return first
    raise AssertionError("no free ports")


class Ups:
    """Starts `up` on one data folder."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, free_port()
        self.started: list[subprocess.Popen[str]] = []

    def start(self, *options: str) -> "subprocess.Popen[str]":
        arguments = ["--port", str(self.port), "--data-dir", str(self.data), *options]
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(UP), *arguments],
            cwd=local_folder.CHECKOUT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.started.append(process)
        return process

    def ready(self, *options: str) -> "subprocess.Popen[str]":
        process = self.start(*options)
        read_until(process, "Loadline is ready")
        return process


def read_until(process: "subprocess.Popen[str]", text: str) -> list[str]:
    assert process.stdout
    lines = []
    for line in process.stdout:
        lines.append(line)
        if text in line:
            return lines
    raise AssertionError("".join(lines))


@pytest.fixture
def ups(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ups]:
    folder = Path(tempfile.mkdtemp(prefix="loadline-test-", dir="/tmp")).resolve()
    folder.chmod(0o755)
    monkeypatch.setenv("LOADLINE_DATA_DIR", str(folder))
    monkeypatch.delenv("LOADLINE_PORT", raising=False)
    made = Ups(folder)
    yield made
    for process in made.started:
        if process.returncode is None:
            process.kill()
            process.communicate()
    local_folder.end_marked(local_folder.path_hash(folder), grace=1)
    if servers.are_running():
        servers.stop(servers.start())
    shutil.rmtree(local_folder.socket_dir(), ignore_errors=True)
    shutil.rmtree(folder)


def test_up_runs_until_it_is_asked_to_stop(ups: Ups) -> None:
    up = ups.ready()
    kept = json.loads(card_path().read_text())
    assert kept == DEMO | {
        "url": f"http://127.0.0.1:{ups.port}",
        "exchange": f"http://127.0.0.1:{ups.port + 2}",
        "sign_up": LINK,
        "agents": [{"slug": "check-calls", "purpose": "check_call"}],
    }
    assert stat.S_IMODE(card_path().stat().st_mode) == 0o600
    second = ups.start()
    assert "already runs on the data folder" in second.communicate()[0]
    assert second.returncode == 1
    up.send_signal(signal.SIGTERM)
    assert "up       | stopped\n" in up.communicate(timeout=60)[0]
    assert up.returncode == 0
    assert local_folder.marked(local_folder.path_hash(ups.data)) == []
    assert not servers.are_running()


@pytest.mark.deep
def test_up_takes_over_from_one_that_was_killed(ups: Ups) -> None:
    first = ups.ready()
    server = Postgres(find_home()).pid()
    assert server
    first.kill()
    second = ups.ready("--no-demo")
    assert Postgres(find_home()).pid() == server
    assert json.loads(card_path().read_text())["token"] is None
    os.kill(server, signal.SIGKILL)
    read_until(second, "postgres didn't answer any more and was started again")
    second.send_signal(signal.SIGINT)
    second.communicate(timeout=60)
    assert second.returncode == 0


def test_up_starts_nothing_when_a_port_is_taken(ups: Ups) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", ups.port + 1))
        other.listen()
        up = ups.start()
        said = up.communicate()[0]
    assert up.returncode == 1
    assert f"Port {ups.port + 1} (for live) is taken" in said
    assert "--port" in said
    assert not (ups.data / "postgres").exists()


def test_options_of_up_reach_the_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LOADLINE_PORT", "LOADLINE_DATA_DIR", "LOADLINE_LOCAL"):
        monkeypatch.setenv(name, "before")  # to be put back
    monkeypatch.chdir(tmp_path)
    manage.adopt_options(["--no-demo", "--port=9100", "--data-dir", "here"])
    assert local_folder.port() == 9100
    assert local_folder.data_dir() == tmp_path.resolve() / "here"
    assert os.environ["LOADLINE_LOCAL"] == "1"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], False),
        (["help"], False),
        (["--version"], False),
        (["migrate", "--help"], False),
        (["check"], False),
        (["check", "--database", "default"], True),
        (["exchange", "--port", "8002"], False),
        (["makemessages"], False),
        (["up"], False),
        (["migrate"], True),
        (["create_token", "--organization", "demo"], True),
    ],
)
def test_servers_run_for_commands_that_need_them(arguments: list[str], expected: bool) -> None:
    assert manage.needs_servers(arguments) is expected


def test_port_that_is_none_is_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOADLINE_PORT", "80a")
    with pytest.raises(local_folder.LocalError, match="give a number from 1 to 65530"):
        local_folder.port()


def test_secrets_are_made_once_and_kept_private(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LOADLINE_DATA_DIR", str(tmp_path / "data"))
    code = "import json; from config.local import folder; print(json.dumps(folder.secrets()))"
    makers = [
        subprocess.Popen(
            [sys.executable, "-c", code], cwd=local_folder.CHECKOUT, stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    found: list[dict[str, Any]] = [json.loads(maker.communicate()[0]) for maker in makers]
    assert found == [local_folder.secrets()] * 4
    assert found[0]["TWILIO_ACCOUNT_SID"].startswith("AC")
    assert len(found[0]["TWILIO_ACCOUNT_SID"]) == 34
    assert stat.S_IMODE((tmp_path / "data" / "secrets.json").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secrets.json"]
