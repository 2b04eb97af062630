package dev.sluice.service;

import dev.sluice.service.control.LaneControl;
import dev.sluice.service.core.MaskedLog;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Checks the control commands of each lane five times a second, on its own thread. After an operator's command to drain the
 * process, stops the process when all its lanes have drained.
 */
final class ControlWatch implements AutoCloseable {

    private static final Logger LOG = MaskedLog.of(ControlWatch.class);
    private static final long PERIOD_MILLIS = 200;

    private final String gateway;
    private final ServedLanes lanes;
    private final ScheduledExecutorService thread = DaemonThread.named("control");
    private boolean drained;

    ControlWatch(String gateway, ServedLanes lanes) {
        this.gateway = gateway;
        this.lanes = lanes;
    }

    ControlWatch start() {
        thread.scheduleWithFixedDelay(this::run, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return this;
    }

    /** Looks again after any error, also of a job whose memory is exhausted, as the schedule would end with the error. */
    private void run() {
        try {
            look();
        } catch (final RuntimeException | Error e) {
            LOG.error("{}: the operator's commands could not be read just now", gateway, e);
        }
    }

    private void look() {
        final List<LaneControl> open =
                lanes.open().stream().map(ServedLane::control).toList();
        open.forEach(LaneControl::look);
        // A lane whose drain command was meant for the previous process does not keep this process from stopping.
        if (!drained
                && open.stream().anyMatch(LaneControl::isDrained)
                && open.stream().allMatch(lane -> lane.isDrained() || lane.isPassed())) {
            drained = true;
            LOG.info("{}: drained: all requests that waited when the drain began are answered; gateway stops", gateway);
            lanes.stop();
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
