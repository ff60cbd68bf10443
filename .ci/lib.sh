# What the shell scripts here share. A script that sources this is in the project's folder from then on, stops at
# the first error, and has the functions below. The Python scripts have lib.py.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
finder=$root/.build/release/finder

fail() { # MESSAGE [STATUS]
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  exit "${2:-1}"
}

# Installs, all at once, the Debian packages of what is missing.
need() { # PROGRAM|FILE[:PACKAGE]...
  local pair missing=()
  for pair; do
    command -v "${pair%%:*}" > /dev/null || [ -e "${pair%%:*}" ] || missing+=("${pair#*:}")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null
}

need_release() { [ -x "$finder" ] || fail 'run `swift build -c release` first' 66; }

# The folder of the real data is $FINDER_REAL_DATA, or lies beside the project.
need_real_data() {
  export FINDER_REAL_DATA=${FINDER_REAL_DATA:-$(dirname "$root")/shared/data}
  real_dataset=$FINDER_REAL_DATA/restaurants-2020-08-05.geojson.gz
  [ -f "$real_dataset" ] || fail "the real dataset is not in $FINDER_REAL_DATA" 66
}

# A folder that is gone when the script ends.
make_scratch() {
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
}
