package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Child;
import dev.sluice.faults.kill.Queues;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Says when the moment of a kill has come. One thread. */
final class Trigger {

    /** So long after the first result, what did not happen by then will not. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private final Kill kill;
    private final Child gateway;
    private final NewFile files;
    private final ItemService items;
    private final long callsBefore;

    /** Made when the gateway starts. */
    Trigger(Kill kill, Child gateway, Path queues, ItemService items) {
        this.kill = kill;
        this.gateway = gateway;
        this.items = items;
        this.callsBefore = items.calls();
        this.files = new NewFile(
                kill.kind() == Kill.Kind.INPUT_FILE ? Queues.input(queues) : Queues.output(queues),
                kill.count(),
                kill.delayNanos());
    }

    /**
     * What the kill comes upon, if it is to come now.
     *
     * @param upNanos how long the gateway is up
     * @param answeringNanos how long it is since its first result, 0 before
     */
    Optional<Kill.Kind> due(long upNanos, long answeringNanos) {
        final boolean answering = answeringNanos > 0;
        return switch (kill.kind()) {
            case START ->
                upNanos < kill.delayNanos()
                        ? Optional.empty()
                        : Optional.of(answering ? Kill.Kind.RANDOM : Kill.Kind.START);
            case POINT ->
                gateway.isAtFaultPoint() ? Optional.of(Kill.Kind.POINT) : missed(Kill.Kind.MISSED, answeringNanos);
            case OUTPUT_FILE, INPUT_FILE ->
                files.appeared() ? Optional.of(kill.kind()) : missed(Kill.Kind.RANDOM, answeringNanos);
            case REST_CALL ->
                items.isAsked() && items.calls() - callsBefore >= kill.count()
                        ? Optional.of(Kill.Kind.REST_CALL)
                        : missed(Kill.Kind.RANDOM, answeringNanos);
            case RANDOM, MISSED ->
                answering && answeringNanos >= kill.delayNanos() ? Optional.of(Kill.Kind.RANDOM) : Optional.empty();
        };
    }

    private static Optional<Kill.Kind> missed(Kill.Kind instead, long answeringNanos) {
        return answeringNanos < PATIENCE_NANOS ? Optional.empty() : Optional.of(instead);
    }

    /** Whether it is a short moment, to be waited for without long pauses. */
    boolean isWatched() {
        return kill.kind() == Kill.Kind.OUTPUT_FILE
                || kill.kind() == Kill.Kind.INPUT_FILE
                || kill.kind() == Kill.Kind.REST_CALL;
    }
}
