"""What a carrier says about a price, a line each: English; see `commitment`.

`{figure}` is a price of their own for the load, `{mile}` one a mile, `{more}` dollars on top of ours, `{ours}` ours
said back, `{other}` somebody else's.
"""

REFUSAL = """
no thank you, that's a little light for us
I appreciate it but that won't work
that don't work for me, sorry
yeah no, I can't do it for that
thanks, but that's too low
oh, that's pretty thin, I'm afraid I can't
I'd love to help you out but not at that rate
we couldn't move it for that, sorry about that
unfortunately that's not going to cover my fuel
mm, that's not enough for that run
I'm sorry, that just doesn't make sense for us
no sir, I can't turn a wheel for that
that's kind of you, but we can't make that work
I hear you, but that rate's not there
not for that, no
that's not gonna do it, my friend
respectfully, that's too cheap
no ma'am, that's below my cost
I wish I could, but the numbers don't work
we'd lose money on that one
that won't pay for the deadhead
nah that's way too low man
with all due respect that's an insult of a rate
can't do that one for that, bud
sorry, no can do at that price
I don't think we can do it for that
well, I'm afraid that's a no at that price
it's just not worth it for us at that
that's light, real light
ooh, no, that's tough, I can't
I can't justify that with fuel where it is
hmm, no, that's short
we don't run for that kind of money
thank you kindly but that's not enough
that price doesn't work on our end
no, it's too little for that many miles
I couldn't ask my driver to do it for that
I'd be paying you to haul it
appreciate the offer, but that's under what I need
we can't accept that rate, sorry
that's not going to fly
that rate is no good for me
no thanks, not at that money
my boss would kill me for that rate, so no
I'm gonna have to say no to that price
that's not even close
you're too low on that one
sorry hon, we can't do it for that
it don't pay enough
not at that number
no way, not for that
that isn't workable for us
we can't run it at that
I really can't at that rate
that's a bit under where I'd have to be
you'd have to do a lot better than that, no
I'd be upside down at that
no, that doesn't pencil out
that's less than I'd get sitting at home, no
oh no no, I can't do that, thank you though
"""

LEAVE = """
okay bye
well okay, maybe next time
have a good one then
alright, thanks, bye
okay thank you, bye bye
alright, talk to you later
well, thanks anyway, bye
okay, have a good day
alright then, you take care
thanks for your time, goodbye
okay, catch you on the next one
alright man, have a good one
well, we'll get you on the next one
okay, good luck with it, bye
alright, I'll let you go
okay then, bye now
thanks, have a great day
y'all have a good one
alright, later
okay, see ya
all right, good luck
well, good luck with that load
okay, take care now
bye
goodbye
bye-bye
okay, well, have a nice day
thank you, goodbye
alright, take it easy
okay, thank you for your time
no worries, have a good one
no problem, talk to you soon
alright brother, be safe out there
okay, I appreciate you, bye
well, I appreciate your time, have a good day
alright, I'll talk to you another time
okay, maybe another time
maybe some other time then
next time then, bye
okay well, call me when you got something better, bye
alright, thanks for calling, bye
thanks but I gotta run, bye
okay, I have to go, bye
I gotta go, talk later
well, I'll let you get back to it, bye
alright, you have a blessed day
okay, stay safe, bye
cheers, bye
alright bud, later
okay, have a good weekend
we'll talk again some time, bye
okay, so long
alright, peace
okay hon, you take care, bye
yeah okay, maybe next time
okay, well, have a good one
alright well, bye
okay okay, goodbye then
right, well, bye for now
okay, I'm gonna hang up now, bye
"""

