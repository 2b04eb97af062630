package dev.sluice.faults.corruption;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.internal.queue.document.QueueDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The originals of queues for tests of damage: each test damages one copy after another, and reads the outcome of each. */
abstract class DamagedCopies {

    private static final int SHOWN = 5;

    @TempDir
    private Path directory;

    private final Map<Original, Path> originals = new EnumMap<>(Original.class);

    /**
     * The outcome of a damaged copy.
     *
     * @param word the verdict in one, which is counted
     * @param said what was found
     */
    record Verdict(String word, String said, boolean wrong) {}

    /** Looks at a damaged copy. */
    abstract Verdict examine(Original original, Path copy, Damage damage, Random random) throws Exception;

    /** Does what is needed before the next copy is made. */
    void prepare() throws Exception {}

    @BeforeEach
    void writeOriginals() {
        for (final Original original : Original.values()) {
            final Path path = directory.resolve(original.name());
            original.write(path, new Random(original.ordinal()));
            originals.put(original, path);
        }
    }

    Path path(Original original) {
        return originals.get(original);
    }

    /** Damages so many copies, each by its own seed; what they are called is a property that tells of each, too. */
    void damage(String what, int count) throws Exception {
        final long first = Long.getLong("seed", 1);
        final Map<String, Integer> verdicts = new TreeMap<>();
        final List<String> wrong = new ArrayList<>();
        for (long seed = first; seed < first + count; seed++) {
            final Random random = new Random(seed);
            final Original original = Original.values()[random.nextInt(Original.values().length)];
            prepare();
            final Path copy = copy(original);
            final Damage damage = Damage.draw(copy, random);
            final String done = damage.inflict();
            final Verdict verdict = examine(original, copy, damage, random);
            verdicts.merge(verdict.word, 1, Integer::sum);
            if (verdict.wrong) {
                wrong.add("-Dseed=" + seed + " " + original + " " + done + "\n" + verdict.said + "\n");
            }
            if (Boolean.getBoolean(what + ".tell")) {
                System.out.println(seed + " " + original + " " + done + "\n    " + verdict.said);
            }
            QueueDirectory.deleteAll(copy);
        }
        System.out.println(what + ": " + count + " from seed " + first + ": " + verdicts);
        assertEquals(List.of(), wrong.subList(0, Math.min(SHOWN, wrong.size())), wrong.size() + " of " + count);
    }

    /** A copy that is not damaged, to be deleted. */
    Path copy(Original original) throws IOException {
        final Path from = originals.get(original);
        final Path to = directory.resolve("copy");
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
        return to;
    }
}
