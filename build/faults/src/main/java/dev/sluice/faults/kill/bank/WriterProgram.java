package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Queues;
import dev.sluice.faults.kill.bank.Workload.Request;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * The program of a writer process: writes the requests of the workload, continuing after the last request of an earlier process
 * with the same writer name. Each line of standard input is the number of the last request that the process may write. The
 * process prints the number of the last request that it has written on standard output. It ends when its input has ended and
 * everything allowed is written.
 */
public record WriterProgram(Workload workload, RequestWriter writer, LongConsumer garbage, Runnable beforeSaying) {

    /**
     * The argument of a process whose clock is set. Documents that are not requests are written with Chronicle's own appender,
     * which would go to an earlier file than the last one after a clock was set back, and thereby end the queue.
     */
    static final String PLAIN = "plain";

    private static final int LARGEST_BURST = 300;
    private static final long LONGEST_PAUSE_NANOS = 4_000_000;

    /** @param args queues, seed, lane, and {@link #PLAIN} to write only requests */
    public static void main(String[] args) throws IOException {
        final Path path = Path.of(args[0]);
        try (Lane queues = Queues.open(path);
                RequestWriter writer = queues.newWriter(Queues.NAME)) {
            if (args.length > 3) {
                write(args, writer, next -> {});
                return;
            }
            try (ChronicleQueue input = Queues.openRawInput(path);
                    ExcerptAppender garbage = input.createAppender()) {
                write(args, writer, next -> writeGarbage(garbage, next));
            }
        }
    }

    private static void write(String[] args, RequestWriter writer, LongConsumer garbage) throws IOException {
        write(Long.parseLong(args[1]), Integer.parseInt(args[2]), writer, garbage, () -> {});
    }

    /**
     * Writes the requests that standard input allows, until standard input ends.
     *
     * @param seed the seed of the workload
     * @param lane the lane of the workload
     * @param garbage writes a document that is not a request, before the request with the given number
     * @param beforeSaying makes sure that the requests written so far are in the log, before their number is printed
     */
    public static void write(long seed, int lane, RequestWriter writer, LongConsumer garbage, Runnable beforeSaying)
            throws IOException {
        try (BufferedReader allowed = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            new WriterProgram(new Workload(seed, lane), writer, garbage, beforeSaying).write(allowed);
        }
    }

    private void write(BufferedReader allowed) throws IOException {
        final ThreadLocalRandom random = ThreadLocalRandom.current();
        say();
        for (String line = allowed.readLine(); line != null; line = allowed.readLine()) {
            final long limit = Long.parseLong(line);
            while (writer.lastSequence() < limit) {
                burst(Math.min(limit, writer.lastSequence() + 1 + random.nextInt(LARGEST_BURST)));
                say();
                if (random.nextInt(4) == 0) {
                    LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE_NANOS));
                }
            }
        }
    }

    private void burst(long limit) {
        while (writer.lastSequence() < limit) {
            final long next = writer.lastSequence() + 1;
            if (workload.garbageBefore(next)) {
                garbage.accept(next);
            }
            final Request request = workload.at(next);
            writer.append(
                    request.operation().kind(),
                    Map.of(),
                    request.name(),
                    request.arguments().toArray());
        }
    }

    /** Writes a document that is not a request: an unknown method, or meaningless bytes. */
    private static void writeGarbage(ExcerptAppender appender, long number) {
        try (DocumentContext document = appender.writingDocument()) {
            document.wire()
                    .writeEventName(number % 2 == 0 ? "dropEverything" : "lookup")
                    .bytes(new byte[] {1, 0, 3, 4, 5, 6, 7, 8, 9});
        }
    }

    private void say() {
        beforeSaying.run();
        System.out.println(writer.lastSequence());
        System.out.flush();
    }
}
