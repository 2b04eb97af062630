package dev.sluice.perf.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.sluice.api.Results;
import dev.sluice.client.Futures;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.Sink;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.IdleStrategy;
import dev.sluice.service.check.BackendReview;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Counts what a request costs on each path, and compares with {@code costs.tsv}, which names for each cost the most that it may be.
 * A change that costs more fails here, or says so there. Times are not compared, because the machines of tests are noisy.
 *
 * <p>{@code -Dsluice.costs.update=true} prints the file with the costs of this run and room for another JDK.
 */
class CostsTest {

    private static final int ROUNDS = 10;
    private static final int EACH = 5_000;
    private static final int PLANNED_CHUNKS = 50;
    private static final double ROOM = 1.25;
    private static final String FILE = "costs.tsv";

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Map<String, Double> costs = new LinkedHashMap<>();

    @TempDir
    private Path directory;

    private interface Step {
        void run() throws Exception;
    }

    @Test
    void shouldCostNoMoreThanWrittenDown() throws Exception {
        queues();
        plans();
        clients();
        gateway();
        final Map<String, Double> most = most();
        if (Boolean.getBoolean("sluice.costs.update")) {
            costs.forEach((name, cost) -> System.out.printf(
                    Locale.ROOT, "%s\t%.3f%n", name, name.contains("bytes alloc") ? Math.ceil(cost * ROOM) : cost));
            return;
        }
        assertEquals(most.keySet(), new TreeMap<>(costs).keySet());
        costs.forEach((name, cost) -> assertTrue(
                cost <= most.get(name), () -> name + ": " + cost + ", and " + FILE + " has " + most.get(name)));
    }

    private void queues() throws Exception {
        final Queues.Written queues = new Queues.Written();
        queues.directory = directory.toString();
        queues.open();
        try {
            allocates("write a lookup", EACH, () -> {
                for (long key = 0; key < EACH; key++) {
                    queues.client.requests().lookup("customer", key);
                }
            });
            final CountedRequests read = new CountedRequests();
            allocates("read a request", EACH, () -> {
                for (final int until = read.requests() + EACH; read.requests() < until; ) {
                    queues.reader.poll(read, Queues.CHUNK);
                }
            });
            final long[] answered = new long[1];
            allocates("read, plan, answer, write a result", EACH, () -> queues.loop.answer(answered[0] += EACH));
            final long before = queues.client.answered();
            allocates("read a result", EACH, () -> {
                for (final long until = queues.client.answered() + EACH; queues.client.answered() < until; ) {
                    queues.client.poll(Results.ignored(), Queues.CHUNK);
                }
            });
            assertEquals(ROUNDS * EACH, queues.client.answered() - before);
        } finally {
            queues.close();
        }
    }

    private void plans() throws Exception {
        final PlanBenchmark plans = new PlanBenchmark();
        final int planned = PLANNED_CHUNKS * PlanBenchmark.REQUESTS;
        allocates("plan a lookup", planned, () -> times(PLANNED_CHUNKS, plans::planLookups));
        allocates("plan reads and updates that conflict", planned, () -> times(PLANNED_CHUNKS, plans::planConflicts));
    }

    private static void times(int times, Step step) throws Exception {
        for (int i = 0; i < times; i++) {
            step.run();
        }
    }

    /** The client's forms over a gateway that answers at once. */
    private void clients() throws Exception {
        final Path queues = directory.resolve("clients");
        try (AutoCloseable loop = Queues.startLoop(queues, Queues.CHUNK, IdleStrategy.sleepy())) {
            assertTrue(loop != null);
            try (GatewayClient client = GatewayClient.open(queues);
                    Futures futures = client.futures(Runnable::run)) {
                allocates(
                        "a future",
                        EACH,
                        () -> CompletableFuture.allOf(LongStream.range(0, EACH)
                                        .mapToObj(key -> futures.lookup("customer", key))
                                        .toArray(CompletableFuture[]::new))
                                .join());
            }
            final int[] run = new int[1];
            allocates("an item of a job", EACH, () -> {
                try (GatewayClient client = GatewayClient.open(queues);
                        Job job = client.job("costs", "run-" + run[0]++)) {
                    job.run(
                            LongStream.range(0, EACH).boxed().toList(),
                            Object::toString,
                            (key, gateway) -> gateway.lookup("customer", key).get(),
                            Sink.none());
                }
            });
        }
    }

