package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.queue.retention.RollFileRetention;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.transport.Retention.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random writers, readers, answers, rolls, restarts and power cuts, with deletions between: whatever is not answered, not
 * read by a named reader, not on disk or not old is there. Repeat with {@code -Dprograms=1 -Dseed=S}.
 */
class RetentionRandomTest {

    /** {@link Random} draws nearly the same first numbers from seeds that are neighbours. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int STEPS = 60;
    private static final DateTimeFormatter FILE_NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss'T.cq4'").withZone(ZoneOffset.UTC);

    @TempDir
    Path directory;

    @Test
    void shouldNeverLoseWhatSomebodyNeeds() throws IOException {
        final long seed = Long.getLong("seed", System.nanoTime());
        final int programs = Integer.getInteger("programs", 10);
        System.out.println("seed=" + seed + ", " + programs + " programs");
        long deleted = 0;
        for (int i = 0; i < programs; i++) {
            final Path own = Files.createDirectory(directory.resolve("p" + i));
            try (Program program = new Program(own, new Random((seed + i) * SPREAD))) {
                deleted += program.run();
            } catch (final AssertionError | RuntimeException e) {
                throw new AssertionError("seed=" + (seed + i) + ": " + e.getMessage(), e);
            }
        }
        System.out.println(deleted + " files deleted");
        assertTrue(deleted > programs, "deletions happen");
    }

    /** A request or a result: its index, and the time by the files' clock. */
    private record Written(long index, Instant at) {}

    /** A named writer: what it wrote, and how much of that a power cut cannot take from its notes any more. */
    private static final class Writer {
        private final String name;
        private final List<Long> indexes = new ArrayList<>();
        private int onDisk;
        private InputWriter open;

        private Writer(String name) {
            this.name = name;
        }
    }

    /** A named reader: how many results it has read or skipped, and how much of that is on disk. */
    private static final class Reader {
        private final String name;
        private int started = -1;
        private int read;
        private int onDisk;
        private OutputReader open;

        private Reader(String name) {
            this.name = name;
        }
    }

    /** One random program and what must be there. */
    private static final class Program implements AutoCloseable {

        private final Path directory;
        private final Random random;
        private final RolledQueues rolled;
        private final List<Written> requests = new ArrayList<>();
        private final List<Written> results = new ArrayList<>();
        private final List<Writer> writers =
                Stream.of("a", "b", "c").map(Writer::new).toList();
        private final List<Reader> readers =
                Stream.of("x", "y").map(Reader::new).toList();
        private int durable;
        private long deleted;

        private Program(Path directory, Random random) {
            this.directory = directory;
            this.random = random;
            this.rolled = new RolledQueues(directory);
        }

        private long run() throws IOException {
            for (int step = 0; step < STEPS; step++) {
                step();
            }
            for (final Reader reader : readers) {
                read(reader, Integer.MAX_VALUE);
            }
            answer(Integer.MAX_VALUE);
            for (final Reader reader : readers) {
                read(reader, Integer.MAX_VALUE);
            }
            for (int i = 0; i < 10; i++) {
                rolled.roll();
            }
            durable = results.size();
            retain(durable, Duration.ofSeconds(1));
            if (!results.isEmpty()) {
                assertEquals(1, rolled.files("in").size(), "in the end nothing is kept without need");
            }
            return deleted;
        }

        private void step() throws IOException {
            switch (random.nextInt(11)) {
                case 0, 1 -> write(writers.get(random.nextInt(3)), 1 + random.nextInt(4));
                case 2, 3 -> answer(random.nextBoolean() ? random.nextInt(5) : Integer.MAX_VALUE);
                case 4, 5 -> rolled.roll();
                case 6, 7 -> read(readers.get(random.nextInt(2)), 1 + random.nextInt(6));
                case 8 -> {
                    closeAll();
                    rolled.reopen();
                    if (random.nextBoolean()) {
                        powerCut();
                    }
                }
                default -> {
                    durable = Math.max(durable, random.nextInt(results.size() + 1));
                    retain(durable, Duration.ofSeconds(random.nextInt(4)));
                }
            }
        }

        private void write(Writer writer, int count) {
            if (writer.open == null) {
                writer.open = rolled.queues().newWriter(writer.name);
                assertEquals(writer.indexes.size(), writer.open.lastSequence(), "the numbers of " + writer.name);
            }
            for (int i = 0; i < count; i++) {
                final long index = TestQueues.update(writer.open, "" + requests.size());
                writer.indexes.add(index);
                requests.add(new Written(index, rolled.now()));
            }
        }

        private void answer(int limit) {
            final int expected = Math.min(limit, requests.size() - results.size());
            assertEquals(expected, TestQueues.answer(rolled.queues(), limit), "goes on behind the last answered");
            try (OutputReader reader = rolled.queues().resultsFromStart()) {
                final List<Written> all = new ArrayList<>();
                reader.poll((index, result) -> all.add(new Written(index, rolled.now())), Integer.MAX_VALUE);
                results.addAll(all.subList(all.size() - expected, all.size()));
            }
        }

