"""Lanes, days, times and trucks. It is Monday, 2 March 2026, ten past three in the afternoon."""

from tests.calls.agent.utterances.row import kind, row

KINDS = [
    kind(
        "lane",
        row("do you have anything going from Tampa to Charlotte", origin="Tampa", destination="Charlotte"),
        row(
            "I'm calling about the one out of Salt Lake City, Utah headed to Boise, Idaho",
            origin="Salt Lake City, UT",
            destination="Boise, ID",
        ),
        row("Reno to Sacramento, picking up Friday", origin="Reno", destination="Sacramento", day="03-06"),
        row("got any other loads", topics="other_loads"),
        row("what do you have coming out of Joliet, Illinois tomorrow", origin="Joliet, IL", day="03-03"),
        row("anything headed to Fort Worth", destination="Fort Worth", nothing="origin"),
        expecting="load",
    ),
    kind(
        "es lane",
        row("de Tampa a Charlotte", origin="Tampa", destination="Charlotte"),
        row("¿Qué tiene que salga de Nogales mañana?", origin="Nogales", day="03-03"),
        row("¿tiene otras cargas?", topics="other_loads"),
        row("la de McAllen a Little Rock", origin="McAllen", destination="Little Rock"),
        expecting="load",
        language="es",
    ),
    kind(
        "day",
        row("the one for Wednesday", day="03-04"),
        row("day after tomorrow", day="03-04"),
        row("it's picking up March 6th", day="03-06"),
        row("para el jueves", day="03-05", language="es"),
        expecting="load",
    ),
    kind(
        "time",
        row("I can make it by five thirty p.m.", time="03-02 17:30"),
        row("tomorrow morning at seven", time="03-03 07:00"),
        row("in three hours", time="03-02 18:10"),
        row("quarter past six this evening", time="03-02 18:15"),
        row("Thursday at noon", time="03-05 12:00"),
        row("Give me forty minutes.", time="03-02 15:50", nothing="own_figures"),
        expecting="time",
    ),
    kind(
        "es time",
        row("mañana a las siete y media de la mañana", time="03-03 07:30"),
        row("como a las cinco de la tarde", time="03-02 17:00"),
        row("En tres horas.", time="03-02 18:10"),
        row("el jueves a mediodía", time="03-05 12:00"),
        row("a las nueve y cuarto de la noche", time="03-02 21:15"),
        expecting="time",
        language="es",
    ),
    kind(
        "equipment",
        row("we've got a refrigerated trailer", equipment="reefer"),
        row("dry van, fifty-three", equipment="van", nothing="own_figures"),
        row("I run a hotshot", equipment="hotshot"),
        row("Just a tractor, power only.", equipment="power_only"),
        row("traemos plataforma de 48", equipment="flatbed", language="es"),
        expecting="equipment",
    ),
]
