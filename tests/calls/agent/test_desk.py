"""Desks that do something else than settle the appointment: put us through, want it in writing, are closed, choose."""

from datetime import timedelta

import pytest

from bids.services.rehearsal_stage import Stage
from calls.language.desk import (
    asks_which,
    deadline,
    denies_saying,
    extension,
    opening,
    puts_us_through,
    says_cancelled,
    sends_elsewhere,
    tells_what_to_bring,
)
from calls.language.questions import asks_from
from calls.language.understanding import BuiltIn
from calls.models import OpenQuestion
from tests.calls.agent.test_custom_free import BRING, DOCK
from tests.factories import NOW


def hold(agent, load, *said):
    """What the agent says to each; the call's data; all that was passed on."""
    talk = Stage(agent, load, phone="+14175550131", at=NOW, language=BuiltIn())
    replies = [talk.opens(), *(talk.hears(words) for words in said)]
    told = talk.ends().conversation
    return (
        replies,
        told.extracted_data,
        [(each.topic, each.words) for each in OpenQuestion.objects.order_by("pk")],
    )


@pytest.mark.parametrize(
    ("words", "how"),
    [
        ("receiving's not here yet i'm just the front desk you want me to transfer you to marcus", "offers"),
        ("do you need me to put you through to shipping", "offers"),
        ("should i connect you with the dock", "offers"),
        ("quiere que lo comunique con recibo", "offers"),
        ("honey i don't do the appointments marcus does i'll put you through okay one sec", "does"),
        ("hold on i'll get her", "does"),
        ("lemme grab my supervisor", "does"),
        ("let me see if i can find somebody", "does"),
        ("permítame le busco al encargado", "does"),
        ("let me get him in at two", ""),
        ("let me get that number down", ""),
        ("i can put you down for nine", ""),
        ("i'll get him loaded right away", ""),
    ],
)
def test_being_put_through_is_heard(words, how):
    assert puts_us_through(words) == how


@pytest.mark.parametrize(
    ("words", "outcome"),
    [
        (
            "we don't do appointments over the phone you gotta email dock scheduling at midstates dot com",
            "by_email",
        ),
        (
            "i can't do nothing for you on the phone sir just send an email you want me to spell it",
            "by_email",
        ),
        ("email only hon", "by_email"),
        ("nomás por correo", "by_email"),
        ("that's all done online now you gotta go on opendock", "by_portal"),
        ("use the portal", "by_portal"),
        ("no no we're closed thursday and friday nobody's in till monday seven in the morning", "closed"),
        ("office opens at eight call back then", "closed"),
        ("no hay nadie hasta el lunes a las siete", "closed"),
        ("sir it's thanksgiving we're closed today and tomorrow i'm just security at the gate", "closed"),
        ("i'm just the guard i don't know nothing about appointments", "ask_other"),
        ("yo nomás soy el guardia", "ask_other"),
        ("i don't handle the scheduling", "ask_other"),
        # An hour is offered, or nothing of that is told.
        ("no sir were closed tomorrow i can do thursday between seven and eleven", ""),
        ("we open at seven he can come any time after", ""),
        ("yeah i got your email that works", ""),
        ("we close at two so no later than one thirty", ""),
        ("he checks in with security at the gate", ""),
        ("yes that still works for us", ""),
    ],
)
def test_desk_that_sends_us_elsewhere_is_heard(words, outcome):
    assert sends_elsewhere(words) == outcome


@pytest.mark.parametrize(
    ("words", "outcome"),
    [
        ("marge isn't in today, you got Pete, what's it about", ""),
        ("don Luis no vino hoy, habla Rosa, dígame", ""),
        ("marge isn't in today, she's back monday", "closed"),
    ],
)
def test_who_stands_in_for_somebody_is_no_closed_desk(words, outcome):
    assert sends_elsewhere(words) == outcome


