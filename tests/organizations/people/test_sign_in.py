"""Signing in: pauses between guesses, the second step, admin's own page, where one is signed in."""

from datetime import timedelta

import pyotp
import pytest
from django.conf import settings as project
from django.contrib.auth import get_user
from django.test import Client
from django.utils import timezone
from redis import Redis
from redis.exceptions import ConnectionError as RedisAway

from organizations.actors import system
from organizations.models import AuditEntry, RecoveryCode, SecondFactor, SignedIn
from organizations.people import second_factor, throttle
from organizations.people.sign_in_views import BETWEEN
from tests.factories import NOW, UserFactory
from tests.organizations.people.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def is_in(client):
    return get_user(client).is_authenticated


# Pauses


def test_sixth_guess_waits_though_it_is_right(kim, sign_in):
    for _ in range(5):
        assert sign_in(kim.email, "wrong")[1].status_code == 200

    client, answer = sign_in(kim.email)

    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 30
    assert "Too many attempts. Wait" in answer.content.decode()
    assert not is_in(client)


@pytest.mark.deep
def test_unknown_account_waits_just_so(db, sign_in):
    answers = [sign_in("nobody@acme.example", "wrong")[1].status_code for _ in range(6)]

    assert answers == [200] * 5 + [429]


@pytest.mark.deep
def test_spelling_of_the_address_makes_no_difference(kim, sign_in):
    for email in (
        "kim@acme.example",
        "KIM@acme.example",
        " Kim@Acme.Example ",
        "kim@acme.example",
        "kim@ACME.example",
    ):
        sign_in(email, "wrong")

    assert sign_in(kim.email)[1].status_code == 429


@pytest.mark.deep
def test_success_forgets_the_failures(kim, sign_in):
    for _ in range(3):
        for _ in range(4):
            sign_in(kim.email, "wrong")
        assert sign_in(kim.email)[1].status_code == 302


@pytest.mark.deep
def test_empty_form_is_no_guess(kim, sign_in):
    for _ in range(9):
        assert sign_in(kim.email, "")[1].status_code == 200

    assert sign_in(kim.email)[1].status_code == 302


@pytest.mark.deep
def test_other_accounts_are_let_in_meanwhile(kim, sign_in):
    for _ in range(6):
        sign_in("nobody@acme.example", "wrong")

    assert sign_in(kim.email)[1].status_code == 302


@pytest.mark.deep
def test_address_waits_after_many_accounts(kim, sign_in, monkeypatch):
    monkeypatch.setattr(throttle, "PER_ADDRESS", 7)
    for number in range(7):
        sign_in(f"nobody{number}@acme.example", "wrong")

    assert sign_in(kim.email)[1].status_code == 429
    assert sign_in(kim.email, REMOTE_ADDR="203.0.113.9")[1].status_code == 302


@pytest.mark.deep
def test_office_that_signs_in_rightly_never_waits(kim, sign_in, monkeypatch):
    monkeypatch.setattr(throttle, "PER_ADDRESS", 3)

    assert [sign_in(kim.email)[1].status_code for _ in range(9)] == [302] * 9


def test_pauses_grow_to_a_quarter_of_an_hour(rf):
    waits = []
    one = throttle.guess(rf.get("/"), "password", "kim@acme.example")
    for _ in range(4):
        assert throttle.attempt(one) is None
    for _ in range(7):
        assert throttle.attempt(one) is None
        waits.append(round(throttle.attempt(one).total_seconds()))
        _let_time_pass(one)

    assert waits == [30, 60, 120, 240, 480, 900, 900]


def _let_time_pass(one):
    """As if the pause were over."""
    with Redis.from_url(project.REDIS_URL) as client:
        for key in one.keys:
            client.hdel(key, "until")


