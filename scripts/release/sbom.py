"""The software bill of materials, in SPDX 2.3 JSON, by spdx-tools, which also validates it: Carom, the
files of the release with their checksums, and what these contain or need. Room: scripts.
"""

import datetime
import hashlib
import re

from checks import repository
from spdx_tools.common.spdx_licensing import spdx_licensing
from spdx_tools.spdx.model import (
    Actor,
    ActorType,
    Checksum,
    ChecksumAlgorithm,
    CreationInfo,
    Document,
    File,
    Package,
    Relationship,
    RelationshipType,
    SpdxNoAssertion,
)
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
from spdx_tools.spdx.writer.write_anything import write_file

# name, licence, where it comes from, kind of relation, files of the release that have the relation
OTHERS = [
    (
        "wasi-libc",
        "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        "https://github.com/WebAssembly/wasi-libc",
        RelationshipType.STATIC_LINK,
        r"-npm\.tgz$",
    ),
    (
        "Freedoom levels",
        "BSD-3-Clause",
        "https://freedoom.github.io",
        RelationshipType.CONTAINS,
        r"^carom[-_][\d.]+(\.orig)?\.tar\.gz$",
    ),
    ("NumPy", "BSD-3-Clause", "https://numpy.org", RelationshipType.DEPENDS_ON, r"\.whl$"),
    (
        "cairo",
        "LGPL-2.1-only OR MPL-1.1",
        "https://cairographics.org",
        RelationshipType.DYNAMIC_LINK,
        r"-linux-.*\.tar\.gz$",
    ),
    (
        "popt",
        "MIT",
        "https://github.com/rpm-software-management/popt",
        RelationshipType.DYNAMIC_LINK,
        r"-linux-.*\.tar\.gz$",
    ),
    ("zlib", "Zlib", "https://zlib.net", RelationshipType.DYNAMIC_LINK, r"-linux-.*\.tar\.gz$"),
    # libgomp and libstdc++, of the tool
    (
        "GCC runtime libraries",
        "GPL-3.0-or-later WITH GCC-exception-3.1",
        "https://gcc.gnu.org",
        RelationshipType.DYNAMIC_LINK,
        r"-linux-.*\.tar\.gz$",
    ),
]


def identifier(name):
    """An SPDX identifier: letters, digits, dots and hyphens."""
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def file_of(out, name):
    data = (out / name).read_bytes()
    return File(
        name=f"./{name}",
        spdx_id=identifier(name),
        checksums=[
            Checksum(ChecksumAlgorithm.SHA1, hashlib.sha1(data).hexdigest()),
            Checksum(ChecksumAlgorithm.SHA256, hashlib.sha256(data).hexdigest()),
        ],
        license_concluded=spdx_licensing.parse("MIT"),
        copyright_text=SpdxNoAssertion(),
    )


def other_package(name, licence, home):
    return Package(
        name=name,
        spdx_id=identifier(name),
        download_location=SpdxNoAssertion(),
        homepage=home,
        files_analyzed=False,
        license_concluded=SpdxNoAssertion(),
        license_declared=spdx_licensing.parse(licence),
        copyright_text=SpdxNoAssertion(),
    )


def release_document(out, version, epoch, names):
    """The document about the files OUT/NAME of the release."""
    carom = Package(
        name="carom",
        spdx_id="SPDXRef-carom",
        version=version,
        files_analyzed=False,
        download_location=f"{repository()}/releases/download/v{version}/carom-{version}.tar.gz",
        homepage=repository(),
        license_concluded=spdx_licensing.parse("MIT"),
        license_declared=spdx_licensing.parse("MIT"),
        copyright_text=SpdxNoAssertion(),
    )
    files = [file_of(out, name) for name in names]
    packages, relations = [carom], [Relationship("SPDXRef-DOCUMENT", RelationshipType.DESCRIBES, carom.spdx_id)]
    relations += [Relationship(file.spdx_id, RelationshipType.DISTRIBUTION_ARTIFACT, carom.spdx_id) for file in files]
    for name, licence, home, relation, pattern in OTHERS:
        users = [identifier(file) for file in names if re.search(pattern, file)]
        if users:
            packages.append(other_package(name, licence, home))
            relations += [Relationship(user, relation, identifier(name)) for user in users]
    creation = CreationInfo(
        spdx_version="SPDX-2.3",
        spdx_id="SPDXRef-DOCUMENT",
        name=f"carom-{version}",
        document_namespace=f"{repository()}/releases/download/v{version}/carom-{version}.spdx.json",
        creators=[Actor(ActorType.TOOL, "carom-scripts-release")],
        data_license="CC0-1.0",
        created=datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).replace(tzinfo=None),
    )
    return Document(creation, packages=packages, files=files, relationships=relations)


def write_sbom(out, version, epoch, names):
    """Writes OUT/carom-VERSION.spdx.json and returns its name; ValueError if it is not valid."""
    document = release_document(out, version, epoch, names)
    messages = validate_full_spdx_document(document, "SPDX-2.3")
    if messages:
        raise ValueError("; ".join(message.validation_message for message in messages))
    name = f"carom-{version}.spdx.json"
    write_file(document, str(out / name), validate=True)
    return name
