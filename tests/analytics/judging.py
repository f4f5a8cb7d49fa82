"""Asks the API as a client does, and holds every answer against the naive count of that moment."""

from datetime import datetime

from django.test import Client

from analytics import rollup
from organizations import services as organizations
from organizations.tenancy.actors import system
from organizations.tenancy.states import Scope
from tests.analytics import naive
from tests.factories import NOW

URL = "/api/v1/analytics"


class Judge:
    """An organization, asked about itself."""

    def __init__(self, organization):
        self.organization = organization
        self.client = Client()
        self.token = None
        self.asked = 0

    def get(self, **parameters):
        """The answer as it comes; a new token now and then, as each bears a hundred requests at once."""
        if self.asked % 90 == 0:
            name = f"judge {self.asked}"
            made = organizations.create_token(
                organization=self.organization, name=name, scopes=[Scope.READ], by=system("tests"), at=NOW
            )
            self.token = made.plain
        self.asked += 1
        return self.client.get(URL, parameters, headers={"Authorization": f"Bearer {self.token}"})

    def shape_a(self, first, last, granularity, zone="America/Chicago"):
        """The answer's body; `from` and `to` are brought to one form, instant and offset untouched."""
        answer = self.get(fromDate=str(first), toDate=str(last), granularity=granularity, timezone=zone)
        assert answer.status_code == 200, answer.content
        body = answer.json()
        for item in body["statsByLabel"] + body["previousPeriod"]["statsByLabel"]:
            item["from"], item["to"] = _text(item["from"]), _text(item["to"])
        return body

    def shape_b(self, first, last, metric=None):
        """The answer's items."""
        asked_for = {"metric": metric} if metric else {}
        answer = self.get(startDate=str(first), endDate=str(last), limit=500, **asked_for)
        assert answer.status_code == 200, answer.content
        body = answer.json()
        assert body["pagination"] == {"limit": 500, "offset": 0, "total": len(body["data"])}
        return body["data"]

    def check(self, questions, metric=None):
        """Every answer is the naive count; the last of the questions is asked in shape B too."""
        rows = naive.Rows(self.organization.pk)
        for question in questions:
            assert self.shape_a(*question) == expected_a(rows, *question)
        first, last = questions[-1][:2]
        assert self.shape_b(first, last, metric) == naive.shape_b(rows, first, last, metric)


def expected_a(rows, *question):
    """The naive answer of shape A, as texts."""
    stats = naive.shape_a(rows, *question)
    for item in stats["statsByLabel"] + stats["previousPeriod"]["statsByLabel"]:
        item["from"], item["to"] = (item[name].isoformat(timespec="milliseconds") for name in ("from", "to"))
    return stats


def _text(moment):
    return datetime.fromisoformat(moment).isoformat(timespec="milliseconds")


def roll_up(organization, most=None):
    """Roll up what has changed: all of it, or some buckets."""
    while rollup.roll_up(organization, most=most) and most is None:
        pass
