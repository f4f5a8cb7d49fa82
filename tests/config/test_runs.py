"""Which data folder a command means: never a second, empty one by mistake."""

import fcntl
import os

import pytest

from config.local import folder


@pytest.fixture
def checkout(monkeypatch, tmp_path):
    """A checkout in which nothing has run, and a shell that says nothing."""
    for name in ("LOADLINE_DATA_DIR", "LOADLINE_PORT"):
        monkeypatch.setenv(name, "before")  # to be put back
        monkeypatch.delenv(name)
    for name in ("LOADLINE_TEST_SERVERS", "DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(folder, "CHECKOUT", tmp_path)
    return tmp_path


@pytest.fixture
def up(tmp_path):
    """Let an `up` have run on a folder; `up(name, port, is_running=True)`."""
    locks = []

    def run(name, port=8000, *, is_running):
        data = tmp_path / name
        (data / "postgres").mkdir(parents=True)
        lock = (data / "up.lock").open("a")
        if is_running:
            fcntl.flock(lock, fcntl.LOCK_EX)
        locks.append(lock)
        folder.note(data, port)
        return data

    yield run
    for lock in locks:
        lock.close()


def chosen():
    return os.environ.get("LOADLINE_DATA_DIR"), os.environ.get("LOADLINE_PORT")


def test_the_one_that_runs_is_taken_with_its_port(checkout, up):
    up("past", 9100, is_running=False)
    data = up("elsewhere", 9200, is_running=True)
    assert folder.adopt() == f"using {data}, where bin/up runs"
    assert chosen() == (str(data), "9200")


def test_the_checkouts_own_needs_no_word(checkout, up):
    data = up("var", 8100, is_running=True)
    assert folder.adopt() == ""
    assert chosen() == (str(data), "8100")


def test_of_several_one_has_to_be_named(checkout, up):
    up("one", 9100, is_running=True)
    up("two", 9200, is_running=True)
    with pytest.raises(folder.LocalError, match="LOADLINE_DATA_DIR") as told:
        folder.adopt()
    assert "one (port 9100)" in str(told.value)
    assert "two (port 9200)" in str(told.value)


def test_no_empty_database_is_made_beside_one_with_data(checkout, up):
    data = up("elsewhere", is_running=False)
    with pytest.raises(folder.LocalError, match="holds no database") as told:
        folder.adopt()
    assert str(data) in str(told.value)


def test_the_checkouts_own_is_taken_where_none_runs(checkout, up):
    up("var", is_running=False)
    up("elsewhere", is_running=False)
    assert folder.adopt() == ""
    assert chosen() == (None, None)


def test_first_database_is_made_with_a_word(checkout):
    assert folder.adopt() == f"making a new database in {checkout / 'var'}"


@pytest.mark.parametrize("name", ["LOADLINE_DATA_DIR", "both"])
def test_what_the_shell_says_holds(checkout, up, monkeypatch, name):
    up("elsewhere", is_running=True)
    if name == "both":
        monkeypatch.setenv("DATABASE_URL", "postgres://elsewhere/loadline")
        monkeypatch.setenv("REDIS_URL", "redis://elsewhere")
    else:
        monkeypatch.setenv(name, "/tmp/mine")
    before = chosen()
    assert folder.adopt() == ""
    assert chosen() == before


@pytest.mark.parametrize(
    ("is_running", "card", "port"),
    [
        (True, '{"url": "http://127.0.0.1:9200"}', "9200"),
        (False, '{"url": "http://127.0.0.1:9200"}', None),
        (True, None, None),
        (True, "{", None),
        (True, "[]", None),
        (True, '{"url": "http://127.0.0.1:x"}', None),
    ],
)
def test_links_lead_to_the_dashboard_that_runs_on_the_folder_that_is_named(
    checkout, up, monkeypatch, is_running, card, port
):
    data = up("elsewhere", is_running=is_running)
    if card is not None:
        (data / "card.json").write_text(card)
    monkeypatch.setenv("LOADLINE_DATA_DIR", str(data))
    assert folder.adopt() == ""
    assert chosen() == (str(data), port)


def test_port_that_the_shell_says_holds(checkout, up, monkeypatch):
    data = up("elsewhere", is_running=True)
    (data / "card.json").write_text('{"url": "http://127.0.0.1:9200"}')
    monkeypatch.setenv("LOADLINE_DATA_DIR", str(data))
    monkeypatch.setenv("LOADLINE_PORT", "9300")
    folder.adopt()
    assert chosen() == (str(data), "9300")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"data": 1}', '{"data": "/x", "port": "y"}'])
def test_broken_notes_count_for_nothing(checkout, text):
    (checkout / "var" / "runs").mkdir(parents=True)
    (checkout / "var" / "runs" / "x.json").write_text(text)
    assert folder.adopt().startswith("making a new database")


def test_folder_that_is_gone_counts_for_nothing(checkout, up):
    data = up("elsewhere", is_running=False)
    (data / "postgres").rmdir()
    assert folder.adopt().startswith("making a new database")


def test_checkout_that_cant_be_written_remembers_nothing(checkout):
    (checkout / "var").write_text("in the way")
    folder.note(checkout / "data", 8000)
