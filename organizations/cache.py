"""Redis as Django's cache, without which people can still sign in."""

from collections.abc import Callable
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)


class Cache(RedisCache):
    """While Redis is away guesses at passwords and codes aren't counted; whatever else asks meets the error."""

    def add(self, key: str, value: Any, *args: Any, **kwargs: Any) -> bool:
        """Whether the key is new; while Redis is away, as if it were."""
        return self._or_else(True, key, super().add, key, value, *args, **kwargs)

    def get(self, key: str, default: Any = None, *args: Any, **kwargs: Any) -> Any:
        """The value; while Redis is away, the default."""
        return self._or_else(default, key, super().get, key, default, *args, **kwargs)

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> None:
        """Keep the value, where Redis is there."""
        self._or_else(None, key, super().set, key, value, *args, **kwargs)

    def delete(self, key: str, *args: Any, **kwargs: Any) -> bool:
        """Forget the value, where Redis is there."""
        return self._or_else(False, key, super().delete, key, *args, **kwargs)

    @staticmethod
    def _or_else(otherwise: Any, key: str, ask: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        try:
            return ask(*args, **kwargs)
        except RedisError as error:
            if not key.startswith("allauth"):
                raise
            log.warning("guesses aren't counted", error=repr(error))
            return otherwise
