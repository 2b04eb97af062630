package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.service.core.footprint.Footprint;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The scheduler holds an update until the results of reads before it are written or kept. */
class HeldUpdatesTest extends NamedCalls {

    @Test
    void shouldHoldAnUpdateUntilTheResultsOfConflictingReadsAreWritten() {
        firstUnwritten = 0;
        final Call late = call(renaming, 2);
        scheduler.add(List.of(read, late));
        step();
        backend.done(read);
        step();
        assertEquals(List.of(), backend.underWay());
        firstUnwritten = Long.MAX_VALUE;
        step();
        assertEquals(List.of(late), backend.underWay());
    }

    @Test
    void shouldStartAnUpdateThatKeepsTheResultsOfConflictingReadsBeforeTheyAreWritten() {
        backend.keepReads();
        firstUnwritten = 0;
        final Call late = call(renaming, 2);
        scheduler.add(List.of(read, late));
        step();
        backend.done(read);
        step();
        assertEquals(List.of(late), backend.underWay());
        assertEquals(List.of(1L), late.keeps().stream().map(ReadResult::index).toList());
    }

    @Test
    void shouldPartARunBeforeTheUpdateThatWaitsForALargeResultWhichWaitsForTheRun() {
        backend.keepReads();
        firstUnwritten = 1;
        final Call run = call(renaming, 1);
        ask(run, renaming, 3);
        final Call large = answered(customers, 2, ReadResult.LARGEST_KEPT + 1);
        scheduler.add(List.of(large, run));
        step();
        assertEquals(List.of(1L), indexes(run));
        assertEquals(List.of(run), backend.underWay());
        backend.done(run);
        step();
        assertEquals(List.of(), backend.underWay());
        firstUnwritten = 3;
        step();
        assertEquals(List.of(3L), indexes(backend.underWay().get(0)));
    }

    @Test
    void shouldPartReadsBeforeARunThatWaitsUntilTheirResultsAreWritten() {
        final Call run = call(paid, 2);
        final Call reads = call(customers, 1);
        ask(reads, customers, 3);
        backend.waitForResults();
        scheduler.add(List.of(run, reads));
        step();
        assertEquals(List.of(1L), indexes(reads));
    }

    @Test
    void shouldStartTheRunThatMayStartWhenCallsBeforeItAreParted() {
        other.keepReads();
        final Call paused = call(paid, 1);
        ask(paused, paid, 12);
        scheduler.add(List.of(paused));
        step();
        backend.reply(paused, CONFLICT);
        firstUnwritten = 1;
        step();
        final TestOperation first = elsewhere(renaming, "first");
        final TestOperation second = elsewhere(paid, "second");
        final Call run = call(first, 5);
        ask(run, second, 10);
        final Call small = answered(elsewhere(customers, "first"), 3, 1);
        final Call large = answered(elsewhere(customers, "second"), 7, ReadResult.LARGEST_KEPT + 1);
        scheduler.add(List.of(small, large, run));
        step();
        assertEquals(List.of(), backend.underWay(), "update 12 waits for update 1");
        assertEquals(List.of(run), other.underWay());
        assertEquals(List.of(5L), indexes(run));
        assertEquals(List.of(3L), run.keeps().stream().map(ReadResult::index).toList());
    }

    /** An operation of the other backend, in another database. */
    private TestOperation elsewhere(TestOperation operation, String table) {
        final Optional<Set<String>> tables = Optional.of(Set.of(table));
        final Footprint footprint = operation.update()
                ? Footprint.update("other", Optional.of(Set.of()), tables)
                : Footprint.read("other", tables);
        final TestOperation there = operation.update()
                ? TestOperation.update(operation.name(), other)
                : TestOperation.lookup(operation.name(), other);
        return there.touching(footprint);
    }

    private static Call answered(TestOperation operation, long index, int bytes) {
        final Call read = call(operation, index);
        read.questions().get(0).answer(rows(bytes));
        read.questions().get(0).distribute();
        return read;
    }

    private static Outcome rows(int bytes) {
        return new Outcome.Found(new EncodedRows(new byte[0], 1, new byte[bytes]));
    }

    private static List<Long> indexes(Call call) {
        return call.questions().stream().map(Question::index).toList();
    }
}
