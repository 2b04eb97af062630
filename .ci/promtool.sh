# For .ci/run: promtool, for the tests that ask it about alerts, the dashboard's queries and a gateway's metrics. It comes from
# the distribution's package of Prometheus, unpacked and not installed, so that no service starts. Nothing here fails the run:
# where there is none, promtool_absent says why.

promtool=
promtool_absent=
promtool_directory=

promtool_find() {
    promtool=$(command -v promtool) && return 0
    promtool_absent="promtool is not on the PATH, and there is no apt-get to fetch it"
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 0
    promtool_absent="apt-get could not fetch prometheus"
    promtool_directory=$(mktemp -d)
    chmod 755 "$promtool_directory"
    (
        cd "$promtool_directory"
        timeout 180 apt-get download -q prometheus ||
            { [ "$(id -u)" -eq 0 ] && timeout 120 apt-get update -q && timeout 180 apt-get download -q prometheus; }
    ) >/dev/null 2>&1 || return 0
    dpkg-deb -x "$promtool_directory"/prometheus_*.deb "$promtool_directory" || return 0
    "$promtool_directory/usr/bin/promtool" --version >/dev/null 2>&1 || return 0
    promtool=$promtool_directory/usr/bin/promtool
}

promtool_remove() {
    [ -z "$promtool_directory" ] || rm -rf "$promtool_directory"
}
