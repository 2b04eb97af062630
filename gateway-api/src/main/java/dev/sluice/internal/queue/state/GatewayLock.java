package dev.sluice.internal.queue.state;

import dev.sluice.internal.queue.files.QueueLock;
import dev.sluice.internal.queue.files.RollFiles;
import java.nio.file.Path;
import java.util.Optional;
import net.openhft.chronicle.queue.RollCycle;

/** The gateway's exclusive lock on an output queue. It ends with {@link #close} or with the process. */
public final class GatewayLock implements AutoCloseable {

    public static final String FILE = "gateway.lock";

    private final ExclusiveFile file;

    private GatewayLock(ExclusiveFile file) {
        this.file = file;
    }

    public static GatewayLock acquire(Path output, QueueLock queue, RollCycle cycle) {
        final ExclusiveFile file = ExclusiveFile.lock(ExclusiveFile.in(output, FILE), "the output queue " + output);
        boolean held = false;
        try {
            // While ours is held nobody else writes here: whoever holds the queue's lock, or makes a file, is dead.
            queue.belongsToThisProcessAlone();
            RollFiles.deleteHalfMade(output, cycle);
            held = true;
            return new GatewayLock(file);
        } finally {
            if (!held) {
                file.close();
            }
        }
    }

    /**
     * The gateway that serves the queues in that directory, or the last one, if it ended without giving its lock back, as by
     * a kill. Whether it lives is known by its lock, from any container and for any user who may read the file. Makes nothing,
     * and keeps no gateway from starting.
     */
    public static Optional<LockHolder> look(Path queues) {
        return ExclusiveFile.look(ExclusiveFile.in(queues.resolve("out"), FILE));
    }

    /** Whether it is still held. */
    public boolean isHeld() {
        return file.isHeld();
    }

    @Override
    public void close() {
        file.close();
    }
}
