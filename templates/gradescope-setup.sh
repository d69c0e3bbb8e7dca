#!/usr/bin/env bash
# `setup.sh` of the autograder that `grader gradescope` packs. Gradescope runs it once, as root, when
# the image is built; every submission gets a new container of that image.
set -euo pipefail
source="${AUTOGRADER:-/autograder}/source"
chmod 700 "$source"

# Its course and its secret are nobody's but root's. Python is at least 3.11, which the default image
# lacks: uv, a package like the others, brings one.
suitable() {
  command -v -- "$1" > /dev/null 2>&1 &&
    "$1" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null
}
python=""
for candidate in python3.13 python3.12 python3.11 python3; do
  if suitable "$candidate"; then
    python="$candidate"
    break
  fi
done
if [ -z "$python" ]; then
  python3 -m pip install --quiet uv==0.13.8
  python3 -m uv python install --quiet 3.12
  python="$(python3 -m uv python find 3.12)"
fi

"$python" -I -m venv "$source/venv"
"$source/venv/bin/python" -I -m pip install --quiet --disable-pip-version-check -r "$source/requirements.txt"
# grader itself came in the archive: the one with which the course was linted.
site="$("$source/venv/bin/python" -I -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
printf '%s\n' "$source/site" > "$site/grader.pth"

# Now rather than with each submission: the course is sound here too, and its truth is computed.
. "$source/environment.sh"
cd /
"$source/venv/bin/python" -I -m grader lint --course "$source/course" "${problems[@]}"
"$source/venv/bin/python" -I -m grader doctor ||
  echo "Student code cannot be sealed off where this image was built. Where that is so for submissions too, none is graded." >&2
