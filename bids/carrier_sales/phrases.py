"""Everything the agent says in a talk about loads, in English and Spanish."""

from bids.carrier_sales import price_phrases
from calls.language.speech import Phrasebook

# Greeting, who calls, and taking leave.


LINES = {
    "greeting": {
        "en": ["Thanks for calling {company}, you've got the automated assistant."],
        "es": ["Gracias por llamar a {company}, le atiende el asistente automático."],
    },
    "automated": {
        "en": ["I'm the automated assistant with {company}."],
        "es": ["Soy el asistente automático de {company}."],
    },
    "calling": {
        "en": ["Hi{caller}, this is the automated assistant with {company}, calling about a load."],
        "es": ["Hola{caller}, le habla el asistente automático de {company}, sobre una carga."],
    },
    "calling_in_vain": {
        "en": ["Hi{caller}, this is the automated assistant with {company}. Sorry to bother you."],
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
        "en": ["This is the automated assistant with {company}."],
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
        "en": ["Is this {who}?", "Am I talking to {who}?"],
        "es": ["¿Hablo con {who}?", "¿Habla de parte de {who}?"],
    },
    # To who asks how it stands with a bid made before, from a number that is the carrier's.
    "bid_open": {
        "en": [
            "Your bid on load {load} is with the team; nothing is decided yet. I've told them that you asked."
        ],
        "es": [
            "Su oferta por la carga {load} la tiene la oficina; todavía no se decide. Ya les dije que preguntó."
        ],
    },
    "bid_accepted": {
        "en": ["Your bid on load {load} was accepted. I've told the team that you asked."],
        "es": ["Su oferta por la carga {load} fue aceptada. Ya le dije a la oficina que preguntó."],
    },
    "bid_rejected": {
        "en": ["The team didn't go with your bid on load {load}."],
        "es": ["La oficina no tomó su oferta por la carga {load}."],
    },
    "bid_not_known": {
        "en": [
            "I can't see that from here; I've told the team that you asked.",
            "That's for the team to say; they know that you're waiting for it.",
        ],
        "es": [
            "Eso no lo puedo ver desde aquí; ya le dije a la oficina que preguntó.",
            "Eso lo dice la oficina; ya saben que está esperando.",
        ],
    },
    "why_number": {
        "en": ["It tells me which carrier you are, so that I can look you up and name a rate."],
        "es": ["Con ese número sé de qué transportista se trata, lo busco y le puedo dar tarifa."],
    },
    "owed_told": {
        "en": ["I'm sorry about the trouble with that payment; I've put it down."],
        "es": ["Disculpe el problema con ese pago; ya lo anoté."],
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
    "hi_again": {"en": ["Hi {who}, good to hear from you."], "es": ["Hola {who}, qué gusto oírle."]},
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
        "es": ["Su expediente aún no está completo; la oficina lo revisa antes de reservar nada."],
    },
    "papers": {
        "en": ["Before anything is booked the team needs {papers}; they'll tell you where to send it."],
        "es": ["Antes de reservar nada la oficina necesita {papers}; ellos le dirán adónde enviarlo."],
    },
    "papers_to": {
        "en": ["Before anything is booked the team needs {papers}. Please email it to {address}."],
        "es": ["Antes de reservar nada la oficina necesita {papers}. Envíelo por favor a {address}."],
    },
    "phone_is": {
        "en": ["I have {digits} to reach you.", "Got it, {digits}."],
        "es": ["Tengo el {digits} para llamarle.", "Anotado, {digits}."],
    },
    "setup_noted": {
        "en": ["I've noted that you want to get set up; the team will get back to you on that."],
        "es": ["Anoté que quiere darse de alta; la oficina se comunica con usted."],
    },
    "ask_contact": {
        "en": ["What's a good email or number for them to reach you?"],
        "es": ["¿A qué correo o teléfono se pueden comunicar con usted?"],
    },
    "their_call": {
        "en": ["Sure, we'll wait for your call.", "Okay, just call us back."],
        "es": ["Claro, esperamos su llamada.", "Muy bien, nos llama."],
    },
    "their_call_at": {
        "en": ["I've put down {amount}{how} on load {number}, and we'll wait for your call."],
        "es": ["Anoté {amount}{how} por la carga {number}, y esperamos su llamada."],
    },
    "tell_team": {"en": ["Sure, I'll let the team know."], "es": ["Claro, le aviso a la oficina."]},
    "thanks": {"en": ["Thank you."], "es": ["Gracias."]},
    "take_your_time": {"en": ["Sure, take your time."], "es": ["Claro, tómese su tiempo."]},
    "not_qualified": {
        "en": ["Sorry, I can't put you on a load right now. Thanks for calling, goodbye."],
        "es": ["Disculpe, por ahora no le puedo dar carga. Gracias por llamar, adiós."],
    },
    # A call back, a person.
    "bad_time": {"en": ["Sorry to bother you right now."], "es": ["Disculpe la molestia."]},
    "ask_when": {
        "en": ["When is a good time to call you back?", "What time should we call you?"],
        "es": ["¿A qué hora le conviene que le llamemos?", "¿A qué hora le llamamos?"],
    },
    "call_back_at": {
        "en": ["Alright, someone will call {you} back {time}. Thank you, goodbye."],
        "es": ["Muy bien, alguien le llamará{you} {time}. Gracias, adiós."],
    },
    "call_kept": {
        "en": ["I've put down that someone calls you back {time}."],
        "es": ["Ya anoté que le llamen {time}."],
    },
    "call_back": {
        "en": ["Alright, someone will call {you} back. Thank you, goodbye."],
        "es": ["Muy bien, alguien le llamará{you}. Gracias, adiós."],
    },
    "on_file": {
        "en": ["To be safe, the call comes to the number we have on file."],
        "es": ["Por seguridad, la llamada es al número que tenemos registrado."],
    },
    "ask_number_of": {
        "en": ["What number can we reach {whom} at?"],
        "es": ["¿A qué número le llamamos a {whom}?"],
    },
    "call_other": {
        "en": ["Got it, we'll call {whom}. Thank you, goodbye."],
        "es": ["Entendido, le llamamos a {whom}. Gracias, adiós."],
    },
    "call_back_if": {
        "en": ["Will do, I've put that down; we'll call you{time} if it does. Thank you, goodbye."],
        "es": ["Claro, ya lo anoté; si es así le llamamos{time}. Gracias, adiós."],
    },
    "transfer": {
        "en": ["Sure, I'll connect you with someone from the team. One moment, please."],
        "es": ["Claro, le comunico con alguien de la oficina. Un momento, por favor."],
    },
    "nobody_there": {
        "en": ["I'm sorry, no one from the team can take the call right now."],
        "es": ["Lo siento, nadie de la oficina puede tomar la llamada en este momento."],
    },
    "give_up": {
        "en": ["I'm sorry, I'm having trouble following. Someone from the team will call you back. Goodbye."],
        "es": ["Disculpe, me cuesta entenderle. Alguien de la oficina le llamará. Adiós."],
    },
    "time_up": {
        "en": ["I'm sorry, I have to end the call here. Someone from the team will call you back. Goodbye."],
        "es": ["Disculpe, tengo que terminar la llamada. Alguien de la oficina le llamará. Adiós."],
    },
    "anything_else": {
        "en": ["Is there anything else I can help you with?", "Are you looking for anything else today?"],
        "es": ["¿Hay algo más en que le pueda ayudar?", "¿Busca algo más por hoy?"],
    },
    "bye": {
        "en": ["Alright, thank you. Have a good day, goodbye."],
        "es": ["Muy bien, gracias. Que tenga buen día, adiós."],
    },
    "bye_booked": {
        "en": ["Thank you, and safe travels. Goodbye."],
        "es": ["Gracias y buen viaje. Adiós."],
    },
    "bye_declined": {
        "en": ["Alright, no problem. Thanks for your time, goodbye."],
        "es": ["Está bien, no hay problema. Gracias por su tiempo, adiós."],
    },
}


