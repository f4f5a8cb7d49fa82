"""Rules to begin with, for the messages of TMSs that many brokers have. Each names what it was written from.

No two installations of a TMS send the same: try a message of one's own, and change what doesn't fit.
"""

from dataclasses import dataclass, field
from typing import Any

from loads.models import MessageFormat


@dataclass(frozen=True, kw_only=True)
class Ready:
    """Rules under the TMS's name; `source` is what they were written from, `sample` a message as it sends it."""

    label: str
    source: str
    format: MessageFormat = MessageFormat.JSON
    records: str = ""
    fields: dict[str, str]
    stops: str = ""
    stop_fields: dict[str, str] = field(default_factory=dict)
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    clock: str = "local"

    @property
    def rules(self) -> dict[str, Any]:
        """As `rules.events_of` takes them."""
        return {
            "records": self.records,
            "fields": dict(self.fields),
            "stops": self.stops,
            "stopFields": dict(self.stop_fields),
            "words": {name: dict(table) for name, table in self.words.items()},
            "units": {"totalDistance": "mi", "weight": "lb"},
            "clock": self.clock,
        }


def _flat_stop(name: str, number: int) -> str:
    """A stop as documents of Revenova's load name it (`FirstStop`, `LastStop`), under the stop object's own names.

    Its country stands in the lane ("US:US") alone.
    """
    place, own = f"{name}.{name}Location.{name}Location", f"{name}.{name}rtms__"
    paths = {
        "rtms__Is_Pickup__c": f"{own}P_D__c == 'Pickup'",
        "rtms__Address__c": f"{place}ShippingStreet",
        "rtms__City__c": f"{place}ShippingShippingCity",
        "rtms__State_Province__c": f"{place}ShippingShippingState",
        "rtms__Postal_Code__c": f"{place}ShippingShippingPostalCode",
        "rtms__Country__c": f"split(':', rtms__Country_Lane__c)[{number}]",
        "rtms__Shipping_Receiving_Hours__c": f"{own}Shipping_Receiving_Hours__c",
        "rtms__Expected_Date__c": f"{own}Expected_Date__c",
        "rtms__Appointment_Time__c": f"{own}Appointment_Time__c",
    }
    return f"{{{', '.join(f'{each}: {path}' for each, path in paths.items())}}}"


