package dev.sluice.service.jdbc;

import dev.sluice.testsupport.SeriesLength;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.api.Trigger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Products in each of their modes, beside a plain loop over one connection: random programs of lookups and updates, with empty
 * texts, names in both cases, views, a trigger and keys that are NULL. A program that failed is repeated by {@code -Dseed=} its
 * seed and {@code -DmodePrograms=1}.
 */
@Tag("series")
class ModesTest extends AsIfAlone {

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final int PROGRAMS = SeriesLength.of("modePrograms", 3, 40);
    private static final int STEPS = 90;
    private static final int LIMIT = 40;
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static final String[] SCHEMA = {
        "CREATE TABLE account (id BIGINT PRIMARY KEY, name VARCHAR(20), n BIGINT DEFAULT 0, price DECIMAL(10, 2), due DATE,"
                + " CHECK (n < 50))",
        "CREATE TABLE \"Mixed\" (\"Key\" VARCHAR(20), \"val\" BIGINT, note VARCHAR(20) DEFAULT '')",
        "CREATE TABLE keyed (k VARCHAR(20) NOT NULL, n BIGINT, PRIMARY KEY (k))",
        "CREATE TABLE line (account BIGINT, n BIGINT,"
                + " FOREIGN KEY (account) REFERENCES account (id) ON DELETE CASCADE)",
        "CREATE TABLE audited (id BIGINT, note VARCHAR(20))",
        "CREATE TABLE audit (id BIGINT, note VARCHAR(20))",
        "CREATE VIEW rich AS SELECT id, name FROM account WHERE n > 3",
        "CREATE VIEW \"Seen\" AS SELECT \"Key\" AS k, \"val\" AS v FROM \"Mixed\""
    };

    private static final List<String> CONTENTS = List.of(
            "SELECT id, name, n, price, due FROM account ORDER BY id",
            "SELECT \"Key\", \"val\", note FROM \"Mixed\" ORDER BY \"Key\", \"val\", note",
            "SELECT k, n FROM keyed ORDER BY k",
            "SELECT account, n FROM line ORDER BY account, n",
            "SELECT id, note FROM audited ORDER BY id, note",
            "SELECT id, note FROM audit ORDER BY id, note");

    private interface Values {
        Object draw(Random random);
    }

    /** A statement, with what its arguments are drawn from. */
    private record Request(boolean update, String sql, List<Values> arguments) {}

    private static final Values ID = random -> random.nextInt(12) == 0 ? null : 1L + random.nextInt(8);
    private static final Values NUMBER = random -> (long) random.nextInt(7);
    private static final Values TEXT =
            random -> Arrays.asList("", "", "a", "A", "b", "b ", "it's", null).get(random.nextInt(8));
    private static final Values PRICE = random -> BigDecimal.valueOf(random.nextInt(900), 2);
    private static final Values DAY =
            random -> random.nextInt(5) == 0 ? null : LocalDate.of(2026, 3, 1).plusDays(random.nextInt(3));

