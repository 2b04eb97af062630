package dev.sluice.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.WireFormatException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriterSequencesTest {

    private final WriterSequences sequences = new WriterSequences(false);

    private static void read(WriterSequences sequences, long writer, long sequence) {
        final RequestFrame request =
                new RequestFrame(RequestKind.LOOKUP, writer, sequence, Map.of(), "l", Arguments.NONE);
        sequences.check(request);
        sequences.next(request);
    }

    private void read(long writer, long... numbers) {
        for (final long sequence : numbers) {
            read(sequences, writer, sequence);
        }
    }

    @Test
    void shouldTakeEachWritersNumbersInTheirOrder() {
        read(7, 1, 2, 3);
        read(-7, 40, 41);
        read(7, 4, 5);
        read(-7, 42);
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 2, 1, 5, 0, -1, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldRefuseANumberThatIsNotTheNextOne(long sequence) {
        read(7, 2, 3);
        read(8, 1);
        final var e = assertThrows(WireFormatException.class, () -> read(7, sequence));
        assertEquals("it is request " + sequence + " of its writer, and request 3 came before", e.getMessage());
        read(7, 4);
    }

    @Test
    void shouldLetOneBeMissingForEachThatCouldNotBeRead() {
        read(7, 1);
        read(8, 1);
        sequences.unreadable();
        sequences.unreadable();
        read(7, 3);
        read(8, 3);
        assertThrows(WireFormatException.class, () -> read(8, 5));
    }

    @Test
    void shouldStartWithOneWhenNothingCanBeMissing() {
        final WriterSequences all = new WriterSequences(true);
        read(all, 7, 1);
        assertThrows(WireFormatException.class, () -> read(all, 8, 2));
        all.unreadable();
        read(all, 8, 2);
    }

    @Test
    @Tag("long")
    void shouldKnowManyWritersAndForgetThemWhenThereAreTooMany() {
        for (long writer = 1; writer <= 60_000; writer++) {
            read(writer << 20, 1);
        }
        assertThrows(WireFormatException.class, () -> read(5L << 20, 3));
        for (long writer = 1; writer <= 10_000; writer++) {
            read(writer << 40, 1);
        }
        read(5L << 20, 3);
        assertThrows(WireFormatException.class, () -> read(5L << 20, 3));
    }
}
