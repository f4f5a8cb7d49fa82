"""Where the provider finds us: built from the configured public addresses, and from a call's reference alone."""

from django.conf import settings


def callback_url(reference: str, step: str = "") -> str:
    """The root of a call's callbacks, or one of them: `twiml`, `status`, `relay-ended` … (calls.phone.urls)."""
    root = f"{settings.PUBLIC_URL}/phone/calls/{reference}"
    return f"{root}/{step}" if step else root


def relay_url(reference: str) -> str:
    """The WebSocket of a call's conversation."""
    return f"{settings.LIVE_URL}/phone/relay/{reference}"
