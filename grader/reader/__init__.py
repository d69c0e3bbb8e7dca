"""The program that reads the bytes of a submission, in a process of its own.

`program` is started by `grader.submission.reading`, which hands over an open file or folder and
believes nothing that comes back. `bounds` is what both sides hold to; `room` decides what is kept;
`folder`, `zips` and `tars` read, one kind a file; `walls` is what stands around it all.

It imports nothing but the standard library, `grader.values` and `grader.jail`.

Every `grader check` waits for this program to start, and nothing here knows a secret.
"""
