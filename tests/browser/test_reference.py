"""The API's reference in a browser: under the content security policy, in both schemes, on a narrow screen."""

import pytest

from organizations.rest.problems import NotFound, body_of


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_the_reference_fits_and_a_problems_type_leads_to_it(window, width, scheme):
    screen = window(width=width, color_scheme=scheme)
    page = screen.open(body_of(NotFound(), "")["type"])
    assert page.locator("#not-found").is_visible()
    assert not screen.is_wider_than_itself()
    page.get_by_text("Body: a whole load").click()
    assert page.get_by_text('"specialInstructions": "Call ahead."').is_visible()
    page.get_by_role("navigation").get_by_role("link", name="List bids").click()
    assert page.url.endswith("#listBids")
