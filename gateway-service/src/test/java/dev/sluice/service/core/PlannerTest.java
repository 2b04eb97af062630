package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.plan.CallReasons;
import dev.sluice.service.core.plan.Planner;
import dev.sluice.service.core.schedule.CallPair;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlannerTest {

    private final Backend backend = new ScriptedBackend("db", new Backoff(1, 1));
    private final TestOperation customer = TestOperation.lookup("customer", backend, "customer");
    private final TestOperation address = TestOperation.lookup("address", backend, "address");
    private final TestOperation orders = TestOperation.query("orders", backend, "orders");
    private final TestOperation pay = TestOperation.update("pay", backend, "contract");
    private final TestOperation rename = TestOperation.update("rename", backend, "customer");
    private final Planner planner = new Planner(new CallReasons("test", new GatewayCounts(List.of())));
    private final List<Item> items = new ArrayList<>();

    @Test
    void shouldShareACallWhenReadsAreOfOneOperation() {
        add(customer, 1L);
        add(address, 1L);
        add(customer, 2L);
        assertEquals(List.of("customer[1] customer[2]", "address[1]"), plan());
    }

    @Test
    void shouldNotShareACallWhenArgumentTypesDiffer() {
        add(customer, 1L);
        add(customer, "1");
        add(customer, 2L);
        add(customer, new Object[] {null});
        assertEquals(List.of("customer[1] customer[2]", "customer[1]", "customer[null]"), plan());
    }

    @Test
    void shouldAskEqualKeysOnceWhenItIsALookup() {
        add(customer, 1L);
        add(customer, 2L);
        add(customer, 1L);
        final List<Call> calls = planner.plan();
        assertEquals(1, calls.size());
        assertEquals(2, calls.get(0).questions().size());
        calls.get(0).questions().get(0).answer(new Outcome.Updated(1));
        calls.get(0).questions().get(1).answer(new Outcome.Updated(2));
        calls.get(0).end();
        assertEquals(new Outcome.Updated(1), items.get(0).outcome());
        assertEquals(new Outcome.Updated(2), items.get(1).outcome());
        assertSame(items.get(0).outcome(), items.get(2).outcome());
    }

    @Test
    void shouldAskEqualArgumentsEachWhenItIsAQuery() {
        add(orders, 1L);
        add(orders, 1L);
        assertEquals(List.of("orders[1] orders[1]"), plan());
    }

    @Test
    void shouldTellKeysApartWhenOnlyTheirScaleDiffers() {
        add(customer, new BigDecimal("1.0"));
        add(customer, new BigDecimal("1.00"));
        assertEquals(List.of("customer[1.0] customer[1.00]"), plan());
    }

    @Test
    void shouldAskEqualKeysAgainWhenAnUpdateOfTheirTableLiesBetween() {
        add(customer, 1L);
        add(rename, 1L);
        add(customer, 1L);
        assertEquals(List.of("customer[1]", "rename[1]", "customer[1]"), plan());
    }

    @Test
    void shouldFillCallsAcrossUpdatesWhenTheyAreDeclaredDisjoint() {
        for (long i = 0; i < 100; i++) {
            add(customer, i);
            add(address, i);
            add(pay, i);
        }
        final List<Call> calls = planner.plan();
        assertEquals(3, calls.size());
        assertTrue(calls.stream().allMatch(call -> call.questions().size() == 100));
    }

    @Test
    void shouldShareACallAgainBehindAnUpdateThatSeparatesReads() {
        add(customer, 1L);
        add(customer, 2L);
        add(rename, 1L);
        add(customer, 3L);
        add(customer, 4L);
        assertEquals(List.of("customer[1] customer[2]", "rename[1]", "customer[3] customer[4]"), plan());
    }

    @Test
    void shouldShareCallsAcrossUpdatesOfOtherRows() {
        final TestOperation read = customer.byRow("customer", 0);
        final TestOperation update = rename.byRow("customer", 1);
        add(read, 1L);
        add(update, "new", 2L);
        add(read, 3L);
        add(update, "newer", 4L);
        add(read, 2L);
        add(update, "newest", 3L);
        assertEquals(
                List.of(
                        "customer[1] customer[3]",
                        "rename[new, 2] rename[newer, 4]",
                        "customer[2]",
                        "rename[newest, 3]"),
                plan());
    }

    @Test
    void shouldOrderAReadOfTheWholeTableAmongUpdatesOfRows() {
        final TestOperation update = rename.byRow("customer", 0);
        add(update, 1L);
        add(customer, 2L);
        add(update, 3L);
        assertEquals(List.of("rename[1]", "customer[2]", "rename[3]"), plan());
    }

    @Test
    void shouldTakeAnUndeclaredUpdateAsABarrierForTheWholeDatabase() {
        final TestOperation anything = pay.undeclared();
        add(customer, 1L);
        add(anything, 1L);
        add(customer, 2L);
        add(address, 2L);
        assertEquals(List.of("customer[1]", "pay[1]", "customer[2]", "address[2]"), plan());
    }

    @Test
    void shouldKeepAnUndeclaredReadBehindEveryUpdate() {
        final TestOperation anything = customer.undeclared();
        add(pay, 1L);
        add(anything, 1L);
        add(pay, 2L);
        assertEquals(List.of("pay[1]", "customer[1]", "pay[2]"), plan());
    }

    @Test
    void shouldKeepAnUpdateBehindAReadOfWhatItReadsOnly() {
        final TestOperation copy =
                pay.touching(Footprint.update("db", Optional.of(Set.of("customer")), Optional.of(Set.of("contract"))));
        add(customer, 1L);
        add(copy, 1L);
        add(customer, 2L);
        assertEquals(List.of("customer[1] customer[2]", "pay[1]"), plan());
    }

    @Test
    void shouldRunAdjacentUpdatesTogetherInTheirOrder() {
        add(pay, 1L);
        add(rename, 2L);
        add(pay, 3L);
        assertEquals(List.of("pay[1] rename[2] pay[3]"), plan());
    }

    @Test
    void shouldKeepTheOrderOfUpdatesWhenAReadSeparatesOnlyOneOfThem() {
        add(customer, 1L);
        add(rename, 1L);
        add(pay, 2L);
        assertEquals(List.of("customer[1]", "rename[1] pay[2]"), plan());
    }

    @Test
    void shouldCutCallsAtTheirLimit() {
        final TestOperation limited = customer.limited(2);
        for (long i = 1; i <= 5; i++) {
            add(limited, i);
        }
        add(limited, 2L);
        assertEquals(List.of("customer[1] customer[2]", "customer[3] customer[4]", "customer[5]"), plan());
    }

    @Test
    void shouldCutARunOfUpdatesAtTheStrictestLimit() {
        final TestOperation each = rename.limited(1);
        add(pay, 1L);
        add(each, 2L);
        add(pay, 3L);
        add(pay, 4L);
        assertEquals(List.of("pay[1]", "rename[2]", "pay[3] pay[4]"), plan());
    }

    @Test
    void shouldMakeACallOfItsOwnWhenNotChunked() {
        final TestOperation reading = customer.alone();
        final TestOperation writing = rename.alone();
        add(reading, 1L);
        add(reading, 1L);
        add(writing, 1L);
        add(writing, 2L);
        add(pay, 3L);
        assertEquals(List.of("customer[1]", "customer[1]", "rename[1]", "rename[2]", "pay[3]"), plan());
    }

    @Test
    void shouldLeaveAnotherDatabaseAlone() {
        final TestOperation elsewhere = rename.touching(Footprint.update("other", Optional.empty(), Optional.empty()));
        add(customer, 1L);
        add(elsewhere, 1L);
        add(customer, 2L);
        final List<Call> calls = planner.plan();
        assertEquals(2, calls.size());
        assertFalse(new CallPair(calls.get(0), calls.get(1)).keepsOrder());
    }

    @Test
    void shouldKeepTheOrderOfUpdatesWhenTwoBackendsNameOneDatabase() {
        final Backend second = new ScriptedBackend("same db", new Backoff(1, 1));
        add(pay, 1L);
        add(TestOperation.update("elsewhere", second, "stock"), 2L);
        add(pay, 3L);
        final List<Call> calls = planner.plan();
        assertEquals(List.of("pay[1]", "elsewhere[2]", "pay[3]"), shown(calls));
        assertTrue(new CallPair(calls.get(0), calls.get(1)).keepsOrder());
        assertTrue(new CallPair(calls.get(1), calls.get(2)).keepsOrder());
    }

    @Test
    void shouldCutARunWhereAnOperationDoesNotShareIt() {
        final TestOperation first = pay.separate();
        add(first, 1L);
        add(first, 2L);
        add(rename.separate(), 3L);
        add(first, 4L);
        assertEquals(List.of("pay[1] pay[2]", "rename[3]", "pay[4]"), plan());
    }

    @Test
    void shouldKeepReadsAndUpdatesApartWhenTheyShareOneFootprint() {
        final Footprint everything = Footprint.update("db", Optional.empty(), Optional.empty());
        final TestOperation read = customer.touching(everything);
        final TestOperation write = pay.touching(everything);
        add(read, 1L);
        add(write, 1L);
        add(read, 1L);
        assertEquals(List.of("customer[1]", "pay[1]", "customer[1]"), plan());
    }

    @Test
    void shouldStartAfreshWithTheNextChunk() {
        add(rename, 1L);
        add(customer, 1L);
        plan();
        add(customer, 1L);
        add(rename, 2L);
        assertEquals(List.of("customer[1]", "rename[2]"), plan());
        assertEquals(List.of(), plan());
    }

    private void add(Operation operation, Object... arguments) {
        final Item item =
                new Item(new RequestRef(items.size(), 1, items.size(), operation.name()), 0, 0, Deadline.NONE, false);
        items.add(item);
        planner.add(item, operation, Arguments.of(arguments));
    }

    private List<String> plan() {
        return shown(planner.plan());
    }

    private static List<String> shown(List<Call> calls) {
        return calls.stream().map(PlannerTest::shown).toList();
    }

    private static String shown(Call call) {
        return String.join(
                " ",
                call.questions().stream()
                        .map(question -> question.operation().name() + question.arguments())
                        .toList());
    }
}
