"""Haggling and closing. No line says how an ask of the carrier compares with anything but our own offer."""

LINES = {
    "offer": {
        "en": ["I have {offer} on this one, all in. Does that work for you?"],
        "es": ["Tengo {offer} por esta carga, todo incluido. ¿Le funciona?"],
    },
    "offer_if": {
        "en": ["If that can be done, I have {offer} on it, all in. Would you take it at that?"],
        "es": ["Si se puede, tengo {offer} por esa carga, todo incluido. ¿La tomaría así?"],
    },
    "pays": {
        "en": ["The one to {place} pays {offer}, all in."],
        "es": ["La de {place} paga {offer}, todo incluido."],
    },
    "a_mile_of_theirs": {
        "en": ["That comes to {ask} over {miles}."],
        "es": ["Eso sale en {ask} por las {miles}."],
    },
    "a_mile": {
        "en": [
            "That's about {mile} a mile: {offer} over {miles}.",
            "{offer} over {miles} comes to about {mile} a mile.",
        ],
        "es": ["Sale a unos {mile} por milla: {offer} en {miles}."],
    },
    "offer_once_more": {
        "en": [
            "I have {offer} on this one, all in. Does that work for you?",
            "It's {offer} all in. Would that work for you?",
            "{offer} all in: does that work for you?",
        ],
        "es": [
            "Tengo {offer} por esta carga, todo incluido. ¿Le funciona?",
            "¿Le funcionan {offer}, todo incluido?",
            "Entonces, ¿la hace por {offer}, todo incluido?",
        ],
    },
    # The carrier calls again: the talk goes on where it stood.
    "again": {
        "en": [
            "Last time we were at {offer} on this one, and that's still my number. Does that work for you?",
            "When we talked before I had {offer} on this load, and I'm still there. Can you do that?",
        ],
        "es": [
            "La última vez le ofrecí {offer} por esta carga, y ahí sigo. ¿Le funciona?",
            "Cuando hablamos yo tenía {offer} por esta carga, y sigo igual. ¿Le parece bien?",
        ],
    },
    "again_final": {
        "en": ["Last time {offer} was the best I could do on this one, and it still is. Do we have a deal?"],
        "es": [
            "La última vez {offer} era lo mejor que podía ofrecer por esta carga, y así sigue. ¿Trato hecho?"
        ],
    },
    "again_changed": {
        "en": [
            "The rate on this load has changed since we last talked. I have {offer} on it now, all in. "
            "Does that work for you?"
        ],
        "es": [
            "La tarifa de esta carga cambió desde que hablamos. Ahora tengo {offer}, todo incluido. ¿Le funciona?"
        ],
    },
    "again_agreed": {
        "en": ["Last time we agreed on {amount} for load {number}."],
        "es": ["La última vez quedamos en {amount} por la carga {number}."],
    },
    "again_read_back": {
        "en": ["Last time we got as far as {amount} on load {number}."],
        "es": ["La última vez llegamos a {amount} por la carga {number}."],
    },
    "with_colleague": {
        "en": [
            "A colleague is on another call with your company about load {number} right now, so I'll leave that one "
            "to them."
        ],
        "es": [
            "Un colega está hablando ahora mismo con su empresa sobre la carga {number}, así que se la dejo a él."
        ],
    },
    "hold": {
        "en": [
            "I have {offer} on this one. Can you come down any?",
            "I'm at {offer} right now. Could you work with me on that?",
            "It's {offer} for this load. Could you come down to that?",
        ],
        "es": [
            "Tengo {offer} por esta carga. ¿Se puede acercar a eso?",
            "Por ahora estoy en {offer}. ¿Me puede ayudar con eso?",
            "Son {offer} por esta carga. ¿Puede bajar a eso?",
        ],
    },
    # To who has just said that their figure is final.
    "hold_firm": {
        "en": [
            "I hear you. My number is still {offer}; would you take it at that?",
            "Understood. I have {offer} on this one, if you want it at that.",
        ],
        "es": [
            "Le entiendo. Yo sigo en {offer}; ¿la quiere así?",
            "Entendido. Tengo {offer} por esta carga, si la quiere así.",
        ],
    },
    "sure": {
        "en": [
            "Just so I have it right: do you want load {number} at {offer}?",
            "Is that a yes to {offer} for load {number}?",
            "So can I book you on load {number} at {offer}?",
        ],
        "es": [
            "Para estar seguro: ¿quiere la carga {number} por {offer}?",
            "¿Es un sí a {offer} por la carga {number}?",
            "Entonces, ¿le aparto la carga {number} por {offer}?",
        ],
    },
    "condition_noted": {
        "en": [
            "I'll put that down, and the broker has to okay it.",
            "Noted; the broker will have to okay that.",
        ],
        "es": ["Lo anoto, y el bróker lo tiene que aprobar.", "Anotado; eso lo tiene que aprobar el bróker."],
    },
    "number_down": {
        "en": ["I've put down {amount}{how} on load {number} for the broker; nothing is booked."],
        "es": ["Anoté {amount}{how} por la carga {number} para el bróker; no queda nada reservado."],
    },
    "if_okayed": {
        "en": ["Would you take it if they okay that?"],
        "es": ["¿La tomaría si le aprueban eso?"],
    },
    "condition_late": {
        "en": ["I've put that down and told the broker right now; they'll get back to you on it."],
        "es": ["Ya lo anoté y se lo dije al bróker en este momento; él le contesta."],
    },
    "condition_is": {
        "en": ["What you told me: “{words}”.", "The one I have from you: “{words}”."],
        "es": ["Lo que me dijo: “{words}”.", "La que tengo de usted: “{words}”."],
    },
    "condition_is_down": {
        "en": ["Yes, that's down, and the broker has it.", "Yes, the broker has that from you."],
        "es": ["Sí, ya está anotado, y el bróker lo tiene.", "Sí, el bróker ya lo tiene."],
    },
    "claim": {
        "en": [
            "I can't see that here; I've put it down for the broker. What I have on this load is {offer}. "
            "Do you want it at that?",
            "The broker hears of that. I can only go by what I have, and that's {offer}. Does that work?",
            "I'll let the broker know you said so. My number is still {offer}. Would that work for you?",
        ],
        "es": [
            "Eso no lo veo aquí; lo anoté para el bróker. Lo que tengo por esta carga son {offer}. ¿La quiere así?",
            "Se lo digo al bróker. Solo me puedo guiar por lo que tengo, que son {offer}. ¿Le funciona?",
            "Le aviso al bróker que lo dijo. Mi número sigue siendo {offer}. ¿Le parece bien?",
        ],
    },
    "hold_to": {
        "en": [
            "I had you at {amount} for load {number}, and I can't go over that. Do you still want it at {amount}?",
        ],
        "es": [
            "Yo tenía {amount} por la carga {number}, y de ahí no puedo subir. ¿Todavía la quiere por {amount}?",
        ],
    },
    "stands": {
        "en": [
            "We agreed on {amount} for load {number}, so that stands; I'll tell the broker what you said."
        ],
        "es": ["Quedamos en {amount} por la carga {number}, así queda; le digo al bróker lo que usted pide."],
    },
    "ask_email": {
        "en": [
            "What email should the rate con go to?",
            "What's a good email for the rate con?",
        ],
        "es": ["¿A qué correo le mandamos el rate con?", "¿Me da un correo para el rate con?"],
    },
    "ask_email_known": {
        "en": [
            "I have {known} for the rate con. Is that still good?",
            "Does the rate con go to {known} again?",
        ],
        "es": [
            "Para el rate con tengo {known}. ¿Sigue siendo ese?",
            "¿Le mandamos el rate con otra vez a {known}?",
        ],
    },
    "ask_driver_known": {
        "en": ["Same driver as last time, {known}?", "Is {known} driving again?"],
        "es": ["¿El mismo chofer de la última vez, {known}?", "¿Maneja otra vez {known}?"],
    },
    "ask_driver": {
        "en": [
            "Who's the driver, and what's a good number for them?",
            "What's your driver's name and phone?",
        ],
        "es": [
            "¿Quién es el chofer y a qué teléfono se le llama?",
            "¿Me da el nombre y el teléfono del chofer?",
        ],
    },
    "ask_number": {"en": ["What's the number?"], "es": ["¿Cuál es el número?"]},
    "email_is": {"en": ["That's {address}."], "es": ["Es {address}."]},
    "ask_tractor": {"en": ["What's the truck number?"], "es": ["¿Qué número tiene el camión?"]},
    "ask_truck": {
        "en": ["And the truck and trailer numbers?", "What are the truck and trailer numbers?"],
        "es": ["¿Y los números del camión y de la caja?", "¿Qué número de camión y de caja es?"],
    },
    "ask_empty": {
        "en": ["Where and when will the truck be empty?", "Last one: where is the truck empty, and when?"],
        "es": ["¿Dónde y cuándo queda vacío el camión?", "Lo último: ¿dónde y a qué hora se vacía?"],
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
        "en": ["Another carrier gave me a rate on this one, so I need your best and final."],
        "es": ["Otra empresa ya me dio una cifra para esta carga, así que necesito su mejor oferta final."],
    },
    "refuse": {
        "en": ["Looks like we can't get there on this one. {offer} is the best I can do."],
        "es": ["Parece que por ahora no llegamos a un acuerdo. {offer} es lo mejor que puedo ofrecer."],
    },
    # The same words whether or not the ask is within the max buy.
    "left_to_broker": {
        "en": ["{offer} is the most I can do on my own. I'll pass your number on to the broker."],
        "es": ["{offer} es lo más que puedo ofrecer yo. Le paso su cifra al bróker."],
    },
    "far_above": {
        "en": [
            "That's well above what I see on this lane. I have {offer}. What could you really do?",
            "We're a long way apart on that. I'm at {offer}. What would work?",
        ],
        "es": [
            "Eso está muy por encima de lo que veo en esta ruta. Tengo {offer}. ¿Cuánto sería lo real?",
            "Estamos muy lejos con eso. Estoy en {offer}. ¿Qué cifra le funcionaría?",
        ],
    },
    "rates_changed": {
        "en": ["I'm sorry, the rate on this load has just changed, so the team has to look at it."],
        "es": ["Lo siento, la tarifa de esta carga acaba de cambiar; la oficina tiene que revisarla."],
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
    "misheard": {
        "en": ["Sorry, I misheard that; I have no figure from you."],
        "es": ["Disculpe, entendí mal; no tengo ninguna cifra suya."],
    },
    "all_in": {
        "en": [
            "The rate is all in; anything on top of it the broker would have to okay.",
            "It's an all-in rate; the broker would have to okay anything on top of it.",
        ],
        "es": [
            "La tarifa es todo incluido; algo aparte lo tendría que aprobar el bróker.",
            "Es todo incluido; si va algo aparte, lo tendría que aprobar el bróker.",
        ],
    },
    "currency": {
        "en": ["That's US dollars.", "In US dollars."],
        "es": ["Son dólares americanos.", "En dólares americanos."],
    },
    "yes_amount": {
        "en": ["Yes, {amount} all in.", "That's right, {amount} for the load."],
        "es": ["Sí, {amount}, todo incluido.", "Así es, {amount} por la carga."],
    },
    "no_condition": {
        "en": ["Alright, no condition then.", "Okay, I've taken that off."],
        "es": ["Bien, sin condición entonces.", "De acuerdo, la quité."],
    },
    "misheard_that": {
        "en": ["Sorry, I had that wrong.", "My mistake, I misheard that."],
        "es": ["Disculpe, lo entendí mal.", "Perdón, entendí otra cosa."],
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
    "read_deal_if": {
        "en": [
            "So that's load {number}, {lane}, at {amount}, if the broker okays your condition, for {who}. "
            "Is that right?",
            "Let me read that back: load {number}, {lane}, at {amount}, with your condition for the broker to okay, "
            "for {who}. Is that correct?",
        ],
        "es": [
            "Entonces es la carga {number}, {lane}, por {amount}, si el bróker aprueba su condición, para {who}. "
            "¿Es correcto?",
            "Le repito: carga {number}, {lane}, por {amount}, con su condición por aprobar, para {who}. ¿Es correcto?",
        ],
    },
    "is_yes": {
        "en": ["Is that a yes to {amount}?", "So can I put you down at {amount}?"],
        "es": ["¿Es un sí a {amount}?", "Entonces, ¿se la aparto por {amount}?"],
    },
    "booked": {
        "en": ["You're booked at {amount}. The team will send the rate con for load {number}."],
        "es": ["Queda reservada por {amount}. Le mandamos el rate con de la carga {number}."],
    },
    "held": {
        "en": [
            "I have you down at {amount} on load {number}. Others are answering right now; the team will let you know "
            "within {minutes} minutes whether it's yours."
        ],
        "es": [
            "Le anoto {amount} por la carga {number}. En este momento otros están respondiendo; la oficina le avisa en "
            "{minutes} minutos si es suya."
        ],
    },
    "passed_on": {
        "en": ["I'll pass {amount} on load {number} to the team; they'll confirm before anything is booked."],
        "es": ["Paso {amount} por la carga {number} a la oficina; ellos confirman antes de reservar nada."],
    },
    "passed_on_call": {
        "en": [
            "I'll pass {amount} on load {number} to the team. Since this isn't the number we have on file, they'll "
            "call you back at the one on file to confirm before anything is booked."
        ],
        "es": [
            "Paso {amount} por la carga {number} a la oficina. Como este no es el número que tenemos registrado, le "
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