# Finding a load, telling about it, and answering questions about it.


LOAD_LINES = {
    "ask_load": {
        "en": [
            "Which load are you calling about? A load number works, or the lane and the day.",
            "What is the load number, or the lane you're looking for?",
        ],
        "es": [
            "¿Por cuál carga llama? Con el número de carga está bien, o dígame la ruta y el día.",
            "¿Cuál es el número de la carga, o la ruta que busca?",
        ],
    },
    "ask_load_usual": {
        "en": [
            "Which load are you calling about, or are you still running {truck} out of {place}?",
            "Do you have a load number, or is it {truck} out of {place} again?",
        ],
        "es": [
            "¿Por cuál carga llama, o sigue con {truck} saliendo de {place}?",
            "¿Tiene un número de carga, o es otra vez {truck} saliendo de {place}?",
        ],
    },
    "ask_lane_usual": {
        "en": ["Still running {truck} out of {place}?", "Is it {truck} out of {place} again?"],
        "es": ["¿Sigue con {truck} saliendo de {place}?", "¿Es otra vez {truck} saliendo de {place}?"],
    },
    "ask_lane": {
        "en": ["Where is your truck, and where would you like to go?"],
        "es": ["¿Dónde está su camión y adónde quiere ir?"],
    },
    "not_found": {
        "en": ["I can't find a load with that number.", "I don't see a load with that number."],
        "es": ["No encuentro una carga con ese número.", "No veo una carga con ese número."],
    },
    "no_lane": {
        "en": ["I can't find an open load on that lane.", "There is nothing open on that lane right now."],
        "es": ["No encuentro una carga abierta en esa ruta.", "No hay nada abierto en esa ruta ahora."],
    },
    "not_that_day": {
        "en": ["I have nothing like that for that day.", "Nothing like that on that day."],
        "es": ["Para ese día no tengo nada así.", "Ese día no hay nada así."],
    },
    "no_freight": {
        "en": ["I don't see an open load like that."],
        "es": ["No veo una carga abierta así."],
    },
    "ask_truck_both": {
        "en": ["Where is your truck, and when is it empty?", "Where and when is your truck empty?"],
        "es": ["¿Dónde está su camión y cuándo queda vacío?", "¿Dónde y cuándo queda vacío su camión?"],
    },
    "ask_truck_where": {
        "en": ["Where will your truck be empty?", "Where is your truck?"],
        "es": ["¿Dónde queda vacío su camión?", "¿Dónde está su camión?"],
    },
    "ask_truck_when": {
        "en": ["When is your truck empty?", "What day is your truck empty?"],
        "es": ["¿Cuándo queda vacío su camión?", "¿Qué día queda vacío su camión?"],
    },
    "truck_noted": {
        "en": [
            "I don't have one for you right now; I've noted your truck in {place} for {day}{what}, and we'll call if "
            "something comes up."
        ],
        "es": [
            "Por ahora no tengo una para usted; anoté su camión en {place} para {day}{what}, y le llamamos "
            "si sale algo."
        ],
    },
    "truck_same": {
        "en": [
            "I have nothing else for your truck in {place} right now; it's still noted.",
            "Still nothing for the truck in {place}; I have it down.",
        ],
        "es": [
            "Para su camión en {place} no tengo otra por ahora; sigue anotado.",
            "Todavía no hay nada para el camión en {place}; lo tengo anotado.",
        ],
    },
    "truck_down": {
        "en": ["I've noted your truck in {place} for {day}{what}."],
        "es": ["Anoté su camión en {place} para {day}{what}."],
    },
    "truck_kept": {
        "en": [
            "I've noted your truck in {place} for {day}{what}, and we'll call if something else comes up."
        ],
        "es": ["Anoté su camión en {place} para {day}{what}, y le llamamos si sale otra cosa."],
    },
    "not_ready": {
        "en": [
            "I don't have everything on that load yet, so someone from the team will call you back about it."
        ],
        "es": [
            "Todavía no tengo todos los datos de esa carga; alguien de la oficina le llamará para hablar de ella."
        ],
    },
    "unavailable": {
        "en": ["That load is no longer available."],
        "es": ["Esa carga ya no está disponible."],
    },
    "not_for_you": {
        "en": ["I'm sorry, that load isn't one that I can offer you."],
        "es": ["Lo siento, esa carga no se la puedo ofrecer."],
    },
    "was_calling": {
        "en": ["The load I was calling about is no longer available."],
        "es": ["La carga por la que le llamaba ya no está disponible."],
    },
    "nothing_else": {
        "en": ["I have nothing else that fits right now."],
        "es": ["Ahora no tengo otra que le quede."],
    },
    "check_number": {
        "en": ["Could you check the number, or tell me the lane?"],
        "es": ["¿Puede revisar el número, o decirme la ruta?"],
    },
    "alternatives": {"en": ["What I do have:"], "es": ["Lo que sí tengo:"]},
    "several": {"en": ["I have more than one that fits:"], "es": ["Tengo más de una que coincide:"]},
    "candidate": {
        "en": ["load {number}, {lane}, picking up {pickup}, for {equipment}."],
        "es": ["carga {number}, {lane}, se recoge {pickup}, para {equipment}."],
    },
    "ask_which": {
        "en": ["Which one would you like?", "Which one of them should it be?"],
        "es": ["¿Cuál prefiere?", "¿Cuál de ellas sería?"],
    },
    "ask_this": {
        "en": ["Would you like to hear more about that one?"],
        "es": ["¿Quiere saber más de esa?"],
    },
    "pitch": {
        "en": ["Load {number} goes from {origin} to {destination}{miles}."],
        "es": ["La carga {number} va de {origin} a {destination}{miles}."],
    },
    "pitch_short": {
        "en": ["That's {origin} to {destination}, picking up {pickup}."],
        "es": ["Es de {origin} a {destination}, se recoge {pickup}."],
    },
    "pitch_needs": {"en": ["It needs {needs}."], "es": ["Requiere {needs}."]},
    "pitch_times": {
        "en": ["It picks up {pickup} and delivers {delivery}, all local time."],
        "es": ["Se recoge {pickup} y se entrega {delivery}, hora local."],
    },
    "pitch_freight": {"en": ["It's {freight}."], "es": ["La mercancía aparece como {freight}."]},
    "pitch_team": {"en": ["It needs a team."], "es": ["Se necesita un equipo de dos choferes."]},
    "ask_fit": {
        "en": ["This one needs {equipment}. Are you running {equipment}?", "Are you running {equipment}?"],
        "es": ["Requiere {equipment}. ¿Trae {equipment}?", "¿Trae {equipment}?"],
    },
    "ask_fit_any": {
        "en": ["Can you cover it with your equipment?"],
        "es": ["¿La puede cubrir con su equipo?"],
    },
    "ask_equipment": {
        "en": ["What equipment do you have?"],
        "es": ["¿Qué equipo tiene?"],
    },
    "wrong_equipment": {
        "en": ["That one needs {equipment}, so it won't work for you."],
        "es": ["Esa requiere {equipment}, así que con ese equipo no se puede."],
    },
    # Answers to questions.
    "weight": {"en": ["It weighs {fact}."], "es": ["Pesa {fact}."]},
    "commodity": {"en": ["The freight is {fact}."], "es": ["La mercancía aparece como {fact}."]},
    "pickup": {"en": ["It picks up in {place} {fact}."], "es": ["Se recoge en {place} {fact}."]},
    "delivery": {"en": ["It delivers in {place} {fact}."], "es": ["Se entrega en {place} {fact}."]},
    "miles": {"en": ["It's {fact}."], "es": ["Son {fact}."]},
    "equipment": {"en": ["It needs {fact}."], "es": ["Requiere {fact}."]},
    "no_stops": {
        "en": ["There are no stops in between, one pickup and one drop."],
        "es": ["No hay paradas intermedias, una recogida y una entrega."],
    },
    "stops": {"en": ["It stops at {fact}."], "es": ["Las paradas son {fact}."]},
    "instructions": {"en": ["The instructions say: {fact}"], "es": ["Las instrucciones dicen: {fact}"]},
    "no_instructions": {
        "en": ["There are no special instructions that I can see."],
        "es": ["No veo instrucciones especiales."],
    },
    "team": {"en": ["It does need a team."], "es": ["Sí requiere dos choferes."]},
    "no_team": {"en": ["A single driver is fine."], "es": ["Con un chofer está bien."]},
    "rate_con": {
        "en": ["We'll email the rate con once the load is yours.", "You'll get the rate con by email."],
        "es": [
            "El rate con le llega por correo en cuanto la carga sea suya.",
            "El rate con se lo mandamos por correo.",
        ],
    },
    "rate_con_as_told": {
        "en": ["I've put down how you want it; the rate con comes once the load is yours."],
        "es": ["Anoté cómo lo quiere; el rate con le llega en cuanto la carga sea suya."],
    },
    "yes_please": {"en": ["Yes, please."], "es": ["Sí, por favor."]},
    "rate_con_to": {
        "en": ["The team will work out how to get the rate con to you at {digits}."],
        "es": ["La oficina ve cómo le hace llegar el rate con al {digits}."],
    },
    "rate_con_otherwise": {
        "en": ["The team will work out how to get the rate con to you."],
        "es": ["La oficina ve cómo le hace llegar el rate con."],
    },
    "rate_con_on_file": {
        "en": ["The team looks up the email that they have for you."],
        "es": ["La oficina busca el correo que tiene de usted."],
    },
    "have_down": {"en": ["I have {facts}."], "es": ["Tengo {facts}."]},
    "still_open": {
        "en": ["That one is still open.", "It's still open."],
        "es": ["Esa sigue disponible.", "Sigue disponible."],
    },
    "rate_next": {
        "en": ["I'll have the rate for you in a second."],
        "es": ["Ahorita le digo la tarifa."],
    },
    "pass_on": {
        "en": [
            "I don't have that in front of me; I'll pass it on to the broker.",
            "I'd rather have the broker answer that one; I've put it down.",
            "That I can't say; I've put it down for the broker.",
            "I'll ask the broker about that and have them get back to you.",
            "Good question. I'll have the broker get you an answer on that.",
        ],
        "es": [
            "Ese dato no lo tengo a la mano; se lo paso al bróker.",
            "Eso mejor se lo contesta el bróker; ya lo anoté.",
            "Eso no se lo puedo decir; lo anoté para el bróker.",
            "Le pregunto al bróker, y él le contesta.",
            "Buena pregunta. El bróker le da la respuesta.",
        ],
    },
    "pass_on_that": {
        "en": ["As for “{words}”, I'll ask the broker."],
        "es": ["Lo de “{words}” se lo paso al bróker."],
    },
    "note_down": {
        "en": ["I've put down “{words}” for the team."],
        "es": ["Anoté lo de “{words}” para la oficina."],
    },
    "request_noted": {
        "en": [
            "Sure, I've put that down for the team.",
            "Okay, I'll let the team know.",
            "Alright, the team will see that.",
        ],
        "es": [
            "Claro, lo anoté para la oficina.",
            "Muy bien, le aviso a la oficina.",
            "De acuerdo, la oficina lo va a ver.",
        ],
    },
    "time_fits": {
        "en": ["Yes, {time} works; that's within the window."],
        "es": ["Sí, {time} está bien; cae dentro del horario."],
    },
    "too_late": {
        "en": ["It picks up {pickup}, so that truck won't make it."],
        "es": ["Se recoge {pickup}; ese camión no alcanza."],
    },
    "pickup_over": {
        "en": ["That pickup closed {time}, so I'll ask the broker if it can still go."],
        "es": ["Esa recolección cerró {time}; le pregunto al bróker si todavía se puede."],
    },
    "truck_late": {
        "en": ["That pickup is {pickup}, and your truck is empty {day}, so I'll ask the broker about that."],
        "es": ["Esa se recoge {pickup} y su camión queda vacío {day}; se lo pregunto al bróker."],
    },
    "time_asked": {
        "en": ["{time} is outside the window, so I'll ask the broker about that."],
        "es": ["{time} queda fuera del horario; se lo pregunto al bróker."],
    },
    "wish_is": {
        "en": ["Sorry, {words} then; I'll ask the broker about that."],
        "es": ["Disculpe, {words} entonces; se lo pregunto al bróker."],
    },
    "not_known": {
        "en": ["I don't have that here; the broker can tell you."],
        "es": ["No tengo ese dato aquí; el bróker se lo puede decir."],
    },
}


PHRASES = Phrasebook({**LINES, **LOAD_LINES, **price_phrases.LINES})