    private final List<Request> requests = new ArrayList<>(List.of(
            update(
                    "INSERT INTO account (id, name, n, price, due) VALUES (?, ?, ?, ?, ?)",
                    ID,
                    TEXT,
                    NUMBER,
                    PRICE,
                    DAY),
            update(
                    "INSERT INTO account (id, name, n, price, due) VALUES (?, ?, ?, ?, ?)",
                    ID,
                    TEXT,
                    NUMBER,
                    PRICE,
                    DAY),
            update("UPDATE account SET n = n + ? WHERE id = ?", NUMBER, ID),
            update("UPDATE account SET n = n * 2 WHERE id = ?", ID),
            update("UPDATE account SET name = ? WHERE name = ?", TEXT, TEXT),
            update("UPDATE account SET name = NULL WHERE name = ''"),
            update("UPDATE account SET name = '' WHERE name IS NULL AND id = ?", ID),
            update("UPDATE account SET price = price * 2, due = ? WHERE id = ?", DAY, ID),
            update("DELETE FROM account WHERE id = ?", ID),
            update("INSERT INTO \"Mixed\" (\"Key\", \"val\") VALUES (?, ?)", TEXT, NUMBER),
            update("INSERT INTO \"Mixed\" (\"Key\", \"val\", note) VALUES (?, ?, ?)", TEXT, NUMBER, TEXT),
            update("UPDATE \"Mixed\" SET \"val\" = \"val\" + 1 WHERE \"Key\" = ?", TEXT),
            update("UPDATE \"Mixed\" SET note = ? WHERE \"Key\" IS NULL", TEXT),
            update("DELETE FROM \"Mixed\" WHERE \"Key\" = ? AND note = ?", TEXT, TEXT),
            update("INSERT INTO \"Mixed\" (\"Key\", note) SELECT name, 'copied' FROM account WHERE id = ?", ID),
            update("INSERT INTO keyed VALUES (?, ?)", TEXT, NUMBER),
            update("UPDATE keyed SET n = ? WHERE k = ?", NUMBER, TEXT),
            update("DELETE FROM keyed WHERE k = ?", TEXT),
            update("INSERT INTO line VALUES (?, ?)", ID, NUMBER),
            update("INSERT INTO audited VALUES (?, ?)", ID, TEXT),
            read("SELECT id, name, n, price, due FROM account WHERE id = ?", ID),
            read("SELECT id, name, n, price, due FROM ACCOUNT WHERE ID = ?", ID),
            read("SELECT id FROM account WHERE name = ? ORDER BY id", TEXT),
            read("SELECT id FROM account WHERE due = ? ORDER BY id", DAY),
            read("SELECT \"Key\", \"val\", note FROM \"Mixed\" WHERE \"Key\" = ? ORDER BY \"val\", note", TEXT),
            read("SELECT COUNT(*) FROM \"Mixed\" WHERE note = '' OR note = ?", TEXT),
            read("SELECT k, n FROM keyed WHERE k = ?", TEXT),
            read(
                    "SELECT id, '' AS nothing, CASE WHEN name = ? THEN 'same' ELSE '' END AS same FROM account WHERE id = ?",
                    TEXT,
                    ID),
            read("SELECT id, name FROM rich WHERE id = ?", ID),
            read("SELECT v FROM \"Seen\" WHERE k = ? ORDER BY v", TEXT),
            read("SELECT COUNT(*) AS written FROM audit WHERE id = ?", ID),
            read("SELECT a.id, l.n FROM account a JOIN line l ON l.account = a.id WHERE a.id = ? ORDER BY l.n", ID)));

    private final List<String> schema = new ArrayList<>(List.of(SCHEMA));
    private final List<String> contents = new ArrayList<>(CONTENTS);
    private String url;
    private int made;

    private static Request update(String sql, Values... arguments) {
        return new Request(true, sql, List.of(arguments));
    }

    private static Request read(String sql, Values... arguments) {
        return new Request(false, sql, List.of(arguments));
    }

    @Override
    Database made() throws SQLException {
        made++;
        return url.startsWith("jdbc:mariadb:")
                ? mariaDb("modes", "sessionVariables=sql_mode='" + url.substring("jdbc:mariadb:".length()) + "'")
                : new Database(null, url.formatted(made), "SA");
    }

