package dev.sluice.service.jdbc.update;

import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.service.core.Call;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.connect.Worker;
import dev.sluice.service.jdbc.read.Alone;
import dev.sluice.service.update.Checkpoint;
import dev.sluice.service.update.DatabaseException;
import dev.sluice.service.update.GivenBackException;
import dev.sluice.service.update.UpdateRun;
import java.sql.SQLException;
import java.util.Optional;

/** Has runs of updates answered on JDBC connections. Belongs to one worker. */
public final class UpdateTask implements Worker.Task {

    private final UpdateRun run;
    private final Alone alone;
    private final Optional<CheckpointSchema> schema;
    private JdbcUpdateSession updates;

    /**
     * @param retries attempts in all at what conflicts or times out
     * @param each whether every update has a transaction of its own
     * @param schema the tables of the checkpoint, if it has some
     */
    public UpdateTask(Checkpoint checkpoint, int retries, boolean each, Optional<CheckpointSchema> schema) {
        this.run = new UpdateRun(checkpoint, retries, each);
        this.alone = new Alone(retries);
        this.schema = schema;
    }

    @Override
    public void opened(Session session) throws GivenBackException, SQLException {
        if (schema.isPresent()) {
            schema.get().makeOnce(session);
        }
        updates = new JdbcUpdateSession(session, alone, schema);
        run.opened(updates);
        FaultPoint.reached("recovery-claimed");
    }

    @Override
    public void answer(Session session, Call call) throws GivenBackException, SQLException {
        try {
            run.answer(updates, call);
        } catch (final DatabaseException e) {
            throw JdbcUpdateSession.thrown(e);
        }
    }
}
