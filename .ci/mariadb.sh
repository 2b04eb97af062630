# For .ci/run: a MariaDB server for the tests that want one, on a free port, in a directory that goes with it. Its programs
# come from the distribution's packages, those without a service. Nothing here fails the run: where there is no server,
# mariadb_absent says why.

mariadb_url=
mariadb_absent=
mariadb_pid=
mariadb_directory=

mariadb_install() {
    PATH=$PATH:/usr/sbin
    command -v mariadbd >/dev/null && command -v mariadb-install-db >/dev/null && return 0
    mariadb_absent="mariadbd is not installed, and only root with apt-get can install it"
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return 1
    mariadb_absent="apt-get could not install mariadb-server-core"
    # Nothing that is installed is removed for it: another product's server may be in its way.
    local install="apt-get install -q -y --no-install-recommends --no-remove mariadb-server-core mariadb-client-core"
    export DEBIAN_FRONTEND=noninteractive
    timeout 180 $install >/dev/null 2>&1 || { timeout 120 apt-get update -q && timeout 180 $install; } >/dev/null 2>&1
}

mariadb_answers() {
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

mariadb_start() {
    mariadb_install || return 0
    mariadb_absent="mariadbd did not start"
    mariadb_directory=$(mktemp -d)
    local log=$mariadb_directory/log data=$mariadb_directory/data port=$((20000 + RANDOM % 10000))
    while mariadb_answers "$port"; do port=$((port + 1)); done
    mkdir "$data"
    mariadb-install-db --no-defaults --user="$(id -un)" --datadir="$data" --auth-root-authentication-method=normal \
        --skip-test-db >"$log" 2>&1 || return 0
    mariadbd --no-defaults --user="$(id -un)" --datadir="$data" --socket="$mariadb_directory/socket" \
        --pid-file="$mariadb_directory/pid" --bind-address=127.0.0.1 --port="$port" --innodb-flush-method=nosync \
        >>"$log" 2>&1 </dev/null &
    mariadb_pid=$!
    local waited
    for waited in $(seq 120); do
        kill -0 "$mariadb_pid" 2>/dev/null || break
        if mariadb_answers "$port"; then
            mariadb_url="jdbc:mariadb://127.0.0.1:$port/?user=root"
            mariadb_absent=
            return 0
        fi
        sleep 0.5
    done
    mariadb_absent="mariadbd did not start: $(tail -n 1 "$log")"
}

mariadb_stop() {
    if [ -n "$mariadb_pid" ]; then
        kill "$mariadb_pid" 2>/dev/null || true
        wait "$mariadb_pid" 2>/dev/null || true
    fi
    [ -z "$mariadb_directory" ] || rm -rf "$mariadb_directory"
    mariadb_pid=
    mariadb_directory=
}
