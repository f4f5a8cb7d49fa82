"""What narrows the list of calls, and the do-not-call list."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db.models import QuerySet
from django_filters import CharFilter, ChoiceFilter

from calls.models import Call
from calls.querysets import ConversationQuerySet
from calls.states import CallStatus, Direction, Tag
from calls.wording import tag_words
from organizations.dashboard.table_filters import DayFilter, FieldFilter, TableFilters, Words

LIVE = "live"


class TagSelect(forms.Select):
    """Loadline's own tags, and the one chosen where it is another."""

    def optgroups(self, name: str, value: Any, attrs: Any = None) -> Any:
        """The tags as options."""
        tags = dict.fromkeys([*Tag.values, *(tag for tag in value if tag)])
        self.choices = [("", "any"), *((tag, tag_words(tag)) for tag in tags)]
        return super().optgroups(name, value, attrs)


class MCField(forms.CharField):
    """An MC number as people write it, cleaned to its digits: `MC-790123` is 790123."""

    def clean(self, value: Any) -> Any:
        """The digits alone."""
        given = super().clean(value)
        digits = "".join(each for each in given if each in "0123456789")
        if given and not digits:
            raise ValidationError("Enter the digits of an MC number.")
        return digits


class CallFilters(TableFilters):
    """The filters of the list of calls."""

    shown = ("tag", "load", "mc", "day")
    minor = ()

    direction = ChoiceFilter(choices=Direction.choices)
    status = ChoiceFilter(
        choices=[(LIVE, "Live"), *((end, CallStatus(end).label) for end in Call.lifecycle.final)],
        method="in_status",
    )
    tag = CharFilter(
        label="Tag",
        method=lambda calls, _, tag: calls.filter(content_tags__contains=[tag]),
        validators=[MaxLengthValidator(40)],
        widget=TagSelect,
    )
    load = CharFilter(
        label="Load", method=lambda calls, _, load: calls.of_load(load), max_length=64, widget=Words("any id")
    )
    mc = FieldFilter(
        MCField,
        label="MC",
        field_name="mc_number",
        max_length=20,
        widget=Words("any number", inputmode="numeric"),
    )
    carrier = FieldFilter(forms.IntegerField, min_value=1, max_value=2**63 - 1)
    day = DayFilter(label="Day")

    def in_status(self, calls: ConversationQuerySet, _name: str, status: str) -> ConversationQuerySet:
        """Return the calls that stand so."""
        if status == LIVE:
            return calls.filter(call__in=Call.objects.unfinished().values("pk"))
        return calls.filter(call__status=status)


class DoNotCallFilters(TableFilters):
    """The do-not-call list's filter."""

    shown = ("q",)

    q = CharFilter(
        label="Number", method="beginning", max_length=30, widget=Words("+1312…", id="find", inputmode="tel")
    )

    def beginning(self, entries: QuerySet[Any, Any], _name: str, text: str) -> QuerySet[Any, Any]:
        """Return the numbers that begin so; none where no digit was given."""
        digits = "".join(each for each in text if each in "0123456789")
        return entries.filter(number__startswith=f"+{digits}") if digits else entries.none()
