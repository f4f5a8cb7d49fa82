# Loadline's image: one for every process, which `deploy/run` starts by its name (docs/deployment.md).
#   docker build --tag loadline .
# .ci/image runs the same steps without an engine.

FROM ghcr.io/astral-sh/uv:0.13.9 AS uv

FROM python:3.13-slim-bookworm AS build
COPY --from=uv /uv /usr/local/bin/
ENV UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never UV_NO_CACHE=1 UV_COMPILE_BYTECODE=1
WORKDIR /srv/loadline
# Packages change seldom: this layer is kept while the code changes.
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-default-groups --group telemetry --group storage --group postgres
COPY . .
RUN .venv/bin/python -m compileall -q analytics bids calls carriers config loads organizations
# Settings of a local run do: static files depend on none.
RUN LOADLINE_DATA_DIR="$(mktemp -d)" STATIC_ROOT=/srv/loadline/collected .venv/bin/python manage.py collectstatic --noinput

FROM python:3.13-slim-bookworm
RUN groupadd --gid 10001 loadline && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /tmp loadline
COPY --from=build /srv/loadline /srv/loadline
WORKDIR /srv/loadline
# Nothing below / is written: recordings go to a volume, what lasts no longer than the process to /tmp.
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 LOADLINE_LOCAL=0 LOADLINE_DATA_DIR=/tmp \
    STATIC_ROOT=/srv/loadline/collected MEDIA_ROOT=/var/lib/loadline/media PROMETHEUS_MULTIPROC_DIR=/tmp/metrics
RUN install -d -o loadline -g loadline -m 0700 /var/lib/loadline/media
USER 10001:10001
EXPOSE 8000 8001 8003 8004 8005 8006
# How long a process may take to end is its own: deploy/compose.yaml and the chart say so.
STOPSIGNAL SIGTERM
ENTRYPOINT ["/srv/loadline/deploy/run"]
CMD ["web"]
