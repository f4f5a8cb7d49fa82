"""What the vetting lets the agent do on the phone."""

from datetime import datetime

import pytest

from bids.models import Bid, Booking
from calls.language.reading import Act, Expecting
from calls.models import CallingRules, Conversation
from carriers.models import Carrier, CarrierContact, ContactFinding, HaulRestriction, Vetting, VettingRules
from carriers.states import PhoneRisk
from tests.bids.carrier_sales.conftest import DOT, MINE, NO, PHONE, YES, means
from tests.factories import NOW, CarrierFactory, LoadFactory

OTHER = "+13125550199"
REFUSED = "Sorry, I can't put you on a load right now. Thanks for calling, goodbye."


def change(carrier, **fields):
    Carrier.objects.filter(pk=carrier.pk).update(**fields)


def call(line, *, phone=PHONE, facts=None):
    made = line(phone=phone, facts=facts)
    made.open()
    return made


def identify(line, **where):
    made = call(line, **where)
    is_recognized = "Is this" in made.replies[0].text
    made.say(*((YES,) if is_recognized else (MINE, YES)))
    return made


def book(made):
    """Ask for the load, take what is offered, confirm it."""
    return made.say(means("load 482101", load="482101"), YES, YES, YES)


def vetting(carrier, *codes, assessment="incomplete"):
    """Its latest vetting, as by new facts."""
    change(carrier, rules_assessment=assessment, vetted_at=NOW)
    reasons = [{"code": code, "severity": assessment, "words": "Because."} for code in codes]
    return Vetting.objects.create(
        organization_id=carrier.organization_id,
        carrier=carrier,
        assessment=assessment,
        reasons=reasons,
        rules_version=0,
        trigger="facts",
        vetted_at=NOW,
        confirmed_at=NOW,
    )


# Refusals


def test_blocked_carrier_hears_no_rate_and_colleagues_hear_why(line, carrier, load):
    change(carrier, is_blocked=True, block_reason="Double brokered in May")
    made = identify(line)

    assert made.replies[-1].text == REFUSED
    assert made.replies[-1].is_last
    conclusion = made.conclude()
    assert conclusion.tags == ("carrier_not_qualified",)
    assert conclusion.extracted["notQualifiedReason"] == (
        "Blue Mesa Transport LLC is marked “Do not use”: Double brokered in May."
    )
    assert conclusion.summary.endswith("in May. Rates weren't discussed.")


@pytest.mark.parametrize("risk", PhoneRisk.values)
def test_number_of_ill_repute_hears_no_rate_whatever_the_papers(line, carrier, load, in_acme, risk):
    ContactFinding.objects.create(
        organization=in_acme, address=PHONE, source="identity", risks=[risk], found_at=NOW
    )
    made = identify(line)

    assert (made.replies[-1].text, made.replies[-1].is_last) == (REFUSED, True)
    assert PHONE in made.conclude().extracted["notQualifiedReason"]


def test_other_numbers_risks_and_cleared_ones_do_no_harm(line, carrier, load, in_acme, rival):
    for organization, address, risks in (
        (in_acme, OTHER, ["fraud"]),
        (in_acme, PHONE, []),
        (rival, PHONE, ["fraud"]),
    ):
        ContactFinding.unscoped.create(
            organization=organization, address=address, source="identity", risks=risks, found_at=NOW
        )
    book(identify(line))
    assert Booking.objects.exists()


def test_carrier_that_is_blocked_while_it_talks_books_nothing(line, carrier, load):
    made = identify(line)
    made.say(means("load 482101", load="482101"), YES, YES)
    change(carrier, is_blocked=True)

    assert made.say(YES).is_last
    assert not Booking.objects.exists()


def test_we_take_leave_of_a_blocked_carrier_that_we_have_called(line, carrier, load):
    change(carrier, is_blocked=True)
    made = line(facts={"loadId": "482101", "dotNumber": DOT})

    assert made.open().is_last
    assert made.replies[-1].amounts == ()


# Whose number


def test_any_registered_number_will_do(line, carrier, load, in_acme):
    CarrierContact.objects.create(organization=in_acme, carrier=carrier, phone=OTHER, name="Ann")
    book(identify(line, phone=OTHER))
    assert Booking.objects.get().kind == "e2e"