@pytest.mark.deep
def test_sign_in_works_without_redis(kim, sign_in, monkeypatch):
    def away(*args, **kwargs):
        raise RedisAway

    monkeypatch.setattr(throttle, "_script", lambda url, text: away)

    assert [sign_in(kim.email, "wrong")[1].status_code for _ in range(7)] == [200] * 7
    assert sign_in(kim.email)[1].status_code == 302


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "198.51.100.1", "10.0.0.1"),
        (1, "198.51.100.1", "198.51.100.1"),
        (1, "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        (2, "6.6.6.6, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        (1, "nonsense", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (3, "198.51.100.1", "10.0.0.1"),
    ],
)
def test_address_is_what_our_proxy_has_seen(rf, settings, proxies, forwarded, expected):
    settings.PROXIES = proxies
    request = rf.get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)

    assert throttle.client_address(request) == expected


def test_household_of_ipv6_is_one_address():
    assert throttle.network_of("2001:db8:1:2::1") == throttle.network_of("2001:db8:1:2:ffff::9")
    assert throttle.network_of("2001:db8:1:2::1") != throttle.network_of("2001:db8:1:3::1")
    assert throttle.network_of("::ffff:198.51.100.1") == throttle.network_of("198.51.100.1")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 second"), (30, "30 seconds"), (60, "1 minute"), (61, "2 minutes"), (900, "15 minutes")],
)
def test_advice_says_how_long(seconds, words):
    assert throttle.advice(timedelta(seconds=seconds)) == f"Too many attempts. Wait {words}, then try again."


# The second factor


@pytest.fixture
def app(kim):
    """Kim's authenticator app; its code of the step before was used."""
    seed = second_factor.make_seed()
    app = pyotp.TOTP(second_factor.secret_of(seed))
    codes = second_factor.add(
        user=kim,
        seed=seed,
        code=app.at(timezone.now() - timedelta(seconds=30)),
        by=system("tests"),
        at=timezone.now(),
    )
    app.recovery_codes = codes
    return app


def test_password_alone_signs_nobody_in_who_has_a_second_factor(kim, app, sign_in):
    client, answer = sign_in(kim.email)

    assert answer["Location"] == "/sign-in/code/"
    assert not is_in(client)
    assert client.get("/loads/").status_code == 302


def test_code_signs_in_and_leads_on(kim, app):
    client = Client()
    client.post("/sign-in/", {"username": kim.email, "password": PASSWORD, "next": "/calls/"})

    answer = client.post("/sign-in/code/", {"code": app.now()})

    assert answer["Location"] == "/calls/"
    assert is_in(client)
    assert BETWEEN not in client.session


def test_code_is_taken_once(kim, app, sign_in):
    code = app.now()
    sign_in(kim.email)[0].post("/sign-in/code/", {"code": code})
    client, _ = sign_in(kim.email)

    answer = client.post("/sign-in/code/", {"code": code})

    assert answer.status_code == 200
    assert "used already" in answer.content.decode()
    assert not is_in(client)


def test_recovery_code_is_taken_once(kim, app, sign_in):
    code = app.recovery_codes[0].upper()
    first, _ = sign_in(kim.email)
    first.post("/sign-in/code/", {"code": f" {code} "})
    second, _ = sign_in(kim.email)
    second.post("/sign-in/code/", {"code": code})

    assert is_in(first)
    assert not is_in(second)
    assert RecoveryCode.objects.filter(user=kim).count() == 9
    assert AuditEntry.unscoped.filter(action="user.recovery_code_used").count() == 1


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("code", ["000000", "", "abc", "12345-67890", "１２３４５６", "x" * 41])
def test_wrong_code_signs_nobody_in(kim, app, sign_in, code):
    client, _ = sign_in(kim.email)

    assert client.post("/sign-in/code/", {"code": code}).status_code == 200
    assert not is_in(client)


def test_codes_cannot_be_tried_out(kim, app, sign_in):
    client, _ = sign_in(kim.email)
    answers = [client.post("/sign-in/code/", {"code": "000000"}).status_code for _ in range(5)]
    other, _ = sign_in(kim.email, REMOTE_ADDR="203.0.113.9")

    assert answers == [200] * 5
    assert other.post("/sign-in/code/", {"code": app.now()}, REMOTE_ADDR="203.0.113.9").status_code == 429


