"""The words around towns: those that lead to one and its role, and those that are none; in both languages."""

# What may follow "from", "in" or "to" and is no town.
NO_TOWN = frozenset({
    "a", "about", "accident", "advance", "afternoon", "ahora", "al", "all", "alla", "am", "an", "and",
    "anden", "another", "any", "anybody", "anyone", "anything", "aqui", "are", "area", "around", "as", "at",
    "back", "be", "been", "being", "better", "between", "book", "broker", "but", "by", "call", "calling",
    "camino", "camion", "can", "carga", "cargar", "casa", "cash", "cerrar", "check", "cinco", "city",
    "commodity", "como", "con", "could", "cover", "cuando", "cuanto", "cuatro", "customer", "days", "de",
    "del", "deliver", "delivery", "descargar", "detention", "did", "diez", "dios", "direct", "dispatch",
    "do", "dock", "does", "dollars", "donde", "door", "dos", "dot", "driver", "drivers", "driving", "drop",
    "eight", "el", "else", "email", "empty", "en", "encargado", "english", "entregar", "esa", "eso",
    "espanol", "esta", "este", "evening", "everything", "exit", "facility", "factoring", "favor", "fifty",
    "first", "five", "flying", "for", "forty", "four", "friday", "from", "front", "gate", "get", "getting",
    "give", "go", "going", "gonna", "got", "guard", "hacer", "had", "half", "has", "have", "he", "he's",
    "headed", "heading", "her", "here", "higher", "highway", "him", "his", "hold", "home", "horas", "hour",
    "hours", "how", "hoy", "human", "i", "i'd", "i'll", "i'm", "i've", "if", "in", "ingles", "interstate",
    "ir", "is", "it", "it's", "its", "just", "know", "la", "las", "last", "layover", "le", "les", "less",
    "let's", "like", "line", "llegar", "llevar", "lo", "load", "load's", "loaded", "loading", "loads",
    "los", "love's", "loves", "lower", "lumper", "make", "manager", "manana", "many", "mas", "maybe", "mc",
    "me", "media", "medio", "menos", "mi", "middle", "midnight", "mile", "miles", "millas", "minute",
    "minutes", "minutos", "moment", "moments", "monday", "money", "months", "more", "morning", "move",
    "much", "my", "name", "need", "next", "nine", "no", "noche", "noon", "nos", "not", "nothing", "now",
    "nueve", "number", "o", "ocho", "of", "office", "ok", "okay", "on", "one", "only", "or", "other", "our",
    "over", "pagar", "para", "park", "parked", "parking", "pay", "person", "persona", "petro", "phone",
    "pick", "pickup", "pilot", "place", "places", "poder", "por", "process", "puerta", "quarter", "que",
    "question", "questions", "quick", "quien", "rain", "rampa", "rate", "receiver", "receiving", "recoger",
    "rolling", "route", "run", "said", "same", "saturday", "say", "schedule", "se", "second", "see", "seis",
    "seven", "she", "shipper", "shipping", "shop", "should", "si", "siete", "sitting", "six", "sleeping",
    "snow", "so", "some", "somebody", "someone", "something", "spanish", "speak", "stop", "stuck", "su",
    "sunday", "ta", "take", "talk", "tarde", "tas", "te", "ten", "terminal", "texting", "that", "that's",
    "the", "their", "them", "then", "there", "these", "they", "think", "thirty", "this", "those", "three",
    "thursday", "tiempo", "time", "to", "today", "todo", "tomar", "tomorrow", "tonight", "too", "town",
    "traffic", "trafico", "trailer", "tres", "truck", "trucks", "truckstop", "tu", "tuesday", "twenty",
    "two", "un", "una", "unas", "under", "unload", "unloaded", "unloading", "unos", "us", "usted",
    "ustedes", "ver", "very", "wait", "waiting", "want", "was", "way", "we", "we're", "weather",
    "wednesday", "weeks", "weight", "were", "what", "when", "where", "which", "who", "whole", "will",
    "with", "work", "works", "would", "wreck", "y", "ya", "yard", "yeah", "yes", "you", "your",
})  # fmt: skip

ORIGIN = (
    "from", "out of", "leaving", "leaving from", "leaves", "picking up in", "picks up in", "pick up in",
    "pickup in", "pickup", "loading in", "loads in", "starting in", "originating in", "departing",
    "originates in", "coming out of", "picking up at", "desde", "saliendo de", "sale de", "que sale de",
    "salga de", "recoge en", "carga en", "cargando en", "origen",
)  # fmt: skip

DESTINATION = (
    "to", "into", "going to", "going into", "headed to", "heading to", "delivering to", "delivering in",
    "delivers in", "delivers to", "drops in", "drop in", "dropping in", "deliver in", "destination",
    "over to", "down to", "up to", "goes to", "back to", "headed for", "bound for", "towards", "toward",
    "for", "para", "hacia", "hasta", "con destino a", "entrega en", "entregando en", "rumbo a", "destino",
    "que va a", "que va para", "pa",
)  # fmt: skip

PLACE = (
    "in", "near", "past", "passed", "outside", "outside of", "passing", "passing through", "through",
    "just past", "around", "coming up on", "approaching", "coming into", "coming through", "close to",
    "west of", "east of", "north of", "south of", "by", "at", "just left", "left", "entering",
    "leaving out of", "getting into", "rolling through", "driving through", "going through",
    "right outside", "right outside of", "just outside", "just outside of", "short of", "before",
    "miles from", "miles out of", "miles away from", "minutes from", "minutes out of", "minutes away from",
    "hour from", "hours from", "hours out of", "hour out of", "right by", "here in", "over in", "down in",
    "up in", "still in", "sitting in", "crossing", "cleared", "hit", "made it to", "got to", "just got to",
    "close by", "south side of", "en", "cerca de", "pasando", "pasando por", "por", "llegando a",
    "entrando a", "saliendo de", "a la altura de", "pase", "acabo de pasar", "millas de", "minutos de",
    "horas de", "afuera de", "delante de", "adelante de", "antes de", "despues de", "aqui en", "parado en",
    "rumbo por", "al norte de", "al sur de", "al este de", "al oeste de", "cruzando", "ya pase", "voy por",
    "ando en", "ando por", "estoy en",
)  # fmt: skip
# Before a word for a town that may not be in any list; "to", "for" or "at" lead to too many other things.
WEAK = frozenset({
    "a", "antes de", "around", "at", "back to", "before", "by", "de", "despues de", "destination", "en",
    "for", "got to", "hasta", "hit", "into", "left", "pa", "para", "pase", "pickup", "por", "through", "to",
    "up to",
})  # fmt: skip
