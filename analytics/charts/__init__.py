"""Pictures of numbers: pure geometry from figures, drawn as SVG by `templates/analytics/charts/`.

Across, a picture is as wide as the page lets it be, so positions are percentages or units of a stretched viewBox of
1000; up and down they are pixels. Text and lines keep their size on every screen, without a script.
"""
