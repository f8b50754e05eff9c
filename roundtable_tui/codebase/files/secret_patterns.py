"""What secrets look like, and what only looks like one: references, placeholders, labels, names of things."""

from __future__ import annotations

import math
import re
from collections import Counter

MARK = "[secret removed]"

KEY_BLOCK = re.compile(
    r"(?P<before>-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)"
    r"(?P<value>(?:[A-Za-z0-9+/=\s\"'`,:;\\.#*>|_]|-(?!----))*)"
)
"""Also one that is cut off before its end: what there is of it is still a key."""
_KEY_MATERIAL = re.compile(r"[A-Za-z0-9+/=]{20}")

SHAPED = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}"  # AWS
    r"|gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,}"
    r"|gl(?:pat|dt|rt|soat|ptt|ft|cbt|imt|agent)-[A-Za-z0-9_-]{20,}"
    r"|xox[abeoprs](?:-[A-Za-z0-9]{4,}){2,8}|xapp-\d-[A-Za-z0-9-]{20,}"  # Slack
    r"|(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}"  # Stripe
    r"|AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}"  # Google
    r"|sk-(?:ant|proj|svcacct|or|lf)-[A-Za-z0-9_-]{20,}|sk-[A-Za-z0-9]{32,}"  # Anthropic, OpenAI and their kin
    r"|npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{50,}|hf_[A-Za-z0-9]{30,}|dop_v1_[a-f0-9]{64}"
    r"|SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,64}|key-[0-9a-f]{32}"  # SendGrid, Mailgun
    r"|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}"  # Shopify, Square
    r"|eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"  # JSON web token
    # Databricks, HashiCorp; Docker, RubyGems, Pulumi, Doppler; Linear, Postman, Notion, Figma; Atlassian, New Relic,
    # Grafana, Fly; PlanetScale, Supabase; other makers of models; Telegram, age
    r"|dapi[0-9a-f]{32}|hv[bsr]\.[A-Za-z0-9_-]{24,}|atlasv1\.[A-Za-z0-9_-]{60,}"
    r"|dckr_pat_[A-Za-z0-9_-]{20,}|rubygems_[0-9a-f]{48}|pul-[0-9a-f]{40}|dp\.(?:pt|st|ct|sa)\.[A-Za-z0-9]{40,}"
    r"|lin_api_[A-Za-z0-9]{32,}|PMAK-[0-9a-f]{24}-[0-9a-f]{34}|ntn_[A-Za-z0-9]{40,}|figd_[A-Za-z0-9_-]{36,}"
    r"|ATATT3[A-Za-z0-9_=-]{50,}|NRAK-[A-Z0-9]{27}|glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|fo1_[A-Za-z0-9_-]{40,}"
    r"|pscale_(?:pw|tkn|oauth)_[A-Za-z0-9_.-]{32,}|sbp_[0-9a-f]{40}"
    r"|gsk_[A-Za-z0-9]{48,}|r8_[A-Za-z0-9]{37}|xai-[A-Za-z0-9]{70,}|pplx-[A-Za-z0-9]{40,}"
    r"|\d{8,10}:AA[A-Za-z0-9_-]{33}|AGE-SECRET-KEY-1[A-Z0-9]{58}"
    r")(?![A-Za-z0-9])"
)

