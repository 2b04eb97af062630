package dev.sluice.service.init;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.MariaDbServer;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.testsupport.SqlDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code sluice init} on real databases: what it writes is compiled, checked and run, and must give each row. */
class InitTest {

    private static int number;

    @TempDir
    private Path directory;

    /** The databases that are there. */
    enum Kind {
        POSTGRESQL("BYTEA", "INT ARRAY"),
        HSQLDB("VARBINARY(20)", "INT ARRAY"),
        H2("VARBINARY(20)", "INT ARRAY"),
        MARIADB("VARBINARY(20)", "BIT(8)");

        private final String bytes;
        private final String odd;

        Kind(String bytes, String odd) {
            this.bytes = bytes;
            this.odd = odd;
        }

        static List<Kind> given() {
            return Stream.of(values())
                    .filter(kind -> kind != MARIADB || MariaDbServer.given().isPresent())
                    .toList();
        }

        SqlDatabase database(Path directory) throws SQLException {
            final String name = "init" + ++number;
            return switch (this) {
                case POSTGRESQL ->
                    new SqlDatabase(
                            PostgresServer.shared().createDatabase(name),
                            PostgresServer.shared().user());
                case HSQLDB -> new SqlDatabase("jdbc:hsqldb:file:" + directory.resolve(name) + ";shutdown=true", "SA");
                case H2 -> new SqlDatabase("jdbc:h2:file:" + directory.resolve(name), "sa");
                case MARIADB -> {
                    final MariaDbServer server = MariaDbServer.given().orElseThrow();
                    yield new SqlDatabase(server.createDatabase(name), server.user(), server.password());
                }
            };
        }

