"""One itinerary, however the events told the stops."""

from datetime import datetime

from loads.itinerary import Entry, itinerary
from loads.models import Load, Stop

MORNING = datetime(2026, 3, 4, 8, 0)
NOON = datetime(2026, 3, 4, 12, 0)
NEXT_DAY = datetime(2026, 3, 5, 8, 0)


def load(**fields):
    return Load(
        **{
            "origin_city": "Dallas",
            "origin_state": "TX",
            "origin_timezone": "America/Chicago",
            "pickup_time": MORNING,
            "pickup_end_time": NOON,
            "destination_city": "Atlanta",
            "destination_state": "GA",
            "destination_timezone": "America/New_York",
            "dropoff_time": NEXT_DAY,
        }
        | fields
    )


def pickup(city, state, **fields):
    return Stop(type="pickup", city=city, state=state, **fields)


def dropoff(city, state, **fields):
    return Stop(type="dropoff", city=city, state=state, **fields)


def way(load, stops):
    return [(entry.type, entry.place) for entry in itinerary(load, stops)]


def test_a_load_without_stops_goes_from_origin_to_destination():
    assert itinerary(load(), []) == [
        Entry("pickup", "", "Dallas", "TX", "", "", "America/Chicago", MORNING, NOON),
        Entry("dropoff", "", "Atlanta", "GA", "", "", "America/New_York", NEXT_DAY, None),
    ]


def test_repeated_ends_are_shown_once():
    stops = [pickup("Dallas", "TX"), dropoff("Jackson", "MS"), dropoff("Atlanta", "GA")]
    assert way(load(), stops) == [
        ("pickup", "Dallas, TX"),
        ("dropoff", "Jackson, MS"),
        ("dropoff", "Atlanta, GA"),
    ]


def test_stops_between_stand_between():
    stops = [pickup("Shreveport", "LA"), dropoff("Jackson", "MS")]
    assert way(load(), stops) == [
        ("pickup", "Dallas, TX"),
        ("pickup", "Shreveport, LA"),
        ("dropoff", "Jackson, MS"),
        ("dropoff", "Atlanta, GA"),
    ]


def test_one_repeated_end_is_enough():
    assert way(load(), [dropoff("Jackson", "MS"), dropoff("ATLANTA", "ga")]) == [
        ("pickup", "Dallas, TX"),
        ("dropoff", "Jackson, MS"),
        ("dropoff", "Atlanta, GA"),
    ]


def test_a_repeated_end_bears_the_loads_times_and_the_stops_street():
    first = pickup("Dallas", "TX", street="1 Mill Rd", zip="75201", window_start=NOON, window_end=NEXT_DAY)
    last = dropoff("Atlanta", "GA", window_start=NEXT_DAY, window_end=NEXT_DAY.replace(hour=16))
    origin, destination = itinerary(load(pickup_end_time=None), [first, last])
    assert (origin.street, origin.zip, origin.window_start, origin.window_end) == (
        "1 Mill Rd",
        "75201",
        MORNING,
        None,  # the end of a window that begins at another time
    )
    assert destination.window_end == NEXT_DAY.replace(hour=16)


def test_times_known_to_the_stop_alone_are_taken():
    first = pickup("Dallas", "TX", window_start=MORNING, window_end=NOON)
    origin, _ = itinerary(load(pickup_time=None, pickup_end_time=None), [first])
    assert (origin.window_start, origin.window_end) == (MORNING, NOON)


def test_a_second_pickup_in_the_origins_city_is_a_stop_of_its_own():
    stops = [pickup("Dallas", "TX", window_start=NOON), dropoff("Jackson", "MS")]
    assert way(load(), stops)[:2] == [("pickup", "Dallas, TX"), ("pickup", "Dallas, TX")]


def test_a_drop_at_the_origin_is_a_stop_of_its_own():
    assert way(load(), [dropoff("Dallas", "TX")]) == [
        ("pickup", "Dallas, TX"),
        ("dropoff", "Dallas, TX"),
        ("dropoff", "Atlanta, GA"),
    ]


def test_the_same_city_name_in_another_state_is_another_place():
    springfield = load(origin_city="Springfield", origin_state="IL")
    assert way(springfield, [pickup("Springfield", "MO")])[:2] == [
        ("pickup", "Springfield, IL"),
        ("pickup", "Springfield, MO"),
    ]


def test_a_local_delivery_keeps_both_ends():
    local = load(destination_city="Dallas", destination_state="TX")
    assert way(local, [pickup("Dallas", "TX"), dropoff("Dallas", "TX")]) == [
        ("pickup", "Dallas, TX"),
        ("dropoff", "Dallas, TX"),
    ]
    assert way(local, [Stop(type="", city="Dallas", state="TX")]) == [
        ("pickup", "Dallas, TX"),
        ("dropoff", "Dallas, TX"),
    ]


def test_stops_alone_make_the_itinerary():
    stops = [
        Stop(city="Dallas", state="TX"),
        Stop(city="Jackson", state="MS"),
        Stop(city="Atlanta", state="GA"),
    ]
    assert way(Load(), stops) == [
        ("pickup", "Dallas, TX"),
        ("dropoff", "Jackson, MS"),
        ("dropoff", "Atlanta, GA"),
    ]


def test_times_without_a_place_belong_to_the_first_and_last_stop():
    stops = [pickup("Dallas", "TX"), dropoff("Atlanta", "GA")]
    entries = itinerary(Load(pickup_time=MORNING, dropoff_time=NEXT_DAY), stops)
    assert [(entry.city, entry.window_start) for entry in entries] == [
        ("Dallas", MORNING),
        ("Atlanta", NEXT_DAY),
    ]


def test_nothing_known_is_no_itinerary():
    assert itinerary(Load(), []) == []
