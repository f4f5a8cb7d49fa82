"""The custom-prompt skill: says what the organization wrote, asks what it wants to know, and takes leave.

Every sentence of the agent's prompt that ends in a question mark is a question to ask, in order; the rest of the
prompt is guidance that is not read out. The fields that the organization wants extracted are asked for after them. The
answers are stored beside their questions, those to fields also as values of their type. `state["variables"]` holds the
texts that fill the placeholders, put there when the call was asked for; what they tell of the load is told on request.

Our question is open at every moment, so that words without a question's form are an answer to it, whatever the
reading took them for. Where something doesn't suit, what would is asked, once. An answer that is taken back is kept
with what was said instead.
"""

import re
from dataclasses import replace
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from calls.language import questions
from calls.language.desk import (
    asked_outright,
    asks_what_to_bring,
    asks_which_dock,
    deadline,
    denies_saying,
    says_nothing_booked,
    sends_elsewhere,
    tells_dock,
    tells_what_to_bring,
    wants_call_only_if,
)
from calls.language.number_words import plain
from calls.language.reading import Act, Expecting, Listening, Question, Reading, Topic
from calls.language.speech import Phrasebook, Reply
from calls.language.understanding import understand
from calls.services.transfers import other_number
from calls.skill import Conclusion, Skill, Talk, fill
from calls.skills import choosing, custom_fields, desk, proposed_time
from calls.skills.answering import (
    OF_APPOINTMENT,
    answer_questions,
    ask_for_other,
    asked,
    call_back,
    can_be_said_back,
    delivery_of,
    hear_of_other,
    is_leaving,
    is_meant,
    known_of_call,
    leave_for_other,
    leave_note,
    load_asked_for,
    named,
    not_held,
    values_of,
    zone_of,
)
from calls.skills.custom_answers import (
    OF_TIME,
    REQUESTS,
    asked_beside,
    can_not_tell_now,
    only_asks,
    only_leaves,
    only_wants_language,
    sends_us_on,
    taken_back,
    tells_nothing,
    tells_something,
)
from calls.skills.proposed_time import QUESTION_WORD, asks_if_it_suits, is_about_time
from calls.states import Direction, Tag

DISCLOSURE = re.compile(r"\b(?:(?i:automated|virtual|automatizad[oa]|automátic[oa])|AI|IA)\b")
MAX_REPEATS = 1
MAX_MISSES = 3  # turns on one question that bring no answer
MAX_ASIDES = 5  # questions asked back; then only ours count
MAX_CONDITIONS = 10
MIN_CLOSING = 6  # words that tell something beside "no, that's all", after all of our questions
MAX_SAID_BACK = 4  # words of an answer
MIN_BEHIND = 8  # words of a line that tells something behind "did you get that"
HEARD_THAT = re.compile(r"^\W*(?:did|do) (?:you|y'?all) (?:get|hear|catch|have) that\b[\s,.?]*", re.I)
OF_LOAD = (Topic.LOAD, Topic.PICKUP_NUMBER)
# What an answer may speak of: it may be told as well as asked.
TOLD = frozenset(
    {
        *(Topic.INSTRUCTIONS, Topic.PICKUP_NUMBER, Topic.LUMPER, Topic.DROP_OR_LIVE, Topic.TARPS),
        *(Topic.EQUIPMENT, Topic.WEIGHT, Topic.COMMODITY, Topic.TEMPERATURE, Topic.DIMS, Topic.HAZMAT),
        *(Topic.APPOINTMENT, Topic.FLEXIBILITY, Topic.PICKUP, Topic.DELIVERY, Topic.ADDRESS, Topic.STOPS),
        *(Topic.DETENTION, Topic.TRACKING, Topic.OTHER),
    }
)

