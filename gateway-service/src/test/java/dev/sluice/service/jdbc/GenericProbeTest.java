package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.Generic;
import dev.sluice.service.jdbc.dialect.GenericProbe;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An unknown database is asked what it accepts; here also known ones, as if they were not. */
class GenericProbeTest extends JdbcTest {

    private static final String DERBY = "jdbc:derby:memory:probe;create=true";

    @Test
    void shouldFindUnionAndCastsOfDerby() throws SQLException {
        try (Connection connection = DriverManager.getConnection(DERBY)) {
            final Dialect dialect = Dialects.of(connection);
            assertEquals("Apache Derby 10.16", dialect.name());
            assertEquals("in chunks as UNION ALL; queries with ORDER BY one at a time", dialect.asked());
            assertEquals("VARCHAR(32672)", dialect.sqlType(ParameterType.of(ValueType.TEXT)));
            assertEquals("DECIMAL(31, 0)", dialect.sqlType(ParameterType.of(ValueType.DECIMAL)));
            assertEquals("TIMESTAMP", dialect.sqlType(ParameterType.of(ValueType.TIMESTAMP)));
            assertTrue(dialect.uuidAsText());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:mem:probe", "jdbc:hsqldb:mem:probe"})
    void shouldFindEveryTypeWhereThereIsOne(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "SA", "")) {
            final Generic found = GenericProbe.ask("unknown", SqlSyntax.STANDARD, connection);
            assertTrue(found.traits().union() && found.bound(LocalDate.EPOCH) instanceof LocalDate, found::asked);
            assertEquals(url.contains("hsqldb"), found.traits().rows(), "LATERAL");
            assertTrue(
                    found.traits()
                            .types()
                            .keySet()
                            .containsAll(Set.of(
                                    ValueType.BOOLEAN,
                                    ValueType.LONG,
                                    ValueType.DOUBLE,
                                    ValueType.DECIMAL,
                                    ValueType.DATE,
                                    ValueType.TIME,
                                    ValueType.TIMESTAMP,
                                    ValueType.UUID)),
                    () -> found.traits().types().toString());
        }
    }

    /** Whether a derived table keeps its order is no promise of the standard's, and MariaDB drops it. */
    @Test
    void shouldAskOneAtATimeWhenTheOrderMightBeLost() throws SQLException {
        try (Connection connection = DriverManager.getConnection(DERBY)) {
            final Dialect dialect = Dialects.of(connection);
            final Signature none = Signature.NONE;
            final SqlText ordered = SqlText.parse("SELECT id FROM t ORDER BY id", dialect.syntax());
            final SqlText unordered = SqlText.parse("SELECT id FROM t", dialect.syntax());
            assertEquals(0, dialect.readForms(ordered, none).chunked().size());
            assertEquals(1, dialect.readForms(unordered, none).chunked().size());
        }
    }

    @Test
    void shouldBeServedByAGatewayOnceAndInChunksWhenNobodyKnowsIt() throws Exception {
        final Database derby = new Database(null, "jdbc:derby:memory:served;create=true", "APP");
        derby.execute("CREATE TABLE t (id BIGINT PRIMARY KEY NOT NULL, name VARCHAR(20), born DATE,"
                + " seen TIMESTAMP, clock TIME, price DECIMAL(10, 2))");
        final JdbcGateway gateway = gateway(derby, "", """
                lookups:
                  one:
                    sql: SELECT name, born, seen, clock, price FROM t WHERE id = ?
                    reads: [t]
                  since:
                    sql: SELECT id FROM t WHERE seen >= ?
                    reads: [t]
                statements:
                  add:
                    sql: INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)
                    writes: [t]
                """);
        for (long id = 0; id < 20; id++) {
            gateway.update(
                    "add",
                    id,
                    "n" + id,
                    LocalDate.of(1500, 2, 28),
                    LocalDateTime.of(2026, 3, 29, 2, 30, 0, 1_000),
                    LocalTime.of(2, 30),
                    new BigDecimal("1.5"));
        }
        gateway.update("add", 3L, "twice", null, null, null, null);
        gateway.update("add", 20L, null, null, null, null, null);
        gateway.lookup("since", (Object) null);
        final List<String> changed = gateway.texts();
        assertTrue(changed.get(20).contains("23505"), changed::toString);
        assertEquals(changed.get(0), changed.get(21), "a null without a type");
        assertEquals("not found", changed.get(22));
        final long before = gateway.trips();
        for (long id = 0; id < 20; id++) {
            gateway.lookup("one", id);
        }
        gateway.lookup("since", LocalDateTime.of(2026, 3, 29, 2, 30, 0, 1_001));
        gateway.lookup("one", 100L);
        final List<String> texts = gateway.texts();
        assertEquals(
                "[{NAME=n3, BORN=1500-02-28, SEEN=2026-03-29T02:30:00.000001, CLOCK=02:30, PRICE=1.50}]", texts.get(3));
        assertEquals(texts.get(20), texts.get(21), "nothing found");
        assertTrue(gateway.trips() - before < 16, "asked one at a time: " + (gateway.trips() - before));
        assertEquals(1, derby.rows("SELECT last_index FROM sluice_checkpoint").size());
    }
}
