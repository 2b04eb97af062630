package dev.sluice.perf.tier;

import com.sun.management.ThreadMXBean;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.Requests;
import dev.sluice.api.Rows;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.lab.InstantLoop;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.load.InOrder;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Transports;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ObjIntConsumer;

/**
 * Measures the CPU time that the gateway's thread needs for a request: it reads and plans the request, passes it to a backend
 * that answers immediately, and writes the result. The time of a transport and of a real backend is not included. A key is a
 * single number or a list of numbers. A list costs more, because it has to be copied and compared.
 */
final class OwnCost {

    static final String SMALL = "gateway's own CPU, a request with a long";

    static final int WARM_UPS = 5;
    private static final int CHUNK = 100;
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private OwnCost() {}

    static String large(int size) {
        return String.format("gateway's own CPU, a request with %,d doubles", size);
    }

    /**
     * Returns two variants: {@code small} requests whose key is a long, and fewer requests whose key is a list of the given size.
     */
    static List<Variant> variants(Run run, int small, int size) {
        final Random random = new Random(run.seed());
        final double[][] lists = new double[CHUNK][];
        Arrays.setAll(lists, i -> random.doubles(size).toArray());
        return List.of(
                variant(run, SMALL, small, (writer, i) -> writer.lookup("add", (long) i)),
                variant(
                        run,
                        large(size),
                        Math.max(CHUNK, small / 20),
                        (writer, i) -> writer.lookup("add", (Object) lists[i % CHUNK])));
    }

    private static Variant variant(Run run, String name, int requests, ObjIntConsumer<Requests> write) {
        return Variant.of(
                name,
                "us",
                () -> run.inNewDirectory(
                        "tier-own", directory -> micros(directory.resolve("queues"), requests, write)));
    }

    private static double micros(Path path, int requests, ObjIntConsumer<Requests> write) {
        try (GatewayClient client = GatewayClient.open(path)) {
            final InOrder<Integer> results = new InOrder<>(client.requests(), Rows::size);
            for (int i = 0; i < requests; i++) {
                write.accept(client.requests(), i);
            }
            final long cpu;
            try (Lane queues = Transports.open(path.toString(), QueueOptions.DEFAULTS);
                    InstantLoop loop = new InstantLoop(queues, CHUNK)) {
                final long start = THREADS.getCurrentThreadCpuTime();
                loop.answer(requests);
                cpu = THREADS.getCurrentThreadCpuTime() - start;
            }
            client.awaitAll(results);
            return cpu / 1e3 / requests;
        }
    }
}
