"""One's own account: name and phone, second factor, places where one is signed in."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session

from organizations.models import AuditEntry
from organizations.people import sessions
from organizations.tasks import forget_sessions
from tests.factories import NOW, UserFactory
from tests.organizations.people.conftest import App, confirm

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(8)]
URL = "/settings/account/"
FACTOR = "/settings/account/second-factor/"


def actions():
    """What the audit has, beside signing in."""
    kept = AuditEntry.unscoped.exclude(action="user.signed_in").order_by("pk")
    return list(kept.values_list("action", flat=True))


# Name and phone


@pytest.mark.deep
def test_name_and_phone_are_kept(kim, browser):
    answer = browser.post(URL, {"name": "Kim O. Ortiz", "phone": "(312) 555-0123"})

    kim.refresh_from_db()
    assert answer["Location"] == URL
    assert kim.name == "Kim O. Ortiz"
    assert kim.memberships.get().phone == "+13125550123"
    assert actions() == ["user.name_changed", "member.phone_changed"]


@pytest.mark.deep
def test_nothing_new_leaves_no_audit(kim, browser):
    browser.post(URL, {"name": kim.name, "phone": ""})

    assert actions() == []


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("phone", ["555", "call me", "+1", "312 555 0123 ext. 4", "+999999999999999999"])
def test_phone_that_is_none_is_refused(kim, browser, phone):
    answer = browser.post(URL, {"name": kim.name, "phone": phone})

    assert "Enter a full number" in answer.content.decode()
    assert kim.memberships.get().phone == ""


def test_viewer_has_an_account_too(client, viewer):
    client.force_login(viewer)

    assert client.post(URL, {"name": "Vera", "phone": ""}).status_code == 302


@pytest.mark.deep
def test_account_is_quick(browser, django_assert_num_queries):
    with django_assert_num_queries(
        8
    ):  # session, user, memberships, second factors; places, and each one's session
        page = browser.get(URL).content.decode()

    assert "This device" in page
    assert "Add an authenticator app" in page


# Second factor


def secret_on(page):
    return re.search(r'<code class="id-text secret">(\w+)</code>', page.content.decode())[1]


def add(browser):
    """Give the password, and the app's first code."""
    confirm(browser)
    app = App(secret_on(browser.get(FACTOR)))
    return app, browser.post(FACTOR, {"code": app.code()})


def test_adding_asks_for_the_password(browser):
    assert browser.get(FACTOR)["Location"] == f"/settings/account/confirm/?next={FACTOR.replace('/', '%2F')}"
    assert "Wrong password." in confirm(browser, "wrong").content.decode()
    assert browser.get(FACTOR).status_code == 302
    assert confirm(browser).status_code == 302

    page = browser.get(FACTOR)

    assert secret_on(page)
    assert 'src="data:image/svg+xml;base64,' in page.content.decode()


