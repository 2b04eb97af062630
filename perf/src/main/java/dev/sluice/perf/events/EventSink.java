package dev.sluice.perf.events;

import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.ProcessUse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * What all senders post to, a program of its own: it takes each event once, by its idempotency key, and answers for each.
 * As light as can be, with a thread for each connection, so that what is measured is the senders. Asked on its standard
 * input, it tells {@link Counts} and its use of CPU.
 */
public final class EventSink {

    private static final long TIMEOUT_SECONDS = 30;

    private final LongAdder calls = new LongAdder();
    private final LongAdder items = new LongAdder();
    private final LongAdder distinct = new LongAdder();
    private final DistinctKeys keys = new DistinctKeys();

    /**
     * What came since its start.
     *
     * @param calls posts
     * @param items events in them
     * @param distinct how many different ones
     * @param use of the sink's process
     */
    record Counts(long calls, long items, long distinct, ProcessUse use) {

        static Counts heard(String line) {
            final String[] numbers = line.split(" ", 4);
            return new Counts(
                    Long.parseLong(numbers[0]),
                    Long.parseLong(numbers[1]),
                    Long.parseLong(numbers[2]),
                    ProcessUse.heard(numbers[3]));
        }

        String told() {
            return calls + " " + items + " " + distinct + " " + use.told();
        }

        Counts since(Counts before) {
            return new Counts(
                    calls - before.calls, items - before.items, distinct - before.distinct, use.since(before.use));
        }
    }

    /** Listens on the loopback address, says its port, and answers so many nanoseconds late. */
    public static void main(String[] args) throws Exception {
        final ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        final EventSink sink = new EventSink();
        final long latencyNanos = Long.parseLong(args[0]);
        final Thread acceptor = new Thread(() -> sink.accept(server, latencyNanos), "acceptor");
        acceptor.setDaemon(true);
        acceptor.start();
        ChildJvm.say(Integer.toString(server.getLocalPort()));
        ChildJvm.answer(line -> sink.counts().told());
    }

    /** Starts a sink in a JVM of its own; it answers so late. */
    static Jvm start(Path directory, Duration latency) throws IOException, InterruptedException {
        final ChildJvm jvm = ChildJvm.start(
                "sink", directory, List.of("-Xmx256m"), "", EventSink.class, String.valueOf(latency.toNanos()));
        return new Jvm(jvm, URI.create("http://127.0.0.1:" + jvm.hear(TIMEOUT_SECONDS)));
    }

    /** A sink in a JVM of its own. */
    record Jvm(ChildJvm jvm, URI url) implements AutoCloseable {

        Counts counts() throws IOException, InterruptedException {
            return Counts.heard(jvm.ask("counts", TIMEOUT_SECONDS));
        }

        @Override
        public void close() {
            jvm.close();
        }
    }

    private void accept(ServerSocket server, long latencyNanos) {
        try {
            while (true) {
                final Socket socket = server.accept();
                final Thread thread = new Thread(
                        new SinkConnection(socket, new PostedEvents(keys), latencyNanos, this::count), "sink");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (final IOException e) {
            System.out.println("The sink takes no more connections: " + e);
        }
    }

    private void count(int events, int firsts) {
        calls.increment();
        items.add(events);
        distinct.add(firsts);
    }

    private Counts counts() {
        return new Counts(calls.sum(), items.sum(), distinct.sum(), ProcessUse.now());
    }
}
