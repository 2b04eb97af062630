package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Catalog;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.core.plan.DeclaredCatalog;
import dev.sluice.service.jdbc.JdbcDatabases;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.service.rest.RestServices;
import dev.sluice.service.update.Accepted;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.CommitNotes;
import dev.sluice.service.update.Origin;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names of databases and of services, asked for with the right method and with others. */
class DeclaredCatalogTest {

    private static final GatewayConfig CONFIG = GatewayConfig.parse("""
            databases:
              main:
                url: jdbc:hsqldb:mem:declared
                updates: at-least-once
                adHoc: true
            services:
              crm:
                url: http://crm.test/api/
              same:
                url: http://CRM.test:80/api
              other:
                url: http://crm.test/other
            lookups:
              one:
                database: main
                sql: SELECT a FROM b WHERE c = ?
              customer:
                service: crm
                types: [long]
                reads: [customer]
              address:
                service: other
            statements:
              add:
                database: main
                sql: UPDATE b SET a = ?
            endpoints:
              letters:
                service: same
            """, Path.of(""), name -> null);

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

    private final JdbcDatabases databases =
            JdbcDatabases.open(CONFIG, Connecting.begin(CONFIG, false), ORIGIN, database -> false, () -> {});
    private final RestServices services = RestServices.open(CONFIG, ORIGIN, () -> {});
    private final Catalog catalog = catalog();

    private Catalog catalog() {
        final Map<String, NamedOperation> operations = new HashMap<>(databases.operations());
        operations.putAll(services.operations());
        return new DeclaredCatalog(operations, databases::sql, 40, false);
    }

    @AfterEach
    void close() {
        services.close();
        databases.close();
    }

    private Operation resolve(RequestKind kind, String name, Object... arguments) throws RefusedException {
        return catalog.resolve(new RequestFrame(kind, 1, 1, Map.of(), name, Arguments.of(arguments)));
    }

    private void assertRefused(String message, RequestKind kind, String name, Object... arguments) {
        assertEquals(
                message,
                assertThrows(RefusedException.class, () -> resolve(kind, name, arguments))
                        .failure()
                        .message());
    }

    @Test
    void shouldFindEachNameWhereItIsDeclared() throws RefusedException {
        assertEquals("main", resolve(RequestKind.LOOKUP, "one", 1L).backend().name());
        assertEquals(
                "crm", resolve(RequestKind.LOOKUP, "customer", 1L).backend().name());
        assertEquals(
                "other", resolve(RequestKind.LOOKUP, "address", 1L).backend().name());
        assertEquals("main", resolve(RequestKind.UPDATE, "add", 1L).backend().name());
        assertEquals(
                "same", resolve(RequestKind.SEND, "letters", "{}").backend().name());
        assertEquals(
                "main", resolve(RequestKind.QUERY, "SELECT 1 FROM x").backend().name());
    }

    @Test
    void shouldNameWhatThereIsOfBothWhenANameIsUnknown() {
        assertRefused(
                "There is no lookup 'adress': the lookups are address, customer, one",
                RequestKind.LOOKUP,
                "adress",
                1L);
        assertRefused("There is no endpoint 'leters': the endpoints are letters", RequestKind.SEND, "leters", "{}");
        assertRefused("There is no statement 'ad': the statements are add", RequestKind.UPDATE, "ad", 1L);
    }

    @Test
    void shouldSayHowANameIsAskedForWhenItWasAskedForOtherwise() {
        assertRefused(
                "'letters' is an endpoint, not a lookup: send to it with send, on an interface with @Send",
                RequestKind.LOOKUP,
                "letters",
                1L);
        assertRefused(
                "'letters' is an endpoint, not a statement: send to it with send, on an interface with @Send",
                RequestKind.UPDATE,
                "letters",
                1L);
        assertRefused(
                "'customer' is a lookup, not a statement: ask for it with lookup, on an interface with @Lookup",
                RequestKind.QUERY,
                "customer",
                1L);
        assertRefused(
                "'customer' is a lookup, not an endpoint: ask for it with lookup, on an interface with @Lookup",
                RequestKind.SEND,
                "customer",
                1L);
        assertRefused(
                "'one' is a lookup, not an endpoint: ask for it with lookup, on an interface with @Lookup",
                RequestKind.SEND,
                "one",
                1L);
        assertRefused(
                "'add' is a statement, not an endpoint: ask for it with executeUpdate, on an interface with @Update",
                RequestKind.SEND,
                "add",
                1L);
        assertRefused(
                "'add' is a statement, not a lookup: ask for it with executeUpdate, on an interface with @Update",
                RequestKind.LOOKUP,
                "add",
                1L);
    }

    @Test
    void shouldCheckArgumentsBeforeAnythingIsAsked() {
        assertRefused(
                "lookup 'customer' takes 1 argument (long), but argument 1 is text",
                RequestKind.LOOKUP,
                "customer",
                "1");
        assertRefused("lookup 'customer' takes 1 argument (long), not 2", RequestKind.LOOKUP, "customer", 1L, 2L);
        assertThrows(RefusedException.class, () -> resolve(RequestKind.SEND, "letters", "{no JSON"));
    }

    @Test
    void shouldOrderEventsBehindLookupsOfTheSameServiceWhateverItsName() throws RefusedException {
        final Operation lookup = resolve(RequestKind.LOOKUP, "customer", 1L);
        final Operation event = resolve(RequestKind.SEND, "letters", "{}");
        assertTrue(lookup.footprint(Arguments.NONE).conflictsWith(event.footprint(Arguments.NONE)));
        assertFalse(resolve(RequestKind.LOOKUP, "address", 1L)
                .footprint(Arguments.NONE)
                .conflictsWith(event.footprint(Arguments.NONE)));
        assertTrue(event.update() && !event.sharesEqualKeys() && lookup.sharesEqualKeys() && !lookup.update());
    }

    @Test
    void shouldRefuseARequestBeyondTheGatewaysLimitBeforeItsNameIsLookedFor() {
        assertRefused(
                "The request to 'letters' has 48 bytes; the gateway takes at most 40 (limits.requestBytes)",
                RequestKind.SEND,
                "letters",
                "x".repeat(36));
    }
}
