"""Who is on the line, and the ways out of a talk that anybody may take."""

from datetime import datetime
from decimal import Decimal

import pytest

from calls.language.reading import Act, Expecting, Topic
from calls.language.understanding import understand
from calls.models import CallingRules, Conversation
from carriers.models import Carrier
from tests.bids.carrier_sales.conftest import BYE, DOT, MC, MINE, NO, PHONE, UNCLEAR, YES, ask, means
from tests.calls.agent.test_model_talks import Model
from tests.factories import CarrierFactory, LoadFactory

STRANGER = "+18065550999"  # no carrier's registered number


def test_greeting_says_that_it_is_automated_and_asks_who_calls(line):
    said = line().open()

    assert said.text == (
        "Thanks for calling Acme Freight, you've got the automated assistant. "
        "Can I get your MC or DOT number?"
    )
    assert said.expecting == Expecting.IDENTITY
    assert not said.is_last


@pytest.mark.parametrize(
    ("greeting", "start"),
    [
        ("Hello, Acme here.", "Hello, Acme here. I'm the automated assistant with Acme Freight. Can I"),
        ("Hi, Acme's automated desk.", "Hi, Acme's automated desk. Can I"),
    ],
)
def test_agents_own_greeting_comes_first(line, greeting, start):
    made = line()
    made.agent.greeting = greeting

    assert made.open().text.startswith(start)


def test_number_is_read_back_digit_by_digit_and_kept_when_confirmed(line, carrier):
    made = line(phone=STRANGER)
    made.open()

    read_back = made.say(MINE)
    assert "MC 7 9 0 1 1 2" in read_back.text
    assert read_back.expecting == Expecting.CONFIRMATION
    assert Conversation.objects.get(pk=made.conversation.pk).mc_number == ""

    assert made.say(YES).expecting == Expecting.LOAD
    stored = Conversation.objects.get(pk=made.conversation.pk)
    assert (stored.mc_number, stored.dot_number, stored.carrier_id) == (MC, DOT, carrier.pk)
    assert (stored.connection_status, stored.rules_assessment) == ("onboarded", "pass")


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        (means(digits=MC), "MC 7 9 0 1 1 2"),
        (means(digits=str(DOT)), "DOT 2 7 9 0 1 1 2"),
        (means(dot=str(DOT)), "DOT 2 7 9 0 1 1 2"),
        (means(mc=MC, dot=str(DOT)), "MC 7 9 0 1 1 2, DOT 2 7 9 0 1 1 2"),
        (means(mc="0790112"), "MC 7 9 0 1 1 2"),
    ],
)
def test_bare_digits_are_the_number_that_a_carrier_has(line, carrier, heard, said):
    made = line(phone=STRANGER)
    made.open()

    assert said in made.say(heard).text


@pytest.mark.parametrize(
    "heard", [means(digits="12"), means(digits="2145550100"), means(load="482101", digits="482101")]
)
def test_other_digits_are_no_mc_number(line, heard):
    made = line()
    made.open()

    assert made.say(heard).expecting == Expecting.IDENTITY


def test_number_that_was_misheard_is_asked_again(line, carrier):
    made = line(phone=STRANGER)
    made.open()

    again = made.say(means(mc="790122", digits="790122"), NO)
    assert again.text == "Sorry about that. What is the right MC or DOT number?"
    assert "MC 7 9 0 1 1 2" in made.say(MINE).text


def test_correction_in_the_same_breath_is_read_back(line, carrier):
    made = line(phone=STRANGER)
    made.open()

    said = made.say(means(mc="790122"), means("no, 790112", Act.NO, digits=MC))

    assert "MC 7 9 0 1 1 2" in said.text
    assert made.say(YES).expecting == Expecting.LOAD


@pytest.mark.parametrize(
    "papers",
    [{"connection_status": "do_not_dispatch"}, {"rules_assessment": "fail"}],
    ids=["status", "rules"],
)
def test_carrier_that_fails_hears_no_rate_and_no_reason(line, carrier, load, papers):
    Carrier.objects.filter(pk=carrier.pk).update(**papers)
    made = line(phone=STRANGER)
    made.open()

    said = made.say(MINE, YES)

    assert said.is_last
    assert said.text == "Sorry, I can't put you on a load right now. Thanks for calling, goodbye."
    conclusion = made.conclude()
    assert conclusion.tags == ("carrier_not_qualified",)
    assert conclusion.extracted["outcome"] == "not_qualified"


def test_numbers_of_two_carriers_identify_neither(line, carrier, in_acme):
    CarrierFactory(organization=in_acme, mc_number="555111", dot_number=2555111)
    made = line(phone=STRANGER)
    made.open()

    made.say(means(mc="555111", dot=str(DOT)), YES)

    assert Conversation.objects.get(pk=made.conversation.pk).carrier is None
    assert made.state["verdict"] == "bid"


