"""What a broker says of a call: its tags, and which phone takes it over."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from calls.numbers import destination_of
from calls.policy import judge_destination
from calls.states import Tag
from calls.wording import tag_words
from organizations.models import Organization


class TagsForm(forms.Form):
    """A call's tags, out of Loadline's own and those that it has."""

    tags = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, has: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._has = has
        known = list(dict.fromkeys([*has, *Tag.values]))
        self.fields["tags"].choices = [(tag, tag_words(tag)) for tag in known]  # type: ignore[attr-defined]
        self.initial = {"tags": has}

    def clean_tags(self) -> list[str]:
        """Those that it had first, in their order."""
        chosen: list[str] = self.cleaned_data["tags"]
        return sorted(chosen, key=lambda tag: self._has.index(tag) if tag in self._has else len(self._has))


class TakeOverForm(forms.Form):
    """Which phone rings when a broker takes a call over: one that the organization may call."""

    phone = forms.CharField(
        max_length=30, label="Your phone", help_text="With + and country code, such as +13125550123."
    )

    def __init__(self, *args: Any, organization: Organization, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._organization = organization

    def clean_phone(self) -> str:
        """The number in E.164 form."""
        destination = destination_of(self.cleaned_data["phone"])
        reason = judge_destination(destination, countries=self._organization.callable_countries)
        if reason or destination.extension:
            raise ValidationError(reason.detail if reason else "Give a number without an extension.")
        return destination.number