def test_transfer_that_is_offered_is_taken_and_is_no_answer(desk, load):
    replies, told, _ = hold(
        desk,
        load,
        "receiving's not here yet i'm just the front desk you want me to transfer you to marcus",
        "honey i don't do the appointments marcus does i'll put you through okay one sec",
        "receiving this is marcus",
        "instead of what who's this for i don't know what load you're talkin about",
        "well what do you got it down for now",
        "yeah that works dock six",
    )

    assert [reply.is_patient for reply in replies[1:4]] == [True, True, False]
    assert replies[1].text == "Yes, please. I'll hold."
    assert replies[3].text == replies[0].text
    for reply in replies[4:6]:
        assert "It's the pickup in Dallas, TX tomorrow at 8 AM." in reply.text
        assert "pass" not in reply.text
    assert [each["answer"] for each in told["answers"]] == ["yeah that works dock six"] * 2
    assert replies[6].text.endswith(BRING)


def test_email_alone_is_an_outcome(desk, load):
    replies, told, open_questions = hold(
        desk,
        load,
        "we don't do appointments over the phone you gotta email dock scheduling at midstates warehouse dot com",
        "i can't do nothing for you on the phone sir just send an email you want me to spell it",
        "i got no appointment so i got no dock did you get the email it's d o c k dot scheduling at midstates w h s e "
        "dot com",
        "yes that's it",
    )

    assert replies[1].text == "I have scheduling@midstateswarehouse.com. Is that right?"
    assert replies[2].text == "Yes, please spell it."
    assert replies[3].text == "I have dock.scheduling@midstateswhse.com. Is that right?"
    assert replies[4].is_last
    assert (told["outcome"], told["contactEmail"]) == ("by_email", "dock.scheduling@midstateswhse.com")
    assert "answers" not in told
    assert open_questions == []


@pytest.mark.parametrize(
    ("words", "whom", "hour"),
    [
        ("we open at six but theresa gets here at seven", "Theresa", "at seven"),
        ("theresa is in at seven we open at six", "Theresa", "at seven we"),
        ("shipping opens at five hes in at nine ask for bo", "Bo", "at nine ask for bo"),
        ("abrimos a las seis la señora Inés llega a las nueve", "Inés", "a las nueve"),
        ("lou is there from six forty five till two", "Lou", "six forty five till two"),
    ],
)
def test_hour_is_of_whom_we_are_to_ask(words, whom, hour):
    assert opening(words, whom) == hour


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        ("dial extension four oh seven", "407"),
        ("ext 12 ask for lou", "12"),
        ("la extensión quince", "15"),
        ("marque a la extensión ciento doce porque yo salgo a comer", "112"),
        ("la extensión doscientos ocho", "208"),
        ("six", ""),
    ],
)
def test_extension_is_told_by_its_digits(words, digits):
    assert extension(words, "es" if "la " in words else "en") == digits


def test_address_is_asked_for_once(desk, load):
    replies, told, _ = hold(desk, load, "just send us an email", "it's on our website")

    assert replies[1].text == "Sure, we'll email. What's the address?"
    assert replies[2].is_last
    assert told["contactEmail"] is None


@pytest.mark.parametrize(
    ("said", "outcome", "opens", "name"),
    [
        (
            (
                "sir it's thanksgiving we're closed today and tomorrow i'm just security at the gate",
                "nobody's in till thursday seven in the morning ask for theresa",
            ),
            "closed",
            "2026-03-05T07:00:00",
            "Theresa",
        ),
        (
            ("office opens at eight tomorrow call back then", "uh ask for jenny"),
            "closed",
            "2026-03-03T08:00:00",
            "Jenny",
        ),
        (
            (
                "i'm just the guard i don't do appointments",
                "you gotta talk to steve he's in at six tomorrow morning",
            ),
            "ask_other",
            "2026-03-03T06:00:00",
            "Steve",
        ),
        (
            ("no hay nadie yo nomás soy el guardia regresan el jueves a las siete", "pregunte por don luis"),
            "closed",
            "2026-03-05T07:00:00",
            "Luis",
        ),
    ],
)
def test_hours_of_the_office_are_no_proposal(desk, load, said, outcome, opens, name):
    replies, told, _ = hold(desk, load, *said)

    assert replies[-1].is_last
    assert name in replies[-1].text
    assert (told["outcome"], told["opensAt"], told["contactName"]) == (outcome, opens, name)
    assert told["callbackTime"] == opens
    assert not {"proposedDay", "proposedTime", "answers"} & told.keys()


