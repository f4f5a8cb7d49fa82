"""What a broker may say of a carrier."""

from django import forms


class BlockForm(forms.Form):
    """Why nobody shall talk rates with a carrier."""

    reason = forms.CharField(
        max_length=300, label="Reason", help_text="For your team only. Never shared with the carrier."
    )


class NoteForm(forms.Form):
    """What colleagues should know of a carrier."""

    notes = forms.CharField(
        max_length=5000,
        required=False,
        label="Notes",
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="For your team only. Never shared with the carrier.",
    )
