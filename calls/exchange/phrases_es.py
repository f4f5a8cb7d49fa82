"""How an agent says things in Spanish."""

from .topics import Topic

# As for English.
SPANISH: dict[Topic, tuple[str, ...]] = {
    Topic.FAREWELL: (
        r"adi[oó]s|hasta (luego|pronto|la pr[oó]xima)|que (tenga|le vaya|pase)[^.?!]{0,20}(d[ií]a|bien|tarde|noche)",
        r"cu[ií]dese|maneje con cuidado|buen viaje|nos vemos",
    ),
    Topic.HOLD: (
        r"un (momento|momentito|segundo)|deme un|perm[ií]tame|d[eé]jeme (ver|revisar|buscar)|espere",
    ),
    Topic.GOOD_TIME: (r"(tiene|es) (un )?(buen )?(momento|minuto)|puede hablar",),
    Topic.REFUSED: (
        r"no (podemos|puedo) (trabajar|usar|seguir|continuar)|no (est[aá]|aparece) (activ|autoriza|aproba)\w*",
        r"no (tiene|tienen) autoridad|no (coincide|corresponde)|no (pude|puedo|podemos|pudimos) verificar",
    ),
    Topic.TRANSFER: (
        r"(le |lo |la )?(transfiero|comunico|paso|conecto|transferir|comunicar)(le|lo|la)?( con| a| ahora)?",
        r"en la l[ií]nea",
    ),
    Topic.CALL_BACK_TIME: (
        r"(cu[aá]ndo|a qu[eé] hora)[^.?!]{0,40}(llam|devolv|regres)\w*|(buena|mejor) hora para llamar\w*",
    ),
    Topic.NOT_FOUND: (
        r"no (encuentro|encontr[eé]|aparece)|sin encontrar(la|lo)?",
        r"no (veo|tengo|hay) (nada|otra|ninguna|(esa|una|la) carga|cargas)",
    ),
    Topic.UNAVAILABLE: (
        r"ya no (est[aá]|la tengo)|ya (est[aá]|fue|se) (cubiert|tomad|reservad|asignad)\w*|no est[aá] disponible",
    ),
    Topic.REPEAT: (
        r"no (le |lo )?(entend[ií]|escuch[eé]|o[ií]|capt[eé])|(me lo |lo )?(repita|repite|repetir)(lo|me|melo)?",
        r"una vez m[aá]s|otra vez|de nuevo|c[oó]mo dijo|perd[oó]n\?",
    ),
    Topic.PURPOSE: (
        r"(en qu[eé]|c[oó]mo) (le |lo |la )?(puedo|podemos) (ayudar|servir)\w*|(le|lo) (ayudo|sirvo)",
        r"ad[oó]nde (quiere|va|le gustar)\w*|(qu[eé]|cu[aá]l|por cu[aá]l) carga",
        r"por qu[eé] carga|n[uú]mero de (la )?(carga|referencia)|qu[eé] ruta",
        r"(llama|llamando|habla) (por|acerca|sobre|de)",
    ),
    Topic.WHICH: (
        r"cu[aá]l de (ellas|las|los|estas)|alguna de (ellas|estas|las)|cu[aá]l (prefiere|quiere|le interesa)",
    ),
    Topic.HEAR_IT: (r"quiere (o[ií]r|escuchar|saber|que le)|le (interesa|interesan|doy|cuento|gustar[ií]a)",),
    Topic.KEYS: (r"tecla(do|s)?|(m[aá]rque|marcar|oprima|presione)(lo|la)?",),
    Topic.MC: (r"necesito (ese|su|el|un) n[uú]mero",),
    Topic.DRIVER: (
        r"(nombre|tel[eé]fono|n[uú]mero) del (chofer|conductor|operador)|qui[eé]n (maneja|va a manejar)",
    ),
    Topic.TRUCK: (r"n[uú]mero (de|del) (cami[oó]n|troca|unidad|tr[aá]iler|caja)",),
    Topic.COMPANY: (r"nombre de (la|su) (compa[nñ][ií]a|empresa)|(qu[eé]|cu[aá]l) (compa[nñ][ií]a|empresa)",),
    Topic.WHO: (r"con qui[eé]n (hablo|tengo)|qui[eé]n (habla|es)|(c[oó]mo se llama|su nombre)",),
    Topic.RIGHT_PERSON: (r"(hablo|estoy hablando) con|usted es|es usted",),
    Topic.EMAIL: (r"correo( electr[oó]nico)?",),
    Topic.CALL_BACK: (
        r"(a qu[eé]|cu[aá]l es su|mejor|su) (n[uú]mero|tel[eé]fono)(?! (de|del) (la |su )?(MC|DOT|carga|cami))",
    ),
    Topic.LOCATION: (
        r"d[oó]nde (est[aá]|anda|se encuentra|queda)|ubicaci[oó]n|en qu[eé] (ciudad|pueblo|parte)",
    ),
    Topic.ETA: (
        r"(a qu[eé] hora|cu[aá]ndo|en cu[aá]nto tiempo) (llega|estar|va|cree|piensa|puede|espera|termina)\w*",
        r"hora (estimada )?de llegada|a qu[eé] hora",
    ),
    Topic.CHECKED_IN: (r"(ya )?(lleg[oó]|se registr[oó]|hizo check)|ya est[aá] (en|ah[ií])",),
    Topic.LOADED: (r"cargad[oa]|vac[ií][oa]|descargad[oa]",),
    Topic.TEMPERATURE: (r"temperatura|grados",),
    Topic.PAPERS: (r"n[uú]mero de BOL|conocimiento de embarque|carta porte|papeles|papeleo",),
    Topic.DELAY: (r"retras(o|os|ado)|demora(s|do)?|a tiempo|alg[uú]n problema|tr[aá]fico",),
    Topic.ASK_RATE: (
        r"cu[aá]nto (necesita|quiere|pide|cobra|ocupa|ser[ií]a|busca|le gustar)\w*",
        r"(qu[eé]|cu[aá]l) (tarifa|precio)|en cu[aá]nto|qu[eé] (cantidad|cifra)",
        r"su (mejor )?(tarifa|precio|oferta)",
    ),
    Topic.EQUIPMENT: (
        r"(qu[eé]|cu[aá]l) (tipo de )?(equipo|cami[oó]n|tr[aá]iler|caja|remolque)",
        r"tiene (un|una) (caja|dry|reefer|flat|plataforma|step|tractor|hotshot|conestoga|chasis|pipa|lowboy|RGN)\w*",
    ),
    Topic.AVAILABILITY: (
        r"(est[aá]|tiene[ns]?) (disponible|cami[oó]n)|disponib(le|ilidad)|(le|la) interesa",
        r"(puede|podr[ií]a) (mover|llevar|tomar|cubrir)\w*",
        r"(se la|la) (lleva|toma|quiere)|quiere (la carga|tomarla|llevarla)",
    ),
    Topic.CONFIRM: (
        r"(es|est[aá]|eso es) (correct[oa]|bien|as[ií])|(correcto|de acuerdo|verdad|s[ií]|cierto|bien)\?",
        r"est[aá] de acuerdo",
        r"le (parece|funciona|sirve|queda|va)( bien| eso)?|confirm(ar|amos)|(se )?la (reservo|aparto|reservamos)",
        r"trato hecho\?|tenemos (un )?trato|aceptar[ií]a|acepta",
    ),
    Topic.ANYTHING_ELSE: (r"algo m[aá]s|alguna (otra )?(pregunta|duda|cosa)|otra cosa",),
    Topic.ARE_YOU_THERE: (r"sigue ah[ií]|(est[aá]|contin[uú]a) (ah[ií]|en la l[ií]nea)\?|me (escucha|oye)",),
    Topic.HOW_ARE_YOU: (r"c[oó]mo (est[aá]|le va|anda)",),
    Topic.ACCEPTED: (
        r"trato hecho(?!\?)|es un trato|queda (reservad|apuntad|apartad|confirmad)\w*|acordado",
    ),
    Topic.FINAL: (
        r"(lo m[aá]ximo|lo mejor|lo m[aá]s) que (puedo|podemos|tengo)",
        r"(mi |nuestra )?([uú]ltima|mejor) oferta|oferta final",
    ),
    Topic.CLOSER: (
        r"(bajar|baja|acercar|acerca)(se|le|me)?|m[aá]s (cerca|bajo)|a la mitad|me puede ayudar|algo de margen",
    ),
    Topic.NO_DEAL: (r"lo dejamos as[ií]|no llegamos a un acuerdo",),
    Topic.TOO_HIGH: (
        r"(muy|demasiado|poco|mucho) (alt[oa]|car[oa])|m[aá]s de lo que (puedo|tengo|podemos)",
        r"no (puedo|podemos|llego|alcanzo|me alcanza)( a)? (llegar|pagar|hacer|dar|subir)",
    ),
}
