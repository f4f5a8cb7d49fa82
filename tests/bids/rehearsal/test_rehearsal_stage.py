"""A rehearsal's talk ends as it would over the wire."""

from bids.services.rehearsal_stage import Stage, stage
from tests.factories import NOW


def test_line_that_a_person_takes_is_no_dropped_call(seller, load):
    seller.transfer_number = "+14175550190"
    seller.save()
    with stage():
        talk = Stage(seller, load, phone="+12145550188", at=NOW)
        talk.opens()
        reply = talk.hears("let me talk to a person please")
        tags = talk.ends().conversation.content_tags

    assert reply.transfer
    assert tags == ["transferred"]
