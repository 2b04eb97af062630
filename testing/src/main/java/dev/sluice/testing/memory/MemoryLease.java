package dev.sluice.testing.memory;

import dev.sluice.transport.Lease;
import java.time.Instant;

/** The right to serve a lane in memory. */
final class MemoryLease implements Lease {

    private static final String KIND = "lease";
    private static final String GATEWAY = "gateway";

    private final MemoryLog log;
    private volatile boolean held = true;

    private MemoryLease(MemoryLog log) {
        this.log = log;
    }

    static MemoryLease take(MemoryLog log) {
        log.take(KIND, GATEWAY);
        log.served(Instant.now());
        return new MemoryLease(log);
    }

    @Override
    public boolean isHeld() {
        return held;
    }

    @Override
    public Numbers notes() {
        checkHeld();
        return new Numbers() {
            @Override
            public long get(int place) {
                return log.number(place);
            }

            @Override
            public void set(int place, long number) {
                log.number(place, number);
            }

            @Override
            public void close() {
                // they stay
            }
        };
    }

    @Override
    public void close() {
        if (held) {
            held = false;
            log.served(null);
            log.giveBack(KIND, GATEWAY);
        }
    }
}
