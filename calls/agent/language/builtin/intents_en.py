"""What people want, in English: for each intent the ways to say it, over plain words."""

from calls.agent.meaning import Intent

I = Intent  # noqa: E741

_IT = r"(?:it|that|this|this one|that one|the load|that load|this load|one|her)"

# Looked for in each clause; a clause with a "not" in it doesn't mean them.
AFFIRMATIVE: dict[Intent, str] = {
    I.YES: (
        r"^(?:oh |well |um |uh |and |ok |okay |alright |all right |hey )*(?:yes|yeah|yep|yup|"
        r"yea|yessir|yes sir|yes ma'am|sure|sure thing|ok|okay|k|alright|all right|mhm|"
        r"mm-?hmm?|uh[ -]huh|correct|right|"
        r"absolutely|definitely|affirmative|exactly|of course|certainly|true|fine|perfect|"
        r"great|cool|deal|roger|10-?4|ten[ -]four|copy(?: that)?|you bet|you betcha|for sure|"
        r"fair enough|bet|indeed|please do|that it is|i guess so|i guess|i suppose|why not|"
        r"aye|totally|good|awesome|excellent|beautiful|confirmed|confirm|amen|word)\b(?! "
        r"(?:how|what|so what|where|when|who|why|but))"
        r"|\b(?:that's|that is|that'd be|that would be|it's|it is|that was|you're|you are|is|"
        r"this is) (?:right|correct|it\b(?! (?:about|just|for|from|going|still))|us|me|true|"
        r"fine|good|great|perfect|cool|okay|ok|fair|reasonable|the one$|accurate|what i said|"
        r"him|her|the right)\b(?! (?:too|about|but|question))"
        r"|^(?:oh |well )?(?:i do|we do|i am|we are|i have|it does|it is)$"
        r"|\b(?:sounds? (?:good|great|fine|right|fair|like a plan|perfect|about right|okay|"
        r"ok)|works? for (?:me|us)|that(?:'ll| will| would|'d)? works?|that(?:'ll| will|'d| "
        r"would) (?:do|be fine|be good|be great|be okay)|"
        r"you got it|you got that right|you have it right|got it right|this is (?:he|she|him|"
        r"her)|speaking\b$|i (?:can|could|will) do (?:that|it)|we (?:can|could|will) do "
        r"(?:that|it)|i'll do (?:it|that)|we'll do (?:it|that)|"
        r"i'm good with (?:that|it)|i'm (?:fine|okay|ok|cool|happy|in)(?: with (?:that|it))?$|"
        r"(?:i'm|we're|count me) in$|let's go$|go ahead$|no problem|not a problem|not bad|no "
        r"worries|can't complain|i don't mind|don't mind|can't beat that|no objections?|i "
        r"(?:fine|okay|ok|good|cool) with (?:that|it|the|this)|(?:i'll|we'll|i can|we can|"
        r"could) make (?:it|that) work|can live with|(?:fine|okay|ok|good|cool) with (?:that|"
        r"it|the|this)|(?:i'll|we'll|i can|we can|could) make (?:it|that) work|can live with|"
        r"fair enough|that one works|i agree|agreed|"
        r"a (?:100|hundred) percent|(?:100|hundred) percent|yes please|sure is|it sure is|we "
        r"got it|all good|we're good|we're good to go|i'd do that|that's doable|doable|that's "
        r"a good rate|\d[\d,]* (?:even )?(?:works?|is fine|is good|is okay|is ok|sounds good|"
        r"will work|will do|it is)|hundred (?:even )?(?:works|is fine|is good|sounds good|"
        r"will work|it is)|fifty (?:works|is fine|is good|sounds good|will work|it is)|good "
        r"rate|hell yeah|heck yeah)\b"
    ),
    I.DEAL: (
        rf"\b(?:book (?:{_IT}|me|us)\b|book(?:ing)? it|let's book|go ahead and book|i'll book|"
        rf"we'll book|book me|"
        rf"(?:i'll|i will|we'll|we will|i'd|we'd|i can|we can|gonna|i'm going to|i could|let "
        rf"me|let us|i'm gonna|we're gonna|we are going to|i wanna|i want to|i'd like to|happy "
        rf"to|i think i'll|think we'll|guess i'll|guess we'll) (?:just |go ahead and |probably "
        rf"|definitely |gladly )?(?:take|book|grab|run|haul|accept|cover|move|pull|do) {_IT}\b|"
        rf"(?:i'll|i will|we'll) (?:take|accept)(?: the (?:offer|deal|rate))?\b|i accept\b|we "
        rf"accept\b|accepted\b|"
        r"(?:you|you've|we|we've|you have|we have) (?:just )?(?:got |have |got yourself )(?:a "
        r"|us a |yourself a |ourselves a )?deal|(?:it's|that's|is) a deal|deal$|^deal|done "
        r"deal|"
        r"lock (?:it|me|that|her|us) (?:in|down)|put (?:me|us|my (?:driver|truck|name)|our "
        r"(?:truck|driver|name)) (?:down|on)\b(?! (?:with|hold|the phone|to|your))|let's go "
        r"with (?:it|that|this)|(?:set|write|get) (?:it|me|us) (?:set )?up|dispatch (?:it|me|"
        r"us)|that's a go|you got me|let's do (?:it|this|that)|let's roll|let's lock|"
        r"let's make it happen|we're booked|"
        r"send (?:me |us |it |that |over |the |my |him |us over |me over )*(?:rate ?con\w*|"
        r"rate confirmation|confirmation|paperwork|contract|ratecon)|send it (?:over|on over)|"
        r"shoot (?:me|over) (?:the|that|a) (?:rate ?con\w*|confirmation|paperwork)|sign me up|"
        r"sold\b|it's mine|i'm your (?:guy|man|girl)|"
        r"you twisted my arm|tender it|dispatch me|assign (?:it|me)|you've got (?:a truck|"
        r"yourself a truck)|you got (?:a|yourself a) truck|we're on|we'll cover it|done$|"
        r"consider it (?:done|booked))"
    ),
    I.LOADED: (
        r"\b(?:(?:i'm|i am|we're|he's|she's|truck's|truck is|it's|driver's|driver is|they're|"
        r"all|fully|just|already|been|be|am|is|got(?: me| us| him)?|now|finished|finally|done|"
        r"they|yep|yeah|yes|have)\b[ ,]*(?:all |just |already |now |finally |fully |done |me |"
        r"us |him |got |and )*loaded|^loaded|loaded (?:up|and|already|now|this morning|at|"
        r"about|an hour)|done loading|finished loading|they loaded (?:me|us|him)|got my load|"
        r"picked (?:it |the load )?up (?:already|this morning|at|about|yesterday)|already "
        r"picked up|load's on|freight's on)(?! miles?)\b"
    ),
    I.EMPTY: (
        r"\b(?:(?:i'm|i am|we're|he's|she's|truck's|truck is|it's|be|am|is|all|just|already|"
        r"running|sitting|now|rolling|been|driver is|got|yep|yeah|yes|currently|"
        r"completely)\b[ ,]*(?:all |just |already |now |about )?empty|^empty|empty (?:now|and|"
        r"already|in|at|right now)|(?:i'm|got|they|been|just|all|done|already|fully|me|am|"
        r"we're|he's|finally)\b[ ,]*(?:me |us |him |got |all |just |finally |already |been |"
        r"done )*unloaded|^unloaded|unloaded (?:me|us|him|already|now|this|about)|done "
        r"unloading|finished unloading|(?:just |already )?delivered(?: it| the load)?(?: "
        r"already| this| at|$)|dropped (?:it|the load|the trailer)|mt\b|made delivery)\b"
    ),
    I.CHECKED_IN: r"\b(?:check(?:ed)?[ -]in(?: already| at| with| now)?|(?:i'm|we're|he's|am|is|been|got) "
    r"checked[ -]in|signed in|got a door|(?:i'm|we're|he's) (?:in|on|at) (?:a |the )?(?:door|"
    r"dock)|backed in(?:to)?|at the (?:dock|door)|in door|on door|in a door)\b",
    I.CHECKED_OUT: r"\b(?:check(?:ed)?[ -]out|(?:i'm|we're|he's|been) checked[ -]out|signed out|got (?:my|"
    r"the|our) (?:paperwork|papers|bills?|pod|signed)(?: signed)?(?: and)?(?: (?:left|leaving|"
    r"out))?|left the (?:shipper|receiver|facility|dock)|pulled out of the (?:shipper|"
    r"receiver|dock))\b",
    I.ON_TIME: r"\b(?:on (?:time|schedule|track)|right on (?:time|schedule)|ahead of schedule|running "
    r"(?:good|fine|well)|time to spare|i'll be early|running early|making good time|early\b|"
    r"no (?:delays?|problems|issues)|without (?:delays?|problems?|issues?)|all (?:good|set)|"
    r"everything(?:'s| is)? (?:good|fine|ok|okay|smooth\w*|going)|going smooth\w*|be on time|"
    r"make it (?:on time|in time)|smooth sailing|(?:be |get |got |am |i'm )(?:there )?early|"
    r"as planned|as scheduled)\b",
}