CONDITION = """
I'll take it if you load me by ten
I can do that as long as they unload me the same day
that works provided there's no lumper
yeah, if you can throw in the lumper
okay but only if you pay detention after two hours
sure, as long as it's no touch
I'd do it if you can get me a morning appointment
we can do that if it's drop and hook
yes, but only if I can deliver Friday
that's fine as long as you do quick pay
I'll do it on the condition that I get paid in two days
I can run it for that if you move the pickup to tomorrow
if they can load me tonight then yes
deal, if the weight's under forty thousand
it works as long as I don't have to tarp it
I'd take it if you cover the tolls
only if there's no tracking
okay, provided my driver gets out by noon
I'll book it if you can hold it till three
that's good so long as detention is forty an hour
if you send me the fuel advance, I'll take it
yeah, we'll do it, but they have to load us first thing
I can do it at that, assuming it's live unload
as long as nobody makes me wait, I'll take it
we have a deal if you can give me two hours to get there
yes if there's no driver assist
I'd be good with that if you'd put a TONU in writing
alright, if I can pick it up after six
that'll work if it's only one drop
sure, if you guarantee me a reload out of Atlanta
provided I can deliver early, we'll take it
okay but you gotta pay the lumper
I'll take it but only if it's palletized
we'll haul it if the receiver takes it Saturday
if my truck gets empty by five I'll take it
it's a yes as long as there's parking
I can live with that if you pay in a week
count me in if there's no appointment
fine, but only if they don't make me unload
I'll run it if you email me the rate con in ten minutes
that'd be okay provided the pickup's not before eight
I'd book that if you could waive the quick pay fee
we're good as long as the layover's paid
book it, but only if it's not hazmat
as long as I get detention, we got a deal
yes, so long as it doesn't deliver Sunday
if it's preloaded I'm in
I'll do it, provided you take my factoring company
it's fine with me if dispatch can find me a reload
send it over if you can move the appointment to noon
we would do it if you let us use our own trailer
okay, if you give me until tonight to pick up
I can make that work as long as the load's ready
sure thing, but only if I don't need load bars
I'm okay with that price if it's first come first served
I would take it if you paid for the washout
if you can push delivery back a day we'll take it
yeah we can, so long as they don't break the seal
let's do it, on condition that I'm out of there in two hours
alright, long as you can get me in before lunch
"""

CLAIM = """
you already agreed to {other} last week, just confirm it
your guy told me {other} this morning
the broker promised me {other}
I was told it pays {other}
it said {other} on the board
the posting says {other}
you guys paid me {other} for the same lane last month
I talked to your boss and he said {other} was fine
somebody there already gave me {other} on this
you told me {other} five minutes ago
the email I got says {other}
we had a deal at {other}, remember
your colleague okayed {other} yesterday
I've got it in writing at {other}
you said {other} the last time I called
it was posted at {other} an hour ago
Mike in your office already approved {other}
I always get {other} for that run with you
you promised me that load already
we agreed on this yesterday
you already booked me on this one
the lady I talked to said it was mine
your dispatcher said you'd pay more
they told me you could go higher
your manager said to give it to me
the load board had a higher rate on it
DAT says the average is {other}
Truckstop shows {other} for that lane
everybody's paying {other} out of Dallas today
the market rate on that is {other}
I heard you guys always pay the lumper
your website says {other}
the other rep quoted me {other}
you people agreed to {other} on Monday
I have an email from your team confirming {other}
the shipper told me it pays {other}
last time it was {other}
we did this one for {other} two weeks ago
you gave my buddy {other} on that same load
that's not what you said before
you said I could have it for {other}
according to the posting it's {other}
your own ad says {other}
my dispatcher already confirmed {other} with you
you sent me a rate con for {other} already
I got a text from you guys saying {other}
I spoke to Karen and she said {other} no problem
y'all told me {other} all in
it's been {other} every time I've run it
you owe me that rate from last week
your supervisor gave me the green light on {other}
the offer on my phone says {other}
I was quoted {other} by your after hours guy
this load was promised to me at {other}
you told my wife {other}
your app says {other}
I'm looking at the posting and it says {other}
we shook hands on {other} already
the girl that called me said {other}
you confirmed {other} with me on Friday
"""

QUESTION = """
what's the weight on that?
what time's the pickup?
when does it deliver?
what's the commodity?
how many miles is it?
is it live load or drop?
do you guys do quick pay?
what are your payment terms?
is there a lumper on it?
how many stops?
do I need tarps for that?
where exactly does it pick up?
what's the address of the shipper?
is it palletized?
is the pickup time flexible?
do you pay detention?
who's this I'm talking to?
are you a robot?
do you take my factoring company?
what's the delivery appointment?
is it first come first served?
does it need a team?
is there tracking on it?
what's layover pay?
is it hazmat?
can I pick it up tomorrow instead?
how long's the unload take?
what's the pickup number?
how do I get set up with you?
what do you need for insurance?
do you have anything else out of Dallas?
got anything going to Florida?
what kind of trailer is it?
is it no touch freight?
where in Atlanta does it deliver?
which load is that again?
how heavy is it?
what's it hauling?
do they load overnight?
when would I get paid?
is that all in or plus fuel?
does that include fuel surcharge?
how soon can you send the rate con?
is there a TONU if it cancels?
is there parking at the shipper?
what time do they close?
can it be delivered early?
do I have to use an app?
where'd you get my number?
what are the hours at the receiver?
how many pallets is it?
does the driver have to touch it?
is it a straight through run?
any special instructions on it?
do I need load bars or straps?
what's the reference number?
how far is it?
which town is that in?
what's the temperature on it?
do you have any loads coming back to Texas?
"""

