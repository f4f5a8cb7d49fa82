"""The demo's loads as their TMS would send them, its carriers and agents. Pure."""

from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

MILES_PER_HOUR = 50
DRIVING_HOURS = 11  # then ten hours of rest; a team drives on
# Start, book-now and max rate as parts of the customer rate, in turn: no two brokers leave the same room.
ROOMS = ((0.78, 0.80, 0.90), (0.80, 0.83, 0.92), (0.76, 0.79, 0.89), (0.82, 0.84, 0.93))

# City | state | zip | country | time zone
PLACES = """
Atlanta | GA | 30336 | US | America/New_York
Birmingham | AL | 35211 | US | America/Chicago
Boston | MA | 02118 | US | America/New_York
Charlotte | NC | 28214 | US | America/New_York
Chattanooga | TN | 37421 | US | America/New_York
Chicago | IL | 60632 | US | America/Chicago
Ciudad Juárez | CH | 32575 | MX | America/Ciudad_Juarez
Columbus | OH | 43228 | US | America/New_York
Dallas | TX | 75212 | US | America/Chicago
Denver | CO | 80216 | US | America/Denver
Detroit | MI | 48209 | US | America/Detroit
Fresno | CA | 93725 | US | America/Los_Angeles
Green Bay | WI | 54302 | US | America/Chicago
Houston | TX | 77029 | US | America/Chicago
Huntsville | AL | 35806 | US | America/Chicago
Indianapolis | IN | 46241 | US | America/Indiana/Indianapolis
Jackson | TN | 38305 | US | America/Chicago
Kansas City | MO | 64120 | US | America/Chicago
Laredo | TX | 78045 | US | America/Chicago
Los Angeles | CA | 90058 | US | America/Los_Angeles
Memphis | TN | 38118 | US | America/Chicago
Miami | FL | 33178 | US | America/New_York
Monterrey | NL | 66600 | MX | America/Monterrey
Nashville | TN | 37210 | US | America/Chicago
Newark | NJ | 07114 | US | America/New_York
Omaha | NE | 68107 | US | America/Chicago
Phoenix | AZ | 85043 | US | America/Phoenix
Portland | OR | 97218 | US | America/Los_Angeles
Salt Lake City | UT | 84104 | US | America/Denver
Savannah | GA | 31408 | US | America/New_York
Seattle | WA | 98108 | US | America/Los_Angeles
St. Louis | MO | 63147 | US | America/Chicago
Toronto | ON | M9W 5L7 | CA | America/Toronto
Vancouver | BC | V6B 1A1 | CA | America/Vancouver
"""
# Id | origin | destination | miles | equipment | $/mile | pounds | commodity | customer | pickup: day | hour
LANES = """
482101 | Dallas | Atlanta | 781 | 53' Dry Van | 2.74 | 42000 | Flour | Kestrel Mills | 1 | 8
482102 | Chicago | Dallas | 967 | V | 2.28 | 38500 | Paper towels | Northstar Paper | 0 | 14
482103 | Los Angeles | Phoenix | 373 | VAN | 3.42 | 31200 | Patio furniture | Harbor & Pine | 1 | 6
482104 | Laredo | Chicago | 1375 | Dry Van | 2.31 | 40100 | Wire harnesses | Meridian Auto | 2 | 9
482105 | Monterrey | Dallas | 525 | 53' Dry Van | 4.55 | 36800 | Compressors | Meridian Auto | 3 | 7
482106 | Toronto | Charlotte | 770 | Van | 2.95 | 33400 | Kitchen cabinets | Maple & Main | 2 | 10
482107 | Fresno | Seattle | 940 | Reefer 34F | 3.36 | 41500 | Table grapes | Solano Fresh | 0 | 16
482108 | Fresno | Denver | 1165 | R | 3.12 | 42800 | Stone fruit | Solano Fresh | 2 | 12
482109 | Omaha | Newark | 1255 | REEFER | 3.05 | 43500 | Frozen beef | Prairie Beef | 1 | 11
482110 | Miami | Boston | 1490 | 53' Reefer | 3.68 | 22000 | Cut flowers | Alba Blooms | 1 | 20
482111 | Houston | Denver | 1030 | 48' flatbed w/ tarps | 3.08 | 46500 | Line pipe | Copperline Steel | 2 | 7
482112 | Birmingham | Kansas City | 720 | Conestoga | 3.33 | 44000 | Steel coils | Copperline Steel | 3 | 6
482113 | Savannah | Atlanta | 250 | 40' HC container | 4.80 | 39000 | Floor tiles | Harbor & Pine | 0 | 18
482114 | Portland | Salt Lake City | 765 | F | 3.10 | 47500 | Lumber | Ironwood Lumber | 4 | 8
482115 | Vancouver | Los Angeles | 1275 | Dry van | 2.22 | 40900 | Newsprint | Northstar Paper | 3 | 13
482116 | Columbus | Miami | 1155 | 53' Dry Van | 2.66 | 27500 | Small appliances | Blue Heron | 2 | 15
482117 | Indianapolis | St. Louis | 243 | DRV | 4.10 | 35600 | Bottled water | Brightwater | 1 | 9
482118 | Detroit | Laredo | 1590 | Stepdeck | 2.86 | 45200 | Press parts | Meridian Auto | 4 | 10
482119 | Kansas City | Denver | 605 | Power Only | 2.45 | 38000 | Loaded trailer | Blue Heron | 1 | 17
482120 | Houston | Charlotte | 1040 | RGN | 5.35 | 68000 | Excavator | Gulf Machinery | 5 | 7
482121 | Memphis | Atlanta | 525 | 53' Dry Van | 4.15 | 24800 | Shoes and shirts | Blue Heron | 2 | 5
482122 | Green Bay | Newark | 975 | Reefer | 3.22 | 41000 | Cheese | Lakehead Dairy | 3 | 14
482123 | Ciudad Juárez | Dallas | 645 | Van | 4.05 | 30500 | Circuit boards | Tecna Maquila | 4 | 8
482124 | Charlotte | Atlanta | 245 | Hotshot | 3.90 | 9800 | Generators | Gulf Machinery | 6 | 9
482125 | Houston | Birmingham | 670 | Tanker | 3.95 | 45000 | Glycol | Gulf Chemicals | 2 | 8
"""
BETWEEN = {"482121": ("Jackson", "Nashville", "Huntsville", "Chattanooga")}
NO_TIMES = dict.fromkeys(("pickupTime", "pickupEndTime", "dropoffTime", "dropoffEndTime", "stops"))
NO_RATES = dict.fromkeys(("customerRate", "startRate", "maxRate", "bookNowRate"))
# What is particular about a load; over what the table says.
PARTICULARS: dict[str, dict[str, Any]] = {
    "482105": {
        "specialInstructions": "Through trailer. C-TPAT carrier; customs broker: Puente Norte, Laredo."
    },
    "482107": {
        "specialInstructions": "Continuous 34°F. Pulp temps at the shipper. Reefer download required."
    },
    "482109": {"specialInstructions": "−10°F. Seal stays on. Lumper at the receiver, we reimburse."},
    "482110": {
        "specialInstructions": "Must be on the shelf the next day. Team only.",
        "teamServiceRequired": True,
    },
    "482111": {"specialInstructions": "8 ft tarps, 12 straps, hard hat and vest."},
    "482113": {"specialInstructions": "Chassis from the pool. Last free day is the day after pickup."},
    "482116": {"status": "OPPORTUNITY", "isVisibleToExternalCarriers": True},
    "482117": {"maxRate": None, "bookNowRate": None},  # no ceiling yet
    "482118": {"routingGuideEnabled": True},
    "482120": {
        "status": "OPPORTUNITY",
        "specialInstructions": "Oversize, 11 ft 6 in wide. Permits are the carrier's, included in the rate.",
    },
    "482121": {"specialInstructions": "Five drops, each by appointment. Load bars; no pallet exchange."},
    "482123": NO_TIMES,  # the shipper hasn't told when it is ready
    "482124": {"status": "OPPORTUNITY", **NO_RATES},  # still to be quoted
    "482125": {"locked": True, "specialInstructions": "Held by the shipper: the wash ticket is missing."},
}


