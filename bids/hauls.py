"""Loads as the organization's restrictions go by them."""

from carriers.vetting import Haul
from loads.models import Load
from organizations.gazetteer.regions import read_country, read_regions


def haul_of(load: Load) -> Haul:
    """Return the load's trailer and the codes of its two ends."""
    origin_state, origin_country = codes_of(load.origin_state, load.origin_country)
    destination_state, destination_country = codes_of(load.destination_state, load.destination_country)
    return Haul(
        equipment=load.equipment_type,
        origin_state=origin_state,
        origin_country=origin_country,
        destination_state=destination_state,
        destination_country=destination_country,
    )


def codes_of(state: str, country: str) -> tuple[str, str]:
    """State and country as codes, however the TMS writes them; a state tells its country."""
    code = read_country(country)
    region = next(iter(read_regions(state, code)), None)
    return (region.code, region.country) if region else (state, code)