@pytest.mark.parametrize("phone", [OTHER, "", "anonymous"])
def test_other_number_means_a_call_back_to_the_registered_one(line, carrier, load, in_acme, phone):
    CarrierContact.objects.create(
        organization=in_acme, carrier=carrier, phone=OTHER, is_registered=False, name="Hearsay"
    )
    made = identify(line, phone=phone)
    said = book(made)

    assert "they'll call you back at the one on file to confirm before anything is booked." in said.text
    assert not Booking.objects.exists()
    assert Bid.objects.get().amount == 1500
    made.say(NO)
    conclusion = made.conclude()
    assert conclusion.tags == ("negotiation", "callback_requested")
    assert conclusion.extracted["callbackPhone"] == PHONE


def test_call_back_goes_to_a_contact_where_the_carrier_has_no_phone_itself(line, carrier, load, in_acme):
    change(carrier, phone="")
    CarrierContact.objects.create(organization=in_acme, carrier=carrier, phone=OTHER)
    made = identify(line)
    book(made)
    assert made.state["callback"]["phone"] == OTHER


def test_time_to_call_back_does_not_change_the_number(line, carrier, load):
    made = identify(line, phone=OTHER)
    made.say(means("call me at two", Act.CALLBACK, time=datetime(2026, 3, 2, 14, 0), digits="3125550177"))
    assert made.conclude().extracted["callbackPhone"] == PHONE


# Not vetted to the end


def test_incomplete_carrier_hears_what_is_missing_and_may_bid(line, carrier, load, in_acme):
    VettingRules.objects.create(organization=in_acme, papers_email="papers@acme.example")
    vetting(
        carrier, "liability_insurance_unknown", "needs_to_onboard", "connection_unknown", "safety_unknown"
    )
    made = identify(line)

    said = made.replies[-1]
    assert said.text.startswith(
        "Thank you. Before anything is booked the team needs a certificate of your liability insurance and your "
        "carrier packet. Please email it to papers at acme dot example."
    )
    assert said.expecting == Expecting.LOAD
    book(made)
    assert (Bid.objects.count(), Booking.objects.count()) == (1, 0)
    made.say(NO)
    assert made.conclude().extracted["missingPapers"] == [
        "liability_insurance_unknown",
        "needs_to_onboard",
        "connection_unknown",
        "safety_unknown",
    ]


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (
            ["cargo_insurance_unknown"],
            "the team needs a certificate of your cargo insurance; they'll tell you",
        ),
        (["safety_unknown"], "Your file with us isn't complete yet"),
        ([], "Your file with us isn't complete yet"),
    ],
)
def test_what_the_team_must_look_up_is_not_asked_of_the_carrier(line, carrier, load, codes, said):
    vetting(carrier, *codes)
    assert said in identify(line).replies[-1].text


def test_somebody_on_another_number_hears_nothing_about_the_file(line, carrier, load):
    vetting(carrier, "liability_insurance_unknown")
    assert "insurance" not in identify(line, phone=OTHER).replies[-1].text


def test_incomplete_carrier_is_put_through_where_the_organization_wants_that(line, carrier, load, in_acme):
    VettingRules.objects.create(organization=in_acme, transfers_incomplete=True)
    CallingRules.objects.update_or_create(
        organization=in_acme,
        defaults={"transfer_number": "+13125550100", "transfer_hours_start": 0, "transfer_hours_end": 24},
    )
    vetting(carrier, "liability_insurance_unknown")
    made = identify(line)

    assert made.replies[-1].transfer.to == "+13125550100"
    assert "Blue Mesa Transport LLC" in made.replies[-1].transfer.whisper


def test_nobody_there_to_put_an_incomplete_carrier_through_to_means_a_call_back(line, carrier, load, in_acme):
    VettingRules.objects.create(organization=in_acme, transfers_incomplete=True)
    vetting(carrier, "liability_insurance_unknown")
    assert identify(line).replies[-1].expecting == Expecting.TIME


