"""The broker's dashboard in a real browser: by mouse, by keyboard, on a phone, without scripts."""

import re
from decimal import Decimal

import pytest
from playwright.sync_api import expect

from loads.models import Load, LoadEvent, Stop
from tests.factories import NOW, LoadFactory

HOSTILE = "<script>alert(1)</script>" * 8
RIGHT_TO_LEFT = "شركة الشحن السريع للنقل البري والخدمات اللوجستية"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def board(acme):
    """Forty ordinary loads, the first ones of Laredo."""
    for number in range(40):
        LoadFactory(
            organization=acme,
            external_id=f"{48213 + number}",
            customer_rate=Decimal(2000 + number),
            **({"origin_city": "Laredo", "equipment_type": "reefer"} if number < 3 else {}),
        )


@pytest.fixture
def extremes(acme) -> Load:
    """A load that is too much of everything."""
    load = LoadFactory(
        organization=acme,
        external_id="L" * 64,
        customer_name=HOSTILE,
        origin_city=RIGHT_TO_LEFT,
        destination_city=HOSTILE[:100],
        equipment=HOSTILE,
        special_instructions=HOSTILE * 20,
        customer_rate=Decimal("999999999.99"),
        max_rate=Decimal("999999999"),
        book_now_rate=Decimal("999999999"),
        status="STATUS_OF_FORTY_CHARACTERS_IN_ONE_WORD_",
        weight=Decimal("999999999"),
    )
    Stop.unscoped.bulk_create(
        Stop(
            organization=acme, load=load, position=number, type="dropoff", city=HOSTILE[:120], street=HOSTILE
        )
        for number in range(500)
    )
    LoadEvent.unscoped.create(
        organization=acme,
        load=load,
        received_at=NOW,
        source="token:1",
        raw=b'{"id": "' + b"L" * 3000 + b'"}',
        is_accepted=True,
        changes={"customerName": [None, HOSTILE]},
    )
    return load


def ids(page):
    return page.locator("tbody .id-text")


def test_broker_finds_a_load_and_reads_its_rates(window, broker, board):
    page = window().sign_in(broker)
    page.get_by_role("link", name="Loads", exact=True).click()
    page.wait_for_url("**/loads/")
    expect(ids(page)).to_have_count(40)
    page.evaluate("window.stillTheSamePage = true")

    page.locator("select[name=equipment]").select_option("reefer")
    page.wait_for_url("**/loads/?equipment=reefer")
    expect(ids(page)).to_have_text(["48213", "48214", "48215"])
    page.get_by_role("link", name="Customer rate").click()
    page.wait_for_url(re.compile("sort=-rate"))
    expect(ids(page)).to_have_text(["48215", "48214", "48213"])
    page.get_by_label("Find a load").press_sequentially("48214")
    page.wait_for_url(re.compile("q=48214"))
    expect(ids(page)).to_have_text(["48214"])
    expect(page.locator("#announcer")).to_have_text("1 load")  # said once the list has settled
    assert page.evaluate("window.stillTheSamePage")

    page.get_by_role("link", name="Clear filters").click()
    page.wait_for_url(re.compile("/loads/$"))
    expect(page.locator("label.chip.set")).to_have_count(0)
    expect(page.locator("select[name=equipment]")).to_have_value("")
    expect(ids(page)).to_have_count(40)

    page.get_by_role("link", name="Laredo").first.click()
    page.wait_for_url(re.compile(r"/loads/\d+/"))
    for fact in ("Kestrel Mills", "$2,000", "$1,500", "$1,953"):
        expect(page.locator("main")).to_contain_text(fact)


@pytest.mark.deep
def test_going_back_shows_the_board_as_it_was(window, broker, board):
    page = window().enter(broker)
    page.locator("select[name=equipment]").select_option("reefer")
    page.wait_for_url("**/loads/?equipment=reefer")
    page.locator("[data-open]").first.click()
    page.wait_for_url(re.compile(r"/loads/\d+/"))
    page.go_back()
    page.wait_for_url("**/loads/?equipment=reefer")
    expect(ids(page)).to_have_count(3)
    page.go_back()
    page.wait_for_url(re.compile("/loads/$"))
    expect(ids(page)).to_have_count(40)
    expect(page.locator(".rail")).to_have_count(1)


@pytest.mark.deep
def test_broker_works_by_the_keyboard_alone(window, broker, board):
    page = window().enter(broker)
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.press("Escape")
    for key in "jjk":
        page.keyboard.press(key)
    assert (
        page.evaluate("document.activeElement.closest('tr').querySelector('.id-text').textContent") == "48213"
    )
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/loads/\d+/"))
    page.keyboard.type("gl")
    page.wait_for_url("**/loads/")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.get_by_label("Use single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.closest('tr')") is None


