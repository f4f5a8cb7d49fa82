"""What each problem and each code means to a client, and what to do about it."""

from organizations.api import problems
from organizations.api.problems import Problem

# What each problem means to a client, and what to do: also the text of the page at its `type`.
ADVICE: dict[type[Problem], str] = {
    problems.Invalid: (
        "Some input is invalid or not allowed. `errors` lists every invalid field at once. Fix them first: retrying "
        "unchanged gets the same response."
    ),
    problems.Malformed: ("The request can't be read: it was cut off, or its path isn't valid text."),
    problems.Unauthenticated: (
        "The token is missing, malformed, unknown, expired or revoked. The response doesn't say which. "
        "Send `Authorization: Bearer` and a valid token."
    ),
    problems.Forbidden: (
        "The token is valid but doesn't have the scope this operation needs. Use one that does."
    ),
    problems.Suspended: (
        "The token's organization is suspended. Nothing can be read or changed until it's reactivated."
    ),
    problems.NotFound: (
        "No such path, or no such record in your organization. Another organization's records get the same response "
        "as records that never existed."
    ),
    problems.MethodNotAllowed: "The path exists but doesn't accept this method. `Allow` lists the ones it does.",
    problems.Conflict: (
        "It can't be done right now: a request with the same `Idempotency-Key` is in progress, the agent is "
        "inactive or made for another kind of call, there is no number to call from, the load isn't open to offers, "
        "or a check call on it just finished. `detail` says which; for calls, `code` does too. Try again once that "
        "has changed. If waiting is enough, `retryAt` says until when."
    ),
    problems.TooLarge: "The body is over 1 MiB (1,048,576 bytes).",
    problems.UnsupportedMediaType: ("The body must be JSON in UTF-8. Send `Content-Type: application/json`."),
    problems.Unprocessable: (
        "The `Idempotency-Key` was already used for a different body or path. Use a new key for a new request."
    ),
    problems.RateLimited: (
        "Too many requests. Wait as many seconds as `Retry-After` says. Nothing was changed."
    ),
    problems.CallLimitReached: (
        "The organization has reached one of its call limits: per minute, per day, per number per hour, or calls at "
        "once. `detail` says which. `Retry-After` says how many seconds to wait and `retryAt`, if known, until "
        "when. Nothing was changed."
    ),
    problems.Unavailable: (
        "Something the service depends on is temporarily unavailable. Retry in a moment; with an `Idempotency-Key` "
        "that is safe."
    ),
    problems.Problem: ("Our error. Retry the request. If it keeps failing, send us the `requestId`."),
}

# What `errors[].code` can say; codes stay, words may change.
CODES: dict[str, str] = {
    "required": "Missing.",
    "null": "`null` where a value is required.",
    "blank": "Empty where a value is required.",
    "invalid": "Wrong JSON type or an unreadable value. `detail` says what was expected.",
    "invalid_choice": "Not one of the allowed values.",
    "max_length": "Text or list too long.",
    "min_value": "Number too small.",
    "max_value": "Number too large.",
    "max_digits": "More than 9 digits before the decimal point, including after rounding.",
    "not_finite": "Not a finite number.",
    "not_a_list": "Not an array.",
    "too_large": "An object over 32 KiB.",
    "too_many": "Over 100 variables.",
    "offset_not_allowed": "A local time with `Z` or an offset. Local times have neither.",
    "unknown_time_zone": "Not the exact name of an IANA time zone.",
    "invalid_phone": (
        "Not a valid phone number in E.164 form, or one that can't be called, such as an emergency number."
    ),
    "destination_not_allowed": (
        "A number that is never called: premium-rate or similar, one of your own, or in a country that isn't allowed."
    ),
    "outside_calling_window": "Outside the calling window where this number is. `retryAt` says when the window opens.",
    "do_not_call": "The number is on the do-not-call list.",
    "no_consent": "No consent on record for this number, and the organization requires it.",
    "end_before_start": "A window or period that ends before it starts.",
    "unknown_place": "Not a place Loadline recognizes, and a radius was given. `detail` suggests close spellings.",
    "mixed": "Parameters that can't be combined.",
    "too_many_buckets": "More than 10,000 hours or days in one response.",
    "repeated": "Duplicate key or parameter.",
    "out_of_range": "A value that can't be stored.",
    "empty": "Missing body.",
    "not_utf8": "A body that isn't UTF-8.",
    "malformed": "Not JSON: `detail` says where.",
    "not_an_object": "JSON, but not an object at the top level.",
    "too_deep": "Over 20 levels of arrays and objects.",
    "too_many_values": "Over 10,000 values.",
    "invalid_number": "A number that isn't JSON, overflows, or an integer beyond 64 bits.",
    "invalid_text": "The character U+0000, a lone surrogate, or bytes that aren't UTF-8.",
}

# What `code` of a 409 can say.
CONFLICT_CODES = {
    "agent_inactive": "The agent is inactive, or no active agent can make this call.",
    "agent_purpose": "The agent is for another kind of call. `detail` names its endpoint.",
    "no_number": "The organization has no phone number to call from.",
    "load_locked": "The load is locked.",
    "load_on_hold": "A broker has put the load on hold.",
    "load_not_open": "The load's status isn't open to offers.",
    "load_incomplete": "The load is missing required info. `detail` says what.",
    "outbound_sales_disabled": "The load doesn't have `outboundCarrierSalesEnabled`.",
    "recently_contacted": "A check call on this load just finished or is in progress.",
}
