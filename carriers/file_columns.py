"""A carrier file as a table, and which of its columns is what, by its heading."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from organizations.api.imports import Refused


def _spellings(table: str) -> Mapping[str, tuple[str, ...]]:
    """Of a table with a line for each field: its name | how headings call it, in small letters and digits alone."""
    lines = (line.split("|") for line in table.strip().splitlines())
    return {field.strip(): tuple(names.split()) for field, names in lines}


# Of the FMCSA"s census, both generations: the SMS input file (42 columns) and the company census file (147).
CENSUS = _spellings("""
dot_number | dotnumber
legal_name | legalname
dba_name | dbaname
street | phystreet
city | phycity
state | phystate
postal_code | phyzip
country | phycountry
phone | telephone phone
other_phone | cellphone
contact_name | companyofficer1
email | emailaddress
fleet_size | nbrpowerunit powerunits
drivers | drivertotal totaldrivers
status | statuscode
docket_1_prefix | docket1prefix
docket_1 | docket1
docket_1_status | docket1statuscode
docket_2_prefix | docket2prefix
docket_2 | docket2
docket_2_status | docket2statuscode
docket_3_prefix | docket3prefix
docket_3 | docket3
docket_3_status | docket3statuscode
safety_rating | safetyrating
safety_rating_date | safetyratingdate
""")
CENSUS_NEEDS = ("dot_number", "legal_name", "street", "city", "state")
# Of lists that brokers keep; also the names of the API"s fields.
OWN = _spellings("""
dot_number | dotnumber dot usdot usdotnumber dotno usdotno carrierdot carrierdotnumber
mc_number | mcnumber mc mcno mcmx mcmxnumber mcff docket docketnumber iccmc carriermc carriermcnumber
name | name carriername carrier companyname company displayname vendorname
legal_name | legalname legalbusinessname legalcompanyname
dba_name | dbaname dba doingbusinessas
address | address fulladdress physicaladdress mailingaddress
street | street streetaddress address1 addressline1 phystreet
city | city town phycity
state | state province stateprovince st phystate
postal_code | zip zipcode postalcode postcode phyzip
country | country countrycode phycountry
phone | phone phonenumber telephone mainphone officephone businessphone dispatchphone primaryphone tel
other_phone | cellphone cell mobile mobilephone afterhoursphone contactphone phone2
email | email emailaddress dispatchemail primaryemail mainemail mail
other_email | contactemail email2 afterhoursemail
contact_name | contactname contact primarycontact dispatcher dispatchername contactperson
fleet_size | fleetsize powerunits nbrpowerunit totalpowerunits trucks truckcount numberoftrucks tractors units
drivers | drivers totaldrivers drivertotal drivercount numberofdrivers
equipment_types | equipmenttypes equipmenttype equipment trailertypes trailertype trailers truckequipment
is_capacity_carrier | capacitycarrier iscapacitycarrier
is_preferred | preferred ispreferred preferredcarrier corecarrier
is_blocked | blocked isblocked donotuse dnu blacklisted
block_reason | blockreason donotusereason blockedreason
notes | notes note comments comment remarks internalnotes
connection_status | connectionstatus onboardingstatus setupstatus
identity_assessment | ruleassessment rulesassessment identityassessment
common_authority | commonauthority commonauthoritystatus
contract_authority | contractauthority contractauthoritystatus
broker_authority | brokerauthority brokerauthoritystatus
authority_granted_date | authoritygranteddate authoritydate authoritygranted mcdate
liability_insurance | liabilityinsurance autoliability autoliabilitylimit autoinsurance liability bipd bipdinsurance
liability_expiry_date | liabilityexpirydate liabilityexpiration autoliabilityexpiration autoexpiration liabilityexpirationdate insuranceexpiration insuranceexpirationdate
cargo_insurance | cargoinsurance cargo cargolimit motortruckcargo cargocoverage
cargo_expiry_date | cargoexpirydate cargoexpiration cargoexpirationdate
safety_rating | safetyrating rating dotrating fmcsarating
safety_rating_date | safetyratingdate ratingdate
out_of_service_date | outofservicedate oosdate
""")  # noqa: E501 (a row is a line)


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each field stands in a row, and the headings that mean nothing to us."""

    places: Mapping[str, int]
    headings: Mapping[str, str]  # as they stand in the file, by field
    ignored: tuple[str, ...]


def plain(heading: str) -> str:
    """Return a heading in small letters and digits alone: `USDOT #` and `us_dot` are `usdot`."""
    return re.sub(r"[^a-z0-9]", "", heading.casefold())