LINES = Phrasebook(
    {
        "hello": {"en": ["Hello."], "es": ["Hola."]},
        "disclosure": {
            "en": ["I'm the automated assistant with {company}."],
            "es": ["Soy el asistente automatizado de {company}."],
        },
        "anything": {
            "en": ["Is there anything you'd like me to pass on?"],
            "es": ["¿Hay algo que quiera que transmita?"],
        },
        "field": {"en": ["Could you tell me {description}?"], "es": ["¿Me puede decir {description}?"]},
        "suits": {
            "en": ["Does {appointment} work for you?"],
            "es": ["¿Le queda bien {appointment}?"],
        },
        "again": {
            "en": ["Sorry, I didn't get that.", "Once more, please.", "To get back to my question."],
            "es": ["Disculpe, no le entendí.", "Otra vez, por favor.", "Volviendo a mi pregunta."],
        },
        "of_course": {"en": ["Of course."], "es": ["Claro que sí."]},
        "thanks": {"en": ["Thanks."], "es": ["Gracias."]},
        "condition": {
            "en": ["I'll pass that condition on to the team{about}."],
            "es": ["Le paso a la oficina esa condición{about}."],
        },
        "find": {
            "en": ["Can you find it by that, and does the appointment still work for you?"],
            "es": ["¿La encuentra con eso, y le sigue quedando bien la cita?"],
        },
        "said_back": {"en": ["Okay, {answer}."], "es": ["Muy bien, {answer}."]},
        "put_down": {"en": ["I have {whom} down."], "es": ["Ya anoté a {whom}."]},
        "i_see": {"en": ["I see."], "es": ["Entiendo."]},
        "taken_back": {"en": ["Sorry, my mistake."], "es": ["Disculpe, me equivoqué."]},
        "changed": {"en": ["Okay, I've changed that."], "es": ["Muy bien, ya lo cambié."]},
        "more": {"en": ["Anything else?"], "es": ["¿Algo más?"]},
        "noted": {
            "en": ["Thank you, I've noted that. Have a good day, goodbye."],
            "es": ["Gracias, ya lo anoté. Que tenga un buen día, adiós."],
        },
        "goodbye": {"en": ["Thank you, goodbye."], "es": ["Gracias, adiós."]},
        "resumed": {
            "en": ["Sorry, the line dropped for a moment."],
            "es": ["Disculpe, se cortó la línea un momento."],
        },
    }
)


