"""What people want, in Spanish: for each intent the ways to say it, over plain words (no accents)."""

from calls.agent.meaning import Intent

I = Intent  # noqa: E741

_IT = r"(?:la carga|esa carga|esta carga|esa|esta|el viaje|ese viaje|el flete|eso|ese|este)"

AFFIRMATIVE: dict[Intent, str] = {
    I.YES: (
        r"^(?:ah |oh |eh |bueno |pues |y |este |uy |ok |okey )*(?:si|claro|correcto|asi es|"
        r"exacto|exactamente|eso es|eso mero|asi mero|es[eo] mero|es es[aeo]|correctisimo|"
        r"creo que si|eso|orale|va|vale|sale|dale|ok|okey|okay|oka|"
        r"perfecto|muy bien|esta bien|de acuerdo|por supuesto|andale(?: pues)?|simon|"
        r"afirmativo|desde luego|efectivamente|cierto|seguro|ya esta|listo|trato|sip|aja|ey|"
        r"excelente|bien|como no|cuente con eso|a huevo|por que no|hecho|verdad|obvio|"
        r"totalmente|bueno$)\b(?! (?:me (?:sube|da|paga)|pero))"
        r"|\b(?:asi es|es correcto|esta correcto|es cierto|eso es|eso mero|claro que si|por "
        r"supuesto|si senor[a]?|me parece(?: bien)?|me sirve|nos sirve|me funciona|me "
        r"conviene|esta bien|esta bueno|suena bien|de acuerdo|me late|no hay problema|sin problema|sin "
        r"bronca|no hay bronca|soy yo|el habla|ella habla|el mismo|si se puede|si puedo|si "
        r"podemos|lo puedo hacer|la puedo (?:hacer|mover)|si la (?:hago|muevo|puedo|tomo|"
        r"quiero)|si lo hago|todo bien|queda bien|ese es|esa es|somos nosotros|va que va|ya "
        r"quedo|si me sirve|trato hecho)\b"
    ),
    I.DEAL: (
        r"\b(?:trato hecho|es un trato|tenemos (?:un )?trato|hay trato|cerramos(?: (?:trato|"
        r"el trato|asi))?$|cerrado$|hecho\b|me la llevo|me lo llevo|nos la llevamos|la tomo|"
        r"lo tomo|la tomamos|la agarro|lo agarro|la agarramos|la acepto|lo acepto|acepto\b|"
        r"aceptamos|aceptado|"
        rf"(?:tomo|agarro|acepto|quiero|llevo|cubro|muevo) {_IT}|(?:la|lo) (?:hago|muevo|cubro|"
        rf"llevo|hacemos|movemos|jalo|corro)(?: por eso| asi| en eso|$)|reserv(?:e|a|ar)\w*|"
        rf"apart(?:e|a)(?:me|mela|mela|nosla|melo)|ap[au]nt(?:e|a)(?:me|mela|nos)|bookeal[ao]|"
        rf"bookeemel[ao]|book[eé]\w*|"
        r"(?:mand\w+|envi\w+|pas\w+) (?:la |el |una )?(?:confirmacion|rate ?con\w*|papel\w*|"
        r"contrato|rate)|ya estas|ya estamos|va pues|va$|orale va|trato$|cuente conmigo|le "
        r"entr(?:o|amos)|ech\w+mela|dele pues|ya quedamos|pong\w+ en esa|mand\w+mela|la jalo|"
        r"jalo con|nos arreglamos$|es "
        r"mia|quedamos asi|quedamos en eso|esta hecho|dele$|hagamosl[oa]|hagale|vamonos|"
        r"hagamos el trato|se la muevo|echela para aca|la hacemos|con eso la (?:muevo|hago|"
        r"llevo))\b"
    ),
    I.LOADED: r"\b(?:ya (?:me|nos|lo|la|le) (?:cargaron|acabaron de cargar|terminaron de cargar)|"
    r"(?:estoy|ando|voy|vamos|ya|estamos|va|esta|quede|acabo de quedar|camion) (?:ya "
    r")?cargad[oa]s?|^cargad[oa]|me (?:acaban de cargar|cargaron)|ya (?:cargue|cargamos|estoy "
    r"cargado|traigo la carga|termine de cargar|recogi|la cargue|levante)|acabo de cargar|"
    r"termin\w+ de cargar|recien cargado)\b",
    I.EMPTY: r"\b(?:(?:estoy|ando|voy|ya|estamos|quede|esta|camion) (?:ya )?(?:vaci[oa]s?|"
    r"descargad[oa]|desocupad[oa])|^vaci[oa]|ya (?:me|nos|lo) (?:descargaron|vaciaron)|me "
    r"(?:acaban de descargar|descargaron)|ya (?:descargue|descargamos|entregue|entregamos|"
    r"termine de descargar)|acabo de (?:descargar|entregar)|termin\w+ de descargar|vacio\b)\b",
    I.CHECKED_IN: r"\b(?:(?:hice|hago|di|dimos|hicimos|ya) (?:el |mi |en )?(?:check[ -]?in|chequeo|entrada|"
    r"registro)|me (?:registre|reporte|cheque|anuncie)|ya (?:me registre|estoy registrado|me "
    r"reporte|cheque|entre|estoy en (?:la )?(?:rampa|puerta|anden))|check[ -]?in|chequeado|"
    r"registrado|(?:estoy|ya) en (?:la |el )?(?:rampa|puerta|anden|dock))\b",
    I.CHECKED_OUT: r"\b(?:(?:hice|di|ya) (?:el |mi |la )?(?:check[ -]?out|salida)|check[ -]?out|ya (?:sali|"
    r"salimos|me fui|firmaron|me firmaron|di salida)|me dieron (?:salida|los papeles)|sali "
    r"(?:de la bodega|del cliente))\b",
    I.ON_TIME: r"\b(?:a tiempo|en tiempo|sin (?:retrasos?|demoras?|problemas?|novedad)|todo (?:bien|en "
    r"orden|normal|tranquilo|va bien|a tiempo|perfecto)|temprano|antes de la (?:hora|cita)|"
    r"voy bien|vamos bien|con tiempo|puntual|a buena hora|segun lo planeado)\b",
}

