package dev.sluice.replay.mishap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.replay.AnsweredQueues;
import dev.sluice.replay.Commands;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Operators' mistakes at random, and {@code repair --apply}: every message that could be read in some file is at its place
 * then, or nothing was changed and the exit code says so. More of them with {@code -Dmishaps=N}, others with
 * {@code -Dseed=S}; one that failed is repeated by {@code -Dmishaps=1 -Dseed=} its seed.
 */
@Tag("nightly")
class MishapTest {

    /** {@link Random} draws nearly the same first numbers from seeds that are neighbours. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int SHOWN = 5;
    private static final long EARLIER = 1_000;

    /** What these do is refused, unless it changed nothing that was there. */
    private static final Set<Mishap> REFUSED = EnumSet.of(
            Mishap.COPY_OF_ANOTHER,
            Mishap.RENAMED,
            Mishap.EXCHANGED,
            Mishap.REQUESTS_AND_RESULTS,
            Mishap.DIRECTORIES_EXCHANGED);

    @TempDir
    private Path directory;

    private final Commands tool = new Commands();
    private final List<History> pairs = new ArrayList<>();
    private final List<Map<ByteBuffer, Messages.At>> places = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        final Instant first = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(1, ChronoUnit.DAYS);
        for (final int lag : new int[] {0, 0, 30, 8}) {
            // Some files of two pairs have the same names, and some have not.
            final int pair = pairs.size();
            pairs.add(History.write(
                    directory.resolve("pair" + pair), first.plusSeconds(2L * pair), lag, new Random(pair)));
            places.add(Messages.places(pairs.get(pair).last()));
        }
    }

    @Test
    void shouldNameBothFilesAndChangeNothingWhenTwoWereExchanged() throws IOException {
        for (final String queue : List.of("in", "out")) {
            final Path pair = work(0);
            final List<String> files = pairs.get(0).last().rolls(queue);
            pairs.get(0).last().write(files.get(1), pair.resolve(files.get(2)));
            pairs.get(0).last().write(files.get(2), pair.resolve(files.get(1)));
            assertRefused(pair, files.get(1), files.get(2));
        }
    }

    @Test
    void shouldNameAFileAndChangeNothingWhenItTookThePlaceOfAnother() throws IOException {
        for (final String queue : List.of("in", "out")) {
            final Path pair = work(0);
            final List<String> files = pairs.get(0).last().rolls(queue);
            pairs.get(0).last().write(files.get(2), pair.resolve(files.get(1)));
            assertRefused(pair, files.get(1));
        }
    }

    @Test
    void shouldNameTheFileAndChangeNothingWhenOneWasRenamed() throws IOException {
        for (final String queue : List.of("in", "out")) {
            final Path pair = work(0);
            final List<String> files = pairs.get(0).last().rolls(queue);
            final String other = pairs.get(3).last().rolls(queue).stream()
                    .filter(name -> !files.contains(name))
                    .findFirst()
                    .orElseThrow();
            Files.move(pair.resolve(files.get(1)), pair.resolve(other));
            assertRefused(pair, files.get(1), other);
        }
    }

    @Test
    void shouldNameTheFileAndChangeNothingWhenOneIsOfOtherQueues() throws IOException {
        for (final String queue : List.of("in", "out")) {
            final Path pair = work(0);
            final String second = pairs.get(0).last().rolls(queue).get(1);
            pairs.get(1).last().write(pairs.get(1).last().rolls(queue).get(1), pair.resolve(second));
            assertRefused(pair, second);
        }
    }

    @Test
    void shouldNameTheFileAndChangeNothingWhenOneInTheMiddleWasDeleted() throws IOException {
        for (final String queue : List.of("in", "out")) {
            final Path pair = work(0);
            final String second = pairs.get(0).last().rolls(queue).get(1);
            Files.delete(pair.resolve(second));
            assertRefused(pair, second);
            assertTrue(tool.said().contains("an empty file of that name"), tool::said);

            Files.createFile(pair.resolve(second));
            assertEquals(0, tool.call("repair", "--apply", "--queues", pair.toString()), tool::said);
            goOn(pair, "an empty file in the place of " + second);
            assertEquals(List.of(), wrong);
        }
    }

    @Test
    void shouldNoteTheOldestFileOfRequestsAsDeletedWhenAllInItIsAnswered() throws IOException {
        final Path pair = work(0);
        Files.delete(pair.resolve(pairs.get(0).last().rolls("in").get(0)));
        assertEquals(0, tool.call("repair", "--apply", "--queues", pair.toString()), tool::said);
        assertTrue(tool.said().contains("note it as deleted"), tool::said);
        goOn(pair, "the oldest file deleted");
        assertEquals(List.of(), wrong);
    }

    @Test
    void shouldNameTheLogAndChangeNothingWhenALineOfItIsDamaged() throws IOException {
        final Path pair = work(0);
        final Path log = pair.resolve("out").resolve("rolls.log");
        final List<String> lines = new ArrayList<>(Files.readAllLines(log));
        lines.set(lines.size() - 1, Long.toString(Long.parseLong(lines.get(0)) - EARLIER));
        Files.write(log, lines);
        assertRefused(pair, "out/rolls.log");
    }

    private Path work(int which) throws IOException {
        final Path pair = directory.resolve("work");
        Snapshot.delete(pair);
        pairs.get(which).last().writeTo(pair);
        return pair;
    }

    /** Each of those files is named with what to do about it, and none is touched, with and without {@code --apply}. */
    private void assertRefused(Path pair, String... names) throws IOException {
        final Snapshot before = Snapshot.of(pair);
        for (final String apply : List.of("--format=text", "--apply")) {
            assertEquals(4, tool.call("repair", apply, "--queues", pair.toString()), tool::said);
            for (final String name : names) {
                assertTrue(tool.said().contains(name), () -> name + " in " + tool.said());
            }
            assertTrue(tool.said().contains("  refused: "), tool::said);
            assertTrue(before.isSame(Snapshot.of(pair)), tool::said);
        }
    }

    @Test
    void shouldKeepWhatCanBeReadOrChangeNothingWhenOperatorsMakeMistakes() throws IOException {
        final long seed = Long.getLong("seed", 1);
        final int mishaps = Integer.getInteger("mishaps", 60);
        for (int i = 0; i < mishaps; i++) {
            happen(seed + i);
        }
        System.out.println("Mishaps: " + mishaps + " from seed " + seed + ": " + counts);
        assertEquals(List.of(), wrong.subList(0, Math.min(SHOWN, wrong.size())), wrong.size() + " of " + mishaps);
    }

    private void happen(long seed) throws IOException {
        final Random random = new Random(seed * SPREAD);
        final int which = random.nextInt(pairs.size());
        final History own = pairs.get(which);
        final History other = pairs.get((which + 1 + random.nextInt(pairs.size() - 1)) % pairs.size());
        final Path pair = directory.resolve("work");
        Snapshot.delete(pair);
        own.last().writeTo(pair);
        final List<String> done = new ArrayList<>();
        final List<Mishap> kinds = new ArrayList<>();
        for (int i = random.nextInt(4) == 0 ? 2 : 1; i > 0; i--) {
            final Mishap mishap = Mishap.values()[random.nextInt(Mishap.values().length)];
            kinds.add(mishap);
            done.add(mishap.happen(pair, own, other, random));
        }
        final String verdict = repair(pair, places.get(which), "-Dseed=" + seed + " pair" + which + " " + done);
        if (kinds.size() == 1 && REFUSED.contains(kinds.get(0)) && verdict.equals("repaired")) {
            wrong.add("-Dseed=" + seed + " " + done + "\nis not to be repaired, and was\n" + tool.said());
        }
        counts.merge((kinds.size() == 1 ? kinds.get(0).name() : "two") + " " + verdict, 1, Integer::sum);
    }

    private String repair(Path pair, Map<ByteBuffer, Messages.At> right, String what) throws IOException {
        final Snapshot before = Snapshot.of(pair);
        final int exit = tool.call("repair", "--apply", "--queues", pair.toString());
        final Snapshot after = Snapshot.of(pair);
        final boolean changed = !before.isSame(after);
        if (Boolean.getBoolean("mishaps.tell")) {
            System.out.println(what + "\n" + exit + " " + tool.said());
        }
        if (tool.said().contains("\tat ")) {
            wrong.add(what + "\n" + tool.said());
        }
        if (!changed && exit != 0) {
            return "refused";
        }
        final Set<Messages.At> lost = new HashSet<>(Messages.readable(before, right));
        lost.removeAll(Messages.inPlace(after, right));
        if (!lost.isEmpty()) {
            wrong.add(what + "\nexit " + exit + ", " + lost.size() + " could be read and are not at their places, "
                    + lost.iterator().next() + "\n" + tool.said());
        }
        if (exit == 0) {
            goOn(pair, what);
        }
        return exit == 0 ? changed ? "repaired" : "harmless" : "half";
    }

    /** Whoever serves the queues next answers everything, and nothing is found then. */
    private void goOn(Path pair, String what) {
        try {
            AnsweredQueues.make(pair, AnsweredQueues.OPTIONS, 4, AnsweredQueues.Results::truth);
            if (tool.call("repair", "--queues", pair.toString()) != 0) {
                wrong.add(what + "\nis not right afterwards: " + tool.said());
            }
        } catch (final RuntimeException e) {
            wrong.add(what + "\na gateway does not go on: " + e);
        }
    }
}
