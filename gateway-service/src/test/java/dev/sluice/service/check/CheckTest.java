package dev.sluice.service.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.testsupport.SqlDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a check says of backends that are there, and of those that are not. */
class CheckTest {

    private static final String CANARY = "canary8214";

    @TempDir
    private Path directory;

    @Test
    void shouldSayHowEachWillBeAskedWhenTheDatabaseIsThere() throws Exception {
        final PostgresServer server = PostgresServer.shared();
        final String url = server.createDatabase("checked");
        final SqlDatabase database = new SqlDatabase(url, server.user());
        database.execute(
                "CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR(20), day DATE)",
                "CREATE TABLE u (id BIGINT PRIMARY KEY)",
                "CREATE VIEW v AS SELECT id FROM u",
                "CREATE SEQUENCE s");
        final Checked checked = Checked.file(config("""
                    databases:
                      main: {url: '%s', user: %s}
                    lookups:
                      by-id: {sql: 'SELECT name FROM t WHERE id = ?', types: [long], reads: [t]}
                      by-day: {sql: 'SELECT name FROM t WHERE day = ?', types: [date], reads: [t]}
                      one: {sql: 'SELECT name FROM t WHERE id = ?', types: [long], reads: [t], chunk: false}
                      locked: {sql: 'SELECT name FROM t WHERE id = ? FOR UPDATE', types: [long]}
                      open: {sql: 'SELECT name FROM t WHERE id = ?'}
                      view: {sql: 'SELECT id FROM v WHERE id = ?', types: [long], reads: [u]}
                      of-view: {sql: 'SELECT id FROM v WHERE id = ?', types: [long], reads: [v]}
                      less: {sql: 'SELECT id FROM v WHERE id = ?', types: [long], reads: [t]}
                      joined: {sql: 'SELECT t.id FROM t, u WHERE t.id = ?', types: [long], reads: [t]}
                      gone: {sql: 'SELECT a FROM no_such_table WHERE id = ?', types: [long]}
                    statements:
                      next: {sql: SELECT nextval('s')}
                      rename: {sql: 'UPDATE t SET name = ? WHERE id = ?', types: [text, long], reads: [], writes: [t]}
                      all: {sql: 'UPDATE t SET name = ?', types: [text], writes: [t]}
                      taken: {sql: 'DELETE FROM t WHERE id = ? RETURNING name', types: [long]}
                      mistyped: {sql: 'UPDATE t SET nam = ? WHERE id = ?', types: [text, long]}
                      tidy: {sql: VACUUM t}
                    """.formatted(url, server.user())));

        assertSaid(checked, "  main +PostgreSQL \\d+.* +jdbc:postgresql:.* +reached");
        assertSaid(checked, "  main +.* +exactly-once: the gateway makes its checkpoint tables with the first update");
        assertSaid(checked, "  by-id +lookup +main +arrays, up to 500 +t +-");
        assertSaid(checked, "  by-day +lookup +main +rows, up to 500 +t +-");
        assertSaid(checked, "  one +lookup +main +single: chunk: false +t +-");
        assertSaid(checked, "  locked +lookup +main +single: it locks rows +t +-");
        assertSaid(checked, "  open +lookup +main +depends on the types of each request.* t +-");
        assertSaid(checked, "  view +lookup +main +arrays, up to 500 +u +-");
        assertSaid(checked, "  of-view +lookup +main +arrays, up to 500 +u +-");
        assertSaid(checked, "  lookups.less: reads u, and that is not declared. The gateway goes by the catalog: .*");
        assertSaid(
                checked, "  next +statement +main +single: it calls nextval\\(\\), and it is volatile +everything +-");
        final String time = "\\S+ (us|ms|s|min|h)";
        assertSaid(checked, "  by-id +" + time + " +" + time + " +" + time);
        final Matcher alone =
                Pattern.compile("  one +" + time + " +(\\S+ \\w+) +(\\S+ \\w+)").matcher(checked.text());
        assertTrue(alone.find(), checked.text());
        assertEquals(alone.group(2), alone.group(3), "it is never asked in chunks");
        assertSaid(checked, "  rename +statement +main +set, up to 500 +t +t");
        assertSaid(checked, "  all +statement +main +batch, up to 500 +t +t");
        assertSaid(checked, "  taken +statement +main +single: it gives rows.* t +t");
        assertSaid(
                checked,
                "  tidy +statement +main +single: VACUUM runs in no transaction but its own.* everything +everything");
        assertSaid(checked, "  lookups.joined: reads u, and that is not declared.*");
        assertSaid(checked, "  lookups.gone.sql: cannot be prepared: .*no_such_table.*42P01.*");
        assertSaid(checked, "  statements.mistyped.sql: cannot be prepared: .*nam.*42703.*");
        assertSaid(checked, "4 problems, .*");
        assertEquals(1, checked.code());
        assertFalse(checked.text().contains("lookups.view"), checked.text());
        assertEquals(List.of("t, u, v"), tables(database), "nothing was made");
    }

