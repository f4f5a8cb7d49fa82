"""Signing in: the address first, limits of guesses, the second step, admin's own page, where one is signed in."""

import time
from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from allauth.usersessions.models import UserSession
from django.conf import settings as project
from django.contrib.auth import get_user
from django.core.cache.backends.redis import RedisCache
from django.test import Client
from django.utils import timezone
from redis.exceptions import ConnectionError as RedisAway

from organizations.models import AuditEntry
from organizations.people.single_sign_on import AccountAdapter
from tests.factories import NOW, UserFactory
from tests.organizations.people.conftest import PASSWORD, add_app

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(16)]


def is_in(client):
    return get_user(client).is_authenticated


# The first step


@pytest.mark.parametrize("email", ["kim@acme.example", "nobody@acme.example"])
def test_address_is_asked_first_and_tells_nothing(kim, client, email):
    first = client.get("/sign-in/").content.decode()
    second = client.post("/sign-in/", {"login": email, "next": "/calls/"}).content.decode()

    assert 'name="login"' in first
    assert 'name="password"' not in first
    assert f'value="{email}"' in second
    assert 'name="password"' in second
    assert '<input type="hidden" name="next" value="/calls/">' in second


@pytest.mark.deep
def test_address_that_is_none_goes_no_further(client):
    page = client.post("/sign-in/", {"login": "kim"}).content.decode()

    assert 'aria-invalid="true"' in page
    assert 'name="password"' not in page


@pytest.mark.deep
def test_both_may_be_asked_at_once(client):
    assert b'name="password"' in client.get("/sign-in/?password").content


# Limits


def test_sixth_guess_is_refused_though_it_is_right(kim, sign_in):
    for _ in range(5):
        assert b"Wrong email or password" in sign_in(kim.email, "wrong")[1].content

    client, answer = sign_in(kim.email)

    assert "Too many attempts. Wait" in answer.content.decode()
    assert not is_in(client)


def test_unknown_account_is_refused_just_so(db, sign_in):
    answers = [b"Too many attempts" in sign_in("nobody@acme.example", "wrong")[1].content for _ in range(6)]

    assert answers == [False] * 5 + [True]


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

    assert not is_in(sign_in(kim.email)[0])


def test_guesses_elsewhere_lock_nobody_out_of_a_known_device(kim, sign_in):
    known, _ = sign_in(kim.email)
    known.post("/sign-out/")
    for _ in range(6):
        sign_in(kim.email, "wrong")
    assert not is_in(sign_in(kim.email)[0])

    assert is_in(sign_in(kim.email, client=known)[0])


def test_known_device_may_guess_five_times_too(kim, sign_in):
    known, _ = sign_in(kim.email)
    known.post("/sign-out/")
    cookies = [name for name in known.cookies if name.startswith("device_")]
    answers = [sign_in(kim.email, "wrong", client=known)[1].content.decode() for _ in range(6)]

    assert ["Too many attempts" in answer for answer in answers] == [False] * 5 + [True]
    assert not is_in(sign_in(kim.email, client=known)[0])
    assert len(cookies) == 1
    assert known.cookies[cookies[0]]["httponly"]


def test_made_up_device_is_none(kim, sign_in):
    known, _ = sign_in(kim.email)
    name = next(name for name in known.cookies if name.startswith("device_"))
    for _ in range(6):
        sign_in(kim.email, "wrong")
    forger = Client()
    forger.cookies[name] = "anything:at:all"

    assert not is_in(sign_in(kim.email, client=forger)[0])


def test_sign_in_stands_in_the_audit(kim, sign_in):
    sign_in(kim.email)

    assert AuditEntry.unscoped.filter(action="user.signed_in", subject_id=str(kim.pk)).count() == 1


@pytest.mark.deep
def test_empty_form_is_no_guess(kim, sign_in):
    for _ in range(9):
        assert sign_in(kim.email, "")[1].status_code == 200

    assert is_in(sign_in(kim.email)[0])


@pytest.mark.deep
def test_other_accounts_are_let_in_meanwhile(kim, sign_in):
    for _ in range(6):
        sign_in("nobody@acme.example", "wrong")

    assert is_in(sign_in(kim.email)[0])


