package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Catalog;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.core.plan.DeclaredCatalog;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.service.update.Accepted;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.CommitNotes;
import dev.sluice.service.update.Origin;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JdbcDatabasesTest {

    private static final String CONFIG = """
            chunk:
              limit: 50
            databases:
              main:
                url: jdbc:hsqldb:mem:catalog
                user: SA
                updatesPerTransaction: 7
                adHoc: %s
              again:
                url: jdbc:hsqldb:mem:catalog
                user: SA
            lookups:
              customer:
                database: main
                sql: SELECT name FROM customer WHERE id = ?
                types: [long]
            statements:
              all:
                database: main
                sql: SELECT id FROM customer WHERE name = ? OR city = ?
              rename:
                database: main
                sql: UPDATE customer SET name = ? WHERE id = ?
                types: [text, long]
              clear:
                database: again
                sql: DELETE FROM customer
            """;

    private final JdbcDatabases databases = open(CONFIG.formatted(true));
    private final JdbcDatabases strict = open(CONFIG.formatted(false));

    private static final Origin ORIGIN = new Origin(
            "test",
            "test",
            new UUID(1, 2),
            Long.MAX_VALUE,
            CheckpointTable.NONE,
            new Accepted(true, false),
            Long::toString,
            Map.of(),
            CommitNotes.NONE,
            Optional.empty());

    private static Catalog catalog(JdbcDatabases asked) {
        return new DeclaredCatalog(asked.operations(), asked::sql, Long.MAX_VALUE, false);
    }

    private static JdbcDatabases open(String yaml) {
        final GatewayConfig config = GatewayConfig.parse(yaml, Path.of("").toAbsolutePath(), name -> null);
        return JdbcDatabases.open(config, Connecting.begin(config, false), ORIGIN, database -> false, () -> {});
    }

    @AfterEach
    void close() {
        databases.close();
        strict.close();
    }

    @Test
    void shouldRefuseTheGatewaysOwnTablesWhereverTheyAreNamed() {
        for (final String sql : new String[] {
            "DELETE FROM sluice_outcome",
            "delete from PUBLIC.Sluice_Outcome where gateway = ?",
            "UPDATE \"SLUICE_CHECKPOINT\" SET last_index = 0",
            "DELETE FROM U&\"sluice\\005foutcome\"",
            "DELETE FROM U&\"sluice!+00005foutcome\" UESCAPE '!'",
            "DELETE FROM /*! sluice_outcome */",
            "DO $$BEGIN DELETE FROM sluice_outcome; END$$",
            "DROP TABLE sluice_checkpoint",
            "CREATE VIEW mine AS SELECT * FROM sluice_checkpoint"
        }) {
            final RefusedException e =
                    assertThrows(RefusedException.class, () -> resolve(RequestKind.UPDATE, sql), sql);
            assertEquals(FailureKind.NOT_ALLOWED, e.failure().kind());
            assertTrue(e.getMessage().contains("a table of the gateway's own"), e.getMessage());
        }
        final RefusedException read = assertThrows(
                RefusedException.class, () -> resolve(RequestKind.QUERY, "SELECT * FROM sluice_checkpoint"));
        assertEquals(FailureKind.NOT_ALLOWED, read.failure().kind());
        assertDoesNotThrow(() -> resolve(RequestKind.UPDATE, "DELETE FROM my_outcome"));
        final IllegalArgumentException declared = assertThrows(
                IllegalArgumentException.class,
                () -> open(CONFIG.formatted(false).replace("DELETE FROM customer", "DELETE FROM sluice_outcome")));
        assertTrue(declared.getMessage().startsWith("statements.clear.sql: it names sluice_outcome"));
    }

    private Operation resolve(RequestKind kind, String name, Object... arguments) throws RefusedException {
        return catalog(databases).resolve(new RequestFrame(kind, 1, 1, Map.of(), name, Arguments.of(arguments)));
    }

    private void assertRefused(String message, RequestKind kind, String name, Object... arguments) {
        assertRefused(FailureKind.INVALID, message, kind, name, arguments);
    }

    private void assertRefused(FailureKind why, String message, RequestKind kind, String name, Object... arguments) {
        final RefusedException refused = assertThrows(RefusedException.class, () -> resolve(kind, name, arguments));
        assertEquals(message, refused.failure().message());
        assertEquals(why, refused.failure().kind());
    }

    @Test
    void shouldGiveOneOperationForAName() throws RefusedException {
        assertSame(resolve(RequestKind.LOOKUP, "customer", 1L), resolve(RequestKind.LOOKUP, "customer", 2L));
        assertSame(resolve(RequestKind.UPDATE, "rename", "a", 1L), resolve(RequestKind.UPDATE, "rename", null, 1L));
    }

    @Test
    void shouldLimitReadsByTheChunkAndUpdatesByTheTransaction() throws RefusedException {
        assertEquals(50, resolve(RequestKind.LOOKUP, "customer", 1L).callLimit());
        assertEquals(7, resolve(RequestKind.UPDATE, "rename", "a", 1L).callLimit());
        assertEquals(1, resolve(RequestKind.UPDATE, "CREATE TABLE x (id INT)").callLimit());
    }

    @Test
    void shouldRefuseAWrongNumberOfArguments() {
        assertRefused("lookup 'customer' takes 1 argument (long), not 2", RequestKind.LOOKUP, "customer", 1L, 2L);
        assertRefused("statement 'all' takes 2 arguments, not 0", RequestKind.QUERY, "all");
        assertRefused("statement 'clear' takes 0 arguments, not 1", RequestKind.UPDATE, "clear", 1L);
    }

    @Test
    void shouldRefuseOtherTypesThanDeclared() {
        assertRefused(
                "statement 'rename' takes 2 arguments (text, long), but argument 2 is text",
                RequestKind.UPDATE,
                "rename",
                "a",
                "1");
    }

    @Test
    void shouldListTheNamesThereAreWhenOneIsUnknown() {
        assertRefused("There is no lookup 'custmer': the lookups are customer", RequestKind.LOOKUP, "custmer", 1L);
        assertRefused("There is no statement 'x': the statements are all, clear, rename", RequestKind.QUERY, "x");
    }

    @Test
    void shouldSayHowToAskWhenTheKindIsWrong() {
        assertRefused(
                "'all' is a statement, not a lookup: ask for it with executeQuery or executeUpdate, on an interface with @Query or @Update",
                RequestKind.LOOKUP,
                "all",
                1L);
        assertRefused(
                "'rename' is a statement, not a lookup: ask for it with executeUpdate, on an interface with @Update",
                RequestKind.LOOKUP,
                "rename");
        assertRefused(
                "'customer' is a lookup, not a statement: ask for it with lookup, on an interface with @Lookup",
                RequestKind.QUERY,
                "customer");
        assertRefused(
                FailureKind.NOT_ALLOWED,
                "statement 'rename' writes, and executeQuery only reads: send it with executeUpdate, on an interface with @Update",
                RequestKind.QUERY,
                "rename",
                "a",
                1L);
    }

    @Test
    void shouldRefuseSqlThatIsNotDeclaredUnlessTheDatabaseAllowsIt() {
        final RefusedException refused = assertThrows(
                RefusedException.class,
                () -> catalog(strict)
                        .resolve(new RequestFrame(RequestKind.QUERY, 1, 1, Map.of(), "SELECT 1", Arguments.NONE)));
        assertEquals(FailureKind.NOT_ALLOWED, refused.failure().kind());
        assertEquals(
                "SQL that is not declared is not allowed: declare it under statements, or set databases.main"
                        + " or databases.again.adHoc to true",
                refused.failure().message());
    }

    @Test
    void shouldShareOneFootprintAmongAdHocReadsAndOneAmongAdHocUpdates() throws RefusedException {
        final Operation read = resolve(RequestKind.QUERY, "SELECT 1 FROM a");
        assertSame(read, resolve(RequestKind.QUERY, "SELECT 1 FROM a"));
        assertSame(
                read.footprint(Arguments.NONE),
                resolve(RequestKind.QUERY, "SELECT 1 FROM b").footprint(Arguments.NONE));
        final Operation update = resolve(RequestKind.UPDATE, "DELETE FROM a");
        assertSame(
                update.footprint(Arguments.NONE),
                resolve(RequestKind.UPDATE, "DELETE FROM b").footprint(Arguments.NONE));
        assertTrue(update.footprint(Arguments.NONE).conflictsWith(read.footprint(Arguments.NONE)));
    }

    @Test
    void shouldRefuseSqlThatIsNoSingleStatement() {
        assertRefused(
                "SQL 'COMMIT WORK': COMMIT controls transactions, which only the gateway may do",
                RequestKind.UPDATE,
                "COMMIT WORK");
        assertRefused(
                FailureKind.NOT_ALLOWED,
                "SQL 'SET ROLE a': SET changes the state of the session, which the gateway shares among all requests: set"
                        + " it in the URL of the database, set it for the user there, or let a function of the database"
                        + " set it for its own duration",
                RequestKind.UPDATE,
                "SET ROLE a");
        assertThrows(RefusedException.class, () -> resolve(RequestKind.QUERY, "SELECT 1; SELECT 2"));
        assertThrows(RefusedException.class, () -> resolve(RequestKind.QUERY, "SELECT 'open"));
    }

    @Test
    void shouldTakeTwoNamesOfOneDatabaseForOne() throws RefusedException {
        final Operation clear = resolve(RequestKind.UPDATE, "clear");
        final Operation customer = resolve(RequestKind.LOOKUP, "customer", 1L);
        assertNotEquals(clear.backend(), customer.backend());
        assertTrue(clear.footprint(Arguments.NONE).conflictsWith(customer.footprint(Arguments.of(1L))));
    }

    @Test
    void shouldReportEveryDeclarationThatCannotBeOne() {
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> open("""
                databases:
                  main:
                    url: jdbc:hsqldb:mem:catalog
                lookups:
                  writes:
                    sql: DELETE FROM a WHERE id = ?
                  count:
                    sql: SELECT 1 FROM a WHERE id = ?
                    types: [long, long]
                statements:
                  open:
                    sql: SELECT 'x
                """).close());
        assertTrue(refused.getMessage().contains("lookups.writes.sql: a lookup only reads"), refused.getMessage());
        assertTrue(
                refused.getMessage().contains("lookups.count.types: the statement has 1 parameter, but types has 2"),
                refused.getMessage());
        assertTrue(refused.getMessage().contains("statements.open.sql: "), refused.getMessage());
    }
}
