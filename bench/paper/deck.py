"""`deck.py N`: N cards with Japanese text of 60 to 110 characters, the same ones each time, as JSON on the output."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

GOODS = ["小麦", "塩", "香辛料", "絹", "毛皮", "材木", "銅", "葡萄酒", "魚", "琥珀"]
PLACES = ["交易所", "港", "倉庫", "市場", "造船所", "税関"]
VERBS = ["引く", "売却する", "購入する", "捨てる", "保管する"]
PEOPLE = ["商隊", "帆船", "荷馬車", "仲買人", "灯台守", "両替商", "河川船", "行商人", "船長", "検査官"]


def deck(count: int, seed: int = 7) -> list[dict[str, Any]]:
    rng = random.Random(seed)
    found = []
    for number in range(count):
        one, other = rng.sample(GOODS, 2)
        few, many = rng.randint(1, 5), rng.randint(2, 9)
        text = (
            f"カードを{few}枚{rng.choice(VERBS)}。その後、手札から「{one}」を{many}個選び、"
            f"「{rng.choice(PLACES)}」で売却してもよい（価格は市場表に従う）。"
        )
        if rng.random() < 0.7:
            pay = f"追加で{many + few}金を支払わなければならない！"
            text += f"ただし、同じラウンド中に輸送カードを使用したプレイヤーは、{pay}"
        else:
            text += f"「{other}」の価格を{few}段階上げる。"
        name = f"{one}の{rng.choice(PEOPLE)}"
        found.append({"id": f"C{number:05d}", "name": name, "cost": rng.randint(0, 9), "text": text})
    return found


if __name__ == "__main__":
    json.dump(deck(int(sys.argv[1])), sys.stdout, ensure_ascii=False)