EMBEDDED = (
    re.compile(
        r"(?P<before>https://(?:hooks\.slack\.com/(?:services|workflows)/|discord(?:app)?\.com/api/webhooks/\d{1,30}/))"
        r"(?P<value>[A-Za-z0-9_/-]{20,})"
    ),
    re.compile(r"(?P<before>://[^\s:/@'\"<>]{0,100}:)(?P<value>[^\s/@'\"<>]{1,200})(?=@[\w\[])"),
    re.compile(
        r"(?i)(?P<before>authorization[\"']?\s{0,4}[:=,]\s{0,4}[\"']?(?:bearer|basic|token)\s{1,4})"
        r"(?P<value>[\w.~+/=-]{8,})"
    ),
    re.compile(r"(?P<before>\bcurl\b.{0,300}?\s(?:-u|--user)[ =][\"']?[^\s:\"']{1,100}:)(?P<value>[^\s\"']{3,200})"),
    re.compile(r"(?i)(?P<before>;\s?(?:password|pwd)\s?=\s?)(?P<value>[^;\"'\s]{3,200})(?=[;\"'\s]|$)"),
    re.compile(
        r"(?m)(?P<before>^[ \t]*(?:export |ENV |ARG |- )?[A-Z0-9_]{0,60}"
        r"(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN"
        r"|(?:API|ACCESS|PRIVATE|SECRET|APP|AUTH|ENCRYPTION|SIGNING|HMAC|MASTER|SESSION)_?KEY)(?:_[A-Z0-9]{1,8})?=)"
        r"(?P<value>[^\s\"'`(){}\[\]]{3,500})$"
    ),
    re.compile(
        r"(?i)(?P<before>\b(?:identified\s{1,4}by|(?:with|encrypted)\s{1,4}password)\s{1,4}(?:password\s{1,4})?')"
        r"(?P<value>[^'\n]{3,200})(?=')"
    ),
    re.compile(
        r"(?P<before>\b(?:(?:sshpass|(?:docker|podman|oc|az) login|twine upload)\b.{0,200}?\s-p[ ]?"
        r"|(?:mysql|mariadb)[\w-]{0,10}\b.{0,200}?\s-p|redis-cli\b.{0,200}?\s-a )[\"']?)"
        r"(?P<value>[^\s\"'-][^\s\"']{2,200})"
    ),
    re.compile(
        r"(?P<before>(?:\bauth\s?=\s?\(|BasicAuth\()\s{0,8}[\"'][^\"'\n]{0,100}[\"'],\s{0,8}[\"'])"
        r"(?P<value>[^\"'\n]{3,200})(?=[\"'])"
    ),
    re.compile(
        r"(?i)(?P<before>[?&;](?:sig|(?:x-amz-|x-goog-)?signature|x-amz-security-token)=)"
        r"(?P<value>[A-Za-z0-9%+/=_-]{20,500})"
    ),
    re.compile(rf"(?P<before>{re.escape(MARK)}[\"'],\s{{0,8}}[\"'])(?P<value>[A-Za-z0-9/+=]{{40}})(?=[\"'])"),
)
"""Places made for a secret: whatever stands there is one, unless it is a reference or a placeholder."""

_NAMED = (
    r"(?=[acdehjlmpstw])(?:(?P<password>pass(?:word|wd|phrase|code)"
    r"|(?-i:(?<![A-Za-z])(?:pass|PASS|pwd|PWD)|(?<=[a-z])(?:Pass|Pwd)))"
    r"|(?P<secret>secret(?:[_-]?(?:access[_-]?)?key)?)"
    r"|token|credentials?|(?:a(?:pi|ccess|ccount|uth|pp|es|dmin)|s(?:igning|torage|ession|hared|ubscription)"
    r"|c(?:ookie|rypto|ipher|lient)|private|encryption|license|master|hmac|jwt|webhook|deploy)[_-]?key)"
    r"(?:[_-]?(?:value|text|string|base(?:64)?|b64|prod|live|dev|test|\d{1,3}))?"
)
_ASSIGN = (
    r"[\"']?\]?\s{0,8}(?:[!=]?={1,2}|:=?|=>|:\s{0,4}(?:&(?:'\w{1,20}\s)?)?[\w.\[\]| <>?]{1,40}=|\bvalue\s?=)"
    r"\s{0,8}(?:\(\s{0,8})?"
)
_UNQUOTED = r"(?P<value>[^\s\"'`,;&(){}<>\[\]]{6,500})(?![^\s,;&\"'`<}\]])"

ASSIGNED = (
    re.compile(
        rf"(?i)(?P<before>{_NAMED}{_ASSIGN}[rbfu]?(?P<quote>\"\"\"|\'\'\'|[\"'`]))"
        r"(?P<value>(?:\\.|(?!(?P=quote))[^\\\n]){4,500})(?=(?P=quote))"
    ),
    re.compile(
        rf"(?i)(?P<before>{_NAMED}(?P<beside>[\"'],)\s{{0,8}}(?P<quote>[\"'`]))"
        r"(?P<value>[^\s\"'`\\]{8,500})(?=(?P=quote))"
    ),
    re.compile(rf"(?i)(?P<before><(?:[\w.-]{{0,40}}:)?[\w.-]{{0,40}}?{_NAMED}>)(?P<value>[^<>\s]{{4,500}})(?=</)"),
    re.compile(rf"(?i)(?P<before>{_NAMED}(?P<bare>\s{{0,8}}(?:=>?|:=?)[ \t]{{0,8}})){_UNQUOTED}"),
    re.compile(rf"(?i)(?P<before>--[a-z\d-]{{0,30}}?{_NAMED}(?P<bare>[ ])){_UNQUOTED}"),
    re.compile(
        rf"(?i)(?P<before>#[ \t]?define[ \t]{{1,8}}\w{{0,60}}?{_NAMED}[ \t]{{1,40}}(?P<quote>\"))"
        r"(?P<value>[^\"\n]{4,500})(?=\")"
    ),
    re.compile(r"(?i)(?P<before>\bbearer(?P<bare>[ ]))(?P<value>[\w.~+/=-]{20,500})"),
    re.compile(
        r"(?i)(?P<before>(?:password|passphrase|passcode|pwd|secret|token|(?:api|access|private)[ _-]?key)"
        r"(?P<bare>\s(?:is|was)(?: now)?:?\s[\"'`]?))"
        r"(?P<value>[^\s\"'`,;(){}<>\[\]]{7,199}[^\s\"'`,;(){}<>\[\].!?])"
    ),
    re.compile(
        r"(?i)(?P<before>\b(?:password|secret|token|(?:api|access) key)(?P<bare>[ ][\"'`]?))"
        r"(?P<value>(?=(?:[a-z_+/=.~-]{0,99}\d){3})[\w+/=.~-]{20,500})"
    ),
)
"""Values beside a telling name; how much one must look like a secret depends on the name."""