def load_events(now: datetime) -> list[dict[str, Any]]:
    """Return the demo's load events; pickups lie from two hours to a week after `now`."""
    return [_event(row, ROOMS[index % len(ROOMS)], now) for index, row in enumerate(_rows(LANES))]


def _event(row: list[str], room: tuple[float, float, float], now: datetime) -> dict[str, Any]:
    """Return a row of LANES as a load event, its rates in the room that the broker leaves."""
    id, origin, destination, miles, equipment, per_mile, weight, commodity, customer, day, hour = row
    particular = PARTICULARS.get(id, {})
    way = [origin, *BETWEEN.get(id, ()), destination]
    is_team = particular.get("teamServiceRequired", False)
    windows = _windows(way, int(miles), _pickup(origin, int(day), int(hour), now), is_team=is_team)
    customer_rate = round(int(miles) * float(per_mile) / 5) * 5
    start, book_now, ceiling = (round(customer_rate * part / 25) * 25 for part in room)
    return {
        "id": id,
        "status": "UNASSIGNED",
        "customerName": customer,
        "origin": _location(origin),
        "destination": _location(destination),
        "pickupTime": windows[0][0],
        "pickupEndTime": windows[0][1],
        "dropoffTime": windows[-1][0],
        "dropoffEndTime": windows[-1][1],
        "stops": [
            {
                "type": "dropoff" if index else "pickup",
                "address": _location(place),
                "windowStart": begin,
                "windowEnd": end,
            }
            for index, (place, (begin, end)) in enumerate(zip(way, windows, strict=True))
        ],
        "equipment": equipment,
        "totalDistance": int(miles),
        "weight": int(weight),
        "commodity": commodity,
        "customerRate": customer_rate,
        "startRate": start,
        "maxRate": ceiling,
        "bookNowRate": book_now,
        "outboundCarrierSalesEnabled": True,
    } | particular


