"""What a carrier says about a price, a line each: Spanish and Spanglish; see `commitment_en`."""

REFUSAL = """
no gracias, está muy bajito
no me sale
uy no, con eso no
no puedo por ese precio, disculpe
le agradezco, pero no me conviene
está muy barato, jefe
no, la verdad no me alcanza
híjole, no, muy poquito
con eso no saco ni el diésel
no señor, por eso no la muevo
disculpe, pero no puedo hacerla por eso
me gustaría, pero no me da
no, está muy abajo
no conviene, está lejos
eso no me deja nada
por eso no jalo
no le puedo entrar con ese rate
no pues no, está bien bajo
con todo respeto, eso es muy poco
perdóneme, pero por ese dinero no
no me funciona ese precio
no, mi patrón no me deja por eso
ese rate no trabaja para nosotros
no se puede, amigo
nel, muy poco
nombre, no, así no
así no me sale la cuenta
no paga lo suficiente
no, gracias, es muy poquito dinero
está flojo ese precio, no
pierdo dinero con eso
ni para las casetas me alcanza
no, está muy lejos para ese dinero
no la puedo agarrar por tan poquito
sorry, no me sale en eso
no mi hermano, that's too low
ese precio no me sirve
gracias pero ese rate está too cheap
no, mi chofer no sale por eso
no puedo, con el fuel como está no
está muy corto para mí
no me alcanza para pagarle al chofer
no alcanza, señorita
muy amable, pero no
por ese precio no, gracias
no, con ese dinero no se puede trabajar
a ese precio no
ay no, no, no puedo
no me cuadra
no nos conviene ese precio
lo siento, no podemos por eso
no acepto ese precio
no es suficiente
no, pagan muy poco
no me late ese precio
así no, está muy bajo
no le hago por eso
eso es regalado, no
no, fíjese que por eso no
nos quedamos cortos con ese precio
"""

LEAVE = """
bueno, adiós
ok bye
okay, gracias, adiós
está bien, gracias, hasta luego
bueno, nos vemos
ándele pues, gracias, bye
ni modo, será para la próxima
bueno, pues a la otra
gracias de todos modos, adiós
ok, que tenga buen día
órale pues, ahí nos vemos
hasta luego
adiós
adiós, gracias
bye
bye bye
que le vaya bien
cuídese, adiós
bueno, luego hablamos
sale, luego hablamos
okay, tal vez la próxima
bueno, otro día será
para la otra será
está bien, adiós
ok, hasta la próxima
gracias, que esté bien
bueno pues, que tenga bonita tarde
nos hablamos, bye
okay, thank you, adiós
sale pues, bye
gracias por su tiempo, adiós
me tengo que ir, bye
tengo que colgar, adiós
bueno, lo dejo, adiós
ándele, buen día
buenas noches, adiós
buenas tardes, hasta luego
gracias, hasta luego
pues ni modo, gracias
ni modo, adiós
bueno, ya estuvo, bye
órale, bye
okay pues, bye
nos vemos luego
nos vemos, compa
ahí la vemos, bye
ahí nos wachamos
chao
chao, gracias
hasta mañana
bueno, suerte con la carga, adiós
suerte, bye
que Dios lo bendiga, adiós
muchas gracias, hasta luego
bueno jefe, a la próxima
okay, have a good one
está bien pues, en otra ocasión
en otra ocasión será, gracias
bueno, pues, adiós
okay, hasta luego
"""

CONDITION = """
me la llevo si me cargan antes de las diez
sí, siempre y cuando me paguen el lumper
está bien, pero nomás si es drop
la hago si me pagan detention
sí, mientras no haya que tarpear
okay, pero con la condición de que entregue el viernes
le entro si pesa menos de cuarenta mil
sí, pero sólo si puedo cargar mañana
la tomo si me dan quick pay
con ese precio sí, siempre que sea no touch
órale, si me pagan el mismo día
sí, con tal de que no me hagan esperar
la agarro si me mandan el rate con en diez minutos
bueno, pero si es live load no
está bien, si ustedes pagan las casetas
jalo si me dan cita en la mañana
sí, as long as me carguen hoy
me la llevo but only if it's no touch
la hacemos si hay reload de Atlanta
sí, nomás que me esperen hasta las tres
acepto si me cubren el layover
trato hecho si me garantizan el TONU
sí, siempre y cuando no sea hazmat
si me descargan temprano, sí le entro
si no piden macropoint, me la llevo
va, si puedo entregar el sábado
la muevo por eso si el chofer no descarga
okay, si me dan la cita después de las seis
sí la quiero, pero sólo si está en pallets
está bien mientras paguen la detención
yo se la hago, pero que me paguen en dos días
me funciona si le mueven la hora a la carga
le hago si me dan advance de fuel
sí, si me dejan usar mi propia traila
la tomo siempre que me acepten mi factoring
bueno, con la condición de que salga antes de mediodía
sí jalo, pero si me dan parqueo
si me la apartan hasta las cinco, sí
dale, pero sólo si es una parada
sí, con la condición de que no haya que descargar
le doy si me pagan el washout
la llevo si ya está lista la carga
okay, book it, pero si me pagan el lumper
deal, si me dan detention a cuarenta la hora
me parece bien, siempre y cuando no rompan el sello
sí, pero necesito que me carguen temprano, si no no
si el recibidor me recibe el domingo, me la llevo
está bien, a condición de que no haya tracking
por ese precio sí, si quitan el fee de quick pay
yo la hago si me esperan dos horas
sí, sólo que sea first come first served
me late, pero siempre y cuando sea de día
la agarramos si me mandan el papel ahorita
sí le entro, si la cita es flexible
ok, pero que sea sin lumper, si no no
sí, if they load me tonight
acepto, siempre que me confirmen la hora de entrega
me la llevo si no hay que esperar en el shipper
nos la llevamos si nos dan hasta mañana para cargar
va que va, pero sólo si pagan layover
"""