_CUT = r"(?=\s?\[?…)"
CUT_OFF = (
    re.compile(
        r"(?<![A-Za-z0-9_-])(?P<before>)(?P<value>(?:AKIA|ASIA|ABIA|ACCA|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|xox[abeoprs]-"
        r"|xapp-|[sr]k_(?:live|test)_|whsec_|AIza|ya29\.|GOCSPX-|sk-|npm_|pypi-|hf_|dop_v1_|SG\.|key-|shp\w\w_|sq0\w{3}-|eyJ"
        r"|dapi|hv[bsr]\.|atlasv1\.|dckr_pat_|rubygems_|pul-|dp\.[a-z]{2}\.|lin_api_|PMAK-|ntn_|figd_|ATATT3|NRAK-|glsa_|fo1_"
        rf"|pscale_|sbp_|gsk_|r8_|xai-|pplx-|AGE-SECRET-KEY-)[A-Za-z0-9_.=-]{{4,500}}){_CUT}"
    ),
    re.compile(
        rf"(?i)(?P<before>{_NAMED}(?P<bare>{_ASSIGN}|\s(?:is|was)(?: now)?:?\s)[\"'`]?)"
        rf"(?P<value>[^\s\"'`…]{{5,500}}){_CUT}"
    ),
    re.compile(rf"(?P<before>://[^\s:/@'\"<>]{{0,100}}:)(?P<value>(?!\d{{1,5}}\b)[^\s/@'\"<>…]{{1,200}}){_CUT}"),
)
"""What is left of a secret in a text that was shortened: the end by which it would be known is gone."""

SETTING = re.compile(
    r"(?im)(?P<before>^[ \t]*(?:- +)?[\"']?(?P<key>[\w.-]{0,80}?"
    r"(?:(?P<password>pass(?:word|wd|phrase|code)|(?<![a-z])(?:pass|pwd))|(?P<secret>secret(?:[._-]?key)?)))[\"']?"
    r"(?:[ \t]{0,20}=[ \t]{0,20}|[ \t]{0,20}:[ \t]{1,20}))(?P<value>[^\s\"'`#;,(){}\[\]<>][^\s\"'`,(){}\[\]<>]{3,500})"
    r"(?=[ \t]*(?:[ \t][#;].*)?\r?$)"
)
"""A line of a settings file, where a word without quotes is a value: in code it would be a variable or a type."""

VARIABLE = re.compile(
    rf"(?i)(?P<before>\bvariable\s{{1,4}}\"[^\"\n]{{0,60}}?{_NAMED}[^\"\n]{{0,20}}\"\s{{0,4}}\{{[^{{}}]{{0,500}}?"
    r"\bdefault\s{0,20}=\s{0,4}(?P<quote>\"))(?P<value>[^\"\n]{4,500})(?=\")"
)
"""In Terraform the name of a secret stands lines above its value."""

KEPT_BY_KUBERNETES = re.compile(r"(?m)^kind:[ \t]*[\"']?Secret[\"']?[ \t]*\r?$")
KEPT_BLOCK = re.compile(r"(?m)^(?:data|stringData):[ \t]*\r?\n(?:[ \t].*\n?|\r?\n)+")
KEPT_VALUE = re.compile(
    r"(?m)^(?P<before>[ \t]+(?!\S+:[ \t]*(?:[|>][+-]?)?[ \t]*\r?$)(?:[\"']?[\w.-]+[\"']?:[ \t]+)?)"
    r"(?P<value>[^\s|>#{\[].*?)(?=[ \t]*\r?$)"
)
"""Whatever such a document keeps is secret, whatever it is called."""

