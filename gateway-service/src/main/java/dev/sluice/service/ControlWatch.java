package dev.sluice.service;

import dev.sluice.service.control.LaneControl;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at what is wanted of each lane, five times a second, on a thread of its own; ends the process when it is to drain and all its
 * lanes have.
 */
final class ControlWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ControlWatch.class);
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
        thread.scheduleWithFixedDelay(this::look, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return this;
    }

    private void look() {
        final List<LaneControl> open =
                lanes.open().stream().map(ServedLane::control).toList();
        open.forEach(LaneControl::look);
        // A lane that came from another process is to end with the others, though it was not this process's to drain.
        if (!drained
                && open.stream().anyMatch(LaneControl::isDrained)
                && open.stream().allMatch(lane -> lane.isDrained() || lane.isPassed())) {
            drained = true;
            LOG.info("{}: what waited when it was to drain is answered, and it stops", gateway);
            lanes.stop();
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
