"""The files of a release, each made from the unpacked source archive. That shows that the archive is complete.

A part whose programs are not installed is left out with the reason. Room: scripts.
"""

import os
import pathlib
import shutil
import subprocess
import sys

from channel_files import write_channel_files


class LeftOut(Exception):
    """A part cannot be made here; the text says why."""


def run(*command, folder, epoch):
    """Runs a command quietly. Its output is the error message if it fails."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": epoch, "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    result = subprocess.run(
        command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if result.returncode != 0:
        sys.exit(f"{result.stdout}\nrelease: failed: {' '.join(map(str, command))}")
    return result.stdout


def need(*programs):
    missing = [name for name in programs if not shutil.which(name)]
    if missing:
        raise LeftOut(f"not installed: {' '.join(missing)}")


def pack(folder, name, path, epoch):
    """An archive of a folder in `folder`: the same bytes whoever makes it, and when."""
    same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", f"--mtime=@{epoch}", "--mode=u=rwX,go=rX"]
    run("tar", *same, "-I", "gzip -9n", "-cf", path, name, folder=folder, epoch=epoch)
    return path


def amalgamation(tree, out, version, epoch):
    """carom.h and carom.c in a folder of their own, with the licence."""
    folder = f"carom-{version}-one-file"
    (tree / folder).mkdir()
    run(sys.executable, "scripts/amalgamate.py", folder, folder=tree, epoch=epoch)
    shutil.copy(tree / "LICENSE", tree / folder)
    return [pack(tree, folder, out / f"{folder}.tar.gz", epoch)]


def packed_by_cpack(tree, out, epoch, build, generator, *options):
    run("cmake", "-S", ".", "-B", build, "-DCMAKE_BUILD_TYPE=Release", *options, folder=tree, epoch=epoch)
    run("cmake", "--build", build, "-j", str(os.cpu_count()), folder=tree, epoch=epoch)
    packed = tree / build / "packed"
    run("cpack", "-G", generator, "-B", packed, folder=tree / build, epoch=epoch)
    paths = [path for path in packed.iterdir() if path.is_file()]
    return [pathlib.Path(shutil.copy(path, out)) for path in sorted(paths)]


def binary_archive(tree, out, version, epoch):
    """The library, the tool and the documentation for this machine."""
    need("cmake", "cpack", "pkg-config")
    return packed_by_cpack(tree, out, epoch, "build/archive", "TGZ")


def windows_zip(tree, out, version, epoch):
    """The library for 64-bit Windows, by mingw-w64."""
    need("cmake", "cpack", "x86_64-w64-mingw32-gcc")
    return packed_by_cpack(
        tree,
        out,
        epoch,
        "build/windows",
        "ZIP",
        "-DCAROM_TOOL=OFF",
        "-DBUILD_SHARED_LIBS=ON",
        f"-DCMAKE_TOOLCHAIN_FILE={tree}/cmake/mingw-w64.cmake",
    )


def debian_source(tree, out, version, epoch):
    """The source package: the source archive under Debian's name, and what belongs to Debian."""
    need("dpkg-source")
    folder = tree.parent / "debian"
    folder.mkdir()
    shutil.copy(out / f"carom-{version}.tar.gz", folder / f"carom_{version}.orig.tar.gz")
    run("tar", "-xzf", f"carom_{version}.orig.tar.gz", folder=folder, epoch=epoch)
    shutil.copytree(tree / "packaging/debian", folder / f"carom-{version}/debian")
    run("dpkg-source", "-b", f"carom-{version}", folder=folder, epoch=epoch)
    paths = [path for path in sorted(folder.iterdir()) if path.is_file()]
    return [pathlib.Path(shutil.copy(path, out)) for path in paths]


def npm_package(tree, out, version, epoch):
    """The tarball that npm publishes."""
    need("clang", "wasm-ld", "wasm-opt", "npm")
    run("sh", "bindings/wasm/build.sh", folder=tree, epoch=epoch)
    run("npm", "pack", "--pack-destination", out, folder=tree / "bindings/wasm", epoch=epoch)
    # Beside the source archive, `carom-VERSION.tgz` does not say what it is.
    return [(out / f"carom-{version}.tgz").rename(out / f"carom-{version}-npm.tgz")]


def python_packages(tree, out, version, epoch):
    """The sdist, and the wheel of this machine's platform.

    They are in a folder of their own, because an sdist must have the name that the source archive has.
    PyPI takes a wheel for Linux only if its name tells the oldest C library with which it works.
    """
    folder = out / "python"
    run(sys.executable, "-m", "build", "--outdir", folder, folder=tree, epoch=epoch)
    [wheel] = folder.glob("*.whl")
    run("auditwheel", "repair", "--wheel-dir", folder, wheel, folder=tree, epoch=epoch)
    wheel.unlink()
    return sorted(folder.iterdir())


def channel_files(tree, out, version, epoch):
    """The wrap file and the vcpkg port, which name the source archive by its checksum."""
    made = tree.parent / "channels"
    wrap, ports = write_channel_files(out / f"carom-{version}.tar.gz", made)
    packed = pack(made, ports.name, out / f"carom-{version}-vcpkg-port.tar.gz", epoch)
    return [pathlib.Path(shutil.copy(wrap, out)), packed]


# In the order in which they are made.
PARTS = {
    "one-file": amalgamation,
    "channels": channel_files,
    "debian": debian_source,
    "npm": npm_package,
    "python": python_packages,
    "archive": binary_archive,
    "windows": windows_zip,
}
