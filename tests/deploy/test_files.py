"""What deploys Loadline agrees with its code: the same processes, variables, ports, paths and times everywhere."""

import re

import pytest
import yaml
from celery import current_app
from django.conf import settings
from django.urls import resolve

from config.asgi import application
from config.local.folder import CHECKOUT
from config.local.supervisor import NICE, SERVING, programs

DEPLOY = CHECKOUT / "deploy"
RUN = (DEPLOY / "run").read_text()
DOCKERFILE = (CHECKOUT / "Dockerfile").read_text()
CADDYFILE = (DEPLOY / "Caddyfile").read_text()
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
CHART = DEPLOY / "helm" / "loadline"
VALUES = yaml.safe_load((CHART / "values.yaml").read_text())["processes"]
UNITS = {path.name: path.read_text() for path in (DEPLOY / "systemd").rglob("*") if path.is_file()}
PROCESSES = {program.name for program in programs()} - {"exchange"}
PORTS = {"web": 8000, "live": 8001}

# Read by deploy/run, by compose, by the front, or by what a library calls its own.
THEIR_OWN = re.compile(
    r"LOADLINE_(LISTEN_\w+|WORKERS|HOST|WEB|LIVE|IMAGE)|POSTGRES_\w+|PYTHON\w+|MALLOC_\w+|UV_\w+|AWS_\w+"
)


def services_of(name):
    return [each for each in COMPOSE.values() if each.get("command") == [name]]


def unit_of(name):
    return next(text for text in UNITS.values() if f"/deploy/run {name}\n" in text)


def case_of(name):
    return re.search(rf"^    {name}\)(.*?);;", RUN, re.DOTALL | re.MULTILINE)[1]


def longest(queues):
    """Seconds that a task of these queues may take."""
    current_app.loader.import_default_modules()
    router = current_app.amqp.router
    limits = [
        task.time_limit or settings.CELERY_TASK_TIME_LIMIT
        for task in current_app.tasks.values()
        if not task.name.startswith("celery.") and router.route({}, task.name)["queue"].name in queues
    ]
    return max(limits)


def seconds(text):
    return int(re.fullmatch(r"(\d+)s?", str(text))[1])


@pytest.mark.parametrize("name", sorted({*PROCESSES, "migrate"}))
def test_process_is_run_everywhere(name):
    assert case_of(name)
    assert services_of(name)
    assert unit_of(name)
    assert name in VALUES or name == "migrate"


def test_nothing_else_is_run():
    assert set(re.findall(r"^    (\w+)\)", RUN, re.MULTILINE)) == {*PROCESSES, "migrate", "partitions"}
    assert set(VALUES) == PROCESSES
    wanted = UNITS["loadline.target"]
    assert set(re.findall(r"loadline-(\w+)[@.]", wanted)) == PROCESSES


def test_months_are_kept_each_day():
    assert "manage.py keep_partitions" in case_of("partitions")
    assert unit_of("partitions")
    assert "OnCalendar=daily" in UNITS["loadline-partitions.timer"]
    template = (CHART / "templates" / "processes.yaml").read_text()
    assert "kind: CronJob" in template
    assert '"name" "partitions"' in template


def test_options_are_those_of_a_local_run():
    given = SERVING.replace("--workers-kill-timeout 5 ", "").split()
    assert given
    assert set(given) <= set(RUN.split())
    for name, queues in settings.WORKER_QUEUES.items():
        assert f"-Q {','.join(queues)} " in case_of(name)
    for program in programs():
        if program.name in PROCESSES:
            assert program.command[-1] in case_of(program.name) or program.name not in PORTS


@pytest.mark.parametrize("name", PORTS)
def test_ports_agree(name):
    port = PORTS[name]
    assert f"LOADLINE_LISTEN_PORT:-{port}" in case_of(name)
    assert str(port) in re.search(r"^EXPOSE (.*)$", DOCKERFILE, re.MULTILINE)[1].split()
    assert VALUES[name]["port"] == port
    assert f"loadline-{name}@{port}.service" in UNITS["loadline.target"]
    upstreams = COMPOSE["front"]["environment"][f"LOADLINE_{name.upper()}"].split()
    assert {upstream.partition(":")[2] for upstream in upstreams} == {str(port)}
    assert len(upstreams) == len(services_of(name)) > 1
    for service in services_of(name):
        assert f":{port}/livez" in service["healthcheck"]["test"][-1]


def test_asked_paths_are_answered():
    live = {route.path.replace("{reference}", "*") for route in application.routes}
    assert resolve("/livez")
    assert "/livez" in live
    routed = re.search(r"@live path (.*)", CADDYFILE)[1].split()
    ingress = (CHART / "templates" / "ingress.yaml").read_text()
    for path in live - {"/livez", "/readyz", "/metrics"}:  # which are asked from inside
        assert path in routed
        assert f"path: {path.rstrip('*')}" in ingress


