"""The step of setting a brokerage up that is about loads."""

from django.db.models import Exists

from loads.models import Load
from organizations.setup import Step


def _tells(_organization: object) -> str:
    count = Load.objects.open().count()
    return f"{count:,} open load{'' if count == 1 else 's'} on the board"


STEP = Step(
    key="load",
    position=50,
    icon="truck",
    title="A load",
    purpose="Send one from your TMS, upload a list, or start with a test load.",
    action="Add a load",
    url_name="loads:setup",
    is_done=lambda: Exists(Load.objects.all()),
    told=_tells,
)