def test_password_and_code_add_it(kim, browser, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        app, answer = add(browser)

    codes = browser.get(answer["Location"]).content.decode()
    assert codes.count("<li><code>") == 10
    assert browser.get(answer["Location"]).content.decode().count("<li><code>") == 0
    assert actions() == ["user.second_factor_added"]
    page = browser.get(URL).content.decode()
    assert "You have 10 recovery codes left" in page
    assert app.secret not in page


def test_code_that_added_it_is_used_up(kim, browser, sign_in):
    confirm(browser)
    app = App(secret_on(browser.get(FACTOR)))
    code = app.code()
    browser.post(FACTOR, {"code": code})
    other, _ = sign_in(kim.email)

    other.post("/sign-in/code/", {"code": code})

    assert not get_user(other).is_authenticated


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("code", ["000000", "", "x"])
def test_wrong_code_adds_nothing_and_keeps_the_secret(kim, browser, code):
    confirm(browser)
    secret = secret_on(browser.get(FACTOR))

    answer = browser.post(FACTOR, {"code": code})

    assert b'aria-invalid="true"' in answer.content
    assert secret_on(answer) == secret
    assert not Authenticator.objects.exists()


def test_removing_asks_for_a_proof(kim, app, browser, sign_in):
    browser, _ = sign_in(kim.email)
    browser.post("/sign-in/code/", {"code": app.code()})
    browser.post(f"{FACTOR}remove/")
    assert Authenticator.objects.filter(type="totp").exists()

    confirm(browser)
    browser.post(f"{FACTOR}remove/")

    assert not Authenticator.objects.exists()
    assert actions()[-1] == "user.second_factor_removed"


@pytest.mark.deep
def test_new_recovery_codes_take_the_place_of_the_old(browser, kim, app, django_capture_on_commit_callbacks):
    confirm(browser)
    with django_capture_on_commit_callbacks(execute=True):
        answer = browser.post("/settings/account/recovery-codes/new/")

    page = browser.get(answer["Location"]).content.decode()
    assert page.count("<li><code>") == 10
    assert not any(code in page for code in app.recovery_codes)
    assert actions() == ["user.recovery_codes_renewed"]


def test_passkey_of_somebody_else_is_not_found(browser):
    confirm(browser)
    other = Authenticator.objects.create(user=UserFactory(), type="webauthn", data={})

    assert browser.post(f"/settings/account/passkeys/{other.pk}/remove/").status_code == 404
    assert Authenticator.objects.exists()


def test_who_has_no_password_chooses_one_by_mail_first(client, kim):
    kim.set_unusable_password()
    kim.save()
    client.force_login(kim)

    for path in (FACTOR, "/settings/account/passkeys/add/", "/settings/account/password/"):
        assert client.get(path)["Location"] == "/password/"
    assert not Authenticator.objects.exists()


@pytest.mark.deep
def test_operator_removes_it_for_who_has_lost_all(kim, app, client):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))

    client.post(
        "/admin/organizations/user/", {"action": "remove_second_factor", "_selected_action": [kim.pk]}
    )

    assert not Authenticator.objects.exists()
    assert actions()[-1] == "user.second_factor_removed"


# Where one is signed in


@pytest.fixture
def elsewhere(kim, sign_in):
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1"
    return sign_in(kim.email, HTTP_USER_AGENT=agent)[0]


@pytest.mark.deep
def test_places_are_listed(browser, elsewhere):
    page = browser.get(URL).content.decode()

    assert "Safari on iPhone" in page
    assert elsewhere.session.session_key not in page
    assert page.count('<button class="button" name="place"') == 1


def place_of(client):
    return UserSession.objects.get(session_key=client.session.session_key).pk


def test_one_place_is_ended(browser, elsewhere):
    answer = browser.post(f"{URL}sessions/end/", {"place": place_of(elsewhere)})

    assert answer["Location"] == URL
    assert not get_user(elsewhere).is_authenticated
    assert get_user(browser).is_authenticated
    assert actions() == ["user.signed_out"]


@pytest.mark.deep
def test_all_others_are_ended(browser, elsewhere, sign_in, kim):
    third, _ = sign_in(kim.email)
    browser.post(f"{URL}sessions/end/")

    assert [get_user(each).is_authenticated for each in (browser, elsewhere, third)] == [True, False, False]
    assert UserSession.objects.count() == 1


def test_somebody_elses_place_is_not_found(browser, client, stranger):
    client.force_login(stranger)

    assert client.post(f"{URL}sessions/end/", {"place": place_of(browser)}).status_code == 404
    assert get_user(browser).is_authenticated


@pytest.mark.deep
def test_place_that_one_signed_out_of_is_not_listed(browser, elsewhere):
    elsewhere.post("/sign-out/")

    assert 'name="place"' not in browser.get(URL).content.decode()


@pytest.mark.deep
def test_expired_sessions_are_forgotten(kim, browser, elsewhere):
    Session.objects.filter(pk=elsewhere.session.session_key).update(expire_date=NOW)

    forget_sessions()

    assert UserSession.objects.get().session_key == browser.session.session_key


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
            "Chrome on Windows",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18.0 Safari/605.1.15", "Safari on Mac"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel) Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) CriOS/140.0 Safari/604.1", "Chrome on iPad"),
        ("curl/8.5", "Unknown device"),
        ("", "Unknown device"),
    ],
)
def test_device_is_named(agent, words):
    assert sessions.device_of(agent) == words
