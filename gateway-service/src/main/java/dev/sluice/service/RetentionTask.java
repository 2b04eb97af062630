package dev.sluice.service;

import dev.sluice.service.core.MaskedLog;
import dev.sluice.transport.Retention;
import dev.sluice.transport.Retention.Decision;
import dev.sluice.transport.Retention.Decision.Fate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Deletes old files of the queues from time to time. Logs which files were deleted and why other old files are kept; a reason is
 * logged only when it is new. Runs on its own thread, because deleting large files takes long. If something fails, files stay and
 * the gateway continues.
 */
final class RetentionTask implements AutoCloseable {

    private static final Logger LOG = MaskedLog.of(RetentionTask.class);
    private static final Duration LONGEST_PERIOD = Duration.ofMinutes(1);

    private final ScheduledExecutorService thread = DaemonThread.named("retention");
    private final String gateway;
    private final Retention retention;
    private final LongSupplier durable;
    private final InstantSource clock;
    private Set<String> saidReasons = Set.of();
    private String saidFailure = "";
    private final Optional<Duration> age;
    private boolean closed;

    /**
     * @param gateway the gateway's name, with which every message begins
     * @param age how long files stay after they are no longer needed; empty if they stay for ever
     * @param durable returns the index of the last request whose result is on disk, -1 if there is none. It may take long. It is
     *     called on this task's thread, and only if there are files to delete
     */
    RetentionTask(
            String gateway, Optional<Duration> age, Retention retention, LongSupplier durable, InstantSource clock) {
        this.gateway = gateway;
        this.age = age;
        this.retention = retention;
        this.durable = durable;
        this.clock = clock;
    }

    /** Starts the task. It runs at once, and then every minute, or more often if files stay for less than a minute. */
    RetentionTask start() {
        age.ifPresent(its -> thread.scheduleWithFixedDelay(this::run, 0, periodMillis(its), TimeUnit.MILLISECONDS));
        return this;
    }

    private static long periodMillis(Duration age) {
        return age.compareTo(LONGEST_PERIOD) < 0 ? age.toMillis() : LONGEST_PERIOD.toMillis();
    }

    synchronized void run() {
        if (closed || age.isEmpty()) {
            return;
        }
        try {
            deleteWhatMayGo(age.get());
            saidFailure = "";
        } catch (final RuntimeException | Error e) {
            final String failure = String.valueOf(e.getMessage());
            if (!failure.equals(saidFailure)) {
                saidFailure = failure;
                LOG.error("{}: old files of the queues were not deleted; this is tried again: {}", gateway, failure, e);
            }
        }
    }

    private void deleteWhatMayGo(Duration old) {
        final List<Decision> wanted = retention.verdicts(Long.MAX_VALUE, old, clock.instant());
        if (wanted.stream().anyMatch(Decision::deletable)) {
            final List<Decision> done = retention.delete(durable.getAsLong(), old, clock.instant());
            sayDeleted(done, old);
            sayKept(done, old);
        } else {
            sayKept(wanted, old);
        }
    }

    private void sayDeleted(List<Decision> verdicts, Duration old) {
        final List<Decision> deleted =
                verdicts.stream().filter(Decision::deletable).toList();
        if (!deleted.isEmpty()) {
            LOG.info(
                    "{}: deleted {} files of the queues, {} MB, from {} to {}: answered, read, and not changed for {}",
                    gateway,
                    deleted.size(),
                    megabytes(deleted),
                    name(deleted.get(0)),
                    name(deleted.get(deleted.size() - 1)),
                    text(old));
        }
    }

    /** Logs which old files are still needed, if the reasons differ from those that were logged last. */
    private void sayKept(List<Decision> verdicts, Duration old) {
        final List<Decision> needed = verdicts.stream()
                .filter(verdict -> verdict.fate() == Fate.NEEDED)
                .toList();
        final Map<String, String> reasons = new LinkedHashMap<>();
        needed.stream()
                .filter(Decision::isOwn)
                .forEach(verdict -> reasons.putIfAbsent(verdict.reason(), name(verdict) + " " + verdict.reason()));
        if (!needed.isEmpty() && !reasons.keySet().equals(saidReasons)) {
            LOG.warn(
                    "{}: {} files of the queues, {} MB, were not changed for {} and are still needed: {}",
                    gateway,
                    needed.size(),
                    megabytes(needed),
                    text(old),
                    String.join("; ", reasons.values()));
        }
        saidReasons = reasons.keySet();
    }

    private static long megabytes(List<Decision> files) {
        return files.stream().mapToLong(Decision::bytes).sum() >> 20;
    }

    private static String name(Decision verdict) {
        return verdict.file().getParent().getFileName() + "/" + verdict.file().getFileName();
    }

    private static String text(Duration duration) {
        return duration.toDays() > 0 ? duration.toDays() + " days" : duration.toSeconds() + " s";
    }

    /** Stops the task, and waits until the file in progress is deleted. The queues must not be closed before this returns. */
    @Override
    public void close() {
        retention.stop();
        synchronized (this) {
            closed = true;
            thread.shutdown();
        }
    }
}