def test_good_dot_number_does_not_hide_a_failing_mc_number(line, carrier, in_acme):
    CarrierFactory(organization=in_acme, mc_number="555111", dot_number=2555111, rules_assessment="fail")
    made = line(phone=STRANGER)
    made.open()

    assert made.say(means(mc="555111", dot=str(DOT)), YES).is_last


def test_carriers_of_another_tenant_are_unknown(line, rival):
    CarrierFactory(organization=rival, mc_number=MC, dot_number=DOT)
    made = line()
    made.open()

    made.say(MINE, YES)

    assert made.state["verdict"] == "bid"
    assert Conversation.objects.get(pk=made.conversation.pk).carrier is None


def test_who_it_is_and_what_it_is_is_told_at_any_time(line):
    made = line()
    made.open()

    said = made.say(means("are you a robot?", topics=frozenset({Topic.ROBOT})))

    assert said.text.startswith(
        "I'm an automated assistant, not a person; I work for Acme Freight. What is your"
    )
    assert said.expecting == Expecting.IDENTITY


def test_caller_who_is_not_understood_is_called_back(line):
    made = line()
    made.open()

    replies = [made.say(UNCLEAR) for _ in range(4)]

    assert [reply.is_last for reply in replies] == [False, False, False, True]
    assert len({reply.text for reply in replies}) == 4
    assert made.conclude().tags == ("callback_requested",)


@pytest.mark.parametrize("heard", [UNCLEAR, YES, NO, ask(2400), means(topics=frozenset({Topic.WEIGHT}))])
def test_every_talk_ends(calling, heard):
    for _ in range(61):
        if calling.replies[-1].is_last:
            break
        calling.say(heard)

    assert calling.replies[-1].is_last


def test_time_to_call_back_is_kept_with_its_zone(haggling):
    said = haggling.say(means("call me at two", Act.CALLBACK, time=datetime(2026, 3, 2, 14, 0)))

    assert said.text == "Alright, someone will call you back today at 2 PM. Thank you, goodbye."
    assert said.is_last
    conclusion = haggling.conclude()
    assert conclusion.tags == ("callback_requested",)
    told = conclusion.extracted
    assert (told["outcome"], told["callbackTime"], told["callbackTimezone"], told["callbackPhone"]) == (
        "callback",
        "2026-03-02T14:00",
        "America/Chicago",
        PHONE,
    )


def test_caller_from_a_registered_number_is_asked_for_the_company(line, carrier, load):
    made = line()

    opened = made.open()
    said = made.say(means("yeah this is mike, about 482101", Act.YES, load="482101", name="Mike"))

    assert opened.text.endswith("Is this Blue Mesa Transport LLC?")
    assert opened.expecting == Expecting.CONFIRMATION
    assert said.text.startswith("Thanks, Mike. Load 4 8 2 1 0 1")
    stored = Conversation.objects.get(pk=made.conversation.pk)
    assert (stored.mc_number, stored.dot_number) == (MC, DOT)


def test_somebody_else_on_a_registered_number_is_asked_for_theirs(line, carrier):
    made = line()
    made.open()

    assert made.say(NO).expecting == Expecting.IDENTITY
    assert "MC 5 5 5 1 1 1" in made.say(means("MC 555111", mc="555111")).text


def test_number_that_two_carriers_share_names_neither(line, carrier, in_acme):
    CarrierFactory(organization=in_acme, mc_number="555111", dot_number=2555111, phone=PHONE)

    assert line().open().expecting == Expecting.IDENTITY


def test_load_that_is_named_before_the_number_is_not_forgotten(line, carrier, load):
    made = line(phone=STRANGER)
    made.open()

    said = made.say(means("calling on 482101", load="482101", digits="482101"))

    assert said.text.startswith("Got it, I'll look that up. ")
    assert said.expecting == Expecting.IDENTITY
    assert "goes from Dallas, TX" in made.say(MINE, YES).text


def test_load_and_bare_number_in_one_breath_are_told_apart(line, carrier, load):
    made = line(phone=STRANGER)
    made.open()

    assert "MC 7 9 0 1 1 2" in made.say(means("482101. 790112.", load="482101", digits=MC)).text


def test_time_to_call_back_counts_more_than_a_figure_beside_it(haggling):
    heard = means("call me at half past 2", Act.CALLBACK, time=datetime(2026, 3, 2, 14, 30), money=(2000,))

    assert haggling.say(heard).text.startswith("Alright, someone will call you back today at 2:30 PM.")


def test_thanks_are_an_end_when_all_is_said(haggling):
    assert haggling.say(YES, YES, NO, means("nada más, gracias")).is_last


