"""The `web` process: API, dashboard, admin and the provider's callbacks."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("LOADLINE_DATABASE_POOL", "1")

_django = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer a request; a body that is there as a whole goes to granian as one.

    Anything but a list granian takes over piece by piece between its threads and ours: a fifth of the time of a list of
    calls.
    """
    response = _django(environ, start_response)
    if getattr(response, "streaming", True):
        return response
    try:
        return [response.content]  # type: ignore[attr-defined]
    finally:
        response.close()  # type: ignore[attr-defined]
