"""Words of the warnings about hidden information."""

from __future__ import annotations

from ..model.symbols import StateSymbol

OFFERS = "this offers by name what lies in"
HELP_SET = "declare it `seen by` or `remembered by` those who may know; or first "
HELP_REMEMBERED = (
    "set it from what they see, before or after; a guess would give away what they cannot know. "
    "If a rule shows it to them, `# allow W0735: it is shown`"
)
REVEALS = "this reveals"
IN_LOG = "everybody reads this in the log"
CHOOSES = "the player who chooses here may not see it"
BOXES = "this names in the log, and puts into the box, a card from"
BOXED = "`{}` does that; the card lies face down in the box, and guesses may deal it again"
REMOVE = "remove it from the sentence, or declare it `seen by all`"


def who_sees(var: StateSymbol) -> str:
    """Those who may see a variable."""
    return "nobody" if var.seen[0] == "nobody" else "only some"


def help_for(var: StateSymbol, what: str, why: str) -> str:
    """What to do about a sentence or a choice that reveals a variable."""
    owner = f"`{var.seen[1]}` choose, who sees it" if var.seen[0] == "owner" and not var.dims else ""
    by_who = f"let {owner or 'somebody choose who sees it'}"
    if what is OFFERS and not var.zone:
        return by_who
    if what is OFFERS:
        return "write `choose unseen` for a choice among backs, or first move the cards to where this player sees them"
    if what is BOXES:
        return "move the card to an open pile before it goes into the box, or leave its name out of the sentence"
    if why is IN_LOG:
        read = "; or let only one player read it: `says to p`"
        return f"{REMOVE}{read}; if the card is then played openly, move it first, and not straight into the box"
    return f"{REMOVE}; or {by_who}" if why is CHOOSES and not var.zone else REMOVE


def about_setting(var: StateSymbol, read: StateSymbol) -> tuple[str, str, str, str]:
    """Code, message, note and help about a variable that depends on another one."""
    what = f"`{var.name}` depends on `{read.name}`, which {who_sees(read)} may see"
    if var.remembered:
        return "W0735", what, f"those who remember `{var.name}` may not see this", HELP_REMEMBERED
    moved, passed = "move the cards to where they see them", "pass it to an effect, which may reveal what it is given"
    return "W0734", what, f"those who see `{var.name}` may not see this", HELP_SET + (moved if read.zone else passed)
