"""What a check call says, in both languages, and how it says a stop's appointment.

All times are naive, by the clock of the stop. Pure.
"""

import re
from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any

from calls.language.speech import Phrasebook
from calls.models.reports import Outcome, TrackingApp

# The questions; where they have a value, it stands in the notebook under their name.
WHERE, WHEN, CHECK, SINCE, LOADING = "location", "eta", "check", "since", "loading"
TEMPERATURE, BOL, REASON, DELIVERED = "temperature", "bol", "reason", "delivered_at"
SURE, CONTACT, TRACKING = "sure", "contact", "tracking"
# Told, and never asked for: freight over, short or damaged, a reefer that is off, and what it is set to.
OSD, REEFER_OFF, SET_TO = "osd", "is_reefer_off", "set_to"
MOVED_TO, OTHER_LOAD, CLOSING = "moved_to", "other_load", "closing"
# Told, too: what the team is to hear of, that the truck has left the stop, and who speaks in the driver's place.
NOTES, LEFT, TELLER = "notes", "has_left", "teller"
# That the work at the stop was put off to another day: then nobody asks when it is done today.
PUT_OFF = "is_put_off"
# That those at the stop refuse the truck.
TURNED_AWAY = "is_turned_away"
NOT_PICKED_UP = "is_not_picked_up"  # the load of a delivery
TROUBLE = (Outcome.BROKEN_DOWN, Outcome.CANCELLED)