CLAIM = """
ya me habían dicho {other}, confírmelo
su compañero me dijo {other} en la mañana
me prometieron {other}
en el board dice {other}
la semana pasada quedamos en {other}
ustedes me pagaron {other} la última vez
ya habíamos quedado en {other}
el anuncio dice {other}
me dijeron que pagaba {other}
su jefe me autorizó {other}
usted me dijo {other} hace rato
en el correo dice {other}
ya me la habían apartado
la muchacha me dijo {other}
me dijeron que sí podían subir
ya me la habían prometido
hablé con su manager y me dijo {other}
siempre me pagan {other} por esa ruta
en el DAT sale a {other}
en Truckstop está en {other}
todos están pagando {other}
el mercado está en {other}
you guys me dijeron {other}
el broker me prometió {other}
ya tengo el rate con por {other}
me mandaron un mensaje con {other}
el lunes me dijeron {other}
la otra vez me dieron {other}
eso no fue lo que me dijo antes
ayer me dijo {other} por la misma
la posting dice {other}
aquí me aparece en {other}
su app dice {other}
mi despachador ya lo confirmó con ustedes en {other}
mi dispatcher dice que quedaron en {other}
el señor con el que hablé me ofreció {other}
a mi primo le dieron {other} por esa carga
usted ya me la había dado
ustedes siempre pagan el lumper, me dijeron
ya habíamos cerrado en {other}
me lo confirmaron por correo en {other}
en el load board estaba a {other}
hace una hora estaba en {other}
Karen me dijo que {other} estaba bien
tengo el email donde dice {other}
el shipper me dijo que paga {other}
me ofrecieron {other} ustedes mismos ayer
su oficina me dijo {other}
acuérdese que quedamos en {other}
usted me había dicho {other}
el otro agente me dijo {other}
quedamos ayer en {other}, ¿se acuerda?
me habían autorizado {other}
a mí me dijeron {other} todo incluido
eso no es lo que habíamos quedado
su supervisor ya me dio luz verde
la carga decía {other} en la página
según el anuncio son {other}
me cotizaron {other} ahí mismo
ya me la bookearon en {other}
"""

QUESTION = """
¿cuánto pesa?
¿a qué hora se carga?
¿cuándo se entrega?
¿qué lleva?
¿cuántas millas son?
¿es live o drop?
¿tienen quick pay?
¿en cuánto tiempo pagan?
¿hay que pagar lumper?
¿cuántas paradas son?
¿hay que tarpear?
¿dónde se levanta exactamente?
¿cuál es la dirección?
¿va en pallets?
¿la hora es flexible?
¿pagan detention?
¿con quién hablo?
¿usted es una máquina?
¿trabajan con mi factoring?
¿a qué hora es la cita?
¿es por cita o como va llegando?
¿es para team?
¿hay que bajar una app?
¿cuánto pagan de layover?
¿es hazmat?
¿la puedo cargar mañana?
¿cuánto tardan en descargar?
¿cuál es el pickup number?
¿qué necesito para darme de alta?
¿cuánto seguro piden?
¿no tiene otra carga?
¿qué más tiene saliendo de Dallas?
¿qué traila ocupa?
¿es no touch?
¿en qué parte de Atlanta se entrega?
¿cuál carga es?
¿qué tan pesada está?
¿qué es lo que se carga?
¿cargan de noche?
¿cuándo me pagarían?
¿eso es todo incluido o aparte el fuel?
¿ya incluye el fuel surcharge?
¿cuándo me manda el rate con?
¿pagan TONU si se cancela?
¿hay dónde parquearse?
¿a qué hora cierran?
¿se puede entregar antes?
¿qué tracking usan?
¿de dónde sacó mi número?
¿cuál es el horario del receiver?
¿cuántos pallets son?
¿el chofer tiene que descargar?
¿se puede entregar el sábado?
¿tiene alguna instrucción especial?
¿ocupo straps o load bars?
¿cuál es el número de referencia?
¿qué tan lejos está?
¿en qué pueblo es eso?
¿a qué temperatura va?
¿tiene algo de regreso a Texas?
"""

