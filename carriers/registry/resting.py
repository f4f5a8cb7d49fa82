"""A source that fails is left alone for a while, by all processes together: being down costs nobody anything.

The state lies in the cache; when that is emptied, the source is simply asked again.
"""

from datetime import timedelta

from django.core.cache import cache

from carriers.registry.source import Unavailable

FAILURES = 3  # in a row; then it rests
FIRST_REST = timedelta(minutes=1)  # doubled with each further failure
LONGEST_REST = timedelta(minutes=30)
PROBE = timedelta(seconds=30)  # one asks whether it is back, the others wait for that
REMEMBERED = timedelta(hours=2)


def before_asking(name: str) -> None:
    """Raise Unavailable while the source rests, and while somebody else finds out whether it is back."""
    known = cache.get_many([_failures(name), _rest(name)])
    if _rest(name) in known:
        raise Unavailable("It is left alone for a while.", retry_after=FIRST_REST)
    if known.get(_failures(name), 0) >= FAILURES and not cache.add(_probe(name), 1, PROBE.total_seconds()):
        raise Unavailable("Somebody is asking whether it is back.", retry_after=FIRST_REST)


def note_answer(name: str) -> None:
    """It answers: forget its failures."""
    cache.delete_many([_failures(name), _rest(name), _probe(name)])


def note_failure(name: str) -> None:
    """It failed: from the third time in a row on it rests, longer each time."""
    cache.add(_failures(name), 0, REMEMBERED.total_seconds())
    count = cache.incr(_failures(name))
    if count >= FAILURES:
        doublings = min(count - FAILURES, 10)
        _let_rest(name, min(FIRST_REST * 2**doublings, LONGEST_REST))


def note_limit(name: str, pause: timedelta) -> None:
    """It has had enough of us, and says for how long."""
    _let_rest(name, min(pause, LONGEST_REST))


def _let_rest(name: str, pause: timedelta) -> None:
    cache.set(_rest(name), 1, pause.total_seconds())
    cache.delete(_probe(name))


def _failures(name: str) -> str:
    return f"carriers:{name}:failures"


def _rest(name: str) -> str:
    return f"carriers:{name}:rest"


def _probe(name: str) -> str:
    return f"carriers:{name}:probe"
