"""Forms of rules: their fields stand in cards, in the order and under the titles of a table."""

from typing import Any, ClassVar

from django.forms import BoundField

from organizations.display import MISSING


class Grouped:
    """Mixin: `GROUPS` names the fields under each title; `organizations/settings/_rules.html` shows them."""

    GROUPS: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]]

    def groups(self) -> list[tuple[str, list[BoundField]]]:
        """Titles with their fields."""
        return [(title, [self[name] for name in names]) for title, names in self.GROUPS]  # type: ignore[index]

    def told(self) -> list[tuple[str, list[tuple[str, str, str]]]]:
        """Titles with what is set, as `_components/facts.html` takes it."""
        return [
            (title, [(str(field.label), _in_words(field), "") for field in fields])
            for title, fields in self.groups()
        ]


def _in_words(field: BoundField) -> str:
    value: Any = field.value()
    if isinstance(value, bool):
        return "yes" if value else "no"
    choices = dict(getattr(field.field, "choices", ()))
    return str(choices.get(value, MISSING if value in (None, "") else value))