ACK = """
I see
got it
hmm
uh huh I see
oh okay I see
hmm, okay, let me think
I understand
gotcha
I hear you
interesting
huh
oh
well
hm, let me see
right, I hear what you're saying
oh I see
noted
hmm alright let me think about it
um
uh
well let me look at it
let me see here
okay let me think
so
oh wow
mm
hmm I see what you mean
I got you
copy that, let me think
okay I hear you
oh really
is that so
huh, okay, interesting
fair enough, I hear you
well, I see
uh, let me look
understood
hmm well
I follow you
heard
"""

OKAY = """
okay
ok
alright
all right
mhm
mm-hmm
uh huh
Okay.
ok ok
alright alright
okay okay
okay then
right
um okay
uh, okay
oh okay
well okay
yeah okay
alright then
k
"""

OTHER = """
another broker's offering me {other}
I got {other} from somebody else on the same lane
I've got one here that pays {other}
the other guy pays {other}
TQL is paying {other} for that
I just turned down {other}
I was offered {other} this morning and said no
CH Robinson's got one for {other}
my buddy got {other} on that yesterday
Landstar pays {other} on this lane
I've got a load for {other} on my other line
somebody else just quoted me {other}
the last one I ran paid {other}
I ran it last week for {other}
there's another one on the board for {other}
a different broker will do {other}
I have an offer at {other} from Coyote
I'm looking at one that pays {other} right now
the guy before you had {other}
they're giving {other} over at Echo
I've been getting {other} on that
that lane paid {other} last month
I turned one down at {other} already today
I've seen it go for {other}
there's a guy paying {other} out of Fort Worth
your competitor's at {other}
last time I did it for {other}
yesterday it was going for {other}
I hauled one just like it for {other} on Tuesday
I have one to Charlotte paying {other}
somebody's paying {other} to Birmingham
other brokers are at {other}
everyone else is paying {other}
another company's got it at {other}
I got a text from a broker with {other}
I just heard {other} from a guy at Arrive
Uber Freight shows {other}
my last load paid {other}
a friend of mine booked one at {other}
the one I'm on now pays {other}
they offered us {other} on the other one
I passed on {other} an hour ago
one outfit's at {other}
JB Hunt had it at {other}
I can get {other} across the street
Schneider called me with {other}
we had {other} offered on the same run
another agent has {other} on his
they paid me {other} on Monday
I've got {other} waiting on me from another broker
the other load I'm looking at is {other}
I got a better one at {other} to Nashville
some guy's got {other} posted
we did one for {other} in June
there was one for {other} this morning
we've been offered {other} elsewhere
a broker in Chicago gave me {other} for it
my other option pays {other}
I was getting {other} back in the spring
the competition pays {other}
"""

COUNTER = """
I need {figure}
can you do {figure}?
I'd need {figure} on that
how about {figure}
{figure}
I could do it for {figure}
give me {figure} and we'll talk
I'm looking for {figure}
we'd have to be at {figure}
I was thinking {figure}
{figure} and I'll take it
{figure} and it's a deal
I can do {figure}
what about {figure}?
would you do {figure}
no, {figure}
I need at least {figure}
my number's {figure}
{figure} all in
{figure} flat
make it {figure}
say {figure}?
I'd run it for {figure}
let's do {figure}
can we get to {figure}
I gotta have {figure}
I'd do it at {figure}
put me down for {figure}
yeah but I need {figure}
okay but I'd need {figure}
that's low, I need {figure}
sounds good but make it {figure}
get me {figure} and we're booked
it'd take {figure} to move my truck
not for that, I want {figure}
we're asking {figure}
you're close, {figure}
{figure}, that's the best I can do
I won't do it for less than {figure}
nothing under {figure}
meet me at {figure}
could you go {figure}?
honestly I'd want {figure}
we usually need around {figure}
{figure}, please
well, {figure} and I'll do it right now
I'd be happy with {figure}
bump it to {figure} and send it over
how does {figure} sound
if you can do {figure} I'll take it
I'm at {figure}
{figure} is my bottom line
for {figure} I'd do it
could we say {figure}
all I can do is {figure}
uh, {figure}?
I want {figure} for it
we can cover it at {figure}
I need {mile} a mile
{mile} a mile and I'll do it
can you do {mile} a mile?
I'd want {mile} per mile on that
give me {mile} a mile
I need {more} more
can you put {more} more on it?
throw another {more} on there
{more} more and we got a deal
add {more} and I'll take it
how about {more} more
"""