class CustomPromptSkill(Skill):
    """Greets with the agent's text, asks the prompt's questions and the fields one by one, says goodbye."""

    reopens = True

    def open(self, talk: Talk) -> Reply:
        """The greeting and the first question."""
        values = values_of(talk)
        # Filled one by one: a question mark within a value makes no question.
        prompted = custom_fields.read_questions(talk.agent.prompt)
        questions = custom_fields.with_fields(
            [
                {"question": fill(each, values), "field": None, "es": fill(es, values)}
                for each, es in prompted
            ],
            talk.agent.extraction,
            values,
            lambda description: _say(talk, "field", description=description),
        )
        questions = questions or [{"question": _say(talk, "anything"), "field": None}]
        talk.state["zone"] = zone_of(talk)
        talk.state |= {"questions": questions, "answers": [], "values": {}, "repeats": 0, "asides": 0}
        return self._ask(talk, _greeting(talk))

    def reopen(self, talk: Talk) -> Reply:
        """The greeting and the open question once more, to whoever we were transferred to."""
        greeting = _greeting(talk)
        if talk.language == "es" and not talk.agent.language.lower().startswith("es"):
            who = Reading(text="", questions=(Question(Topic.WHO), Question(Topic.APPOINTMENT)))
            greeting = self._answer_back(talk, who)
        return self._ask(talk, greeting)

    def listening(self, talk: Talk, expecting: Expecting) -> Listening:
        """By the facility's clock, and in free words."""
        zone = talk.state.get("zone") or talk.conversation.organization.timezone
        return Listening(
            expecting=expecting,
            now=talk.at.astimezone(ZoneInfo(zone)).replace(tzinfo=None),
            language=talk.language,
            agent_said=str(talk.state.get("line", {}).get("text", "")),
        )

    def hear(self, talk: Talk, heard: Reading) -> Reading:
        """With what is asked of us in so many words; an hour that they have booked is one that they offer."""
        if heard.moved_to and not (heard.time or heard.day):
            booked = understand(heard.moved_to, self.listening(talk, Expecting.TIME))
            heard = replace(heard, time=booked.time, day=booked.day, time_words=heard.moved_to)
        if heard.is_by_model:  # what a check call keeps by itself is for the team here
            told = dict.fromkeys(filter(None, [heard.note, heard.turned_away, heard.osd]))
            heard = replace(heard, note="; ".join(told))
        dropped = set()
        is_on_offer = "proposed" in talk.state and questions.names_time(heard.text)
        if is_on_offer or sends_elsewhere(heard.text):
            dropped.add(Act.HOLDS)  # "hold on, you want the ten": of an hour that is on offer
        is_right = questions.fits(heard.text) and questions.names_time(heard.text)
        if is_right and not heard.is_sure_of(Act.WRONG_NUMBER):
            dropped.add(Act.WRONG_NUMBER)  # "this isn't the shipper, this is the warehouse, and five is fine"
        if self._is_receiver(talk, heard):
            talk.seen["is_receiver"] = True
            dropped |= {Act.WRONG_NUMBER, Act.NOT_CARRIER}
        if heard.has(*dropped):
            acts = tuple(act for act in heard.acts if act not in dropped)
            heard = replace(heard, acts=acts, spans=())
        return desk.hear(heard, self._open_question(talk))

    def answer(self, talk: Talk, meant: Reading) -> Reply:
        """Answers what is asked back, keeps what is answered, then the next question or goodbye.

        What nothing of it holds goes to the team.
        """
        left = _left(talk)
        reply = self._answer(talk, meant)
        is_said = left != _left(talk)  # that something goes to the team
        if rest := not_held(talk, meant, reply):
            told = leave_note(talk, replace(meant, note=rest))
            reply = reply if is_said else replace(reply, text=f"{told} {reply.text}".strip())
        return reply

    def _answer(self, talk: Talk, meant: Reading) -> Reply:
        state = talk.state
        talk.seen["said"] = meant.text if meant.is_by_model else ""
        if "ask_other" in state:
            hear_of_other(talk, meant)
            return leave_for_other(talk)
        if only_wants_language(meant):
            return self._ask(talk, self._in_language(talk, meant))
        if talk.seen.pop("is_receiver", False):
            self._ask_of_delivery(talk)
            if not (meant.time or meant.day):
                return self._ask(talk, self._answer_back(talk, meant))
        meant = self._in_answer(talk, meant)
        if (rest := _without_end_asked(meant)) is not meant:
            meant = rest
            if state.get("asks_more") and len(state["answers"]) >= len(state["questions"]):
                return self._close(talk, meant, "")
        question, listening = self._open_question(talk), self.listening(talk, Expecting.TIME)
        if (
            meant.is_by_model
            and meant.asks(Topic.FLEXIBILITY)
            and asks_if_it_suits(question)
            and not (meant.time or meant.day)
        ):
            # "Can he come at six instead": the hour that is asked for is the one that is offered.
            asked_for = " ".join(each.words for each in meant.questions if each.topic == Topic.FLEXIBILITY)
            moment = understand(asked_for, listening).time
            meant = replace(meant, time=moment, time_words=asked_for if moment else "")
        is_unknown = says_nothing_booked(meant.text) and not meant.asks(
            *OF_LOAD
        )  # "you got a PO": found by that
        if asks_if_it_suits(question) and is_unknown and meant.is_by_model:
            meant = replace(meant, answer=meant.answer or meant.text)  # whatever they ask beside it
        answer_back = partial(self._answer_back, talk)
        if reply := desk.answer(talk, meant, question, listening, answer_back):
            return reply
        if sends_us_on(state, meant) and not state["answers"]:
            is_known = hear_of_other(talk, meant)
            return leave_for_other(talk) if is_known or meant.has(Act.LEAVES) else ask_for_other(talk)
        if (
            meant.is_by_model
            and meant.has(Act.CALLBACK)
            and state["answers"]
            and wants_call_only_if(meant.text)
        ):
            acts = tuple(act for act in meant.acts if act != Act.CALLBACK)
            meant = replace(meant, acts=acts, spans=(), note=meant.text)
        later = can_not_tell_now(meant, question, listening)
        if later or is_meant(state, meant, Act.CALLBACK):
            _put_down(talk, meant)
            if meant.is_by_model and meant.note:
                leave_note(talk, meant)  # "call me back, on extension 221"
            return call_back(talk, later or meant)
        leaves = is_leaving(state, meant)
        settled = choosing.choose(talk, meant, question, listening)
        if settled := settled or proposed_time.correct(talk, meant, question, listening):
            condition = self._keep_conditions(talk, meant, listening)
            beside = answer_back(replace(meant, questions=asked_beside(meant)))
            told = " ".join(filter(None, [beside if asked_beside(meant) else "", settled, condition]))
            return self._go_on(talk, told, is_leaving=leaves, back=told)
        is_denied = denies_saying(meant.text) or proposed_time.is_denied(state, meant)
        if is_denied and _withdraw(talk, meant):
            return self._ask(talk, f"{_say(talk, 'taken_back')} {answer_back(meant)}".strip())
        answered = proposed_time.answer_if_fine(talk, meant, question) or answer_back(meant)
        back = f"{answered} {talk.seen.get('noted', '')}".strip()
        if state.get("asks_more") and len(state["answers"]) >= len(state["questions"]):
            return self._close(talk, meant, back)
        is_corrected = self._correct(talk, meant, question)
        if is_corrected and not meant.asks(*REQUESTS):
            return self._go_on(talk, back or _say(talk, "changed"), is_leaving=leaves)
        if self._take(talk, meant):
            proposed = proposed_time.propose(talk, meant, question, listening)
            condition = self._keep_conditions(talk, meant, listening)
            if told := f"{proposed} {condition}".strip():
                told = f"{answered} {told}" if answered and asked_beside(meant) else told
                return self._go_on(talk, told, is_leaving=leaves, back=told)
            does_not_suit = proposed_time.ask_what_suits(talk, meant, question)
            is_nothing = does_not_suit or tells_nothing(meant, question)
            thanks = "" if back else _say(talk, "i_see" if is_nothing else "thanks")
            told = f"{_said_back(talk, meant, question) or thanks} {back}".strip()
            return self._go_on(talk, told, is_leaving=leaves, back=back)
        if is_corrected:
            return self._go_on(talk, back or _say(talk, "changed"), is_leaving=leaves)
        if leaves:
            return Reply(_say(talk, "goodbye"), is_last=True)
        return self._ask_again(talk, back, meant)

    def _is_receiver(self, talk: Talk, heard: Reading) -> bool:
        """Whether a model hears that we ask the receiver about the pickup: "this is Newark, we only receive here"."""
        is_other = heard.is_by_model and (
            heard.has(Act.WRONG_NUMBER, Act.NOT_CARRIER, Act.NO)
            or (heard.has(Act.UNSURE) and _ARE_RECEIVER.search(questions.words_of(heard.text)))
        )
        is_other = is_other and not heard.has(Act.ASK_OTHER)  # "call the plant down there"
        is_said = is_other and RECEIVES.search(questions.words_of(heard.text))
        is_open = len(talk.state["answers"]) < len(talk.state["questions"]) and "proposed" not in talk.state
        is_time = is_open and asks_if_it_suits(self._open_question(talk))
        return bool(is_said and is_time and not talk.state.get("is_receiver") and delivery_of(talk))

    def _ask_of_delivery(self, talk: Talk) -> None:
        """The open question is about the delivery from now on, by the clock there."""
        state, load = talk.state, load_asked_for(talk)
        question = self._open_question(talk)
        asks = LINES.say("suits", "en", appointment=delivery_of(replace(talk, language="en")))
        asks_es = LINES.say("suits", "es", appointment=delivery_of(replace(talk, language="es")))
        state["questions"][len(state["answers"])] = question | {"question": asks, "es": asks_es}
        state |= {"is_receiver": True, "zone": (load and load.destination_timezone) or state.get("zone")}

    def _answer_back(self, talk: Talk, meant: Reading) -> str:
        """What is said to the questions that were asked back, and to what the team is to hear of."""
        state = talk.state
        if state["asides"] >= MAX_ASIDES:
            return ""
        put_down, meant = _put_down(talk, meant)
        passed_on = state.get("passed_on", 0), state.get("requests", 0)
        back = answer_questions(talk, meant, lambda topic: _known(talk, meant, topic), REQUESTS)
        is_passed_on = passed_on != (state.get("passed_on", 0), state.get("requests", 0))
        load = known_of_call(talk, meant, Topic.LOAD) if meant.asks(Topic.PICKUP_NUMBER) else ""
        back = back if load in back else f"{back} {load}".strip()
        state["asked_of_us"] = [*state.get("asked_of_us", []), *(each.topic for each in meant.questions)]
        note = leave_note(talk, meant)
        talk.seen["noted"] = "" if is_passed_on or put_down else note  # that goes to the team is said once
        state["asides"] += bool(back or note)
        return f"{put_down} {back}".strip()

    def _in_language(self, talk: Talk, meant: Reading) -> str:
        """Said to whoever wants another language: what they ask, or what the call is about, in that."""
        back = self._answer_back(talk, meant)
        if not is_about_time(self._open_question(talk)):
            return back or _say(talk, "of_course")
        when = "" if meant.asks(Topic.APPOINTMENT) else known_of_call(talk, meant, Topic.APPOINTMENT)
        return " ".join(filter(None, [_say(talk, "of_course"), back, when]))

    def resume(self, talk: Talk) -> Reply:
        """Excuses the gap and asks again."""
        return self._ask(talk, _say(talk, "resumed"))

    def store(self, talk: Talk) -> None:
        """Nothing beyond the conclusion."""

    def conclude(self, talk: Talk) -> Conclusion:
        """The answers, as a sentence and as data; fields that weren't told are null."""
        answers = talk.state.get("answers", [])
        if talk.state.get("is_wrong_number"):
            return Conclusion("Wrong number.", (Tag.WRONG_NUMBER,))
        outbound = talk.conversation.direction == Direction.OUTBOUND
        about = Tag.FOLLOW_UP if outbound else Tag.GENERAL_INQUIRY
        sentence, data = desk.told(talk.state)
        if not answers and sentence:
            return Conclusion(f"{talk.agent.name}: {sentence}", (about,), data)
        if not answers:
            is_open = talk.state.get("ask_other") or talk.state.get("call_back")
            return Conclusion("No questions were answered.", (about if is_open else Tag.DROPPED,))
        said = " ".join(f"{each['question']} “{each['answer']}”" for each in answers)
        fields = [each["field"]["name"] for each in talk.state["questions"] if each["field"]]
        return Conclusion(
            f"{talk.agent.name}: {said} {sentence}".strip(),
            (about,),
            dict.fromkeys(fields)
            | talk.state["values"]
            | talk.state.get("proposed", {})
            | talk.state.get("contact", {})
            | ({"conditions": conditions} if (conditions := talk.state.get("conditions")) else {})
            | {"answers": answers}
            | data,
        )

    def _in_answer(self, talk: Talk, meant: Reading) -> Reading:
        """The reading as of an answer to our question: a statement asks nothing, and a wish is a request."""
        question = self._open_question(talk)
        if meant.is_by_model:
            # "No, we're backed up, I can do six thirty or one": a no is an answer, and so is what would do instead.
            is_counter = meant.has(Act.NO, Act.REFUSES) and bool(meant.time or meant.day)
            is_answer = is_counter and asks_if_it_suits(question) and not meant.answer
            return replace(meant, answer=meant.text) if is_answer else meant
        open_question = question["question"]
        if (heard := HEARD_THAT.match(meant.text)) and len(meant.text.split()) >= MIN_BEHIND:
            meant = understand(meant.text[heard.end() :], self.listening(talk, _expecting(question)))
        if meant.asks(Topic.LOAD) and questions.asks_from(meant.text, talk.language, open_question) == 0:
            meant = replace(meant, unsure=meant.unsure - {Act.ASKS})  # "what is this call about"
        earnest = asked(meant)
        told = meant.text, talk.language, open_question
        if (last := questions.asked_last(meant.text)) and (not earnest or questions.is_statement(*told)):
            acts, asks = tuple(dict.fromkeys((*meant.acts, Act.ASKS))), (Question(Topic.OTHER, last),)
            return replace(meant, acts=acts, unsure=meant.unsure - {Act.ASKS}, spans=(), questions=asks)
        is_told = all(each.topic in TOLD | {Topic.WHO, Topic.ROBOT} for each in earnest)
        is_who = Topic.WHO in asked_outright(meant.text)
        if earnest and is_told and not is_who and questions.is_statement(*told):
            kept = [position for position, act in enumerate(meant.acts) if act != Act.ASKS]
            spans = tuple(meant.spans[each] for each in kept) if len(meant.spans) == len(meant.acts) else ()
            return replace(meant, acts=tuple(meant.acts[each] for each in kept), spans=spans, questions=())
        others = (Topic.WHO, Topic.ROBOT) if is_about_time(question) else set(Topic) - OF_TIME
        about_time = not any(each.topic in others for each in earnest)
        is_asked = earnest or questions.asks_from(*told) is not None
        if is_asked and about_time and questions.wants_it_moved(meant.text):
            wish = Question(Topic.FLEXIBILITY, earnest[0].words if earnest else meant.text)
            acts = tuple(dict.fromkeys((*meant.acts, Act.ASKS)))
            return replace(meant, acts=acts, unsure=meant.unsure - {Act.ASKS}, questions=(wish,))
        return meant

    def _correct(self, talk: Talk, meant: Reading, question: dict[str, Any]) -> bool:
        """Put it beside an answer that it takes back or amends; whether it does."""
        state = talk.state
        position = taken_back(state, meant, question)
        if position is None:
            return False
        answer, of_answer = state["answers"][position], state["questions"][position]
        answer["answer"] = f"{answer['answer']} – {meant.text.strip()}"
        if field := of_answer["field"]:
            value = custom_fields.value_of(field, meant)
            state["values"].pop(field["name"], None)
            if value is not None:
                state["values"][field["name"]] = value
        state |= {"repeats": 0, "is_moved": True}
        proposed_time.ask_what_suits(talk, meant, of_answer)
        return True

    @staticmethod
    def _keep_conditions(talk: Talk, meant: Reading, listening: Listening) -> str:
        """Keep what an answer depends on; what is said of it, empty where it depends on nothing."""
        kept = talk.state.setdefault("conditions", [])
        new = [each for each in meant.conditions if each not in kept]
        kept += new[: MAX_CONDITIONS - len(kept)]
        by_when = choosing.note_deadline(talk, meant, listening) if meant.is_by_model else ""
        others = [each for each in new if not (by_when and deadline(each))]
        passed = _say(talk, "condition", about=named(talk, "; ".join(others))) if others else ""
        return f"{by_when} {passed}".strip()

    def _take(self, talk: Talk, meant: Reading) -> bool:
        """Note what was said as the answer, and what it says of the field; whether it is one."""
        question, state = self._open_question(talk), talk.state
        field, value = question["field"], None
        is_asked = not meant.answer if meant.is_by_model else only_asks(talk, meant, question)
        is_answer = (
            bool(meant.answer) if meant.is_by_model else not is_asked and tells_something(meant, question)
        )
        is_typed = bool(field) and field["type"] != "text" and not is_asked
        is_conditional = is_answer and bool(meant.conditions)
        if field and (is_answer or is_typed):
            value = custom_fields.value_of(field, meant)
        is_none = tells_nothing(meant, question)
        if field and meant.is_this_number and custom_fields.kind_of(field) == "phone" and not is_none:
            value = value or other_number(talk.conversation.call, talk.conversation)
        if is_conditional and value is True:
            value = None  # a yes that depends on something is no plain yes
        # What a field can't take is asked once more, then kept as it was said. A question is never an answer.
        is_taken = is_none or (value is not None or is_conditional if field else is_answer)
        may_keep = state["repeats"] >= MAX_REPEATS and not asked(meant) and not only_leaves(meant)
        if not is_taken and not may_keep:
            return False
        state["answers"].append({"question": question["question"], "answer": meant.text.strip()})
        if value is not None:
            state["values"][field["name"]] = value
        if asks_if_it_suits(question):
            state["suits"] = meant.is_sure_of(Act.YES) or meant.has(Act.AGREES) or questions.fits(meant.text)
        state |= {"repeats": 0, "asks_more": bool(asked(meant))}
        proposed_time.take_beside(state, meant.text)
        return True

    def _go_on(self, talk: Talk, before: str, *, is_leaving: bool, back: str = "") -> Reply:
        """The next question, or good-bye where there is none."""
        state = talk.state
        self._answer_beside(talk)
        if is_leaving or len(state["answers"]) >= len(state["questions"]):
            if state.get("asks_more") and not is_leaving:
                return Reply(f"{back} {_say(talk, 'more')}".strip(), expecting=Expecting.ANYTHING)
            return Reply(f"{back} {_say(talk, 'goodbye' if back else 'noted')}".strip(), is_last=True)
        return self._ask(talk, before)

    def _answer_beside(self, talk: Talk) -> None:
        """Take the dock, and what the driver needs to bring, for answered where it was told: "dock 4, and a vest"."""
        state = talk.state
        told = [talk.seen.get("said", ""), *state.get("conditions", ())]
        for asks, tells in ((asks_which_dock, tells_dock), (asks_what_to_bring, tells_what_to_bring)):
            question, said = self._open_question(talk), next(filter(tells, told), "")
            is_open = len(state["answers"]) < len(state["questions"]) and not state.get("asks_more")
            if is_open and said and not question["field"] and asks(question["question"]):
                state["answers"].append({"question": question["question"], "answer": said.strip()})

    def _close(self, talk: Talk, meant: Reading, back: str) -> Reply:
        """What is told or asked after all of ours; goodbye where it is nothing more to answer."""
        state = talk.state
        is_told = meant.answer or (not meant.is_by_model and len(meant.text.split()) >= MIN_CLOSING)
        if state["answers"] and not (asked(meant) or only_leaves(meant)) and (back or is_told):
            state["answers"][-1]["answer"] += f" – {meant.text.strip()}"
        state["asks_more"] = bool(asked(meant))
        return self._go_on(talk, back, is_leaving=is_leaving(state, meant), back=back)

    def _ask(self, talk: Talk, before: str = "", *, can_not_find: bool = False) -> Reply:
        question = self._open_question(talk)
        text = (question.get("es") if talk.language == "es" else "") or question["question"]
        if can_not_find and asks_if_it_suits(question):
            text = _say(talk, "find")
        return Reply(f"{before} {text}".strip(), expecting=_expecting(question))

    def _ask_again(self, talk: Talk, back: str, meant: Reading) -> Reply:
        """The question once more, after an answer to theirs; never in the very same words, but after a greeting."""
        state = talk.state
        if not back:
            state["repeats"] += 1
        if state["repeats"] > MAX_MISSES:
            return Reply(_say(talk, "goodbye"), is_last=True)
        asked_again = state["asked_again"] = state.get("asked_again", 0) + 1
        can_not_find = meant.has(Act.UNSURE) and meant.asks(*OF_LOAD)
        is_heard = back or (meant.is_by_model and set(meant.acts) == {Act.GREETS})
        return self._ask(
            talk, back if is_heard else _say(talk, "again", asked_again - 1), can_not_find=can_not_find
        )

    @staticmethod
    def _open_question(talk: Talk) -> dict[str, Any]:
        position = min(len(talk.state["answers"]), len(talk.state["questions"]) - 1)
        question: dict[str, Any] = talk.state["questions"][position]
        return question


