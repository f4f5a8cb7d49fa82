"""What each problem and each code means to a client, and what to do about it."""

from organizations.api import problems
from organizations.api.problems import Problem

# What each problem means to a client, and what to do: also the text of the page at its `type`.
ADVICE: dict[type[Problem], str] = {
    problems.Invalid: (
        "The input is not what the operation takes, or it may not be done as asked. `errors` names every wrong field "
        "at once. Correct them: the same request again gets the same answer."
    ),
    problems.Malformed: (
        "The request can't be read at all: it broke off, or its path holds what no text can hold."
    ),
    problems.Unauthenticated: (
        "The token is missing, malformed, unknown, expired or revoked; the answer doesn't say which. "
        "Send `Authorization: Bearer` and a valid token."
    ),
    problems.Forbidden: (
        "The token is valid, but lacks the scope that the operation asks for. Use a token that has it."
    ),
    problems.Suspended: (
        "The organization of the token stands still: nothing can be read or done until the operator of the service "
        "opens it again."
    ),
    problems.NotFound: (
        "There is no such path, or no such thing in your organization. What belongs to another organization answers "
        "exactly like what never existed."
    ),
    problems.MethodNotAllowed: "The path exists, with other methods: `Allow` lists them.",
    problems.Conflict: (
        "It can't be done in the state things are in: a request with the same `Idempotency-Key` is still running, or "
        "the agent is switched off or made for another kind of call, or there is no number to call from, or the load "
        "isn't to be offered, or was asked about just now. `detail` says which, for requests of calls also `code`. Try "
        "again when that has changed; where time alone will change it, `retryAt` says when."
    ),
    problems.TooLarge: "A body may have at most 1 MiB (1,048,576 bytes).",
    problems.UnsupportedMediaType: ("Bodies are JSON in UTF-8. Send `Content-Type: application/json`."),
    problems.Unprocessable: (
        "The `Idempotency-Key` was used before, for another body or another path. Use a new key for a new request."
    ),
    problems.RateLimited: (
        "Too many requests. Wait for as many seconds as `Retry-After` says; what was refused had no effect."
    ),
    problems.CallLimitReached: (
        "The organization has placed as many calls as its rules allow: in a minute, a day, to one number within an "
        "hour, or at the same time. `detail` says which, `Retry-After` how many seconds to wait, `retryAt` until when "
        "where that is known. What was refused had no effect."
    ),
    problems.Unavailable: (
        "Something that the service needs is away just now. The same request will do in a moment; with an "
        "`Idempotency-Key` it is safe to repeat."
    ),
    problems.Problem: (
        "A mistake of ours. Repeat the request; if it stays, tell the operator of the service the `requestId`."
    ),
}

# What `errors[].code` can say; codes stay, words may change.
CODES: dict[str, str] = {
    "required": "Missing.",
    "null": "`null` where there must be a value.",
    "blank": "Empty where there must be a value.",
    "invalid": "Another JSON type, or what can't be read: `detail` says what was expected.",
    "invalid_choice": "Not one of the words allowed.",
    "max_length": "Too long a text or list.",
    "min_value": "Too small a number.",
    "max_value": "Too large a number.",
    "max_digits": "More than 9 digits before the point, also after rounding.",
    "not_finite": "Not a finite number.",
    "not_a_list": "Not an array.",
    "too_large": "An object over 32 KiB.",
    "too_many": "Over 100 variables.",
    "offset_not_allowed": "A local time with `Z` or an offset: such times are the wall clock's at that place.",
    "unknown_time_zone": "Not the exact name of an IANA time zone.",
    "invalid_phone": "Not a phone number in E.164 form, or one that nobody can have, as emergency numbers are.",
    "destination_not_allowed": (
        "A number that is never called: premium-rate or the like, or in a country not allowed."
    ),
    "outside_calling_window": "Not at this hour at the place that is called: `retryAt` says when it will do.",
    "do_not_call": "The number's owner asked not to be called.",
    "no_consent": "No record says that the number's owner agreed to be called, and the organization asks for one.",
    "end_before_start": "A window or a period that ends before it begins.",
    "unknown_place": "Not a town that Loadline knows, and a radius was given: `detail` names near spellings.",
    "mixed": "Parameters of one answer beside those of another.",
    "too_many_buckets": "More than 10,000 hours or days in one answer.",
    "repeated": "A key or a parameter that stands twice.",
    "out_of_range": "A value that can't be stored.",
    "empty": "No body.",
    "not_utf8": "A body that isn't UTF-8.",
    "malformed": "Not JSON: `detail` says where.",
    "not_an_object": "JSON, but no object at the top.",
    "too_deep": "Over 20 levels of arrays and objects.",
    "too_many_values": "Over 10,000 values.",
    "invalid_number": "A number that isn't JSON, overflows, or an integer beyond 64 bits.",
    "invalid_text": "The character U+0000, a lone surrogate, or bytes that are no UTF-8.",
}

# What `code` of a 409 can say.
CONFLICT_CODES = {
    "agent_inactive": "The agent, or every agent for such calls, is switched off or can't make them.",
    "agent_purpose": "The agent is made for another kind of call: `detail` names its endpoint.",
    "no_number": "The organization has no phone number to call from.",
    "load_locked": "The load is locked.",
    "load_on_hold": "A broker has put the load on hold.",
    "load_not_open": "The load's status is not one that is open to offers.",
    "load_incomplete": "The load lacks what an offer needs: `detail` names it.",
    "outbound_sales_disabled": "The load has no `outboundCarrierSalesEnabled`.",
    "recently_contacted": "An answer about the load is fresh, or being asked for.",
}
