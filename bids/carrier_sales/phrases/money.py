"""Haggling and closing. No line says how an ask of the carrier compares with anything but our own offer."""

LINES = {
    "offer": {
        "en": ["I have {offer} on this one, all in. Does that work for you?"],
        "es": ["Tengo {offer} por esta carga, todo incluido. ¿Le funciona?"],
    },
    "hold": {
        "en": [
            "I have {offer} on this one. Can you come closer to that?",
            "I'm at {offer} right now. Could you work with me on that?",
            "It's {offer} for this load. Could you come down to that?",
        ],
        "es": [
            "Tengo {offer} por esta carga. ¿Se puede acercar a eso?",
            "Por ahora estoy en {offer}. ¿Me puede ayudar con eso?",
            "Son {offer} por esta carga. ¿Puede bajar a eso?",
        ],
    },
    "counter": {
        "en": ["I can go to {offer}. Does that work for you?", "Let me make it {offer}. Would that work?"],
        "es": ["Puedo llegar a {offer}. ¿Le funciona?", "Se lo dejo en {offer}. ¿Le parece bien?"],
    },
    "last_offer": {
        "en": ["The best I can do on this one is {offer}. Do we have a deal?"],
        "es": ["Lo mejor que puedo ofrecer por esta carga es {offer}. ¿Trato hecho?"],
    },
    "best_and_final": {
        "en": ["Somebody else has given me a figure on this one, so I need your best and final."],
        "es": ["Otra empresa ya me dio una cifra para esta carga, así que necesito su mejor oferta final."],
    },
    "refuse": {
        "en": ["Then we won't get together on this one right now. {offer} stays the best I have on it."],
        "es": ["Entonces por ahora no llegamos a un acuerdo. {offer} sigue siendo lo mejor que tengo."],
    },
    "rates_changed": {
        "en": ["I'm sorry, the rate on this load has just changed, so the team has to look at it."],
        "es": ["Lo siento, la tarifa de esta carga acaba de cambiar; el equipo tiene que revisarla."],
    },
    "say_figure_again": {
        "en": ["I want to get your figure right. What would you need for the whole load, in dollars?"],
        "es": ["Quiero anotar bien su cifra. ¿Cuánto necesita por toda la carga, en dólares?"],
    },
    "ask_figure": {
        "en": [
            "I have {offer} on this one. What would you need?",
            "I'm at {offer}. What figure works for you?",
        ],
        "es": [
            "Tengo {offer} por esta carga. ¿Cuánto necesita?",
            "Estoy en {offer}. ¿Qué cifra le funciona?",
        ],
    },
    "ask_total": {
        "en": ["I don't have the miles here. What would you need for the whole load?"],
        "es": ["No tengo las millas aquí. ¿Cuánto necesita por toda la carga?"],
    },
    "not_told": {
        "en": [
            "That's not something I can share. What I can offer is {offer}.",
            "I can only speak about my own offer, and that is {offer}.",
        ],
        "es": [
            "Ese dato no lo puedo compartir. Lo que puedo ofrecer son {offer}.",
            "Solo puedo hablar de mi propia oferta, que es de {offer}.",
        ],
    },
    "not_told_yet": {
        "en": ["That's not something I can share."],
        "es": ["Ese dato no lo puedo compartir."],
    },
    # Closing.
    "read_deal": {
        "en": [
            "So that's load {number}, {lane}, at {amount} all in, for {who}. Is that right?",
            "Let me read that back: load {number}, {lane}, at {amount} all in, for {who}. Is that correct?",
        ],
        "es": [
            "Entonces es la carga {number}, {lane}, por {amount} todo incluido, para {who}. ¿Es correcto?",
            "Le repito: carga {number}, {lane}, por {amount} todo incluido, para {who}. ¿Es correcto?",
        ],
    },
    "booked": {
        "en": ["You're booked at {amount}. The team will send the rate confirmation for load {number}."],
        "es": [
            "Queda reservada por {amount}. El equipo le enviará la confirmación de tarifa de la carga {number}."
        ],
    },
    "held": {
        "en": [
            "I have you down at {amount} on load {number}. Others are answering right now; the team will let you know "
            "within {minutes} minutes whether it's yours."
        ],
        "es": [
            "Le anoto {amount} por la carga {number}. En este momento otros están respondiendo; el equipo le avisa en "
            "{minutes} minutos si es suya."
        ],
    },
    "passed_on": {
        "en": ["I'll pass {amount} on load {number} to the team; they'll confirm before anything is booked."],
        "es": ["Paso {amount} por la carga {number} al equipo; ellos confirman antes de reservar nada."],
    },
    "passed_on_call": {
        "en": [
            "I'll pass {amount} on load {number} to the team. Since this isn't the number we have on file, they'll "
            "call you back at the one on file to confirm before anything is booked."
        ],
        "es": [
            "Paso {amount} por la carga {number} al equipo. Como este no es el número que tenemos registrado, le "
            "llamarán al registrado para confirmar antes de reservar nada."
        ],
    },
    "just_taken": {
        "en": ["I'm sorry, that load was taken just now."],
        "es": ["Lo siento, esa carga se acaba de asignar."],
    },
    "already_agreed": {
        "en": ["We're set on load {number} already."],
        "es": ["Ya estamos de acuerdo en la carga {number}."],
    },
    "what_then": {
        "en": ["Alright, let me fix that. I'm at {offer}; what would you need for the load?"],
        "es": ["Bien, lo corrijo. Estoy en {offer}; ¿cuánto necesita por la carga?"],
    },
}