    /** @param quote the mode's for names */
    private void assertPrograms(String quote) throws SQLException {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + PROGRAMS; seed++) {
            clear();
            schema(schema.stream().map(sql -> sql.replace("\"", quote)).toArray(String[]::new));
            tables(contents.stream().map(sql -> sql.replace("\"", quote)).toArray(String[]::new));
            final Random random = new Random(seed);
            for (int i = 0; i < STEPS; i++) {
                final Request request = requests.get(random.nextInt(requests.size()));
                final String sql = request.sql().replace("\"", quote);
                final Object[] arguments = request.arguments().stream()
                        .map(values -> values.draw(random))
                        .toArray();
                if (request.update()) {
                    update(sql, arguments);
                } else if (random.nextInt(3) == 0) {
                    query(sql, arguments);
                } else {
                    lookup(sql, arguments);
                }
            }
            try {
                assertAsIfAlone(LIMIT);
            } catch (final AssertionError e) {
                throw new AssertionError(url + ", seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    /** Writes a row into another table, as an audit does. */
    public static final class Audit implements Trigger {

        @Override
        public void fire(Connection connection, Object[] before, Object[] after) throws SQLException {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO audit VALUES (?, ?)")) {
                insert.setObject(1, after[0]);
                insert.setObject(2, after[1]);
                insert.executeUpdate();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MODE=REGULAR",
                "MODE=STRICT",
                "MODE=LEGACY",
                "MODE=DB2",
                "MODE=Derby",
                "MODE=HSQLDB",
                "MODE=MSSQLServer",
                "MODE=MySQL",
                "MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
                "MODE=MariaDB",
                "MODE=MariaDB;DATABASE_TO_LOWER=TRUE",
                "MODE=Oracle",
                "MODE=Oracle;DEFAULT_NULL_ORDERING=HIGH",
                "MODE=PostgreSQL",
                "MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH",
                "MODE=REGULAR;DATABASE_TO_UPPER=FALSE",
                "MODE=REGULAR;IGNORECASE=TRUE",
            })
    void shouldAnswerAsAloneInEachModeOfH2(String mode) throws SQLException {
        url = "jdbc:h2:mem:modes" + DATABASES.incrementAndGet() + "-%s;DB_CLOSE_DELAY=-1;" + mode;
        schema.add("CREATE TRIGGER t AFTER INSERT ON audited FOR EACH ROW CALL \"" + Audit.class.getName() + "\"");
        requests.add(read("SELECT id, CAST(? AS VARCHAR(30)) AS due FROM account WHERE id = ?", DAY, ID));
        requests.add(read("SELECT id, name || ? AS longer FROM account WHERE id = ?", TEXT, ID));
        if (mode.contains("DATABASE_TO_UPPER=FALSE")) {
            requests.removeIf(request -> request.sql().contains("FROM ACCOUNT"));
        }
        addOfMode(mode);
        assertPrograms("\"");
    }

    private void addOfMode(String mode) {
        final String name = mode.replaceAll("MODE=(\\w+).*", "$1");
        if (name.equals("MSSQLServer")) {
            schema.add("CREATE TABLE [order] ([group] BIGINT, n BIGINT)");
            schema.add("CREATE TABLE line#2 (id BIGINT, n BIGINT)");
            contents.add("SELECT [group], n FROM [order] ORDER BY n");
            requests.add(update("INSERT INTO [order] ([group], n) VALUES (?, ?)", ID, NUMBER));
            requests.add(update("UPDATE [order] SET n = n + 1 WHERE [group] = ?", ID));
            requests.add(read("SELECT a.id, o.n FROM account a, [order] o WHERE o.[group] = ? ORDER BY a.id, o.n", ID));
        }
        if (name.equals("Oracle")) {
            schema.add("CREATE TABLE line#2 (id BIGINT, n BIGINT)");
        }
        if (name.equals("MSSQLServer") || name.equals("Oracle")) {
            contents.add("SELECT id, n FROM line#2 ORDER BY id, n");
            requests.add(update("INSERT INTO line#2 VALUES (?, ?)", ID, NUMBER));
            requests.add(update("UPDATE line#2 SET n = n + 1 WHERE id = ?", ID));
            requests.add(read("SELECT id, n FROM line#2 WHERE id = ? ORDER BY n", ID));
        }
        if (name.startsWith("M") && !name.equals("MSSQLServer")) {
            requests.add(update(
                    "INSERT INTO keyed (k, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = n + VALUES(n)", TEXT, NUMBER));
            requests.add(update("REPLACE INTO keyed (k, n) VALUES (?, ?)", TEXT, NUMBER));
            requests.add(update("INSERT IGNORE INTO keyed (k, n) VALUES (?, ?)", TEXT, NUMBER));
            requests.add(read("SELECT `id`, `name` FROM `account` WHERE `id` = ?", ID));
        }
        if (name.equals("PostgreSQL")) {
            requests.add(update("INSERT INTO keyed (k, n) VALUES (?, ?) ON CONFLICT DO NOTHING", TEXT, NUMBER));
            requests.add(update(
                    "UPDATE line SET n = account.n FROM account WHERE line.account = account.id AND account.id = ?",
                    ID));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sql.syntax_ora=true",
                "sql.syntax_pgs=true",
                "sql.syntax_mys=true",
                "sql.syntax_db2=true",
                "sql.syntax_mss=true",
                "sql.ignore_case=true",
                "sql.lowercase_ident=true",
                "sql.pad_space=false",
                "sql.longvar_is_lob=true",
                "sql.nulls_first=false",
                "sql.concat_nulls=false",
                "sql.unique_nulls=false",
                "sql.char_literal=false",
                "sql.regular_names=false",
                "sql.enforce_size=false",
                "sql.truncate_trailing=true",
                "sql.avg_scale=4",
            })
    void shouldAnswerAsAloneInEachModeOfHsqlDb(String property) throws SQLException {
        url = "jdbc:hsqldb:mem:modes" + DATABASES.incrementAndGet() + "-%s"
                + (property.isEmpty() ? "" : ";" + property);
        schema.add("CREATE TRIGGER t AFTER INSERT ON audited REFERENCING NEW ROW AS x FOR EACH ROW"
                + " INSERT INTO audit VALUES (x.id, x.note)");
        if (property.startsWith("sql.longvar")) {
            schema.add("SET DATABASE SQL LONGVAR IS LOB TRUE");
        }
        if (property.startsWith("sql.syntax_mys")) {
            schema.add("CREATE TABLE `order` (id BIGINT, n BIGINT)");
            requests.add(update("INSERT INTO `order` (id, n) VALUES (?, ?)", ID, NUMBER));
            requests.add(update("UPDATE `order` SET n = n + 1 WHERE id = ?", ID));
            requests.add(read("SELECT a.id, o.n FROM account a, `order` o WHERE o.id = ? ORDER BY a.id, o.n", ID));
        }
        assertPrograms("\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "STRICT_TRANS_TABLES",
                "TRADITIONAL",
                "ORACLE",
                "EMPTY_STRING_IS_NULL",
                "ORACLE,EMPTY_STRING_IS_NULL",
                "ANSI",
                "ANSI_QUOTES",
                "PIPES_AS_CONCAT",
                "NO_BACKSLASH_ESCAPES",
                "PAD_CHAR_TO_FULL_LENGTH",
                "IGNORE_SPACE",
                "SIMULTANEOUS_ASSIGNMENT",
                "HIGH_NOT_PRECEDENCE",
                "MSSQL",
                "DB2",
                "MAXDB",
                "POSTGRESQL",
            })
    void shouldAnswerAsAloneInEachSqlModeOfMariaDb(String mode) throws SQLException {
        url = "jdbc:mariadb:" + mode;
        schema.add("CREATE TRIGGER t AFTER INSERT ON audited FOR EACH ROW INSERT INTO audit VALUES (NEW.id, NEW.note)");
        requests.removeIf(request -> request.sql().contains("FROM ACCOUNT")); // names of tables have their case there
        final boolean ansi = List.of("ORACLE", "ANSI", "MSSQL", "DB2", "MAXDB", "POSTGRESQL").stream()
                .anyMatch(mode::contains);
        assertPrograms(ansi ? "\"" : "`");
    }
}
