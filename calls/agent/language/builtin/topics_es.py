"""What questions are about, in Spanish; over plain words (no accents)."""

from calls.agent.meaning import Topic

T = Topic

TOPICS: dict[Topic, str] = {
    T.WEIGHT: r"\b(?:cuanto pesa\w*|(?:el|que|de) peso\b(?! menos)|pesad[ao]|cuantas libras|pesa\b|"
    r"pesan\b|peso tiene)\b",
    T.COMMODITY: r"\b(?:que (?:es lo que )?(?:lleva\w*|carga\b|cargo\b|traigo|trae|llevo|transport\w*|voy "
    r"a (?:cargar|llevar|mover)|producto|mercancia|tipo de (?:producto|carga|mercancia))|"
    r"mercancia|producto\b|commodity|material peligroso|hazmat|que es (?:lo que|la carga|la "
    r"mercancia)|de que es (?:la carga|el viaje))\b",
    T.PICKUP: r"\b(?:(?:se |la |lo )?(?:recog\w+|levant\w+|recol\w+)|(?:a que hora|cuando|donde|en "
    r"donde)(?: \w+){0,3} (?:carga\w*|cargar|cargo|cargan|pickup|sale)|pick ?up|origen|"
    r"embarcador\b(?! paga)|hora de carga|cita de carga)\b",
    T.DELIVERY: r"\b(?:(?:se |la |lo |hay que )?(?:entreg\w+|descarg(?:a|o|ar|an)\b)|destino|(?:a|para) "
    r"donde va|delivery|hora de (?:entrega|descarga)|cita de entrega|donde (?:va|termina)|a "
    r"donde (?:va|es))\b",
    T.MILES: r"\b(?:cuantas millas|que (?:distancia|tan lejos|millaje)|millaje|distancia|son (?:como "
    r")?\w+ millas|que tan lejos|cuantos kilometros|millas son)\b",
    T.EQUIPMENT: r"\b(?:(?:que|cual|tipo de|clase de) (?:tipo de )?(?:equipo|caja|trailer|remolque|camion|"
    r"traila)|(?:es|ocupa\w*|necesita\w*|requiere|lleva|para|se puede)(?: \w+){0,3} (?:reefer|"
    r"caja seca|caja|plataforma|refrigerad\w*|van|flatbed|termo|seca)|lonas?|lona\b|cadenas|"
    r"barras)\b",
    T.STOPS: r"\b(?:cuant[ao]s (?:paradas?|stops?|entregas|descargas|drops)|paradas\b|alguna parada|"
    r"una sola (?:parada|entrega)|directo|paradas extra)\b",
    T.INSTRUCTIONS: r"\b(?:(?:instruccion\w*|requisitos?|requerimientos?|indicaciones)(?: especial\w*)?|algo "
    r"(?:especial|que deba saber|mas que deba)|restriccion\w*|rastreo|macropoint|equipo de "
    r"seguridad|casco|chaleco|carga viva|live load|drop)\b",
    T.TEAM: r"\b(?:team\b|(?:dos|2) (?:choferes|operadores|conductores|drivers)|en equipo|equipo de "
    r"(?:dos|choferes)|doble operador|solo un chofer)\b",
    T.TEMPERATURE: r"\b(?:(?:a |que )?temperatura|cuantos grados|a como va el termo|set ?point|congelad\w|"
    r"grados va)\b",
    T.LOAD: r"\b(?:(?:que|cual) carga (?:es|era)|(?:mas|los|que|dame|deme) (?:detalles|informacion|"
    r"datos)|detalles|hableme de|digame (?:de|sobre) la carga|cuenteme|(?:esta|sigue|todavia "
    r"(?:esta|tiene|hay)|aun (?:esta|tiene)) (?:\w+ )?(?:disponible|abierta|la carga|libre|"
    r"ahi)|disponible\b|de que se trata|sobre que carga|que ruta|de donde (?:a|sale))\b",
    T.WHO: r"\b(?:quien (?:habla|es|llama|me (?:habla|llama)|eres)|con quien (?:hablo|tengo|estoy|"
    r"hablamos)|de (?:que compania|parte de quien|donde (?:llama|habla|me (?:llama|habla)))|"
    r"que compania|como se llama (?:usted|la compania|su)|quien eres|cual es su nombre|su "
    r"nombre)\b",
    T.ROBOT: r"\b(?:(?:es|eres|esta|estoy|hablo|hablando|usted|esto)(?: \w+){0,4}? (?:maquina|robot|"
    r"computadora|grabacion|contestadora|persona real|humano|persona de verdad|automatic[oa]|"
    r"inteligencia artificial|ia|bot)|robot\b|maquina\b)\b",
    T.PAYMENT: r"\b(?:pago rapido|quick ?pay|factor\w*|forma de pago|formas? de pagar|terminos de pago|"
    r"(?:en |a )?cuantos dias (?:pag\w+|tard\w+|me pagan)|en cuanto tiempo pag\w+|cuando "
    r"(?:me |nos )?pagan|como (?:me |nos )?pagan|detencion|detention|layover|lumper|adelanto|"
    r"anticipo|tardan en pagar|dias pagan|credito|metodo de pago|en cuanto tiempo)\b",
}
