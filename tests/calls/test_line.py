"""What happens to a line besides the talk, over the wire: transfers, take-overs, hang-ups, recordings."""

import wave
from io import BytesIO

import pytest

from calls.models import Call, CallingRules, Recording, Transfer
from calls.states import CallStatus
from organizations import services as organizations
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from organizations.tenancy.states import Role, Scope
from tests.factories import NOW, AgentFactory, MembershipFactory, OrganizationFactory, PhoneNumberFactory
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sampled(4)]

NUMBER, CARRIER, BROKER = "+12145550100", "+13125550142", "+13125550199"
ALL_DAY = {"transfer_hours_start": 0, "transfer_hours_end": 24}


@pytest.fixture
def brokerage(loadline):
    organization = OrganizationFactory(name="Acme Freight")
    agent = AgentFactory(organization=organization, prompt="Does it stand? Which dock is it?")
    PhoneNumberFactory(organization=organization, number=NUMBER, agent=agent)
    return organization


@pytest.fixture
def broker(brokerage):
    return MembershipFactory(organization=brokerage, role=Role.BROKER).user


def set_rules(organization, **rules):
    CallingRules.unscoped.update_or_create(organization=organization, defaults=rules)


def the_call():
    return Call.unscoped.select_related("conversation").get()


def eventually(look):
    return wait_until(look, Call.unscoped.values)


def ended():
    return eventually(lambda: Call.unscoped.filter(status__in=Call.lifecycle.final).first() and the_call())


def connected():
    return eventually(lambda: Call.unscoped.filter(status=CallStatus.ANSWERED).first())


def begun():
    return eventually(
        lambda: Call.unscoped.filter(conversation__skill_state__is_begun=True).first() and the_call()
    )


# Transfers


def test_caller_is_put_through_and_the_person_knows_why(loadline, brokerage):
    set_rules(brokerage, transfer_number=BROKER, **ALL_DAY)
    loadline.exchange.subscriber(BROKER, answer="human", script=[])
    sid = loadline.exchange.inbound(
        to=NUMBER, from_=CARRIER, script=["Yes it does.", "Can I talk to a real person please?"]
    )

    heard = loadline.exchange.finished(sid=sid)
    call = ended()

    assert heard["transferredTo"] == BROKER
    (second,) = loadline.exchange.client().calls.list(to=BROKER)
    assert (second._from, second.status) == (NUMBER, "completed")
    transfer = Transfer.unscoped.get(call=call)
    assert (transfer.status, transfer.to_phone) == ("ENDED", BROKER)
    assert transfer.requested_at <= transfer.ringing_at <= transfer.connected_at <= transfer.ended_at
    assert "Yes it does." in transfer.whisper
    assert call.status == CallStatus.COMPLETED
    assert call.conversation.transferred_at
    assert "transferred" in call.conversation.content_tags


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("answer", ["busy", "no-answer", "fail"])
def test_caller_whom_nobody_takes_comes_back_and_gets_a_call_back(loadline, brokerage, answer):
    set_rules(brokerage, transfer_number=BROKER, **ALL_DAY)
    loadline.exchange.subscriber(BROKER, answer=answer, ringSeconds=0.1)
    sid = loadline.exchange.inbound(
        to=NUMBER, from_=CARRIER, script=["Let me talk to a human.", "Tomorrow at nine in the morning."]
    )

    heard = [line["text"] for line in loadline.exchange.finished(sid=sid)["lines"] if line["role"] == "agent"]
    call = ended()

    assert "no one picked up" in heard[-2]
    assert "call you back" in heard[-1]
    assert call.conversation.transferred_at is None
    assert "callback_requested" in call.conversation.content_tags
    assert call.conversation.extracted_data["callbackPhone"] == CARRIER


# Brokers


def test_broker_takes_a_call_over(loadline, brokerage, broker, client):
    loadline.exchange.subscriber(BROKER, answer="human", script=[])
    loadline.exchange.inbound(to=NUMBER, from_=CARRIER, script=[{"wait": 20}, "Hello?"])
    call = begun()
    client.force_login(broker)

    response = client.post(f"/calls/{call.pk}/take-over/", {"phone": "+1 (312) 555-0199"})

    assert response.status_code == 302
    call = ended()
    (second,) = loadline.exchange.client().calls.list(to=BROKER)
    assert (second._from, second.status) == (NUMBER, "completed")
    assert call.conversation.transferred_at
    assert call.order_done_at
    assert "transferred" in call.conversation.content_tags
    assert broker.memberships.get().phone == BROKER  # for the next time
    assert AuditEntry.unscoped.filter(action="call.taken_over", actor=f"user:{broker.pk}").exists()


