"""The far side of the sandbox: what runs in the same process as a student's code.

It imports nothing but the standard library, `numpy`, `torch`, `ruamel.yaml` (for `answers.yaml`),
`grader.values`, `grader.jail` and what both sides of the sandbox must agree on:
`grader.sandbox.calls`, `grader.sandbox.channel` and `grader.sandbox.hiding`.

Nothing here is trusted once a student's file has been loaded, and nothing here knows an expected
answer.
"""
