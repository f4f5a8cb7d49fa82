"""Answers to check calls. It is Monday, 2 March 2026, ten past three in the afternoon."""

from tests.calls.agent.utterances.row import kind, row

KINDS = [
    kind(
        "whereabouts",
        row("I'm just outside of Shreveport, Louisiana", place="Shreveport, LA"),
        row("rolling through Knoxville right now", place="Knoxville"),
        row("At the Love's in Van Horn, Texas.", place="Van Horn, TX"),
        row("voy llegando a San Antonio", place="San Antonio", language="es"),
        row("estoy parado en Gallup, Nuevo México", place="Gallup, NM", language="es"),
        expecting="place",
    ),
    kind(
        "eta",
        row("should be pulling in around five p.m.", time="03-02 17:00"),
        row("I'm about ninety minutes out", time="03-02 16:40", nothing="own_figures"),
        row("Probably tomorrow at six a.m.", time="03-03 06:00"),
        row("llego en una hora", time="03-02 16:10", language="es"),
        expecting="time",
    ),
    kind(
        "at the dock",
        row("we're all loaded up and headed out", wants="loaded", never="empty"),
        row("all empty now, they just finished", wants="empty", never="loaded"),
        row("they haven't loaded me yet", never="loaded"),
        row("I already checked in, they gave me door twelve", wants="checked_in", never="checked_out"),
        row("ya estoy cargado", wants="loaded", never="empty", language="es"),
        row("Todavía no descargo.", never="empty", language="es"),
        expecting="anything",
    ),
    kind(
        "on time or late",
        row("yep, I'll be there on time, no issues", wants="on_time", never="late"),
        row(
            "I'm behind about two hours, had a breakdown",
            wants="late",
            reason="breakdown",
            never="on_time",
        ),
        row("Gonna be late because of the snow.", wants="late", reason="snow"),
        row("sin retrasos, todo bien", wants="on_time", never="late", language="es"),
        row("voy atrasado, hubo un accidente", wants="late", reason="accidente", language="es"),
        expecting="anything",
    ),
    kind(
        "reefer temperature",
        row("it's holding at thirty-eight", temperature="38", nothing="own_figures"),
        row("five below zero", temperature="-5"),
        row("Minus two.", temperature="-2"),
        row("va a treinta y seis grados", temperature="36", language="es"),
        expecting="temperature",
    ),
    kind(
        "papers",
        row("it's nine nine oh four one two", bol="990412"),
        row("The BOL's 6630517.", bol="6630517"),
        row("el BOL es nueve nueve cero cuatro uno dos", bol="990412", language="es"),
        expecting="bol",
    ),
]