def test_agent_goes_on_where_the_broker_doesnt_pick_up(loadline, brokerage, broker, client):
    loadline.exchange.subscriber(BROKER, answer="busy")
    loadline.exchange.inbound(to=NUMBER, from_=CARRIER, script=[{"wait": 1}, "Yes it does.", "Dock 12."])
    call = begun()
    client.force_login(broker)

    client.post(f"/calls/{call.pk}/take-over/", {"phone": BROKER})

    call = ended()
    assert call.conversation.transferred_at is None
    assert len(call.conversation.extracted_data["answers"]) == 2


@pytest.mark.deep_but("911")
@pytest.mark.parametrize(
    "phone", ["", "12", "+19005550123", "+442079460000", "+13125550199;ext=5", "\x07", "911"]
)
def test_number_that_may_not_be_called_takes_nothing_over(loadline, brokerage, broker, client, phone):
    loadline.exchange.inbound(to=NUMBER, from_=CARRIER, script=[{"wait": 5}, "Hello?"])
    call = begun()
    client.force_login(broker)

    assert client.post(f"/calls/{call.pk}/take-over/", {"phone": phone}).status_code == 400
    assert not the_call().order


def test_broker_hangs_up(loadline, brokerage, broker, client):
    sid = loadline.exchange.inbound(to=NUMBER, from_=CARRIER, script=[{"wait": 20}, "Hello?"])
    call = begun()
    client.force_login(broker)

    response = client.post(f"/calls/{call.pk}/hang-up/", headers={"HX-Request": "true"})

    assert response["HX-Redirect"] == f"/calls/{call.pk}/"
    loadline.exchange.finished(sid=sid)
    assert ended().status == CallStatus.COMPLETED
    assert AuditEntry.unscoped.filter(action="call.hung_up", actor=f"user:{broker.pk}").exists()


@pytest.mark.deep
def test_call_that_has_ended_cant_be_taken_over_or_hung_up(loadline, brokerage, broker, client):
    loadline.exchange.inbound(to=NUMBER, from_=CARRIER, script=["Bye."])
    call = ended()
    client.force_login(broker)

    for path, fields in (("hang-up", {}), ("take-over", {"phone": BROKER})):
        page = client.post(f"/calls/{call.pk}/{path}/", fields, follow=True)
        assert page.status_code == 200
        assert the_call().order == ""


@pytest.mark.deep
def test_viewer_may_do_neither(loadline, brokerage, client):
    loadline.exchange.inbound(to=NUMBER, from_=CARRIER, script=[{"wait": 5}, "Hello?"])
    call = begun()
    client.force_login(MembershipFactory(organization=brokerage, role=Role.VIEWER).user)

    page = client.get(f"/calls/{call.pk}/").content.decode()

    assert "Hang up" not in page
    assert "Take over" not in page
    assert client.post(f"/calls/{call.pk}/hang-up/").status_code == 403
    assert client.post(f"/calls/{call.pk}/take-over/", {"phone": BROKER}).status_code == 403


@pytest.mark.deep
def test_page_of_a_live_call_offers_both(loadline, brokerage, broker, client):
    loadline.exchange.inbound(to=NUMBER, from_=CARRIER, script=[{"wait": 5}, "Hello?"])
    call = begun()
    client.force_login(broker)

    page = client.get(f"/calls/{call.pk}/").content.decode()

    assert "Hang up" in page
    assert "Take over" in page
    assert client.get(f"/calls/{call.pk}/take-over/").status_code == 200


# Recordings


@pytest.fixture
def recorded(loadline, brokerage):
    """A call that was recorded, once the recording is in our storage."""
    set_rules(brokerage, records_calls=True, recording_announcement="We record this call.")
    loadline.exchange.inbound(to=NUMBER, from_=CARRIER, script=["Yes it does.", "Dock 12."])
    eventually(lambda: Recording.unscoped.exclude(stored_at=None).exists())
    return the_call()


