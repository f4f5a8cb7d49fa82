"""Reads for the settings about calls."""

from calls.models import Agent, PhoneNumber


def numbers_with_agents() -> tuple[list[PhoneNumber], list[Agent]]:
    """Return the organization's numbers, and all agents that might answer them; two queries."""
    numbers = PhoneNumber.objects.select_related("agent").order_by("number")
    return list(numbers), list(Agent.objects.order_by("name", "pk"))
