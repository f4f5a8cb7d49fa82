"""Accessibility: axe-core finds nothing on any page, in both schemes, wide and on a phone."""

from pathlib import Path

import pytest

from tests.pages import ordinary_world, pages

axe = pytest.importorskip("axe_playwright_python", reason="axe isn't installed")
SOURCE = (Path(axe.__file__).parent / "axe.min.js").read_text()
# Besides what axe looks for by itself.
RULES = """async () => {
    const { violations } = await axe.run(document, {
        resultTypes: ["violations"],
        rules: { "target-size": { enabled: true } },
    });
    return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html.slice(0, 200))]);
}"""

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_axe_finds_no_violation_on_any_page(window, owner, acme, scheme, width):
    screen = window(width=width, color_scheme=scheme)
    world = ordinary_world(acme)
    screen.enter(owner)
    screen.page.emulate_media(reduced_motion="reduce")
    violations = {}
    for page in pages(world):
        screen.open(page.url)
        screen.settle()
        screen.page.evaluate(SOURCE)
        if found := screen.page.evaluate(RULES):
            violations[page.url] = found
    assert not violations