# Who receives what we ask to have loaded.
RECEIVES = re.compile(
    r"\b(?:we|this is|were|im|just|only|aqui|es|somos|nomas)\b(?: \w+){0,3} "
    r"(?:receiv(?:e|ing|er)|recib\w+|recibo)\b(?! clos)|"
    r"\b(?:were|here|its) where it (?:delivers|gets delivered|drops)\b|"
    r"\bwe dont (?:load|ship)\b(?! (?:un)?till?\b| before| on | after)|"
    r"\bno (?:cargamos|se recoge)\b(?! (?:hasta|antes|los|el))|\bla entrega (?:la|es)\b|\baqui (?:nomas )?se entrega\b"
)


_ARE_RECEIVER = re.compile(
    r"\b(?:were|we are|this is|somos|es) (?:\w+ ){0,2}(?:the |el |la )?(?:receiver|consignee|destino)\b"
)


def _left(talk: Talk) -> tuple[int, int]:
    """How many questions and requests were left to the team."""
    return talk.state.get("passed_on", 0), talk.state.get("requests", 0)


def _said_back(talk: Talk, meant: Reading, question: dict[str, Any]) -> str:
    """The few words that answer what we asked, as a model heard them: "eleven, no, twelve" is twelve."""
    is_short = meant.is_by_model and bool(meant.answer) and can_be_said_back(meant.answer, MAX_SAID_BACK)
    is_open = bool(QUESTION_WORD.match(question["question"]))
    return _say(talk, "said_back", answer=meant.answer) if is_short and is_open else ""


