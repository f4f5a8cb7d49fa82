"""Clients that generators make of the document, at a running service: they start a check call, list it, and meet errors
that have a type."""

import datetime
import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from openapi_python_client import Config, MetaType
from openapi_python_client.config import ConfigFile
from openapi_python_client.parser import GeneratorData

from organizations import services as organizations
from organizations.api.reference import document
from organizations.tenancy.actors import system
from tests.factories import NOW, AgentFactory, LoadFactory, OrganizationFactory, PhoneNumberFactory

TYPESCRIPT = Path(__file__).parent / "typescript"
DRIVER = "+13125550142"


def run(*command, cwd, **environment) -> str:
    """What a command prints, which must succeed."""
    done = subprocess.run(
        command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_openapi_python_client_takes_the_whole_document():
    config = Config.from_sources(ConfigFile(), MetaType.NONE, Path("openapi.json"), "utf-8", False, None)
    described = document("http://testserver")
    found = GeneratorData.from_dict(described, config=config)

    assert not found.errors
    collections = found.endpoint_collections_by_tag.values()
    endpoints = [endpoint for collection in collections for endpoint in collection.endpoints]
    assert not [error for collection in collections for error in collection.parse_errors]
    assert not [error for endpoint in endpoints for error in endpoint.errors]
    operations = [operation for methods in described["paths"].values() for operation in methods.values()]
    assert sorted([answer.status_code.pattern for answer in each.responses] for each in endpoints) == sorted(
        list(each["responses"]) for each in operations
    )


@pytest.fixture
def service(transactional_db, loadline):
    """Where it runs, and a token of a brokerage with agents, a number, and a load that is locked."""
    organization = OrganizationFactory(name="Acme Freight", slug="acme")
    AgentFactory(organization=organization, slug="check-call", purpose="check_call")
    AgentFactory(organization=organization, slug="carrier-sales", purpose="carrier_sales")
    PhoneNumberFactory(organization=organization, number="+12145550100")
    LoadFactory(organization=organization, external_id="L-1", is_locked=True)
    loadline.exchange.subscriber(DRIVER, answer="busy")
    made = organizations.create_token(organization=organization, name="test", by=system("tests"), at=NOW)
    return loadline.web, made.plain


@pytest.fixture
def python_client(service, tmp_path, monkeypatch):
    """The generated package."""
    (tmp_path / "openapi.json").write_text(json.dumps(document(service[0])))
    (tmp_path / "config.json").write_text('{"post_hooks": []}')
    given = ["--path=openapi.json", "--config=config.json", "--output-path=loadline_client", "--meta=none"]
    run(
        sys.executable,
        "-m",
        "openapi_python_client",
        "generate",
        *given,
        "--fail-on-warning",
        cwd=tmp_path,
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("loadline_client")
    for name in [each for each in sys.modules if each.partition(".")[0] == "loadline_client"]:
        del sys.modules[name]


@pytest.mark.deep
def test_a_python_client_starts_a_check_call_and_lists_it(service, python_client):
    models = importlib.import_module("loadline_client.models")
    calls = importlib.import_module("loadline_client.api.calls")
    check, sales, listing = (
        importlib.import_module(f"{calls.__name__}.{name}")
        for name in ("trigger_check_call", "trigger_carrier_sales_call", "list_calls")
    )
    url, token = service
    window = {"start_time": datetime.date(2020, 1, 1), "end_time": datetime.date(2100, 1, 1)}

    with python_client.AuthenticatedClient(base_url=url, token=token) as client:
        body = models.CheckCall(
            to_phone=DRIVER, load_number="L-1", next_stop_city="Dallas", next_stop_state="TX"
        )
        started = check.sync(client=client, body=body)
        listed = listing.sync(client=client, **window)
        body = models.CarrierSalesCall(to_phone=DRIVER, load_id="L-1", dot_number=7)
        refused = sales.sync(client=client, body=body)
        body = models.CarrierSalesCall(to_phone="1", load_id="L-1", dot_number=0)
        wrong = sales.sync(client=client, body=body)
    with python_client.AuthenticatedClient(base_url=url, token="none") as stranger:
        unknown = listing.sync(client=stranger, **window)

    assert isinstance(started, models.CheckCallAnswer)
    assert started.call.status is models.CallStatus.IN_PROGRESS
    assert started.call.conversation_id in [call.id for call in listed.calls]
    assert isinstance(refused, models.ConflictProblem)
    assert (refused.status, refused.code) == (409, models.ConflictCode.LOAD_LOCKED)
    assert isinstance(wrong, models.InvalidProblem)
    assert [each.field for each in wrong.errors] == ["toPhone", "dotNumber"]
    assert isinstance(unknown, models.UnauthenticatedProblem)


@pytest.mark.deep
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm isn't installed (Node.js 20 or newer)")
def test_a_typescript_client_starts_a_check_call_and_lists_it(service, tmp_path):
    url, token = service
    shutil.copytree(TYPESCRIPT, tmp_path, dirs_exist_ok=True)
    (tmp_path / "openapi.json").write_text(json.dumps(document(url)))
    installing = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"]
    installed = subprocess.run(installing, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    if installed.returncode != 0:
        pytest.skip(f"npm can't install: {installed.stderr.strip()[-200:]}")
    run("npx", "openapi-typescript", "openapi.json", "--output", "schema.d.ts", cwd=tmp_path)
    run("npx", "tsc", cwd=tmp_path)
    told = json.loads(run("node", "out/client.js", cwd=tmp_path, LOADLINE_URL=url, LOADLINE_TOKEN=token))

    assert told.pop("conversation") in told.pop("ids")
    assert told == {"status": "IN_PROGRESS", "codes": ["dotNumber: invalid"], "reason": "load_locked"}
