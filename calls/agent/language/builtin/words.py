"""The words as the readers see them: small letters without accents, one character for each that was heard.

Since nothing moves, a place in the plain words is the same place in the heard ones.
"""

import re
import unicodedata
from functools import lru_cache

_ALIKE = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\n": " "}
)
# Words that belong to one language alone, and are said often.
_SPANISH = re.compile(
    r"\b(?:el|la|los|las|es|esta|estoy|estamos|de|del|que|por|para|con|una?|mi|lo|le|se|si|muy|mas|pero|como|"
    r"cuanto|cuando|donde|quien|cual|quiero|puedo|puede|puedes|necesito|tengo|tiene|tienes|"
    r"hay|hasta|ya|pues|bueno|"
    r"gracias|senor|senora|senorita|hola|adios|claro|vale|dale|carga|camion|caja|milla|millas|"
    r"dolares|numero|hoy|manana|ahora|ahorita|"
    r"uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|veinti\w+|treinta|cuarenta|"
    r"cincuenta|sesenta|setenta|"
    r"ochenta|noventa|cien|ciento|\w+cient[oa]s|quinient[oa]s|mil|llego|llegue|salgo|vengo|"
    r"voy|fuera|hagamos?|haz|haga|eso|esa|este|"
    r"listo|aqui|conviene|sin|hora|hubo|buena|correcto|equivocado|retraso\w*|demoras?|mande|simon|nel|andale|orale|trato|acuerdo|tomo|agarro|aviento|jalo|hagale|cerramos|mitad|alcanza|sirve|interesa|entiendo|nos|su|sus|tu|ustedes?|paga[rn]?|"
    r"tarifa|precio|cargado|cargue|vacio|trafico|llamar?|llame|llamenme|llamada|espanol|"
    r"perdon|digo|espere|espera|momento|favor|otra|vez|mejor|hecho|trato|bien|buen[oa]?s|dias|"
    r"tardes|noches|menos|medio)\b"
)
_ENGLISH = re.compile(
    r"\b(?:the|a|an|and|i|i'm|i'll|i'd|i've|me|us|you|you're|it|it's|is|are|was|to|of|for|on|"
    r"in|at|my|your|we|we're|they|"
    r"that|that's|this|what|what's|when|where|who|how|can|can't|could|do|don't|does|need|want|"
    r"have|got|get|give|make|"
    r"yes|yeah|yep|ok|okay|sure|with|from|out|just|about|not|but|so|be|will|would|one|two|"
    r"three|four|five|six|seven|"
    r"eight|nine|ten|twenty|thirty|forty|fifty|hundred|thousand|load|truck|mile|miles|hello|"
    r"hi|thanks|please|book|"
    r"speak|spanish|english|sorry|number|here|there|right|good|all|call|back|loaded|empty)\b"
)


def plain(heard: str) -> str:
    """The words in small letters, without accents, with straight quotes and dashes; as long as what was heard."""
    if heard.isascii():
        return heard.lower().replace("\n", " ").replace("`", "'")
    return "".join(_plain_letter(letter) for letter in heard)


@lru_cache(maxsize=2048)
def _plain_letter(letter: str) -> str:
    """One character for one."""
    alike = letter.translate(_ALIKE)
    base = unicodedata.normalize("NFKD", alike)[:1].lower()
    return base if len(base) == 1 and not unicodedata.combining(base) else " "


def languages_of(words: str, otherwise: str) -> tuple[str, ...]:
    """The languages that plain words are in, "en", "es" or both, the main one first; `otherwise` is always one."""
    counts = {"en": len(_ENGLISH.findall(words)), "es": len(_SPANISH.findall(words))}
    spoken = [language for language, count in counts.items() if count]
    if otherwise not in spoken:
        spoken.append(otherwise)
    return tuple(sorted(spoken, key=lambda language: (-counts[language], language != otherwise)))
