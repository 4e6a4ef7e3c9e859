"""Standards that a file keeps: PDF/A-2b, or PDF/X-4 where it has the inks of a press; and what it says of itself."""

from __future__ import annotations

from pathlib import Path

from pikepdf import Array, Dictionary, Name, Pdf, String

from .inks import PressProfile

SCREEN = Path(__file__).with_name("srgb.icc")  # as LittleCMS makes it
MADE = "2000-01-01T00:00:00+00:00"  # the same sources give the same bytes
MAKER = "regelwerk"


def declare(pdf: Pdf, title: str, language: str, press: PressProfile | None = None) -> None:
    """Adds the colours that the file is made for and its XMP metadata.

    Args:
        pdf: a file whose fonts are embedded, with a title.
        title, language: of the document.
        press: whose inks its colours have.
    """
    for page in pdf.pages:
        if "/Trans" in page.obj:
            del page.obj.Trans
        if press is not None and "/TrimBox" not in page.obj:
            page.obj.TrimBox = page.obj.MediaBox
    data = SCREEN.read_bytes() if press is None else press.data
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFA1 if press is None else Name.GTS_PDFX,
        OutputConditionIdentifier=String("sRGB" if press is None else press.name),
        Info=String("sRGB" if press is None else press.name),
        DestOutputProfile=pdf.make_stream(data, N=3 if press is None else 4),
    )
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:title"] = title
        metadata["dc:language"] = [language]
        metadata["dc:format"] = "application/pdf"
        metadata["xmp:CreatorTool"] = metadata["pdf:Producer"] = MAKER
        metadata["xmp:CreateDate"] = metadata["xmp:ModifyDate"] = metadata["xmp:MetadataDate"] = MADE
        if press is None:
            metadata["pdfaid:part"], metadata["pdfaid:conformance"] = "2", "B"
        else:
            metadata["pdf:Trapped"] = "False"
            metadata.register_xml_namespace("http://www.npes.org/pdfx/ns/id/", "pdfxid")
            metadata["pdfxid:GTS_PDFXVersion"] = "PDF/X-4"
    if press is not None:
        pdf.docinfo["/Trapped"] = Name("/False")
