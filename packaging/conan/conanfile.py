"""The Conan 2 recipe: builds the library of this source tree with CMake, without the tool.

    conan create packaging/conan

The sources are exported from the tree around the recipe, and the version is read from version.h, so
that the recipe needs no change for a release. Room: packaging.
"""

import re
from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, rmdir

required_conan_version = ">=2.4"


class CaromConan(ConanFile):
    name = "carom"
    description = "Circles that meet straight walls in the plane, decided exactly"
    license = "MIT"
    url = "https://github.com/OWNER/carom"
    homepage = url
    topics = ("geometry", "collision-detection", "exact-arithmetic", "robotics", "games")
    package_type = "library"
    languages = "C"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    # Drops fPIC where it has no meaning: on Windows, and for a shared library.
    implements = ["auto_shared_fpic"]

    def _tree(self):
        return Path(self.recipe_folder).parent.parent

    def set_version(self):
        header = (self._tree() / "include/carom/version.h").read_text(encoding="utf-8")
        self.version = re.search(r'CAROM_VERSION_STRING "(.*)"', header).group(1)

    def export_sources(self):
        # What CMakeLists.txt reads without the tool; the documentation is for its install step.
        for pattern in (
            "CMakeLists.txt",
            "LICENSE",
            "README.md",
            "CHANGELOG.md",
            "cmake/*",
            "include/*",
            "src/*",
            "classic/*",
            "docs/*.md",
            "examples/*",
        ):
            copy(self, pattern, self._tree(), self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["CAROM_TOOL"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder) / "licenses")
        CMake(self).install()
        # Conan writes these files for its users itself.
        for folder in ("lib/cmake", "lib/pkgconfig", "share"):
            rmdir(self, Path(self.package_folder) / folder)

    def package_info(self):
        self.cpp_info.libs = ["carom"]
        self.cpp_info.set_property("cmake_file_name", "carom")
        self.cpp_info.set_property("cmake_target_name", "carom::carom")
        self.cpp_info.set_property("pkg_config_name", "carom")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m"]  # sqrt
        if self.settings.os == "Windows" and self.options.shared:
            self.cpp_info.defines = ["CAROM_SHARED"]
