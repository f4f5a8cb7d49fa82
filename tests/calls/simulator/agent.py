"""A scripted agent for the personas to talk to: asks what brokers ask, in English or Spanish."""

import re
from dataclasses import dataclass, field

from calls.simulator.personas import Heard

ENGLISH = {
    "hello": "Thanks for calling Acme, you've got the automated assistant. Can I get your MC or DOT number?",
    "mc": "I need that number before we can talk about loads. You can also enter it on your keypad.",
    "right": "I have MC {mc}. Is that right?",
    "refused": "Sorry, I can't put you on a load right now. Anything else?",
    "load": "Thank you. Which load are you calling about? A load number will do, or the lane and the day.",
    "lost": "I can't find a load with that number. Could you check the number, or tell me the lane?",
    "fit": "Load 4 8 2 1 3 goes from Dallas, TX to Atlanta, GA, 781 miles. It's 42,000 pounds of flour."
    " This one needs a dry van. Are you running a dry van?",
    "unfit": "That one needs a dry van, so it won't work for you. Is there anything else I can help you with?",
    "offer": "I have ${offer:,} on this one, all in. Does that work for you?",
    "hold": "I'm at ${offer:,} right now. Could you work with me on that?",
    "counter": "I can go to ${offer:,}. Does that work for you?",
    "last": "The best I can do on this one is ${offer:,}. Do we have a deal?",
    "refuse": "Looks like we can't get there on this one. ${offer:,} is the best I can do. Anything else?",
    "fact": "It weighs 42,000 pounds. I have ${offer:,} on this one, all in. Does that work for you?",
    "deal": "So that's load 4 8 2 1 3, Dallas, TX to Atlanta, GA, at ${offer:,} all in. Is that right?",
    "booked": "You're booked on load 4 8 2 1 3 at ${offer:,}. Is there anything else I can help you with?",
    "other": "I have load 7 7 1 0 2, Dallas to Memphis. I have $900 on this one, all in. Does that work for you?",
    "person": "Sure, I'll connect you with somebody from the team. One moment, please.",
    "when": "Alright, somebody will call you back. Thank you, good-bye.",
    "stopped": "Understood, we won't call you again. Good-bye.",
    "bye": "Alright, thank you. Have a good day, good-bye.",
}
SPANISH = {
    "hello": "Gracias por llamar a Acme, le atiende el asistente automático. ¿Me da su número de MC o de DOT?",
    "mc": "Necesito ese número antes de hablar de cargas. También puede marcarlo en el teclado.",
    "right": "Tengo MC {mc}. ¿Es correcto?",
    "refused": "Disculpe, por ahora no le puedo dar carga. ¿Algo más?",
    "load": "Gracias. ¿Por cuál carga llama? Con el número de carga está bien, o dígame la ruta y el día.",
    "lost": "No encuentro una carga con ese número. ¿Puede revisar el número, o decirme la ruta?",
    "fit": "La carga 4 8 2 1 3 va de Dallas, TX a Atlanta, GA, 781 millas. ¿Trae una caja seca?",
    "unfit": "Esa requiere una caja seca, así que con ese equipo no se puede. ¿Hay algo más en que le pueda ayudar?",
    "offer": "Tengo ${offer:,} por esta carga, todo incluido. ¿Le funciona?",
    "hold": "Por ahora estoy en ${offer:,}. ¿Me puede ayudar con eso?",
    "counter": "Puedo llegar a ${offer:,}. ¿Le funciona?",
    "last": "Lo mejor que puedo ofrecer por esta carga es ${offer:,}. ¿Trato hecho?",
    "refuse": "Parece que por ahora no llegamos a un acuerdo. ${offer:,} es lo mejor que puedo ofrecer. ¿Algo más?",
    "fact": "Pesa 42,000 libras. Tengo ${offer:,} por esta carga, todo incluido. ¿Le funciona?",
    "deal": "Entonces es la carga 4 8 2 1 3, Dallas, TX a Atlanta, GA, por ${offer:,}. ¿Es correcto?",
    "booked": "Queda reservada la carga 4 8 2 1 3 por ${offer:,}. ¿Hay algo más en que le pueda ayudar?",
    "other": "Tengo la carga 7 7 1 0 2, de Dallas a Memphis. Tengo $900 por esta carga. ¿Le funciona?",
    "person": "Claro, le comunico con alguien del equipo. Un momento, por favor.",
    "when": "Muy bien, alguien le llamará. Gracias, adiós.",
    "stopped": "Entendido, no le volveremos a llamar. Adiós.",
    "bye": "Muy bien, gracias. Que tenga buen día, adiós.",
}


