"""Setting a brokerage up: the steps that packages add in `AppConfig.ready()`.

The page and the checklist stand here; what a step is about, its own package knows:

    setup.add_step(Step(key="phone-number", position=20, …))
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, Q
from django.urls import reverse

from organizations.models import Organization


@dataclass(frozen=True, kw_only=True)
class Step:
    """Something to be done once: `is_done` is asked of the database, within the organization's scope."""

    key: str
    position: int
    icon: str  # of Lucide
    title: str
    purpose: str  # what it is good for, while it is to be done
    action: str  # the button's words
    url_name: str
    is_done: Callable[[], Exists | Q]
    summary: Callable[[Organization], str]  # what there is, once it is done


@dataclass(frozen=True)
class Panel:
    """A card under the steps, of a package above."""

    template: str
    context: Callable[[], dict[str, Any]]


@dataclass(frozen=True)
class Standing:
    """A step as it stands now."""

    step: Step
    url: str
    is_done: bool
    is_next: bool
    words: str


_steps: dict[str, Step] = {}
_panels: list[Panel] = []


def add_step(step: Step) -> None:
    """Have the step on the set-up page."""
    _steps[step.key] = step


def add_panel(panel: Panel) -> None:
    """Have the card on the set-up page."""
    if panel not in _panels:
        _panels.append(panel)


def panels() -> list[tuple[str, dict[str, Any]]]:
    """Each card's template, and what it shows."""
    return [(panel.template, panel.context()) for panel in _panels]


def steps_done(organization: Organization) -> dict[str, bool]:
    """Whether each step is done, by its key, in their order; one query."""
    steps = sorted(_steps.values(), key=lambda step: step.position)
    asked = [ExpressionWrapper(step.is_done(), BooleanField()) for step in steps]
    found = Organization.objects.filter(pk=organization.pk).values_list(*asked).get()
    return {step.key: bool(done) for step, done in zip(steps, found, strict=True)}


def standings(organization: Organization, *, in_full: bool = False) -> list[Standing]:
    """Every step as it stands, in order; the first that isn't done is next. `in_full` tells what there is."""
    done = steps_done(organization)
    following = next((key for key, is_done in done.items() if not is_done), "")
    return [
        Standing(
            step := _steps[key],
            reverse(step.url_name),
            is_done,
            key == following,
            step.summary(organization) if is_done and in_full else "" if is_done else step.purpose,
        )
        for key, is_done in done.items()
    ]