def test_who_offers_an_hour_after_all_is_heard(desk, load):
    replies, told, _ = hold(
        desk,
        load,
        "i'm just the guard i don't do appointments",
        "hang on i see it here i can do thursday at nine",
    )

    assert told["proposedTime"] == "09:00"
    assert "outcome" not in told
    assert replies[-1].text.endswith(DOCK)


def window(load, hours):
    load.pickup_end_time = load.pickup_time + timedelta(hours=hours)
    load.save()


@pytest.mark.parametrize(
    ("offer", "best"),
    [
        ("okay yeah nine's gone i can do eleven thirty or i got a one o'clock", "11:30"),
        ("eight's full we got ten or noon", "10:00"),
        ("no can do i could take him at seven tonight or tomorrow at eleven", "11:00"),
        ("a las ocho no se puede tengo lugar a las diez o a las once y media", "10:00"),
    ],
)
def test_earliest_that_suits_the_window_is_picked(desk, load, offer, best):
    window(load, 5)
    replies, told, _ = hold(desk, load, offer)

    assert told["proposedTime"] == best
    assert "proposedElse" in told
    assert "suits us best" in replies[-1].text or "queda mejor" in replies[-1].text


@pytest.mark.parametrize(
    ("said", "left", "beside"),
    [
        (
            ("hold on you want the ten not the eleven thirty cause the eleven thirty's the better one",),
            "11:30",
            False,
        ),
        (("i said eleven thirty put me down eleven thirty door fourteen",), "11:30", True),
        (("ten o'clock's gone now",), "11:30", False),
        (("i just lost the eleven thirty",), "10:00", False),
        (
            ("a las once y media mejor apártele las once y media y que se pegue al andén siete",),
            "11:30",
            True,
        ),
        (("dije a las diez ya quité la otra eh",), "10:00", False),
        (("so which one you want",), "10:00", False),
        (("you want ten or eleven thirty",), "10:00", False),
    ],
)
def test_what_is_settled_or_withdrawn_later_counts(desk, load, said, left, beside):
    window(load, 5)
    offer = "nine's gone i can do ten or eleven thirty"
    replies, told, _ = hold(desk, load, offer, *said)

    assert told["proposedTime"] == left
    assert "proposedElse" not in told
    assert len(told["answers"]) == 1 + beside
    assert "can't confirm" not in replies[-1].text


def test_hours_without_a_day_are_of_the_appointments_day(desk, load):
    load.pickup_time = load.pickup_time.replace(hour=17)
    window(load, 6)
    said = (
        "hi no we can't do five we got two thirty or four or thursday at nine",
        "i just lost the four o'clock",
    )
    _, told, _ = hold(desk, load, *said)

    assert (told["proposedDay"], told["proposedTime"]) == ("2026-03-03", "14:30")
    assert told["proposedElse"] == {"proposedDay": "2026-03-05", "proposedTime": "09:00"}


def test_closed_day_is_no_offer_and_another_is_asked_for(desk, load):
    replies, told, _ = hold(desk, load, "no we're closed tomorrow for the holiday")

    assert replies[-1].text.endswith("What would work for you instead?")
    assert "proposedDay" not in told


@pytest.mark.parametrize(
    ("words", "asks"),
    [
        ("so which one", True),
        ("which do you want", True),
        ("is it friday or saturday", True),
        ("a cuál hora entonces", True),
        ("which dock", False),
        ("either one works", False),
    ],
)
def test_question_which_of_them_is_heard(words, asks):
    assert asks_which(words) == asks


def test_by_when_they_need_to_know_is_passed_on(desk, load):
    replies, _, open_questions = hold(
        desk,
        load,
        "no i can get him in at two tomorrow or saturday anytime before noon",
        "i need to know by five",
    )

    assert "I'll tell them that you need to know by 5 PM." in replies[-1].text
    assert ("flexibility", "need to know by five") in open_questions
    assert deadline("he needs to know the code") == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("which company is this", "I'm the automated assistant"),
        ("what's your p o number hon", "It's about load 482113"),
        ("what load number again", "It's about load 482113"),
        ("what time do you have it down for", "It's the pickup in Dallas, TX tomorrow at 8 AM."),
        ("when's he scheduled", "It's the pickup in Dallas, TX tomorrow at 8 AM."),
        ("what carrier is it", "pass it on"),
        ("whose freight is it", "pass it on"),
    ],
)
def test_question_back_is_answered_and_no_answer(desk, load, words, told):
    replies, data, _ = hold(desk, load, words)

    expected = "This is the automated assistant" if "company" in words else told
    assert expected in replies[-1].text
    assert replies[-1].text.endswith("still work for you?")
    assert "answers" not in data