def _pickup(origin: str, day: int, hour: int, now: datetime) -> datetime:
    """Return when the pickup window begins, on the clock there: in two hours at the earliest."""
    here = now.astimezone(_zone(origin))
    pickup = datetime.combine(here.date() + timedelta(days=day), time(hour), here.tzinfo)
    soonest = here.replace(minute=0, second=0, microsecond=0) + timedelta(hours=3)
    if pickup >= soonest:
        return pickup
    return soonest if 6 <= soonest.hour <= 20 else pickup + timedelta(days=1)


def _windows(way: list[str], miles: int, pickup: datetime, *, is_team: bool) -> list[tuple[str, str]]:
    """Return each stop's window on the wall clock there: a truck arrives, and a dock is open."""
    leg = miles / MILES_PER_HOUR / (len(way) - 1)
    starts, driven = [pickup], 0.0
    for place in way[1:]:
        rests = 0 if is_team else (driven + leg) // DRIVING_HOURS - driven // DRIVING_HOURS
        driven += leg
        starts.append(_when_open(starts[-1] + timedelta(hours=2 + leg + 10 * rests), place))
    hours = [4, *[1] * (len(way) - 2), 4]
    return [
        (_wall_clock(start), _wall_clock(start + timedelta(hours=long)))
        for start, long in zip(starts, hours, strict=True)
    ]


def _when_open(moment: datetime, place: str) -> datetime:
    """Return the first full hour from then on at which a dock there is open: 7 to 18 on its clock."""
    local = moment.astimezone(_zone(place)).replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    if local.hour > 18:
        local += timedelta(days=1)
    return local if 7 <= local.hour <= 18 else local.replace(hour=7)


