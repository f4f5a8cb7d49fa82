"""What a check call says, in both languages."""

from calls.agent.language.phrasebook import Phrasebook

LINES = Phrasebook(
    {
        "hello": {"en": ["Hi, this"], "es": ["Hola, le"]},
        "hello_whom": {"en": ["Hi {whom}, this"], "es": ["Hola {whom}, le"]},
        "opening": {
            "en": ["{hello} is the automated assistant of {company}{about}."],
            "es": ["{hello} habla el asistente automatizado de {company}{about}."],
        },
        "about": {
            "en": [" with a check call on load {load}{stop}"],
            "es": [" para dar seguimiento a la carga {load}{stop}"],
        },
        "stop_pickup": {"en": [", picking up in {place}"], "es": [", que se recoge en {place}"]},
        "stop_dropoff": {"en": [", delivering in {place}"], "es": [", con entrega en {place}"]},
        "appointment": {"en": ["The appointment is {when}."], "es": ["La cita es {when}."]},
        "no_appointment": {
            "en": ["I don't have an appointment time here."],
            "es": ["Aquí no tengo la hora de la cita."],
        },
        # The questions.
        "location": {
            "en": ["Where are you right now?", "What's your location right now, which town or highway?"],
            "es": ["¿Dónde está en este momento?", "¿En qué ciudad o carretera está ahora?"],
        },
        "location_truck": {
            "en": ["Where is the truck right now?", "Where's the truck right now, which town or highway?"],
            "es": [
                "¿Dónde está el camión en este momento?",
                "¿En qué ciudad o carretera está el camión ahora?",
            ],
        },
        "eta_pickup": {
            "en": ["And what time do you expect to be at the pickup?"],
            "es": ["¿Y a qué hora espera llegar a la recogida?"],
        },
        "eta_dropoff": {
            "en": ["And what time do you expect to be at the delivery?"],
            "es": ["¿Y a qué hora espera llegar a la entrega?"],
        },
        "done_pickup": {
            "en": ["When do you expect to be loaded?"],
            "es": ["¿A qué hora espera estar cargado?"],
        },
        "done_dropoff": {
            "en": ["When do you expect to be unloaded?"],
            "es": ["¿A qué hora espera estar descargado?"],
        },
        "waiting": {
            "en": ["I see that you're at the facility."],
            "es": ["Veo que ya está en la instalación."],
        },
        "check": {"en": ["Have you checked in?"], "es": ["¿Ya se registró a la entrada?"]},
        "loading": {
            "en": ["Are you loaded or empty right now?"],
            "es": ["¿Va cargado o vacío en este momento?"],
        },
        "temperature": {
            "en": ["What temperature is the reefer running at?"],
            "es": ["¿A qué temperatura va el equipo refrigerado?"],
        },
        "bol": {"en": ["What's the BOL number?"], "es": ["¿Cuál es el número de BOL?"]},
        "reason": {"en": ["What's holding you up?"], "es": ["¿A qué se debe la demora?"]},
        # Beside them.
        "got_it": {
            "en": ["Got it.", "Okay, thanks.", "Thank you."],
            "es": ["Entendido.", "Muy bien, gracias.", "Gracias."],
        },
        "late_told": {
            "en": ["That's about {late} after the appointment {when}. I'm letting the team know."],
            "es": ["Eso es unos {late} después de la cita {when}. Le aviso al equipo."],
        },
        "late_noted": {
            "en": ["That's about {late} after the appointment {when}. I'll note that for the team."],
            "es": ["Eso es unos {late} después de la cita {when}. Lo anoto para el equipo."],
        },
        "noted": {
            "en": ["Thanks, I've noted that. Drive safe, good-bye."],
            "es": ["Gracias, ya lo anoté. Maneje con cuidado, adiós."],
        },
        "given_up": {
            "en": ["I'll have someone call you back. Thank you, good-bye."],
            "es": ["Le pediré a alguien que le llame. Gracias, adiós."],
        },
        "goodbye": {"en": ["Thank you, good-bye."], "es": ["Gracias, adiós."]},
        "wrong_number": {
            "en": ["I'm sorry, I have the wrong number. Good-bye."],
            "es": ["Disculpe, me he equivocado de número. Adiós."],
        },
        "resumed": {
            "en": ["Sorry, the line dropped for a moment."],
            "es": ["Disculpe, se cortó la línea un momento."],
        },
        # To questions asked back.
        "who": {
            "en": ["This is the automated assistant of {company}."],
            "es": ["Le habla el asistente automatizado de {company}."],
        },
        "load": {
            "en": ["It's about load {load}{stop}."],
            "es": ["Es sobre la carga {load}{stop}."],
        },
        "no_load": {
            "en": ["I don't have the load in front of me."],
            "es": ["No tengo la carga a la vista."],
        },
        "unknown": {
            "en": ["I don't have that here, the team can tell you."],
            "es": ["Eso no lo tengo aquí, el equipo le puede decir."],
        },
    }
)
