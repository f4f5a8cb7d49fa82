"""Calls as the API's document describes them."""

from calls.openapi.examples import AGENT_ID, CALL, CARRIER_SALES_CALL, CHECK_CALL, INITIATED_CALL
from calls.openapi.fields import FreeObject, Phone, Variables, WholeNumber
from calls.openapi.operations import OPERATIONS
from calls.openapi.records import SCHEMAS

__all__ = [
    "AGENT_ID",
    "CALL",
    "CARRIER_SALES_CALL",
    "CHECK_CALL",
    "INITIATED_CALL",
    "OPERATIONS",
    "SCHEMAS",
    "FreeObject",
    "Phone",
    "Variables",
    "WholeNumber",
]