    @Test
    void shouldSayWhichUpdatesShareNoTransactionAndWhy() throws Exception {
        final PostgresServer server = PostgresServer.shared();
        final String url = server.createDatabase("own_transactions");
        final SqlDatabase database = new SqlDatabase(url, server.user());
        database.execute(
                "CREATE TABLE t (id BIGINT PRIMARY KEY)",
                "CREATE FUNCTION seen() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
                "CREATE TRIGGER seen AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION seen()");
        final Checked checked = Checked.file(config("""
                    databases:
                      main: {url: "%s", user: %s}
                    statements:
                      alone: {sql: "INSERT INTO t VALUES (?)", types: [long], reads: [], writes: [t]}
                      named: {sql: "INSERT INTO t VALUES (?) RETURNING id", types: [long]}
                      trusted: {sql: "INSERT INTO t VALUES (?)", types: [long], reads: [], writes: [t], trust: [transaction, declared]}
                    """.formatted(url, server.user())));

        assertSaid(
                checked,
                "  alone +statement +main +single: a transaction of its own: trigger seen on t +everything +everything");
        assertSaid(
                checked,
                "  named +statement +main +single: a transaction of its own: trigger seen on t +everything +everything");
        assertSaid(
                checked,
                "  trusted +statement +main +batch, up to 500, by trust: transaction, without a proof: trigger seen on t +- +t");
        assertSaid(
                checked,
                "  statements.trusted: writes tables that are not declared, perhaps any table: trigger seen on t; the"
                        + " declaration counts nevertheless, because of 'trust: declared', so requests may be reordered");
        assertSaid(
                checked,
                "  statements.alone: writes tables that are not declared, perhaps any table: trigger seen on t.*");
    }

    @Test
    void shouldNameTablesThatAreNotThereAndDatabasesThatAreOne() throws Exception {
        final PostgresServer server = PostgresServer.shared();
        final String url = server.createDatabase("twice");
        final SqlDatabase database = new SqlDatabase(url, server.user());
        database.execute("CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(20))");
        final Checked checked =
                Checked.file(config("""
                    databases:
                      main: {url: '%s', user: %s}
                      again: {url: '%s', user: %s}
                      other: {url: 'jdbc:hsqldb:mem:other', user: SA}
                    lookups:
                      right: {database: main, sql: 'SELECT name FROM customer WHERE id = ?', reads: [public.Customer]}
                      wrong: {database: main, sql: 'SELECT name FROM customer WHERE id = ?', reads: [customer, custmer]}
                    statements:
                      rename: {database: again, sql: 'DELETE FROM customer WHERE id = ?', writes: [archive.customer]}
                    """.formatted(url, server.user(), url + "?tcpKeepAlive=false", server.user())));
        assertSaid(checked, "  lookups.wrong.reads: there is no table custmer in databases.main.*");
        assertSaid(checked, "  statements.rename.writes: there is no table archive.customer in databases.again.*");
        assertFalse(checked.text().contains("lookups.right.reads"), checked.text());
        assertSaid(checked, "  databases.main and databases.again: they are one database.*");
        assertFalse(checked.text().contains("databases.other:  they"), checked.text());
    }