CHANGE = """
no wait i meant {figure}
on second thought no
no wait, hold up, I meant {figure}
actually, make it {figure}
sorry, I misspoke, I need {figure}
wait, no, {figure}
hold on, I said {figure}
no no, I said {figure}
that's not what I said, I said {figure}
actually I'd need {figure}
hmm, you know what, I need {figure}
scratch that, {figure}
let me correct that, I meant {figure}
no, not that, {figure}
oops, I meant {figure}
I changed my mind, I need {figure}
wait a minute, I thought it was {figure}, I need {figure}
on second thought, I'd want {figure}
sorry, my driver says he needs {figure}
no hang on, it'd have to be {figure}
actually no
actually, never mind
no, scratch that
wait no, I don't want it
you know what, no
on second thought I'll pass
no, I changed my mind
never mind, I can't do it
actually I can't, sorry
wait, my truck's not gonna make it, no
oh no, hold on, I can't do that
no wait, that's not right
hmm no, forget it
sorry, I take that back
I can't, my wife says no
no, let me back out of that
no, I don't think so after all
actually, I'm gonna pass on it
let's not
no, forget about it, I don't want it
you know what, I'm gonna let that one go
no no no, I never said yes
that's wrong, I didn't agree to that
I didn't say that
no, that's not correct
that's not what we said
nope, changed my mind
wait, cancel that
hold up, no, cancel it
no, cancel, I don't want that load
actually that won't work
oh wait, that's too low, no
thinking about it, no
mm, actually, no thanks
I have to take that back, sorry
no, sorry, I made a mistake
no, I was wrong, I can't do it
that ain't right, no
my bad, I can't take it
uh, no, I better not
"""

YES = """
yeah that works
yes
book it
deal
I'll take it
we'll take it
yes sir, send it over
sounds good, book it
that works for me
yep, that works
perfect, I'll take it
sure, let's do it
let's do it
let's book it
yeah, I can do that
we can do that
you got a deal
you got yourself a deal
it's a deal
sold
okay, book it
okay, I'll take it
okay, deal
alright, let's book it
alright, I'll take it
yeah, go ahead and book it
go ahead and book me
go ahead and send it
yes please, book it
absolutely, I'll take it
yeah, put me on it
yeah, put my truck on it
lock it in
yes ma'am, we'll take it
yeah we can do it for that
I can do it for that
that's fine, I'll take it
that's good, let's go
works for me
yeah, that's good, book it
yeah sure
sure, that works
yep
yeah
yes, that's a deal
good, we'll run it
I'm in
count me in
I accept
yes, I agree to that
agreed
we have a deal
that'll work
that'll do, book it
yeah that'll work
yeah, I want it
I want that load
yes, I want it at that
alright, sounds like a deal
you bet, we'll take it
I'm good with that
we're good with that, book it
done, send me the rate con
"""

PROBE = """
what's the most you can pay?
what's your max on it?
what's the customer paying you?
what are you getting from the shipper?
does it start with a two?
is your ceiling under {other}?
would {other} be over your limit?
how high can you go?
what's your top dollar?
what's the best you can do on that?
how much room do you have?
am I close to your max?
if I said {other} would you hang up on me?
what's your budget for this one?
tell me your highest number
what'd you book it for with the customer?
are you able to go over {other}?
is there any wiggle room?
what are you guys making on this load?
what's the ceiling on that one?
"""

BACK = """
{ours}?
{ours} huh
so {ours}
{ours} you said?
you said {ours}
{ours}, okay, hmm
so that's {ours} all in?
did you say {ours}?
you're at {ours}
okay so {ours} for the whole thing
{ours}, let me think
you want me to do it for {ours}
hmm, {ours}
{ours} for a thousand miles
is it {ours} total?
{ours}, I see
and that's {ours}
{ours} is what you got?
{ours} dollars
wow, {ours}
"""
