"""The rival's routes."""

from starlette.applications import Starlette
from starlette.routing import Route

from tests.benchmarks.rival import analytics, lanes, lists, writes
from tests.benchmarks.rival.pool import lifespan

app = Starlette(
    routes=[
        Route("/calls", lists.calls),
        Route("/bids", lists.bids),
        Route("/carriers", lanes.carriers),
        Route("/analytics", analytics.period),
        Route("/loads/events", writes.load_event, methods=["POST"]),
        Route("/calls", writes.custom_call, methods=["POST"]),
    ],
    lifespan=lifespan,
)
