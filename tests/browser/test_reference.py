"""The API's reference in a browser: under the content security policy, in both schemes, on a narrow screen."""

import pytest
from playwright.sync_api import expect

from organizations.rest.problems import NotFound, body_of

pytestmark = pytest.mark.deep


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_the_reference_fits_and_a_problems_type_leads_to_it(window, width, scheme):
    screen = window(width=width, color_scheme=scheme)
    page = screen.open(body_of(NotFound(), "")["type"])
    expect(page.locator("#not-found")).to_be_visible()
    assert not screen.is_wider_than_itself()
    page.get_by_text("Body: a whole load").click()
    expect(page.get_by_text('"specialInstructions": "Call ahead."')).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name="List bids").click()
    page.wait_for_url("**#listBids")
