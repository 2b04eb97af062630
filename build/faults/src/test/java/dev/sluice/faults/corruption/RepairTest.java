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
 * Damages queue files at random, repairs them, and lets a gateway go on: what was whole is where it was, each request has one
 * result in order, and what is lost was said. What is refused is as it was: a deleted file always is. More of them with {@code -Drepairs=N}, others with {@code -Dseed=S}; one that
 * failed is repeated by {@code -Drepairs=1 -Dseed=} its seed.
 */
@Tag("series")
class RepairTest {

    private static final int SHOWN = 5;

    @TempDir
    private Path directory;

    private final Map<Original, Path> originals = new EnumMap<>(Original.class);
    private final Map<Original, Examination.Expected> expected = new EnumMap<>(Original.class);
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();

    @Test
    void shouldKeepWhatIsWholeWhereItWasWhenDamagedQueuesAreRepaired() throws Exception {
        final int repairs = SeriesLength.of("repairs", 15, 60);
        final long seed = Long.getLong("seed", 1);
        for (final Original original : Original.values()) {
            final Path path = directory.resolve(original.name());
            original.write(path, new Random(original.ordinal()));
            originals.put(original, path);
            final Path copy = copy(path);
            expected.put(original, Examination.Expected.of(copy));
            deleteAll(copy);
        }
        for (int i = 0; i < repairs; i++) {
            repair(seed + i);
        }
        System.out.println("Repair: " + repairs + " from seed " + seed + ": " + counts);
        assertEquals(List.of(), wrong.subList(0, Math.min(SHOWN, wrong.size())), wrong.size() + " of " + repairs);
    }

    private void repair(long seed) throws IOException {
        final Random random = new Random(seed);
        final Original original = Original.values()[random.nextInt(Original.values().length)];
        final Path copy = copy(originals.get(original));
        final Damage damage = Damage.draw(copy, random);
        final String done = damage.inflict();
        final RepairedPair repaired = new RepairedPair(originals.get(original), copy, expected.get(original));
        final String verdict = repaired.examine(damage.mustBeRefused(), random.nextInt(3) == 0 ? random : null);
        counts.merge(verdict, 1, Integer::sum);
        if (Boolean.getBoolean("repairs.tell")) {
            System.out.println(seed + " " + original + " " + done + "\n    " + verdict + " " + repaired.said());
        }
        if (!repaired.wrong().isEmpty()) {
            wrong.add("-Dseed=" + seed + " " + original + " " + done + "\n" + repaired.wrong() + "\n" + repaired.said()
                    + "\n");
        }
        deleteAll(copy);
    }

    private Path copy(Path from) throws IOException {
        final Path to = directory.resolve("copy");
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
        return to;
    }

    private static void deleteAll(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
