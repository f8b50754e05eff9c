"""The words that tell a loose requirement sentence from a firm one, as tables that can be read and argued about."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORD = r"(?<![\w-])(?:{})(?![\w-])"


@dataclass(frozen=True, slots=True)
class VagueWords:
    """Words two readers would measure differently, and what to ask for in their place."""

    words: re.Pattern[str]
    say: str
    """What the sentence should say instead, as the end of "Say …"."""
    instead: str
    """What can be put in place of the word; empty where the sentence must be written anew."""
    figure_settles: bool
    """A figure in the same sentence says what is meant."""


def _vague(words: str, say: str, instead: str = "", *, figure_settles: bool = False) -> VagueWords:
    alternatives = sorted((part.strip() for part in words.split(";")), key=len, reverse=True)
    return VagueWords(re.compile(_WORD.format("|".join(alternatives))), say, instead, figure_settles)


VAGUE = (
    _vague(
        r"quickly; rapidly; soon; immediately(?! (?:above|below|after the|before the|next|under|over|behind)); "
        r"instantly; promptly; swiftly; without much delay; without (?:long )?delay; near(?:ly)? real[- ]time; "
        r"near[- ]real[- ]time; in near(?:ly)? real[- ]time; in real[- ]time; in (?:a )?timely (?:manner|fashion); "
        r"fast enough; (?:in|within) (?:an? )?(?:short|reasonable|acceptable|good) (?:time|amount of time)",
        "how fast, with a figure",
        "within [figure and unit]",
        figure_settles=True,
    ),
    _vague(r"as soon as possible; asap", "how fast, with a figure", "within [figure and unit]"),
    _vague(
        r"fast(?! (?:forward|lane|track|food)); "
        r"quick(?! (?:scan|start|view|actions?|links?|access|filters?|search|repl\w+)); rapid; slow(?! motion); "
        r"slowly; instant(?! (?:messag\w+|payments?|transfers?)); snappy; responsive; too long; too slow; "
        r"too slowly; timely; high[- ]performance; performant",
        "how fast, with a figure",
        figure_settles=True,
    ),
    _vague(
        r"regularly; periodically; frequently(?! asked); from time to time; occasionally",
        "how often",
        "every [how often]",
        figure_settles=True,
    ),
    _vague(
        r"often; too often; sometimes; usually; generally; typically; normally; rarely",
        "how often, or in which cases",
        figure_settles=True,
    ),
    _vague(
        r"(?<!is )(?<!are )(?<!has )(?<!have )(?<!not )enough; "
        r"too (?:high|low|large|big|small|many|much|old|short|expensive); a lot of; lots of; a few; "
        r"(?:large|huge|big|small) (?:amounts?|numbers?|volumes?|quantities|files?|images?|datasets?)(?: of)?; "
        r"(?:is|are|becomes?|gets?) (?:high|low|large|big)(?= *(?:$|[,.])); significant(?! (?:digits?|figures?)); "
        r"significantly; considerable; considerably; noticeable; noticeably; substantial; substantially; "
        r"heavy load; peak loads?; most of the; minimi[sz]e the (?:number|amount|time|risk)",
        "how much, with a figure",
        figure_settles=True,
    ),
    _vague(
        r"(?:several|various|different|multiple|many|numerous|diverse|common|popular|all (?:common|major"
        r"|popular)) (?:\w+ )?(?:languages|sources|providers|formats|devices|browsers|platforms|systems|channels"
        r"|kinds|types|options|currencies|vendors|services|methods); "
        r"etc; and so on; and so forth; and more; and the like; among others",
        "each of them by name",
        "[each of them by name]",
    ),
    _vague(
        r"as needed; as required; as necessary; if needed; if necessary; if required; where needed; "
        r"where necessary; where applicable; if possible; where possible; if appropriate; where appropriate",
        "in which cases",
        "[in which cases]",
    ),
    _vague(
        r"(?:user|customer)[- ]friendly; user[- ]friendliness; intuitive; intuitively; easy; easily; easier; "
        r"effortless; effortlessly; ease of use; "
        r"(?:is|are|be|more|very|feels?|stays?|looks?) (?:simple|nice)(?: and \w+)?; simpler; convenient; "
        r"conveniently; comfortable; comfortably; seamless; seamlessly; smooth; smoothly; modern; attractive; "
        r"appealing; engaging; more engaging; pleasant; helpful; readable; legible; understandable; meaningful; "
        r"useful; self-explanatory; (?:is|are|more|very) clear(?= *(?:$|[,.])); "
        r"a clear (?:message|overview|explanation|error|warning|reason|view); clearly; "
        r"(?:is|are|be) (?:accessible|usable)(?= *(?:$|[,.])); beautiful",
        "what somebody sees, or in how many steps they are done",
    ),
    _vague(
        r"appropriate; appropriately; adequate; adequately; suitable; suitably; sufficient; sufficiently; "
        r"reasonable; reasonably; acceptable; relevant; necessary information; proper; flexible; flexibly; robust; "
        r"robustly; reliable; reliably; (?:is|are|be|remains?|stays?) stable; scalable; efficient; efficiently; "
        r"effective(?! (?:date|from|until|rate|price)); effectively; graceful; gracefully; sensible; sensibly; "
        r"intelligent; intelligently; dynamically; state[- ]of[- ]the[- ]art; best[- ]practices?; "
        r"industry[- ]standard; high[- ]quality; good quality; optimal; optimally; optimi[sz]e; optimi[sz]ed; "
        r"as (?:much|little|few|far|simple|small|short|easy|good|well|secure) as possible; future[- ]proof; "
        r"maintainable; (?:is|are|be) secure(?= *(?:$|[,.])); "
        r"secure (?:database|storage|way|manner|place|system|environment); securely; powerful; better; improved; "
        r"enhanced",
        "by which rule or figure one can tell",
    ),
)

UNTESTABLE = re.compile(
    _WORD.format(
        r"work(?:s|ed|ing)? (?:correctly|properly|fine|well|flawlessly|perfectly|smoothly|reliably|as (?:expected"
        r"|intended|designed|desired|planned|it should|before)|without (?:any )?(?:problems?|issues?|errors?))"
        r"|always works?|everything works|never fails?|(?:behaves?|functions?|performs?|responds?|reacts?|looks?|runs?)"
        r" (?:as (?:expected|intended|designed|desired)|correctly|properly|well|good|fine|right)"
        r"|as expected|as intended|as desired|without any (?:problems?|issues?|errors?|trouble)"
        r"|without (?:problems?|issues?|trouble|glitches)|bug[- ]free|error[- ]free|free of (?:bugs|errors)"
        r"|all possible|every possible|in all cases|under all circumstances|at all times|in any case"
        r"|(?:is|are) (?:guaranteed|ensured)|the (?:right|correct) (?:results?|data|values?|information|thing)"
        r"|(?:are|is) (?:happy|satisfied|pleased|content)"
    ),
    re.IGNORECASE,
)
PROPERLY = re.compile(_WORD.format(r"properly|correctly|flawlessly|perfectly"), re.IGNORECASE)
SUCCESSFULLY = re.compile(_WORD.format("successfully"), re.IGNORECASE)
BARE_PRAISE = re.compile(
    r"\b(?:is|are|be|looks?|feels?) (?:correct|accurate|right|fair|good|fine|ok|okay|perfect|complete|secure|safe"
    r"|transparent|consistent|plausible|professional|satisfactory|successful|reliable)"
    r"(?: (?:to|for) (?:everyone|everybody|all|users?|the users?|customers?))?\s*$",
    re.IGNORECASE,
)
NO_TROUBLE = re.compile(
    r"^\s*(?:there (?:are|is) )?no (?:\w+ )?(?:errors?|bugs?|problems?|issues?|defects?|crashes)"
    r"(?: (?:occurs?|happens?|appears?|arises?|exists?|remain|are found))?\s*$",
    re.IGNORECASE,
)
TOPIC_ONLY = re.compile(r"^(?:[\w-]+ ){0,2}[\w-]+(?:ing|tion|ity|ment|ance|ness|logging)\s*$", re.IGNORECASE)

_LATER = r"(?=\s*(?:$|[,.;]|(?:after|by|with|since|than|over|in|for|within|significantly|noticeably|considerably)\b))"
_MEASURED = (
    r"(?:rates?|costs?|numbers?|times?|throughput|shares?|revenue|sales|turnover|errors?|complaints?|traffic|usage"
    r"|consumption|performance|satisfaction|churn|backlog|workload|effort|latency|fraud|conversions?)"
)
NO_MEASURE = re.compile(
    rf"\b(?:improves?|(?:is|are|be|gets?) (?:\w+ly )?(?:improved|reduced|increased|decreased|lowered"
    rf"|shortened|minimi[sz]ed)"
    rf"|increases?|decreases?){_LATER}"
    rf"|\b(?:go|goes) (?:down|up)\b|\b{_MEASURED}\b(?: \w+){{0,5}} (?:rises?|drops?|falls?|grows?|shrinks?"
    rf"|declines?){_LATER}"
    r"|\b(?:is|are|becomes?|gets?|runs?|loads?|starts?|works?|responds?|opens?|builds?|feels?) (?:\w+ly |much |even )?"
    r"(?:faster|quicker|slower|better|lower|higher|smaller|shorter|cheaper|smoother)"
    r"(?=\s*(?:$|[,.;]|than (?:before|today|now|currently|ever|with the (?:old|current|previous)|the (?:old|current"
    r"|previous)|until now)\b))"
    r"|(?<!no )(?<!or )(?<!not )\b(?:less|fewer) (?!than\b|or\b|one\b)\w+"
    r"|\bmore (?!than\b|or\b|one\b)\w+ (?:per|a|an|each|every) (?:second|minute|hour|day|week|month|year)\b"
    r"|\bmore (?!than\b)\w+ than (?:before|today|now|currently)\b",
    re.IGNORECASE,
)

NOBODY = (
    re.compile(
        r"^(?:must|should|shall|has to|have to|ought to|needs? to)(?! have\b|[- ]have\b)"
        r"(?: also| only| always)?(?: be able to| be possible to)? (?P<action>\S.*)$",
        re.IGNORECASE,
    ),
    re.compile(r"^needs? (?P<action>(?:an?|the|some) \S.*)$", re.IGNORECASE),
    re.compile(r"^(?:will|can|may|could)(?: also)? (?P<action>(?:be|have|allow|support) \S.*)$", re.IGNORECASE),
    re.compile(
        r"^(?:the )?(?:ability|possibility|option|capability|opportunity|chance) (?:to|of) (?P<action>\S.*)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^it (?:must|should|shall|will|has to|needs to|ought to|is to|is)(?: also)?(?: be)? possible (?:to|that) "
        r"(?P<action>\S.*)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^there (?:must|should|shall|will|has to|needs to) be (?:an?|the|some) (?:way|option|possibility|means|chance"
        r"|function|feature|mechanism|facility) (?:to|of|for|that) (?P<action>\S.*)$",
        re.IGNORECASE,
    ),
)

OPEN_ENDED = re.compile(
    r"^(?P<verb>handle|manage|deal with|process|support|take care of|cope with|address|consider|treat) (?P<what>\S.*)$",
    re.IGNORECASE,
)

IDIOMS = re.compile(
    r"\b(?:drag|search|cut|copy|trial|pick|plug|check|wait|sign|terms|buy|park|point|click|show|track"
    r"|read|hit|find|kiss"
    r"|bed|black|research|stop) (?:and|&) (?:drop|rescue|paste|error|place|pack|play|balance|see|go|seal|conditions"
    r"|sell|ride|click|collect|tell|trace|write|miss|replace|run|development|breakfast|white|start)\b",
    re.IGNORECASE,
)
PAIRS = re.compile(
    r"\b(?:pause and resume|start and stop|open and close|enable and disable|lock and unlock|activate and deactivate"
    r"|show and hide|subscribe and unsubscribe|connect and disconnect|zoom in and out|turn on and off|switch on and off"
    r"|mute and unmute|undo and redo|expand and collapse|sign in and (?:sign )?out|log in and (?:log )?out)\b",
    re.IGNORECASE,
)
"""Two halves of one ability, which share their object and make no sense alone."""
VERBS = frozenset(
    "accept activate add adjust allow analyse analyze apply approve archive ask assign attach authenticate authorise"
    " authorize block browse calculate cancel capture change choose clear close collect compare compute"
    " configure confirm"
    " connect convert copy correct create deactivate decide delete deliver detect disable display distribute divide"
    " download draw edit enable encrypt enter estimate evaluate explain find fix forward generate get give grade grant"
    " hide identify inform inspect install invite join keep let lock maintain make manage mark measure merge migrate"
    " modify monitor move notify open pause pay pick prevent print process prompt protect provide publish receive"
    " recommend reconcile recover refund refuse register reject remind remove rename reorder replace replicate rescan"
    " reserve reset resolve restore restrict resume retrieve retry return roll run save see select send set share show"
    " sign skip sort split start stop store submit suggest suspend switch synchronise synchronize tell train translate"
    " undo unlock unsubscribe upload validate verify warn watch weigh withdraw write".split()
)
ALSO_NOUNS = frozenset(
    "access backup bill book charge check comment contact document export file filter form group import"
    " invoice list log"
    " map match message note order plan query rate record release report request review scan schedule search tag test"
    " track transfer update view vote".split()
)

_PARTICIPLES = """
acknowledge acknowledged; answer answered; approve approved; assess assessed; assign assigned;
audit audited; authorise authorised; authorize authorized; calibrate calibrated; cancel cancelled; check checked;
clean cleaned; collect collected; confirm confirmed; contact contacted; correct corrected; count counted;
decide decided;
document documented; escalate escalated; evaluate evaluated;
examine examined; grade graded; handle handled; inspect inspected;
investigate investigated; maintain maintained; monitor monitored; order ordered; plan planned;
prepare prepared; process processed; publish published; reject rejected; release released;
repair repaired; report reported; request requested; resolve resolved;
review reviewed; schedule scheduled; sign-off signed off; test tested; train trained;
validate validated; verify verified; waive waived; weigh weighed
"""
ACTS = {
    participle.strip(): base
    for base, participle in (pair.strip().split(" ", 1) for pair in _PARTICIPLES.split(";") if pair.strip())
}
PASSIVE = re.compile(
    r"^(?P<what>.+?) (?P<modal>must|shall|should|will|can|may|has to|have to|needs? to)"
    rf" be (?:\w+ly )?(?P<act>{'|'.join(sorted(ACTS, key=len, reverse=True))})\b(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
BY_SOMEBODY = re.compile(
    r"\bby (?!\d|e-?mail\b|mail\b|post\b|phone\b|text\b|invoice\b|card\b|hand\b|default\b|mistake\b|\w+ing\b|noon\b"
    r"|midnight\b|then\b|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:the )?end of)",
    re.IGNORECASE,
)