def test_load_that_is_there_is_no_yes_to_its_hour(desk, load):
    replies, data, _ = hold(desk, load, "okay i see it here yeah but what time do you have it for")

    assert "tomorrow at 8 AM" in replies[-1].text
    assert "answers" not in data


def test_spanish_desk_hears_spanish_alone(desk, load):
    replies, _, open_questions = hold(
        desk,
        load,
        "recibo buenos dias aqui casi todos hablamos español de que compañia me habla",
        "cual cita no le entendi y le pregunte de que compañia",
        "a ver si aqui esta pero a que hora la tiene usted",
    )

    company = desk.organization.name
    assert company in replies[1].text
    assert company in replies[2].text
    for reply in replies[1:]:
        assert "Es la recogida en Dallas, TX mañana a las 8 AM." in reply.text
        assert reply.text.endswith("¿Le sigue quedando bien esa cita?")
        assert "tomorrow" not in reply.text
    assert open_questions == []


@pytest.mark.parametrize(
    ("words", "denies"),
    [
        ("no i didn't say that", True),
        ("that's not what i said", True),
        ("oiga le dije que está la carga no que está bien la cita", True),
        ("i never said it works", True),
        ("yo no dije eso", True),
        ("i said door nine", False),
        ("he didn't say what time", False),
    ],
)
def test_denial_of_what_we_made_of_it_is_heard(words, denies):
    assert denies_saying(words) == denies


def test_what_was_never_said_is_taken_back_and_asked_again(desk, load):
    replies, told, _ = hold(desk, load, "yeah", "no that's not what i said i never said it works")

    assert replies[-1].text.startswith("Sorry, my mistake.")
    assert replies[-1].text.endswith("still work for you?")
    assert "answers" not in told


# Hours and days that are put right


@pytest.mark.parametrize(
    ("before", "words", "hour"),
    [
        ("friday at five", "five in the morning not pm", "05:00"),
        ("friday at five", "no a m", "17:00"),
        ("saturday at five in the afternoon", "i said five in the morning", "05:00"),
        ("friday at five", "five pallets in the morning", "17:00"),
    ],
)
def test_half_of_the_day_is_put_right(desk, load, before, words, hour):
    _, told, _ = hold(desk, load, "no can't do that tomorrow", before, words)

    assert told["proposedTime"] == hour


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("we're closed sundays but i can do tuesday at nine", "2026-03-03"),
        ("closed sunday i can do tuesday at nine", "2026-03-03"),
        ("cerrado el domingo puedo el martes a las nueve", "2026-03-03"),
        ("i can do sunday at nine", "2026-03-08"),
    ],
)
def test_closed_day_is_not_the_one_offered(desk, load, words, day):
    _, told, _ = hold(desk, load, "no that don't work", words)

    assert told["proposedDay"] == day


def test_who_does_what_is_no_question(desk, load):
    _, _, passed_on = hold(desk, load, "no that don't work", "monday at nine", "sue does the load stuff")

    assert passed_on == []


def test_what_the_driver_has_is_asked(desk, load):
    _, _, passed_on = hold(
        desk, load, "no that don't work", "monday at nine", "okay does the driver have straps"
    )

    assert len(passed_on) == 1


# An order that is gone, and instructions


@pytest.mark.parametrize(
    ("words", "is_gone"),
    [
        ("it says that p o was cancelled last week", True),
        ("that load's cancelled on my end", True),
        ("it says it's been canceled", True),
        ("esa orden ya la cancelaron", True),
        ("aquí aparece cancelada", True),
        ("somebody cancelled so i can do ten", False),
        ("your dispatch already cancelled that with us", True),
        ("it's not cancelled", False),
        ("it got cancelled but i can put him in friday at eight", False),
        ("we'll cancel it if he's late", False),
        ("la cita la cancelaron", False),
        ("no está cancelada", False),
    ],
)
def test_cancelled_order_is_heard(words, is_gone):
    assert says_cancelled(words) == is_gone


