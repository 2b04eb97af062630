package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.DiskReserveException;
import dev.sluice.internal.queue.files.DiskReserve;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** When the space on a disk is measured. */
class DiskReserveTest {

    private static final long RESERVE = 100 << 20;
    private static final long BEGIN = 1_700_000_000_000L;

    private long free = 2 * RESERVE;
    private int measured;
    private final DiskReserve reserve = new DiskReserve(Path.of("disk"), RESERVE, BEGIN, () -> {
        measured++;
        return free;
    });

    @Test
    void shouldRefuseASlowWriterWhenOthersHaveTakenTheSpace() {
        reserve.take(300, BEGIN + 50);
        free = RESERVE - 1;
        reserve.take(300, BEGIN + 99);
        assertThrows(DiskReserveException.class, () -> reserve.take(300, BEGIN + 100));
        assertThrows(DiskReserveException.class, () -> reserve.take(300, BEGIN + 101), "at each message from then on");
        free = 2 * RESERVE;
        reserve.take(300, BEGIN + 102);
    }

    @Test
    void shouldMeasureAgainWhenTheClockWasSetBack() {
        free = RESERVE - 1;
        assertThrows(DiskReserveException.class, () -> reserve.take(300, BEGIN - 3_600_000));
    }

    @Test
    void shouldNotEatIntoTheReserveWithOneLargeMessage() {
        assertThrows(DiskReserveException.class, () -> reserve.take(RESERVE + 1, BEGIN));
    }

    @Test
    void shouldNoticeThatTheDiskIsFullWhenManySmallMessagesAreWrittenAtOnce() {
        free = RESERVE;
        final var e = assertThrows(DiskReserveException.class, () -> {
            for (int i = 0; i < 4_097; i++) {
                reserve.take(1, BEGIN);
            }
        });
        assertTrue(e.getMessage().contains("free some space"), e.getMessage());
    }

    @Test
    void shouldMeasureSeldomWhenManyAreWrittenAtOnce() {
        for (int i = 0; i < 3_000; i++) {
            reserve.take(300, BEGIN + 1);
        }
        assertEquals(1, measured, "at the start");
        for (int i = 0; i < 3_000; i++) {
            reserve.take(300, BEGIN + 1);
        }
        assertEquals(2, measured, "after a mebibyte");
    }
}