LINES = Phrasebook(
    {
        "hello": {"en": ["Hi, this"], "es": ["Hola, le"]},
        "hello_whom": {"en": ["Hi {whom}, this"], "es": ["Hola {whom}, le"]},
        "opening": {
            "en": ["{hello} is the automated assistant with {company}{about}."],
            "es": ["{hello} habla el asistente automatizado de {company}{about}."],
        },
        "about": {
            "en": [" with a check call on load {load}{stop}"],
            "es": [" para dar seguimiento a la carga {load}{stop}"],
        },
        "stop_pickup": {"en": [", picking up in {place}"], "es": [", que se recoge en {place}"]},
        "stop_dropoff": {"en": [", delivering in {place}"], "es": [", con entrega en {place}"]},
        "appointment": {
            "en": ["The appointment is {when}, local time.", "It's set for {when}, local time."],
            "es": ["La cita es {when}, hora local.", "Está para {when}, hora local."],
        },
        # The questions.
        "location": {
            "en": [
                "Where are you right now?",
                "What town or highway are you near?",
                "Sorry, I didn't catch a place. Which city is closest to you?",
            ],
            "es": [
                "¿Dónde está en este momento?",
                "¿Cerca de qué ciudad o carretera está?",
                "Disculpe, no entendí el lugar. ¿Cuál es la ciudad más cercana?",
            ],
        },
        "location_truck": {
            "en": [
                "Where is the truck right now?",
                "What town or highway is the truck near?",
                "Sorry, I didn't catch a place. Which city is the truck closest to?",
            ],
            "es": [
                "¿Dónde está el camión en este momento?",
                "¿Cerca de qué ciudad o carretera está el camión?",
                "Disculpe, no entendí el lugar. ¿Cuál es la ciudad más cercana al camión?",
            ],
        },
        "eta_pickup": {
            "en": [
                "And what time do you expect to be at the pickup?",
                "What's your ETA at the pickup?",
                "Roughly what time will you get to the pickup?",
            ],
            "es": [
                "¿Y a qué hora espera llegar a la recogida?",
                "¿A qué hora calcula llegar a la recogida?",
                "Más o menos, ¿a qué hora llega a la recogida?",
            ],
        },
        "eta_dropoff": {
            "en": [
                "And what time do you expect to be at the delivery?",
                "What's your ETA at the delivery?",
                "Roughly what time will you get to the delivery?",
            ],
            "es": [
                "¿Y a qué hora espera llegar a la entrega?",
                "¿A qué hora calcula llegar a la entrega?",
                "Más o menos, ¿a qué hora llega a la entrega?",
            ],
        },
        "eta_pickup_truck": {
            "en": [
                "And what time do you expect the truck at the pickup?",
                "What's the truck's ETA at the pickup?",
                "Roughly what time will the truck get to the pickup?",
            ],
            "es": [
                "¿Y a qué hora espera que llegue el camión a la recogida?",
                "¿A qué hora calcula que llegue el camión a la recogida?",
                "Más o menos, ¿a qué hora llega el camión a la recogida?",
            ],
        },
        "eta_dropoff_truck": {
            "en": [
                "And what time do you expect the truck at the delivery?",
                "What's the truck's ETA at the delivery?",
                "Roughly what time will the truck get to the delivery?",
            ],
            "es": [
                "¿Y a qué hora espera que llegue el camión a la entrega?",
                "¿A qué hora calcula que llegue el camión a la entrega?",
                "Más o menos, ¿a qué hora llega el camión a la entrega?",
            ],
        },
        "done_pickup": {
            "en": [
                "When do you expect to be loaded?",
                "What time do they think you'll be loaded?",
                "Roughly when will you be loaded?",
            ],
            "es": [
                "¿A qué hora espera estar cargado?",
                "¿A qué hora dicen que va a estar cargado?",
                "Más o menos, ¿a qué hora queda cargado?",
            ],
        },
        "done_dropoff": {
            "en": [
                "When do you expect to be unloaded?",
                "What time do they think you'll be unloaded?",
                "Roughly when will you be unloaded?",
            ],
            "es": [
                "¿A qué hora espera estar descargado?",
                "¿A qué hora dicen que va a estar descargado?",
                "Más o menos, ¿a qué hora queda descargado?",
            ],
        },
        "done_pickup_truck": {
            "en": [
                "When do they expect to have the truck loaded?",
                "What time do they think it'll be loaded?",
                "Roughly when will it be loaded?",
            ],
            "es": [
                "¿A qué hora esperan tener cargado el camión?",
                "¿A qué hora dicen que va a estar cargado?",
                "Más o menos, ¿a qué hora queda cargado?",
            ],
        },
        "done_dropoff_truck": {
            "en": [
                "When do they expect to have the truck unloaded?",
                "What time do they think it'll be unloaded?",
                "Roughly when will it be unloaded?",
            ],
            "es": [
                "¿A qué hora esperan tener descargado el camión?",
                "¿A qué hora dicen que va a estar descargado?",
                "Más o menos, ¿a qué hora queda descargado?",
            ],
        },
        "waiting": {
            "en": ["I see that you're at the facility."],
            "es": ["Veo que ya está en la instalación."],
        },
        "check": {
            "en": ["Have you checked in?", "Did you check in already?"],
            "es": ["¿Ya se registró a la entrada?", "¿Ya hizo el check-in?"],
        },
        "since": {
            "en": ["When did you check in?", "Since what time, about?"],
            "es": ["¿A qué hora se registró?", "¿Desde qué hora, más o menos?"],
        },
        "loading": {
            "en": ["Are you loaded or empty right now?", "Is the trailer loaded or empty?"],
            "es": ["¿Va cargado o vacío en este momento?", "¿La caja va cargada o vacía?"],
        },
        "check_truck": {
            "en": ["Has the driver checked in?", "Did the driver check in already?"],
            "es": ["¿Ya se registró el chofer a la entrada?", "¿Ya hizo el chofer el check-in?"],
        },
        "since_truck": {
            "en": ["When did the driver check in?", "Since what time, about?"],
            "es": ["¿A qué hora se registró el chofer?", "¿Desde qué hora, más o menos?"],
        },
        "loading_truck": {
            "en": ["Is the truck loaded or empty right now?", "Is the trailer loaded or empty?"],
            "es": ["¿El camión va cargado o vacío en este momento?", "¿La caja va cargada o vacía?"],
        },
        "temperature": {
            "en": ["What temperature is the reefer running at?", "How many degrees is the reefer at?"],
            "es": ["¿A qué temperatura va el equipo refrigerado?", "¿A cuántos grados va el equipo?"],
        },
        "temperature_off": {
            "en": ["This load calls for {wanted} degrees{team}."],
            "es": ["Esta carga va a {wanted} grados{team}."],
        },
        "temperature_wanted": {
            "en": ["This load calls for {wanted} degrees, so please set the reefer to that."],
            "es": ["Esta carga va a {wanted} grados; por favor ponga el equipo a esa temperatura."],
        },
        "tracking": {
            "en": ["Are you tracking on {app} for this load?", "Is {app} turned on?"],
            "es": ["¿Trae {app} activado para esta carga?", "¿Está encendido {app}?"],
        },
        "tracking_truck": {
            "en": ["Is the truck tracking on {app} for this load?", "Is {app} turned on for that truck?"],
            "es": ["¿El camión trae {app} activado para esta carga?", "¿Está encendido {app} en el camión?"],
        },
        "tracking_off": {
            "en": ["Please turn {app} on when you can, it saves you these calls."],
            "es": ["Por favor active {app} cuando pueda, así le llamamos menos."],
        },
        "bol": {
            "en": ["What's the BOL number?", "Do you have the number on the BOL?"],
            "es": ["¿Cuál es el número de BOL?", "¿Tiene el número que trae el BOL?"],
        },
        "reason": {
            "en": ["What's holding you up?", "What's the reason for the delay?"],
            "es": ["¿A qué se debe la demora?", "¿Por qué viene la demora?"],
        },
        "reason_trouble": {
            "en": ["What happened?", "Can you tell me what's wrong?"],
            "es": ["¿Qué pasó?", "¿Me puede decir cuál es el problema?"],
        },
        "delivered_at": {
            "en": ["When did it get delivered?", "What day and time was that, about?"],
            "es": ["¿Cuándo se entregó?", "¿Qué día y a qué hora fue, más o menos?"],
        },
        # Asked where it wasn't surely heard, before anybody is told.
        "sure_delivered": {
            "en": ["So this load is delivered already?"],
            "es": ["¿Entonces esta carga ya se entregó?"],
        },
        "sure_broken_down": {
            "en": ["Did I hear that right, the truck has broken down?"],
            "es": ["¿Entendí bien, el camión se descompuso?"],
        },
        "sure_wrong_load": {
            "en": ["Just to be sure, you're not hauling this load?"],
            "es": ["Para estar seguro, ¿usted no lleva esta carga?"],
        },
        "sure_cancels": {
            "en": ["Just to be sure, you're giving this load back?"],
            "es": ["Para estar seguro, ¿está regresando esta carga?"],
        },
        # Beside them.
        "got_it": {
            "en": ["Got it.", "Okay, thanks.", "Thank you."],
            "es": ["Entendido.", "Muy bien, gracias.", "Gracias."],
        },
        # What was just heard, said back: who hears a wrong town or hour puts it right.
        "heard_back": {
            "en": ["Got it, {what}.", "Okay, {what}."],
            "es": ["Entendido, {what}.", "Bueno, {what}."],
        },
        "heard_arrival": {"en": ["ETA {when}"], "es": ["llega {when}"]},
        "heard_done": {"en": ["done {when}"], "es": ["listo {when}"]},
        "heard_degrees": {"en": ["{degrees} degrees"], "es": ["{degrees} grados"]},
        "heard_bol": {"en": ["BOL {number}"], "es": ["BOL {number}"]},
        "freight_trouble": {
            "en": ["I'm letting the team know about that."],
            "es": ["Le aviso de eso a la oficina."],
        },
        "heard": {
            "en": ["Yes, I have that down for the team.", "I do, the team will have it."],
            "es": ["Sí, ya lo tengo anotado para la oficina.", "Sí, la oficina lo va a tener."],
        },
        "moved": {
            "en": ["So they have the appointment {when} now.{team}"],
            "es": ["Entonces ahora tienen la cita {when}.{team}"],
        },
        "arrival": {"en": ["Okay, so that's {when}."], "es": ["Bueno, entonces es {when}."]},
        "late_known": {
            "en": ["Okay, I'm letting the team know that you're running late."],
            "es": ["Bueno, le aviso a la oficina que viene tarde."],
        },
        "late_heard": {"en": ["Okay, so you're running late."], "es": ["Bueno, entonces viene tarde."]},
        "late_known_truck": {
            "en": ["Okay, I'm letting the team know that the truck is running late."],
            "es": ["Bueno, le aviso a la oficina que el camión viene tarde."],
        },
        "late_heard_truck": {
            "en": ["Okay, so the truck is running late."],
            "es": ["Bueno, entonces el camión viene tarde."],
        },
        "late": {
            "en": [
                "That's about {late} after the appointment {when}.{team}",
                "Okay, so {late} after the appointment {when}.{team}",
            ],
            "es": [
                "Eso es más o menos {late} después de la cita {when}.{team}",
                "Bueno, {late} después de la cita {when}.{team}",
            ],
        },
        "sorry_broken_down": {
            "en": ["I'm sorry to hear that.{team}"],
            "es": ["Lo siento mucho.{team}"],
        },
        "sorry_cancelled": {"en": ["Okay.{team}"], "es": ["Muy bien.{team}"]},
        "note": {
            "en": ["I'll let the team know that.", "I have that down for the team too."],
            "es": ["Se lo digo a la oficina.", "También eso queda anotado para la oficina."],
        },
        "note_of": {
            "en": ["I have {whom} down for the team."],
            "es": ["Le paso a la oficina: {whom}."],
        },
        "note_delivered": {
            "en": ["Okay, so it's delivered. I'll let the team know.", "I have that down for the team too."],
            "es": [
                "Bueno, ya se entregó. Le aviso a la oficina.",
                "También eso queda anotado para la oficina.",
            ],
        },
        # That the team is told, where the answer doesn't say so yet.
        "team_of_move": {
            "en": [" I'm letting the team know."],
            "es": [" Le aviso a la oficina."],
        },
        "team_of_degrees": {
            "en": [", so I'm letting the team know"],
            "es": [", así que le aviso a la oficina"],
        },
        "team_of_trouble": {
            "en": [" I'm letting the team know right away."],
            "es": [" Le aviso a la oficina de inmediato."],
        },
        "team_of_late": {
            "en": [" I'm letting the team know.", " I'll tell the team."],
            "es": [" Le aviso a la oficina.", " Se lo digo a la oficina."],
        },
        "team_of_late_later": {
            "en": [" I'll note that for the team.", " I've put that down for the team."],
            "es": [" Lo anoto para la oficina.", " Queda anotado para la oficina."],
        },
        "closing": {
            "en": ["Anything else before I let you go?", "Anything else?"],
            "es": ["¿Algo más antes de colgar?", "¿Algo más?"],
        },
        # The end.
        "noted": {
            "en": ["Thanks, I've noted that. Drive safe, goodbye."],
            "es": ["Gracias, ya lo anoté. Maneje con cuidado, adiós."],
        },
        "noted_truck": {
            "en": ["Thanks, I've noted that. Goodbye."],
            "es": ["Gracias, ya lo anoté. Adiós."],
        },
        # Where the answer says already that it is noted.
        "noted_told": {
            "en": ["Thanks. Drive safe, goodbye."],
            "es": ["Gracias. Maneje con cuidado, adiós."],
        },
        "noted_truck_told": {"en": ["Thanks, goodbye."], "es": ["Gracias, adiós."]},
        "wrong_load_told": {
            "en": ["Sorry for the mix-up. Thank you, goodbye."],
            "es": ["Disculpe la confusión. Gracias, adiós."],
        },
        "delivered": {
            "en": ["Great, I've marked it delivered. Thanks for the update, goodbye."],
            "es": ["Muy bien, queda como entregada. Gracias por avisar, adiós."],
        },
        "wrong_load": {
            "en": ["Sorry for the mix-up, I'll let the team know. Thank you, goodbye."],
            "es": ["Disculpe la confusión, le aviso a la oficina. Gracias, adiós."],
        },
        "wrong_load_other": {
            "en": ["Sorry for the mix-up. I'll tell the team that you're on {load}. Thank you, goodbye."],
            "es": ["Disculpe la confusión. Le digo a la oficina que usted lleva la {load}. Gracias, adiós."],
        },
        "to_person": {
            "en": ["Let me transfer you to someone on the team. One moment."],
            "es": ["Le comunico con alguien de la oficina. Un momento."],
        },
        "called_back": {
            "en": ["Someone from the team will call you right back. Goodbye."],
            "es": ["Alguien de la oficina le llama enseguida. Adiós."],
        },
        "call_promised": {
            "en": ["Someone from the team will call you about that."],
            "es": ["Alguien de la oficina le llama por eso."],
        },
        "call_promised_to": {
            "en": ["Someone from the team will call {whom}."],
            "es": ["Alguien de la oficina le llama a {whom}."],
        },
        "call_promised_at": {
            "en": ["Someone from the team will call you {when}."],
            "es": ["Alguien de la oficina le llama {when}."],
        },
        "given_up": {
            "en": ["I'll have someone call you back. Thank you, goodbye."],
            "es": ["Le pediré a alguien que le llame. Gracias, adiós."],
        },
        "hold": {"en": ["Sure, take your time."], "es": ["Claro, tómese su tiempo."]},
        "goodbye": {"en": ["Thank you, goodbye."], "es": ["Gracias, adiós."]},
        "resumed": {
            "en": ["Sorry, the line dropped for a moment.", "Sorry, I lost you for a second."],
            "es": ["Disculpe, se cortó la línea un momento.", "Disculpe, lo perdí un segundo."],
        },
        # To questions asked back.
        "purpose": {
            "en": ["It's about load {load}{stop}: where the truck is, and when it'll be there."],
            "es": ["Es sobre la carga {load}{stop}: dónde está el camión y a qué hora llega."],
        },
        "load": {
            "en": ["It's about load {load}{stop}.", "Load {load}{stop}."],
            "es": ["Es sobre la carga {load}{stop}.", "La carga {load}{stop}."],
        },
        "pickup": {"en": ["It picks up in {place} {when}."], "es": ["Se recoge en {place} {when}."]},
        "delivery": {"en": ["It delivers in {place} {when}."], "es": ["Se entrega en {place} {when}."]},
        "address": {"en": ["The address is {address}."], "es": ["La dirección es {address}."]},
        "weight": {"en": ["It weighs {weight} pounds."], "es": ["Pesa {weight} libras."]},
        "miles": {"en": ["It's {miles} miles."], "es": ["Son {miles} millas."]},
    }
)

DAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "es": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
}
MONTHS = {
    "en": (
        *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
        *("October", "November", "December"),
    ),
    "es": (
        *("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre"),
        *("octubre", "noviembre", "diciembre"),
    ),
}


def window_of(stop: Mapping[str, str]) -> tuple[datetime | None, datetime | None]:
    """Start and end of a stop's window."""
    return _moment(stop.get("windowStart", "")), _moment(stop.get("windowEnd", ""))


def due(stop: Mapping[str, str]) -> datetime | None:
    """The last moment of a stop's window; one without an end is an appointment at its start."""
    start, end = window_of(stop)
    return end or start


def late_minutes(arrival: datetime | None, stop: Mapping[str, str]) -> int | None:
    """How many minutes an arrival is past the window, 0 within it; None where one of the two isn't known."""
    last = due(stop)
    if arrival is None or last is None:
        return None
    return max(0, int((arrival - last).total_seconds()) // 60)


def window(start: datetime | None, end: datetime | None, language: str, now: datetime) -> str:
    """A window in words, "today at 2 PM" or "on Monday, March 2 between 8 AM and 4 PM"; empty where unknown."""
    first = start or end
    if first is None:
        return ""
    day = _day(first, language, now)
    if start is None or end is None or start == end:
        return f"{day} {'at' if language == 'en' else 'a'} {clock(first, language)}"
    if end - timedelta(minutes=1) < datetime.combine(start.date() + timedelta(days=1), time()) <= end:
        midnight = "midnight" if language == "en" else "la medianoche"
        between, to = ("between", "and") if language == "en" else ("entre", "y")
        return f"{day} {between} {clock(start, language)} {to} {midnight}"
    if end.date() != start.date():
        last = _day(end, language, now).removeprefix("on ")
        first_at, to, at = ("from", "until", "at") if language == "en" else ("desde", "hasta", "a")
        return f"{day} {first_at} {clock(start, language)} {to} {last} {at} {clock(end, language)}"
    between, to = ("between", "and") if language == "en" else ("entre", "y")
    return f"{day} {between} {clock(start, language)} {to} {clock(end, language)}"


def as_moved(moved: str, language: str, now: datetime) -> str:
    """To when an appointment was moved, in words; `moved` is a day or a moment, in ISO text."""
    moment = datetime.fromisoformat(moved)
    return window(moment, None, language, now) if "T" in moved else _day(moment, language, now)


def spoken(phone: str) -> str:
    """A number in the groups in which it is said: "602 555 0188"."""
    digits = re.sub(r"\D", "", phone)[-10:]
    return " ".join(filter(None, [digits[:3], digits[3:6], digits[6:]]))


def length(minutes: int, language: str) -> str:
    """So many minutes in words: "1 hour 20 minutes"."""
    hours, rest = divmod(max(minutes, 1), 60)
    hour, minute = ("hour", "minute") if language == "en" else ("hora", "minuto")
    parts = [(hours, hour), (rest, minute)]
    return " ".join(f"{number} {unit}{'' if number == 1 else 's'}" for number, unit in parts if number)


def clock(moment: datetime | time, language: str) -> str:
    """A time as it is spoken: "2 PM", "8:30 AM"; "las 2 PM", "la 1 PM"."""
    hour, half = moment.hour % 12 or 12, "AM" if moment.hour < 12 else "PM"
    said = f"{hour}:{moment.minute:02} {half}" if moment.minute else f"{hour} {half}"
    return said if language == "en" else f"{'la' if hour == 1 else 'las'} {said}"


def place_of(stop: Mapping[str, Any]) -> str:
    """Dallas, TX."""
    return ", ".join(part for part in (stop["city"], stop["state"]) if part)


def about(facts: Mapping[str, Any], language: str) -> str:
    """Of which stop we speak, as in ", picking up in Dallas, TX"; empty where the town isn't known."""
    place = place_of(facts["stop"])
    kind = "pickup" if facts["callType"] == "pickup" else "dropoff"
    return LINES.say(f"stop_{kind}", language, place=place) if place else ""


def _day(moment: datetime, language: str, now: datetime) -> str:
    ahead = (moment.date() - now.date()).days
    if ahead in (-1, 0, 1):
        return {"en": ("today", "tomorrow", "yesterday"), "es": ("hoy", "mañana", "ayer")}[language][ahead]
    day, month = DAYS[language][moment.weekday()], MONTHS[language][moment.month - 1]
    return f"on {day}, {month} {moment.day}" if language == "en" else f"el {day} {moment.day} de {month}"


def _moment(text: str) -> datetime | None:
    """From ISO text; anything else is none."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None) if text else None
    except ValueError:
        return None


def tracking_app(facts: Mapping[str, Any]) -> str:
    """The name of the app that tracks the truck; empty where none was named."""
    return dict(TrackingApp.choices).get(facts.get("trackingApp", ""), "")
