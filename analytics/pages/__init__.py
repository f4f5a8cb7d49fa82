"""What the analytics pages read and show."""

from analytics.pages.download import csv_lines
from analytics.pages.overview import Overview, overview
from analytics.pages.rows import Rows, find_rows
from analytics.pages.titles import days_title, span_title

__all__ = ["Overview", "Rows", "csv_lines", "days_title", "find_rows", "overview", "span_title"]