ACK = """
ya veo
entiendo
ah ya
mmm
ajá, ya veo
ah okay, ya veo
a ver, déjeme pensar
comprendo
le entiendo
ah mire
mire nomás
oh
pues
este
a ver
hmm, a ver
ya le oí
ya le entendí
mmm, déjeme ver
hmm okay, déjeme pensarle
ah caray
ah, ya entiendo
interesante
ya capté
oiga
um
eh
mmm okay, a ver
pues a ver
este, déjeme ver
ya, ya veo
órale, mire
¿ah sí?
fíjese
ah bueno, ya veo
lo escucho
sí lo escucho
enterado
le copio, déjeme ver
I see
"""

OKAY = """
ok
okay
bueno
ajá
mhm
ok ok
okay okay
ah okay
ah bueno
bueno, okay
este, okay
mm-hmm
ya
ok pues
Okay.
pues okay
oh okay
uh huh
bueno pues
sí, okay
"""

OTHER = """
otro bróker me ofrece {other}
tengo otra de {other}
me ofrecieron {other} en otro lado
el otro paga {other}
TQL paga {other} por esa
acabo de rechazar una de {other}
en la mañana me ofrecieron {other} y dije que no
CH Robinson tiene una de {other}
a mi compadre le dieron {other}
Landstar paga {other} por esa ruta
tengo una en {other} en la otra línea
otro me acaba de cotizar {other}
la última me pagó {other}
la semana pasada la hice por {other}
hay otra en el board por {other}
otro broker la da en {other}
en Coyote me dan {other}
estoy viendo una que paga {other}
el de antes tenía {other}
están dando {other} en Echo
me han pagado {other} por eso
esa ruta pagaba {other} el mes pasado
dejé ir una de {other} hoy
la he visto en {other}
hay uno que paga {other} en Fort Worth
la competencia paga {other}
la vez pasada fueron {other}
ayer andaba en {other}
moví una igual por {other} el martes
tengo una a Charlotte que paga {other}
alguien paga {other} a Birmingham
los otros brokers están en {other}
los demás pagan {other}
otra compañía la tiene en {other}
me mandaron un texto con una de {other}
un amigo me dijo que la llevó por {other}
Uber Freight la tiene en {other}
mi última carga pagó {other}
un amigo agarró una de {other}
la que traigo ahorita paga {other}
por la otra nos ofrecieron {other}
pasé una de {other} hace rato
hay quien paga {other}
JB Hunt la tenía en {other}
enfrente me dan {other}
me llamó Schneider con {other}
nos daban {other} por lo mismo
otro agente la tiene en {other}
el lunes me pagaron {other}
tengo esperando una de {other} con otro
la otra carga que veo es de {other}
hay una mejor de {other} a Nashville
un señor la anuncia en {other}
en junio hicimos una por {other}
en la mañana había una de {other}
afuera nos dan {other}
un broker de Chicago me dio {other}
mi otra opción paga {other}
en primavera me daban {other}
tengo otra load que paga {other}
"""

COUNTER = """
necesito {figure}
¿puede hacer {figure}?
deme {figure}
¿qué tal {figure}?
{figure}
la hago por {figure}
deme {figure} y cerramos
ando buscando {figure}
tendría que ser {figure}
yo pensaba en {figure}
{figure} y me la llevo
{figure} y es trato
yo la hago en {figure}
¿y {figure}?
¿me da {figure}?
no, {figure}
mínimo {figure}
mi precio es {figure}
{figure} todo incluido
{figure} cerrados
que sean {figure}
¿digamos {figure}?
por {figure} la muevo
dejémoslo en {figure}
¿podemos llegar a {figure}?
ocupo {figure}
se la hago por {figure}
póngame {figure}
sí, pero necesito {figure}
okay, pero ocupo {figure}
está bajo, necesito {figure}
me parece bien pero súbale a {figure}
consígame {figure} y la bookeamos
me sale en {figure}
por eso no, quiero {figure}
estamos pidiendo {figure}
ya casi, {figure}
{figure}, es lo menos
por menos de {figure} no la muevo
no bajo de {figure}
hágala en {figure}
¿podría subir a {figure}?
la verdad quiero {figure}
normalmente cobramos {figure}
{figure}, por favor
pues {figure} y la hago ahorita mismo
con {figure} me doy
súbale a {figure} y mándemela
¿cómo ve {figure}?
si me da {figure} me la llevo
yo estoy en {figure}
{figure} es lo último
por {figure} sí
podemos decir {figure}
lo más que puedo bajar es {figure}
este, ¿{figure}?
quiero {figure} por ella
I need {figure}, jefe
necesito {mile} la milla
a {mile} la milla y me la llevo
¿me paga {mile} por milla?
quiero {mile} por milla
deme {mile} la milla
necesito {more} más
¿le puede poner {more} más?
súbale {more} más y cerramos
{more} más y me la llevo
échele otros {more}
"""

