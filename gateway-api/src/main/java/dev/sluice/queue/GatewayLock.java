package dev.sluice.queue;

import java.nio.file.Path;
import net.openhft.chronicle.queue.RollCycle;

/** The gateway's exclusive lock on an output queue. It ends with {@link #close} or with the process. */
public final class GatewayLock implements AutoCloseable {

    private final ExclusiveFile file;

    private GatewayLock(ExclusiveFile file) {
        this.file = file;
    }

    static GatewayLock acquire(Path output, RollCycle cycle) {
        final ExclusiveFile file =
                ExclusiveFile.lock(ExclusiveFile.in(output, "gateway.lock"), "the output queue " + output);
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

    /** Whether it is still held. */
    public boolean isHeld() {
        return file.isHeld();
    }

    @Override
    public void close() {
        file.close();
    }
}
