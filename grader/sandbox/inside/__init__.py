"""The far side of the sandbox: what runs in the same process as a student's code.

Standard library, numpy, torch and `grader.values` only. Nothing here is trusted once a student's
file has been loaded, and nothing here knows an expected answer.
"""
