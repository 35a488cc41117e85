"""Bytes, files and pickles of scenes. Room: tests."""

import copy
import os
import pickle
import socket
import stat

import carom
import numpy as np
import pytest
from conftest import assert_same
from scene_cases import grid_circles, grid_walls


@pytest.fixture(scope="module")
def scene():
    return carom.Scene(*grid_walls(100, 1))


@pytest.fixture(scope="module")
def empty():
    return carom.Scene([], [], [], [])


CIRCLES = grid_circles(50, 2)


def test_bytes(scene, empty):
    for one in (scene, empty):
        data = one.to_bytes()
        assert len(data) == one.nbytes == memoryview(one).nbytes
        assert memoryview(one).readonly
        other = carom.Scene.from_bytes(data)
        assert other == one
        assert hash(other) == hash(one)
        assert_same(other.hits(*CIRCLES), one.hits(*CIRCLES))
        assert_same(other.walls(), one.walls())
        assert one.__sizeof__() > one.nbytes
    assert scene != empty
    assert scene != 1
    assert (scene == 1) is False
    assert scene != carom.Scene(*grid_walls(100, 3))
    assert len({scene, carom.Scene.from_bytes(memoryview(scene)), empty}) == 2


def test_bytes_in_place(scene):
    room = np.zeros(scene.nbytes + 64, np.uint8)
    start = -room.ctypes.data % 64
    place = room[start : start + scene.nbytes]
    place[:] = np.frombuffer(scene, np.uint8)
    other = carom.Scene.from_bytes(place, copy=False)
    assert other == scene
    assert np.shares_memory(np.frombuffer(other, np.uint8), room)
    del place, room
    assert_same(other.hits(*CIRCLES), scene.hits(*CIRCLES))
    shifted = np.zeros(scene.nbytes + 65, np.uint8)
    odd = shifted[(1 - shifted.ctypes.data) % 64 :][: scene.nbytes]
    odd[:] = np.frombuffer(scene, np.uint8)
    with pytest.raises(ValueError, match=r"Scene\.from_bytes\(\): a scene that is not aligned"):
        carom.Scene.from_bytes(odd, copy=False)
    assert carom.Scene.from_bytes(odd) == scene


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(scene, empty, protocol, tmp_path):
    scene.save(tmp_path / "scene")
    for one in (scene, empty, carom.Scene.open(tmp_path / "scene")):
        other = pickle.loads(pickle.dumps(one, protocol))
        assert type(other) is carom.Scene
        assert other == one
        assert_same(other.nearest(*CIRCLES, k=3), one.nearest(*CIRCLES, k=3))


def test_pickle_out_of_band(scene):
    buffers = []
    data = pickle.dumps(scene, 5, buffer_callback=buffers.append)
    assert len(data) < 200
    assert [buffer.raw().nbytes for buffer in buffers] == [scene.nbytes]
    assert pickle.loads(data, buffers=buffers) == scene


def test_copies(scene):
    assert copy.copy(scene) is scene
    assert copy.deepcopy([scene])[0] is scene


def test_save_and_open(scene, empty, tmp_path):
    for path in (tmp_path / "a.scene", str(tmp_path / "b c"), os.fsencode(tmp_path / "ü.scene")):
        for one in (scene, empty):
            one.save(path)
            other = carom.Scene.open(path)
            assert other == one
            assert_same(other.first(*CIRCLES, 3, 4), one.first(*CIRCLES, 3, 4))
    assert sorted(os.listdir(tmp_path)) == ["a.scene", "b c", "ü.scene"]


def test_open_keeps_the_file(scene, empty, tmp_path):
    path = tmp_path / "scene"
    scene.save(path)
    opened = carom.Scene.open(path)
    empty.save(path)
    assert opened == scene
    path.unlink()
    assert_same(opened.hits(*CIRCLES), scene.hits(*CIRCLES))
    opened.save(path)
    assert carom.Scene.open(path) == scene


