"""The API's reference in a browser: under its content security policy, in both schemes, wide and narrow.

Each window complains by itself of errors in the console and of whatever the policy refuses.
"""

import pytest
from playwright.sync_api import expect

from organizations.api.problems import NotFound, body_of
from organizations.api.reference import document
from tests.browser.test_axe import RULES, SOURCE

pytestmark = pytest.mark.deep


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (360, "dark")])
def test_every_operation_opens_and_fits(window, width, scheme):
    screen = window(width=width, color_scheme=scheme)
    page = screen.open("/api/v1/docs")
    for methods in document(screen.url)["paths"].values():
        for operation in methods.values():
            tag = operation["tags"][0].replace(" ", "_")
            shown = page.locator(f"#operations-{tag}-{operation['operationId']}")
            shown.locator(".opblock-summary-control").click()
            for parameter in operation["parameters"]:
                row = shown.locator(f"[data-param-name='{parameter['name']}']")
                expect(row.get_by_text(parameter["description"].replace("`", "")).first).to_be_visible()
            for status in operation["responses"]:
                expect(shown.locator(f".response[data-code='{status}']")).to_be_visible()
            assert not screen.is_wider_than_itself()
            shown.locator(".opblock-summary-control").click()
    for name in document(screen.url)["components"]["schemas"]:
        expect(page.locator(".models").get_by_text(name, exact=True)).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_a_problems_type_leads_to_it(window, width, scheme):
    screen = window(width=width, color_scheme=scheme)
    page = screen.open(body_of(NotFound(), "")["type"])
    expect(page.locator("#operations-Analytics-getAnalytics")).to_be_visible()
    expect(page.locator("#not-found")).to_be_in_viewport()
    assert not screen.is_wider_than_itself()
    # What Swagger UI draws is its own.
    page.evaluate("document.getElementById('swagger-ui').remove()")
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(SOURCE)
    assert page.evaluate(RULES) == []


def test_an_operation_is_tried_with_a_token(window, settings, live_server, acme, token):
    settings.PUBLIC_URL = live_server.url
    screen = window()
    page = screen.open("/api/v1/docs#/Calls/listCalls")
    page.get_by_role("button", name="Authorize").first.click()
    page.get_by_label("auth-bearer-value").fill(token)
    page.get_by_role("button", name="Apply credentials").click()
    page.get_by_role("button", name="Close").last.click()
    shown = page.locator("#operations-Calls-listCalls")
    shown.get_by_role("button", name="Try it out").click()
    shown.locator("[data-param-name=startTime] input").fill("2026-03-02")
    shown.locator("[data-param-name=endTime] input").fill("2026-03-03")
    shown.get_by_role("button", name="Execute").click()
    expect(shown.locator(".live-responses-table").get_by_text('"total"').first).to_be_visible()


def test_the_reference_reads_without_scripts(window):
    page = window(java_script_enabled=False).open("/api/v1/docs")
    expect(page.get_by_text("The operations are loaded by a script from openapi.json.")).to_be_visible()
    expect(page.locator("#not-found")).to_be_visible()
