"""What of an agent's words a carrier answers, and the occasion of the answer where a fact is all of it."""

from ..topics import Topic
from ..understanding import questions_in, read_back_of, topics_of

# What is said about money is answered as one thing.
MONEY = frozenset({
    Topic.OFFER, Topic.ASK_RATE, Topic.ACCEPTED, Topic.CLOSER, Topic.TOO_HIGH, Topic.FINAL, Topic.NO_DEAL,
})  # fmt: skip
# What is reacted to though it is no question.
NEWS = frozenset({
    Topic.MC, Topic.ARE_YOU_THERE, Topic.NOT_FOUND, Topic.UNAVAILABLE, Topic.REFUSED, Topic.TRANSFER, Topic.REPEAT,
}) | MONEY - {Topic.ASK_RATE}  # fmt: skip
# Beside a figure these ask for nothing of their own.
BESIDE_MONEY = frozenset({Topic.AVAILABILITY, Topic.CONFIRM, Topic.HEAR_IT, Topic.UNAVAILABLE, Topic.WHICH})


def to_answer(heard: str, *, papers: tuple[str, str]) -> list[Topic]:
    """The topics that want an answer: news and questions, all talk of money as one; `papers` are MC and DOT number."""
    questions = topics_of(questions_in(heard))
    topics = [topic for topic in topics_of(heard) if topic in questions or topic in NEWS]
    if {Topic.HEAR_IT, Topic.WHICH}.intersection(topics):
        # What is offered instead counts.
        topics = [topic for topic in topics if topic not in (Topic.NOT_FOUND, Topic.UNAVAILABLE)]
    if MONEY.intersection(topics):
        topics = [topic for topic in topics if topic not in BESIDE_MONEY]
        first = next(index for index, topic in enumerate(topics) if topic in MONEY)
        topics[first] = Topic.OFFER
        topics = [topic for index, topic in enumerate(topics) if index == first or topic not in MONEY]
    if Topic.REFUSED in topics:
        return [Topic.REFUSED]
    if Topic.NOT_FOUND in topics:
        # First things first.
        topics = [topic for topic in topics if topic not in (Topic.ANYTHING_ELSE, Topic.PURPOSE)]
    if Topic.KEYS in topics_of(heard) and Topic.MC not in topics:
        topics.append(Topic.MC)
    if len(topics) > 1:
        topics = [topic for topic in topics if topic != Topic.REPEAT]
    if len(topics) > 1 and Topic.MC in topics and read_back_of(heard) in papers:
        # Ours, read back beside something that matters more.
        topics = [topic for topic in topics if topic != Topic.MC]
    if len(topics) > 1 and Topic.CONFIRM in topics:
        # "Macon, MC 12, is that right?" reads back: the yes belongs to what is read.
        topics = [topic for topic in topics if topic != Topic.CONFIRM]
    return topics


# Topics that a fact answers, with the occasion of its wordings.
OCCASIONS: dict[Topic, str] = {
    Topic.HOW_ARE_YOU: "how_are_you",
    Topic.GOOD_TIME: "good_time",
    Topic.WHO: "who",
    Topic.RIGHT_PERSON: "right_person",
    Topic.COMPANY: "company",
    Topic.DRIVER: "driver",
    Topic.TRUCK: "truck",
    Topic.CALL_BACK: "call_back_number",
    Topic.CALL_BACK_TIME: "tomorrow",
    Topic.EMAIL: "email",
    Topic.LOCATION: "location",
    Topic.ETA: "eta",
    Topic.CHECKED_IN: "checked_in",
    Topic.LOADED: "loaded",
    Topic.TEMPERATURE: "temperature",
    Topic.PAPERS: "papers",
    Topic.DELAY: "delay",
    Topic.AVAILABILITY: "available",
    Topic.HEAR_IT: "hear_it",
    Topic.TRANSFER: "on_hold",
    Topic.ANYTHING_ELSE: "nothing_else",
    Topic.ARE_YOU_THERE: "here",
}
