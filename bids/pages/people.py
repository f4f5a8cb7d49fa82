"""Who did it, by name."""

from collections.abc import Iterable

from calls.wording import actor_words
from organizations.models import User


def names_of(actors: Iterable[str]) -> dict[str, str]:
    """Return `by Mia Kent`, `by the agent` for actors such as `user:12`; one query where people are among them."""
    actors = {actor for actor in actors if actor}
    keys = [int(key) for kind, _, key in (actor.partition(":") for actor in actors) if kind == "user"]
    people = (
        {f"user:{person.pk}": f"by {person}" for person in User.objects.filter(pk__in=keys)} if keys else {}
    )
    return {actor: people.get(actor) or actor_words(actor) for actor in actors}
