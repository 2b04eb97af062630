package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.ChronicleRound.Watched;
import dev.sluice.faults.kill.Kill;
import dev.sluice.faults.kill.Kill.Moment;
import dev.sluice.faults.kill.Queues;
import dev.sluice.testsupport.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** The life of a gateway from its start to the moment at which it will be killed. For one thread. */
final class GatewayLife implements Watched {

    /** How long to wait for the planned moment after the first result, before giving up. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private final Child gateway;
    private final Kill kill;
    private final int backlog;
    private final ItemService items;
    private final List<Served> served;
    private final NewFile files;
    private final long callsBefore;
    private final long resultsBefore;
    private final boolean awaited;
    private long firstNanos;
    private long nowNanos;

    /**
     * Begins with a process that has just been started.
     *
     * @param backlog the maximum number of requests that may wait for the gateway
     * @param items the service that the gateway calls
     * @param served the gateway's lanes
     * @param watched the queues of the lane whose files are watched
     */
    GatewayLife(Child gateway, Kill kill, int backlog, ItemService items, List<Served> served, Path watched) {
        this.gateway = gateway;
        this.kill = kill;
        this.backlog = backlog;
        this.items = items;
        this.served = served;
        this.files = new NewFile(
                kill.moment() == Moment.INPUT_FILE ? Queues.input(watched) : Queues.output(watched),
                kill.count(),
                kill.delayNanos());
        this.callsBefore = items.calls();
        this.resultsBefore = Served.results(served);
        this.awaited = served.stream()
                .anyMatch(lane -> lane.writer().written() > lane.judged().answered());
    }

    @Override
    public long look() throws IOException, InterruptedException {
        for (final Served lane : served) {
            lane.judged().poll(closely() ? 8 : 128);
            lane.writer().tend(lane.judged().answered() + backlog);
        }
        nowNanos = System.nanoTime();
        if (firstNanos == 0 && Served.results(served) > resultsBefore) {
            firstNanos = nowNanos;
        }
        return Served.results(served);
    }

    @Override
    public Optional<Moment> due() {
        return switch (kill.moment()) {
            case START -> {
                final Moment moment = firstNanos > 0 ? Moment.RANDOM : Moment.START;
                yield nowNanos - gateway.startNanos() < kill.delayNanos() ? Optional.empty() : Optional.of(moment);
            }
            case POINT -> gateway.isAtFaultPoint() ? Optional.of(Moment.POINT) : missed(Moment.MISSED);
            case OUTPUT_FILE, INPUT_FILE -> files.appeared() ? Optional.of(kill.moment()) : missed(Moment.RANDOM);
            case REST_CALL ->
                items.isAsked() && items.calls() - callsBefore >= kill.count()
                        ? Optional.of(Moment.REST_CALL)
                        : missed(Moment.RANDOM);
            default -> answering(kill.delayNanos()) ? Optional.of(Moment.RANDOM) : Optional.empty();
        };
    }

    private Optional<Moment> missed(Moment instead) {
        return answering(PATIENCE_NANOS) ? Optional.of(instead) : Optional.empty();
    }

    /** Whether the first result came at least {@code nanos} ago. */
    private boolean answering(long nanos) {
        return firstNanos > 0 && nowNanos - firstNanos >= nanos;
    }

    @Override
    public boolean closely() {
        return served.stream().anyMatch(lane -> lane.writer().isWatched())
                || kill.moment() == Moment.OUTPUT_FILE
                || kill.moment() == Moment.INPUT_FILE
                || kill.moment() == Moment.REST_CALL;
    }

    /** Returns the time from the start of the process to its first result; empty if no request was waiting at the start. */
    OptionalLong restartNanos() {
        return awaited && firstNanos > 0 ? OptionalLong.of(firstNanos - gateway.startNanos()) : OptionalLong.empty();
    }
}