@dataclass
class ScriptedAgent:
    """It cheats: it knows who it talks to, so it need not understand numbers; yes and no it hears by simple words."""

    persona: object
    words: dict[str, str] = field(default_factory=lambda: ENGLISH)
    offers: tuple[int, ...] = (1500, 1500, 1725, 1925)
    step: str = "hello"
    round: int = 0
    outcome: str = "dropped"
    tries: int = 0
    agreed: int = 0

    def opens(self):
        return self.words["hello"], False

    def say(self, line, step=None, *, is_last=False):
        self.step = step or line
        return self.words[line].format(
            mc=" ".join(self.persona.facts.mc), offer=self.agreed or self.offer
        ), is_last

    @property
    def offer(self):
        return self.offers[min(self.round, len(self.offers) - 1)]

    def end(self, outcome, line="bye"):
        self.outcome = outcome
        return self.say(line, is_last=True)

    def hears(self, heard: Heard):
        text = heard.text.lower().rstrip(".")
        self.tries += 1
        if self.tries > 40:
            return self.end("endless")
        if re.search(
            "never call|don't ever call|stop calling|any more calls|no me vuelva|ya no me llamen", text
        ):
            return self.end("opted_out", "stopped")
        if re.search("real person|human|representative|dispatcher\\.|con una persona|a somebody", text):
            return self.end("transferred", "person")
        if re.search("call me back|try me again|me llama a las", text):
            return self.end("callback", "when")
        if re.search(r"say that again|what was that|come again|hello\?", text):
            return self.say(self.step if self.step in self.words else "load", self.step)
        return getattr(self, f"at_{self.step}", self.at_anything)(heard, text)

    def at_hello(self, heard, text):
        if not (
            heard.digits or re.search(r"\d|(one|two|three|four|five|six|seven|eight|nine)\b", text)
        ) and not (re.search("uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve", text)):
            return self.say("mc", "hello")
        return self.say("right")

    def at_right(self, heard, text):
        if self.persona.facts.company in ("Fast Eddie Transport LLC", "Golden Mile Freight Group Inc"):
            return self.end("not_qualified", "refused")
        return self.say("load")

    def at_load(self, heard, text):
        if self.persona.name == "unknown_load" or not self.persona.about.load:
            self.outcome = "load_not_found"
            return self.end("load_not_found") if self.tries > 6 or "bye" in text else self.say("lost", "load")
        return self.say("fit")

    def at_fit(self, heard, text):
        if re.search("flatbed|plataforma", text):
            self.outcome = "wrong_equipment"
            return self.say("unfit", "booked")
        return self.say("offer")

    def at_offer(self, heard, text):
        if re.search(r"\bbye\b|adiós", text):
            return self.end("declined")
        if re.search(
            r"weigh|heavy|commodity|what is it|pick up|pickup|have to be there|delivery|miles|mileage", text
        ):
            return self.say("fact", "offer")
        if re.search(r"drop and hook|stops|team|pesa|mercancía|lleva\?|recoge|entrega|millas|paradas", text):
            return self.say("fact", "offer")
        if re.search(
            r"works for me|can do it for that|i'll take that|book it|la tomo|me la llevo|me parece bien", text
        ):
            self.agreed = self.agreed or self.offer
            return self.say("deal")
        if self.persona.ask and self.persona.ask <= self.offers[-1] and self.round > 1:
            self.agreed = self.persona.ask
            return self.say("deal")
        self.round += 1
        if self.round > 6:
            self.outcome = "declined"
            return self.say("refuse", "booked")
        line = ("hold", "counter", "last")[min(self.round - 1, 2)]
        return self.say(line, "offer")

    def at_deal(self, heard, text):
        self.outcome = "booked"
        return self.say("booked")

    def at_booked(self, heard, text):
        if re.search("what else|anything else picking|qué más", text):
            return self.say("other", "booked")
        return self.end(self.outcome)

    def at_anything(self, heard, text):
        return self.end("lost")
