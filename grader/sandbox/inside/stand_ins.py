"""Packages that draw, show or count progress: where one is missing, something harmless stands in.

No result depends on them, so a function that calls one in passing is graded all the same.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Iterator, Sequence
from typing import Any

HARMLESS = (
    *("IPython", "ipywidgets", "matplotlib", "mpl_toolkits", "plotly", "seaborn", "tensorboard"),
    *("tqdm", "wandb"),
)
# Of what is drawn into, how many there are is fixed; everything else is as many as are asked for.
_SEVERAL = {"subplots": 2, "hist": 3}


class Nothing:
    """Whatever is done with it, nothing happens and it is itself that comes back."""

    def __init__(self, name: str = "") -> None:
        self.__dict__["name"] = name

    def __getattr__(self, name: str) -> Nothing:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing(name)

    def __setattr__(self, name: str, value: Any) -> None: ...

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        count = _SEVERAL.get(self.__dict__["name"])
        return Nothing() if count is None else tuple(Nothing() for _ in range(count))

    def __getitem__(self, key: Any) -> Nothing:
        return Nothing()

    def __setitem__(self, key: Any, value: Any) -> None: ...

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __enter__(self) -> Nothing:
        return self

    def __exit__(self, *raised: object) -> None: ...


class Bar(Nothing):
    """A bar of progress: what it counts comes out of it, item by item."""

    def __init__(self, items: Any = (), *args: Any, **keywords: Any) -> None:
        super().__init__()
        self.__dict__["items"] = items

    def __iter__(self) -> Iterator[Any]:
        return iter(self.__dict__["items"])

    def __len__(self) -> int:
        return len(self.__dict__["items"])


def _trange(*args: Any, **keywords: Any) -> Bar:
    return Bar(range(*args))


class _Module(types.ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self.__name__.partition(".")[0] == "tqdm":
            return _trange if name in ("trange", "tnrange") else Bar
        return Nothing(name)


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds what no other finder did. `used` are the packages in whose place something stands."""

    def __init__(self) -> None:
        self.used: dict[str, None] = {}

    def install(self) -> None:
        sys.meta_path.append(self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        root = fullname.partition(".")[0]
        # A part of a real package that is not there is missed as ever.
        real = root in sys.modules and not isinstance(sys.modules[root], _Module)
        if root not in HARMLESS or real:
            return None
        self.used[root] = None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: types.ModuleType) -> None: ...
