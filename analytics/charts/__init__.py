"""Pictures of numbers: pure geometry from figures, drawn as SVG by `templates/analytics/charts/`.

Across, a picture is as wide as the page lets it be, so positions are percentages or units of a stretched viewBox of
1000; up and down they are pixels. Text and lines keep their size on every screen, without a script.
"""

from analytics.charts.heat import Cell, HeatMap, heat_map
from analytics.charts.ranks import Funnel, Rank, funnel, ranks
from analytics.charts.scales import Tick, axis_ticks, nice_step, short_money, short_number
from analytics.charts.series import Layer, TimeChart, time_chart
from analytics.charts.slots import Slot
from analytics.charts.sparks import Spark, spark

__all__ = [
    "Cell",
    "Funnel",
    "HeatMap",
    "Layer",
    "Rank",
    "Slot",
    "Spark",
    "Tick",
    "TimeChart",
    "axis_ticks",
    "funnel",
    "heat_map",
    "nice_step",
    "ranks",
    "short_money",
    "short_number",
    "spark",
    "time_chart",
]
