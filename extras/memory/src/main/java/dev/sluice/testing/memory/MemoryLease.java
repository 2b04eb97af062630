package dev.sluice.testing.memory;

import dev.sluice.transport.Lease;
import java.time.Instant;

/** The right to serve a lane in memory. */
final class MemoryLease implements Lease {

    static final String NOTES = "notes";

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
        return numbers(NOTES);
    }

    @Override
    public Numbers checkpoint(String gateway, String database) {
        return numbers(gateway + "@" + database);
    }

    private Numbers numbers(String name) {
        checkHeld();
        return new Numbers() {
            @Override
            public long get(int place) {
                return log.number(name, place);
            }

            @Override
            public void set(int place, long number) {
                log.number(name, place, number);
            }

            @Override
            public void close() {
                // the numbers stay in the log
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
