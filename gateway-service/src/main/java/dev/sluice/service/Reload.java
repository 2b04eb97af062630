package dev.sluice.service;

import dev.sluice.service.admin.control.Asked;
import dev.sluice.service.admin.control.RefusedActException;
import dev.sluice.service.config.ConfigDifference;
import dev.sluice.service.config.ConfigFile.Content;
import dev.sluice.service.config.yaml.ConfigException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the file of the configuration again, and has the lanes take what can change while they run: all that differs, or nothing. Belongs
 * to the thread of control.
 */
final class Reload {

    private static final Logger LOG = LoggerFactory.getLogger(Reload.class);
    private static final String NOTHING_CHANGED = "nothing is changed: ";
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final RunningConfig running;
    private final ServedLanes lanes;
    private final long longestWaitNanos;

    /** @param longestWaitNanos for all lanes together to take it */
    Reload(RunningConfig running, ServedLanes lanes, long longestWaitNanos) {
        this.running = running;
        this.lanes = lanes;
        this.longestWaitNanos = longestWaitNanos;
    }

    /**
     * Does it, or says what it would do.
     *
     * @throws RefusedActException if it must be started again for something, or the file is wrong: nothing is changed
     */
    String act(Asked asked) {
        final Path file = running.file().file();
        asked.argument("file").ifPresent(named -> checkSame(file, named));
        final boolean dryRun = isDryRun(asked);
        final Content content = read(dryRun);
        final ConfigDifference difference = running.to(content);
        if (difference.isEmpty()) {
            return "nothing differs: it runs with what is in " + file;
        }
        final String taken = masked(content, difference.words(true));
        if (!difference.whileItRuns()) {
            throw new RefusedActException((dryRun ? "" : NOTHING_CHANGED)
                    + "it must be started again for: " + masked(content, difference.words(false))
                    + (taken.isEmpty() ? "" : ". Without that, reload would change: " + taken));
        }
        if (dryRun) {
            return "reload would change: " + taken;
        }
        running.change(content);
        LOG.info(
                "{}: the configuration was read again, and changed: {}",
                running.current().name(),
                taken);
        return "changed: " + taken + late();
    }

    /** Nobody who misspells it wants more than to look. */
    private static boolean isDryRun(Asked asked) {
        final String word = asked.argument("dryRun").orElse("false");
        if (!word.equals("true") && !word.equals("false")) {
            throw new RefusedActException("dryRun is true or false");
        }
        return word.equals("true");
    }

    private Content read(boolean dryRun) {
        try {
            return running.file().read();
        } catch (final ConfigException e) {
            throw new RefusedActException((dryRun ? "" : NOTHING_CHANGED) + e.getMessage());
        }
    }

    /** Nobody is told what is in another file of this host. */
    private static void checkSame(Path own, String named) {
        try {
            final Path other = Path.of(named).toAbsolutePath().normalize();
            if (own.toAbsolutePath().normalize().equals(other)
                    || own.toRealPath().equals(other.toRealPath())) {
                return;
            }
        } catch (final IOException | InvalidPathException e) {
            LOG.debug("It is not the gateway's own file", e);
        }
        throw new RefusedActException("the gateway was started with " + own.toAbsolutePath()
                + " of its host, and compares that file alone: it does not find " + named + " to be the same");
    }

    private String masked(Content content, String text) {
        return running.current().secrets().masked(content.config().secrets().masked(text));
    }

    /** Waits for the lanes; says which have not come to it yet. */
    private String late() {
        final List<ServedLane> open = lanes.open();
        open.forEach(ServedLane::wakeUp);
        final long deadline = System.nanoTime() + longestWaitNanos;
        return ServedLanes.late(open, lane -> follows(lane, deadline));
    }

    private static boolean follows(ServedLane lane, long deadline) {
        while (!lane.settings().followed() && lane.orders().isOpen() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return lane.settings().followed() || !lane.orders().isOpen();
    }
}
