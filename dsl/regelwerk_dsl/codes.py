"""List of the diagnostic codes: E01xx for how sources are written, the rest for what they mean.

A code is stable and never used again for something else. Each has a page `docs/codes/CODE.md`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A code and what it is about, in a line."""

    code: str
    title: str


CODES: dict[str, Code] = {}


def _add(titles: dict[str, str]) -> None:
    for code, title in titles.items():
        if code in CODES:
            raise ValueError(f"the code {code} is there twice")
        CODES[code] = Code(code, title)


# ---- how sources are written -----------------------------------------------------------------------------------------

_add({
    "E0101": "a word or sign cannot stand there",
    "E0102": "a colon is missing at the end of a line",
    "E0103": "a block is missing, or stands on the wrong line",
    "E0104": "a line is indented like no line above it",
    "E0105": "a deeper line continues the line above and should not",
    "E0106": "a line is indented with tabs",
    "E0107": "a bracket is not closed, or closes nothing",
    "E0108": "a text is not closed",
    "E0109": "a character has no meaning in the language",
    "E0110": "a word of the language is misspelt, or is one of another language",
    "E0111": "a comparison is written with the wrong sign",
    "E0112": "a word of the language cannot be a name",
    "E0113": "an option has no name or no sentence",
    "E0114": "`roll` or `do` inside an expression",
    "E0115": "a slot of a text is malformed",
    "E0116": "a backslash in a text means nothing",
    "E0117": "a line stands twice or where it does not belong",
    "E0118": "a row does not fit the head of its table",
    "E0119": "pairs and single values are mixed",
    "E0120": "a call is missing or stands where none can be",
    "E0121": "`else` or `otherwise` belongs to nothing",
    "E0122": "a choice does not say who chooses",
    "E0123": "a number is too long",
    "E0124": "sources are nested too deeply",
    "E0125": "a line at the left margin begins no declaration",
})  # fmt: skip

# ---- the files of a game ---------------------------------------------------------------------------------------------

_add({
    "E0151": "a file of a game is missing or cannot be read",
    "E0152": "a file is not UTF-8 text",
    "E0153": "a YAML file is malformed",
    "E0154": "a key is unknown",
    "E0155": "a value is of the wrong kind or out of bounds",
    "E0156": "a key is missing",
    "E0157": "a path leads out of the game's folder",
    "E0158": "an entry is there twice",
    "E0159": "an entry refers to what is not there",
    "E0160": "a table in a CSV file is malformed",
})  # fmt: skip

# ---- what sources mean: names ----------------------------------------------------------------------------------------

_add({
    "E0201": "a name is not declared",
    "E0202": "a name is declared twice",
    "E0203": "a word of the language is declared as a name",
    "E0204": "a part of the game's frame is there twice",
    "E0205": "a member's name could mean several enums",
    "E0206": "a field or ability does not exist",
    "E0207": "a type does not exist",
    "E0208": "a part of the game's frame is missing",
})  # fmt: skip

# ---- kinds of values -------------------------------------------------------------------------------------------------

_add({
    "E0301": "a value is of another kind than is wanted",
    "E0302": "units are mixed",
    "E0303": "a value may be none where one is needed",
    "E0304": "a value cannot lie in its range",
    "E0305": "two values can never be the same, or cannot be compared",
    "E0306": "a value is not fixed where it must be",
    "E0307": "a test for none where none cannot be",
    "E0308": "there is nothing to go through",
    "E0309": "something is called, done or used that cannot be",
    "E0310": "the indices do not fit",
    "E0311": "the arguments do not fit",
    "E0312": "there is no such type",
    "E0313": "a type cannot be found out",
    "E0314": "a number in the state has no range",
    "E0315": "a pile begins or is refilled in a way that cannot be",
    "E0316": "`seen by` names nobody",
    "E0317": "a road of a map is malformed",
    "E0318": "a family has no members",
    "E0319": "a card leaves something open",
    "E0320": "something is assigned that cannot be",
    "E0321": "no pile and no place",
    "E0322": "cards cannot lie or be moved there",
    "E0323": "several drawn cards get one name",
    "E0324": "a division by zero",
})  # fmt: skip

# ---- flow ------------------------------------------------------------------------------------------------------------

_add({
    "E0401": "something comes back to itself",
    "E0402": "`stop` outside a loop",
    "E0403": "an answer is missing or too much",
    "E0404": "a `define` changes something",
    "E0405": "an effect without an answer is used as a value",
    "E0406": "after `otherwise` there is nothing to go on with",
    "E0407": "a simultaneous choice is malformed",
})  # fmt: skip

# ---- texts -----------------------------------------------------------------------------------------------------------

_add({
    "E0601": "a slot's value cannot be shown",
    "E0602": "a plural without a number",
    "E0603": "a printed text needs what only play knows",
    "E0604": "a language does not exist",
    "E0605": "a catalogue cannot be read",
    "E0606": "a translation's slots differ from its source",
    "E0607": "a form of a name is missing",
    "E0608": "an option has no words",
})  # fmt: skip

# ---- scenarios, sources ----------------------------------------------------------------------------------------------

_add({
    "E0701": "a scenario has too many or too few players",
    "E0702": "a scenario names a player who does not play",
    "E0703": "a scenario names an option that does not exist",
    "E0704": "a scenario sets something that cannot be set",
    "E0801": "a cited statement does not exist",
    "E0802": "a statement is implemented by nothing",
    "E0803": "a declaration cites too many statements",
})  # fmt: skip

# ---- warnings --------------------------------------------------------------------------------------------------------

_add({
    "W0701": "a choice may have nothing to offer",
    "W0702": "something is declared and never used",
    "W0703": "a card's text and what it does differ",
    "W0705": "a card can lie nowhere",
    "W0706": "a sentence tells a secret",
    "W0707": "a card does something that has no words",
    "W0710": "a line is never reached",
    "W0711": "a silencing comment without use or reason",
    "W0712": "prose states a number of its own",
})  # fmt: skip

# ---- errata and variants ---------------------------------------------------------------------------------------------

_add({
    "E0901": "a change finds nothing to change",
    "E0902": "the base is not what a change expects",
    "E0903": "two variants change the same thing",
    "E0904": "two variants exclude each other",
    "E0905": "a variant needs another one",
    "E0906": "a variant or erratum does not exist, or its values do not fit",
    "E0907": "a replacement has another signature",
    "E0908": "a change puts something where it cannot stand",
})  # fmt: skip

# ---- layouts ---------------------------------------------------------------------------------------------------------

_add({
    "E1001": "an element of a layout does not say what it draws",
    "E1002": "an expression of a layout is malformed",
    "E1003": "a layout names something that is not there",
    "E1004": "an expression of a layout has no value that can stand there",
    "E1005": "an outline is malformed",
    "E1006": "a picture is missing or cannot be printed",
    "E1007": "a picture is too large or too coarse",
    "E1008": "a template or style extends itself",
    "E1009": "a style or template lacks a value",
    "E1010": "a text does not fit its box",
    "E1011": "no font has a character",
})  # fmt: skip

# ---- sheets ----------------------------------------------------------------------------------------------------------

_add({
    "E1020": "the cards of a sheet do not fit on its paper",
})  # fmt: skip

# ---- the booklet -----------------------------------------------------------------------------------------------------

_add({
    "E1040": "a chapter shows a picture that is not there",
    "E1041": "a link of a chapter leads nowhere",
    "E1042": "a worked example cannot be played",
    "E1043": "a chapter shows a part of a board that is not there",
})  # fmt: skip