@pytest.mark.deep
def test_focus_stays_where_it_was_when_the_rows_change(window, broker, board):
    page = window().enter(broker)
    page.get_by_role("link", name="All 40").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/loads/?status=all")
    page.locator("[aria-current=true]", has_text="All").wait_for()
    assert page.evaluate("document.activeElement.textContent").startswith("All")


@pytest.mark.deep
def test_a_chip_and_the_form_keep_each_others_filters(window, broker, board):
    page = window().enter(broker)
    page.get_by_role("link", name="Picking up today").click()
    page.wait_for_url("**/loads/?pickup=today")
    page.locator("select[name=equipment]").select_option("reefer")
    page.wait_for_url("**/loads/?equipment=reefer&pickup=today")
    page.get_by_label("Pickup", exact=True).fill("2026-03-04")
    page.wait_for_url("**/loads/?equipment=reefer&pickup=2026-03-04")
    expect(ids(page)).to_have_count(3)


@pytest.mark.deep
def test_a_choice_made_while_the_list_changes_is_kept(window, broker, board):
    """The address of the last answer must not put back what has been chosen since."""
    page = window().enter(broker)
    page.evaluate(
        """() => {
            const equipment = document.querySelector("select[name=equipment]");
            window.seen = [];
            document.addEventListener("htmx:afterSettle", () => window.seen.push(equipment.value));
            document.addEventListener("htmx:afterSwap", () => {
                equipment.value = "reefer";
                equipment.dispatchEvent(new Event("change", { bubbles: true }));
            }, { once: true });
        }"""
    )
    page.get_by_role("link", name="Picking up today").click()
    page.wait_for_url("**/loads/?equipment=reefer&pickup=today")
    while page.evaluate("window.seen.length") < 2:
        page.wait_for_timeout(50)
    assert set(page.evaluate("window.seen")) == {"reefer"}


def test_theme_is_kept_and_there_before_the_first_paint(window, broker):
    page = window().enter(broker)
    page.locator(".who .menu summary").click()
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.reload(wait_until="commit")
    page.wait_for_selector("h1")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


@pytest.mark.deep
def test_broker_signs_out(window, broker):
    page = window().enter(broker)
    page.locator(".who .menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in/")


@pytest.mark.deep
def test_a_session_that_ended_leads_to_the_sign_in_page(window, broker, board):
    page = window().enter(broker)
    page.context.clear_cookies()
    page.locator("select[name=equipment]").select_option("reefer")
    page.wait_for_url("**/sign-in/?next=/loads/")


@pytest.mark.deep
def test_message_unfolds_in_its_place(window, broker, extremes):
    page = window().enter(broker)
    page.goto(page.url + f"{extremes.pk}/")
    page.locator(".events summary").first.click()
    page.get_by_role("link", name="Raw payload, for IT").click()
    page.wait_for_selector(".events pre")
    assert page.url.endswith(f"/loads/{extremes.pk}/")


@pytest.mark.deep
def test_everything_reads_without_scripts(window, broker, board):
    page = window(java_script_enabled=False).sign_in(broker)
    page.get_by_role("link", name="Loads", exact=True).click()
    page.wait_for_url("**/loads/")
    page.locator("select[name=equipment]").select_option("reefer")
    page.get_by_label("Find a load").fill("laredo")
    page.get_by_role("button", name="Filter").click()
    page.wait_for_url("**equipment=reefer**")
    expect(ids(page)).to_have_text(["48213", "48214", "48215"])
    page.get_by_role("link", name="Target").click()
    page.wait_for_url("**sort=-start**")
    page.locator("[data-open]").first.click()
    expect(page.locator("main")).to_contain_text("Kestrel Mills")
    page.locator(".who .menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in/")


@pytest.mark.deep
def test_no_page_scrolls_sideways(window, broker, board, extremes):
    screen = window(color_scheme="dark")
    screen.enter(broker)
    for path in ("/loads/?status=all", "/loads/?q=nothing", f"/loads/{extremes.pk}/", "/nowhere"):
        screen.open(path)
        for width in (360, 390, 768, 1024, 1280, 1440, 2560):
            screen.page.set_viewport_size({"width": width, "height": 900})
            assert not screen.is_wider_than_itself(), (path, width)
    # The last page is a 404 on purpose, which Chromium's console tells.
    screen.complaints = [text for text in screen.complaints if "404" not in text]


@pytest.mark.deep
def test_rows_are_cards_on_a_phone(window, broker, board):
    page = window(width=390, height=844, has_touch=True, is_mobile=True).enter(broker)
    assert page.locator("thead").is_hidden()
    assert page.locator("tbody tr").first.evaluate("row => getComputedStyle(row).display") == "grid"
    rail = page.locator(".rail").bounding_box()
    assert rail["y"] + rail["height"] == pytest.approx(844, abs=1)
    page.locator("tbody tr").first.click()
    page.wait_for_url(re.compile(r"/loads/\d+/"))