NO = (
    r"^(?:oh |well |um |uh |and |ah |yeah |man |sorry |i'm sorry )*(?:no|nope|nah|nay|"
    r"negative|no sir|no ma'am|no way|no deal|absolutely not|hell no|heck no|not really|not "
    r"at all|nuh[ -]uh|uh[ -]uh|not (?:yet|quite|exactly)|no chance|of course not|forget that|"
    r"incorrect|wrong|never)\b(?! (?:later|doubt|question|need|matter|delays?|problems?|"
    r"issues?|longer than|idea|clue|less than|more than|delay|english|espanol|trucking|"
    r"trucks?|one|body|biggie|other|earlier|rush|thing|hurry|hablo|habla|such|wiggle|room|"
    r"number|worries|worry|objections?|complaints|mind|call|contact|text|le|la|lo|me|se|nos|"
    r"te|hay|es|pues|puedo|puede|tengo))"
    r"|\b(?:(?:can't|cannot|can not|couldn't|could not|won't|will not|wouldn't|would not|"
    r"don't think|don't believe|not gonna|not going to|ain't gonna|ain't|doubt|unable to|no "
    r"way|not able to|not)\b(?! (?:you|y'all)\b)(?: \w+){0,5}? (?:do|work|take|run|haul|"
    r"accept|book|move|cover|go for|make|pull|make sense|happen|cut it|fly|pay|touch|even "
    r"start|start)\b(?: (?:it|that|this|the load|that one|for|at|on|me|us|out|my|sense|there|"
    r"one|\W*$))?(?! it (?:on time|in time|there|by))|(?:way |just |too |kinda |a little |a "
    r"bit |still |pretty |really |mighty |awful |awfully )+(?:low|cheap|light|short|little|"
    r"far off|thin)\b|(?:is|'s|that's|sounds|seems|it's) (?:low|cheap|light|short|a joke|an "
    r"insult|insulting|ridiculous|crazy|nothing|peanuts|not it|not enough|not right|not "
    r"correct|not me|not us|not what|wrong|incorrect|not mine|not the)|(?:i|we) (?:can't|"
    r"cannot|couldn't|won't)(?: man| sir| buddy| bro)?\W*$|not (?:enough|right|correct|it|"
    r"true|what i|the (?:right|one)|acceptable|good enough|even close|worth|my)\b|cheap "
    r"freight|you(?:'re| are) (?:killing|crazy|kidding|joking|way off|dreaming|too low|way "
    r"low|low)|are you (?:kidding|crazy|joking)|you've got it wrong|you got it wrong|don't "
    r"(?:work|want)|doesn't (?:work|even|cover)|(?:don't|doesn't|won't|wouldn't) (?:even |"
    r"really )?(?:cover|pay)|barely covers|lose money|losing money|lowball|low ball|need more|"
    r"too (?:much|many|far|heavy) |no good|no deal|come on man|that's wrong|wrong number|hard "
    r"pass|get real|be serious|i wish|that's incorrect)"
)
# A clause with one of these doesn't say yes.
NEGATION = (
    r"\b(?:not|no|nope|nah|never|cannot|can't|can not|won't|don't|doesn't|didn't|isn't|aren't|"
    r"wasn't|ain't|couldn't|wouldn't|shouldn't|haven't|hasn't|hadn't|nobody|nothing|without|"
    r"neither|hardly|barely|doubt|unless|before i|instead|i wish|too low)\b"
)
# These have such a word, and yet agree, or ask.
NO_NEGATION = (
    r"\b(?:no problem|not a problem|no worries|not bad|no objections?|no doubt|no question|no "
    r"issues?|no rush|no biggie|why not|can't complain|can't beat that|can't argue|(?:i "
    r")?(?:don't|wouldn't) mind|can't you|couldn't you|won't you|don't you|no later than|not "
    r"later than|no big deal|no delays?|nothing wrong|not a bad|no need|no complaints|not too bad|"
    r"no sweat|no way around|no hassle|no trouble|no longer)\b"
)
# What is still to come hasn't happened.
TO_COME = (
    r"\b(?:waiting|getting (?:un)?loaded|being|be (?:un)?loaded|be empty|will|'ll|i'll|gonna|"
    r"going to|to (?:get|be|check|load|unload)|when (?:i|they|he|we|do|will)|once|until|about to|"
    r"almost|yet|supposed|should|till|if|before|want|need|can i|how|where do|after i)\b"
)
CONDITION = (
    r"\b(?:if|as long as|provided|unless|only if|once you|when you|get me|give me|make it|can you|"
    r"could you|would you|and i'll|and i'm|and we'll|and we|and you|or)\b"
)
