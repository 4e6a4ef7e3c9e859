"""A language goes in, the booklet's own words come out: headings and phrases that no game needs to translate."""

from __future__ import annotations

from collections.abc import Iterable

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "rules": "Rules",
        "players": "{0} to {1} players",
        "players alone": "{0} players",
        "variants": "With: {0}",
        "contents": "Contents",
        "page": "{0} (p. {1})",
        "cards": "Cards",
        "copies": "{0}\u00a0×{1}",
        "printed": "{0}\u00a0cards",
        "of kind": "{0} ({1})",
        "each": "{0} each: {1}",
        "each pair": "{0} for each pair of: {1}",
        "errata": "Errata",
        "erratum of": "{0}: {1}",
        "left out": "Left out here: {0}.",
        "changes": "What is different",
        "changed cards": "Cards that differ: {0}.",
        "changed chapters": "Chapters that read otherwise: {0}.",
        "dropped chapters": "Chapters left out: {0}.",
        "of": "{0} {1}",
        "marked": "A bar in the margin marks what differs (p. {0}).",
        "sources": "Sources",
        "reconstructed": "What is reconstructed",
        "index": "Index",
        "example": "Example: {0}",
        "before": "Before",
        "after": "After",
        "set up": "Set up for {0} players",
        "set up so": "Set up for {0} players: one of many ways",
        "chooses": "{0} chooses: {1}",
        "colon": "{0}: {1}",
        "then": "{0}\u00a0→\u00a0{1}",
        "none": "–",
        "comma": ", ",
        "semicolon": "; ",
        "stop": ". ",
        "and": " and ",
        "yes": "yes",
        "no": "no",
    },
    "de": {
        "rules": "Spielregeln",
        "players": "Für {0} bis {1} Personen",
        "players alone": "Für {0} Personen",
        "variants": "Mit: {0}",
        "contents": "Inhalt",
        "page": "{0} (S. {1})",
        "cards": "Karten",
        "copies": "{0}\u00a0×{1}",
        "printed": "{0}\u00a0Karten",
        "of kind": "{0} ({1})",
        "each": "je {0}: {1}",
        "each pair": "{0} je Paar aus: {1}",
        "errata": "Korrekturen",
        "erratum of": "{0}: {1}",
        "left out": "Hier nicht angewendet: {0}.",
        "changes": "Was anders ist",
        "changed cards": "Karten, die sich unterscheiden: {0}.",
        "changed chapters": "Kapitel, die anders lauten: {0}.",
        "dropped chapters": "Weggelassene Kapitel: {0}.",
        "of": "{0} {1}",
        "marked": "Ein Strich am Rand zeigt, was anders ist (S. {0}).",
        "sources": "Quellen",
        "reconstructed": "Was rekonstruiert ist",
        "index": "Stichwörter",
        "example": "Beispiel: {0}",
        "before": "Vorher",
        "after": "Nachher",
        "set up": "Aufbau für {0} Personen",
        "set up so": "Aufbau für {0} Personen: eine von vielen Möglichkeiten",
        "chooses": "{0} wählt: {1}",
        "colon": "{0}: {1}",
        "then": "{0}\u00a0→\u00a0{1}",
        "none": "–",
        "comma": ", ",
        "semicolon": "; ",
        "stop": ". ",
        "and": " und ",
        "yes": "ja",
        "no": "nein",
    },
    "ja": {
        "rules": "ルールブック",
        "players": "プレイ人数：{0}～{1}人",
        "players alone": "プレイ人数：{0}人",
        "variants": "適用ルール：{0}",
        "contents": "目次",
        "page": "{0}（{1}ページ）",
        "cards": "カード一覧",
        "copies": "{0}（{1}枚）",
        "printed": "{0}枚",
        "of kind": "{0}（{1}枚）",
        "each": "各{0}枚：{1}",
        "each pair": "次の2つの組み合わせごとに{0}枚：{1}",
        "errata": "正誤表",
        "erratum of": "{0}：{1}",
        "left out": "ここでは適用しない：{0}。",
        "changes": "基本ルールとの違い",
        "changed cards": "内容の違うカード：{0}。",
        "changed chapters": "内容の違う章：{0}。",
        "dropped chapters": "使わない章：{0}。",
        "of": "{0}：{1}",
        "marked": "違いのある箇所は、欄外の線で示す（{0}ページ）。",
        "sources": "出典",
        "reconstructed": "補った内容",
        "index": "索引",
        "example": "例：{0}",
        "before": "はじめの状況",
        "after": "結果",
        "set up": "{0}人用の準備",
        "set up so": "{0}人用の準備（一例）",
        "chooses": "{0}の選択：{1}",
        "colon": "{0}：{1}",
        "then": "{0}\u00a0→\u00a0{1}",
        "none": "なし",
        "comma": "、",
        "semicolon": "；",
        "stop": "。",
        "and": "と",
        "yes": "はい",
        "no": "いいえ",
    },
}


def word(language: str, key: str, *values: object) -> str:
    """A word or phrase with its values, in English where we do not have the language."""
    found = WORDS.get(language) or WORDS.get(language.partition("_")[0]) or WORDS["en"]
    return found[key].format(*values)


def joined(language: str, parts: Iterable[str]) -> str:
    """Parts in a row, as the language separates them: by semicolons where there are commas in them."""
    found = list(parts)
    return between(language, found).join(found)


def between(language: str, parts: Iterable[str]) -> str:
    """What stands between parts in a row."""
    comma = word(language, "comma")
    return word(language, "semicolon") if any(comma in part for part in parts) else comma