    /** A whole gateway on HSQLDB. */
    private void gateway() throws Exception {
        final Path queues = directory.resolve("gateway");
        final Path init = Files.writeString(directory.resolve("init.sql"), """
                CREATE TABLE person (id BIGINT PRIMARY KEY, name VARCHAR(20), seen BIGINT);
                INSERT INTO person SELECT i, 'n' || i, 0 FROM UNNEST(SEQUENCE_ARRAY(0, %d, 1)) AS s(i);
                """.formatted(EACH));
        final Path yaml = new GatewayYaml("costs", queues)
                .with("queues.diskReserve", "1MB")
                .with("chunk.limit", Queues.CHUNK)
                .with("databases.main.url", "jdbc:hsqldb:mem:costs")
                .with("databases.main.init", init)
                .with("lookups.name.sql", "SELECT name FROM person WHERE id = ?")
                .with("lookups.name.types", List.of("long"))
                .with("statements.see.sql", "UPDATE person SET seen = ? WHERE id = ?")
                .with("statements.see.types", List.of("long", "long"))
                .write(directory.resolve("gateway.yaml"));
        try (GatewayClient client = GatewayClient.open(queues);
                GatewayProgram program = GatewayProgram.open(BackendReview.load(yaml))) {
            final Thread thread = new Thread(program::run, "service");
            thread.start();
            try {
                final GatewayCounts counts = program.counts().get(0);
                for (final String path : List.of("a lookup", "an update")) {
                    final long documents = client.answered();
                    final long disk = disk(queues);
                    final long trips = counts.calls(Count.TRIPS);
                    allocates(path + " on HSQLDB", EACH, () -> {
                        for (long key = 0; key < EACH; key++) {
                            if (path.equals("a lookup")) {
                                client.requests().lookup("name", key);
                            } else {
                                client.requests().executeUpdate("see", key, key);
                            }
                        }
                        client.awaitAll(Results.ignored());
                    });
                    final double all = client.answered() - documents;
                    assertEquals(ROUNDS * EACH, all);
                    costs.put("bytes on disk, " + path + " on HSQLDB", Math.ceil((disk(queues) - disk) / all));
                    costs.put("trips, " + path + " on HSQLDB", (counts.calls(Count.TRIPS) - trips) / all);
                }
            } finally {
                program.stop();
                thread.join();
            }
        }
    }

    /** Adds the bytes that all threads allocate for each request, in the best of several rounds: the first ones warm up. */
    private void allocates(String name, int requests, Step round) throws Exception {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            final long before = allocated();
            round.run();
            least = Math.min(least, allocated() - before);
        }
        costs.put("bytes allocated, " + name, (double) least / requests);
    }

    private long allocated() {
        return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }

    /** Returns the bytes of the messages in the files of both queues. The files are longer, and end with zeros. */
    private static long disk(Path queues) throws IOException {
        long all = 0;
        try (Stream<Path> files = Files.walk(queues)) {
            for (final Path file :
                    files.filter(path -> path.toString().endsWith(".cq4")).toList()) {
                all += written(file);
            }
        }
        return all;
    }

    private static long written(Path file) throws IOException {
        final byte[] buffer = new byte[1 << 16];
        long written = 0;
        try (InputStream in = Files.newInputStream(file)) {
            long read = 0;
            for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                for (int i = got; i > 0; i--) {
                    if (buffer[i - 1] != 0) {
                        written = read + i;
                        break;
                    }
                }
                read += got;
            }
        }
        return written;
    }

    private static Map<String, Double> most() throws IOException {
        final Map<String, Double> most = new TreeMap<>();
        try (InputStream in = CostsTest.class.getResourceAsStream(FILE)) {
            new String(in.readAllBytes())
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .forEach(parts -> most.put(parts[0], Double.valueOf(parts[1])));
        }
        return most;
    }
}