SIGNS = (
    "pass", "pwd", "secret", "token", "credential", "key", "authorization", "curl", "://", "akia", "asia", "abia",
    "acca", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "gldt-", "glrt-", "glsoat-", "glptt-",
    "glft-", "glcbt-", "glimt-", "glagent-", "xox", "xapp-", "sk_", "rk_", "whsec_", "aiza", "ya29.", "gocspx-", "sk-",
    "npm_", "pypi-", "hf_", "dop_v1_", "sg.", "shp", "sq0", "eyj", "dapi", "hvs.", "hvb.", "hvr.", "atlasv1.",
    "dckr_pat_", "rubygems_", "pul-", "dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "lin_api_", "pmak-", "ntn_", "figd_",
    "atatt3", "nrak-", "glsa_", "fo1_", "pscale_", "sbp_", "gsk_", "r8_", "xai-", "pplx-", ":aa", "bearer",
    "identified", " login ", "twine", "mysql", "mariadb", "redis-cli", "auth=", "auth =", "basicauth(", "sig=",
    "signature=",
)  # fmt: skip
"""In lower case: a line with none of these has none of the shapes, which spares most lines the long look."""

_REFERENCE = re.compile(
    r"(?i)[$@%&<{\[#]|(?:https?|file|op|vault|ssm|arn|env|secretref|azurekeyvault)[:/]|[~.]{0,2}/|[a-z]:\\"
    r"|.*(?:\$\{|\{\{|%\(|%s|\{[\w.]*\})"
)
_PLACEHOLDER = re.compile(
    r"(?i).*(?:example|placeholder|change[_-]?(?:me|it)|your[_-]?|dummy|redacted|removed|\.\.\.|…).*|[\W_x0]+"
    r"|none|null|true|false|undefined|string|str|text|bytes|required|optional|hidden|bearer"
    r"|(?:[a-z]+[ _.-])*(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|key|value|credentials?)s?[:?]?"
)
_NO_PASSWORD = re.compile(
    r"(?i)yes|no|on|off|enabled?|disabled?|always|never|auto|default|prompt|ask|input|required\b.*|nullable\b.*|optional"
    r"|(?:secret)?(?:str|string|bytes?|text|char|varchar|any|number|integer|int|boolean|object)[!?]?|plain(?:text)?"
    r"|md5|sha-?\d+|bcrypt|argon2\w*|scrypt|pbkdf2|scram\S*|masked|empty|unset|nil|files?|keyring|vault|env"
)
"""What settings say about passwords in place of one: whether, of which type, how it is kept."""
_ABOUT = re.compile(
    r"(?i)(?:.*[._-])?(?:reset|forgot|forgotten|change|show|hide|require|requires|ask|no|without|use|allow|confirm|enter|has|is)"
    r"[._-]?(?:pass|pwd|secret).*"
)
"""Keys that say what is done with a password."""
_NAMES_OF_THINGS = re.compile(r"[A-Za-z]+\d{0,2}(?:[_./: -][A-Za-z]*\d{0,2})+")
_VARIABLE = re.compile(r"(?i)[a-z_]\w*(?:(?:\.|->|::)\w+)+|[a-z_]*(?:password|secret|token|key|hash)\d{0,2}")
_LEAST_BITS = 2.5
_BITS_OF_A_JUMBLE = 4.2


def holds_a_key(block: str) -> bool:
    return bool(_KEY_MATERIAL.search(block))


def is_reference(value: str) -> bool:
    return bool(_REFERENCE.match(value))


def is_secret_value(found: re.Match[str]) -> bool:
    """Whether the value found beside its name is a secret in itself, and not a word about one."""
    value, named = found["value"], found.groupdict()
    if _REFERENCE.match(value) or _PLACEHOLDER.fullmatch(value):
        return False
    if "quote" not in named and "bare" not in named:
        return True
    if "bare" in named:
        return not (_VARIABLE.fullmatch(value) or _NO_PASSWORD.fullmatch(value)) and _looks_random(value)
    if "beside" in named or not (named["password"] or named["secret"]):
        return _looks_random(value)
    if " " in value:
        return "phrase" in (named["password"] or "").lower()
    return bool(named["password"]) or not _NAMES_OF_THINGS.fullmatch(value)


def is_secret_setting(found: re.Match[str]) -> bool:
    """Whether the word in a line of settings is the password itself, and not a word about it or a place to find it."""
    value = found["value"]
    if _REFERENCE.match(value) or _PLACEHOLDER.fullmatch(value) or value[0] in "*!|~":
        return False
    if _NO_PASSWORD.fullmatch(value) or _ABOUT.fullmatch(found["key"]):
        return False
    return bool(found["password"]) or not _NAMES_OF_THINGS.fullmatch(value)


def _looks_random(value: str) -> bool:
    """Letters and digits in no order, or a long jumble of letters; names such as `oauth2_token_v1` are neither."""
    if " " in value or _NAMES_OF_THINGS.fullmatch(value):
        return False
    has_digit, has_letter = any(map(str.isdigit, value)), any(map(str.isalpha, value))
    if has_digit and has_letter:
        return _bits(value) >= _LEAST_BITS or len(value) >= 24
    return len(value) >= 24 and _bits(value) >= _BITS_OF_A_JUMBLE


def _bits(value: str) -> float:
    """Shannon's entropy, for each character."""
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values())
