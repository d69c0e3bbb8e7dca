"""The reviewer's desk: a class in a browser, for the staff of a course.

`people` says who comes in, `guard` keeps others out, `visits` is what a page knows of a request,
`rendering` makes HTML; `overview`, `student`, `marking`, `rubric`, `appeals` and `regrade` are the
pages, `application` puts them together, and `serving` runs it. What is written goes through
`grader.grades.marking` and the gradebook, as from a terminal.
"""