def test_recording_is_announced_fetched_and_given_out(loadline, brokerage, broker, client, recorded):
    heard = loadline.exchange.calls()[0]["lines"]
    assert heard[0]["text"].startswith("We record this call. Hi there")
    assert recorded.recording_url == f"{loadline.web}/calls/{recorded.pk}/recording/"
    client.force_login(broker)

    answer = client.get(f"/calls/{recorded.pk}/recording/")

    assert (answer.status_code, answer["Content-Type"]) == (200, "audio/wav")
    sound = b"".join(answer.streaming_content)
    assert int(answer["Content-Length"]) == len(sound)
    with wave.open(BytesIO(sound)) as file:
        assert file.getnchannels() == 2
        assert file.getnframes() / file.getframerate() >= 1
    page = client.get(f"/calls/{recorded.pk}/").content.decode()
    assert (
        f'<audio class="recording" controls preload="metadata" src="/calls/{recorded.pk}/recording/"' in page
    )
    assert f'href="/calls/{recorded.pk}/recording/#t=' in page  # each line leads to its moment


@pytest.mark.deep_but(1)
@pytest.mark.parametrize(
    ("wanted", "status", "said"),
    [
        ("bytes=0-3", 206, "bytes 0-3/{size}"),
        ("bytes=4-", 206, "bytes 4-{last}/{size}"),
        ("bytes=-4", 206, None),
        ("bytes=0-999999999999", 206, "bytes 0-{last}/{size}"),
        ("bytes=999999999999-", 416, "bytes */{size}"),
        ("bytes=5-4", 416, "bytes */{size}"),
        ("bytes=-", 200, ""),
        ("bytes=0-1,3-4", 200, ""),
        ("bytes=٣-", 200, ""),
        ("pages=1-2", 200, ""),
    ],
)
def test_player_gets_the_part_it_asks_for(broker, client, recorded, wanted, status, said):
    client.force_login(broker)
    size = Recording.unscoped.get().size
    whole = client.get(f"/calls/{recorded.pk}/recording/").getvalue()

    answer = client.get(
        f"/calls/{recorded.pk}/recording/", headers={"Range": wanted, "Accept-Encoding": "gzip"}
    )

    part = answer.getvalue()
    assert answer.status_code == status
    if said is not None:
        assert answer.get("Content-Range", "") == said.format(size=size, last=size - 1)
    if status == 206:
        first, last = answer["Content-Range"].split()[1].split("/")[0].split("-")
        assert part == whole[int(first) : int(last) + 1]


def test_recording_is_for_its_own_organization_alone(client, brokerage, recorded):
    path = f"/calls/{recorded.pk}/recording/"
    rival = OrganizationFactory()

    def token(organization, *scopes):
        made = organizations.create_token(
            organization=organization, name="t", scopes=scopes, by=system("tests"), at=NOW
        )
        return {"Authorization": f"Bearer {made.plain}"}

    unsigned = client.get(path)
    assert (unsigned.status_code, unsigned["WWW-Authenticate"]) == (401, "Bearer")
    assert unsigned.json()["type"] == "/api/v1/docs#unauthenticated"
    assert client.get(path, headers={"Accept": "text/html,*/*;q=0.8"}).status_code == 302
    assert client.get(path, headers=token(brokerage, Scope.READ)).getvalue()[:4] == b"RIFF"
    assert client.get(path, headers=token(brokerage, Scope.CALL)).status_code == 403
    strange = client.get(path, headers=token(rival, Scope.READ))
    assert (strange.status_code, strange["Content-Type"]) == (404, "application/problem+json")
    client.force_login(MembershipFactory(organization=rival).user)
    assert client.get(path).status_code == 404


@pytest.mark.deep
def test_call_that_isnt_to_be_recorded_isnt(loadline, brokerage):
    set_rules(brokerage, records_calls=False)
    loadline.exchange.inbound(to=NUMBER, from_=CARRIER, script=["Bye."])

    assert not ended().is_recorded
    assert loadline.exchange.http.get("/exchange/calls").json()[0]["lines"][0]["text"].startswith("Hi there")
    assert not Recording.unscoped.exists()
