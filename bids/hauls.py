"""Loads and the organization's restrictions, as the rules of hauling take them."""

from carriers.models import HaulRestriction
from carriers.states import Effect
from carriers.vetting import Haul, Restriction
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


def restriction_of(row: HaulRestriction) -> Restriction:
    """Return what the row forbids."""
    return Restriction(
        effect=Effect(row.effect),
        only_partial=row.only_partial,
        equipment_types=tuple(row.equipment_types),
        origin_state=row.origin_state,
        origin_country=row.origin_country,
        destination_state=row.destination_state,
        destination_country=row.destination_country,
    )
