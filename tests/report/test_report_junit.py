"""JUnit output: valid for Jenkins, whatever a student wrote."""

from pathlib import Path
from xml.etree import ElementTree as ET

import xmlschema

from grader.report import Report, junit

SCHEMA = xmlschema.XMLSchema(Path(__file__).with_name("junit_schema.xsd"))


def test_is_valid_for_jenkins(report: Report) -> None:
    SCHEMA.validate(junit.render(report))


def test_the_schema_refuses_what_jenkins_refuses() -> None:
    counts = 'name="s" tests="1" failures="0" errors="0"'
    suite = f"<testsuites><testsuite {counts}>{{}}</testsuite></testsuites>"
    assert SCHEMA.is_valid(suite.format('<testcase name="a"/>'))
    assert not SCHEMA.is_valid(suite.format('<testcase name="a" file="hw.py"/>'))
    assert not SCHEMA.is_valid(suite.format('<testcase name="a"><properties/></testcase>'))
    assert not SCHEMA.is_valid('<testsuites><testsuite name="s" tests="1"/></testsuites>')


def test_counts_and_kinds(report: Report) -> None:
    suite = ET.fromstring(junit.render(report)).find("testsuite")
    assert suite is not None
    counted = {key: suite.get(key) for key in ("name", "tests", "failures", "errors", "skipped")}
    assert counted == {
        "name": "topic/every-verdict",
        "tests": "10",
        "failures": "6",
        "errors": "1",
        "skipped": "2",
    }
    kinds = {case.get("name"): [child.tag for child in case] for case in suite}
    assert kinds["right"] == []
    assert kinds["half"] == ["failure"]
    assert kinds["missing"] == kinds["prose"] == ["skipped"]
    assert kinds["ours"] == ["error"]


def test_a_failure_tells_what_the_student_needs(report: Report) -> None:
    failure = ET.fromstring(junit.render(report)).find(".//testcase[@name='half']/failure")
    assert failure is not None
    assert failure.get("message") == "partly (0.5 / 2 points): the message of half"
    assert failure.text == (
        "hw.py, line 2\n"
        "You get exactly these results when the mask is applied after the softmax.\n"
        "Add a row.\n"
        "wrong: agrees with the reference: case 1: weights differs in 2 of 6 entries\n"
        "weights has the right shape (2, 3); 2 of its entries are wrong, the worst by about 0.3 "
        "(allowed: 1e-06)\n"
        " entry  yours  expected\n"
        "[0, 1]   0.25       0.5\n"
        "[1, 2]                 \n"
        "case 1 was\n"
        "  x = [1 2\n"
        "       3 4]\n"
        "  expected = 7\n"
        "  you printed = debug: 1\n"
        "your function changes its input x in place"
    )
