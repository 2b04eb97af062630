#!/usr/bin/env bash
# Asks a gateway in an image without curl how it is; 0 if it answers with 200:
#
#   bash /opt/sluice/config/probe.sh http://127.0.0.1:9464/health/live [TOKEN]
set -euo pipefail
address=${1#http://}
path=/${address#*/}
address=${address%%/*}
exec 3<>"/dev/tcp/${address%:*}/${address##*:}"
printf 'GET %s HTTP/1.0\r\nHost: %s\r\n%s\r\n' "$path" "$address" "${2:+Authorization: Bearer $2$'\r\n'}" >&3
read -r -t 5 _ status _ <&3
cat <&3 >/dev/null
[ "$status" = 200 ]
