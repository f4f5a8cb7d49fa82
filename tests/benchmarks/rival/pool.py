"""The rival's connections to PostgreSQL."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
from starlette.applications import Starlette
from starlette.requests import Request

ORGANIZATION = int(os.environ["RIVAL_ORGANIZATION"])


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """The pool, for the process' life."""
    async with asyncpg.create_pool(
        host=os.environ["RIVAL_DATABASE_HOST"],
        user=os.environ["RIVAL_DATABASE_USER"],
        database=os.environ["RIVAL_DATABASE"],
        password=os.environ.get("RIVAL_DATABASE_PASSWORD") or None,
        port=os.environ.get("RIVAL_DATABASE_PORT") or 5432,
        server_settings={"statement_timeout": "0"},
        min_size=1,
        max_size=12,
    ) as app.state.pool:
        yield


def pool(request: Request) -> asyncpg.Pool:
    """The pool of the app that answers."""
    found: asyncpg.Pool = request.app.state.pool
    return found
