"""What every agent says alike, whatever its skill, in both languages."""

from calls.language.speech import Phrasebook

LINES = Phrasebook(
    {
        "recording": {
            "en": ["This call is recorded."],
            "es": ["Esta llamada se graba."],
        },
        "opted_out": {
            "en": ["Understood. We won't call you again. Good-bye."],
            "es": ["Entendido. No le volveremos a llamar. Adiós."],
        },
        "wrong_number": {
            "en": ["I'm sorry, I have the wrong number. Good-bye."],
            "es": ["Disculpe, me he equivocado de número. Adiós."],
        },
        "sure_opts_out": {
            "en": ["Do you want us to stop calling this number?"],
            "es": ["¿Quiere que dejemos de llamar a este número?"],
        },
        "sure_wrong_number": {
            "en": ["Sorry, do I have the wrong number?"],
            "es": ["Disculpe, ¿me equivoqué de número?"],
        },
        "all_right": {"en": ["All right."], "es": ["Muy bien."]},
        "reached": {
            "en": [
                "You've reached {company}, the automated assistant. What are you calling about?",
                "This is {company}. Is there a load I can help you with?",
            ],
            "es": [
                "Se comunicó a {company}, con el asistente automatizado. ¿Sobre qué llama?",
                "Aquí es {company}. ¿Le puedo ayudar con alguna carga?",
            ],
        },
        "source": {
            "en": [
                "Your number comes from {company}'s carrier list, which goes by the public FMCSA records."
            ],
            "es": [
                "Su número viene de la lista de transportistas de {company}, según los registros públicos de la FMCSA."
            ],
        },
        "hold": {
            "en": ["Sure, take your time."],
            "es": ["Claro, tómese su tiempo."],
        },
        "put_through": {
            "en": ["Thank you, I'll hold."],
            "es": ["Gracias, aquí espero."],
        },
        "silent": {
            "en": ["Are you still there?", "Hello? Can you hear me?"],
            "es": ["¿Sigue ahí?", "¿Hola? ¿Me escucha?"],
        },
        "hung_up_on": {
            "en": ["I can't hear you, so I'll hang up now. Good-bye."],
            "es": ["No le escucho, así que voy a colgar. Adiós."],
        },
        "time_up": {
            "en": ["I'm sorry, I have to end the call here. Somebody will get back to you. Good-bye."],
            "es": ["Disculpe, tengo que terminar la llamada aquí. Alguien se comunicará con usted. Adiós."],
        },
        "transferring": {
            "en": ["One moment, I'll put you through."],
            "es": ["Un momento, le comunico."],
        },
        "nobody_there": {
            "en": [
                "I'm sorry, nobody can take the call right now, but somebody can call you back. When is a good time?"
            ],
            "es": [
                "Disculpe, nadie puede tomar la llamada en este momento, pero alguien le puede llamar. "
                "¿A qué hora le conviene?"
            ],
        },
        "nobody_picked_up": {
            "en": ["I'm sorry, nobody picked up, but somebody can call you back. When is a good time?"],
            "es": ["Disculpe, nadie contestó, pero alguien le puede llamar. ¿A qué hora le conviene?"],
        },
        "call_back": {
            "en": ["Thank you. Somebody will call you back. Good-bye."],
            "es": ["Gracias. Alguien le llamará. Adiós."],
        },
        "no_call_back": {
            "en": ["All right. Thank you, good-bye."],
            "es": ["Muy bien. Gracias, adiós."],
        },
        "lost": {
            "en": ["I'm sorry, we have trouble with the line. Somebody will get back to you. Good-bye."],
            "es": ["Disculpe, tenemos problemas con la línea. Alguien se comunicará con usted. Adiós."],
        },
    }
)
