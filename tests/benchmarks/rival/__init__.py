"""The rival: the least code that gives the same answers. No tokens, tenants, limits, logs, validation or errors.

Starlette, asyncpg and orjson, with hand-written SQL on the same tables and server; of lists it is the service's own.
"""
