"""More than one machine: submissions are graded by the workers of a Dask cluster.

`keeper` is a process that starts a cluster, or joins one, and gives its workers the `order`: the
course and what is asked of it. `envoy` stands in for a worker of this machine: it reads a
submission here and has it graded there. On each worker `plugin` keeps processes that grade
(`helper`), so that neither a student's code nor what it does to a grader shares a process with
Dask. The process that writes the gradebook speaks JSON with its envoys and knows no Dask.
"""