        private void read(Reader reader, int limit) {
            if (reader.open == null) {
                reader.open = rolled.queues().results(reader.name);
                if (reader.started < 0) {
                    reader.started = results.size();
                    reader.read = results.size();
                    reader.onDisk = results.size();
                }
            }
            final List<String> expected = Stream.iterate(reader.read, n -> n + 1)
                    .limit(Math.min(limit, results.size() - reader.read))
                    .map(String::valueOf)
                    .toList();
            final List<String> names = new ArrayList<>();
            reader.open.poll((index, result) -> names.add(result.request().name()), limit);
            assertEquals(expected, names, "what " + reader.name + " reads");
            reader.read += names.size();
            if (random.nextInt(3) == 0) {
                reader.open.close();
                reader.open = null;
            }
        }

        /** Everything is closed. Takes notes that no deletion has brought to disk. */
        private void powerCut() {
            for (final Writer writer : writers) {
                if (!writer.indexes.isEmpty()) {
                    final int noted = between(writer.onDisk, writer.indexes.size());
                    try (StateFile state =
                            StateFile.open(directory.resolve("in"), "writer", writer.name, InputWriter::newState)) {
                        state.set(StateFile.LAST_INDEX, noted == 0 ? 0 : writer.indexes.get(noted - 1));
                        state.set(StateFile.LAST_SEQUENCE, noted);
                    }
                }
            }
            for (final Reader reader : readers) {
                if (reader.read > reader.onDisk) {
                    reader.read = Math.max(between(reader.onDisk, reader.read), 1);
                    try (StateFile state =
                            StateFile.open(directory.resolve("out"), "reader", reader.name, () -> new long[4])) {
                        state.set(
                                StateFile.LAST_INDEX,
                                results.get(reader.read - 1).index());
                        state.set(StateFile.LAST_SEQUENCE, reader.read);
                    }
                }
            }
        }

        private int between(int least, int most) {
            return least + random.nextInt(most - least + 1);
        }

        private void retain(int durableResults, Duration age) throws IOException {
            for (final String queue : List.of("in", "out")) {
                for (final Path file : rolled.paths(queue)) {
                    RolledQueues.touch(file, FILE_NAME.parse(file.getFileName().toString(), Instant::from));
                }
            }
            final List<Integer> before = ordinals(rolled.requests());
            final List<Integer> resultsBefore = ordinals(rolled.results());
            final long durableIndex =
                    durableResults == 0 ? -1 : requests.get(durableResults - 1).index();
            final long gone;
            try (GatewayLock lock = rolled.queues().lease()) {
                gone = new RollFileRetention(rolled.queues(), lock)
                        .delete(durableIndex, age, rolled.now()).stream()
                                .filter(Decision::deletable)
                                .count();
            }
            deleted += gone;
            if (gone > 0) {
                writers.forEach(writer -> writer.onDisk = writer.indexes.size());
                readers.forEach(reader -> reader.onDisk = reader.read);
            }
            final List<Integer> there = ordinals(rolled.requests());
            final List<Integer> resultsThere = ordinals(rolled.results());
            checkTail(there, requests.size());
            checkTail(resultsThere, results.size());
            final int first = requests.size() - there.size();
            final int firstResult = results.size() - resultsThere.size();
            assertTrue(
                    firstResult <= first, "each request that is there has its result: " + firstResult + ", " + first);
            assertTrue(first <= Math.max(0, durableResults - 1), "what is answered on disk last: " + first);
            for (final Reader reader : readers) {
                assertTrue(reader.started < 0 || first <= Math.max(0, reader.read - 1), "unread by " + reader.name);
            }
            final Instant oldest = rolled.now().minus(age);
            before.stream()
                    .filter(request -> request < first)
                    .forEach(request -> assertTrue(
                            !results.get(request).at().isAfter(oldest),
                            "request " + request + " answered too recently"));
            resultsBefore.stream()
                    .filter(result -> result < firstResult)
                    .forEach(result -> assertTrue(
                            !results.get(result).at().isAfter(oldest), "result " + result + " written too recently"));
        }

        private static List<Integer> ordinals(List<String> names) {
            return names.stream().map(Integer::valueOf).toList();
        }

        private static void checkTail(List<Integer> there, int end) {
            for (int i = 0; i < there.size(); i++) {
                assertEquals(end - there.size() + i, there.get(i), "a hole or another order: " + there);
            }
        }

        private void closeAll() {
            for (final Writer writer : writers) {
                if (writer.open != null) {
                    writer.open.close();
                    writer.open = null;
                }
            }
            for (final Reader reader : readers) {
                if (reader.open != null) {
                    reader.open.close();
                    reader.open = null;
                }
            }
        }

        @Override
        public void close() {
            closeAll();
            rolled.close();
        }
    }
}
