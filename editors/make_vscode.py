"""Generator of the extension for VS Code: its files from the words and schemas of the language.

`python editors/make_vscode.py` writes them to `editors/vscode`. Run it after a change of a keyword or schema; a test
compares.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from regelwerk_dsl.data.yaml import load_schema
from regelwerk_dsl.grammar.keywords import (
    BUILT_IN_NAMES,
    CLAUSE_WORDS,
    DECLARATION_WORDS,
    OPERATOR_WORDS,
    STATEMENT_WORDS,
    TOTAL_WORDS,
    TYPE_WORDS,
    VALUE_WORDS,
)

FOLDER = Path(__file__).parent / "vscode"
VERSION = "0.1.0"
NAME = r"[^\W\d]\w*"

MATCHER: dict[str, Any] = {
    "owner": "regelwerk",
    "fileLocation": ["autoDetect", "${workspaceFolder}"],
    "pattern": {
        "regexp": r"^(.+?):(\d+):(\d+): (error|warning)\[([EW]\d{4})\]: (.*)$",
        "file": 1,
        "line": 2,
        "column": 3,
        "severity": 4,
        "code": 5,
        "message": 6,
    },
}
"""How VS Code reads the one-line form of a message."""


def editor_files() -> dict[str, str]:
    """The files by their paths in the extension's folder."""
    data = {
        "package.json": _package(),
        "language-configuration.json": _configuration(),
        "syntaxes/regel.tmLanguage.json": _grammar(),
        "tasks.json": _tasks(),
    }
    data |= {
        f"schemas/{name}.schema.json": load_schema(name) for name in ("game", "sources", "layout", "sheet", "terminal")
    }
    return {path: json.dumps(value, indent=2, ensure_ascii=False) + "\n" for path, value in data.items()}


def _any_of(words: Iterable[str]) -> str:
    return rf"\b(?:{'|'.join(sorted(set(words)))})\b"


def _rule(name: str, match: str) -> dict[str, Any]:
    return {"name": f"{name}.regel", "match": match}


def _grammar() -> dict[str, Any]:
    """A TextMate grammar. Its patterns keep to what Oniguruma and Python both read, so that a test can try them."""
    things = _any_of(word for word in DECLARATION_WORDS if word not in ("card", "cards", "state", "setup", "players"))
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Regel",
        "scopeName": "source.regel",
        "patterns": [{"include": f"#{name}"} for name in ("comment", "prose", "text", "declared", "code")],
        "repository": {
            "comment": {"patterns": [_rule("comment.line.number-sign", r"#.*$")]},
            "prose": {
                "name": "string.quoted.triple.regel",
                "begin": '"""',
                "end": '"""',
                "patterns": [_rule("markup.inserted.template", r"\{\{[^}]*\}\}")],
            },
            "text": {
                "name": "string.quoted.double.regel",
                "begin": '"',
                "end": '"|$',
                "patterns": [
                    _rule("constant.character.escape", r"\\.|\{\{|\}\}"),
                    {
                        "name": "meta.template.expression.regel",
                        "begin": r"\{",
                        "end": r"\}|(?=\")",
                        "beginCaptures": {"0": {"name": "punctuation.section.embedded.begin.regel"}},
                        "endCaptures": {"0": {"name": "punctuation.section.embedded.end.regel"}},
                        "patterns": [
                            {
                                "match": rf"(\|)\s*({NAME})",
                                "captures": {
                                    "1": {"name": "keyword.operator.form.regel"},
                                    "2": {"name": "entity.other.attribute-name.regel"},
                                },
                            },
                            {"begin": ":", "end": r"(?=\})", "contentName": "string.quoted.double.regel"},
                            {"include": "#code"},
                        ],
                    },
                ],
            },
            "declared": {
                "patterns": [
                    {
                        "match": rf"^\s*({things})\s+({NAME})",
                        "captures": {
                            "1": {"name": "keyword.declaration.regel"},
                            "2": {"name": "entity.name.function.regel"},
                        },
                    },
                    {
                        "match": rf"^\s*(cards?)\s+({NAME})(?:\s+({NAME}))?",
                        "captures": {
                            "1": {"name": "keyword.declaration.regel"},
                            "2": {"name": "entity.name.type.regel"},
                            "3": {"name": "entity.name.function.regel"},
                        },
                    },
                ]
            },
            "code": {
                "patterns": [
                    _rule("variable.other.member", rf"(?<=[^.]\.){NAME}"),
                    _rule("constant.numeric.dice", r"\b\d*d\d+\b"),
                    _rule("constant.numeric.copies", r"\bx\d+\b"),
                    _rule("constant.numeric", r"\b\d[\d_]*"),
                    _rule("constant.language", _any_of(VALUE_WORDS)),
                    _rule("keyword.operator.word", _any_of(OPERATOR_WORDS)),
                    _rule("keyword.operator.total", _any_of(TOTAL_WORDS)),
                    _rule("keyword.control", _any_of(STATEMENT_WORDS)),
                    _rule("keyword.declaration", _any_of(DECLARATION_WORDS)),
                    _rule("keyword.other", _any_of(CLAUSE_WORDS)),
                    _rule("storage.type", _any_of(TYPE_WORDS)),
                    _rule("support.constant", _any_of(BUILT_IN_NAMES)),
                    _rule("entity.name.type", r"\b[A-Z]\w*"),
                    _rule("entity.name.function.call", rf"\b{NAME}(?=\()"),
                    _rule("keyword.operator", r"->|\.\.|[-+]?=|<=|>=|[-+*/<>|?]"),
                ]
            },
        },
    }


