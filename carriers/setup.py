"""The step of setting a brokerage up that is about carriers."""

from django.db.models import Exists

from carriers.models import Carrier
from organizations.setup import Step


def _tells(_organization: object) -> str:
    count = Carrier.objects.count()
    return f"{count:,} carrier{'' if count == 1 else 's'} on file"


STEP = Step(
    key="carriers",
    position=40,
    icon="map-pin",
    title="Your carriers",
    purpose="The agent talks rates with carriers that pass your rules. Bring your list, or use sample carriers.",
    action="Add carriers",
    url_name="carriers:setup",
    is_done=lambda: Exists(Carrier.objects.all()),
    told=_tells,
)
