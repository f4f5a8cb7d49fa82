"""All pages about money, under one namespace: bids and bookings, and their settings."""

from django.urls import include, path

from bids.views import bids, decisions, negotiation
from bids.views.bids import uncovered, undecided

# The broker's pages about money.


bid_pages = [
    path("", bids.list_bids, name="list"),
    path("<int:pk>/", decisions.show_bid, name="page"),
    path("<int:pk>/accept/", decisions.accept, name="accept"),
    path("<int:pk>/counter/", decisions.counter, name="counter"),
    path("<int:pk>/reject/", decisions.reject, name="reject"),
    path("bookings/<int:number>/undo/", bids.undo, name="undo"),
    path("bookings/<int:number>/fell-off/", bids.fell_off, name="fell_off"),
    path("of-load/<int:load_pk>/", bids.list_bids_of_load, name="of_load"),
    path("of-load/<int:load_pk>/compare/", bids.compare_bids, name="compare"),
    path("of-load/<int:load_pk>/book/", decisions.book, name="book"),
    path("of-call/<int:conversation_pk>/", bids.list_bids_of_call, name="of_call"),
    path("last-asks/<int:call_pk>/", bids.last_asks, name="last_asks"),
    path("after-call/<int:call_pk>/", bids.after_call, name="after_call"),
    path("uncovered/", uncovered, name="uncovered"),
    path("undecided/", undecided, name="undecided"),
    path("new/", bids.announce_new_offers, name="new_offers"),
    path("negotiation/<int:conversation_pk>/", bids.show_negotiation, name="negotiation"),
    path("outreach/<int:load_pk>/", bids.show_outreach, name="outreach"),
    path("outreach/<int:load_pk>/start/", bids.begin_outreach, name="start_outreach"),
    path("outreach/<int:load_pk>/stop/", bids.end_outreach, name="stop_outreach"),
    path("rehearsal/<int:agent_pk>/", negotiation.show_rehearsal, name="rehearsal"),
    path("rehearsal/<int:agent_pk>/calls/", negotiation.rehearse, name="rehearse"),
    path("of-carrier/<int:carrier_pk>/", bids.list_bids_of_carrier, name="of_carrier"),
    path("known/<int:carrier_pk>/", bids.show_known, name="known"),
]


app_name = "bids"

urlpatterns = [
    path("bids/", include(bid_pages)),
    path("settings/negotiation/", negotiation.negotiation_rules, name="negotiation_rules"),
    path("settings/negotiation/preview/", negotiation.preview_negotiation, name="preview_negotiation"),
    path("settings/negotiation/replay/", negotiation.replay_talks, name="replay_talks"),
]
