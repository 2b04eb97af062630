package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every source does; run over each of them. */
public interface RequestSourceContract {

    /** A new, empty input with a source at its start. */
    Input newInput();

    /** An input that the test writes to. */
    interface Input extends AutoCloseable {

        void write(RequestKind kind, String name, Object... arguments);

        /** Writes a message that is no request. */
        void writeUndecodable();

        RequestSource source();

        @Override
        void close();
    }

    /** One thing that a source handed over: a request, or why it is none. */
    record Received(long index, long writtenNanos, RequestFrame request, String why) {}

    /** Keeps what it is given. */
    final class Keeping implements RequestReceiver {

        private final List<Received> received = new ArrayList<>();

        @Override
        public void request(long index, long writtenNanos, RequestFrame request) {
            received.add(new Received(index, writtenNanos, request, ""));
        }

        @Override
        public void undecodable(long index, long writtenNanos, String why) {
            received.add(new Received(index, writtenNanos, null, why));
        }

        List<String> names() {
            return received.stream().map(one -> one.request().name()).toList();
        }
    }

    @Test
    default void shouldHandOverNothingWhenNothingWasWritten() {
        try (Input input = newInput()) {
            assertEquals(0, input.source().poll(new Keeping(), 10));
        }
    }

    @Test
    default void shouldHandOverARequestAgainWhenItsReceiverDidNotTakeIt() {
        try (Input input = newInput()) {
            input.write(RequestKind.LOOKUP, "first", 1L);
            input.write(RequestKind.LOOKUP, "held", 2L);
            final Keeping keeping = new Keeping();
            final RequestReceiver holding = new RequestReceiver() {
                @Override
                public void request(long index, long writtenNanos, RequestFrame request) {
                    if (request.name().equals("held")) {
                        throw new IllegalStateException("not taken");
                    }
                    keeping.request(index, writtenNanos, request);
                }

                @Override
                public void undecodable(long index, long writtenNanos, String why) {
                    throw new AssertionError(why);
                }
            };
            assertThrows(IllegalStateException.class, () -> input.source().poll(holding, 10));
            assertEquals(List.of("first"), keeping.names());
            assertThrows(IllegalStateException.class, () -> input.source().poll(holding, 10));
            assertEquals(1, input.source().poll(keeping, 10));
            assertEquals(List.of("first", "held"), keeping.names());
        }
    }

    @Test
    default void shouldHandOverARequestAsItWasWritten() {
        try (Input input = newInput()) {
            input.write(RequestKind.UPDATE, "pay", 1L, new BigDecimal("1.20"), null, "größer");
            final Keeping keeping = new Keeping();
            assertEquals(1, input.source().poll(keeping, 10));
            final RequestFrame request = keeping.received.get(0).request();
            assertEquals(RequestKind.UPDATE, request.kind());
            assertEquals("pay", request.name());
            assertEquals(
                    Arrays.asList(1L, new BigDecimal("1.20"), null, "größer"),
                    request.arguments().values());
            assertTrue(keeping.received.get(0).writtenNanos() >= 0);
        }
    }

    @Test
    default void shouldHandOverRequestsInOrderAndEachOnce() {
        try (Input input = newInput()) {
            final List<String> written = writeSome(input, 25);
            final Keeping keeping = new Keeping();
            while (input.source().poll(keeping, 4) > 0) {
                // until nothing is left
            }
            assertEquals(written, keeping.names());
            for (int i = 1; i < keeping.received.size(); i++) {
                assertTrue(keeping.received.get(i - 1).index()
                        < keeping.received.get(i).index());
            }
        }
    }

    @Test
    default void shouldHandOverAtMostTheLimit() {
        try (Input input = newInput()) {
            writeSome(input, 5);
            final Keeping keeping = new Keeping();
            assertEquals(3, input.source().poll(keeping, 3));
            assertEquals(3, keeping.received.size());
            assertEquals(0, input.source().poll(keeping, 0));
            assertEquals(2, input.source().poll(keeping, 3));
        }
    }

    @Test
    default void shouldSeeWhatIsWrittenAfterItFoundNothing() {
        try (Input input = newInput()) {
            final Keeping keeping = new Keeping();
            assertEquals(0, input.source().poll(keeping, 3));
            writeSome(input, 1);
            assertEquals(1, input.source().poll(keeping, 3));
        }
    }

    @Test
    default void shouldHandOverWhatCannotBeReadInItsPlace() {
        try (Input input = newInput()) {
            input.write(RequestKind.LOOKUP, "before", 1L);
            input.writeUndecodable();
            input.write(RequestKind.LOOKUP, "after", 2L);
            final Keeping keeping = new Keeping();
            assertEquals(3, input.source().poll(keeping, 10));
            assertEquals("before", keeping.received.get(0).request().name());
            assertNotEquals("", keeping.received.get(1).why());
            assertEquals("after", keeping.received.get(2).request().name());
        }
    }

    @Test
    default void shouldPrintEachIndexAsAPositionOfItsOwn() {
        try (Input input = newInput()) {
            writeSome(input, 2);
            final Keeping keeping = new Keeping();
            input.source().poll(keeping, 10);
            final String first = input.source().position(keeping.received.get(0).index());
            assertTrue(first.matches("[0-9]+:[0-9]+"), first);
            assertNotEquals(
                    first, input.source().position(keeping.received.get(1).index()));
        }
    }

    private static List<String> writeSome(Input input, int count) {
        final List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add("lookup" + i);
            input.write(RequestKind.LOOKUP, "lookup" + i, (long) i);
        }
        return names;
    }
}
