"""The demo's loads as their TMS would tell them: plausible lanes and rates, with some gaps. Pure."""

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
Ciudad Juárez | CHH | 32575 | MX | America/Ciudad_Juarez
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
Monterrey | NLE | 66600 | MX | America/Monterrey
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
        "specialInstructions": "Continuous 34°F, pulp on arrival. Driver downloads the reefer's record."
    },
    "482109": {"specialInstructions": "−10°F. Seal stays on. Lumper at the receiver, we reimburse."},
    "482110": {"specialInstructions": "On the shelf the day after: team only.", "teamServiceRequired": True},
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
