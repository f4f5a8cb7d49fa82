"""What the carriers' pages read: a lane's figures, and one carrier."""

from carriers.pages.carrier import CarrierPage, carrier_page
from carriers.pages.lane import LaneFigures, lane_figures

__all__ = ["CarrierPage", "LaneFigures", "carrier_page", "lane_figures"]
