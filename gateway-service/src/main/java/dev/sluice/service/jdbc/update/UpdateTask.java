package dev.sluice.service.jdbc.update;

import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.service.core.Call;
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
import org.slf4j.LoggerFactory;

/** Has runs of updates answered on JDBC connections. Belongs to one worker. */
public final class UpdateTask implements Worker.Task {

    private static final Logger LOG = LoggerFactory.getLogger(UpdateTask.class);

    private final UpdateRun run;
    private final Alone alone;
    private final Durability durability;
    private final Optional<CheckpointSchema> schema;
    private final SchemaChanges changes;
    private final Limits limits;
    private final String name;
    /** Operations that do not share transactions as they are, or only by trust, and of which the log says so. */
    private final Set<JdbcOperation> told = new HashSet<>();

    /** Each statement may wait for a table that somebody locks; what is not proved by then is when it first runs. */
    private static final long PROOFS_NANOS = 5_000_000_000L;

    private final CountDownLatch proved = new CountDownLatch(1);
    private volatile List<JdbcOperation> declared = List.of();

    private JdbcUpdateSession updates;

    /**
     * @param name the gateway and the database, for the log
     * @param retries attempts in all at what conflicts or times out
     * @param each whether every update has a transaction of its own
     * @param schema the tables of the checkpoint, if it has some
     * @param changes those of the database, which this counts
     * @param limits of the rows that one update returns
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

    /** Has the first session ask the catalog what these touch, whether they read or write; called before there is one. */
    public void prove(List<JdbcOperation> statements) {
        declared = List.copyOf(statements);
    }

    /** Waits until the first session has asked what declared statements touch, for no longer than that. */
    public void awaitProofs(long nanos) {
        try {
            proved.await(nanos, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt(); // the service goes on, and ends
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

    /** A call that reads waits for the claim alone, which its session began with. */
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
            LOG.info("{}: {} shares transactions as trust: transaction says, unproved: {}", name, operation, reason);
        } else {
            LOG.info("{}: {} has a transaction of its own for each update: {}", name, operation, reason);
        }
    }
}
