package dev.sluice.jdbc.internal;

import dev.sluice.api.FutureRequests;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Shape;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobItem;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends statements. In the body of a job a statement is sent as a request of the job's current item. Elsewhere it is sent with
 * the client of the data source. Any thread.
 *
 * <p>Some exceptions are not about the statement, for example if the queues cannot be written, or the client was closed, or the
 * job was continued with other items or requests. These exceptions are passed on unchanged and not as an SQLException, because a
 * framework would treat an SQLException as a failure of the item.
 */
public final class Gate {

    private static final Logger LOG = LoggerFactory.getLogger("dev.sluice.jdbc");

    private final Path queues;
    private final Map<String, String> headers;
    private final Optional<Recorder> recorder;
    private final Outside outside;
    private final AtomicBoolean told = new AtomicBoolean();

    /**
     * Creates a gate for the statements of a data source.
     *
     * @param database the name of the database for the statements; empty for the database that accepts ad hoc SQL
     * @param record the file in which the texts of statements are recorded
     * @param outside sends statements outside of the bodies of jobs
     */
    public Gate(Path queues, Optional<String> database, Optional<Path> record, Outside outside) {
        this.queues = queues.toAbsolutePath().normalize();
        this.headers =
                database.map(name -> Map.of(FutureRequests.DATABASE, name)).orElse(Map.of());
        this.recorder = record.map(Recorder::to);
        this.outside = outside;
    }

    /** Supplies the client for statements outside of the bodies of jobs. */
    @FunctionalInterface
    public interface Outside {

        FutureRequests requests() throws SQLException;
    }

    Path queues() {
        return queues;
    }

    /** Sends a statement. */
    <T> CompletableFuture<T> ask(
            RequestKind kind, String sql, @Nullable Object[] arguments, int timeoutSeconds, Shape<T> shape)
            throws SQLException {
        recorder.ifPresent(it -> it.sent(sql));
        final Optional<JobItem> item = Job.currentItem();
        final FutureRequests all = item.isPresent() ? in(item.get()) : outside();
        final FutureRequests requests = timeoutSeconds == 0 ? all : all.within(Duration.ofSeconds(timeoutSeconds));
        try {
            return requests.ask(kind, headers, sql, arguments, shape);
        } catch (final IllegalArgumentException e) {
            throw Failures.behind(e, new SQLSyntaxErrorException(e.getMessage(), "42000"));
        }
    }

    private FutureRequests in(JobItem item) throws SQLException {
        if (!item.queues().equals(queues)) {
            throw Refused.because(
                    "a connection to " + queues + " in a body of a job on " + item.queues(),
                    "its statements would be missing from the job's history: a body must use its own job's queues");
        }
        return item;
    }

    private FutureRequests outside() throws SQLException {
        final FutureRequests requests = outside.requests();
        if (!told.getAndSet(true)) {
            LOG.warn(
                    "{}: a statement is sent outside of a job's body. A thread that waits for each result before its"
                            + " next statement is slow; in job.run(...) statements of many items share calls",
                    queues);
        }
        return requests;
    }

    /** Waits for a result. */
    static <T> T await(CompletableFuture<T> result) throws SQLException {
        try {
            return result.get();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.behind(
                    e,
                    new SQLNonTransientConnectionException(
                            "interrupted while waiting for a result; the request stays in the queue", "57014"));
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof RequestFailedException failed) {
                throw Failures.of(failed);
            }
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw Failures.behind(e, new SQLException("no result: " + e.getCause(), "58000"));
        }
    }
}
