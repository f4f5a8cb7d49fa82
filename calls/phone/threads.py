"""Where the relay's work is done that isn't waiting: the domain is synchronous, and so are language models' clients."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import connections

# Steps of the domain: each takes milliseconds, with a pooled connection.
quick = ThreadPoolExecutor(max_workers=settings.RELAY_THREADS, thread_name_prefix="relay")
# Steps in which a language model is waited for.
patient = ThreadPoolExecutor(max_workers=settings.LANGUAGE_THREADS, thread_name_prefix="language")


async def in_thread[**P, T](
    threads: ThreadPoolExecutor, step: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Run a step in one of these threads, and give its connection back to the pool."""

    def run() -> T:
        try:
            return step(*args, **kwargs)
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(threads, run)
