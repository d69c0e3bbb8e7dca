"""The steps by which a cell is sealed, each of which records what took hold.

Their order is not free: what /proc tells is read before it is gone, namespaces need the
capabilities that are dropped after them, the fork needs them to be entered, Landlock would
forbid the mounts, and the filter forbids nearly all of the above.
"""

import contextlib
import os
import signal
import tempfile
from typing import Final

from grader.jail import identity, landlock, limits, namespaces, seccomp
from grader.jail.profile import Layer, Profile
from grader.jail.protection import LayerState, Level, Protection
from grader.jail.syscall_table import machine
from grader.jail.syscalls import PR_SET_PDEATHSIG, prctl

_PRIVATE_UMASK: Final = 0o077
WRITABLE_DEVICES: Final = ("/dev/null",)


class Sealing:
    """One process on its way to being sealed. Each step is taken once, in the order below."""

    def __init__(self, profile: Profile, *, own_pids: bool) -> None:
        self._profile = profile
        self._own_pids = own_pids
        self._states: dict[Layer, LayerState] = {}
        self._limits_detail: list[str] = []
        self._limited = Layer.LIMITS in profile.layers
        # Whom root becomes; None for everybody else.
        self._nobody = identity.own_uid() if self._limited else None
        self._keeps_capability = False
        self._signals_contained = False
        self._scratch: str | None = profile.scratch
        self._scratch_capped = False
        # What only /proc can tell, before it is gone.
        self._baseline = limits.address_space_now()
        self._others = 0 if self._is_counted_alone() else self._count_others()
        if self._limited:
            limits.prefer_to_be_killed()
        with contextlib.suppress(PermissionError):  # leads a group already
            os.setsid()

    def _is_counted_alone(self) -> bool:
        """Is this cell's number of processes counted apart from all others of its user?"""
        if self._nobody is not None and self._nobody != identity.NOBODY:
            return True
        own_user_namespace = (
            Layer.NAMESPACES in self._profile.layers and not identity.may_administer()
        )
        return own_user_namespace and self._profile.counts_apart

    def _count_others(self) -> int:
        uid = os.geteuid() if self._nobody is None else self._nobody
        return limits.tasks_of(uid) if self._limited else 0

    def enter_namespaces(self) -> bool:
        """Returns whether a fork must follow, to be the first process of a pid namespace."""
        if Layer.NAMESPACES not in self._profile.layers:
            self._record(Layer.NAMESPACES, False, self._profile.refused or "switched off")
            return False
        try:
            privileged = self.try_namespaces()
        except namespaces.Refused as refusal:
            if refusal.spoilt:
                raise
            self._record(Layer.NAMESPACES, False, str(refusal))
            self._others = self._count_others()
            return False
        self._scratch, self._scratch_capped = namespaces.SCRATCH, True
        self._signals_contained = True
        how = "made by root" if privileged else "made through a user namespace"
        self._record(Layer.NAMESPACES, True, how)
        return not self._own_pids

    def try_namespaces(self) -> bool:
        """Enter them, or raise `Refused`. Returns whether it took no user namespace to do so."""
        privileged = identity.may_administer()
        namespaces.enter(
            self._profile.view,
            self._profile.limits,
            with_user=not privileged,
            with_pids=not self._own_pids,
            scratch_owner=(self._nobody or os.geteuid(), self._nobody or os.getegid()),
        )
        return privileged

    def become_nobody(self) -> None:
        if self._nobody is not None:
            if self._scratch is not None and not self._scratch_capped:
                os.chown(self._scratch, self._nobody, self._nobody)
            unreadable = identity.become(self._nobody, self._profile.view.folders)
            self._limits_detail.append(f"user {self._nobody}")
            if unreadable:
                self._keeps_capability = True
                self._limits_detail.append(
                    f"kept CAP_DAC_READ_SEARCH, as only root can read {unreadable[0]}"
                )

    def limit(self) -> None:
        identity.lock()
        if not self._limited:
            self._record(Layer.LIMITS, False, "switched off")
            return
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if not self._keeps_capability:
            identity.drop_capabilities()
        keeper_and_cell = 2
        limits.set_processes(self._others + self._profile.limits.processes + keeper_and_cell)
        limits.apply(self._profile.limits, self._baseline)
        os.umask(_PRIVATE_UMASK)
        still_root = self._nobody is None and os.geteuid() == 0
        if still_root and not limits.processes_are_limited():
            self._record(
                Layer.LIMITS, False, "root, who cannot become another user here, may fork at will"
            )
        else:
            self._record(Layer.LIMITS, True, "; ".join(self._limits_detail))
        if self._scratch is not None:
            os.chdir(self._scratch)
            os.environ["TMPDIR"] = os.environ["HOME"] = self._scratch
            tempfile.tempdir = self._scratch  # it remembers the folder it found first
        else:
            os.chdir("/")

    def confine_files(self) -> None:
        if Layer.LANDLOCK not in self._profile.layers:
            self._record(Layer.LANDLOCK, False, "switched off")
            return
        writable = (*WRITABLE_DEVICES, *([self._scratch] if self._scratch else []))
        try:
            held = landlock.restrict((*self._profile.view.allowed, *namespaces.DEVICES), writable)
        except OSError as error:
            self._record(Layer.LANDLOCK, False, error.strerror or str(error))
            return
        self._signals_contained = self._signals_contained or held.signals
        self._record(Layer.LANDLOCK, True, f"version {held.abi}")

    def filter_calls(self) -> None:
        if Layer.SECCOMP not in self._profile.layers:
            self._record(Layer.SECCOMP, False, "switched off")
            return
        kind = seccomp.cell_filter(threads=self._profile.threads, signals=self._signals_contained)
        try:
            seccomp.install(kind)
        except (OSError, NotImplementedError) as error:
            self._record(Layer.SECCOMP, False, str(error))
            return
        self._record(Layer.SECCOMP, True, machine())

    def protection(self) -> Protection:
        def held(*layers: Layer) -> bool:
            return all(self._states[layer].held for layer in layers)

        level = Level.NONE
        if held(Layer.NAMESPACES, Layer.SECCOMP, Layer.LIMITS):
            level = Level.FULL
        elif held(Layer.LANDLOCK, Layer.SECCOMP, Layer.LIMITS):
            level = Level.STRONG
        return Protection(
            level=level,
            layers=tuple(self._states[layer] for layer in Layer),
            scratch=self._scratch,
            scratch_capped=self._scratch_capped,
            baseline=self._baseline,
        )

    def _record(self, layer: Layer, held: bool, detail: str) -> None:
        self._states[layer] = LayerState(layer, held, detail)
