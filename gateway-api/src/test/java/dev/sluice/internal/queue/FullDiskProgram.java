package dev.sluice.internal.queue;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.retention.RollFileRetention;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.transport.LastAnswered;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import net.openhft.chronicle.core.time.SetTimeProvider;

/**
 * A job and a gateway on a small disk that others fill to its last byte, again and again, at any moment: what was accepted
 * is there and whole, nothing else is, and with space both go on. In a process of its own, which a fault of the memory that
 * a file is mapped to would end.
 */
final class FullDiskProgram implements AutoCloseable {

    private static final int MOST_BYTES = 3_000;
    private static final QueueOptions OPTIONS =
            TestQueues.SMALL.withBlockSize(1 << 20).withRollCycle("FAST_HOURLY");

    private final Path disk;
    private final Path others;
    private final Random random;
    private final SetTimeProvider clock = new SetTimeProvider(1_700_000_000_000L);
    private final QueuePair queues;
    private long accepted;
    private long answered;
    private int refused;
    private String refusal = "";

    private FullDiskProgram(Path disk, long seed) {
        this.disk = disk;
        this.others = disk.resolve("others");
        this.random = new Random(seed);
        this.queues = QueuePair.open(disk.resolve("q"), OPTIONS, clock);
        answer(0);
    }

    /** Arguments: the disk, a seed, and how many times it is filled. */
    public static void main(String[] arguments) throws IOException {
        final Path disk = Path.of(arguments[0]);
        try (FullDiskProgram program = new FullDiskProgram(disk, Long.parseLong(arguments[1]))) {
            for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
                program.fillAndFree();
            }
            System.out.println("accepted " + program.accepted + ", refused " + program.refused);
        } catch (final Throwable e) {
            System.out.println("failed: " + e);
            e.printStackTrace(System.out);
        }
        System.out.println("end");
    }

    private void fillAndFree() throws IOException {
        try (InputWriter writer = queues.newWriter("job");
                InputWriter other = queues.newWriter()) {
            final int before = random.nextInt(100);
            final int full = random.nextInt(400);
            for (int i = 0; i < before + full; i++) {
                if (i == before) {
                    fill(random.nextBoolean() ? 0 : random.nextInt(512 << 10));
                }
                if (random.nextInt(40) == 0) {
                    clock.advanceMillis(3_600_000);
                }
                write(random.nextBoolean() ? writer : other);
                if (random.nextInt(4) == 0) {
                    answer(random.nextInt(12));
                }
            }
            check();
            Files.delete(others);
            final int sofar = refused;
            write(writer);
            write(other);
            if (refused > sofar) {
                throw new AssertionError("refused, though there is space: " + refusal);
            }
        }
        answer(Integer.MAX_VALUE);
        check();
        if (answered != accepted) {
            throw new AssertionError(answered + " answers to " + accepted + " requests");
        }
        makeRoom();
    }

    private void write(InputWriter writer) {
        try {
            TestQueues.update(writer, "u" + (accepted + 1), new byte[random.nextInt(MOST_BYTES)]);
            accepted++;
        } catch (final DiskReserveException e) {
            refused++;
            refusal = e.getMessage();
        }
    }

    private void answer(int limit) {
        try {
            TestQueues.answer(queues, limit);
        } catch (final DiskReserveException e) {
            refused++;
            refusal = e.getMessage();
        }
        answered = queues.lastAnswered().map(LastAnswered::resultSequence).orElse(0L);
    }

    /** All files but those written to be deleted, or the disk would not hold many rounds. */
    private void makeRoom() {
        try (GatewayLock lock = queues.lease()) {
            final RollFileRetention retention = new RollFileRetention(queues, lock);
            retention.delete(retention.sync(), Duration.ZERO, Instant.now().plusSeconds(60));
        }
    }

    private void check() {
        final TestQueues.Collected requests = TestQueues.readAll(queues);
        if (!requests.undecodable.isEmpty()) {
            throw new AssertionError("damaged: " + requests.undecodable);
        }
        final int read = requests.frames.size();
        for (int i = 0; i < read; i++) {
            final String name = "u" + (accepted - read + 1 + i);
            if (!requests.frames.get(i).name().equals(name)) {
                throw new AssertionError(
                        name + " was expected, and " + requests.frames.get(i).name() + " is there");
            }
        }
        final Optional<LastAnswered> last = queues.lastAnswered();
        try (OutputReader reader = queues.resultsFromStart()) {
            reader.poll((index, result) -> {}, Integer.MAX_VALUE);
        }
        if (last.map(LastAnswered::resultSequence).orElse(0L) != answered) {
            throw new AssertionError("answers are lost: " + last + ", and " + answered + " were written");
        }
    }

    /** Takes all of the disk but so many bytes. */
    private void fill(int left) throws IOException {
        final byte[] piece = new byte[64 << 10];
        try (OutputStream out = Files.newOutputStream(others)) {
            for (int size = piece.length; size > 0; ) {
                if (Files.getFileStore(disk).getUsableSpace() < left + size && left > 0) {
                    return;
                }
                try {
                    out.write(piece, 0, size);
                } catch (final IOException full) {
                    size /= 2;
                }
            }
        }
    }

    @Override
    public void close() {
        queues.close();
    }
}
