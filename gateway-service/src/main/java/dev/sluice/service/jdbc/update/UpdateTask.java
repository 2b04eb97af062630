package dev.sluice.service.jdbc.update;

import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.connect.Worker;
import dev.sluice.service.jdbc.proof.SchemaChanges;
import dev.sluice.service.jdbc.read.Alone;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.jdbc.read.Reader.Limits;
import dev.sluice.service.update.Checkpoint;
import dev.sluice.service.update.DatabaseException;
import dev.sluice.service.update.GivenBackException;
import dev.sluice.service.update.UpdateRun;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** The task of the worker that answers runs of updates on a JDBC connection. Belongs to one worker. */
public final class UpdateTask implements Worker.Task {

    private static final Logger LOG = MaskedLog.of(UpdateTask.class);

    private final UpdateRun run;
    private final Alone alone;
    private final Durability durability;
    private final Optional<CheckpointSchema> schema;
    private final SchemaChanges changes;
    private final Limits limits;
    private final String name;
    /**
     * The operations about which a message was logged, because their updates share no transactions, or share them only because
     * the configuration says {@code trust: transaction}.
     */
    private final Set<JdbcOperation> told = new HashSet<>();

    /**
     * The time limit for reading the footprints of declared statements at the start. A footprint is the tables and rows that a
     * statement touches; reading it from the catalog may wait for a locked table. After the time limit, the footprint of each
     * further statement is read when the statement first runs.
     */
    private static final long PROOFS_NANOS = 5_000_000_000L;

    private final CountDownLatch proved = new CountDownLatch(1);
    private volatile List<JdbcOperation> declared = List.of();

    private JdbcUpdateSession updates;

    /**
     * @param name the gateway and the database, for the log
     * @param retries the maximum number of attempts, including the first, to run an update that conflicts or times out
     * @param each whether every update has its own transaction
     * @param schema the tables of the checkpoint, if there is a checkpoint
     * @param changes the counter of the database's schema changes, which this task increments
     * @param limits the limits of the rows that one update may return
     */
    public UpdateTask(
            String name,
            Checkpoint checkpoint,
            int retries,
            boolean each,
            Optional<CheckpointSchema> schema,
            SchemaChanges changes,
            Limits limits) {
        this.name = name;
        this.run = new UpdateRun(checkpoint, retries, each);
        this.alone = new Alone(retries);
        this.durability = new Durability(name);
        this.schema = schema;
        this.changes = changes;
        this.limits = limits;
    }

    /**
     * Sets the operations (reads and updates) whose footprints the first session reads. Called before the first session opens.
     */
    public void prove(List<JdbcOperation> statements) {
        declared = List.copyOf(statements);
    }

    /** Waits, at most the given time, until the first session has read the footprints of declared statements. */
    public void awaitProofs(long nanos) {
        try {
            proved.await(nanos, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt(); // the service thread will notice the interrupt and end
        }
    }

    @Override
    public void opened(Session session) throws GivenBackException, SQLException {
        durability.keep(session);
        if (schema.isPresent()) {
            schema.get().makeOnce(session);
        }
        updates = new JdbcUpdateSession(session, schema, changes, alone, this::tell, limits);
        if (proved.getCount() > 0) {
            final long begin = System.nanoTime();
            for (final JdbcOperation operation : declared) {
                if (System.nanoTime() - begin < PROOFS_NANOS) {
                    updates.prove(operation);
                }
            }
            proved.countDown();
        }
        run.opened(updates);
        FaultPoint.reached("recovery-claimed");
    }

    /** Answers a call of updates. A call of reads only waits until {@link #opened} has claimed the checkpoint. */
    @Override
    public void answer(Session session, Call call) throws GivenBackException, SQLException {
        if (!call.update()) {
            return;
        }
        try {
            if (call.questions().size() > 1 || !changes.underWay()) {
                updates.prove(call.questions());
            }
            run.answer(updates, call);
        } catch (final DatabaseException e) {
            throw Session.thrown(e);
        }
    }

    private void tell(JdbcOperation operation, String reason) {
        if (!told.add(operation)) {
            return;
        }
        if (operation.trusted()) {
            LOG.info("{}: {} shares transactions by trust: transaction, without proof: {}", name, operation, reason);
        } else {
            LOG.info("{}: {} has a transaction of its own for each update: {}", name, operation, reason);
        }
    }
}
