"""Methods that the languages' own types have: a call of one says nothing about who defines it."""

from __future__ import annotations

_PYTHON = frozenset(
    name for kind in (str, bytes, list, dict, set, int, float, tuple) for name in dir(kind) if not name.startswith("_")
)
_OTHERS = frozenset(
    """
    accept acquire addEventListener addListener afterEach apply assert assertEqual assertEquals assertTrue assign attach
    await beforeEach begin bind build call callback cancel catch charAt charCodeAt child children clone close collect
    commit compare compile concat connect contains containsKey containsValue context create cursor debug decode delete
    destroy detach dispatch dispose done each emit enable encode entries entrySet equals error every exec execute exists
    exit expect fatal fetch fill filter finally find findAll findIndex first flatMap flatten flush forEach forall format
    from getAttribute getClass getElementById getItem getLogger getName getValue group handle hasNext hasOwnProperty
    hashCode head includes indexOf info init initialize insert invoke isArray isEmpty isEqual isInstance isPresent
    iterator keySet last lastIndexOf lazy length listen load lock lower main map mapTo match matches measure message
    next notify notifyAll observe once open opens orElse orElseThrow parent parse parseFloat parseInt patch peek
    pipe post print printf println process publish push putIfAbsent query querySelector querySelectorAll quit raise
    random range read readAsync readFile readLine readline readlines recv reduce register reject release reload render
    require reset resize resolve rest result resume reverse rollback run save scan search seek select send serialize
    serve setAttribute setItem setState setTimeout setUp setup shift should show size skip sleep slice some splice
    start stat status step stop stream stringify submit subscribe substr substring success sum tearDown tell test
    then throw timeout times toArray toBe toBytes toEqual toFixed toISOString toJSON toList toLowerCase toMap
    toSet toString toUpperCase transform trigger trim trimEnd trimStart truncate unbind unlock unshift unsubscribe
    unwrap unwrap_or use valueOf validate value values verify view visit wait walk warn warning where wrap write
    writeFile writeLine writelines yield
    """.split()
)
COMMON_METHODS = _PYTHON | _OTHERS
