"""Phone numbers as people type them into forms."""

from django.core.exceptions import ValidationError

from calls.policy import Destination, NotDialable, read_destination

MARKS = " ()-."  # between digits


def bare(typed: str) -> str:
    """The text without what people put between digits."""
    return "".join(each for each in typed if each not in MARKS)


def destination_of(typed: str) -> Destination:
    """The number, with its extension if there is one; raises ValidationError. It may be one never to be called."""
    try:
        return read_destination(bare(typed))
    except NotDialable as error:
        raise ValidationError(str(error)) from None


def plain_number(typed: str) -> str:
    """The number in E.164 form, without an extension; raises ValidationError. Nothing stays nothing."""
    if not bare(typed):
        return ""
    found = destination_of(typed)
    if found.extension:
        raise ValidationError("Enter a number without an extension.")
    return found.number
