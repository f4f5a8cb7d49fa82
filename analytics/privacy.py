"""What figures hold of persons: nothing."""

from analytics.models import Bucket, Change, LoadResult, LoadSpan, Mention
from organizations.privacy.holdings import Holding, declare, plain

declare(
    Holding(model=Bucket, plain=plain(DERIVED="numbers tags hour day")),
    Holding(model=Change, plain=plain(DERIVED="quarters conversations carriers loads")),
    Holding(model=LoadResult),
    Holding(model=LoadSpan),
    Holding(model=Mention),
)
