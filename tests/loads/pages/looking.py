"""Looking at the load board and at a load's page, and what belongs to a load."""

from django.utils import timezone

from loads.models import LoadEvent, Stop

HOSTILE = '<script>alert(1)</script>{{ 7|add:"7" }}{% now "Y" %}"\'&'
RIGHT_TO_LEFT = "شركة الشحن السريع"


def shown(response) -> list[str]:
    return [load.external_id for load in response.context["table"].page]


def board(browser, **params):
    response = browser.get("/loads/", params)
    assert response.status_code == 200, response.status_code
    return response


def page(browser, load, query="") -> str:
    response = browser.get(f"/loads/{load.pk}/{query}")
    assert response.status_code == 200, response.status_code
    return response.content.decode().replace("\xa0", " ")


def event_of(load, **values):
    values = {
        "received_at": timezone.now(),
        "source": "token:1",
        "raw": b'{"id": "x"}',
        "is_accepted": True,
    } | values
    return LoadEvent.unscoped.create(organization=load.organization, load=load, **values)


def stop_of(load, position, **values):
    values = {"type": "dropoff", "city": f"City {position}", "state": "TX"} | values
    return Stop.unscoped.create(organization=load.organization, load=load, position=position, **values)