def _configuration() -> dict[str, Any]:
    pairs = [["(", ")"], ["[", "]"], ["{", "}"]]
    return {
        "comments": {"lineComment": "#"},
        "brackets": pairs,
        "autoClosingPairs": [*pairs, {"open": '"', "close": '"', "notIn": ["string", "comment"]}],
        "surroundingPairs": [*pairs, ['"', '"']],
        "wordPattern": NAME,
        "indentationRules": {
            "increaseIndentPattern": r"^[^#]*:\s*(#.*)?$",
            "decreaseIndentPattern": r"^\s*(else|otherwise)\b.*$",
        },
        "folding": {"offSide": True},
    }


def _package() -> dict[str, Any]:
    return {
        "name": "regelwerk",
        "displayName": "Regelwerk",
        "description": "Colours, brackets and messages for the sources of board games",
        "version": VERSION,
        "publisher": "regelwerk",
        "license": "Apache-2.0",
        "engines": {"vscode": "^1.75.0"},
        "categories": ["Programming Languages"],
        "contributes": {
            "languages": [
                {
                    "id": "regel",
                    "aliases": ["Regel"],
                    "extensions": [".regel"],
                    "configuration": "./language-configuration.json",
                }
            ],
            "grammars": [
                {"language": "regel", "scopeName": "source.regel", "path": "./syntaxes/regel.tmLanguage.json"}
            ],
            "configurationDefaults": {
                "[regel]": {"editor.insertSpaces": True, "editor.tabSize": 4, "editor.rulers": [120]}
            },
            "problemMatchers": [{"name": "regelwerk", "label": "Messages of regelwerk", **MATCHER}],
            "yamlValidation": [
                {"fileMatch": "game.yaml", "url": "./schemas/game.schema.json"},
                {"fileMatch": "sources.yaml", "url": "./schemas/sources.schema.json"},
                {"fileMatch": "terminal.yaml", "url": "./schemas/terminal.schema.json"},
                {"fileMatch": "print/*.yaml", "url": "./schemas/layout.schema.json"},
                {"fileMatch": "print/sheets/*.yaml", "url": "./schemas/sheet.schema.json"},
            ],
        },
    }


def _tasks() -> dict[str, Any]:
    """Tasks to copy into a workspace; they work without the extension too."""
    shared = {"type": "shell", "problemMatcher": MATCHER, "presentation": {"reveal": "silent", "clear": True}}
    return {
        "version": "2.0.0",
        "tasks": [
            {
                "label": "regelwerk: check",
                "command": "regelwerk check ${input:game} --oneline",
                "group": {"kind": "build", "isDefault": True},
                **shared,
            },
            {
                "label": "regelwerk: check the game of this file",
                "command": "regelwerk check ${fileDirname} --oneline",
                "group": "build",
                **shared,
            },
        ],
        "inputs": [
            {
                "id": "game",
                "type": "promptString",
                "description": "A game's name or folder",
                "default": "${fileDirname}",
            }
        ],
    }


def write(folder: Path = FOLDER) -> None:
    """Writes the files into a folder."""
    for path, text in editor_files().items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
