"""Word documents made by hand: the packed XML that Word writes, as little as there must be."""

from __future__ import annotations

import io
import zipfile

SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)


def packed(parts: dict[str, str | bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return made.getvalue()


def docx(body: str, **parts: str) -> bytes:
    """A document with this body; `styles` and `numbering` are the insides of those."""
    files: dict[str, str | bytes] = {
        "word/document.xml": f"<w:document {SPACES}><w:body>{body}</w:body></w:document>"
    }
    for name, inside in parts.items():
        files[f"word/{name}.xml"] = f"<w:{name} {SPACES}>{inside}</w:{name}>"
    return packed(files)


def paragraph(*inside: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{''.join(inside)}</w:p>"


def words(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def formula(inside: str) -> str:
    return f"<m:oMath>{inside}</m:oMath>"


def sign(text: str, properties: str = "") -> str:
    return f"<m:r><m:rPr>{properties}</m:rPr><m:t>{text}</m:t></m:r>"


def element(name: str, **parts: str) -> str:
    """`element("f", num=…, den=…)`; `properties` stands first, as it must."""
    properties = parts.pop("properties", "")
    inside = "".join(f"<m:{part}>{one}</m:{part}>" for part, one in parts.items())
    return f"<m:{name}><m:{name}Pr>{properties}<m:ctrlPr/></m:{name}Pr>{inside}</m:{name}>"