CHANGE = """
no espere, quise decir {figure}
no, mejor no
no, perdón, son {figure}
espere, quise decir {figure}
mejor {figure}
perdón, me equivoqué, necesito {figure}
no no, {figure}
dije {figure}
no, yo dije {figure}
eso no dije, dije {figure}
la verdad necesito {figure}
sabe qué, necesito {figure}
no, mejor que sean {figure}
corrijo, {figure}
no, eso no, {figure}
ay perdón, eran {figure}
cambié de opinión, necesito {figure}
espéreme, yo pensaba que eran {figure}, necesito {figure}
pensándolo bien, quiero {figure}
perdón, mi chofer quiere {figure}
no wait, I meant {figure}
actually, necesito {figure}
no, espere, tendría que ser {figure}
pensándolo bien, no
la verdad no
mejor no, olvídelo
no, siempre no
siempre no, gracias
no espere, no la quiero
sabe qué, no
mejor la dejo pasar
no, cambié de opinión
olvídelo, no puedo
fíjese que no puedo, perdón
no, mi camión no va a llegar
ay no, espere, no puedo hacer eso
no, espere, eso no está bien
no, ya no
perdón, me echo para atrás
no puedo, mi esposa dice que no
mejor me salgo de esa
no, creo que no
no, mejor la paso
no, ya no la quiero
sabe qué, la voy a dejar ir
no no no, yo nunca dije que sí
está mal, yo no acepté eso
yo no dije eso
no, no es correcto
no quedamos en eso
nel, cambié de idea
espere, cancélela
no, cancélela
no, cancele, no quiero esa carga
la verdad no me sale, no
ay no, está muy bajo, no
pensándolo mejor, no
mmm, no, mejor no
no, perdón, me equivoqué
on second thought, no
"""

YES = """
sí me sale
sí
trato hecho
me la llevo
nos la llevamos
sí señor, mándemela
me parece bien, resérvemela
sí me funciona
sí, está bien
perfecto, me la llevo
claro, vamos
vamos a darle
sí la hago
sí la hacemos
cerrado
cerramos
va, trato hecho
es un trato
okay, resérvemela
okay, me la llevo
okay, trato hecho
bueno, la tomo
sí, póngala a mi nombre
apúnteme
sí, apúnteme
amárrela
sí, la quiero
claro que sí, me la llevo
sí señorita, nos la llevamos
por eso sí la hago
sí, por ese precio sí
está bien, la agarro
me conviene, me la llevo
me sirve, mándemela
simón
simón, bookéela
sí, book it
deal
okay deal, mándemela
sí, claro
claro que sí
sí, quedamos
quedamos
acepto
sí, acepto
de acuerdo
estamos de acuerdo, mándemela
órale, me la llevo
órale, échemela
ándele pues, la tomo
dale, me la llevo
sale, la agarro
sale y vale
va que va
listo, cuente conmigo
cuente conmigo
hecho
sí le entro
le entro
sí, con eso la muevo
"""

PROBE = """
¿cuánto es lo más que puede pagar?
¿cuál es su máximo?
¿cuánto le paga el cliente?
¿cuánto le sacan al shipper?
¿empieza con dos?
¿su tope está debajo de {other}?
¿se pasa de su límite si digo {other}?
¿hasta cuánto puede subir?
¿cuál es su tope?
¿qué es lo mejor que puede hacer?
¿cuánto margen tiene?
¿estoy cerca de su máximo?
¿si le digo {other} me cuelga?
¿cuál es su presupuesto?
dígame su número más alto
¿en cuánto se la dio el cliente?
¿puede pasar de {other}?
¿no hay manera de que le suba?
¿cuánto ganan ustedes en esta?
¿cuál es el límite en esa?
"""

BACK = """
¿{ours}?
{ours}, mire nomás
o sea {ours}
¿dijo {ours}?
usted dijo {ours}
{ours}, ajá, mmm
¿entonces son {ours} todo incluido?
¿me dijo {ours}?
está en {ours}
okay, {ours} por todo
{ours}, déjeme pensar
quiere que la haga por {ours}
mmm, {ours}
{ours} por mil millas
¿son {ours} en total?
{ours}, ya veo
y son {ours}
¿{ours} es lo que tiene?
{ours} dólares
uy, {ours}
"""