def test_cancelled_order_goes_to_the_team_and_no_dock_is_asked_for(desk, load):
    replies, data, passed_on = hold(
        desk,
        load,
        "this is receiving it says that p o was cancelled last week you need to talk to your customer",
        "ask for brenda in purchasing",
    )

    assert "cancelled" in replies[1].text
    assert "dock" not in replies[1].text
    assert "Brenda" in replies[2].text
    assert (data["outcome"], data["contactName"]) == ("order_cancelled", "Brenda")
    assert [topic for topic, _ in passed_on] == ["note"]
    load.refresh_from_db()
    assert load.status == "UNASSIGNED"


def test_order_that_is_found_after_all_goes_on(desk, load):
    replies, data, _ = hold(
        desk, load, "that order was cancelled", "no wait here it is yes tomorrow at nine i can do nine"
    )

    assert "dock" in replies[2].text
    assert "outcome" not in data


def test_what_the_driver_is_to_do_is_no_question_in_spanish(desk, load):
    replies, data, passed_on = hold(
        desk,
        load,
        "sí está bien bueno nomás hablo español",
        "póngale el andén siete pero que se reporte primero con el guardia",
        "que traiga chaleco y ojo aquí no hay baño para los choferes",
    )

    assert passed_on == []
    assert replies[-1].is_last
    assert len(data["answers"]) == 3


@pytest.mark.parametrize(
    ("words", "is_asked"),
    [
        ("que necesita el chofer", True),
        ("pero hay lugar para estacionar", True),
        ("como entra el chofer", True),
        ("que no llegue antes de las ocho", False),
        ("y que el chofer espere en la calle", False),
        ("llega como a las cinco", False),
        ("no hay baño", False),
    ],
)
def test_spanish_instruction_is_told_from_a_question(words, is_asked):
    assert (asks_from(words, "es") is not None) == is_asked


@pytest.mark.parametrize(
    ("words", "is_there"),
    [
        ("hon the driver is already here he got in an hour back", True),
        ("he checked in about two hours ago and theyre unloading him now", True),
        ("su chofer ya está aquí en el patio", True),
        ("that works if hes already here by five", False),
        ("he checks in at the window", False),
    ],
)
def test_truck_that_is_there_is_heard(words, is_there):
    assert (sends_elsewhere(words) == "truck_there") == is_there


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "im just the guard the receiving folks leave at three thirty ask for dolores",
            {"outcome": "ask_other", "closesAt": "2026-03-02T15:30:00", "contactName": "Dolores"},
        ),
        (
            "las citas las lleva norma ella entra mañana a las ocho",
            {"outcome": "ask_other", "opensAt": "2026-03-03T08:00:00", "contactName": "Norma"},
        ),
        (
            "thats for the other building hon call over there six oh two five five five oh one six six",
            {"outcome": "ask_other", "contactPhone": "6025550166"},
        ),
    ],
)
def test_who_does_it_and_until_when_they_are_in_is_kept(desk, load, words, told):
    _, data, _ = hold(desk, load, words)

    assert {name: value for name, value in data.items() if name in told} == told
    assert "opensAt" in told or data.get("opensAt") is None


def test_other_warehouse_is_heard_beside_the_dock(desk, load):
    replies, data, _ = hold(
        desk,
        load,
        "yes",
        "es para la otra bodega llame al seis cero dos cinco cinco cinco cero uno seis seis",
    )

    assert data["contactPhone"] == "6025550166"
    assert replies[-1].is_last


@pytest.mark.parametrize(
    ("words", "is_told"),
    [
        ("he needs to be here by eleven latest", False),
        ("the driver needs to check in at the guard shack", False),
        ("he needs a hard hat and boots", True),
        ("driver needs to bring straps", True),
    ],
)
def test_when_a_driver_needs_to_come_is_nothing_to_bring(words, is_told):
    assert tells_what_to_bring(words) is is_told