def _wall_clock(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat()


def _rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


_PLACES = {row[0]: row for row in _rows(PLACES)}


def _zone(place: str) -> ZoneInfo:
    return ZoneInfo(_PLACES[place][4])


def _location(place: str) -> dict[str, str]:
    return dict(zip(("city", "state", "zip", "country", "timezone"), _PLACES[place], strict=True))


# The demo's carriers: small fleets, a few of which fail vetting. Names and numbers are fictional.


# MC | name | address | power units | area code | equipment | vetting
CARRIERS = """
790112 | Blue Mesa Transport LLC | 12 Depot Rd, Amarillo, TX 79101 | 12 | 806 | van reefer | capacity
812345 | Redbud Freight Inc | 400 Market St, Oklahoma City, OK 73102 | 31 | 405 | van | capacity
645210 | Lone Pine Carriers | 88 Timber Ln, Flagstaff, AZ 86001 | 6 | 928 | flatbed step_deck | good
901877 | Gill Brothers Trucking | 5150 Golden State Blvd, Fresno, CA 93722 | 24 | 559 | reefer | capacity
733409 | Heartland Haulers LLC | 901 Elm St, Salina, KS 67401 | 9 | 785 | van flatbed | good
588120 | Great Lakes Logistics Co | 77 Harbor Dr, Toledo, OH 43604 | 58 | 419 | van reefer | capacity
918823 | Ortega & Sons Transport | 2300 Mines Rd, Laredo, TX 78045 | 17 | 956 | van | capacity
677001 | Peachtree Express | 640 Fulton Industrial Blvd, Atlanta, GA 30336 | 22 | 404 | van | good
845566 | Cascade Flatbed Inc | 19 Mill St, Eugene, OR 97401 | 14 | 541 | flatbed conestoga | good
702938 | Bluegrass Reefer Lines | 310 Limestone St, Lexington, KY 40507 | 11 | 859 | reefer | partial
933001 | Sunshine Team Express | 8100 NW 25th St, Doral, FL 33122 | 8 | 305 | reefer van | capacity
560044 | Iron Range Heavy Haul | 2 Ore Dock Rd, Duluth, MN 55802 | 7 | 218 | rgn lowboy step_deck | good
871209 | Delta Stone Trucking | 55 Levee Rd, Greenville, MS 38701 | 3 | 662 | van | new
948110 | Northern Maple Transport | 1200 Dixie Rd, Mississauga, ON L4Y 2A9 | 40 | 905 | van reefer | good
799453 | Piedmont Power Only LLC | 7 Rail Ave, Greensboro, NC 27406 | 15 | 336 | power_only | capacity
826610 | Gulf Coast Tank Lines | 900 Ship Channel Dr, Pasadena, TX 77506 | 19 | 713 | tanker | good
955720 | Rapid Hotshot Services | 31 County Rd 5, Odessa, TX 79761 | 2 | 432 | hotshot | new
619887 | Palmetto Drayage | 14 Wharf St, Savannah, GA 31401 | 10 | 912 | container | good
887654 | Bay State Freightways | 240 Canal St, Worcester, MA 01604 | 27 | 508 | van | good
740032 | Wasatch Carriers LLC | 3300 W 900 S, Salt Lake City, UT 84104 | 13 | 801 | flatbed van | good
962418 | Quick Kilo Transport | 1 Unit B, Elizabeth, NJ 07201 | 1 | 908 | van | bad
853377 | Badger Dairy Haul | 600 Cheddar Ln, Fond du Lac, WI 54935 | 16 | 920 | reefer | capacity
914466 | Sonora Cross-Border SA | 45 Grand Ave, Nogales, AZ 85621 | 21 | 520 | van reefer | good
698015 | Ozark Box & Van | 820 Glenstone Ave, Springfield, MO 65802 | 5 | 417 | box_truck van | new
"""
# Connection status, rules' assessment, whether it is a capacity carrier.
VETTINGS = {
    "good": ("onboarded", "pass", False),
    "capacity": ("onboarded", "pass", True),
    "partial": ("onboarded", "partial_pass", False),
    "new": ("needs_to_onboard", "incomplete", False),
    "bad": ("do_not_dispatch", "fail", False),
}


def carriers() -> list[dict[str, Any]]:
    """Return the columns of each Carrier."""
    lines = CARRIERS.strip().splitlines()
    return [
        _columns(number, *(cell.strip() for cell in line.split("|"))) for number, line in enumerate(lines, 1)
    ]


def _columns(
    number: int, mc: str, name: str, address: str, fleet: str, area: str, equipment: str, vetting: str
) -> dict[str, Any]:
    connection, assessment, is_capacity = VETTINGS[vetting]
    domain = "".join(letter for letter in name.lower() if letter.isalnum())
    return {
        "mc_number": mc,
        "dot_number": 2_000_000 + int(mc),
        "name": name,
        "address": address,
        "fleet_size": int(fleet),
        "phone": f"+1{area}55501{number:02}",  # 555-0100 to 555-0199 belong to nobody
        "email": f"dispatch@{domain}.example",
        "equipment_types": equipment.split(),
        "connection_status": connection,
        "rules_assessment": assessment,
        "is_capacity_carrier": is_capacity,
    }
