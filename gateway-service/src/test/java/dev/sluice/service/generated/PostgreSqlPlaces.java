package dev.sluice.service.generated;

import dev.sluice.testsupport.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One database of PostgreSQL, a schema of it for each place; its user is no superuser, so that policies hold. */
final class PostgreSqlPlaces implements Places {

    private static final String USER = "generated";

    /** Nothing kept, nothing as bits: each statement is the first of its text, and arrays are the server's. */
    private static final String ORACLE =
            "&readOnlyMode=always&prepareThreshold=0&preparedStatementCacheQueries=0&binaryTransfer=false";

    /** Options of the URL, for the oracle and the gateway. With the last ones the user's objects come before the system's. */
    private static final List<String> OPTIONS = List.of(
            "",
            "",
            "&options=-cdefault_transaction_isolation=serializable",
            "&options=-cdefault_transaction_isolation=repeatable%5C%20read",
            "&preferQueryMode=extendedForPrepared",
            "&options=-capp.who=2",
            ",pg_catalog",
            ",pg_catalog");

    /** Of so many seeds one is run beside a {@link Rival}. */
    private static final int RIVALS = 7;

    /** Statements that PREPARE takes. */
    private static final Pattern PREPARED = Pattern.compile("(SELECT|WITH|INSERT|UPDATE|DELETE|MERGE)\\b.*");

    private final String temporary;
    private final String url;
    private final Connection admin;
    private int made;

    private PostgreSqlPlaces(String name, String url, Connection admin) {
        this.temporary = "TEMPORARY ON DATABASE " + name;
        this.url = url;
        this.admin = admin;
    }

    static PostgreSqlPlaces open() throws SQLException {
        final PostgresServer server = PostgresServer.shared();
        final String name = "generated_" + System.nanoTime();
        final String url = server.createDatabase(name);
        final Connection admin = DriverManager.getConnection(url, server.user(), "");
        Place.execute(
                admin, "DO $$ BEGIN CREATE ROLE " + USER + " LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$");
        // what has no column in it is computed when a statement runs, not when it is planned: see LeftOut.PLANNING
        Place.execute(admin, "ALTER ROLE " + USER + " SET plan_cache_mode = force_generic_plan");
        // triggers and rules may double rows with each other: what takes longer is cut from the program, see
        // Place.plainly
        Place.execute(admin, "ALTER ROLE " + USER + " SET statement_timeout = '20s'");
        Place.execute(
                admin, "ALTER ROLE " + USER + " SET deadlock_timeout = '5ms'"); // its sessions give way to a rival
        tryIfThere(admin, "CREATE EXTENSION citext");
        tryIfThere(admin, "CREATE EXTENSION btree_gist");
        tryIfThere(admin, "CREATE COLLATION blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false)");
        return new PostgreSqlPlaces(name, url, admin);
    }

    /** Tables that need what this server does not have are not made. */
    private static void tryIfThere(Connection admin, String sql) {
        try {
            Place.execute(admin, sql);
        } catch (final SQLException e) {
            System.out.println("Not tried on this PostgreSQL: " + sql + ": " + e.getMessage());
        }
    }

    /** Of every second seed in a database where the user may make no temporary objects: statements are proved in another way. */
    @Override
    public Place make(long seed) throws SQLException {
        Place.execute(
                admin, seed % 2 == 0 ? "GRANT " + temporary + " TO PUBLIC" : "REVOKE " + temporary + " FROM PUBLIC");
        final String name = "p" + ++made;
        Place.execute(admin, "CREATE SCHEMA " + name + " AUTHORIZATION " + USER);
        return new SchemaOfItsOwn(name, OPTIONS.get((int) (seed / 2 % OPTIONS.size())), seed % RIVALS == 0);
    }

    @Override
    public void close() throws SQLException {
        System.out.println("Deadlocks of other sessions with the gateway: "
                + Place.rows(admin, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"));
        admin.close();
    }

    private final class SchemaOfItsOwn extends Place {

        private final String name;
        private final boolean disturbed;

        SchemaOfItsOwn(String name, String options, boolean disturbed) throws SQLException {
            super(Product.POSTGRESQL, url + "?currentSchema=" + name + ",public" + options, ORACLE, USER, "");
            this.name = name;
            this.disturbed = disturbed;
        }

        @Override
        Disturbance rival(Schema schema) throws SQLException {
            if (!disturbed) {
                return super.rival(schema);
            }
            final List<String> tables = schema.ddl().stream()
                    .filter(sql -> sql.startsWith("CREATE TABLE"))
                    .map(sql -> name + "." + sql.split("\\s+")[2])
                    .toList();
            return new Rival(
                    DriverManager.getConnection(url, PostgresServer.shared().user(), ""), tables, new Draw(made));
        }

        @Override
        void prepare(Step.Shape shape) throws SQLException {
            if (!PREPARED.matcher(shape.sql()).matches()) {
                return; // a command
            }
            final String types = shape.parameters().stream()
                    .map(kind -> switch (kind.argument()) {
                        case LONG -> "bigint";
                        case TEXT -> "varchar";
                        case DECIMAL -> "numeric";
                        default -> kind.argument().name().toLowerCase(Locale.ROOT);
                    })
                    .collect(Collectors.joining(", "));
            execute("PREPARE one" + (types.isEmpty() ? "" : " (" + types + ")") + " AS "
                    + shape.sql(parameter -> "$" + (parameter + 1)));
            execute("DEALLOCATE one");
        }

        @Override
        void restore() throws SQLException {
            execute("RESET ROLE");
            execute("RESET ALL");
            execute("SELECT pg_advisory_unlock_all()");
            connection().setReadOnly(false); // the driver keeps what it set last
        }

        @Override
        List<String> rows(String query) throws SQLException {
            execute(admin, "SET search_path = " + name + ", public");
            return rows(admin, query);
        }

        @Override
        public void close() throws SQLException {
            connection().close();
            execute(admin, "DROP SCHEMA " + name + " CASCADE");
        }
    }
}
