"""What people want of us, in Spanish: for each intent the ways to say it; looked for in the plain words as a whole."""

from calls.agent.meaning import Intent

I = Intent  # noqa: E741

_PERSON = (
    r"(?:una? )?(?:persona(?: real| de verdad)?|humano|ser humano|agente|operador[a]?|"
    r"representante|gerente|supervisor[a]?|encargad[oa]|jef[ea]|broker|alguien(?: mas| real)?|"
    r"corredor|duen[oa]|despachador|su jefe|vendedor|asesor)"
)

WISHES: dict[Intent, str] = {
    I.GREETING: r"^\W*(?:hola|buen[oa]s(?: (?:dias|tardes|noches))?\b|buen dia|que tal|bueno\W*\?|que "
    r"onda|como esta)|\b(?:buen[oa]s (?:dias|tardes)|buen dia|que tal|como le va|como esta(?: "
    r"usted)?\b(?=\W*$|,))",
    I.GOODBYE: r"\b(?:adios|hasta (?:luego|pronto|manana|la vista|la proxima)|nos vemos(?! (?:a la|en "
    r"(?:la|el) mi))|que (?:tenga|pase|le vaya)\w* (?:buen[oa]?|un buen|bonito|un excelente|"
    r"bien|muy)\w*|buenas noches\W*$|chao|bye|cuidese|ya me voy|hablamos (?:luego|despues|"
    r"pronto)|es todo gracias|seria todo)\b",
    I.DECLINE: r"\b(?:no (?:me |nos )?interesa|no(?:,)? gracias|(?:la|lo) dejo pasar|(?:la|lo) dejamos "
    r"pasar|paso\W*$|mejor (?:paso|no|nada|la dejo|lo dejo|busco)|no (?:la|lo) quiero|no "
    r"quiero (?:la carga|esa|ese|nada)|asi estoy bien|estoy bien asi|ya (?:tengo|consegui|"
    r"encontre|agarre) (?:carga|otra|una)|olvidelo|olvidalo|dejelo asi|dejemoslo asi|no "
    r"cuente conmigo|busque (?:a )?otro|ni modo|no vale la pena|ahi (?:la|lo) dejamos|"
    r"prefiero (?:esperar|no|quedarme)|no nos arreglamos)\b",
    I.FIRM: r"\b(?:(?:mi|nuestro) (?:ultimo|ultima|mejor|minimo|precio final|precio mas bajo|tarifa "
    r"final|final)|(?:es |seria )?lo (?:menos|minimo|mas bajo|ultimo) (?:que |a lo que "
    r")?(?:puedo|podemos|acepto|cobro|hago|la|aceptaria|me|le)|(?:de ahi|de eso|de esa?) no "
    r"(?:bajo|bajamos|me muevo|me bajo|puedo bajar)|no (?:le )?(?:puedo|podemos|voy a|quiero) "
    r"(?:bajar|bajarle|hacer menos|rebajar|menos)|no (?:le )?(?:bajo|bajamos|rebajo)\b|ni un "
    r"(?:peso|dolar|centavo) menos|precio (?:final|fijo|firme|minimo)|oferta final|ultima "
    r"(?:oferta|palabra)|ultimo precio|tomelo o dejelo|lo toma o lo deja|(?:la|lo) toma o "
    r"(?:la|lo) deja|menos no|por menos no|firme\b|no me muevo de|no hay menos)\b",
    I.ASKS_MORE: r"\b(?:(?:sub[aei]\w*|subir\w*|mejor[ae]\w*|mejorar\w*|aument\w+|ofrec\w+|pag\w+|d[eé]\w*|"
    r"dar\w*|echa\w*|echele|pong\w+|ponga\w*|llegar|estir\w+|hac\w+|necesito|quiero|ocupo|"
    r"algo|nos da|dame|deme|denos|tiene)(?: (?:me|le|nos|la|el|lo|un|en|tarifa|precio|por|ahi|"
    r"a la|oferta|rate))* (?:un )?(?:poco|poquito|poquitito|algo|tantito|pelin|tanto)?(?: "
    r"?mas\b(?! (?:o menos|de \d|cargas|informacion|tarde|despacio))| (?:poco|poquito|"
    r"tantito)\b)|(?:subir|subirle|sube|suba|subale|subirme|mejorar|mejorarme|mejorarla|"
    r"mejora|mejore|mejoreme|aumentar|aumente|aumentarle)(?:le|me)?\b(?: (?:un|el|la|algo|"
    r"tantito|poco|poquito|tarifa|precio|oferta))|un (?:poco|poquito) mas\b(?! (?:tarde|"
    r"despacio))|algo mas de dinero|mas dinero|algo mejor|lo mejor que (?:tiene|puede|tienen|"
    r"pueden|me)|(?:su|tu) mejor (?:precio|oferta|tarifa)|(?:no )?(?:hay|tiene|queda) (?:algo "
    r"de |mas )?(?:margen|espacio|chance|manera|forma)|es negociable|se puede negociar|puede "
    r"(?:hacer|dar) algo|ayudem?e|echeme la mano|mas que eso|mejor (?:precio|tarifa|oferta)|"
    r"subir tantito|mejorar (?:la|el|eso)|acerc\w+|no (?:le )?(?:puede|pueden|podria) "
    r"(?:subir|mejorar|dar))\b",
    I.SPLIT: r"\b(?:part(?:imos|amos|ir|e|amosle) (?:la )?(?:diferencia|a la mitad|por la mitad|mitad)|"
    r"(?:a|en) la mitad|en (?:el )?medio|mitad y mitad|dividi\w+ (?:la )?diferencia|dividamos|"
    r"punto medio|termino medio|nos (?:vemos|encontramos|quedamos) (?:a|en) (?:la|el) "
    r"(?:mitad|medio)|la mitad)\b",
    I.ASKS_RATE: r"(?:\bcuanto (?:es(?:ta)? |me |nos |le |van a |estan |va a |vas a |seria |puede |pueden |"
    r"ofrece)?(?:\w+ )?(?:pag\w+|ofrec\w+|dan|da\b|estan pagando|paga\b|seria|es\b|van a|vale|"
    r"cuesta|sale|tiene(?:n)? (?:para|en)|trae)|\bcuanto (?:por|para|es|hay|tienen|tiene|"
    r"seria|dinero|da|dan)\b|\b(?:que|cual es (?:la|el|su)|cual|dime (?:la|el)|digame (?:la|"
    r"el)) (?:tarifa|precio|rate|pago|oferta|rait)|\ben cuanto (?:la|esta|lo|anda|sale|va|me)|"
    r"\ba como (?:la|lo|paga|esta)|\bde cuanto (?:es|estamos|seria)|\bque (?:paga|ofrece|"
    r"ofrecen|pagan|me ofrece|me da)\b|\bcuanto (?:me |nos )?(?:puede|pueden|podria|podrian|"
    r"quiere|quieren) (?:dar|pagar|ofrecer)|\bcuanto\?|\bcuanto\W*$|\bhagame una oferta)",
    I.ASKS_CEILING: r"\b(?:(?:lo |el |su |tu |un |es )(?:maximo|tope|limite|techo|maxima)\b|(?:tarifa|precio|"
    r"cantidad|oferta|pago) (?:maxim[oa]|tope|mas alt[oa])|hasta (?:cuanto|donde|que "
    r"(?:cantidad|precio|tarifa))|lo mas (?:alto|que (?:puede|pueden|me|puedes|podria|le|paga|"
    r"dan|estan|esta))|(?:cuanto|que) (?:es lo )?(?:mas|maximo) (?:que )?(?:puede|pueden|me|"
    r"podria|paga|pagan|dan)|maximo (?:que|puede|pagan|rate)|(?:cual|cuanto) es (?:el|su|tu) "
    r"(?:tope|limite|maximo|presupuesto)|presupuesto|primer (?:digito|numero)|cifra maxima|"
    r"(?:mas|menos) (?:alto|bajo) que (?:su|el) (?:tope|maximo)|autorizad[oa]|tope\b|max rate|"
    r"cuanto (?:margen|espacio) (?:tiene|hay|queda))\b",
    I.ASKS_CUSTOMER_RATE: r"\b(?:(?:cuanto|que|lo que)(?: \w+){0,4} (?:el |su |la )?(?:cliente|embarcador|shipper|"
    r"dueno de la carga|compania)|(?:cliente|embarcador|shipper)(?: \w+){0,2} (?:pag\w+|da\b|"
    r"esta pagando|les paga)|(?:le|les|te) (?:paga|pagan|esta pagando|estan pagando|da) (?:a "
    r"(?:usted\w*|ti) )?(?:el |su |por |ellos|a ustedes)?|(?:cuanto|que)(?: \w+){0,3} "
    r"(?:ganan\w*|ganando|gana|ganas|se (?:queda|quedan|llevan|lleva)|sacan|sacando|cobran|"
    r"cobra|les queda)\b(?: (?:ustedes|usted|con|de|al|en|por|ahi))?|(?:su|la|tu) (?:ganancia|"
    r"comision|margen|utilidad|tajada))",
    I.ASKS_LOADS: r"\b(?:que (?:mas|otra[s]?|otro|cargas|viajes|fletes) ?(?:\w+ )?(?:tiene\w*|hay|hubiera|"
    r"cargas|viaje|carga|ofrece)?|(?:tiene\w*|hay|habra|tendra|tendras|busco|ando buscando|"
    r"necesito|quiero) (?:algo|algun[ao]?|otr[ao]s?|cargas|una carga|carga|viaje|flete|mas "
    r"cargas|alguna carga|un viaje)\b|algo (?:saliendo|de \w+ (?:a|para)|para|hacia|que salga|"
    r"mas|desde|por)|otra[s]? cargas?|que tiene (?:disponible|para|de|saliendo|en)|que "
    r"tiene\W*$|de regreso|retorno)\b",
    I.WANTS_PERSON: rf"\b(?:(?:hablar|platicar|comunicar\w*|hablo|conversar) (?:\w+ )?(?:con|a) (?:el |la |un |"
    rf"una |su |algun )?{_PERSON}|(?:pas[ea]\w*|pasar\w*|comuni\w+|transfier\w+|transfer\w+|"
    rf"conect\w+|pong\w+|ponga\w*|quiero|necesito|dem?e|dame)(?: \w+){{0,2}}? (?:con |a |al |"
    rf"hablar con )?(?:el |la |un |una |su |algun )?{_PERSON}|(?:un|una) (?:persona|humano) "
    rf"(?:real|de verdad|por favor)|no (?:quiero|voy a) hablar con (?:una|un|esta|este|"
    rf"ninguna) (?:maquina|robot|computadora|grabacion|contestadora)|hay alguien (?:con|que|"
    rf"mas|ahi que)|^\W*(?:operador[a]?|agente|representante|una persona|un humano)(?: por "
    rf"favor)?\W*$|con el encargado)\b",
    I.CALL_BACK: r"\b(?:(?:llam|marqu|habl)(?:eme|ame|enme|emelo|enos|anos|eme)\b(?! por)|(?:me|nos) "
    r"(?:llama|llamas|llaman|marca|marcas|puede llamar|puede marcar|vuelve a llamar|habla "
    r"(?:mas tarde|luego|despues|manana|al rato))|(?:le|les|te|lo) (?:llamo|marco|hablo|"
    r"regreso la llamada|devuelvo la llamada|aviso|confirmo)\b|(?:yo )?(?:le|te|les) "
    r"(?:vuelvo a|voy a) (?:llamar|marcar)|volver a llamar(?! nunca)|vuelv[ao]\w* a llamar|"
    r"dej[ea](?:me|nos) (?:pensar\w*|ver|checar|consultar\w*|hablar\w*|platicar\w*|revisar|"
    r"preguntar\w*|lo pienso)|(?:lo|la) (?:pienso|voy a pensar|tengo que pensar|consulto|"
    r"platico)|tengo que (?:pensar\w*|consultar\w*|hablar\w*|preguntar\w*|checar\w*)|"
    r"regres\w+ la llamada|devuelv\w+ la llamada|llam\w+ (?:mas tarde|luego|despues|al rato|"
    r"manana|en)|mas tarde\W*$|al rato|pensarlo|ahorita no puedo|estoy (?:manejando|"
    r"ocupado))\b",
    I.OPT_OUT: r"\b(?:(?:no|ya no|nunca|jamas|deje\w* de|dejen de|deja de|dejar de|que no|pare\w* de|"
    r"paren de|basta de)(?: (?:me|nos|le|les|vuelv[ao]\w*|quiero que|quiero|a|mas|este|otra "
    r"vez|por favor|esten?|vuelvas|se|te))*? ?(?:llam\w+|marqu\w+|marcar\w*|molest\w+|"
    r"habl(?:en|e|es|ar)me|contact\w+|mand\w+ mensajes?)(?: (?:mas|nunca|otra vez|a este "
    r"numero|de nuevo|jamas))?|(?:quit|borr|elimin|sac|remuev|retir)\w*(?: (?:me|nos|mi|este|"
    r"el|nuestro))?(?: numero| nombre| telefono)? (?:de (?:su|la|tu|sus|esa) (?:lista|base|"
    r"sistema|registro)\w*|de ahi)|(?:borr|elimin|quit)\w+ mi (?:numero|nombre|telefono)|"
    r"lista de no llamar|dejenme en paz|dejeme en paz|no molest\w+|me (?:borre|quite|elimine|"
    r"saque)n? de)\b",
    I.WRONG_NUMBER: r"\b(?:(?:numero|persona|telefono|lugar|compania) (?:equivocad[oa]|incorrect[oa])|(?:esta|"
    r"se|usted) (?:equivocad[oa]|equivoco)(?: de numero| de persona)|se equivoco\b|aqui no "
    r"(?:hay|es|vive|trabaja|tenemos)|no (?:hay|vive|trabaja) (?:nadie|ningun[a]?)|no "
    r"(?:conozco|conocemos)|no soy (?:camionero|chofer|transportista|esa persona|el que "
    r"busca)|(?:es|esta es) (?:una )?casa particular|no tengo (?:camion|camiones|troca))\b",
    I.REPEAT: r"\b(?:(?:me |nos |lo |la |puede |podria )?(?:repit\w+|repet\w+|repite)\b|(?:como|que) "
    r"(?:dijo|dice|dijiste|me dijo|fue eso|dices)|otra vez\W*$|mande\W*$|una vez mas|no (?:le "
    r"|te |lo |la |se )?(?:escuch\w+|oi\w*|oigo|entend\w+|entiendo|oye|alcance a oir|capto|"
    r"copio)|se (?:corta|escucha mal|oye mal|esta cortando|oye cortado|corto)|mas despacio|"
    r"mas lento|digame otra vez|perdon\W*$|disculpe\W*$|como\W*\?|^\W*(?:que|como|mande|"
    r"eh)\W*$|hable mas fuerte|de nuevo por favor)",
    I.HOLD: r"\b(?:(?:esper[eaá]\w*|aguant\w+|perm[ií]t\w+|permit\w+|deme|dame|denme)(?: (?:me|nos|un|"
    r"una|tantito|por favor|solo|nada mas|dos|unos|1))* ?(?:un |dos |unos )?(?:momento|"
    r"momentito|segundo|segundito|minuto|minutito|tantito|rato|ratito|chance|minutos|"
    r"segundos)|^\W*(?:un|1) (?:momento|momentito|segundo|segundito|minuto)\b|esperem?e?\b(?! "
    r"que)|espera\b|permitame|no cuelgue|aguanteme|dejeme (?:anotar|orillarme|buscar|agarrar|"
    r"sacar|estacionarme)|ahorita (?:le digo|vengo|regreso)|tantito\b)",
    I.VOICEMAIL: r"\b(?:dej\w+ (?:su|un|tu) (?:mensaje|nombre|recado)|despues del tono|al escuchar el tono|"
    r"buzon (?:de voz|lleno)|no (?:puedo|podemos) (?:contestar|atender|tomar su llamada)|la "
    r"persona que (?:usted )?(?:llamo|marco)|deje (?:un |su )?mensaje|no se encuentra "
    r"disponible|despues de la senal)\b",
    I.SPANISH: r"\b(?:hablas? (?:usted )?(?:en )?espanol|(?:en|hablar|hablo|alguien que hable|prefiero|"
    r"habla|hable|hablamos|solo|puro|hablan) (?:en )?(?:espanol|castellano)|espanol(?: por "
    r"favor|\W*$)|no (?:hablo|hablamos|entiendo|se) (?:mucho |bien |el |nada de )?ingles)\b",
    I.ENGLISH: r"\b(?:(?<!no hablo )(?<!no entiendo )(?<!no se )(?:en|prefiero|hablar|hablemos|habla|"
    r"mejor|hablas) (?:en )?ingles|ingles por favor)\b",
    I.UNKNOWN: r"\b(?:no (?:lo |la |le )?(?:se\b(?! (?:puede|preocupe|oye|escucha|me|la|lo|mueve|corta))|"
    r"sabria|recuerdo|me acuerdo|tengo (?:idea|mc|dot|bol|numero|papeles|el numero|la "
    r"informacion|a la mano|aqui|ese dato|el dato|el bol|el mc|eso)|estoy segur[oa]|conozco "
    r"el)|quien sabe|ni idea|no tengo idea|tendria que (?:ver|checar|preguntar|revisar)|"
    r"(?:todavia|aun) no (?:lo|la|me|tengo) ?(?:tengo|dan|el|la)?|no lo tengo|se me olvido|no "
    r"la tengo)\b",
    I.DELAYED: r"\b(?:(?:voy|vamos|llego|llegare|ando|estoy|va|vengo|voy a llegar|llegar|voy un poco|un "
    r"poco|poco|media hora|horas?|minutos?|va a ser|salgo|sali|cargaron|muy|como) (?:\w+ "
    r")?(?:tarde|retrasad[oa]|atrasad[oa]|demorad[oa])\b(?! por la tarde)|(?<!sin )retras\w+|"
    r"hubo (?:un )?(?:accidente|choque|problema)|estoy parad[oa]|atras(?:ad\w+|o\b)|"
    r"demora(?:d\w+|\b)|no (?:voy a|alcanzo a|creo|creo que|puedo|llego|"
    r"vamos a|voy) ?(?:\w+ )?(?:llegar|alcanz\w+|llegue)?(?: \w+)? ?a tiempo|atorad[oa]|"
    r"varad[oa]|atascad[oa]|(?:se me )?(?:ponch\w+|descompus\w+|revent\w+|trono|tronaron|"
    r"quebro|rompio)|hay (?:mucho |un )?(?:trafico|accidente|choque|bloqueo|congestion)|mucho "
    r"trafico|perdi la cita|no (?:voy a )?(?:llegar|alcanz\w+) (?:a|la) (?:mi |la )?(?:cita|"
    r"hora)|(?:me |nos )(?:tienen|tuvieron|tiene) (?:esperando|parad[oa]|detenid[oa])|sigo "
    r"esperando|cambiar la cita|reagendar|ocupo otra cita|se (?:estan tardando|tardaron|"
    r"tardan))\b",
}
