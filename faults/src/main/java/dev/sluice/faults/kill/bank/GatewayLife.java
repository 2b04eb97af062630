package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Child;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A gateway from its start to the moment at which it is to be killed. One thread. */
final class GatewayLife {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NANOS = 200_000;
    /** Making a file takes milliseconds; without any pause this process takes the gateway's time. */
    private static final long SHORT_PAUSE_NANOS = 20_000;

    private final Child gateway;
    private final Trigger trigger;
    private final Verifier verifier;
    private final Writer writer;
    private final BrokenPromises findings;
    private final long startNanos;
    private final long resultsBefore;
    private final boolean awaited;
    private long firstNanos;

    /** Of a process that has just been started. */
    GatewayLife(Child gateway, Trigger trigger, Verifier verifier, Writer writer, BrokenPromises findings) {
        this.gateway = gateway;
        this.startNanos = gateway.startNanos();
        this.trigger = trigger;
        this.verifier = verifier;
        this.writer = writer;
        this.findings = findings;
        this.resultsBefore = verifier.results();
        this.awaited = writer.written() > verifier.sequence();
    }

    /**
     * Looks at results until it is to be killed, or something is found.
     *
     * @param backlog how many requests may wait for it
     * @return what the kill comes upon, if there is to be one
     */
    Optional<Kill.Kind> untilKill(int backlog) throws IOException, InterruptedException {
        while (!findings.any()) {
            final boolean watching = trigger.isWatched() || writer.isWatched();
            final int read = verifier.poll(watching ? 8 : 128);
            writer.tend(verifier.sequence() + backlog);
            final long now = System.nanoTime();
            if (firstNanos == 0 && verifier.results() > resultsBefore) {
                firstNanos = now;
            }
            if (!gateway.isAlive()) {
                findings.add(Kind.DIED, gateway.described());
                break;
            }
            final Optional<Kill.Kind> due = trigger.due(now - startNanos, firstNanos == 0 ? 0 : now - firstNanos);
            if (due.isPresent()) {
                return due;
            }
            if (firstNanos == 0 && now - startNanos > PATIENCE_NANOS) {
                findings.add(Kind.STUCK, "no result in 60 s: " + gateway.described());
            }
            if (read == 0) {
                LockSupport.parkNanos(watching ? SHORT_PAUSE_NANOS : PAUSE_NANOS);
            }
        }
        return Optional.empty();
    }

    /** From the start of the process to its first result, if a request was waiting for it. */
    OptionalLong restartNanos() {
        return awaited && firstNanos > 0 ? OptionalLong.of(firstNanos - startNanos) : OptionalLong.empty();
    }
}
