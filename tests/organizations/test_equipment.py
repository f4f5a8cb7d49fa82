"""Free text to equipment types: the spellings that TMSs and load boards use."""

import pytest

from organizations.equipment import normalize

SPELLINGS = {
    "van": """
        V | VAN | van | Vans | DRV | DV | Dry Van | DRY VAN | dryvan | dry-van | 53' Dry Van
        53’ dry van | 53ft van | 53 ft. Dry Van | 48/53 ft dry van | Van - Air ride | VA | VM
        Van Vented | Van w/ Team | V53 | 53V | 53' V | Dry box | Dry | Enclosed trailer | Curtain side
        V/R | VR | Van or Reefer | Van/Reefer | van & reefer
    """,
    "reefer": """
        R | RF | REEFER | Reefers | Reefer 34F | Refrigerated | Refrigerated Van | Van - Refrigerated
        Reefer van | Van, Refrigerated | Reefer or Van | 53' Reefer @ -10F | RFR | REFR
        Temp Controlled | R/V | Refer | Frozen | temperature-controlled
    """,
    "flatbed": """
        F | FD | FLAT | FB | Flatbed | flatbeds | Flat bed | flat-bed | 48 ft flatbed w/ tarps
        FLATBED 48' TARPS | Flatbed or Step Deck | F/SD | FT | 48F | FSD
    """,
    "step_deck": """
        SD | STEP | Stepdeck | Step Deck | step-deck | Drop Deck | Single drop | Step deck or RGN
        Stepdeck/Flatbed
    """,
    "power_only": """
        PO | Power Only | POWER-ONLY | poweronly | Power only (reefer trailer) | 53' van, power only
        Tow Away
    """,
    "hotshot": "HS | Hotshot | Hot Shot | hot-shot 40ft | Flatbed Hotshot | 40' gooseneck",
    "conestoga": "CN | CONG | Conestoga | Flatbed Conestoga | Step deck - Conestoga",
    "box_truck": """
        SB | BT | straight box truck | Box Truck | 26' box truck | 26 ft Box | Straight Truck | Cube van
        Reefer straight truck
    """,
    "container": """
        C | CONT | Container | 40' HC container | Intermodal | Drayage | Reefer Intermodal
        Refrigerated container | Chassis
    """,
    "tanker": "T | Tanker | tank | Tank truck | Tanker - Steel",
    "double_drop": "DD | Double Drop | double-drop deck | Dbl Drop",
    "lowboy": "LB | Lowboy | Low Boy | low-bed | Lowboy or RGN",
    "rgn": "RGN | RG | Removable Gooseneck | removable goose-neck | Stretch RGN",
    "other": """
        Hopper bottom | Dump trailer | Auto Carrier | Sprinter van | Cargo Van | spaceship | 🚚 | 53'
        None | ?
    """,
}
CASES = [
    (spelling.strip(), equipment)
    for equipment, spellings in SPELLINGS.items()
    for line in spellings.strip().splitlines()
    for spelling in line.split("|")
]


@pytest.mark.parametrize(("spelling", "equipment"), CASES)
def test_spelling_is_understood(spelling, equipment):
    assert normalize(spelling) == equipment


@pytest.mark.parametrize("text", ["", " ", "\t\n"])
def test_no_text_is_no_equipment(text):
    assert normalize(text) == ""


@pytest.mark.parametrize(
    "text", ["v" * 200, "53 " * 66, "(" * 200, "goose " * 33, "temp" * 50, "\u202ereefer"]
)
def test_odd_text_is_answered_at_once(text):
    assert normalize(text)
