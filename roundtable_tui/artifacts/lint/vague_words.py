"""The words two readers would measure differently, as tables that can be read and argued about, and their rule."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.artifacts.lint.sentences import has_figure, is_short, lowered_first, raised_first, unquoted
from roundtable_tui.artifacts.lint.smells import Smell, Smelled

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = r"(?<![\w-])(?:{})(?![\w-])"


class Settles(StrEnum):
    """What in the same sentence says what the word means."""

    NOTHING = "nothing"
    FIGURE = "a figure"
    MECHANISM = "the name of a protocol, a method or a product"
    LIST = "the list that follows it"


class VagueWords(Struct, frozen=True):
    words: re.Pattern[str]
    say: str
    """What the sentence should say instead, as the end of "Say …"."""
    instead: str
    """What can be put in place of the word; empty where the sentence must be written anew."""
    settled: Settles


def _vague(words: str, say: str, instead: str = "", settled: Settles = Settles.NOTHING) -> VagueWords:
    alternatives = sorted((_on_one_line(part) for part in words.split(";")), key=len, reverse=True)
    return VagueWords(re.compile(_WORD.format("|".join(alternatives))), say, instead, settled)


def _on_one_line(pattern: str) -> str:
    """Long ones are wrapped before an alternative."""
    return re.sub(r"\n\s*", " ", re.sub(r"\n\s*(?=\|)", "", pattern.strip()))


_NOT_A_VERB = (
    r"(?<!to )(?<!can )(?<!shall )(?<!must )(?<!will )(?<!should )(?<!may )(?<!and )(?<!or )(?<!not )(?<!, )(?<!^)"
)
_KINDS = (
    r"languages|sources|providers|formats|devices|browsers|platforms|systems|channels|kinds|types|options|currencies"
    r"|vendors|services|methods|gateways|carriers|integrations"
)
_MORE_KINDS = (
    rf"{_KINDS}|environments|applications|apps|tools|databases|servers|networks|technologies|protocols|sizes"
    r"|resolutions|screens|metrics|criteria|parameters|aspects|ways|scenarios|stakeholders|components|factors"
    r"|purposes|reasons|regions|features|functions|functionalities|operations|activities|standards|regulations"
)
_SURFACE = (
    r"interface|ui|gui|design|layout|look|appearance|style|feel|navigation|experience|user experience|user interface"
)
_TOLD = (
    r"messages?|feedback|instructions?|prompts?|errors?|error messages?|images?|labels?|guidance|indications?"
    r"|explanations?|warnings?|reasons?|notifications?|documentation|overview|view|text|language|visibility"
    r"|descriptions?|information|headings?|titles?"
)

VAGUE = (
    _vague(
        r"""
        quickly; rapidly; soon;
        immediately(?! (?:above|below|after|before|upon|following|when|once|on|next|under|over|behind|preceding));
        immediate(?! (?:parent|child|successor|predecessor|supervisor|superior|family)\w*); instantly; promptly;
        swiftly; without much delay; without (?:long )?delay; near(?:ly)? real[- ]time; near[- ]real[- ]time;
        in near(?:ly)? real[- ]time; in real[- ]time; in (?:a )?timely (?:manner|fashion); on a timely basis;
        fast enough; without (?:undue|noticeable|perceptible|significant) (?:delay|lag|latency);
        (?:no|minimal|little) (?:noticeable |perceptible )?(?:delays?|lag);
        (?:in|within) (?:an? )?(?:short|reasonable|acceptable|good) (?:time|amount of time|time ?frame|period)
        """,
        "how fast, with a figure",
        "within [figure and unit]",
        Settles.FIGURE,
    ),
    _vague(
        r"as soon as possible; asap; as (?:fast|quickly) as possible",
        "how fast, with a figure",
        "within [figure and unit]",
    ),
    _vague(
        r"""
        fast(?! (?:forward|lane|track|food));
        quick(?! (?:scan|start|view|actions?|links?|access|filters?|search|repl\w+)); rapid; slow(?! motion); slowly;
        instant(?! (?:messag\w+|payments?|transfers?|bookings?)); snappy;
        responsive(?! (?:web|layout|grid|breakpoints?|design|images?)); too long; too slow; too slowly; timely;
        timeliness; high[- ](?:performance|speed|throughput); low[- ]latency; performant;
        (?:short|low|acceptable|reasonable|good) (?:response|load|loading|waiting|access) times?;
        real[- ]time (?!clocks?|operating|os|kernel|linux|database|protocol|messag|websocket|chat)[\w-]+
        """,
        "how fast, with a figure",
        settled=Settles.FIGURE,
    ),
    _vague(
        r"""
        regularly; periodically; frequently(?! asked); from time to time; occasionally; routinely; on a regular basis;
        at regular intervals; at (?:periodic|frequent) intervals; on a periodic basis
        """,
        "how often",
        "every [how often]",
        Settles.FIGURE,
    ),
    _vague(
        r"""
        often; too often; sometimes; usually; generally; typically;
        normally(?= \w)(?! (?:with|without|and|or|again)\b); rarely; typical;
        (?:regular|periodic|frequent) (?:backups?|updates?|checks?|reviews?|audits?|maintenance|reports?|tests?);
        (?:during|within|in) (?:working|business|office|peak|off-peak) hours;
        (?:under|in|during) (?:normal|typical|average|usual|standard) (?:\w+ )?(?:load|loads|use|usage|operation
        |operations|operating conditions|conditions|circumstances|hours|traffic)
        """,
        "how often, or in which cases",
        settled=Settles.FIGURE,
    ),
    _vague(
        r"""
        (?<!is )(?<!are )(?<!has )(?<!have )(?<!not )enough;
        too (?:high|low|large|big|small|many|much|old|short|expensive)(?! (?:for|to)\b); a lot of; lots of; a few;
        (?:large|huge|big|small|vast|massive|growing|increasing|high|sufficient|minimal|limited
        |significant) (?:amounts?|numbers?|volumes?|quantities|datasets?|data ?sets?)(?: of)?;
        (?:large|huge|big) (?:files?|images?|(?:image |file |record |data )?sets?|institutions?|organi[sz]ations?
        |teams?|projects?|tables?|lists?|documents?); (?:is|are|becomes?|gets?) (?:high|low|large|big)(?= *(?:$|[,.]));
        significant(?! (?:digits?|figures?)); significantly; considerable; considerably; noticeable; noticeably;
        substantial; substantially; perceptible; negligible; roughly; approximately;
        heavy (?:queries|computations?|processing|operations|use);
        (?:heavy|high|peak|increased|growing|increasing) (?:\w+ )?(?:loads?|traffic|demand|usage|workloads?);
        most of the; minimi[sz]e the (?:number|amount|time|risk); future growth;
        (?:growing|increasing|expanding) (?:\w+ )?(?:needs|user base|data|requirements|users);
        (?:high|low) (?:degree|level|rate|standard)s? of;
        (?:high|low|good|great|strong|excellent|maximum) (?:\w+(?:ility|ness)|accuracy|precision|concurrency|security
        |traffic|uptime|efficiency|performance|overhead|cost|memory|power|maintenance);
        without (?:compromising|sacrificing|degrading|impacting|affecting|reducing) (?:[\w-]+ )?(?:performance|security
        |usability|quality|user experience|stability|functionality); precise; precisely; accurate; accurately;
        (?:supports?|handles?|serves?|accommodates?) (?:many|multiple|several|numerous) (?:\w+ ){0,2}(?:users
        |clients|connections|requests|sessions|customers)
        """,
        "how much or how many, with a figure",
        settled=Settles.FIGURE,
    ),
    _vague(
        rf"""
        (?:several|different|multiple|many)(?: [\w-]+)? (?:{_KINDS});
        (?:several|various|numerous|diverse|common|popular|standard|modern|major|commonly used|widely used|most
        |all (?:common|major|popular|modern|standard)|a (?:wide |broad )?(?:variety|range|array|number
        |multitude) of)(?: [\w-]+){{0,2}} (?:{_MORE_KINDS}); various(?: [\w-]+){{1,2}};
        a (?:wide |broad |large )?(?:variety|range|array) of(?: [\w-]+){{1,2}};
        (?:with|on|into) existing (?:[\w-]+ )?(?:systems|infrastructure|tools|hardware|equipment|applications|software);
        (?:key|important|essential|main|critical) (?:events|information|data|details|features|functions|functionality
        |operations|actions|metrics|changes|fields|aspects|cases|components|services|systems|resources);
        future (?:extensions?|enhancements?|requirements|needs|changes|features|expansion|integrations?|growth);
        (?:a |some )?certain (?:criteria|conditions|users|fields|types|actions|times?|information|data|situations)
        """,
        "each of them by name",
        "[each of them by name]",
        Settles.LIST,
    ),
    _vague(
        r"""
        etc; and so on; and so forth; and more; and the like; among others;
        (?:and|or) (?:others|similar)(?= *(?:$|[,.)]));
        (?:include|including|includes),? (?:but|though) (?:is |are )?not (?:be )?limited to;
        \(?(?:but|though) (?:is |are )?not (?:be )?limited to\)?; tbd;
        to be (?:determined|defined|decided|confirmed)(?= *(?:$|[,.)]))
        """,
        "all that is meant, and no more",
        "[each of them by name]",
    ),
    _vague(
        r"""
        as (?:needed|necessary|appropriate|applicable)(?! (?:by|to|for|in)); as required(?! (?:by|to|for|in));
        (?:if|where|when|whenever|wherever) (?:it is )?(?:needed|necessary|required|possible|appropriate|applicable
        |practical|practicable|feasible|relevant|desired)(?! (?:by|to|for|in)); (?:if|where) available;
        where (?:[\w-]+ ){1,2}(?:permits?|allows?)(?! \w);
        to the (?:maximum |greatest |fullest )?extent (?:possible|practical|practicable|feasible);
        as far as (?:possible|practical|practicable|feasible); best[- ]effort;
        in (?:some|certain|most|many) (?:cases|circumstances|situations|conditions);
        under (?:some|certain|most) (?:circumstances|conditions); should the need arise;
        (?:may|might|could|can) cause (?:issues|problems|trouble|errors);
        unless (?:absolutely )?(?:necessary|needed|required|critical|urgent)
        """,
        "in which cases",
        "[in which cases]",
    ),
    _vague(
        rf"""
        (?:user|customer)[- ]friendly; user[- ]friendliness; intuitive; intuitively; intuitiveness; easy; easily;
        easier; effortless; effortlessly; ease of (?:use|maintenance|navigation|access|integration|learning);
        (?:is|are|be|more|very|feels?|stays?|looks?) (?:simple|nice)(?: and \w+)?; simpler; convenient; conveniently;
        comfortable; comfortably; seamless; seamlessly; smooth; smoothly; modern; attractive; appealing; appeals? to;
        engaging; more engaging; pleasant;
        pleasing; enjoyable; helpful; readable; human-readable (?:errors?|messages?|text);
        familiar to;
        (?:looks?|appears?) (?:professional|nice|good|modern|clean); readability; legible; understandable; meaningful;
        informative; readily; useful; satisfying; exciting; delightful; self-explanatory;
        (?:is|are|be|more|very) (?:\w+ly )?clear(?= *(?:$|[,.]| and ));
        {_NOT_A_VERB}clear(?:,? (?:and )?[\w-]+)?,? (?:{_TOLD})(?!(?: [\w-]+)? (?:that|saying|stating|indicating
        |telling|naming|reading|explaining|which|with the|□));
        (?:simple|clean|good|nice|rich|consistent(?! design (?:language|system|token))|professional|conservative
        |elegant|stylish|beautiful|familiar)(?:,? (?:and )?[\w-]+)?,? (?:{_SURFACE}); an? \w+ feel;
        clearly(?! (?:tells?|says?|states?|indicates?|explains?|informs?|labels|marks|names)\b)(?! \w+ (?:whether|which
        |that|what|how|why|when|where|who)\b);
        (?:is|are) logical(?= *(?:$|[,.])); (?:is|are|be) (?:accessible|usable)(?= *(?:$|[,.]));
        accessible (?:\w+ )?(?:design|interface|palette|ui); beautiful; customi[sz]able;
        well[- ](?:documented|structured|designed|organi[sz]ed|commented|tested|written|maintained|integrated)
        """,
        "what somebody sees, or in how many steps they are done",
    ),
    _vague(
        rf"""
        securely;
        {_NOT_A_VERB}secure (?!(?:the|an?|all|any|every|each|its|their|our|access to|flag|attribute|cookies?|boot
        |shell|enclave|element|socket|channel|urls?)\b)[\w-]+;
        (?:is|are|be|remains?) (?:\w+ly )?(?:secure|safe)(?= *(?:$|[,.]| and )); safely;
        {_NOT_A_VERB}safe (?!(?:to|for|from|mode|area|zone|list|if|when)\b)[\w-]+;
        (?:strong|robust|adequate) (?:security|encryption|authentication|passwords?|password policy)
        """,
        "against what, and by which means",
        settled=Settles.MECHANISM,
    ),
    _vague(
        r"""
        modular; modularity; (?:minimum|minimal) (?:necessary|required|possible);
        appropriate(?! (?:to|for) (?:the|each|its)\b); appropriately; adequate; adequately; suitable; suitably;
        sufficient; sufficiently; reasonable(?! (?:time|amount|period)); reasonably;
        acceptable(?! (?:time|amount|period|response)); relevant(?! to\b);
        (?:necessary|pertinent|needed) (?:information|details|data); proper; properly; flexible; flexibly;
        flexibility; robust; robustly; reliable; reliably; excessive; excessively; unnecessary; unnecessarily; undue;
        unduly; consistently; (?:is|are|be|remains?|stays?) stable; scalable; efficient; efficiently; extensible;
        extendable; adaptable; resilient; fault[- ]tolerant; dependable; portable(?! (?:document|network));
        interoperable; effective(?! (?:date|rules?|permissions?|policy|value|classification|from|until|rate|price
        |immediately)); effectively;
        graceful(?! (?:degradation|shutdown|fallback|exit|error boundar)); gracefully; sensible; sensibly;
        intelligent; intelligently; smart(?! (?:card|phone|contract|city|meter|home|tv|watch)\w*);
        dynamically(?! (?:allocated|generated|build\w*|built|loaded|created|linked|typed|sized));
        state[- ]of[- ]the[- ]art; cutting[- ]edge; best[- ]practices?; (?:coding|good) practices;
        industry(?:[- ]standards?| best| accepted); high[- ]quality; good quality;
        optimal; optimally; optimi[sz]e; optimi[sz]ed; comprehensive; comprehensively;
        basic (?:[\w-]+ )?(?:functionality|functions|features|information|support|security|validation|checks?
        |tests?|data|metadata); thorough; thoroughly; as \w+(?: \w+)? as (?:possible|necessary|needed);
        (?:with|without) (?:minimal|minimum|little|major|much|undue|excessive) \w+; future[- ]proof; maintainable;
        powerful; better; improved; enhanced; excellent; superior; great; awesome; lightweight; enterprise[- ]grade;
        world[- ]class; (?:highly|extremely|very|quite|fairly|relatively|pretty) (?!similar|recent)\w+;
        (?:adheres? to|conforms? to|compl(?:y|ies) with|in compliance with|in accordance with) (?!the |our |its |their
        |corporate |company )(?:[a-z-]+ ){0,2}(?:standards|guidelines|regulations|laws|conventions|practices);
        (?:all )?applicable (?:\w+ )?(?:laws?|regulations?|standards?|legislation|rules|policies|guidelines)
        """,
        "by which rule or figure one can tell",
    ),
)

_SEEN = next(words for words in VAGUE if words.say.startswith("what somebody sees"))
_CLEAR_FIRST = re.compile(rf"clear(?:,? (?:and )?[\w-]+)?,? (?:{_TOLD})\b", re.IGNORECASE)
_SURVEYED = re.compile(r"\d\s?%\s+of\b")
"""Even a matter of taste is measured where a share of people must share it."""
_PURPOSE = re.compile(
    r"\b(?:so that|in order (?:to|that))\b.*$|(?<=\w)\W+(?:preventing|avoiding)\b.*$"
    r"|(?<!able)(?<!ability)(?<!needs)(?<!need)(?<!has)(?<!have) to (?:prevent|avoid|mitigate)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
"""What a requirement is good for may be said loosely."""
_MECHANISM = re.compile(
    r"\b(?:TLS|SSL|HTTPS|mTLS|SSH|SFTP|VPN|AES|RSA|SHA|HMAC|Argon2\w*|bcrypt|scrypt|PBKDF2|OAuth|OIDC|SAML|LDAP|JWT"
    r"|2FA|MFA|TOTP|FIDO2?|WebAuthn|Kerberos|PGP|GPG|Ed25519|X\.?509|PKI)\b|[\d`]",
    re.IGNORECASE,
)
_NAMED = re.compile(r"^[\w ,-]{0,40}?(?::|\((?!\s*(?:e\.?g|such|like|for (?:example|instance)|including)))")
_BY_RULE = re.compile(
    r"(?:according to|as (?:defined|specified|described|listed)|(?:defined|specified|listed) (?:in|by))\b"
)
_EXPLAINED = re.compile(
    r"(?:[\w-]+ ){0,2}\((?!\s*(?:never|not?\b|e\.?g|such|like|for (?:example|instance)|including|if|where))"
    r"|[\w-]+ from the\b"
)
"""What stands in brackets right behind a word says what it means; one that is chosen from a list is one of the list."""
_SPELT_OUT = re.compile(r"[\w -]{0,40}:\s")
_OPEN_LIST = re.compile(r"^\W*(?:e\.?g|such as|like|for (?:example|instance))", re.IGNORECASE)


def vague_in(sentence: str, *, phrase: bool = False) -> Iterator[Smelled]:
    """The first word of the sentence that is vague and that nothing in the sentence settles.

    In a `phrase` no command can stand: "Clear messages" are there what messages are to be, and not what to do to them.
    """
    if _SURVEYED.search(sentence):
        return
    if phrase and (found := _CLEAR_FIRST.match(sentence)):
        yield _told(sentence, found, _SEEN)
        return
    # A capital inside the sentence makes a name of the word, so that only the first one is lowered.
    lowered = lowered_first(_PURPOSE.sub(lambda found: "□" * len(found[0]), unquoted(sentence)))
    for words in VAGUE:
        if _settled(words.settled, sentence):
            continue
        found = next((one for one in words.words.finditer(lowered) if not _is_relative(lowered, one, words)), None)
        if found:
            yield _told(sentence, found, words)
            return


def _settled(settles: Settles, sentence: str) -> bool:
    match settles:
        case Settles.FIGURE:
            return has_figure(sentence)
        case Settles.MECHANISM:
            return bool(_MECHANISM.search(sentence))
    return False


def _is_relative(sentence: str, word: re.Match[str], words: VagueWords) -> bool:
    """ "how often" asks for the figure, "as soon as the order is placed" names the moment, brackets hold an aside."""
    before, after = sentence[: word.start()].rstrip(), sentence[word.end() :].lstrip()
    if before.endswith(("how", "(")) or (before.endswith("as") and after.startswith("as ")):
        return True
    if _BY_RULE.search(after) or _EXPLAINED.match(after) or _SPELT_OUT.match(after):
        return True
    return words.settled is Settles.LIST and bool(_NAMED.match(after)) and not _OPEN_LIST.match(after)


def _told(sentence: str, found: re.Match[str], words: VagueWords) -> Smelled:
    word = sentence[found.start() : found.end()].strip()
    suggestion = f'Say {words.say}, in place of "{word}".'
    if words.instead and is_short(sentence):
        rewritten = f"{sentence[: found.start()]}{words.instead}{sentence[found.end() :]}"
        suggestion = f'Say {words.say}: "{raised_first(rewritten)}".'
    return Smelled(Smell.VAGUE, f'"{word}" means something else to everybody who reads it.', suggestion)
