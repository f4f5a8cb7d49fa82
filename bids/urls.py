"""The broker's pages about money."""

from django.urls import path

from bids import after_call_views, booking_views, decision_views, outreach_views, rehearsal_views, views
from bids.today_views import uncovered, undecided

urlpatterns = [
    path("", views.list_bids, name="list"),
    path("<int:pk>/", decision_views.show_bid, name="page"),
    path("<int:pk>/accept/", decision_views.accept, name="accept"),
    path("<int:pk>/counter/", decision_views.counter, name="counter"),
    path("<int:pk>/reject/", decision_views.reject, name="reject"),
    path("of-load/<int:load_pk>/", views.list_bids_of_load, name="of_load"),
    path("of-load/<int:load_pk>/compare/", views.compare_bids, name="compare"),
    path("of-load/<int:load_pk>/book/", booking_views.book, name="book"),
    path("of-call/<int:conversation_pk>/", views.list_bids_of_call, name="of_call"),
    path("last-asks/<int:call_pk>/", after_call_views.last_asks, name="last_asks"),
    path("after-call/<int:call_pk>/", after_call_views.after_call, name="after_call"),
    path("uncovered/", uncovered, name="uncovered"),
    path("undecided/", undecided, name="undecided"),
    path("negotiation/<int:conversation_pk>/", views.show_negotiation, name="negotiation"),
    path("outreach/<int:load_pk>/", outreach_views.show_outreach, name="outreach"),
    path("outreach/<int:load_pk>/start/", outreach_views.begin_outreach, name="start_outreach"),
    path("outreach/<int:load_pk>/stop/", outreach_views.end_outreach, name="stop_outreach"),
    path("rehearsal/<int:agent_pk>/", rehearsal_views.show_rehearsal, name="rehearsal"),
    path("rehearsal/<int:agent_pk>/calls/", rehearsal_views.rehearse, name="rehearse"),
    path("of-carrier/<int:carrier_pk>/", views.list_bids_of_carrier, name="of_carrier"),
]
