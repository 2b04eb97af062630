package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.core.OperationCounts.Reason;
import dev.sluice.service.core.footprint.Bound;
import dev.sluice.service.core.footprint.DatabaseIdentity;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.core.plan.CallReasons;
import dev.sluice.service.core.plan.Planner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Why calls are begun, and the line of the log where that is a matter of the configuration. */
class CallReasonsTest {

    private final Backend backend = new ScriptedBackend("db", new Backoff(1, 1));
    private final TestOperation customer = TestOperation.lookup("customer", backend, "customer");
    private final TestOperation rename = TestOperation.update("rename", backend, "customer");
    private final TestOperation pay = TestOperation.update("pay", backend, "contract");
    private final GatewayCounts counts = new GatewayCounts(List.of());
    private final Planner planner = new Planner(new CallReasons("gw", counts));
    private int requests;

    @Test
    void shouldCountNothingButTheFirstWhereAllShareACall() {
        add(customer, 1L);
        add(customer, 2L);
        add(pay, 1L);
        add(pay, 2L);
        assertBegun(customer, Map.of(Reason.FIRST, 1L));
        assertBegun(pay, Map.of(Reason.FIRST, 1L));
    }

    @Test
    void shouldTellTheReasonsApart() {
        final TestOperation two = new TestOperation("two", customer.footprint(), false, true, true, 2, backend);
        final TestOperation single = new TestOperation("single", customer.footprint(), false, false, true, 9, backend);
        add(two, 1L);
        add(two, 2L);
        add(two, 3L);
        add(two, "4");
        add(single, 1L);
        add(single, 2L);
        assertBegun(two, Map.of(Reason.FIRST, 1L, Reason.LIMIT, 1L, Reason.TYPES, 1L));
        assertBegun(single, Map.of(Reason.ALONE, 2L));

        final TestOperation separate = pay.separate();
        add(separate, 1L);
        add(rename.separate(), 1L);
        add(separate, 1L);
        assertBegun(separate, Map.of(Reason.FIRST, 1L, Reason.ALONE, 1L));
    }

    @Test
    void shouldNameWhatIsInTheWayByTable() {
        add(customer, 1L);
        add(rename, 2L);
        add(customer, 1L);
        add(rename, 2L);
        assertBegun(customer, Map.of(Reason.FIRST, 1L, Reason.TABLE, 1L));
        assertBegun(rename, Map.of(Reason.FIRST, 1L, Reason.TABLE, 1L));
        assertEquals(1, counts.of(customer).conflicts().get("rename").get());
        assertEquals(1, counts.of(rename).conflicts().get("customer").get());
    }

    @Test
    void shouldTellConflictsByRowFromThoseByTable() {
        final DatabaseIdentity database = customer.footprint().database();
        final Optional<Map<TableName, Set<Bound>>> row =
                Optional.of(Map.of(TableName.of("customer"), Set.of(new Bound("id", 0))));
        final TestOperation read = customer.touching(Footprint.of(database, row, Optional.of(Map.of())));
        final TestOperation write = rename.touching(Footprint.of(database, Optional.of(Map.of()), row));
        add(read, 1L);
        add(write, 2L);
        add(read, 1L);
        add(write, 1L);
        add(read, 1L);
        assertBegun(read, Map.of(Reason.FIRST, 1L, Reason.ROW, 1L));
    }

    @Test
    void shouldSayOnceThatCallsStaySmallWhereRequestsOfTwoAlternate() {
        final List<String> log = CapturedLog.of(() -> {
            for (int i = 0; i < 5_000; i++) {
                add(customer, (long) i);
                add(rename, (long) -i);
            }
        });
        assertEquals(1, log.size(), log::toString);
        assertTrue(log.get(0).contains("gw: calls of 'customer' stay small"), log::toString);
        assertTrue(log.get(0).contains("conflicts with 'rename' are detected by table"), log::toString);
    }

    @Test
    void shouldSayNothingWhereCallsAreLargeAllTheSame() {
        final List<String> log = CapturedLog.of(() -> {
            for (int i = 0; i < 3_000; i++) {
                for (long key = 0; key < 10; key++) {
                    add(customer, key);
                }
                add(rename, 1L);
            }
        });
        assertEquals(1, log.size(), log::toString);
        assertTrue(log.get(0).contains("calls of 'rename' stay small"), log::toString);
    }

    private void add(TestOperation operation, Object... arguments) {
        counts.of(operation).read();
        final RequestRef request = new RequestRef(requests, 1, requests++, operation.name());
        planner.add(new Item(request, 0, 0, Deadline.NONE, false), operation, Arguments.of(arguments));
    }

    private void assertBegun(TestOperation operation, Map<Reason, Long> expected) {
        for (final Reason reason : Reason.values()) {
            assertEquals(
                    expected.getOrDefault(reason, 0L),
                    counts.of(operation).calls().get(reason),
                    operation.name() + " " + reason);
        }
    }
}