def test_time_to_call_back_is_asked_for(haggling):
    asked = haggling.say(means("let me think", Act.CALLBACK))
    said = haggling.say(means("nine", time=datetime(2026, 3, 3, 9, 0)))

    assert asked.expecting == Expecting.TIME
    assert said.text == "Alright, someone will call you back tomorrow at 9 AM. Thank you, goodbye."


def test_caller_who_leaves_the_time_open_is_called_back_all_the_same(haggling):
    said = haggling.say(means("later", Act.CALLBACK), means("whenever", Act.UNSURE))

    assert said.is_last
    assert haggling.conclude().extracted["callbackTime"] is None


@pytest.mark.usefixtures("fixed_steps")
def test_person_takes_the_line_and_hears_what_it_is_about(haggling, in_acme):
    CallingRules.objects.update_or_create(
        organization=in_acme,
        defaults={"transfer_number": "+13125550100", "transfer_hours_start": 0, "transfer_hours_end": 24},
    )
    haggling.say(ask(2400))

    said = haggling.say(means("let me talk to a person", Act.WANTS_PERSON))

    assert said.transfer.to == "+13125550100"
    assert said.transfer.whisper == (
        "Blue Mesa Transport LLC (MC 790112) about load 482101, Dallas, TX to Atlanta, GA, "
        "our last offer $1,500, carrier's ask $2,400."
    )
    conclusion = haggling.conclude()
    assert conclusion.tags == ("transferred", "negotiation")
    assert conclusion.extracted["outcome"] == "transferred"


@pytest.mark.parametrize(
    ("status", "outcome"), [("connected", "transferred"), ("failed", "dropped"), ("dialing", "dropped")]
)
def test_person_who_did_not_pick_up_has_not_taken_the_line(haggling, in_acme, status, outcome):
    CallingRules.objects.update_or_create(
        organization=in_acme,
        defaults={"transfer_number": "+13125550100", "transfer_hours_start": 0, "transfer_hours_end": 24},
    )
    haggling.say(means("a person", Act.WANTS_PERSON))
    stored = Conversation.objects.get(pk=haggling.conversation.pk)
    stored.skill_state["transfer"] = {"status": status}
    stored.save()

    conclusion = haggling.conclude()

    assert conclusion.extracted["outcome"] == outcome
    assert ("transferred" in conclusion.tags) == (status == "connected")


def test_call_back_that_the_runtime_noted_is_told(haggling):
    stored = Conversation.objects.get(pk=haggling.conversation.pk)
    stored.skill_state["call_back"] = {"words": "at two", "time": "2026-03-02T14:00:00", "phone": PHONE}
    stored.save()

    told = haggling.conclude().extracted

    assert (told["outcome"], told["callbackTime"], told["callbackPhone"]) == (
        "callback",
        "2026-03-02T14:00:00",
        PHONE,
    )


def test_carrier_may_change_its_mind_instead_of_a_call_back(haggling):
    haggling.say(means("call me later", Act.CALLBACK))

    read_back = haggling.say(means("you know what, book it", Act.AGREES))

    assert read_back.amounts == (Decimal(1500),)
    haggling.say(YES, NO)
    assert haggling.conclude().tags == ("booking_confirmed",)


def test_load_that_was_deleted_meanwhile_is_gone(haggling, load):
    load.delete()

    assert haggling.say(YES).text.startswith("I'm sorry, that load was taken just now.")


def test_nobody_there_means_a_call_back(haggling):
    said = haggling.say(means("a person", Act.WANTS_PERSON))

    assert said.text.startswith("I'm sorry, no one from the team can take the call right now.")
    assert said.transfer is None
    assert said.expecting == Expecting.TIME


def test_talk_is_taken_up_again_where_it_stood(line, carrier, load):
    made = line()
    made.open()
    resumed = [made.resume().text]
    for heard in (YES, means("482101", load="482101"), YES, YES, YES):
        made.say(heard)
        resumed.append(made.resume().text)

    assert all(text.startswith("Sorry, the line dropped for a moment. ") for text in resumed)
    asked = ["Blue Mesa Transport LLC", "load", "dry van", "$1,500", "at $1,500", "rate con"]
    assert [word for word, text in zip(asked, resumed, strict=True) if word not in text] == []


def test_understanding_is_told_what_is_on_the_table(haggling):
    listening = haggling.listening(Expecting.OFFER)

    assert (listening.offer, listening.miles) == (Decimal(1500), Decimal(781))
    assert listening.now == datetime(2026, 3, 2, 9, 0)


def test_caller_who_says_bye_at_once_leaves_an_inquiry(line):
    made = line()
    made.open()

    assert made.say(BYE).is_last
    conclusion = made.conclude()
    assert (conclusion.tags, conclusion.extracted["outcome"]) == (("general_inquiry",), "inquiry")