def _put_down(talk: Talk, meant: Reading) -> tuple[str, Reading]:
    """Keep who speaks as whom to ask for; what is said to whoever asks for just that, and the reading without it."""
    if meant.is_by_model and meant.phone:
        talk.state.setdefault("contact", {})["contactPhone"] = meant.phone
    if not (meant.is_by_model and meant.name):
        return "", meant
    talk.state.setdefault("contact", {})["contactName"] = meant.name
    name = plain(meant.name)
    asks = [each for each in meant.questions if each.topic == Topic.OTHER and name in plain(each.words)]
    if not asks:
        return "", meant
    others = tuple(each for each in meant.questions if each not in asks)
    note = "; ".join(filter(None, [*(each.words for each in asks), meant.note]))
    return _say(talk, "put_down", whom=meant.name), replace(meant, questions=others, note=note)


def _known(talk: Talk, meant: Reading, topic: Topic) -> str:
    """What the call tells of a topic; of the appointment nothing once another time was offered for it."""
    if topic == Topic.WHO and meant.asks(Topic.LOAD):
        return ""  # it is told there
    is_open = topic in OF_APPOINTMENT and "proposed" in talk.state and topic not in asked_outright(meant.text)
    return "" if is_open else known_of_call(talk, meant, topic)


_END_ASKED = re.compile(
    r"(?:anything else|(?:are )?we (?:good|done|set)|is that (?:it|all)|algo m[aá]s|(?:es|ser[ií]a) todo)\W*$",
    re.I,
)


