package dev.sluice.perf.burst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.perf.burst.BacklogSample.Figure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BeyondMemoryTest {

    private static final double GIGABYTE = 1 << 10;

    /** A hundred bytes for each request, and as many for its result. */
    private static final List<BacklogSample> SMALLER = List.of(
            new BacklogSample(1, 1 << 20, 0, Map.of(Figure.WRITER_HEAP, 1.0, Figure.FILES, 100.0)),
            new BacklogSample(2, 1 << 20, 1 << 20, Map.of(Figure.FILES, 200.0)));

    @Test
    void shouldAskForMoreThanTheMemoryHoldsWhenTheDiskHasRoom() {
        final long requests = BeyondMemory.requests(SMALLER, 8 * GIGABYTE, 100 * GIGABYTE);
        assertTrue(requests * 100 > 8L << 30, () -> requests + " requests");
    }

    @Test
    void shouldRefuseAndSayWhatIsMissingWhenTheDiskHasNoRoom() {
        final IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> BeyondMemory.requests(SMALLER, 8 * GIGABYTE, 20 * GIGABYTE));
        assertEquals(
                "--beyond-memory: 107,374,182 requests and their results need about 24,576 MB on the disk, but only"
                        + " 20,480 MB are usable: free some space, or name another disk with --out",
                refused.getMessage());
    }
}