def test_modes_and_links(scene, empty, tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    scene.save(link)  # a link to nothing makes its target
    assert link.is_symlink()
    assert carom.Scene.open(target) == scene
    target.chmod(0o640)
    empty.save(link)
    assert link.is_symlink()
    assert carom.Scene.open(target) == empty
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        scene.save(tmp_path / "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    round_ = tmp_path / "round"
    round_.symlink_to(round_)
    with pytest.raises(OSError, match="round"):
        scene.save(round_)
    assert round_.is_symlink()


def test_a_failed_save_leaves_the_file(scene, tmp_path, monkeypatch):
    path = tmp_path / "scene"
    path.write_bytes(b"before")

    def fail(file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        scene.save(path)
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["scene"]


def test_paths_that_are_no_files(scene, tmp_path):
    with pytest.raises(IsADirectoryError, match=r"Scene\.save\(\): '.*' is a directory"):
        scene.save(tmp_path)
    with pytest.raises(ValueError, match=r"Scene\.save\(\): '/dev/null' is not a regular file"):
        scene.save("/dev/null")
    with pytest.raises(FileNotFoundError, match=r"Scene\.save\(\): .*nowhere/scene"):
        scene.save(tmp_path / "nowhere" / "scene")
    with pytest.raises(IsADirectoryError):
        carom.Scene.open(tmp_path)
    with pytest.raises(FileNotFoundError):
        carom.Scene.open(tmp_path / "nowhere")
    for path in ("/dev/null", "/dev/zero"):
        with pytest.raises(ValueError, match=rf"Scene\.open\(\): '{path}' is not a regular file"):
            carom.Scene.open(path)
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        for name in ("pipe", "socket"):
            with pytest.raises(ValueError, match="is not a regular file"):
                carom.Scene.open(tmp_path / name)
            with pytest.raises(ValueError, match="is not a regular file"):
                scene.save(tmp_path / name)
    for wrong in (None, 3, 1.5):
        with pytest.raises(TypeError):
            scene.save(wrong)
        with pytest.raises(TypeError):
            carom.Scene.open(wrong)


def with_byte(data, at, value):
    return data[:at] + bytes([value]) + data[at + 1 :]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: b"", "the file is empty"),
        (lambda data: b"not a scene at all" * 100, "not a scene"),
        (lambda data: data[:100], "a damaged scene"),
        (lambda data: data[:-1], "a damaged scene"),
        (lambda data: with_byte(data, len(data) - 200, data[-200] ^ 1), "a damaged scene"),
        (lambda data: with_byte(data, 8, data[8] + 1), "a scene of another version"),
        (lambda data: data[:8] + data[8:16][::-1] + data[16:], "a scene of the other byte order"),
    ],
)
def test_messages_of_open(scene, change, message, tmp_path):
    path = tmp_path / "bad.scene"
    path.write_bytes(change(scene.to_bytes()))
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        carom.Scene.open(path)
    assert str(caught.value) == f"Scene.open(): {str(path)!r}: {message}"


def test_every_damaged_byte():
    scene = carom.Scene(*grid_walls(12, 4))
    data = bytearray(scene.to_bytes())
    expected = scene.hits(*CIRCLES), scene.nearest(*CIRCLES, k=3), scene.first(*CIRCLES, 5, 5)
    refused = 0
    for at in range(len(data)):
        for flip in (1, 0x80, 0xFF):
            data[at] ^= flip
            try:
                other = carom.Scene.from_bytes(data)
            except ValueError:
                refused += 1
            else:
                answers = other.hits(*CIRCLES), other.nearest(*CIRCLES, k=3), other.first(*CIRCLES, 5, 5)
                for one, two in zip(answers, expected, strict=True):
                    assert_same(one, two)
            data[at] ^= flip
    assert refused == 3 * len(data)
    for size in range(len(data)):
        with pytest.raises(ValueError, match=r"Scene\.from_bytes\(\)"):
            carom.Scene.from_bytes(bytes(data[:size]))


def test_classes_cannot_be_made_empty():
    for make in (
        carom._carom.Scene,
        carom._carom.DynamicScene,
        carom._carom.SceneQueries,
        lambda: object.__new__(carom.Scene),
        carom.Scene,
    ):
        with pytest.raises(TypeError):
            make()


def test_subclasses(scene, tmp_path):
    class Level(carom.Scene):
        pass

    level = Level(*scene.walls())
    level.name = "one"
    assert level == scene
    assert repr(level) == "<carom.Level of 100 walls>"
    assert type(Level.from_bytes(scene.to_bytes())) is Level
    level.save(tmp_path / "level")
    assert type(Level.open(tmp_path / "level")) is Level
