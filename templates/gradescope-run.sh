#!/usr/bin/env bash
# `run_autograder` of the autograder that `grader gradescope` packs. Gradescope runs it as root, in a
# container of its own for each submission. Where nothing can be graded it leaves no results, so that
# Gradescope tells of a failed autograder: no score may come of a fault that is not the student's.
set -euo pipefail
root="${AUTOGRADER:-/autograder}"
source="$root/source"
results="$root/results/results.json"
. "$source/environment.sh"
# From the top of the disk, and isolated: a grader/ or a problems/ in the submission is not ours.
grader() { (cd / && "$source/venv/bin/python" -I -m grader "$@"); }

if ! grader doctor; then
  echo "Student code cannot be sealed off on this machine, so nothing was graded. This is not about the submission." >&2
  exit 4
fi
rm -f -- "$results"
status=0
grader check --course "$source/course" "--assignment=$assignment" --output "gradescope:$results" -- "$root/submission" || status=$?
case "$status" in
  0) ;;
  # A part could not be judged: its points are pending, and the others are what they are.
  3) if [ -s "$results" ]; then status=0; fi ;;
  *) rm -f -- "$results" ;;
esac
exit "$status"
