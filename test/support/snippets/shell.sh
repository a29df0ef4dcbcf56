# One shell for all blocks of a page: reads paths of blocks, runs each as if it were pasted, and reports when it is done.
set -euo pipefail
# An error of the service fails the block: curl alone would exit with 0.
curl() { command curl --fail-with-body "$@"; }
while IFS= read -r block; do
  . "$block" < /dev/null
  printf '\001\n'
done
