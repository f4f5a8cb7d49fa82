"""The check call: where is the truck, when will it be at the stop, and how does it stand?"""

from calls.agent.check_call.skill import CheckCallSkill

__all__ = ["CheckCallSkill"]
