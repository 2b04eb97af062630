package dev.sluice.faults.corruption;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.testsupport.SeriesLength;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages queue files at random: no reader ever gives what was not written, or less than was written without an error. More
 * of them with {@code -Dcorruptions=N}, others with {@code -Dseed=S}; one that failed is repeated by
 * {@code -Dcorruptions=1 -Dseed=} its seed.
 */
@Tag("series")
class CorruptionTest {

    private static final int SHOWN = 5;

    @TempDir
    private Path directory;

    private final Map<Original, Path> originals = new EnumMap<>(Original.class);
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private ExaminerProcess examiner;

    @Test
    void shouldGiveWhatWasWrittenOrAnErrorWhenQueueFilesAreDamaged() throws Exception {
        final int corruptions = SeriesLength.of("corruptions", 40, 200);
        final long seed = Long.getLong("seed", 1);
        for (final Original original : Original.values()) {
            final Path path = directory.resolve(original.name());
            original.write(path, new Random(original.ordinal()));
            originals.put(original, path);
        }
        try {
            for (int i = 0; i < corruptions; i++) {
                examine(seed + i);
            }
        } finally {
            if (examiner != null) {
                examiner.close();
            }
        }
        System.out.println("Corruption: " + corruptions + " from seed " + seed + ": " + counts);
        assertEquals(List.of(), wrong.subList(0, Math.min(SHOWN, wrong.size())), wrong.size() + " of " + corruptions);
    }

    private void examine(long seed) throws IOException, InterruptedException {
        final Random random = new Random(seed);
        final Original original = Original.values()[random.nextInt(Original.values().length)];
        if (examiner == null || !examiner.alive()) {
            start();
        }
        final Path copy = copy(original);
        final Damage damage = Damage.draw(copy, random);
        damage.inflict();
        final String said = examiner.examine(original, damage.filesMissing(), copy);
        final String verdict = said.replaceAll("[ :].*", "");
        counts.merge(verdict, 1, Integer::sum);
        if (verdict.equals("wrong")) {
            wrong.add("-Dseed=" + seed + " " + original + " " + damage + "\n" + said + "\n");
        }
        if (Boolean.getBoolean("corruptions.tell")) {
            System.out.println(seed + " " + original + " " + damage + "\n    " + said);
        }
        deleteAll(copy);
    }

    private void start() throws IOException, InterruptedException {
        examiner = ExaminerProcess.start();
        for (final Original original : Original.values()) {
            final Path copy = copy(original);
            final String said = examiner.examine(original, false, copy);
            if (!said.equals("known")) {
                throw new IllegalStateException(said);
            }
            deleteAll(copy);
        }
    }

    private Path copy(Original original) throws IOException {
        final Path from = originals.get(original);
        final Path to = directory.resolve("copy");
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
        return to;
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
