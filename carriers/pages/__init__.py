"""What the carriers' pages read: the list with its search for a lane, trucks without a load, and one carrier."""

from carriers.pages.carrier import CarrierPage, carrier_page
from carriers.pages.lane import LaneFigures, lane_figures
from carriers.pages.listing import CarrierList, Row, available_trucks, carrier_list, carriers_in_batches

__all__ = [
    "CarrierList",
    "CarrierPage",
    "LaneFigures",
    "Row",
    "available_trucks",
    "carrier_list",
    "carrier_page",
    "carriers_in_batches",
    "lane_figures",
]
