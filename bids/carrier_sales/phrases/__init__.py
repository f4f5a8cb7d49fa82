"""Everything the agent says in a talk about loads, in English and Spanish."""

from bids.carrier_sales.phrases import loads, manners, money
from calls.language.speech import Phrasebook

PHRASES = Phrasebook({**manners.LINES, **loads.LINES, **money.LINES})
