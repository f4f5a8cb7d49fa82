"""What is typed of answers: one that the agent may give, and a broker's to a caller's question."""

from typing import Any

from django import forms
from django.http import QueryDict

from calls.models import ApprovedAnswer, OpenQuestion
from calls.models.answers import MAX_ANSWER
from calls.services.answers import names_hidden_rate
from calls.states import AnswerTopic
from loads.models import Load
from organizations.equipment import Equipment
from organizations.gazetteer import find_place_of

HIDDEN = "That’s the customer rate or the max rate of this load. The agent never says either."


def _one_line(text: str) -> str:
    return " ".join(text.split())


class AnswerForm(forms.ModelForm):
    """An approved answer: what it is about, what the agent says, where it holds."""

    class Meta:
        model = ApprovedAnswer
        fields = (
            *("topic", "question", "answer_en", "answer_es"),
            *("load", "facility", "customer", "equipment"),
        )
        labels = {
            "question": "What is the question?",
            "answer_en": "In English",
            "answer_es": "In Spanish",
            "load": "Load ID",
            "facility": "Facility (town)",
            "customer": "Customer",
            "equipment": "Equipment",
        }
        help_texts = {
            "question": "Only for Other. Use the words carriers use: overnight parking, pallet exchange.",
            "answer_en": "The agent says it word for word to callers who speak English.",
            "answer_es": "Without it, questions in Spanish go to the broker.",
            "load": "As in your TMS.",
            "facility": "City and state of a stop, such as Dallas, TX.",
            "customer": "As on the load.",
            "equipment": "",
        }
        widgets = {
            "answer_en": forms.Textarea(attrs={"rows": 3, "maxlength": MAX_ANSWER}),
            "answer_es": forms.Textarea(attrs={"rows": 3, "maxlength": MAX_ANSWER, "lang": "es"}),
        }

    ABOUT = ("topic", "question")
    SAID = ("answer_en", "answer_es")
    WHERE = ("load", "facility", "customer", "equipment")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["equipment"].choices = [("", "Any equipment"), *Equipment.choices]  # type: ignore[attr-defined]

    def groups(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """Titles, what is to be known of them, and their fields."""
        where = "Leave it all empty for every load. If you fill in several, all of them must match."
        named = (
            ("Topic", "", self.ABOUT),
            ("Answer", "", self.SAID),
            ("Where it applies", where, self.WHERE),
        )
        return [(title, hint, [self[name] for name in names]) for title, hint, names in named]

    def clean_question(self) -> str:
        """Nothing for topics that say by themselves what they are about."""
        question = _one_line(self.cleaned_data["question"])
        if self.cleaned_data.get("topic") != AnswerTopic.OTHER:
            return ""
        if not question:
            raise forms.ValidationError("Say what the question is, in a few words.")
        return question

    def clean_answer_en(self) -> str:
        """On one line."""
        return _one_line(self.cleaned_data["answer_en"])

    def clean_answer_es(self) -> str:
        """On one line."""
        return _one_line(self.cleaned_data["answer_es"])

    def clean_facility(self) -> str:
        """Spelled as the gazetteer has it; a town that it doesn't know, as it was typed."""
        facility = _one_line(self.cleaned_data["facility"])
        if not facility:
            return ""
        place = find_place_of(facility)
        if place is None and "," not in facility:
            raise forms.ValidationError("Give the town and the state, such as Dallas, TX.")
        return str(place or facility)

    def clean_customer(self) -> str:
        """On one line, as names are compared."""
        return _one_line(self.cleaned_data["customer"])

    def clean(self) -> dict[str, Any]:
        """In one language at least, and without the rates of the load that it is for."""
        cleaned = super().clean() or self.cleaned_data
        said = [name for name in self.SAID if cleaned.get(name)]
        if not said and not any(name in self.errors for name in self.SAID):
            self.add_error("answer_en", "Give the answer in English, in Spanish, or in both.")
        load = Load.objects.filter(external_id=cleaned["load"]).first() if cleaned.get("load") else None
        for name in said:
            if load is not None and names_hidden_rate(cleaned[name], load):
                self.add_error(name, HIDDEN)
        return cleaned


class QuestionForm(forms.Form):
    """A broker's answer to what a caller asked."""

    answer = forms.CharField(
        label="Your answer",
        max_length=MAX_ANSWER,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": MAX_ANSWER}),
    )
    keep = forms.BooleanField(label="Save as approved answer", required=False)

    def __init__(self, given: QueryDict | None = None, *, question: OpenQuestion) -> None:
        super().__init__(given, auto_id=f"question-{question.pk}-%s")
        self._question = question

    @property
    def language(self) -> str:
        """In which a saved answer would be said."""
        return "Spanish" if self._question.language.lower().startswith("es") else "English"

    def clean(self) -> dict[str, Any]:
        """What the agent is to say names no rate that it mustn't."""
        cleaned = super().clean() or self.cleaned_data
        load = self._question.load
        if cleaned.get("keep") and load and names_hidden_rate(cleaned.get("answer", ""), load):
            self.add_error("answer", HIDDEN)
        return cleaned
