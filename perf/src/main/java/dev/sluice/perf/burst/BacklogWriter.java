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
import java.util.NavigableSet;
import java.util.concurrent.TimeUnit;

/**
 * A job that writes a backlog, in a JVM of its own, as fast as it can or at a fixed rate, and says on the way how far it
 * is. What the collections for that take is not counted where it is not held up by its rate.
 */
final class BacklogWriter {

    /** How often one at a fixed rate tells. */
    private static final long TOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long LONGEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int PIECE = 10_000;

    private final Requests requests;
    private final ChangeStream stream;
    private final long count;
    private final long startNanos = System.nanoTime();
    private Changes piece;
    private int next = PIECE;
    private long heldUpNanos;

    private BacklogWriter(Requests requests, long count, long seed) {
        this.requests = requests;
        this.count = count;
        this.stream = new ChangeStream(Change.UPDATE, seed);
    }

    /**
     * What the job says.
     *
     * @param written how many requests
     * @param nanos since it began
     */
    record Said(long written, long nanos, Memory memory) {}

    /** Arguments: the queues, how many updates, the seed, and how many a second; 0 is as fast as it can. */
    public static void main(String[] args) throws IOException {
        try (GatewayClient client = GatewayClient.open(Path.of(args[0]))) {
            final BacklogWriter writer =
                    new BacklogWriter(client.requests(), Long.parseLong(args[1]), Long.parseLong(args[2]));
            final int perSecond = Integer.parseInt(args[3]);
            if (perSecond == 0) {
                writer.atOnce();
            } else {
                writer.atRate(perSecond);
            }
        }
    }

    /** Updates are made in pieces, since all at once would not fit into a small heap. */
    private void writeNext() {
        if (next == PIECE) {
            piece = stream.next(PIECE);
            next = 0;
        }
        requests.executeUpdate(piece.kind().statement(), piece.first()[next], piece.second()[next]);
        next++;
    }

    private void atOnce() throws IOException {
        final NavigableSet<Long> marks = BacklogMarks.growing(count);
        for (long written = 1; written <= count; written++) {
            writeNext();
            if (written == marks.first()) {
                marks.pollFirst();
                final long before = System.nanoTime();
                tell(written, before);
                heldUpNanos += System.nanoTime() - before;
            }
        }
    }

    private void atRate(int perSecond) throws IOException {
        final Pace pace = new Pace(perSecond, startNanos);
        long told = startNanos;
        for (long written = 0; written < count; written++) {
            while (!pace.isDue(written)) {
                pace.rest(written, LONGEST_REST_NANOS);
            }
            writeNext();
            final long now = System.nanoTime();
            if (now - told >= TOLD_NANOS && written + 1 < count) {
                tell(written + 1, now);
                told = now;
            }
        }
        tell(count, System.nanoTime());
    }

    private void tell(long written, long now) throws IOException {
        ChildJvm.say(new Said(written, now - startNanos - heldUpNanos, Memory.now()));
    }
}
