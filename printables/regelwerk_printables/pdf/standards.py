"""The standards of a file: PDF/UA-1 with PDF/A-2b, or with a PDF/X if it has the inks of a press."""

from __future__ import annotations

from pathlib import Path

from pikepdf import Array, Dictionary, Name, Pdf, String

from ..sheets import Standard
from .inks import PressProfile

SCREEN = Path(__file__).with_name("srgb.icc")  # made by LittleCMS
MADE = "2000-01-01T00:00:00+00:00"  # fixed, so that the same sources give the same bytes
MAKER = "regelwerk"
VERSIONS = {Standard.X4: "PDF/X-4", Standard.X1A: "PDF/X-1a:2003"}

# PDF/A knows only the properties of its own schemas: the one of PDF/UA has to be described
EXTENSION = """<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" \
xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">\
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">\
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>\
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>\
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>\
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">\
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>\
<pdfaProperty:category>internal</pdfaProperty:category>\
<pdfaProperty:description>Part of ISO 14289 that the file keeps</pdfaProperty:description>\
</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
"""


def declare(
    pdf: Pdf, title: str, language: str, press: PressProfile | None = None, standard: Standard = Standard.X4
) -> None:
    """Adds the colours that the file is made for and its XMP metadata.

    Args:
        pdf: a file whose fonts are embedded, with a title.
        title, language: those of the document.
        press: the press whose inks its colours have.
        standard: the PDF/X that it then conforms to.
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
    pdf.Root.Lang = String(language)
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:title"] = title
        metadata["dc:language"] = [language]
        metadata["dc:format"] = "application/pdf"
        metadata["xmp:CreatorTool"] = metadata["pdf:Producer"] = MAKER
        metadata["xmp:CreateDate"] = metadata["xmp:ModifyDate"] = metadata["xmp:MetadataDate"] = MADE
        metadata.register_xml_namespace("http://www.aiim.org/pdfua/ns/id/", "pdfuaid")
        metadata["pdfuaid:part"] = "1"
        if press is None:
            metadata["pdfaid:part"], metadata["pdfaid:conformance"] = "2", "B"
        else:
            metadata["pdf:Trapped"] = "False"
            metadata.register_xml_namespace("http://www.npes.org/pdfx/ns/id/", "pdfxid")
            metadata["pdfxid:GTS_PDFXVersion"] = VERSIONS[standard]
    if press is None:
        stream = pdf.Root.Metadata
        stream.write(stream.read_bytes().replace(b"</rdf:RDF>", EXTENSION.encode() + b"</rdf:RDF>"))
    else:
        pdf.docinfo["/GTS_PDFXVersion"] = VERSIONS[standard]
        pdf.docinfo["/Trapped"] = Name("/False")