def is_census(headings: Iterable[str]) -> bool:
    """Whether a header is one of the census's."""
    known = {plain(heading) for heading in headings}
    return all(known.intersection(CENSUS[field]) for field in CENSUS_NEEDS)


def find_columns(headings: Sequence[str], spellings: Mapping[str, tuple[str, ...]]) -> Columns:
    """Return the places of the fields among the headings; of several spellings of a field the one named first."""
    keys = [plain(heading) for heading in headings]
    places = {}
    for field, names in spellings.items():
        found = next((keys.index(name) for name in names if name in keys), None)
        if found is not None:
            places[field] = found
    used = set(places.values())
    return Columns(
        places,
        {field: headings[place] for field, place in places.items()},
        tuple(heading for place, heading in enumerate(headings) if place not in used and heading),
    )


OWN_BY_KEY: Mapping[str, tuple[str, int]] = {
    name: (field, rank) for field, names in OWN.items() for rank, name in enumerate(names)
}


def own_fields(record: Mapping[str, object]) -> dict[str, object]:
    """Return a JSON object's values by field, whatever the spelling of its keys."""
    ranked: dict[str, tuple[int, object]] = {}
    for key, value in record.items():
        known = OWN_BY_KEY.get(plain(key))
        if known is not None and (known[0] not in ranked or known[1] < ranked[known[0]][0]):
            ranked[known[0]] = (known[1], value)
    return {field: value for field, (_, value) in ranked.items()}


# Rows of a CSV file, one physical line at a time: a line that is broken takes no other down with it. Pure.


DELIMITERS = ",;\t|"
MAX_JOINED = 50  # physical lines of one row, where a quoted field has line breaks
MAX_CHARACTERS = 100_000  # of such a field


class Row(NamedTuple):
    """A row: the number of its first line, its bytes, its cells, and what is wrong where it has none."""

    number: int
    raw: bytes
    cells: list[str]
    problem: str = ""


def delimiter_of(header: str) -> str:
    """Return what stands between a header's columns: comma, semicolon, tab or bar, whichever there are most of."""
    return max(DELIMITERS, key=header.count)


def decoded(raw: bytes) -> str:
    """Return a line's text: UTF-8, or else Windows-1252, in which spreadsheets and older registry files are written.

    Raises Refused.
    """
    try:
        return raw.decode()
    except UnicodeDecodeError:
        pass
    try:
        return raw.decode("cp1252")
    except UnicodeDecodeError:
        raise Refused("The line is neither UTF-8 nor Windows-1252.") from None


def cells_of(text: str, delimiter: str) -> list[str] | None:
    """Return a row's cells; None where a quoted field isn't closed. Raises Refused."""
    try:
        return next(csv.reader((text,), delimiter=delimiter, strict=True), [])
    except csv.Error as error:
        if str(error) == "unexpected end of data":
            return None
        if "field larger" in str(error):
            raise Refused(f"A field has more than {MAX_CHARACTERS:,} characters.") from None
        raise Refused(
            "Unexpected text after a closing quote. Write a quote inside a field as two quotes."
        ) from None


def rows_of(
    lines: Iterable[tuple[int, bytes, int]], *, delimiter: str, columns: int, longest: int
) -> Iterator[Row]:
    """Yield the rows of lines, each with its number, its bytes and how many it had, that follow the header.

    A quoted field may go on over several lines. Where it never ends, only the line in which it begins is bad.
    """
    source = iter(lines)
    waiting: list[tuple[int, bytes, int]] = []  # read ahead of a field that didn't end
    while True:
        first = waiting.pop(0) if waiting else next(source, None)
        if first is None:
            return
        number, raw, length = first
        ahead: list[tuple[int, bytes, int]] = []
        try:
            if length > longest:
                raise Refused(f"A line can have up to {longest:,} bytes; this one has {length:,}.")
            text = decoded(raw)
            cells = cells_of(text, delimiter)
            while cells is None and len(ahead) < MAX_JOINED and len(text) < MAX_CHARACTERS:
                following = waiting.pop(0) if waiting else next(source, None)
                if following is None:
                    break
                ahead.append(following)
                text += f"\n{decoded(following[1])}"
                cells = cells_of(text, delimiter)
            if cells is None:
                raise Refused("A quoted field isn't closed.")
        except Refused as error:
            waiting[:0] = ahead
            yield Row(number, raw, [], str(error))
            continue
        whole = b"\n".join([raw, *(line[1] for line in ahead)])
        is_too_long = len(cells) > columns and any(cells[columns:])
        if is_too_long or len(cells) < columns:
            yield Row(number, whole, [], f"{len(cells)} cells where the header has {columns}.")
        else:
            yield Row(number, whole, cells)
