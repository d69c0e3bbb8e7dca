"""Who gets in, and what is refused: strangers, foreign names, other sites, forged forms."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk_class import MARK_PAGE, QUESTION, client_of
from starlette.routing import Route

from grader.desk.application import application
from grader.desk.guard import POLICY, form_secret
from grader.desk.people import Proxy
from grader.desk.room import Room
from grader.gradebook import marks_of

WRITING = [
    "/names", "/mark", "/undo", "/reading", "/rubric", "/share", "/override", "/unmark",
    "/appeal", "/answer", "/regrade",
]  # fmt: skip
READING = ["/", "/student", "/report", "/mark", "/rubric", "/regrade"]


def test_these_are_all_its_addresses(room: Room) -> None:
    """A new page must come under these tests."""
    routes = [one for one in application(room).routes if isinstance(one, Route)]
    found = {(one.path, method) for one in routes for method in one.methods or ()}
    open_to_all = {("/static/{name}", "GET"), ("/enter", "GET"), ("/enter", "POST")}
    guarded = {(path, "GET") for path in READING} | {(path, "POST") for path in WRITING}
    assert {one for one in found if one[1] != "HEAD"} == open_to_all | guarded


@pytest.mark.parametrize("path", READING)
def test_a_stranger_reads_nothing(path: str, room: Room) -> None:
    for cookies in ({}, {room.cookie: "guessed"}):
        client = client_of(room)
        client.cookies.update(cookies)
        reply = client.get(path)
        assert reply.status_code == 403
        assert "This desk is for those who are invited" in reply.text
        assert "student" not in reply.text


@pytest.mark.parametrize("path", WRITING)
def test_a_stranger_and_a_forged_form_write_nothing(path: str, room: Room) -> None:
    assert client_of(room).post(path, data={"csrf": "x"}).status_code == 403
    ann = client_of(room, "ann")
    for secret in ("", "x", form_secret(room.key, "bob")):
        reply = ann.post(path, data={**QUESTION, "csrf": secret})
        assert reply.status_code == 403
        assert "this page is too old, and nothing was done; load it anew" in reply.text


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
    ],
)
def test_another_site_writes_nothing_even_with_the_secret(
    headers: dict[str, str], room: Room
) -> None:
    ann = client_of(room, "ann")
    data = {**QUESTION, "csrf": form_secret(room.key, "ann")}
    reply = ann.post("/mark", data=data, headers=headers)
    assert reply.status_code == 403
    assert "this was sent by another site, and nothing was done" in reply.text
    assert marks_of(room.book, "hw1") == {}
    assert ann.post("/enter", data={"token": "x"}, headers=headers).status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "desk.example.edu", ""])
def test_a_foreign_name_of_the_machine_is_refused(host: str, room: Room) -> None:
    """Else a stranger's name that leads to this machine would read it with the person's cookie."""
    assert client_of(room, "ann").get("/", headers={"host": host}).status_code == 400


def test_a_name_that_a_proxy_uses_is_known_when_it_is_told(room: Room) -> None:
    for host in ("localhost:8060", "127.0.0.1", "desk.example.edu"):
        client = client_of(room, "ann", hosts=["desk.example.edu"])
        assert client.get("/", headers={"host": host}).status_code == 200


def test_a_link_says_who_it_is_for_and_a_button_lets_in(room: Room) -> None:
    token = room.people.invite("ann")
    client = client_of(room)
    asked = client.get("/enter", params={"token": token})
    assert "You are ann" in asked.text
    assert room.cookie not in client.cookies  # a mere link logs nobody in
    entered = client.post("/enter", data={"token": token})
    assert (entered.status_code, entered.headers["location"]) == (303, "/")
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert client.get("/").status_code == 200
    assert client.get("/enter?token=other").status_code == 403
    assert client.post("/enter", data={"token": "other"}).status_code == 403


def test_who_is_not_known_any_more_is_told_in_place(room: Room) -> None:
    """As after the desk was opened anew: what was typed stays on the page."""
    headers = {"hx-request": "true", "hx-request-type": "partial"}
    reply = client_of(room).post("/mark", data=QUESTION, headers=headers)
    assert (reply.status_code, reply.text.strip(), reply.headers["hx-retarget"]) == (
        403,
        "The desk does not know you any more. Open the link that was made for you.",
        "#notice",
    )


def test_the_token_is_kept_nowhere(room: Room) -> None:
    token = room.people.invite("ann")
    assert token not in repr(vars(room.people))


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"x-remote-user": "ann", "x-desk-secret": "s3cret"}, 200),
        ({"x-remote-user": "ann"}, 403),
        ({"x-remote-user": "ann", "x-desk-secret": "guess"}, 403),
        ({"x-desk-secret": "s3cret"}, 403),
    ],
)
def test_a_proxy_is_believed_for_its_secret_alone(
    headers: dict[str, str], status: int, room: Room
) -> None:
    behind = replace(room, proxy=Proxy("x-remote-user", "s3cret"))
    reply = client_of(behind, "mallory").get("/", headers=headers)
    assert reply.status_code == status
    assert "mallory" not in reply.text


def test_every_reply_has_the_policy(room: Room) -> None:
    ann = client_of(room, "ann")
    for reply in (
        ann.get("/"),
        ann.get(MARK_PAGE),
        client_of(room).get("/"),
        ann.get("/static/no"),
    ):
        assert reply.headers["content-security-policy"] == POLICY
        assert reply.headers["cache-control"] == "no-store"
        assert reply.headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in POLICY


def test_the_names_switch_leads_nowhere_else(room: Room) -> None:
    ann = client_of(room, "ann")
    for back, leads in (("/mark?a=b", "/mark?a=b"), ("//evil.example", "/"), ("/\\evil", "/"),
                        ("http://evil.example", "/")):  # fmt: skip
        data = {"csrf": form_secret(room.key, "ann"), "back": back}
        assert ann.post("/names", data=data).headers["location"] == leads


@pytest.mark.parametrize("name", ["../people.py", "..%2fpeople.py", "no.css", "README", "x.css/y"])
def test_only_its_own_files_are_handed_out(name: str, room: Room) -> None:
    assert client_of(room).get(f"/static/{name}").status_code == 404
