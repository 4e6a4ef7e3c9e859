"""Tests of the inks of a press: grey is printed in black alone, and excess ink of colours and pictures is reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pikepdf import Name, Pdf, Stream
from PIL import Image
from press_profile import press_profile
from regelwerk_printables.drawing.drawing import Color
from regelwerk_printables.pdf.inks import Inks, PressProfile, _most_ink


@pytest.fixture(scope="module")
def press() -> PressProfile:
    return PressProfile.read(press_profile())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: b"", "not an ICC profile"),
        (lambda data: data.replace(b"Press of", b"Press \xff\xff"), "not an ICC profile"),
        (lambda data: data.replace(b"mft1", b"mft9"), "does not say which inks"),
        (lambda data: data.replace(b"B2A0", b"xxxx"), "does not say which inks"),
        (lambda data: data.replace(b"prtr", b"scnr"), "something else"),
    ],
)
def test_a_profile_that_is_none_has_a_reason(change: Callable[[bytes], bytes], words: str) -> None:
    """A profile that can be opened need not be able to convert a colour."""
    with pytest.raises(ValueError, match=words):
        PressProfile.read(change(press_profile()))


def test_greys_are_printed_in_black_alone(press: PressProfile) -> None:
    inks = Inks(press)
    for share in (0.0, 0.25, 1.0):
        assert inks.inks(Color(share, share, share)) == (0, 0, 0, 1 - share)
    assert sum(inks.inks(Color(0.9, 0.2, 0.1))[:3]) > 0


def test_colours_above_the_limit_are_reported(press: PressProfile) -> None:
    inks = Inks(press)
    strong, weak = Color(0.1, 0, 0), Color(0.9, 0.9, 0.5)
    most = round(100 * sum(inks.inks(strong)))
    assert sum(inks.inks(weak)) < most / 100
    assert inks.exceeding(most) == []
    assert inks.exceeding(most - 1) == [(strong, most)]


@pytest.mark.parametrize(
    ("inks", "percent"), [((128, 0, 0, 0), 50), ((255, 255, 0, 0), 200), ((255, 255, 255, 255), 400), ((0, 0, 0, 0), 0)]
)
def test_ink_coverage_is_the_sum_of_four_inks(inks: tuple[int, ...], percent: int) -> None:
    assert _most_ink(Image.new("CMYK", (2, 1), inks)) == percent


def test_the_darkest_picture_of_a_file_counts(press: PressProfile) -> None:
    found = []
    for shades in ((16,), (240,), (16, 240)):
        with Pdf.new() as pdf:
            for shade in shades:
                picture = Stream(pdf, bytes([shade] * 3), Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1)
                picture.ColorSpace, picture.BitsPerComponent = Name.DeviceRGB, 8
                pdf.make_indirect(picture)
            inks = Inks(press)
            inks.convert_pictures(pdf)
            found.append(inks.most_in_pictures)
    dark, light, both = found
    assert both == dark > light
