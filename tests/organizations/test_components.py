"""The components: contrast of the tokens, nothing inline, tags that escape what they show."""

import itertools
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from xml.etree.ElementTree import canonicalize

import lucide
import pytest
from django.template import Context, RequestContext, Template
from django.test import RequestFactory
from django.test.signals import template_rendered

from organizations.dashboard.gallery import gallery
from organizations.dashboard.navigation import RAIL
from organizations.dashboard.tags import icon

ROOT = Path(__file__).resolve().parents[2]
CSS = (ROOT / "static" / "loadline.css").read_text()
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
TOKENS = {
    name: colours
    for name, *colours in re.findall(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", CSS)
}
GROUNDS = ("paper", "surface", "sunken", "brand-soft")
TEXTS = ("ink", "ink-2", "ink-3", "brand", "go", "wait", "stop", "live")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str, scheme: int) -> float:
    dark, light = sorted(luminance(TOKENS[name][scheme]) for name in (one, other))
    return (light + 0.05) / (dark + 0.05)


def rendered(source: str, **context) -> str:
    return Template("{% load loadline rates %}" + source).render(Context(context))


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_text_contrasts_with_every_ground(scheme):
    pairs = [*itertools.product(TEXTS, GROUNDS[:3]), *itertools.product(("ink", "ink-2", "ink-3"), GROUNDS)]
    pairs += [(tone, f"{tone}-soft") for tone in ("brand", "go", "wait", "stop", "live")]
    pairs += [("ink", "wait-soft"), ("ink", "stop-soft"), ("surface", "brand"), ("paper", "ink")]
    low = {pair: round(contrast(*pair, scheme), 2) for pair in pairs if contrast(*pair, scheme) < 4.5}
    assert not low


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_edges_of_fields_and_marks_of_the_ladder_can_be_seen(scheme):
    pairs = [("edge", "surface"), ("edge", "paper")]
    pairs += [(mark, "surface") for mark in ("brand", "go", "wait", "stop", "ink")]
    assert not {pair for pair in pairs if contrast(*pair, scheme) < 3}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_template_has_nothing_inline(path):
    text = path.read_text()
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|hx-on|javascript:", text)
    scripts = [tag for tag in re.findall(r"<script[^>]*>", text) if 'type="application/json"' not in tag]
    assert all("src=" in tag for tag in scripts)


def as_the_package_draws(name: str) -> str:
    return canonicalize(lucide._render_icon(name, 16, aria_hidden="true"), strip_text=True)


def test_every_icon_is_drawn_as_its_package_does():
    names = {destination.icon for destination in RAIL.values()}
    for path in TEMPLATES:
        names |= set(re.findall(r'{% icon "([a-z0-9-]+)"|icon="([a-z0-9-]+)"', path.read_text()).__iter__())
    flat = {part for name in names for part in ([name] if isinstance(name, str) else name) if part}
    for name in flat:
        assert canonicalize(icon(name), strip_text=True) == as_the_package_draws(name)


def test_every_class_of_a_tone_has_its_style():
    for tone in ("info", "go", "wait", "stop", "live"):
        assert f".badge.{tone} " in CSS


def test_badge_escapes_its_text():
    assert "&lt;b&gt;" in rendered("{% badge text 'wait' %}", text="<b>")


def test_lane_escapes_its_towns():
    load = SimpleNamespace(
        origin_city="<b>Dallas", origin_state="TX", destination_city="Atlanta", destination_state='"><script>'
    )

    html = rendered("{% lane load %}", load=load)

    assert html.startswith("&lt;b&gt;Dallas,")
    assert "<script" not in html


def test_card_escapes_its_title_and_keeps_its_content():
    html = rendered("{% card title=title aside=title %}<p>{{ title }}</p>{% endcard %}", title="<b>")
    assert html.count("&lt;b&gt;") == 3
    assert "<p>" in html


def test_window_has_the_full_date_in_its_title():
    now = datetime(2026, 3, 2, 15, tzinfo=UTC)
    html = rendered("{% window start None 'America/Chicago' %}", start=datetime(2026, 3, 4, 8), now=now)
    title = "Wed Mar 4, 2026, 8:00 AM Central"
    assert html == f'<time datetime="2026-03-04T08:00" title="{title}">Wed 8:00 AM CST</time>'


def test_age_has_the_exact_time_of_the_organization_in_its_title():
    now = datetime(2026, 3, 2, 15, tzinfo=UTC)
    request = SimpleNamespace(organization=SimpleNamespace(timezone="America/Chicago"))
    html = rendered("{% age at %}", at=datetime(2026, 3, 2, 14, 57, tzinfo=UTC), now=now, request=request)
    assert ">3 min ago<" in html
    assert "Mon Mar 2, 2026, 8:57:00 AM CST" in html


def test_times_within_a_part_of_a_page_are_the_organizations_too():
    request = RequestFactory().get("/")
    request.organization = SimpleNamespace(timezone="America/Chicago")
    late = datetime(2026, 3, 2, 3, 47, 8, tzinfo=UTC)
    part = Template("{% load loadline %}{% moment at %} {% day_on at %} {% age at %}")
    whole = Template("{% include part with at=at now=now only %}")

    html = whole.render(RequestContext(request, {"part": part, "at": late, "now": late + timedelta(days=90)}))

    assert ">9:47:08 PM<" in html
    assert html.count("Mar 1, 2026") == 4  # the day, and titles or text of both others
    assert "Mar 2" not in html


def test_every_kind_of_error_page_says_what_to_do():
    for status in (400, 403, 404, 500, 503):
        html = Template(f"{{% include '{status}.html' %}}").render(Context())
        assert f">{status}<" in html
        assert 'class="button"' in html


# Texts of forms that the list's own page holds.
WITHOUT_A_LOOK = {"list_state"}


def test_gallery_shows_every_component():
    request = RequestFactory().get("/gallery")
    request.user = SimpleNamespace(
        name="Mira Kent", email="mira@acme.example", initials="MK", is_authenticated=True
    )
    request.organization = SimpleNamespace(name="Acme", pk=1, timezone="America/Chicago")
    request.memberships = []
    used = set()

    def note(template, **_):
        used.add(template.name)

    template_rendered.connect(note)
    try:
        html = gallery(request).content.decode()
    finally:
        template_rendered.disconnect(note)
    there = {path.stem for path in TEMPLATES if path.parent.name == "_components"} - WITHOUT_A_LOOK
    assert {name for name in there if f"_components/{name}.html" not in used} == set()
    assert "<b>International" not in html
