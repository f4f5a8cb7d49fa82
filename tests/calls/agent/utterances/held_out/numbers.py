"""MC, DOT and load numbers, as they are read out."""

from tests.calls.agent.utterances.row import kind, row

KINDS = [
    kind(
        "mc",
        row("MC is eight zero five six one one", mc="805611"),
        row("five one, I mean, five two seven oh oh four", digits="527004"),
        row("yes sir, MC 9 1 2 7 7 0", mc="912770"),
        row("MC ninety-one, twenty-seven, seventy", mc="912770"),
        row("it's six triple two nine one", digits="622291", nothing="own_figures"),
        row("Motor carrier number 738216.", mc="738216"),
        row("MC double eight three oh four five, this is Ray", mc="883045"),
        expecting="identity",
    ),
    kind(
        "dot",
        row("D O T two nine one oh four four seven", dot="2910447", nothing="mc"),
        row("my DOT number's 3 6 0 2 1 5 8", dot="3602158", nothing="mc"),
        row("we go by DOT, it's 1998405", dot="1998405", nothing="mc"),
        expecting="identity",
    ),
    kind(
        "es mc",
        row("mi MC es ocho cero cinco seis uno uno", mc="805611"),
        row("es el MC cincuenta y dos, setenta, cero cuatro", mc="527004"),
        row("Nueve uno dos siete siete cero.", digits="912770", nothing="own_figures"),
        row("el número DOT es tres seis cero dos uno cinco ocho", dot="3602158", nothing="mc"),
        expecting="identity",
        language="es",
    ),
    kind(
        "load",
        row("yeah I'm calling on load number 73940", load="73940"),
        row("load seven three nine four oh", load="73940"),
        row("it ends in nine four oh", load="940", is_tail=True),
        row("The last four digits are 3 9 4 0.", load="3940", is_tail=True),
        row("load number is BX-1187", load="BX-1187"),
        expecting="load",
    ),
    kind(
        "es load",
        row("es la carga número siete tres nueve cuatro cero", load="73940"),
        row("termina en nueve cuatro cero", load="940", is_tail=True),
        row("Llamo sobre la carga 73940.", load="73940"),
        expecting="load",
        language="es",
    ),
]
