package dev.sluice.service.update;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.service.core.Deadline;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.ReadResult;
import dev.sluice.service.core.TestOperation;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.update.CheckpointTable.Kept;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeLogTest {

    private static final byte[] COLUMNS = {7, 8, 9};
    private static final Outcome FAILED = new Outcome.Failed(new Failure(FailureKind.REJECTED, "23505", "no", false));

    private final OutcomeLog log = new OutcomeLog();

    @Test
    void shouldReadBackWhatUpdatesAndReadsCameTo() {
        log.add(read(3, rows(COLUMNS.clone(), 1, new byte[] {1})));
        log.add(read(4, Outcome.NOT_FOUND));
        log.add(update(5), new Outcome.Updated(2));
        log.add(read(6, rows(COLUMNS.clone(), 2, new byte[] {1, 2})));
        log.add(read(8, FAILED));
        log.add(update(1L << 40), FAILED);
        log.add(update(1L << 41), rows(COLUMNS.clone(), 1, new byte[] {7}));
        log.add(update((1L << 41) + 1), rows(new byte[] {5}, 0, new byte[0]));
        final List<Kept> kept = decoded(log.toBytes());
        assertEquals(
                List.of(3L, 4L, 5L, 6L, 8L, 1L << 40, 1L << 41, (1L << 41) + 1),
                kept.stream().map(Kept::index).toList());
        assertEquals(
                List.of(true, true, false, true, true, false, false, false),
                kept.stream().map(Kept::read).toList());
        assertEquals(update(5).fingerprint(), kept.get(2).fingerprint());
        assertEquals(read(3, FAILED).fingerprint(), kept.get(0).fingerprint());
        assertEquals(Outcome.NOT_FOUND, kept.get(1).outcome());
        assertEquals(new Outcome.Updated(2), kept.get(2).outcome());
        assertEquals(FAILED, kept.get(4).outcome());
        assertEquals(FAILED, kept.get(5).outcome());
        final EncodedRows rows = ((Outcome.Found) kept.get(3).outcome()).rows();
        assertArrayEquals(COLUMNS, rows.columns());
        assertEquals(2, rows.count());
        assertArrayEquals(new byte[] {1, 2}, rows.values());
        final EncodedRows returned = ((Outcome.Found) kept.get(6).outcome()).rows();
        assertArrayEquals(COLUMNS, returned.columns());
        assertArrayEquals(new byte[] {7}, returned.values());
        final EncodedRows none = ((Outcome.Found) kept.get(7).outcome()).rows();
        assertArrayEquals(new byte[] {5}, none.columns());
        assertEquals(0, none.count());
    }

    @Test
    void shouldWriteTheColumnsOfEqualReadsOnce() {
        log.add(read(1, rows(new byte[1_000], 1, new byte[1])));
        final int one = log.size();
        log.add(read(2, rows(new byte[1_000], 1, new byte[1])));
        assertTrue(log.size() - one < 20, "it takes " + (log.size() - one) + " bytes");
    }

    @Test
    void shouldReadWhatFormerVersionsWrote() {
        log.add(update(5), new Outcome.Updated(2));
        log.add(update(6), FAILED);
        final byte[] former = log.toBytes();
        former[0] = 1;
        assertEquals(
                List.of(new Outcome.Updated(2), FAILED),
                decoded(former).stream().map(Kept::outcome).toList());
    }

    @Test
    void shouldRefuseBytesThatEndWithinARow() {
        log.add(read(3, rows(COLUMNS, 1, new byte[] {1, 2, 3})));
        final byte[] whole = log.toBytes();
        for (int length = 1; length < whole.length; length++) {
            final byte[] cut = Arrays.copyOf(whole, length);
            assertThrows(WireFormatException.class, () -> decoded(cut));
        }
    }

    private static List<Kept> decoded(byte[] bytes) {
        final List<Kept> kept = new ArrayList<>();
        OutcomeLog.decode(bytes, kept);
        return kept;
    }

    private static Outcome rows(byte[] columns, int count, byte[] values) {
        return new Outcome.Found(new EncodedRows(columns, count, values));
    }

    private static ReadResult read(long index, Outcome outcome) {
        final Item item = item(index);
        item.answer(outcome);
        return new ReadResult(Arguments.of(index), Footprint.read("db", Optional.empty()), item);
    }

    private static Question update(long index) {
        final TestOperation pay = TestOperation.update("pay", null, "t");
        return new Question(pay, Arguments.of(index), pay.footprint(), item(index));
    }

    private static Item item(long index) {
        return new Item(new RequestRef(index, 1, index, "it"), 0, 0, Deadline.NONE, true);
    }
}
