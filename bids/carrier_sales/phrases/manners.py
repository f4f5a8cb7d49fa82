"""Greeting, who calls, and taking leave."""

LINES = {
    "greeting": {
        "en": ["Thank you for calling {company}. I'm the automated assistant of {company}."],
        "es": ["Gracias por llamar a {company}. Soy el asistente automático de {company}."],
    },
    "automated": {
        "en": ["I'm the automated assistant of {company}."],
        "es": ["Soy el asistente automático de {company}."],
    },
    "calling": {
        "en": ["Hi{caller}, this is the automated assistant of {company}, calling about a load."],
        "es": ["Hola{caller}, le habla el asistente automático de {company}, sobre una carga."],
    },
    "calling_in_vain": {
        "en": ["Hi{caller}, this is the automated assistant of {company}. Sorry to bother you."],
        "es": ["Hola{caller}, le habla el asistente automático de {company}. Disculpe la molestia."],
    },
    "sorry_line": {
        "en": ["Sorry, the line dropped for a moment."],
        "es": ["Disculpe, se cortó la línea un momento."],
    },
    "unclear": {
        "en": ["Sorry, I didn't get that.", "I'm sorry, I missed that.", "Sorry, once more, please."],
        "es": [
            "Disculpe, no le entendí.",
            "Perdón, no le escuché bien.",
            "Disculpe, una vez más, por favor.",
        ],
    },
    "who": {
        "en": ["This is the automated assistant of {company}."],
        "es": ["Le habla el asistente automático de {company}."],
    },
    "robot": {
        "en": ["I'm an automated assistant, not a person; I work for {company}."],
        "es": ["Soy un asistente automático, no una persona; trabajo para {company}."],
    },
    # Who it is.
    "ask_identity": {
        "en": ["Can I get your MC or DOT number?", "What is your MC or DOT number?"],
        "es": ["¿Me da su número de MC o de DOT?", "¿Cuál es su número de MC o de DOT?"],
    },
    "ask_company": {
        "en": ["Is this {who}?", "I see {who} on this number. Is that you?"],
        "es": ["¿Hablo con {who}?", "Este número es de {who}. ¿Es usted?"],
    },
    "rate_next": {
        "en": ["I'll have the rate for you in a second.", "The rate comes right after this."],
        "es": ["En un momento le digo la tarifa.", "Enseguida le doy la tarifa."],
    },
    "alarm_told": {
        "en": ["Thanks for letting us know; I've told the broker right now."],
        "es": ["Gracias por avisar; ya se lo dije al bróker en este momento."],
    },
    "you_called": {
        "en": ["You've reached {company}. Are you calling about a load?"],
        "es": ["Habla a {company}. ¿Llama por una carga?"],
    },
    "thanks_name": {"en": ["Thanks, {who}."], "es": ["Gracias, {who}."]},
    "noted": {
        "en": ["Got it, I'll look that up."],
        "es": ["Muy bien, la busco."],
    },
    "need_identity": {
        "en": [
            "I need that number before we can talk about loads. You can also enter it on your keypad.",
            "Without an MC or DOT number I can't go on. You can say it digit by digit or press the keys.",
        ],
        "es": [
            "Necesito ese número antes de hablar de cargas. También puede marcarlo en el teclado.",
            "Sin un número de MC o de DOT no puedo seguir. Puede decirlo dígito por dígito o marcarlo.",
        ],
    },
    "read_back": {
        "en": ["I have {kind} {digits}. Is that right?", "That is {kind} {digits}, correct?"],
        "es": ["Tengo {kind} {digits}. ¿Es correcto?", "Es {kind} {digits}, ¿correcto?"],
    },
    "again_identity": {
        "en": ["Sorry about that. What is the right MC or DOT number?"],
        "es": ["Disculpe. ¿Cuál es el número correcto de MC o de DOT?"],
    },
    "ask_dot": {
        "en": ["And what is your DOT number?"],
        "es": ["¿Y cuál es su número de DOT?"],
    },
    # Its papers.
    "incomplete": {
        "en": ["Your file with us isn't complete yet; the team looks at it before anything is booked."],
        "es": ["Su expediente aún no está completo; el equipo lo revisa antes de reservar nada."],
    },
    "papers": {
        "en": ["Before anything is booked the team needs {papers}; they'll tell you where to send it."],
        "es": ["Antes de reservar nada el equipo necesita {papers}; ellos le dirán adónde enviarlo."],
    },
    "papers_to": {
        "en": ["Before anything is booked the team needs {papers}. Please e-mail it to {address}."],
        "es": ["Antes de reservar nada el equipo necesita {papers}. Envíelo por favor a {address}."],
    },
    "thanks": {"en": ["Thank you."], "es": ["Gracias."]},
    "not_qualified": {
        "en": [
            "Thank you. I'm sorry, we're not able to move forward with that carrier at this time. "
            "Thanks for calling, good-bye."
        ],
        "es": [
            "Gracias. Lo siento, por el momento no podemos trabajar con esa empresa. "
            "Gracias por llamar, adiós."
        ],
    },
    # A call back, a person.
    "ask_when": {
        "en": ["When is a good time to call you back?", "What time should we call you?"],
        "es": ["¿A qué hora le conviene que le llamemos?", "¿A qué hora le llamamos?"],
    },
    "call_back_at": {
        "en": ["Alright, somebody will call you back {time}. Thank you, good-bye."],
        "es": ["Muy bien, alguien le llamará {time}. Gracias, adiós."],
    },
    "call_back": {
        "en": ["Alright, somebody will call you back. Thank you, good-bye."],
        "es": ["Muy bien, alguien le llamará. Gracias, adiós."],
    },
    "transfer": {
        "en": ["Sure, I'll connect you with somebody from the team. One moment, please."],
        "es": ["Claro, le comunico con alguien del equipo. Un momento, por favor."],
    },
    "nobody_there": {
        "en": ["I'm sorry, nobody from the team can take the call right now."],
        "es": ["Lo siento, nadie del equipo puede tomar la llamada en este momento."],
    },
    "give_up": {
        "en": ["I'm sorry, I have trouble following. Somebody from the team will call you back. Good-bye."],
        "es": ["Disculpe, me cuesta entenderle. Alguien del equipo le llamará. Adiós."],
    },
    "time_up": {
        "en": [
            "I'm sorry, I have to end the call here. Somebody from the team will call you back. Good-bye."
        ],
        "es": ["Disculpe, tengo que terminar la llamada. Alguien del equipo le llamará. Adiós."],
    },
    "anything_else": {
        "en": ["Is there anything else I can help you with?", "Anything else, another load maybe?"],
        "es": ["¿Hay algo más en que le pueda ayudar?", "¿Algo más, otra carga quizás?"],
    },
    "bye": {
        "en": ["Alright, thank you. Have a good day, good-bye."],
        "es": ["Muy bien, gracias. Que tenga buen día, adiós."],
    },
    "bye_booked": {
        "en": ["Thank you, and safe travels. Good-bye."],
        "es": ["Gracias y buen viaje. Adiós."],
    },
    "bye_declined": {
        "en": ["Alright, no problem. Thanks for your time, good-bye."],
        "es": ["Está bien, no hay problema. Gracias por su tiempo, adiós."],
    },
}