def _without_end_asked(meant: Reading) -> Reading:
    """Without the question whether that is all, which nobody of the team has to answer."""
    kept = tuple(each for each in meant.questions if not _END_ASKED.search(each.words))
    if not meant.is_by_model or len(kept) == len(meant.questions):
        return meant
    acts = meant.acts if kept else tuple(act for act in meant.acts if act != Act.ASKS)
    return replace(meant, questions=kept, acts=acts, spans=())


def _withdraw(talk: Talk, meant: Reading) -> bool:
    """Forget what we made of the words before; whether the open question is to be asked anew.

    "No, the appointment's the same, and it's dock C": the offer goes, and what is told beside is heard.
    """
    if meant.is_by_model and meant.answer:
        talk.state.pop("proposed", None)
        return False
    return _take_back(talk.state)


def _take_back(state: dict[str, Any]) -> bool:
    """Forget the last answer, so that its question is asked again; whether there was one."""
    if not state["answers"]:
        return False
    state["answers"].pop()
    at = len(state["answers"])
    asked: list[dict[str, Any]] = state["questions"]
    state["questions"] = asked[: at + 1] + [each for each in asked[at + 1 :] if "follows" not in each]
    if field := state["questions"][at]["field"]:
        state["values"].pop(field["name"], None)
    if is_about_time(state["questions"][at]):
        for name in ("proposed", "suits", "asked_what_suits", "asked_time"):
            state.pop(name, None)
    state["repeats"] = 0
    return True


def _expecting(question: dict[str, Any]) -> Expecting:
    """What is listened for: a yes or no where something is to suit."""
    if question["field"] is None and asks_if_it_suits(question):
        return Expecting.CONFIRMATION
    return custom_fields.expecting(question["field"])


def _greeting(talk: Talk) -> str:
    """The agent's greeting, which says that no person speaks."""
    greeting = fill(talk.agent.greeting, values_of(talk)).strip() or _say(talk, "hello")
    if not DISCLOSURE.search(greeting):
        greeting += f" {_say(talk, 'disclosure', company=talk.conversation.organization.name)}"
    return greeting


def _say(talk: Talk, name: str, turn: int = 0, **facts: str) -> str:
    return LINES.say(name, talk.language, turn, **facts)