def test_second_step_ends_after_ten_minutes(kim, app, sign_in):
    client, _ = sign_in(kim.email)
    session = client.session
    session[BETWEEN] = session[BETWEEN] | {"until": timezone.now().timestamp() - 1}
    session.save()

    assert client.post("/sign-in/code/", {"code": app.now()})["Location"] == "/sign-in/"
    assert not is_in(client)


def test_new_password_ends_the_second_step(kim, app, sign_in):
    client, _ = sign_in(kim.email)
    kim.set_password("another horse battery")
    kim.save()

    assert client.post("/sign-in/code/", {"code": app.now()})["Location"] == "/sign-in/"


def test_key_that_was_replaced_still_makes_codes(kim, app, settings):
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new key, which is long and random enough for a test"
    factor = second_factor.of(kim)

    assert second_factor.check(factor=factor, code=app.now(), by=system("tests"), at=timezone.now())


def test_database_alone_makes_no_codes(kim, app):
    factor = SecondFactor.objects.get(user=kim)

    assert app.secret.encode() not in bytes(factor.seed)
    assert pyotp.TOTP(second_factor._secret(bytes(factor.seed), "another key")).now() != app.now()


def test_codes_of_too_long_ago_are_wrong():
    seed = second_factor.make_seed()
    app = pyotp.TOTP(second_factor.secret_of(seed))

    steps = [second_factor._step_of(seed, app.at(NOW + timedelta(seconds=30 * n)), NOW) for n in range(-3, 4)]

    assert [step is not None for step in steps] == [False, False, True, True, True, False, False]


# Django admin


@pytest.fixture
def operator(kim):
    kim.is_staff = kim.is_superuser = True
    kim.save()
    return kim


def test_admin_has_no_sign_in_of_its_own(operator, client):
    answer = client.post("/admin/login/?next=/admin/", {"username": operator.email, "password": PASSWORD})

    assert answer["Location"].startswith("/sign-in/?next=/admin/login/")
    assert not is_in(client)


def test_sign_in_leads_operators_to_admin(operator, client):
    asked = client.get("/admin/", follow=True)
    answer = client.post(
        "/sign-in/",
        {"username": operator.email, "password": PASSWORD, "next": asked.context["next"]},
        follow=True,
    )

    assert answer.redirect_chain[-1][0] == "/admin/"
    assert answer.status_code == 200


def test_admin_refuses_everybody_else(kim, client):
    client.force_login(kim)

    assert client.get("/admin/", follow=True).status_code == 403


def test_admin_sign_in_leads_nowhere_else(operator, client):
    client.force_login(operator)

    assert client.get("/admin/login/?next=https://evil.example/")["Location"] == "/admin/"


# Where one is signed in


def test_sign_in_is_noted(kim, sign_in):
    sign_in(kim.email, HTTP_USER_AGENT="Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0")

    row = SignedIn.objects.get(user=kim)
    assert row.address == "127.0.0.1"
    assert "Edg/" in row.user_agent


def test_signing_out_forgets_the_place(kim, sign_in):
    client, _ = sign_in(kim.email)
    client.post("/sign-out/")

    assert not SignedIn.objects.exists()


@pytest.mark.deep
def test_last_seen_is_written_sparingly(kim, sign_in, django_assert_num_queries):
    client, _ = sign_in(kim.email)
    with django_assert_num_queries(3):  # session, user, memberships
        client.get("/settings/organization/")
    SignedIn.objects.update(seen_at=NOW)
    client.get("/settings/organization/")
    assert SignedIn.objects.get().seen_at == NOW

    session = client.session
    session["seen_at"] -= 301
    session.save()
    client.get("/settings/organization/")

    assert SignedIn.objects.get().seen_at > NOW
    assert client.session["seen_at"] > timezone.now().timestamp() - 60


def test_person_without_page_of_sign_in_is_not_noted(client):
    client.force_login(UserFactory())
    client.get("/settings/organization/")

    assert not SignedIn.objects.exists()
