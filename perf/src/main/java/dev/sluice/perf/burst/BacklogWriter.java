package dev.sluice.perf.burst;

import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Pace;
import dev.sluice.perf.lab.ProcessUse.Memory;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream;
import dev.sluice.perf.load.Changes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A job that writes a backlog, in a JVM of its own, as fast as it can or at a fixed rate, and says how far it is. */
final class BacklogWriter {

    private static final long LONGEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** Updates are made in pieces: all at once would not fit into a small heap. */
    private static final int PIECE = 10_000;

    private BacklogWriter() {}

    /**
     * How far the job is.
     *
     * @param written how many requests
     * @param nanos since it began, without those of the collections that it says this after; at a rate, which makes up
     *     for them, with those
     */
    record Said(long written, long nanos, Memory memory) {}

    /** Arguments: the queues, how many updates, the seed, and how many a second; 0 is as fast as it can. */
    public static void main(String[] args) throws IOException {
        final long count = Long.parseLong(args[1]);
        final ChangeStream stream = new ChangeStream(Change.UPDATE, Long.parseLong(args[2]));
        final int perSecond = Integer.parseInt(args[3]);
        try (GatewayClient client = GatewayClient.open(Path.of(args[0]))) {
            final Requests requests = client.requests();
            long due = BacklogSample.next(0, count);
            long start = System.nanoTime();
            final Pace pace = new Pace(Math.max(1, perSecond), start);
            Changes piece = stream.next(PIECE);
            for (long number = 0; number < count; number++) {
                while (perSecond > 0 && !pace.isDue(number)) {
                    pace.rest(number, LONGEST_REST_NANOS);
                }
                final int next = (int) (number % PIECE);
                if (next == 0 && number > 0) {
                    piece = stream.next(PIECE);
                }
                requests.executeUpdate(Change.UPDATE.statement(), piece.first()[next], piece.second()[next]);
                if (number + 1 == due) {
                    due = BacklogSample.next(due, count);
                    final long before = System.nanoTime();
                    ChildJvm.say(new Said(number + 1, before - start, Memory.now()));
                    start += perSecond > 0 ? 0 : System.nanoTime() - before;
                }
            }
        }
    }
}
