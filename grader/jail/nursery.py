"""Forks cells straight into a pid namespace of their own, which saves a fork for each.

A process may say "my next fork starts a pid namespace" once; going back to its own namespace
lets it say so again. Root can do both. A plain user needs to be in a user namespace, and to live
in a pid namespace made by it: entering those costs one fork, once.
"""

import os

from grader.jail import identity
from grader.jail.keeper import fork_under_keeper
from grader.jail.namespaces import Refused, map_own_ids
from grader.jail.profile import Layer, Profile
from grader.jail.seal import prepare, settle
from grader.jail.syscalls import CLONE_NEWPID, CLONE_NEWUSER, call, unshare


class Nursery:
    """Where cells come from. Make one in the process that will fork them.

    For a plain user the constructor returns in a child of the calling process, which becomes its
    keeper (`grader.jail.keeper`); open sockets go with the child. Where the machine gives no
    namespaces, `fork` is `os.fork` and `profile` says why.

    The process must have one thread only, and should have made its imports: the profile's paths
    are tried out here.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = prepare(profile)
        self._home: int | None = None
        if Layer.NAMESPACES not in self.profile.layers:
            return
        if not identity.may_administer():
            _enter_as_plain_user()
        self._home = _way_home()
        found = settle(self.profile, own_pids=self.own_pids, fork=self.fork)
        if found.refused and self.own_pids:
            # Possible one by one and not together: then the longer way, with a keeper a cell.
            self._home = None
            found = settle(self.profile, own_pids=False, fork=self.fork)
        self.profile = found

    @property
    def own_pids(self) -> bool:
        """What `seal_cell` must be told in the forks of this nursery."""
        return self._home is not None

    def fork(self) -> int:
        """os.fork, whose child is the first process of a pid namespace. All in it end with it."""
        if self._home is None:
            return os.fork()
        unshare(CLONE_NEWPID)
        child = -1
        try:
            child = os.fork()
        finally:
            if child == 0:
                os.close(self._home)
            else:
                call("setns", self._home, CLONE_NEWPID)
        return child


def _enter_as_plain_user() -> None:
    uid, gid = os.geteuid(), os.getegid()
    try:
        unshare(CLONE_NEWUSER | CLONE_NEWPID)
    except OSError as error:
        raise Refused("enter a user namespace", error, spoilt=True) from error
    map_own_ids(uid, gid)
    fork_under_keeper()


def _way_home() -> int | None:
    """A descriptor of this process's pid namespace, or None if there is no going back to it."""
    home = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    try:
        call("setns", home, CLONE_NEWPID)  # to where it is already: a trial
    except OSError:
        os.close(home)
        return None
    return home