NO = (
    r"^(?:ah |oh |eh |bueno |pues |y |uy |ay |hijole |este )*(?:no|nel|nop|negativo|para nada|"
    r"claro que no|ni madres|incorrecto|de ninguna manera|ni hablar|entonces no|mejor no|eso "
    r"no|creo que no|esta equivocado|"
    r"nombre|nunca|jamas)\b(?! (?:hay (?:problema|bronca)|se preocupe|te preocupes|(?:le |me |"
    r"la |lo |nos )?(?:puede[ns]?|podria[ns]?|tiene[ns]?|habra|hay|tendra) |cuelgue|hablo|"
    r"habla|se\b|estoy segur|lo se|entiendo|le entend|escuch|le escuch|recuerdo|me acuerdo|"
    r"tengo (?:el|la|idea)|le oi|oigo|me interesa nada mas))"
    r"|\b(?:(?:muy|bien|demasiado|tan|esta|un poco|mas) (?:baj[oa]|barat[oa]|poco|poquito|"
    r"bajit[oa])|es (?:muy |bien )?poco|no (?:me |nos |le |se |te |la |lo )?(?:sirve|alcanza|"
    r"conviene|puedo|podemos|sale|da|funciona|acepto|aceptamos|hago|muevo|es (?:ese|esa|eso|"
    r"asi|correcto|cierto|ahi|el|la|mi|suficiente)|esta (?:bien|correcto)|sale a cuenta|vale|"
    r"queda|la hago|la muevo|la llevo|la tomo|lo hago|voy a|salen)\b|a ese precio no|por eso "
    r"no|asi no|ni de chiste|ni loco|no hay trato|no manches|esta(?:s)? loco|imposible|pierdo "
    r"dinero|salgo perdiendo|incorrecto|esta mal|equivocado)\b"
)
NEGATION = r"\b(?:no|ni|nunca|jamas|nadie|nada|tampoco|sin|todavia no|aun no|nel)\b"
NO_NEGATION = (
    r"\b(?:no hay problema|sin problemas?|no hay bronca|sin bronca|por que no|como no|no se "
    r"preocupe|sin (?:retrasos?|demoras?|novedad)|no (?:le |me )?(?:puede[ns]?|podria[ns]?)|no\?|"
    r"no cree|no mas|nada mas|nomas|no tarda)"
)
TO_COME = (
    r"\b(?:esperando|cuando|a que me|que me (?:carguen|descarguen)|van a|voy a|va a|falta|todavia|"
    r"aun|hasta que|si me|casi|ya merito|para que|me estan|estoy por|a punto)\b"
)
CONDITION = (
    r"\b(?:si (?:me|le|llega|sube|puede|nos)|siempre que|y (?:la|lo|me|nos|cerramos|con|trato|se "
    r"la|hay)|deme|dame|que sean|pague|paguenme|puede hacer)\b"
)