def test_address_is_refused_after_many_accounts(kim, sign_in, settings):
    settings.ACCOUNT_RATE_LIMITS = project.ACCOUNT_RATE_LIMITS | {"login_failed": "7/10m/ip,5/5m/key"}
    for number in range(7):
        sign_in(f"nobody{number}@acme.example", "wrong")

    assert not is_in(sign_in(kim.email)[0])
    assert is_in(sign_in(kim.email, REMOTE_ADDR="203.0.113.9")[0])


@pytest.mark.deep
def test_office_that_signs_in_rightly_never_waits(kim, sign_in, settings):
    settings.ACCOUNT_RATE_LIMITS = project.ACCOUNT_RATE_LIMITS | {"login_failed": "3/10m/ip,5/5m/key"}

    assert all(is_in(sign_in(kim.email)[0]) for _ in range(9))


@pytest.mark.deep
def test_known_device_works_without_redis(kim, sign_in, request):
    known, _ = sign_in(kim.email)
    known.post("/sign-out/")
    request.getfixturevalue("without_redis")

    assert is_in(sign_in(kim.email, client=known)[0])


@pytest.fixture
def without_redis(monkeypatch):
    def away(*args, **kwargs):
        raise RedisAway

    for name in ("add", "get", "set", "delete"):
        monkeypatch.setattr(RedisCache, name, away)


def test_sign_in_works_without_redis(kim, app, sign_in, without_redis):
    assert not any(is_in(sign_in(kim.email, "wrong")[0]) for _ in range(7))

    client, _ = sign_in(kim.email)
    client.post("/sign-in/code/", {"code": app.code()})

    assert is_in(client)


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "198.51.100.1", "10.0.0.1"),
        (1, "198.51.100.1", "198.51.100.1"),
        (1, "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        (2, "6.6.6.6, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        (1, "::ffff:198.51.100.1", "198.51.100.1"),
        (1, "nonsense", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (3, "198.51.100.1", "10.0.0.1"),
    ],
)
def test_address_is_what_our_proxy_has_seen(rf, settings, proxies, forwarded, expected):
    settings.PROXIES = proxies
    request = rf.get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)

    assert AccountAdapter().get_client_ip(request) == expected


def test_disabled_person_is_told_what_a_wrong_password_is(kim, sign_in):
    kim.is_active = False
    kim.save()

    right, wrong = [sign_in(kim.email, password)[1].content.decode() for password in (PASSWORD, "wrong")]

    assert "Wrong email or password" in right
    assert "Wrong email or password" in wrong


# The second factor


def test_password_alone_signs_nobody_in_who_has_a_second_factor(kim, app, sign_in):
    client, answer = sign_in(kim.email)

    assert answer["Location"] == "/sign-in/code/"
    assert not is_in(client)
    assert client.get("/loads/").status_code == 302


def test_code_signs_in_and_leads_on(kim, app):
    client = Client()
    client.post("/sign-in/", {"login": kim.email, "password": PASSWORD, "next": "/calls/"})

    answer = client.post("/sign-in/code/", {"code": f" {app.code()[:3]} {app.code()[3:]}"})

    assert answer["Location"] == "/calls/"
    assert is_in(client)


@pytest.mark.parametrize("later", [-30, 0, 30])
def test_code_is_taken_once(kim, app, sign_in, later, monkeypatch):
    moment, code = time.time(), app.code(later)
    # The half minute mustn't end while somebody signs in twice.
    monkeypatch.setattr(totp, "time", SimpleNamespace(time=lambda: moment))
    first, _ = sign_in(kim.email)
    first.post("/sign-in/code/", {"code": code})
    client, _ = sign_in(kim.email)

    answer = client.post("/sign-in/code/", {"code": code})

    assert is_in(first)
    assert "already used" in answer.content.decode()
    assert not is_in(client)


