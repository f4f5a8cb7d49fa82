"""How a carrier talks, in English and Spanish."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from calls.simulator import speech

# What carriers say in English: several wordings for each occasion, filled in with facts.


ENGLISH: dict[str, tuple[str, ...]] = {
    "how_are_you": ("Doing good, thanks.", "Can't complain, thanks for asking.", "Living the dream."),
    "good_time": ("Yeah, I've got a minute.", "Sure, go ahead.", "Yeah, now's fine."),
    "who": ("This is {name}.", "{name}, in dispatch.", "My name's {name}."),
    "right_person": ("Yes, this is {name} in dispatch.", "Yeah, this is {name}.", "Yep, speaking."),
    "company": ("We're {company}.", "It's {company}.", "{company}."),
    "mc": (
        "It's MC {mc}.",
        "Sure, our MC is {mc}.",
        "MC {mc}.",
        "Yeah, MC number's {mc}.",
        "{mc}.",
        "My MC's {mc}.",
        "That'd be {mc}.",
    ),
    "mc_too": ("MC is {mc}.", "My MC's {mc}.", "That's MC {mc}.", "And my MC number is {mc}."),
    "dot": ("Our DOT is {dot}.", "DOT number {dot}.", "DOT's {dot}."),
    "mc_right": ("Yes, that's us.", "Yep, that's it.", "That's correct.", "Yeah, that's right."),
    "mc_wrong": ("No, it's MC {mc}.", "No no, MC {mc}.", "That's not it. {mc}."),
    "driver": ("The driver is {driver}, his number is {driver_phone}.",),
    "truck": ("Truck number {truck}.",),
    "call_back_number": ("This is the best number.", "Just call me back on this number."),
    "email": ("It's dispatch at {domain} dot example.",),
    "location": (
        "The truck is in {town}, {state} right now.",
        "He's near {town}, {state}.",
        "Empty in {town}.",
    ),
    "eta": ("He should be there around 2 PM, no problem.", "He'll be there around 2."),
    "checked_in": ("Not yet, he's still on the road.",),
    "loaded": ("He's empty and ready to go.", "Empty since this morning."),
    "temperature": ("Reefer's set where you want it, no worries.",),
    "papers": ("We'll have the paperwork over to you today.",),
    "delay": ("No delays, everything's on schedule.", "Nope, all good so far."),
    "equipment": ("It's a {equipment}.", "Yeah, {equipment}.", "Running a {equipment}."),
    "available": (
        "Yeah, we can do that one. What's it pay?",
        "Yes, I've got a truck for that. What's the rate?",
    ),
    "hear_it": ("Yeah, go ahead.", "Sure, tell me about it.", "Yeah, what is it?"),
    "confirm": ("Yep, that's right.", "Yes, that works.", "Yeah, sounds good to me.", "Correct."),
    "nothing_else": ("No, that's everything. Thank you.", "Nope, I'm all set, thanks.", "No, that's it."),
    "here": ("Yeah, I'm here.", "Yep, still here."),
    "load_number": (
        "I'm calling about load {load}.",
        "Yeah, load number {load}.",
        "It's load {load}.",
        "Calling on {load}.",
        "I saw load {load} on the board, is that one still open?",
    ),
    "load_tail": ("The load ending in {tail}.", "It's the one that ends in {tail}."),
    "load_lane": (
        "The one from {origin} to {destination}.",
        "I'm calling on your {origin_city} to {destination_city} load.",
        "You've got one going from {origin} over to {destination}.",
        "{origin_city} to {destination_city}.",
    ),
    "load_both": (
        "Load {load}, {origin_city} to {destination_city}.",
        "The {origin_city} to {destination_city}, load number {load}.",
    ),
    "looking": (
        "I'm looking for something out of {town}, {state}. What have you got?",
        "What loads do you have coming out of {town}, {state}?",
    ),
    "what_else": (
        "Huh. What else have you got out of {origin}?",
        "Okay, anything else out of {origin} then?",
    ),
    "choose": ("Let's do {load}.", "I'd take load {load}."),
    "any_one": ("The first one.", "Let's go with the first one."),
    "never_mind": ("Alright, never mind then. Thanks, bye.", "Okay, forget it then. Bye."),
    "understand": ("Alright, I understand. Bye.", "Okay. Well, thanks anyway, bye."),
    "argue": (
        "That can't be right. We've been running for ten years. Can you check again?",
        "What do you mean? We haul for everybody. Look again.",
    ),
    "on_hold": ("Okay, thanks.", "Sounds good, I'll hold.", "Appreciate it."),
    "what_rate": ("What do you have in it?", "What are you paying on it?", "What's it pay?"),
    "take": (
        "Yeah, that works for me.",
        "Sure, we can do it for that.",
        "Yeah, I'll take that.",
        "Alright, book it.",
    ),
    "ask": (
        "I'd need {money} on that.",
        "Can you do {money}?",
        "I was thinking more like {money}.",
        "Could you come up to {money}?",
        "I'd have to be at {money} to make that work.",
        "Make it {money} and I'm your guy.",
        "{money} all in and we'll take it.",
    ),
    "firm": (
        "I told you, {money}.",
        "{money}, not a penny less.",
        "That's my bottom line, {money}.",
        "It's {money} or I stay home.",
        "Can't move on that. {money}.",
    ),
    "wrong_trailer": (
        "No, I've only got a {equipment}.",
        "Mine's a {equipment}.",
        "All I have is a {equipment}.",
    ),
    "no_thanks": ("No thanks.", "No, that's alright."),
    "sure_of_load": (
        "Are you sure? It says {load} right here.",
        "That's the number I have, {load}.",
        "Load {load}. Check again, please.",
    ),
    "more_loads": (
        "Yeah, what else have you got out of {origin}?",
        "Actually yes, anything else picking up in {origin}?",
    ),
    "just_the_one": (
        "No, I'll pass on that one. Just the one for today, thanks.",
        "Not that one, no thanks.",
    ),
    "stop_calling": (
        "Take me off your list and don't ever call me again.",
        "Stop calling me. Put me on your do not call list.",
        "I don't want any more calls from you people. Remove my number.",
        "Never call this number again.",
    ),
    "ask_weight": ("What's it weigh?", "How heavy is it?", "What's the weight on that?"),
    "ask_commodity": ("What's the commodity?", "What is it, what am I hauling?"),
    "ask_pickup": ("What time does it pick up?", "When's the pickup appointment?"),
    "ask_delivery": ("When does it have to be there?", "What's the delivery time?"),
    "ask_miles": ("How many miles is that?", "What's the mileage on it?"),
    "ask_extras": ("Is it drop and hook or live load?", "Any extra stops on it?", "Do they need a team?"),
    "say_again": (
        "Sorry, you're breaking up. Say that again?",
        "What was that? Bad signal here.",
        "Come again?",
    ),
    "times": ("two", "2", "2:30", "three o'clock", "half past two", "4 PM", "four thirty this afternoon"),
    "grumble": (
        "Fuel's killing me.",
        "That's cheap.",
        "That receiver takes all day.",
        "It's a lot of deadhead.",
        "",
        "",
    ),
    "do_better": ("Can you do any better than that?", "That's a little light. Any more in it?"),
    "split": ("Meet me in the middle and we've got a deal.", "How about we split the difference?"),
    "deal_yes": ("Yes, that's right.", "Yep, deal.", "Yeah, go ahead and book it.", "Yes, book it."),
    "we_said": ("No, we said {money}.", "Hold up, we agreed on {money}."),
    "pass": (
        "I'm gonna have to pass on that one. Thanks, bye.",
        "Can't do it for that. I'll pass, thanks, bye.",
    ),
    "call_back_at": (
        "Let me check with my driver. Can you call me back at {time}?",
        "I don't know yet, call me back around {time}.",
        "I gotta think about it. Try me again at {time}.",
    ),
    "time": ("Around {time} would be good.", "{time} works."),
    "tomorrow": ("Tomorrow morning is fine.", "Try me tomorrow morning."),
    "person": (
        "Can I talk to a real person?",
        "I'd rather talk to somebody. Put me through to a human, please.",
        "Just get me a representative.",
        "I don't talk to robots. Let me speak to your dispatcher.",
    ),
    "bye": ("Alright, thanks. Bye.", "You too, take care. Bye.", "Thanks, bye now."),
    "unsure": ("I'd have to get back to you on that one.", "Not sure about that, honestly."),
    "okay": ("Okay.", "Sounds good.", "Alright, got it.", "Okay, great."),
    "hello": ("Hello?", "Hello, is anybody there?"),
}


# What carriers say in Spanish; the occasions are those of English.


SPANISH: dict[str, tuple[str, ...]] = {
    "hello_spanish": ("Hola, buenas. ¿Habla español?", "Buenas tardes, ¿me puede atender en español?"),
    "how_are_you": ("Muy bien, gracias.", "Todo bien, gracias a Dios."),
    "good_time": ("Sí, dígame.", "Sí, adelante."),
    "who": ("Soy {name}.", "Habla {name}, de despacho."),
    "right_person": ("Sí, soy yo, {name}.", "Sí, habla {name}."),
    "company": ("Somos {company}.", "De {company}."),
    "mc": ("El MC es {mc}.", "Sí, mi MC es {mc}.", "MC {mc}.", "Es el {mc}."),
    "mc_too": ("Mi MC es {mc}.", "Y el MC es {mc}."),
    "dot": ("El DOT es {dot}.", "DOT {dot}."),
    "mc_right": ("Sí, correcto.", "Sí, así es.", "Exacto, somos nosotros."),
    "mc_wrong": ("No, es MC {mc}.", "No, no. Es {mc}."),
    "driver": ("El chofer es {driver}, su número es {driver_phone}.",),
    "truck": ("Es el camión número {truck}.",),
    "call_back_number": ("A este mismo número.", "Este número está bien."),
    "email": ("Es dispatch arroba {domain} punto example.",),
    "location": ("El camión está en {town}, {state}.", "Anda cerca de {town}, {state}."),
    "eta": ("Llega como a las dos de la tarde, sin problema.", "A las 2 de la tarde más o menos."),
    "checked_in": ("Todavía no, viene en camino.",),
    "loaded": ("Está vacío y listo.",),
    "temperature": ("La temperatura está bien, no se preocupe.",),
    "papers": ("Le mandamos los papeles hoy mismo.",),
    "delay": ("No, todo va a tiempo.", "Sin problemas hasta ahora."),
    "equipment": ("Sí, {equipment}.", "Traigo {equipment}."),
    "available": ("Sí, la podemos hacer. ¿Cuánto paga?", "Sí, tengo camión. ¿En cuánto está?"),
    "hear_it": ("Sí, dígame.", "Sí, claro."),
    "confirm": ("Sí, correcto.", "Sí, está bien.", "Así es."),
    "nothing_else": ("No, es todo. Gracias.", "Nada más, gracias."),
    "here": ("Sí, aquí estoy.", "Sí, lo escucho."),
    "load_number": (
        "Llamo por la carga {load}.",
        "Es la carga número {load}.",
        "Hablo por la carga {load}, ¿todavía la tiene?",
    ),
    "load_tail": ("La carga que termina en {tail}.",),
    "load_lane": (
        "La de {origin} a {destination}.",
        "La carga que va de {origin_city} a {destination_city}.",
    ),
    "load_both": ("La carga {load}, de {origin_city} a {destination_city}.",),
    "looking": ("Busco algo saliendo de {town}, {state}. ¿Qué tiene?",),
    "what_else": ("¿Y qué más tiene saliendo de {origin}?",),
    "choose": ("Me quedo con la carga {load}.",),
    "any_one": ("La primera.",),
    "never_mind": ("Bueno, entonces no. Gracias, adiós.",),
    "understand": ("Está bien, entiendo. Adiós.",),
    "argue": ("¿Cómo que no? Tenemos diez años trabajando. Revise otra vez.",),
    "on_hold": ("Sí, gracias.", "Está bien, espero."),
    "what_rate": ("¿Cuánto paga?", "¿En cuánto la tiene?"),
    "take": ("Sí, está bien, la tomo.", "Órale, me la llevo.", "Sí, me parece bien."),
    "ask": (
        "Necesito {money} por esa.",
        "¿Me puede dar {money}?",
        "Por {money} me la llevo.",
        "Yo la haría por {money}.",
    ),
    "firm": ("Ya le dije, {money}.", "{money} y ni un dólar menos.", "Es lo último, {money}."),
    "wrong_trailer": ("No, nada más tengo {equipment}.",),
    "no_thanks": ("No, gracias.",),
    "sure_of_load": ("¿Está seguro? Aquí dice {load}.",),
    "more_loads": ("Sí, ¿qué más tiene saliendo de {origin}?",),
    "just_the_one": ("No, esa no. Nada más la primera, gracias.",),
    "stop_calling": ("No me vuelva a llamar. Quíteme de su lista.", "Ya no me llamen nunca más."),
    "ask_weight": ("¿Cuánto pesa?",),
    "ask_commodity": ("¿Qué lleva?", "¿Qué mercancía es?"),
    "ask_pickup": ("¿A qué hora se recoge?",),
    "ask_delivery": ("¿Cuándo se entrega?",),
    "ask_miles": ("¿Cuántas millas son?",),
    "ask_extras": ("¿Tiene paradas?",),
    "times": ("dos", "dos y media", "tres de la tarde"),
    "grumble": ("El diésel está muy caro.", "Es muy poquito.", "", ""),
    "do_better": ("¿No me puede mejorar un poco?", "Está muy baja. ¿Hay más?"),
    "split": ("Partamos la diferencia y quedamos.",),
    "deal_yes": ("Sí, correcto.", "Sí, trato hecho.", "Sí, resérvela."),
    "we_said": ("No, quedamos en {money}.",),
    "pass": ("No me conviene por eso. Gracias, adiós.", "No, así no puedo. Adiós."),
    "call_back_at": ("Déjeme hablar con mi chofer. ¿Me llama a las {time}?",),
    "time": ("Como a las {time}.",),
    "tomorrow": ("Mañana en la mañana está bien.",),
    "person": ("¿Me puede pasar con una persona?", "Prefiero hablar con una persona de verdad."),
    "bye": ("Gracias, adiós.", "Igualmente, que esté bien. Adiós.", "Bueno, bye."),
    "unsure": ("No estoy seguro de eso.", "Tendría que preguntar."),
    "okay": ("Está bien.", "Bueno.", "Ándale pues."),
    "hello": ("¿Bueno?", "¿Hola? ¿Hay alguien?"),
}


@dataclass(frozen=True, slots=True)
class Voice:
    """A language; `language` is what the speech recognition calls it, empty for the session's own."""

    words: Mapping[str, tuple[str, ...]]
    digits: Callable[[Random, str], str]
    money: Callable[[Random, int], str]
    language: str = ""


IN_ENGLISH = Voice(ENGLISH, speech.digits, speech.money)
IN_SPANISH = Voice(SPANISH, speech.digits_in_spanish, speech.money_in_spanish, "es-US")
