package dev.sluice.queue;

import java.nio.file.Path;
import java.util.Optional;
import net.openhft.chronicle.queue.RollCycle;

/** The gateway's exclusive lock on an output queue. It ends with {@link #close} or with the process. */
public final class GatewayLock implements AutoCloseable {

    static final String FILE = "gateway.lock";

    private final ExclusiveFile file;

    private GatewayLock(ExclusiveFile file) {
        this.file = file;
    }

    static GatewayLock acquire(Path output, RollCycle cycle) {
        final ExclusiveFile file = ExclusiveFile.lock(ExclusiveFile.in(output, FILE), "the output queue " + output);
        boolean held = false;
        try {
            // While ours is held nobody else writes here: whoever holds Chronicle's lock, or makes a file, is dead.
            StaleWriteLock.clear(output, pid -> true);
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
     * The process of the gateway that serves the queues in that directory, as its lock file says; found without locking
     * or making anything. Empty if none runs there, or none that can be seen from here.
     */
    public static Optional<ProcessHandle> holder(Path queues) {
        return ExclusiveFile.holder(ExclusiveFile.in(queues.resolve("out"), FILE));
    }

    /** The same with the time, also of a gateway that has ended without giving the lock back, as by a kill. */
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