def test_recovery_code_is_taken_once(kim, app, sign_in):
    code = app.recovery_codes[0]
    first, _ = sign_in(kim.email)
    first.post("/sign-in/code/", {"code": f" {code[:4]}-{code[4:]} "})
    second, _ = sign_in(kim.email)
    second.post("/sign-in/code/", {"code": code})

    assert is_in(first)
    assert not is_in(second)
    assert len(Authenticator.objects.get(user=kim, type="recovery_codes").wrap().get_unused_codes()) == 9
    assert AuditEntry.unscoped.filter(action="user.recovery_code_used").count() == 1


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("code", ["000000", "", "abc", "12345-67890", "１２３４５６", "x" * 41])
def test_wrong_code_signs_nobody_in(kim, app, sign_in, code):
    client, _ = sign_in(kim.email)

    assert client.post("/sign-in/code/", {"code": code}).status_code == 200
    assert not is_in(client)


@pytest.mark.deep
@pytest.mark.parametrize("later", [-90, 90])
def test_code_of_another_time_is_wrong(kim, app, sign_in, later):
    client, _ = sign_in(kim.email)
    client.post("/sign-in/code/", {"code": app.code(later)})

    assert not is_in(client)


def test_codes_cannot_be_tried_out(kim, app, sign_in):
    client, _ = sign_in(kim.email)
    for _ in range(5):
        client.post("/sign-in/code/", {"code": "000000"})
    other, _ = sign_in(kim.email, REMOTE_ADDR="203.0.113.9")

    answer = other.post("/sign-in/code/", {"code": app.code()}, REMOTE_ADDR="203.0.113.9")

    assert "Too many attempts" in answer.content.decode()
    assert not is_in(other)


def test_second_step_ends_after_ten_minutes(kim, app, sign_in):
    client, _ = sign_in(kim.email)
    session = client.session
    session["account_login"] = session["account_login"] | {
        "initiated_at": session["account_login"]["initiated_at"] - 601
    }
    session.save()

    assert client.post("/sign-in/code/", {"code": app.code()})["Location"] == "/sign-in/"
    assert not is_in(client)


def test_second_factor_of_somebody_else_signs_nobody_in(kim, app, sign_in):
    other = UserFactory(email="lee@acme.example")
    client, _ = sign_in(kim.email)

    client.post("/sign-in/code/", {"code": add_app(other).code()})

    assert not is_in(client)


def test_key_that_was_replaced_still_reads_secrets(kim, app, sign_in, settings):
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new key, which is long and random enough for a test"
    client, _ = sign_in(kim.email)
    client.post("/sign-in/code/", {"code": app.code()})

    assert is_in(client)


def test_database_alone_makes_no_codes(kim, app):
    kept = str(list(Authenticator.objects.values_list("data", flat=True)))

    assert app.secret not in kept
    assert "ab" * 40 not in kept
    assert not any(code in kept for code in app.recovery_codes)


# Django admin


@pytest.fixture
def operator(kim):
    kim.is_staff = kim.is_superuser = True
    kim.save()
    return kim


def test_admin_has_no_sign_in_of_its_own(operator, client):
    answer = client.post("/admin/login/?next=/admin/", {"username": operator.email, "password": PASSWORD})

    assert answer["Location"] == "/sign-in/?next=%2Fadmin%2F"
    assert not is_in(client)


def test_sign_in_leads_operators_to_admin_by_way_of_the_code(operator, app, client):
    asked = client.get("/admin/", follow=True)
    client.post(
        "/sign-in/",
        {
            "login": operator.email,
            "password": PASSWORD,
            "next": asked.context["redirect_field_value"],
        },
    )
    answer = client.post("/sign-in/code/", {"code": app.code()}, follow=True)

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

    row = UserSession.objects.get(user=kim)
    assert row.ip == "127.0.0.1"
    assert "Edg/" in row.user_agent


@pytest.mark.deep
def test_last_seen_is_written_sparingly(kim, browser, django_assert_num_queries):
    with django_assert_num_queries(4):  # session, user, memberships, domains
        browser.get("/settings/organization/")
    UserSession.objects.update(last_seen_at=NOW)
    browser.get("/settings/organization/")
    assert UserSession.objects.get().last_seen_at == NOW

    session = browser.session
    session["seen_at"] -= 301
    session.save()
    browser.get("/settings/organization/")

    assert UserSession.objects.get().last_seen_at > NOW
    assert browser.session["seen_at"] > timezone.now().timestamp() - 60


def test_person_without_page_of_sign_in_is_not_noted(client):
    client.force_login(UserFactory())
    client.get("/settings/organization/")

    assert not UserSession.objects.exists()
