"""The reviewer's desk: a class in a browser, for the staff of a course.

`people` says who comes in, by the door in `entering`; `guard` keeps others out; `room` is what all
share, `visits` what a page knows of a request, `rendering` makes HTML of it. The pages are
`overview`, `student`, `marking` (a question as `sheets` lays it out), `rubric` and `regrade`;
`application` puts them together, and `serving` runs it. What is written goes through
`grader.grades.marking` and the gradebook, as from a terminal.
"""
