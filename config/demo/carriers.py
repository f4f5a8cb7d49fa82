"""The demo's carriers: small fleets, a few of which fail vetting. Names and numbers are fictional."""

from typing import Any

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
