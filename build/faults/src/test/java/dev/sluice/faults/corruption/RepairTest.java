package dev.sluice.faults.corruption;

import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.testsupport.SeriesLength;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Damages queue files at random, repairs them, and lets a gateway go on: what was whole is where it was, each request has one
 * result in order, and what is lost was said. What is refused is as it was: a deleted file always is. More of them with {@code -Drepairs=N}, others with {@code -Dseed=S}; one that
 * failed is repeated by {@code -Drepairs=1 -Dseed=} its seed.
 */
@Tag("series")
class RepairTest extends DamagedCopies {

    private final Map<Original, Examination.Expected> expected = new EnumMap<>(Original.class);

    @Test
    void shouldKeepWhatIsWholeWhereItWasWhenDamagedQueuesAreRepaired() throws Exception {
        for (final Original original : Original.values()) {
            final Path copy = copy(original);
            expected.put(original, Examination.Expected.of(copy));
            QueueDirectory.deleteAll(copy);
        }
        damage("repairs", SeriesLength.of("repairs", 15, 60));
    }

    @Override
    Verdict examine(Original original, Path copy, Damage damage, Random random) throws IOException {
        final RepairedPair repaired = new RepairedPair(path(original), copy, expected.get(original));
        final String verdict = repaired.examine(damage.mustBeRefused(), random.nextInt(3) == 0 ? random : null);
        return new Verdict(
                verdict,
                verdict + " " + repaired.wrong() + "\n" + repaired.said(),
                !repaired.wrong().isEmpty());
    }
}