    private static List<String> tables(SqlDatabase database) throws SQLException {
        return database.rows("SELECT string_agg(table_name, ', ' ORDER BY table_name)"
                + " FROM information_schema.tables WHERE table_schema = 'public'");
    }

    @Test
    void shouldCheckTheOthersWhenBackendsCannotBeReached() throws Exception {
        final int nobody = LocalPorts.free();
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            final Checked checked = Checked.file(config("""
                    databases:
                      away: {url: 'jdbc:postgresql://localhost:%d/x', user: a, password: %s}
                      silent: {url: 'jdbc:postgresql://127.0.0.1:%d/x', connectionTimeout: 250ms}
                      unknown: {url: 'jdbc:nosuchproduct:x;secret=%s'}
                      here: {url: 'jdbc:hsqldb:mem:here', user: SA}
                    services:
                      down: {url: 'http://localhost:%d', token: %s}
                      plain: {url: 'https://127.0.0.1:%d', connectTimeout: 250ms}
                      up: {url: 'http://127.0.0.1:%d'}
                      nowhere: {url: 'http://no-such-host.invalid'}
                    lookups:
                      one: {database: here, sql: 'VALUES (CAST(? AS BIGINT))', types: [long], reads: []}
                      far: {database: away, sql: SELECT 1, reads: []}
                      customer: {service: up}
                    endpoints:
                      letters: {service: up, request: {path: '/letters', limit: 1}}
                    """.formatted(
                            nobody,
                            CANARY,
                            silent.getLocalPort(),
                            CANARY,
                            nobody,
                            CANARY,
                            silent.getLocalPort(),
                            silent.getLocalPort())));

            assertSaid(checked, "  databases.away: .*refused.*");
            assertSaid(
                    checked,
                    "  databases.silent: no connection within 250 ms \\(databases\\.silent\\.connectionTimeout\\): the database did not answer");
            assertSaid(
                    checked,
                    "  databases.unknown: no driver takes jdbc:nosuchproduct:x: it names the product 'nosuchproduct'.*");
            assertSaid(checked, "  services.down: no connection to localhost:" + nobody + ": Connection refused");
            assertSaid(checked, "  services.plain: no connection to .* within 250 ms");
            assertSaid(checked, "  services.nowhere: unknown host 'no-such-host.invalid'");
            assertSaid(checked, "  up +REST service +http://127.0.0.1:\\d+ +accepts connections");
            assertSaid(checked, "  here +HSQL Database Engine .*, in memory +jdbc:hsqldb:mem:here +reached");
            assertSaid(checked, "  one +lookup +here +union, up to 256 +- +-");
            assertSaid(checked, "  far +lookup +away +not tried +- +-");
            assertSaid(checked, "  customer +lookup +up +POST /customer:lookup, up to 100 +everything +-");
            assertSaid(checked, "  customer +\\d+ us +\\S+ (s|min) +\\d+\\.\\d s");
            assertSaid(checked, "  letters +endpoint +up +POST /letters, single: .* +- +everything");
            assertSaid(checked, "6 problems, .*");
            assertEquals(1, checked.code());
            assertFalse(checked.text().contains(CANARY), checked.text());
        }
    }

    @Test
    void shouldMakeNothingWhenNothingIsThereYet() throws Exception {
        final Path script = Files.writeString(directory.resolve("init.sql"), "CREATE TABLE t (id BIGINT);\n");
        final Path db = directory.resolve("db");

        final Checked checked = Checked.file(config("""
                databases:
                  main: {url: 'jdbc:hsqldb:file:%s;hsqldb.write_delay=false', user: SA, init: %s}
                statements:
                  add: {sql: 'INSERT INTO t VALUES (?)', types: [long], writes: [t], reads: []}
                """.formatted(db, script)));

        assertSaid(checked, "  add +statement +main +batch, up to 500 +t +t");
        assertSaid(checked, "  .*queues .* missing, created when the gateway first starts");
        assertEquals(0, checked.code(), checked.text());
        try (var files = Files.list(directory)) {
            assertEquals(
                    List.of("gateway.yaml", "init.sql"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void shouldSayWhyAnUpdateHasATransactionOfItsOwn() throws Exception {
        final String url = "jdbc:hsqldb:file:" + directory.resolve("db") + ";hsqldb.write_delay=false";
        final SqlDatabase database = new SqlDatabase(url, "SA");
        database.execute(
                "CREATE TABLE log (id BIGINT)",
                "CREATE TABLE t (id BIGINT)",
                "CREATE TRIGGER heard AFTER INSERT ON t REFERENCING NEW ROW AS n FOR EACH ROW"
                        + " INSERT INTO log VALUES (n.id)",
                "SHUTDOWN");

        final Checked checked = Checked.file(config("""
                databases:
                  main: {url: '%s', user: SA}
                statements:
                  add: {sql: 'INSERT INTO t VALUES (?)', types: [long]}
                  note: {sql: 'INSERT INTO log VALUES (?)', types: [long]}
                """.formatted(url)));

        assertSaid(checked, "  add +statement +main +single: a transaction of its own: trigger HEARD on T .*");
        assertSaid(checked, "  note +statement +main +batch, up to 500 .*");
    }

    @Test
    void shouldSayThatUpdatesGoAloneWhenTheCatalogIsNotReadAndNobodyVouchesForThem() throws Exception {
        final String url = "jdbc:sqlite:" + directory.resolve("t.db");
        final SqlDatabase database = new SqlDatabase(url, "");
        database.execute("CREATE TABLE t (id INTEGER)");

        final Checked checked = Checked.file(config("""
                databases:
                  main: {url: '%s'}
                lookups:
                  one: {sql: 'SELECT id FROM t WHERE id = ?', types: [long]}
                statements:
                  add: {sql: 'INSERT INTO t VALUES (?)', types: [long]}
                  trusted: {sql: 'INSERT INTO t VALUES (?)', types: [long], trust: transaction}
                """.formatted(url)));

        assertSaid(
                checked,
                "  add +statement +main +single: a transaction of its own:"
                        + " the catalog of this database is not read .*");
        assertSaid(checked, "  trusted +statement +main +batch, up to 500.*");
        assertSaid(checked, "  one +lookup +main +single: its columns have no types .*");
    }

    @Test
    void shouldReportAStatementThatReadsTheStateOfItsSession() throws Exception {
        final Checked checked = Checked.file(config("""
                databases:
                  main: {url: 'jdbc:hsqldb:mem:state', user: SA}
                statements:
                  last: {sql: 'INSERT INTO child VALUES (IDENTITY())'}
                """));

        assertSaid(checked, " *6:15 statements.last.sql: it uses IDENTITY, which is state of the session.*Instead, .*");
        assertEquals(1, checked.code());
    }

    @Test
    void shouldSayThatTheGatewayHasFilesWriteEachCommit() throws Exception {
        for (final String url : List.of(
                "jdbc:hsqldb:file:" + directory.resolve("hsqldb") + ";shutdown=true",
                "jdbc:h2:file:" + directory.resolve("h2"))) {
            final Path config = config("""
                    databases:
                      main: {url: '%s', user: SA, adHoc: true}
                    """.formatted(url));
            final Checked toCome = Checked.file(config);
            assertSaid(toCome, "  main +commits are on its disk +exactly-once.*");
            assertSaid(toCome, "  \\(any SQL\\) +ad hoc +main +as its text allows +everything +everything");
            new SqlDatabase(url, "SA").execute("CREATE TABLE t (id BIGINT)");
            final Checked there = Checked.file(config);
            assertSaid(there, "  main +the gateway makes it write each commit +exactly-once.*");
            assertEquals(0, there.code(), there.text());
        }
    }

    @Test
    void shouldWarnWhenCommitsMayBeLost() throws Exception {
        for (final String url : List.of(
                "jdbc:hsqldb:file:" + directory.resolve("hsqldb") + ";shutdown=true",
                "jdbc:h2:file:" + directory.resolve("h2"))) {
            new SqlDatabase(url, "SA")
                    .execute("CREATE TABLE t (id BIGINT)", "CREATE USER app PASSWORD ''", "GRANT ALL ON t TO app");
            final Checked checked = Checked.file(config("""
                    databases:
                      main: {url: '%s', user: APP, adHoc: true}
                    """.formatted(url)));
            assertSaid(checked, "  main +(hsqldb.write_delay is on|WRITE_DELAY is .* ms) +exactly-once.*");
            assertSaid(checked, "  databases.main: .*: a kill of this process loses .*; user 'APP' has no right .*");
            assertEquals(0, checked.code(), checked.text());
        }
    }

    @Test
    void shouldReportAProblemWhenTheQueuesCannotBeThere() throws Exception {
        Files.writeString(directory.resolve("queues"), "a file");

        final Checked checked = Checked.file(config("databases: {main: {url: 'jdbc:hsqldb:mem:x', user: SA}}\n"));

        assertSaid(checked, "  queues.path: .* is no directory");
        assertEquals(1, checked.code());
    }

    @Test
    void shouldReportAMemberWhereOneProcessServesAllLanes() throws Exception {
        final Path file = config("databases: {main: {url: 'jdbc:hsqldb:mem:x', user: SA}}\n");
        Files.writeString(file, Files.readString(file).replace("diskReserve: 1MB", "diskReserve: 1MB, member: one"));

        final Checked checked = Checked.file(file);

        assertSaid(checked, "  queues.member: leave it out: one process serves all lanes of a directory");
        assertEquals(1, checked.code());
    }

    @Test
    void shouldExitWithTwoWhenTheCommandLineIsWrong() {
        assertEquals(2, Checked.run().code());
        assertEquals(2, Checked.run("--config").code());
        assertEquals(2, Checked.run("--config", "a", "b").code());
    }

    @Test
    void shouldGiveExamplesWhenAskedForHelp() {
        final Checked help = Checked.run("--help");

        assertEquals(0, help.code());
        assertSaid(help, "  sluice check --config config/gateway.yaml");
    }

    @Test
    void shouldSayThatThereIsNoFileWhenThereIsNone() {
        final Checked checked = Checked.file(directory.resolve("none.yaml"));

        assertSaid(checked, "  there is no such file");
        assertEquals(1, checked.code());
    }

    private static void assertSaid(Checked checked, String line) {
        assertTrue(checked.text().lines().anyMatch(said -> said.matches(line)), line + "\n" + checked.text());
    }

    @Test
    void shouldWarnOfSecretsThatOthersCanRead() throws Exception {
        final Path token = Files.writeString(directory.resolve("token"), CANARY + "-other");
        final Path file = config("""
                services:
                  far: {url: 'http://192.0.2.1:1', token: %s, connectTimeout: 50ms}
                  near: {url: 'http://127.0.0.1:1', token: '${file:token}', connectTimeout: 50ms}
                  safe: {url: 'https://192.0.2.1:1', token: %s, connectTimeout: 50ms}
                """.formatted(CANARY, CANARY));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        final Checked open = Checked.file(file);
        assertSaid(open, "  services.far.url: the credentials go over http to another host.*");
        assertFalse(open.text().contains("services.near.url: the cred"), open.text());
        assertFalse(open.text().contains("services.safe.url: the cred"), open.text());
        assertSaid(open, "  .*gateway.yaml: it holds a secret, and every user of this host can read it.*");
        assertSaid(open, "  .*token: a secret is read from it, and every user of this host can read it.*");
        assertFalse(open.text().contains(CANARY), open.text());

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        assertFalse(Checked.file(file).text().contains("every user of this host"));
    }

    private Path config(String rest) throws IOException {
        return Files.writeString(
                directory.resolve("gateway.yaml"),
                "name: checked\nqueues: {path: '" + directory.resolve("queues") + "', diskReserve: 1MB}\n" + rest);
    }
}