READY: dict[str, Ready] = {
    "tai": Ready(
        label="Tai TMS",
        source="Tai Public API webhooks, version 3: shipment details as sent to ShipmentCreateUrl and "
        "ShipmentDetailUpdateUrl",
        fields={
            "id": "shipmentId",
            "status": "status",
            "customerName": "customer.name || payerOrganization.organizationName",
            "equipment": "trailerType",
            "totalDistance": "mileage",
            "weight": "[sum(commodities[].weightTotal || `[]`), weightUnits]",
            "commodity": "joined(', ', commodities[].description)",
            "customerRate": "totalSell",
            "specialInstructions": "joined('; ', [commodities[?hazardousMaterial].['Hazmat', unNumber], "
            "stops[].instructions])",
        },
        stops="stops",
        stop_fields={
            "type": "stopType",
            "street": "streetAddress",
            "city": "city",
            "state": "state",
            "zip": "zipCode",
            "country": "country",
            "windowStart": "appointmentReadyDateTime || estimatedReadyDateTime",
            "windowEnd": "appointmentCloseDateTime || estimatedCloseDateTime",
        },
        words={
            "status": {
                "Quote": "OPPORTUNITY",
                "Quoted": "OPPORTUNITY",
                "Committed": "UNASSIGNED",
                "Booked": "UNASSIGNED",
                "Ready": "UNASSIGNED",
                "Sent": "COVERED",
                "Dispatched": "COVERED",
                "In Transit": "IN_TRANSIT",
                "InTransit": "IN_TRANSIT",
                "Out For Delivery": "IN_TRANSIT",
                "OutForDelivery": "IN_TRANSIT",
                "Delivered": "DELIVERED",
                "Complete": "DELIVERED",
                "Canceled": "CANCELED",
                "Cancelled": "CANCELED",
            },
        },
        clock="written",
    ),
    "turvo": Ready(
        label="Turvo",
        source="Turvo Public API v1, shipments (GET /shipments/{id})",
        records="details || @",
        fields={
            "id": "customId || to_string(id)",
            "status": "status.code.value",
            "customerName": "joined(' / ', customerOrder[?!deleted].customer.name)",
            "equipment": "(equipment[?!deleted] | [0]).type.value",
            "totalDistance": "(customerOrder[?!deleted] | [0]).totalMiles || globalRoute && "
            "[sum(globalRoute[?!deleted].distance.value), globalRoute[?!deleted].distance.units.value | [0]]",
            "weight": "(equipment[?weight] | [0].[weight, weightUnits.value]) || "
            "[sum(customerOrder[?!deleted].items[].netWeight.weight || `[]`), "
            "customerOrder[?!deleted].items[].netWeight.weightUnit.value | [0]]",
            "commodity": "joined(', ', customerOrder[?!deleted].items[].name)",
            "customerRate": "customerOrder[?!deleted] && sum(customerOrder[?!deleted].costs.totalAmount)",
            "startRate": "margin.minPay",
            "maxRate": "margin.maxPay",
            "specialInstructions": "joined('; ', ["
            "equipment[?temp].joined(' ', ['Temperature', temp, tempUnits.value]), globalRoute[?!deleted].notes])",
        },
        stops="globalRoute && sort_by(globalRoute[?!deleted], &(sequence || `0`))",
        stop_fields={
            "type": "stopType.value",
            "street": "address.line1",
            "city": "address.city",
            "state": "address.state",
            "zip": "address.zip",
            "country": "address.country",
            "timezone": "appointment.timeZone || timezone",
            "windowStart": "appointment.date",
            "windowEnd": "later(appointment.date, appointment.flex)",
        },
        words={
            "status": {
                "Quote active": "OPPORTUNITY",
                "Tendered": "UNASSIGNED",
                "Plan": "UNASSIGNED",
                "Tender - offered": "TENDERED",
                "Tender - accepted": "COVERED",
                "Covered": "COVERED",
                "Dispatched": "COVERED",
                "At pickup": "COVERED",
                "En route": "IN_TRANSIT",
                "Picked up": "IN_TRANSIT",
                "At delivery": "IN_TRANSIT",
                "Delivered": "DELIVERED",
                "Canceled": "CANCELED",
            },
        },
        clock="UTC",
    ),
    "mcleod": Ready(
        label="McLeod PowerBroker",
        source="McLeod web services, orders with their stops and movements (types RowOrders, RowStop, RowMovement)",
        fields={
            "id": "id",
            # An order stays available when its movement is covered.
            "status": "status == 'A' && (movement[?status != 'V'] | [-1]).status || status",
            "customerName": "customer.name || customer_id",
            "equipment": "equipment_type_id",
            "totalDistance": "[bill_distance, bill_distance_um]",
            "weight": "[weight, weight_um]",
            "commodity": "commodity || commodity_id",
            # Of a charge in Canadian dollars or pesos, the amount in US dollars is the smaller one.
            "customerRate": "contains(['CAD', 'MXN'], total_charge_c) && total_charge_n && "
            "min([to_number(total_charge), to_number(total_charge_n)]) || total_charge",
            "startRate": "(movement[?status != 'V'] | [-1]).target_pay",
            "maxRate": "(movement[?status != 'V'] | [-1]).max_buy",
            "specialInstructions": "joined('; ', [(hazmat == `true` || hazmat == 'Y') && ['Hazmat', hazmat_code], "
            "setpoint_temp && joined(' ', ['Temperature', setpoint_temp, setpoint_temp_um]), planning_comment])",
            "teamServiceRequired": "teams_required",
            "locked": "on_hold",
        },
        stops="stops && sort_by(stops, &(to_number(order_sequence) || `0`))",
        stop_fields={
            "type": "stop_type",
            "street": "address",
            "city": "city_name",
            "state": "state",
            "zip": "zip_code",
            "windowStart": "sched_arrive_early",
            "windowEnd": "sched_arrive_late",
        },
        words={
            "status": {
                "Q": "OPPORTUNITY",
                "A": "UNASSIGNED",
                "C": "COVERED",
                "P": "IN_TRANSIT",
                "D": "DELIVERED",
                "V": "CANCELED",
            },
            "type": {"PU": "pickup", "SO": "dropoff"},
            "equipment": {"V": "Dry van", "R": "Reefer", "F": "Flatbed", "FD": "Flatbed"},
        },
    ),
    "revenova": Ready(
        label="Revenova TMS",
        source="Revenova TMS for Salesforce, objects rtms__Load__c and rtms__Stop__c over the REST API, and "
        "documents of a load with its first and last stop",
        records="Load || @",
        fields={
            "id": "Name",
            "status": "rtms__Load_Status__c",
            "customerName": "rtms__Customer__r.Name || Customer.CustomerName",
            "equipment": "rtms__Equipment_Type__r.Name || EquipmentType.EquipmentTypeName",
            "totalDistance": "rtms__Distance_Miles__c || rtms__Distance_Kilometers__c.[@, 'km']",
            "weight": "[rtms__Total_Weight__c, rtms__Weight_Units__c]",
            "commodity": "rtms__Cargo_Summary__c",
            "customerRate": "rtms__Customer_Quote_Total__c",
            "startRate": "rtms__Offer_Rate__c",
            "maxRate": "rtms__Max_Pay_Amount__c",
            "specialInstructions": "joined('; ', [rtms__Hazardous_Materials__c && 'Hazmat', "
            "rtms__Other_Instructions__c, rtms__Stops__r.records[].rtms__Instructions__c, "
            "FirstStop.FirstStoprtms__Instructions__c, LastStop.LastStoprtms__Instructions__c])",
        },
        stops="rtms__Stops__r.records && sort_by(rtms__Stops__r.records, &(rtms__Number__c || `0`)) || "
        f"FirstStop && [{_flat_stop('FirstStop', 0)}, {_flat_stop('LastStop', -1)}]",
        stop_fields={
            "type": "rtms__Is_Pickup__c == `true` && 'pickup' || 'dropoff'",
            "street": "rtms__Address__c",
            "city": "rtms__City__c",
            "state": "rtms__State_Province__c",
            "zip": "rtms__Postal_Code__c",
            "country": "rtms__Country__c",
            # An appointment, else when they are open.
            "windowStart": "[rtms__Expected_Date__c, rtms__Appointment_Time__c || "
            "hours(rtms__Shipping_Receiving_Hours__c)[0]]",
            "windowEnd": "[@][?!rtms__Appointment_Time__c && hours(rtms__Shipping_Receiving_Hours__c)] | [0]."
            "[rtms__Expected_Date__c, hours(rtms__Shipping_Receiving_Hours__c)[1]]",
        },
        words={
            "status": {
                "Quote": "OPPORTUNITY",
                "Unassigned": "UNASSIGNED",
                "Tendered": "TENDERED",
                "Assigned": "COVERED",
                "Dispatched": "COVERED",
                "In Transit": "IN_TRANSIT",
                "Delivered": "DELIVERED",
                "Canceled": "CANCELED",
                "Cancelled": "CANCELED",
            },
        },
    ),
    "edi_204": Ready(
        label="EDI 204 (load tender)",
        source="ANSI X12 transaction set 204, Motor Carrier Load Tender, versions 4010 to 5010",
        format=MessageFormat.X12,
        records="transactions[?type=='204']",
        fields={
            "id": "B2[0].B204",
            # A change (04, 05) doesn't say whether the load is open by now.
            "status": "B2A[?contains(['00', '01'], B2A01)] | [0].B2A01",
            "customerName": "(N1[?N101=='BT'] | [0]).joined(' ', [N102, N2[].N201])",
            "equipment": "N7[0].N711",
            "weight": "L3[0].[L301, L312]",
            "commodity": "joined(', ', stops[].L5[].L502)",
            "customerRate": "cents((L3[?L305 != '0'] | [0]).L305)",
            "specialInstructions": "joined('; ', [AT5[?AT501=='HM'] && ['Hazmat', stops[].LH1[].LH103], NTE[].NTE02])",
        },
        stops="stops",
        stop_fields={
            "type": "S5[0].S502",
            "street": "N1[0].N3[0].N301",
            "city": "N1[0].N4[0].N401",
            "state": "N1[0].N4[0].N402",
            "zip": "N1[0].N4[0].N403",
            "country": "N1[0].N4[0].N404",
            "windowStart": "G62[?contains(['37','53','10','02','68','69','70'], G6201)] | "
            "[0].[G6202, G6204, G6205=='UT' && 'Z']",
            "windowEnd": "G62[?contains(['38','54'], G6201)] | [0].[G6202, G6204, G6205=='UT' && 'Z']",
        },
        words={
            "status": {"00": "UNASSIGNED", "01": "CANCELED"},
            "type": {
                "LD": "pickup",
                "CL": "pickup",
                "PL": "pickup",
                "UL": "dropoff",
                "CU": "dropoff",
                "PU": "dropoff",
            },
            "equipment": {
                "TF": "Dry van",
                "TV": "Dry van",
                "TL": "Dry van",
                "RT": "Reefer",
                "TW": "Reefer",
                "FT": "Flatbed",
                "FR": "Flatbed",
            },
        },
    ),
}
