"""The sources that settings name."""

from django.conf import settings

from carriers.registry.fmcsa import Fmcsa
from carriers.registry.identity_service import IdentityService
from carriers.registry.source import ContactSource, Source


def carrier_sources() -> dict[str, Source]:
    """Return by name the sources that know carriers; none that has no key."""
    sources: dict[str, Source] = {**contact_sources()}
    if settings.FMCSA_BASE_URL and settings.FMCSA_WEB_KEY:
        sources[Fmcsa.name] = Fmcsa(settings.FMCSA_BASE_URL, settings.FMCSA_WEB_KEY)
    return sources


def contact_sources() -> dict[str, ContactSource]:
    """Return by name the sources that know phone numbers and e-mail addresses; none that has no key."""
    if settings.CARRIER_IDENTITY_URL and settings.CARRIER_IDENTITY_KEY:
        service = IdentityService(settings.CARRIER_IDENTITY_URL, settings.CARRIER_IDENTITY_KEY)
        return {IdentityService.name: service}
    return {}