def read_by_code():
    """Every variable that settings, or what settings read, look up."""
    sources = [*(CHECKOUT / "config").rglob("*.py"), *(CHECKOUT / "calls").rglob("*.py")]
    text = "".join(path.read_text() for path in sources)
    asked = re.findall(r'(?:\benv(?:\.\w+)?|required|environ(?:\.\w+)?)[(\[]\s*"([A-Z_0-9]+)"', text)
    return {*asked, "LOADLINE_LOCAL"}


def named_in_files():
    """Every variable that a deployment's files set."""
    template = "".join(path.read_text() for path in (CHART / "templates").iterdir())
    anchors = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["x-loadline"]["environment"]
    found = {
        *re.findall(r"\b([A-Z][A-Z_0-9]+)=", DOCKERFILE),
        *re.findall(r"^#?([A-Z][A-Z_0-9]+)=", (DEPLOY / "env.example").read_text(), re.MULTILINE),
        *re.findall(r"\bname: ([A-Z][A-Z_0-9]+)", template),
        *re.findall(r"\$\{?([A-Z][A-Z_0-9]+)", RUN),
        *re.findall(
            r"[= ]([A-Z][A-Z_0-9]+)=",
            "".join(re.findall(r"^Environment=.*\n", "".join(UNITS.values()), re.MULTILINE)),
        ),
        *anchors,
    }
    return found - {"PATH", "PWD"}


@pytest.mark.parametrize("name", sorted(named_in_files()))
def test_variable_is_read_and_told(name):
    documents = (CHECKOUT / "docs" / "configuration.md").read_text()
    if not THEIR_OWN.fullmatch(name):
        assert name in read_by_code()
        assert f"`{name}`" in documents
    elif name.startswith("LOADLINE_"):
        assert f"`{name}`" in documents + (CHECKOUT / "docs" / "deployment.md").read_text()


def test_required_variables_are_in_the_example():
    example = (DEPLOY / "env.example").read_text()
    chart = (CHART / "values.yaml").read_text()
    for name in ("SECRET_KEY", "TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN"):
        assert f"\n{name}=\n" in example
        assert name in chart
    for name in ("DATABASE_URL", "REDIS_URL"):
        assert name in chart


@pytest.mark.parametrize("name", settings.WORKER_QUEUES)
def test_worker_may_end_its_longest_task(name):
    needed = longest(settings.WORKER_QUEUES[name])
    assert needed >= (60 if name == "sender" else 300)
    assert VALUES[name]["grace"] > needed
    assert all(seconds(each["stop_grace_period"]) > needed for each in services_of(name))
    assert int(re.search(r"TimeoutStopSec=(\d+)", unit_of(name))[1]) > needed


@pytest.mark.parametrize("name", PORTS)
def test_server_may_end_what_it_answers(name):
    needed = int(re.search(r"--workers-kill-timeout (\d+)", case_of(name))[1])
    assert VALUES[name]["grace"] > needed + VALUES[name]["pause"]
    assert all(seconds(each["stop_grace_period"]) > needed for each in services_of(name))
    assert int(re.search(r"TimeoutStopSec=(\d+)", unit_of(name))[1]) > needed
    if name == "web":
        statement = int(re.search(r"statement_timeout=(\d+)s", str(settings.DATABASES))[1])
        assert needed > statement


def test_images_root_is_never_written():
    ours = [each for each in COMPOSE.values() if each["image"].startswith("${LOADLINE_IMAGE")]
    assert len(ours) == 9
    assert all(each["read_only"] and each["cap_drop"] == ["ALL"] for each in ours)
    assert "readOnlyRootFilesystem: true" in (CHART / "templates" / "_helpers.tpl").read_text()
    assert "ProtectSystem=strict" in UNITS["common.conf"]
    assert re.search(r"^USER (?!0|root)\d+:\d+$", DOCKERFILE, re.MULTILINE)


def test_image_holds_all_that_is_imported():
    allowed = set(re.findall(r"^!(\S+)$", (CHECKOUT / ".dockerignore").read_text(), re.MULTILINE))
    packages = {app for app in settings.INSTALLED_APPS if (CHECKOUT / app).is_dir()}
    assert {*packages, "static", "templates", "manage.py", "deploy/run", "uv.lock"} <= allowed
    compiled = re.search(r"compileall -q (.*)", DOCKERFILE)[1].split()
    assert set(compiled) == packages


def linux_share(nice):
    """What one of that niceness gets beside one of 0: a step is a quarter more or less (sched(7))."""
    return 1.25**-nice


@pytest.mark.parametrize("name", sorted(PROCESSES))
def test_machine_that_is_full_is_shared_as_in_a_local_run(name):
    share = linux_share(NICE.get(name, 0))
    weight = re.search(r"^CPUWeight=(\d+)$", unit_of(name), re.MULTILINE)

    assert int(weight[1] if weight else 100) == pytest.approx(100 * share, abs=1)
    for service in services_of(name):
        assert service.get("cpu_shares", 1024) == pytest.approx(1024 * share, rel=0.01)