def test_line_that_drops_before_anything_was_said(line):
    made = line()
    made.open()

    assert made.conclude().tags == ("dropped",)


def test_opted_out_and_wrong_numbers_are_the_runtimes(line):
    made = line()
    made.open()
    stored = Conversation.objects.get(pk=made.conversation.pk)
    stored.skill_state["is_opted_out"] = True
    stored.save()

    assert made.conclude().extracted["outcome"] == "opted_out"


@pytest.fixture
def released(in_acme, carrier):
    """A load about which carriers may be called."""
    return LoadFactory(organization=in_acme, external_id="482101", is_outbound_sales_enabled=True)


FACTS = {"loadId": "482101", "dotNumber": DOT, "contactName": "Mike"}


def test_call_of_ours_tells_of_the_load_at_once(line, released):
    made = line(facts=FACTS)

    said = made.open()

    assert said.text.startswith(
        "Hi Mike, this is the automated assistant with Acme Freight, calling about a load. "
        "Load 4 8 2 1 0 1 goes from Dallas, TX to Atlanta, GA, 781 miles."
    )
    assert said.expecting == Expecting.EQUIPMENT
    made.say(YES, YES, YES, NO)
    conclusion = made.conclude()
    assert conclusion.tags == ("booking_confirmed", "new_opportunity")
    assert conclusion.summary.startswith("We called Blue Mesa Transport LLC (DOT 2790112) about load 482101")


def test_who_is_called_may_ask_about_which_load(line, released):
    made = line(facts={"loadId": "482101"})
    made.open()
    words = "okay what load are you calling about first of all"

    said = made.say(understand(words, made.listening(Expecting.IDENTITY)))

    assert said.text.startswith("That's Dallas, TX to Atlanta, GA, picking up")
    assert said.expecting == Expecting.CONFIRMATION  # is it the company that the number is registered for?


def test_carrier_called_in_vain_is_not_interested(line, released):
    made = line(facts=FACTS)
    made.open()

    assert made.say(NO).is_last
    conclusion = made.conclude()
    assert (conclusion.tags, conclusion.extracted["outcome"]) == (("not_interested",), "declined")


def test_failing_carrier_that_we_call_hears_nothing_of_the_load(line, released, carrier):
    Carrier.objects.filter(pk=carrier.pk).update(rules_assessment="fail")

    said = line(facts=FACTS).open()

    assert said.is_last
    assert "Dallas" not in said.text


def test_load_that_is_gone_when_somebody_answers(line, released):
    released.status = "COVERED"
    released.save()
    made = line(facts=FACTS)

    said = made.open()

    assert said.is_last
    assert "The load I was calling about is no longer available." in said.text
    assert made.conclude().tags == ("load_unavailable",)


def test_unknown_carrier_that_we_call_bids(line, released):
    made = line(facts=FACTS | {"dotNumber": 3999999})
    made.open()

    assert made.say(YES, YES, YES).text.startswith("I'll pass $1,500")


def test_who_wants_to_be_set_up_and_hides_their_number_is_asked_how_to_reach_them(line):
    made = line(phone="anonymous")
    made.open()
    words = "just get me set up with you"
    made.say(means(words, Act.ASKS, Topic.SETUP), means("MC 170224", mc="170224", digits="170224"))
    asked = made.say(YES)
    said = made.say(means("it's 417 555 0199", phone="4175550199", digits="4175550199"))

    assert "email or number" in asked.text
    assert not said.is_last
    assert made.conclude().extracted["contactPhone"] == "4175550199"
    assert made.conclude().summary == (
        "A carrier (MC 170224) called to get set up, to be reached at (417) 555-0199."
    )


@pytest.mark.parametrize(
    ("words", "whom"),
    [
        ("uh yeah but i just drive i dont book nothin you gotta talk to my dispatcher renee", "Renee"),
        ("im only the driver carla handles all that", "Carla"),
        ("yo nomas manejo eso lo ve mi esposa lupe", "Lupe"),
    ],
)
def test_who_books_for_a_driver_is_called_at_the_number_told(hold_call, words, whom):
    replies, data = hold_call(words, "its four one seven five five five oh one three three call her about it")

    assert whom in replies[1].text
    assert replies[2].is_last
    assert (data["callbackName"], data["callbackPhone"]) == (whom, "4175550133")
    assert data["callerName"] != whom


@pytest.mark.parametrize(
    "words", ["yeah i just drive dry vans what's it pay", "driver is with me yes a dry van"]
)
def test_who_drives_and_goes_on_is_sent_nowhere(hold_call, words):
    replies, data = hold_call(words)

    assert not data["callbackName"]
    assert "number can we reach" not in replies[1].text


@pytest.fixture
def hold_call(hold):
    """A call of ours about the load, as the rules read it."""
    return lambda *said: hold(Model(), *said, is_outbound=True)