        /** Statements with names in the standard's quotes and types of the standard, as this database takes them. */
        String[] written(String... statements) {
            return Stream.of(statements)
                    .map(sql -> sql.replace("BYTES", bytes).replace("ODD", odd))
                    .map(sql -> this == MARIADB
                            ? sql.replace('"', '`').replace("TIMESTAMP WITH TIME ZONE", "DATETIME")
                            : sql)
                    .toArray(String[]::new);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.service.init.InitTest$Kind#given")
    void shouldWriteAJobThatGivesEachRowWhenATableHasAKey(Kind kind) throws Exception {
        final SqlDatabase database = kind.database(directory);
        database.execute(kind.written(
                "CREATE TABLE customer (id BIGINT PRIMARY KEY, first_name VARCHAR(40) NOT NULL, \"user\" VARCHAR(10),"
                        + " \"mixedCase\" INT, \"2nd name\" VARCHAR(9), \"class\" BOOLEAN, a_b INT, ab INT, photo BYTES,"
                        + " odd ODD, \"hash_code\" DATE, price DECIMAL(9, 2))",
                "INSERT INTO customer (id, first_name, \"user\", \"mixedCase\", \"2nd name\", \"class\", a_b, ab, price)"
                        + " VALUES (1, 'Ada', 'me', 7, 'King', TRUE, 8, 9, 1.50), (2, 'Bo', NULL, NULL, NULL, NULL,"
                        + " NULL, NULL, NULL)",
                "CREATE TABLE \"Order\" (\"group\" BIGINT NOT NULL, \"Line No\" VARCHAR(10) NOT NULL, amount INT,"
                        + " PRIMARY KEY (\"Line No\", \"group\"))",
                "INSERT INTO \"Order\" VALUES (1, 'a/b', 10), (2, 'a/b', 20)",
                "CREATE TABLE code (code CHAR(5) PRIMARY KEY, text VARCHAR(10))",
                "INSERT INTO code VALUES ('ab', 'x y'), ('abcde', 'z')",
                "CREATE TABLE \"2link\" (a BIGINT NOT NULL, b BIGINT NOT NULL, PRIMARY KEY (a, b))",
                "INSERT INTO \"2link\" VALUES (1, 2), (1, 3)",
                "CREATE TABLE string (d DATE NOT NULL, t TIME NOT NULL, ts TIMESTAMP NOT NULL,"
                        + " m TIMESTAMP WITH TIME ZONE NOT NULL, n DECIMAL(9, 2) NOT NULL, b BYTES NOT NULL,"
                        + " note VARCHAR(10), PRIMARY KEY (d, t, ts, m, n, b))",
                "INSERT INTO string VALUES ('2026-11-30', '01:02:03', '2026-11-30 01:02:03', '2026-11-30 01:02:03"
                        + (kind == Kind.MARIADB ? "" : "+00:00") + "', 1.50, "
                        + (kind == Kind.POSTGRESQL ? "'\\x0aff'" : "X'0aff'") + ", 'all')",
                "CREATE TABLE log (text VARCHAR(10))"));
        assertEquals(
                List.of("1 Ada me 7 King true 8 9 null 1.50", "2 Bo null null null null null null null null"),
                lines(database, "customer"));
        assertEquals(List.of("a%2Fb/1 10", "a%2Fb/2 20"), lines(database, "Order"));
        assertEquals(
                List.of("ab x y", "abcde z"),
                lines(database, "code").stream()
                        .map(line -> line.replaceAll(" +", " "))
                        .toList());
        assertEquals(List.of("1/2 1 2", "1/3 1 3"), lines(database, "2link"));
        final List<String> all = lines(database, "string");
        assertEquals(1, all.size());
        assertTrue(all.get(0).matches("2026-11-30/01:02:03/2026-11-30T01:02:03/2026-.*/1.50/0aff all"), all::toString);

        final Written whole = init(database, "whole");
        assertEquals(0, whole.code());
        assertTrue(whole.said().matches("(?is).*left out: log: it has no primary key\\R.*"), whole::said);
        assertTrue(whole.said().matches("(?is).*not asked: customer\\.odd: .*"), whole::said);
        final String yaml = Files.readString(whole.directory().resolve("gateway.yaml"));
        assertTrue(yaml.contains("types: [text, long]"), yaml);
        assertTrue(yaml.matches("(?s).*# odd .*, not asked: .*"), yaml);
        assertTrue(
                yaml.contains(
                        kind == Kind.MARIADB || kind == Kind.POSTGRESQL
                                ? "SELECT first_name, "
                                : "SELECT first_name, \"user\", \"mixedCase\","),
                yaml);
        whole.check();
    }

    /** Each word that PostgreSQL knows is the name of a column that holds this word. */
    @ParameterizedTest
    @MethodSource("dev.sluice.service.init.InitTest$Kind#given")
    void shouldAskTheColumnWhenItsNameIsAWordOfSql(Kind kind) throws Exception {
        final List<String> words = new SqlDatabase(
                        PostgresServer.shared().jdbcUrl(),
                        PostgresServer.shared().user())
                .rows("SELECT word FROM pg_get_keywords() ORDER BY word");
        final SqlDatabase database = kind.database(directory);
        final int most = kind == Kind.MARIADB ? 40 : 240; // columns of a table
        for (int from = 0; from < words.size(); from += most) {
            final List<String> some = words.subList(from, Math.min(from + most, words.size()));
            final String table = "words" + from;
            final boolean lower = kind == Kind.POSTGRESQL || kind == Kind.MARIADB;
            database.execute(kind.written(
                    "CREATE TABLE " + table + " (k INT PRIMARY KEY, "
                            + some.stream()
                                    .map(word ->
                                            '"' + (lower ? word : word.toUpperCase(Locale.ROOT)) + "\" VARCHAR(40)")
                                    .collect(Collectors.joining(", "))
                            + ")",
                    "INSERT INTO " + table + " VALUES (1, '" + String.join("', '", some) + "')"));
            assertEquals(List.of("1 " + String.join(" ", some)), lines(database, table));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.service.init.InitTest$Kind#given")
    void shouldNameTheSchemaWhenItIsNotTheUsersOwn(Kind kind) throws Exception {
        if (kind == Kind.MARIADB) {
            return; // a schema is a database there
        }
        final SqlDatabase database = kind.database(directory);
        database.execute(
                "CREATE SCHEMA \"other Place\"",
                "CREATE TABLE \"other Place\".thing (id INT PRIMARY KEY, name VARCHAR(10))",
                "INSERT INTO \"other Place\".thing VALUES (1, 'x')");
        assertEquals(List.of("1 x"), lines(database, "thing", "--schema", "OTHER place"));
    }

    @Test
    void shouldWriteNothingWhenAFileExists() throws Exception {
        final SqlDatabase database = shop();
        final Path project = Files.createDirectories(directory.resolve("shop"));
        Files.writeString(project.resolve("pom.xml"), "mine");
        final Written written = init(database, "shop");
        assertEquals(1, written.code());
        assertTrue(
                written.said().endsWith("already there: " + project.resolve("pom.xml") + "\nnothing is written\n"),
                written::said);
        assertEquals("mine", Files.readString(project.resolve("pom.xml")));
        try (Stream<Path> files = Files.list(project)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void shouldWriteTheNameOfThePasswordsVariableAndNotThePassword() throws Exception {
        final SqlDatabase database = Kind.POSTGRESQL.database(directory);
        database.execute("CREATE TABLE thing (id INT PRIMARY KEY, name VARCHAR(10))");
        final Written written = init(database, "secret", "--password-env", "PATH");
        assertEquals(0, written.code(), written::said);
        try (Stream<Path> files = Files.walk(written.directory()).filter(Files::isRegularFile)) {
            for (final Path file : files.toList()) {
                assertFalse(Files.readString(file).contains(System.getenv("PATH")), file::toString);
            }
        }
        assertTrue(Files.readString(written.directory().resolve("gateway.yaml")).contains("password: ${PATH}\n"));
        written.check();
    }

    @Test
    void shouldSayWhatIsWrongWhenNothingCanBeWritten() throws Exception {
        final SqlDatabase database = shop();
        final List<String> said = new ArrayList<>();
        for (final String[] arguments : new String[][] {
            {},
            {"--url", "jdbc:oracle:thin:@db:1521/x"},
            {"--url", "jdbc:postgresql://localhost/shop?password=x"},
            {"--url", database.url(), "--user", "SA", "--table", "custmer"},
            {"--url", database.url(), "--user", "SA", "--schema", "nosuch"},
            {"--url", database.url(), "--user", "SA", "--password-env", "a b"},
            {"--url", database.url(), "--user", "SA", "--table", "log"},
            {"--url", "jdbc:hsqldb:file:" + directory.resolve("nosuch"), "--user", "SA"},
        }) {
            final Written written = Written.run(directory.resolve("none"), arguments);
            said.add(written.code() + " " + written.said().lines().findFirst().orElse(""));
        }
        assertEquals(
                List.of(
                        "2 Missing required option: '--url=URL'",
                        "2 --url: expected jdbc:postgresql:, jdbc:hsqldb:, jdbc:h2: or jdbc:mariadb:",
                        "2 --url: expected a URL that starts with 'jdbc:' and holds no password; the password comes from the"
                                + " environment variable SLUICE_DB_PASSWORD",
                        "2 --table: there is no table 'custmer', did you mean 'CUSTOMER'?",
                        "2 --schema: there is no schema 'nosuch'",
                        "2 --password-env: expected the name of an environment variable",
                        "1 left out: LOG: it has no primary key",
                        "1 --url: its files do not exist"),
                said);
        assertTrue(Files.notExists(directory.resolve("none")));
        assertTrue(Files.notExists(directory.resolve("nosuch.script")));
    }

    @Test
    void shouldWriteWhatAJobNeedsToStartFromItsOwnDirectory() throws Exception {
        final SqlDatabase database = new SqlDatabase("jdbc:hsqldb:file:" + directory.resolve("db"), "SA");
        database.execute("CREATE TABLE thing (id INT PRIMARY KEY, name VARCHAR(9))", "SHUTDOWN");
        final Path relative = Path.of("").toAbsolutePath().relativize(directory.resolve("db"));
        final Written written = init(new SqlDatabase("jdbc:hsqldb:file:" + relative, "SA"), "shop");
        final String yaml = Files.readString(written.directory().resolve("gateway.yaml"));
        assertTrue(yaml.contains("url: '" + database.url() + "'\n"), yaml);
        final Path root = Path.of("").toAbsolutePath().getParent();
        assertEquals(
                flags(root.resolve("config/sluice.args")),
                flags(written.directory().resolve("sluice.args")));
        final String pom = Files.readString(written.directory().resolve("pom.xml"));
        final String parent = Files.readString(root.resolve("pom.xml"));
        final String version = parent.replaceAll("(?s).*?<version>(.*?)</version>.*", "$1");
        assertTrue(pom.contains("<sluice.version>" + version + "</sluice.version>"), pom);
        assertTrue(pom.contains("<artifactId>hsqldb</artifactId>\n      <version>2."), pom);
    }

    private static List<String> flags(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    private SqlDatabase shop() throws SQLException {
        final SqlDatabase database = Kind.HSQLDB.database(directory);
        database.execute(
                "CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(40))",
                "CREATE TABLE log (text VARCHAR(9))");
        return database;
    }

    /** Makes a project for one table, checks its configuration, and returns what its job writes, with a blank for each tab. */
    private List<String> lines(SqlDatabase database, String table, String... more) throws Exception {
        final List<String> arguments = new ArrayList<>(List.of("--table", table));
        Collections.addAll(arguments, more);
        final Written written = init(database, "job-" + table, arguments.toArray(String[]::new));
        assertEquals(0, written.code(), written::said);
        written.check();
        return written.job().stream().map(line -> line.replace('\t', ' ')).toList();
    }

    private Written init(SqlDatabase database, String name, String... more) {
        final List<String> arguments = new ArrayList<>(List.of("--url", database.url(), "--user", database.user()));
        Collections.addAll(arguments, more);
        return Written.run(directory.resolve(name), arguments.toArray(String[]::new));
    }
}
