package dev.sluice.faults.corruption;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.testsupport.SeriesLength;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Damages queue files at random: no reader ever gives what was not written, or less than was written without an error. More
 * of them with {@code -Dcorruptions=N}, others with {@code -Dseed=S}; one that failed is repeated by
 * {@code -Dcorruptions=1 -Dseed=} its seed.
 */
@Tag("series")
class CorruptionTest extends DamagedCopies {

    private ExaminerProcess examiner;

    @Test
    void shouldGiveWhatWasWrittenOrAnErrorWhenQueueFilesAreDamaged() throws Exception {
        damage("corruptions", SeriesLength.of("corruptions", 40, 200));
    }

    @AfterEach
    void close() {
        if (examiner != null) {
            examiner.close();
        }
    }

    @Override
    void prepare() throws Exception {
        if (examiner == null || !examiner.alive()) {
            examiner = ExaminerProcess.start();
            for (final Original original : Original.values()) {
                final Path copy = copy(original);
                assertEquals("known", examiner.examine(original, false, copy));
                QueueDirectory.deleteAll(copy);
            }
        }
    }

    @Override
    Verdict examine(Original original, Path copy, Damage damage, Random random) throws Exception {
        final String said = examiner.examine(original, damage.filesMissing(), copy);
        final String verdict = said.replaceAll("[ :].*", "");
        return new Verdict(verdict, said, verdict.equals("wrong"));
    }
}
