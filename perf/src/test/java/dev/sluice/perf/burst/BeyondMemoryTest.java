package dev.sluice.perf.burst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.perf.lab.ProcessUse.Memory;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BeyondMemoryTest {

    private static final long GIGABYTE = 1L << 30;

    /** A hundred bytes for each request, and as many for its result. */
    private final BeyondMemory beyond = new BeyondMemory(
            1_000,
            List.of(
                    new BacklogSample(1, 1_000, 0, Optional.of(new Memory(1, 1)), Optional.empty(), 100_000),
                    new BacklogSample(2, 1_000, 1_000, Optional.empty(), Optional.empty(), 200_000)));

    @Test
    void shouldAskForMoreThanTheMemoryHoldsWhenTheDiskHasRoom() {
        final long requests = beyond.requests(8 * GIGABYTE, 100 * GIGABYTE);
        assertTrue(requests * 100 > 8 * GIGABYTE, () -> requests + " requests");
    }

    @Test
    void shouldRefuseAndSayWhatIsMissingWhenTheDiskHasNoRoom() {
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> beyond.requests(8 * GIGABYTE, 20 * GIGABYTE));
        assertEquals(
                "--beyond-memory: 107,374,182 requests and their results take about 24,576 MB on the disk, and 20,480 MB"
                        + " are usable: free some space, or name another disk with --out",
                refused.getMessage());
    }
}
