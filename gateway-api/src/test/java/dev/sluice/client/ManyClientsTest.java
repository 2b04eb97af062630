package dev.sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.FuturesOptions;
import dev.sluice.api.Row;
import dev.sluice.internal.queue.EchoGateway;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.TestQueues;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many clients, threads and two processes on one queue pair: each future gets its own result and no other. */
class ManyClientsTest {

    private static final int CLIENTS = 4;
    private static final int THREADS = 3;
    private static final int REQUESTS = 1_000;

    @TempDir
    Path directory;

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @SuppressWarnings("try") // a gateway that only has to run
    void shouldNeverCompleteAFutureWithTheResultOfAnother() throws Exception {
        final long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        try (QueuePair queues = QueuePair.open(directory, TestQueues.SMALL);
                EchoGateway gateway = EchoGateway.start(queues);
                Child other =
                        Program.java(ManyClientsTest.class, directory, seed + 1).start()) {
            assertEquals(CLIENTS * THREADS * REQUESTS, askWithManyClients(directory, seed));
            assertEquals(String.valueOf(CLIENTS * THREADS * REQUESTS), other.awaitLine("right: "));
        }
    }

    /** The other process: the queue's directory, and a seed. */
    public static void main(String[] args) {
        System.out.println("right: " + askWithManyClients(Path.of(args[0]), Long.parseLong(args[1])));
    }

    private static int askWithManyClients(Path directory, long seed) {
        final List<GatewayClient> clients = new ArrayList<>();
        final List<CompletableFuture<Integer>> right = new ArrayList<>();
        final ExecutorService threads = Executors.newCachedThreadPool();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                final GatewayClient client = GatewayClient.builder(directory)
                        .options(TestQueues.SMALL)
                        .open();
                clients.add(client);
                final Futures futures = client.futures(FuturesOptions.on(i % 2 == 0 ? Runnable::run : threads)
                        .waitingAt(i < 2 ? Long.MAX_VALUE : 100));
                for (int t = 0; t < THREADS; t++) {
                    final Random random = new Random(seed + 31L * i + t);
                    right.add(CompletableFuture.supplyAsync(() -> ask(futures, random), threads));
                }
            }
            return right.stream().mapToInt(CompletableFuture::join).sum();
        } finally {
            clients.forEach(GatewayClient::close);
            threads.shutdown();
        }
    }

    /** Each key is random, so that a result of another request is seen. Some futures are cancelled, some waited for. */
    private static int ask(Futures futures, Random random) {
        final List<Long> keys = new ArrayList<>();
        final List<CompletableFuture<Optional<Row>>> found = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            final long key = random.nextLong();
            keys.add(key);
            found.add(futures.lookup("echo", key));
            final int what = random.nextInt(100);
            if (what == 0) {
                futures.lookup("echo", random.nextLong()).cancel(false);
            } else if (what == 1) {
                found.get(i).join();
            }
        }
        int right = 0;
        for (int i = 0; i < REQUESTS; i++) {
            right += found.get(i).join().orElseThrow().getLong("key") == keys.get(i) ? 1 : 0;
        }
        return right;
    }
}