def test_dot_number_that_the_file_lacks_is_asked_for_and_read_back(line, carrier, load):
    change(carrier, dot_number=None)
    vetting(carrier, "authority_unknown")
    made = identify(line)
    assert made.replies[-1].text == "Thank you. And what is your DOT number?"

    assert "DOT 2 7 9 0 1 1 2" in made.say(means(digits=str(DOT))).text
    said = made.say(YES)
    assert "a copy of your operating authority" in said.text
    stored = Conversation.objects.get(pk=made.conversation.pk)
    assert (stored.dot_number, stored.carrier_id) == (DOT, carrier.pk)


def test_carrier_that_does_not_know_its_dot_number_goes_on_without(line, carrier, load):
    change(carrier, dot_number=None)
    vetting(carrier, "authority_unknown")
    said = identify(line).say(means("don't know", Act.UNSURE))
    assert said.expecting == Expecting.LOAD


def test_partial_pass_bids_and_a_person_decides(line, carrier, load):
    vetting(carrier, "cargo_insurance_low", assessment="partial_pass")
    said = book(identify(line))
    assert "they'll confirm before anything is booked" in said.text
    assert (Bid.objects.count(), Booking.objects.count()) == (1, 0)


def test_vetted_carrier_books_though_no_rule_asks_for_onboarding(line, carrier, load):
    change(carrier, vetted_at=NOW, connection_status="")
    book(identify(line))
    assert Booking.objects.exists()


def test_imported_pass_without_onboarding_is_left_to_a_person(line, carrier, load):
    change(carrier, connection_status="needs_to_onboard")
    book(identify(line))
    assert not Booking.objects.exists()


# Restrictions


def restrict(organization, **fields):
    return HaulRestriction.objects.create(organization=organization, **fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"equipment_types": ["van"]},
        {"destination_state": "GA"},
        {"origin_state": "TX", "origin_country": "US"},
    ],
)
def test_load_that_is_not_for_the_carrier_is_not_told_of(line, carrier, load, in_acme, fields):
    restrict(in_acme, carrier=carrier, **fields)
    made = identify(line)
    said = made.say(means("load 482101", load="482101"))

    assert said.text.startswith("I'm sorry, that load isn't one that I can offer you.")
    assert "Dallas" not in said.text
    made.say(NO)
    assert made.conclude().tags[0] == "load_unavailable"


def test_others_are_offered_instead_only_where_they_are_for_the_carrier(line, carrier, load, in_acme):
    LoadFactory(organization=in_acme, external_id="482102")
    LoadFactory(
        organization=in_acme, external_id="482103", destination_city="Memphis", destination_state="Tennessee"
    )
    LoadFactory(organization=in_acme, external_id="482104", destination_city="Reno", destination_state="NV")
    restrict(in_acme, destination_state="GA")
    restrict(in_acme, carrier=carrier, destination_state="TN")
    restrict(in_acme, carrier=CarrierFactory(organization=in_acme), destination_state="NV")

    said = identify(line).say(means("load 482101", load="482101")).text
    assert "4 8 2 1 0 4" in said
    assert "4 8 2 1 0 2" not in said
    assert "4 8 2 1 0 3" not in said


def test_restriction_of_all_carriers_holds_for_one_that_nobody_knows(line, load, in_acme):
    restrict(in_acme, equipment_types=["van"])
    said = identify(line).say(means("load 482101", load="482101"))
    assert said.text.startswith("I'm sorry, that load isn't one that I can offer you.")


@pytest.mark.parametrize(("assessment", "is_booked"), [("pass", True), ("partial_pass", False)])
def test_restriction_may_leave_the_word_to_a_person(line, carrier, load, in_acme, assessment, is_booked):
    restrict(in_acme, effect="partial_pass", only_partial=True)
    change(carrier, rules_assessment=assessment)
    book(identify(line))
    assert Booking.objects.exists() == is_booked
    assert Bid.objects.exists()


def test_restriction_to_a_persons_word_holds_for_a_carrier_that_passes(line, carrier, load, in_acme):
    restrict(in_acme, effect="partial_pass", equipment_types=["van"])
    book(identify(line))
    assert (Bid.objects.count(), Booking.objects.count()) == (1, 0)


def test_restriction_that_comes_while_they_talk_holds_at_the_close(line, carrier, load, in_acme):
    made = identify(line)
    made.say(means("load 482101", load="482101"), YES, YES)
    restrict(in_acme, equipment_types=["van"])

    assert "isn't one that I can offer you" in made.say(YES).text
    assert not Booking.objects.exists()
