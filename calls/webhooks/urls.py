"""The provider's callbacks, below /phone/; the relay socket is `live`'s (config/asgi.py)."""

from django.urls import path

from calls.webhooks import views

app_name = "phone"

urlpatterns = [
    path("calls/<str:reference>/twiml", views.twiml, name="twiml"),
    path("calls/<str:reference>/status", views.status, name="status"),
    path("calls/<str:reference>/machine", views.machine, name="machine"),
    path("calls/<str:reference>/relay-ended", views.relay_ended, name="relay_ended"),
    path("calls/<str:reference>/voicemail", views.voicemail, name="voicemail"),
    path("calls/<str:reference>/transfer", views.transfer, name="transfer"),
    path("calls/<str:reference>/whisper", views.whisper, name="whisper"),
    path("calls/<str:reference>/second-line", views.second_line, name="second_line"),
    path("calls/<str:reference>/announcement", views.announcement, name="announcement"),
    path("calls/<str:reference>/dial-ended", views.dial_ended, name="dial_ended"),
    path("calls/<str:reference>/recording", views.recording, name="recording"),
    path("numbers/voice", views.voice, name="voice"),
    path("numbers/status", views.number_status, name="number_status"),
]
