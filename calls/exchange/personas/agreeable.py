"""A friendly dispatcher who answers whatever is asked and takes the rate that is offered."""

from .carrier import Carrier


class Agreeable(Carrier):
    """Helpful to a fault: has the papers at hand, a truck near by, and no quarrel with the money."""

    name = "agreeable"
    purpose = "A friendly dispatcher: answers every question, accepts the rate offered."
