"""`manage.py talk`: be the carrier."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import fields
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from bids.models import Bid, NegotiationStep
from bids.negotiation import Action, Rule
from bids.services.rehearsal_stage import Stage
from calls.calling_rules import NotAllowed, NotDialable, read_destination
from calls.language.reading import Figure, Listening, Question, Reading, described
from calls.language.speech import Reply
from calls.models import Conversation, OpenQuestion
from carriers.models import TruckCapacity
from config.management.finding import add_agent_arguments, find_agent, stage_for

SOMEBODY = "+14175550131"  # the first company of calls.simulator.facts


class Command(BaseCommand):
    """Type as the carrier; what was understood and which rule fired stands below each answer. Nothing is kept."""

    help = (
        "Type what a carrier says and read the agent's answers, with what was understood and which rule fired. An "
        "empty line is silence; an end of input hangs up. Nothing is saved."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """With whom, about what, and who is typing."""
        add_agent_arguments(parser)
        parser.add_argument("--phone", default=SOMEBODY, help=f"Caller to play ({SOMEBODY}).")
        parser.add_argument("--outbound", action="store_true", help="The agent calls you about the load.")
        parser.add_argument(
            "--call-type", choices=("pickup", "dropoff"), default="pickup", help="What a check call is about."
        )
        parser.add_argument("--name", default="", help="Whom the agent asks for in a call of its own.")
        parser.add_argument(
            "--json",
            action="store_true",
            help="For programs: a JSON object a turn on standard output, and what came of the talk last.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Hold the talk."""
        agent = find_agent(options)
        try:
            phone = read_destination(options["phone"]).number
        except (NotDialable, NotAllowed) as error:
            raise CommandError(f"--phone: {error}") from None
        with stage_for(agent, options) as load:
            talk = Stage(
                agent,
                load,
                phone=phone,
                name=options["name"],
                at=timezone.now(),
                is_outbound=options["outbound"],
                call_type=options["call_type"],
            )
            if options["json"]:
                self._converse_in_json(talk)
                return
            self.stdout.write(
                f"{agent}; load {load.external_id}, {load.origin_city} to {load.destination_city}\n"
            )
            self._converse(talk)
            self._conclude(talk)

    def _converse(self, talk: Stage) -> None:
        reply, steps = talk.opens(), 0
        self._say(reply)
        while not (reply.is_last or reply.transfer):
            try:
                words = input("you    ")
            except (EOFError, KeyboardInterrupt):
                self.stdout.write("\n")
                return
            reply = talk.hears(words) if words.strip() else talk.hears_nothing()
            if words.strip() and talk.meant is not None:
                self.stdout.write(f"       · understood: {_described(talk.meant)}\n")
            found = NegotiationStep.objects.filter(conversation_id=talk.call.pk).order_by("position")
            for step in found[steps:]:
                steps += 1
                action, rule = Action(step.action), Rule(step.rule)
                self.stdout.write(f"       · {action} at ${step.amount:,}: {rule.sentence}\n")
            self._say(reply)

    def _converse_in_json(self, talk: Stage) -> None:
        """A turn a line: what the agent says, what it understood before, and what it decided about money."""
        reply, told = talk.opens(), 0
        self._write(_turn(reply, None, None, []))
        for line in sys.stdin:
            words = line.strip()
            reply = talk.hears(words) if words else talk.hears_nothing()
            steps = list(NegotiationStep.objects.filter(conversation_id=talk.call.pk).order_by("position"))
            self._write(_turn(reply, talk.meant if words else None, talk.listening, steps[told:]))
            told = len(steps)
            if reply.is_last or reply.transfer:
                break
        conversation = talk.ends().conversation
        self._write({"outcome": _outcome(conversation)})

    def _write(self, told: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(told, ensure_ascii=False))
        self.stdout.flush()

    def _say(self, reply: Reply) -> None:
        if reply.text:
            self.stdout.write(f"agent  {f'{reply.preface} {reply.text}'.strip()}\n")
        if reply.transfer:
            self.stdout.write(f"       · transfer to {reply.transfer.to}: “{reply.transfer.whisper}”\n")

    def _conclude(self, talk: Stage) -> None:
        conversation = talk.ends().conversation
        self.stdout.write(f"\n{conversation.summary}\n")
        self.stdout.write(f"tags: {', '.join(conversation.content_tags)}\n")
        for name, value in conversation.extracted_data.items():
            self.stdout.write(f"{name}: {value}\n")


def _turn(
    reply: Reply, reading: Reading | None, listening: Listening | None, steps: list[NegotiationStep]
) -> dict[str, Any]:
    return {
        "agent": f"{reply.preface} {reply.text}".strip(),
        "expecting": str(reply.expecting),
        "reading": described(reading, listening) if reading and listening else None,
        "steps": [
            {
                "action": step.action,
                "amount": float(step.amount),
                "rule": step.rule,
                "ask": step.ask and float(step.ask),
            }
            for step in steps
        ],
        "transfer": reply.transfer.to if reply.transfer else None,
        "ended": reply.is_last or reply.transfer is not None,
    }


def _outcome(conversation: Conversation) -> dict[str, Any]:
    bids = Bid.objects.filter(conversation=conversation).order_by("pk")
    questions = OpenQuestion.objects.filter(conversation=conversation).order_by("pk")
    return {
        "summary": conversation.summary,
        "tags": conversation.content_tags,
        "bids": [
            {
                "load": bid.load.external_id,
                "amount": float(bid.amount or 0),
                "status": bid.status,
                "details": bid.details,
            }
            for bid in bids.select_related("load")
        ],
        "trucks": [
            {
                "place": f"{each.city}, {each.state}".strip(", "),
                "day": each.day.isoformat(),
                "equipment": each.equipment,
                "wantedDestination": each.wanted_destination,
                "rateAsked": each.rate_asked and float(each.rate_asked),
            }
            for each in TruckCapacity.objects.filter(conversation_id=conversation.pk).order_by("pk")
        ],
        "extractedData": conversation.extracted_data,
        "openQuestions": [{"topic": each.topic, "words": each.words} for each in questions],
        "conditions": conversation.extracted_data.get("conditions", []),
    }


def _described(meant: Reading) -> str:
    """All that isn't empty of it, but the words themselves."""
    found = [
        f"{field.name} {_plain(value)}"
        for field in fields(meant)
        if field.name not in ("text", "language", "spans")
        and (value := getattr(meant, field.name)) not in ("", None)
        if value not in ((), frozenset(), False)
    ]
    return "; ".join(found) or "nothing"


def _plain(value: Any) -> str:
    if isinstance(value, frozenset | tuple):
        return ", ".join(_plain(each) for each in value)
    if isinstance(value, Figure):
        return f"${value.amount:,} {value.role}"
    if isinstance(value, Question):
        return str(value.topic)
    if hasattr(value, "city"):
        return f"{value.city}, {value.state}".rstrip(", ")
    return str(value)
