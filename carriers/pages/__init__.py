"""What the carriers' pages read: the list with its search for a lane, and one carrier."""

from carriers.pages.carrier import CarrierPage, carrier_page
from carriers.pages.listing import CarrierList, Row, carrier_list

__all__ = ["CarrierList", "CarrierPage", "Row", "carrier_list", "carrier_page"]
