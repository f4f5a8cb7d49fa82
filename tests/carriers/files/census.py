"""Census files of carriers that don't exist, in both generations of the registry's columns; any number of rows.

python -m tests.carriers.files.census 500000 > census.csv
"""

import csv
import io
import sys
from collections.abc import Iterator
from random import Random

# The SMS input file's columns.
OLD = (  # noqa: SIM905 (a hundred quotes less)
    "DOT_NUMBER,LEGAL_NAME,DBA_NAME,CARRIER_OPERATION,HM_FLAG,PC_FLAG,PHY_STREET,PHY_CITY,PHY_STATE,PHY_ZIP,"
    "PHY_COUNTRY,MAILING_STREET,MAILING_CITY,MAILING_STATE,MAILING_ZIP,MAILING_COUNTRY,TELEPHONE,FAX,EMAIL_ADDRESS,"
    "MCS150_DATE,MCS150_MILEAGE,MCS150_MILEAGE_YEAR,ADD_DATE,OIC_STATE,NBR_POWER_UNIT,DRIVER_TOTAL,"
    "RECENT_MILEAGE,RECENT_MILEAGE_YEAR,VMT_SOURCE_ID,PRIVATE_ONLY,AUTHORIZED_FOR_HIRE,EXEMPT_FOR_HIRE,"
    "PRIVATE_PROPERTY,PRIVATE_PASSENGER_BUSINESS,PRIVATE_PASSENGER_NONBUSINESS,MIGRANT,US_MAIL,FEDERAL_GOVERNMENT,"
    "STATE_GOVERNMENT,LOCAL_GOVERNMENT,INDIAN_TRIBE,OP_OTHER"
).split(",")
# The company census file's columns as far as they tell anything here; the real one has 147.
NEW = (  # noqa: SIM905
    "MCS150_DATE,ADD_DATE,STATUS_CODE,DOT_NUMBER,DUN_BRADSTREET_NO,PHY_OMC_REGION,CARRIER_OPERATION,"
    "BUSINESS_ORG_ID,MCS150_MILEAGE,MCS150_MILEAGE_YEAR,TOTAL_INTRASTATE_DRIVERS,MCSIPSTEP,POINTNUM,TOTAL_CARS,"
    "TRUCK_UNITS,POWER_UNITS,BUS_UNITS,FLEETSIZE,REVIEW_ID,RECORDABLE_CRASH_RATE,MAIL_NATIONALITY_INDICATOR,"
    "PHY_NATIONALITY_INDICATOR,PHY_BARRIO,MAIL_BARRIO,CARSHIP,DOCKET1PREFIX,DOCKET1,DOCKET2PREFIX,DOCKET2,"
    "DOCKET3PREFIX,DOCKET3,POINTNUM_2,TOTAL_CDL,TOTAL_DRIVERS,AVG_DRIVERS_LEASED_PER_MONTH,CLASSDEF,LEGAL_NAME,"
    "DBA_NAME,PHY_STREET,PHY_CITY,PHY_COUNTRY,PHY_STATE,PHY_ZIP,PHY_CNTY,CARRIER_MAILING_STREET,"
    "CARRIER_MAILING_STATE,CARRIER_MAILING_CITY,PHONE,FAX,CELL_PHONE,COMPANY_OFFICER_1,COMPANY_OFFICER_2,"
    "BUSINESS_ORG_DESC,EMAIL_ADDRESS,SAFETY_RATING,SAFETY_RATING_DATE,DOCKET1_STATUS_CODE,DOCKET2_STATUS_CODE,"
    "DOCKET3_STATUS_CODE"
).split(",")
FIRST_DOT = 3_000_000
TOWNS = (
    ("AMARILLO", "TX", "79101"),
    ("LAREDO", "TX", "78040"),
    ("MEMPHIS", "TN", "38103"),
    ("O'FALLON", "MO", "63366"),
    ("ST. LOUIS", "MO", "63101"),
    ("FONTANA", "CA", "92335"),
    ("NEWARK", "NJ", "07102"),
)
WORDS = ("BLUE", "MESA", "IRON", "PRAIRIE", "SUMMIT", "RIVER", "EAGLE", "LONE STAR", "HARBOR", "NORTHERN")
KINDS = ("TRANSPORT LLC", "TRUCKING INC", "LOGISTICS, INC", "EXPRESS CORP", 'HAULING "CO"', "FREIGHT LLC")
STREETS = ("DEPOT RD", "INDUSTRIAL BLVD, STE 4", "COUNTY ROAD 12", "MAIN ST")


def census_row(number: int, *, is_new: bool = True) -> dict[str, str]:
    """The row of a number, always the same."""
    dice = Random(number)
    city, state, postal_code = dice.choice(TOWNS)
    name = f"{dice.choice(WORDS)} {dice.choice(WORDS)} {number} {dice.choice(KINDS)}"
    phone = f"{dice.choice((214, 312, 713, 901))}555{number % 10_000:04d}"
    units = dice.choice((1, 1, 1, 2, 3, 5, 12, 80))
    row = {
        "DOT_NUMBER": str(FIRST_DOT + number),
        "LEGAL_NAME": name,
        "DBA_NAME": f"{name.split()[0]} EXPRESS" if number % 7 == 0 else "",
        "CARRIER_OPERATION": "A",
        "PHY_STREET": f"{number % 9000 + 1} {dice.choice(STREETS)}",
        "PHY_CITY": city,
        "PHY_STATE": state,
        "PHY_ZIP": postal_code,
        "PHY_COUNTRY": "US",
        "EMAIL_ADDRESS": f"DISPATCH{number}@CARRIER.EXAMPLE" if number % 4 else "",
    }
    if not is_new:
        return row | {
            "TELEPHONE": f"({phone[:3]}) {phone[3:6]}-{phone[6:]}",
            "NBR_POWER_UNIT": str(units),
            "DRIVER_TOTAL": str(units + 1),
            "ADD_DATE": "04-FEB-19",
            "MCS150_DATE": "05-MAR-25",
        }
    return row | {
        "PHONE": phone,
        "CELL_PHONE": f"972555{number % 10_000:04d}" if number % 10 == 0 else "",
        "COMPANY_OFFICER_1": "DANA ORTIZ",
        "POWER_UNITS": str(units),
        "TOTAL_DRIVERS": str(units + 1),
        "STATUS_CODE": "I" if number % 25 == 0 else "A",
        "ADD_DATE": "20190204",
        "MCS150_DATE": "20250305 0930",
        "DOCKET1PREFIX": "MC" if number % 3 else "",
        "DOCKET1": str(700_000 + number) if number % 3 else "",
        "DOCKET1_STATUS_CODE": ("I" if number % 50 == 0 else "A") if number % 3 else "",
        "SAFETY_RATING": "SCU"[number % 3] if number % 20 == 0 else "",
        "SAFETY_RATING_DATE": "20210615" if number % 20 == 0 else "",
    }


def census_lines(count: int, *, is_new: bool = True, first: int = 1) -> Iterator[str]:
    """The header and so many rows, each quoted as the registry quotes them."""
    columns = NEW if is_new else OLD
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writeheader()
    for number in range(first, first + count):
        writer.writerow(census_row(number, is_new=is_new))
        if number % 1_000 == 0:
            yield text.getvalue()
            text.seek(0)
            text.truncate()
    yield text.getvalue()


if __name__ == "__main__":
    sys.stdout.writelines(census_lines(int(sys.argv[1]), is_new="--old" not in sys.argv))
