"""A carrier that is named is looked up in the background."""

from carriers.models import FactsRequest
from tests.bids.carrier_sales.conftest import MINE, PHONE, YES


def identify(line):
    made = line(phone=PHONE)
    made.open()
    made.say(MINE, YES)


def test_sources_are_to_be_asked_about_a_carrier_and_its_callers_number(line, settings):
    settings.FMCSA_WEB_KEY = settings.CARRIER_IDENTITY_KEY = "key"
    settings.CARRIER_IDENTITY_URL = "https://identity.example"
    identify(line)
    wanted = set(FactsRequest.objects.values_list("subject", "source"))
    assert (PHONE, "identity") in wanted
    assert {source for subject, source in wanted if subject != PHONE} == {"registry", "identity"}


def test_nothing_is_to_be_asked_without_keys(line):
    identify(line)
    assert not FactsRequest.objects.exists()
