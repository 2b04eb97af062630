#!/bin/sh
# want.sh QUEUES pause|resume REASON: what `sluice ctl` does, without Java (docs/how-to/operate.md). QUEUES is a directory.
set -eu
out=$1/out
id=$(date +%s)-$$
cat >"$out/.control-wanted.$id.new" <<NOTICE
{"id": "$id", "want": "$2", "by": "$(id -un)", "since": "$(date -u +%Y-%m-%dT%H:%M:%SZ)", "reason": "$3"}
NOTICE
mv "$out/.control-wanted.$id.new" "$out/control-wanted.json"
until grep -q "^{\"id\":\"$id\",\"state\":\"done\"" "$out/control-done.json" 2>/dev/null; do
    sleep 0.2
done
