"""The numbers of an assignment's questions, as its sheet shows them."""

from grader.course.numbers import labels_of, numbers_of


def test_a_problem_is_asked_by_its_own_number_or_by_those_of_its_parts() -> None:
    numbers = numbers_of(
        {"1": ["a/one"], "1 (a)": ["a/one/x"], "2.1": ["a/two/x"], "2.2": ["a/two/y"]},
        ["a/one", "a/two", "a/three"],
    )
    assert labels_of(numbers) == {"a/one": "1", "a/two": "2.1, 2.2"}
    assert labels_of(numbers_of({}, ["b/one", "b/two"])) == {"b/one": "1", "b/two": "2"}
