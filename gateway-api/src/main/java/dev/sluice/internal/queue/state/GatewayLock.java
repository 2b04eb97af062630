package dev.sluice.internal.queue.state;

import dev.sluice.internal.queue.files.QueueLock;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lease;
import java.nio.file.Path;
import java.util.Optional;
import net.openhft.chronicle.queue.RollCycle;

/** The gateway's exclusive lock on an output queue. It ends with {@link #close} or with the process. */
public final class GatewayLock implements Lease {

    public static final String FILE = "gateway.lock";

    private final Path output;
    private final ExclusiveFile file;

    private GatewayLock(Path output, ExclusiveFile file) {
        this.output = output;
        this.file = file;
    }

    public static GatewayLock acquire(Path output, QueueLock queue, RollCycle cycle) {
        final ExclusiveFile file = ExclusiveFile.lock(ExclusiveFile.in(output, FILE), "the output queue " + output);
        try {
            // While ours is held nobody else writes here: whoever holds the queue's lock, or makes a file, is dead.
            queue.belongsToThisProcessAlone();
            RollFiles.deleteHalfMade(output, cycle);
            return new GatewayLock(output, file);
        } catch (final Throwable e) {
            file.close();
            throw e;
        }
    }

    /**
     * The gateway that serves the queues in that directory, or the last one, if it ended without giving its lock back, as by
     * a kill. Whether it lives is known by its lock, from any container and for any user who may read the file. Makes nothing,
     * and keeps no gateway from starting.
     */
    public static Optional<Holder> look(Path queues) {
        return ExclusiveFile.look(ExclusiveFile.in(queues.resolve("out"), FILE));
    }

    @Override
    public GatewayNotes notes() {
        checkHeld();
        return GatewayNotes.open(output);
    }

    @Override
    public void checkHeld() {
        if (!isHeld()) {
            throw new IllegalStateException("the gateway's lock on " + output + " was given back");
        }
    }

    @Override
    public boolean isHeld() {
        return file.isHeld();
    }

    @Override
    public void close() {
        file.close();
    }

    /** The numbers in a mapped file beside the output. */
    public static final class GatewayNotes implements Numbers {

        /** How many there are. */
        public static final int SIZE = 3;

        private static final long FORMAT = 1;
        private static final String ROLE = "gateway";
        private static final String NAME = "notes";

        private final StateFile file;

        private GatewayNotes(StateFile file) {
            this.file = file;
        }

        static GatewayNotes open(Path output) {
            return new GatewayNotes(StateFile.open(output, ROLE, NAME, () -> new long[] {FORMAT, NONE, NONE, NONE}));
        }

        /** The number of that place, whoever has them open. */
        public static long look(Path output, int place) {
            return StateFile.look(output, ROLE, NAME)
                    .map(numbers -> numbers[1 + place])
                    .orElse(NONE);
        }

        @Override
        public long get(int place) {
            return file.get(1 + place);
        }

        @Override
        public void set(int place, long number) {
            file.set(1 + place, number);
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
