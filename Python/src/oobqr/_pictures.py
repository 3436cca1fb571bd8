"""Pictures as people have them: paths, bytes, files, Pillow images, NumPy arrays."""
from __future__ import annotations

import os
from typing import Any, Tuple, Union, cast


def source(picture: Any) -> Tuple[Union[str, None], Union[bytes, None]]:
    """The path of a picture, or its bytes."""
    if isinstance(picture, (str, os.PathLike)):
        path: Union[str, bytes] = os.fspath(cast("Union[str, os.PathLike[str]]", picture))
        return os.fsdecode(path), None
    if isinstance(picture, memoryview):
        return None, picture.tobytes()
    if isinstance(picture, (bytes, bytearray)):
        return None, bytes(picture)
    if hasattr(picture, "__array_interface__") and not hasattr(picture, "convert"):
        return None, _array(picture)
    if hasattr(picture, "convert") and hasattr(picture, "size"):
        return None, _pillow(picture)
    if hasattr(picture, "read"):
        return None, bytes(picture.read())
    raise TypeError(f"a picture is a path, bytes, a file, a Pillow image or a NumPy array, not {type(picture).__name__}")


def _pillow(image: Any) -> bytes:
    """A Pillow image as PPM, on white where it is transparent."""
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in getattr(image, "info", {}):
        image = image.convert("RGBA")
        ground = image.copy()
        ground.paste((255, 255, 255, 255), (0, 0, *image.size))
        ground.alpha_composite(image)
        image = ground
    width, height = image.size
    return b"P6\n%d %d\n255\n" % (width, height) + bytes(image.convert("RGB").tobytes())


def _array(array: Any) -> bytes:
    """An array of height × width (gray) or height × width × 3 (RGB), unsigned bytes, as PGM or PPM."""
    shape = array.shape
    if array.dtype.str[1:] != "u1":
        raise TypeError(f"an array of unsigned bytes (uint8) is needed, not {array.dtype}")
    if len(shape) == 2 or (len(shape) == 3 and shape[2] == 1):
        return b"P5\n%d %d\n255\n" % (shape[1], shape[0]) + bytes(array.tobytes())
    if len(shape) == 3 and shape[2] == 3:
        return b"P6\n%d %d\n255\n" % (shape[1], shape[0]) + bytes(array.tobytes())
    raise TypeError(f"an array is height × width, or height × width × 3, not {' × '.join(map(str, shape))}")
