package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The names that requests are counted under. */
class GatewayCountsTest {

    private final Backend backend = new ScriptedBackend("db", new Backoff(1, 1));
    private final GatewayCounts counts = new GatewayCounts(List.of("customer"));

    private OperationCounts ofSql(int number) {
        return counts.of(TestOperation.query("SELECT c" + number + " FROM t", backend, "t"));
    }

    @Test
    void shouldCountTheRestAsSqlWhenTooManyTextsCome() {
        for (int i = 0; i < 2 * GatewayCounts.MOST_TEXTS; i++) {
            assertEquals(i < GatewayCounts.MOST_TEXTS ? "SELECT c" + i + " FROM t" : "sql", ofSql(i).name());
        }
        assertSame(ofSql(0), ofSql(0));
        assertEquals(GatewayCounts.MOST_TEXTS + 3, counts.requests().size());
        assertEquals(
                "later", counts.of(TestOperation.lookup("later", backend, "t")).name());
    }
}
