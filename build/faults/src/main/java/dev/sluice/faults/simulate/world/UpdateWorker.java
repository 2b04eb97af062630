package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.service.core.Backend.Reply;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Question;
import dev.sluice.service.update.Checkpoint;
import dev.sluice.service.update.CheckpointException;
import dev.sluice.service.update.DatabaseException;
import dev.sluice.service.update.DatabaseException.Meaning;
import dev.sluice.service.update.GivenBackException;
import dev.sluice.service.update.UpdateRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A worker that, like the JDBC worker, keeps a connection, and answers runs of updates with the gateway's own code. */
final class UpdateWorker {

    private final Life life;
    private final World world;
    private final SimulatedDatabase database;
    private final String name;
    private final UpdateRun run;
    private SimulatedSession session;

    UpdateWorker(Life life, SimulatedDatabase database, String name, Checkpoint checkpoint) {
        this.life = life;
        this.world = life.world;
        this.database = database;
        this.name = name;
        this.run = new UpdateRun(checkpoint, Setup.RETRIES, world.setup.each());
    }

    /** Opens the connection if there is none; if that fails, returns the reply to the call. */
    Optional<Reply> claim() throws CheckpointException {
        try {
            open();
            return Optional.empty();
        } catch (final CheckpointException e) {
            throw e;
        } catch (final GivenBackException | DatabaseException e) {
            session = null;
            return Optional.of(Reply.Unavailable.unasked(e.getMessage()));
        }
    }

    Reply answer(Call call) throws CheckpointException {
        final Optional<Reply> refusal = claim();
        if (refusal.isPresent()) {
            return refusal.get();
        }
        try {
            session.late(latePlaces(call));
            run.answer(session, call);
            return new Reply.Done(1);
        } catch (final CheckpointException e) {
            throw e;
        } catch (final GivenBackException e) {
            if (e.connectionLost()) {
                session = null;
            } else {
                recover();
            }
            return e.conflict() ? new Reply.Conflicted(1) : new Reply.Unavailable(1, e.getMessage());
        } catch (final DatabaseException e) {
            session = null;
            return new Reply.Unavailable(1, e.getMessage());
        }
    }

    /** Returns the updates that must not run any more; the gateway may store this as their outcome. */
    private List<Integer> latePlaces(Call call) {
        final List<Integer> late = new ArrayList<>();
        for (final Question question : call.questions()) {
            if (!question.answered() && (question.condemned() || question.late(session.transactional(question)))) {
                late.add(world.setup.positions().place(question.index()));
            }
        }
        return late;
    }

    private void open() throws GivenBackException, DatabaseException {
        if (session == null) {
            if (world.happens(Fault.OUTAGE)) {
                database.goAway(1 + world.choices.below(40));
            }
            if (life.step(Place.CONNECT, database.number) == Mishap.CONNECTION_LOST || database.away()) {
                throw new DatabaseException(Meaning.OUTAGE, "away", null);
            }
            session = new SimulatedSession(life, database, name, Setup.RETRIES);
            session.claiming(true);
            run.opened(session);
            session.claiming(false);
            life.claimant.claimed().add(name);
        }
    }

    private void recover() {
        try {
            session.rollback();
        } catch (final DatabaseException e) {
            session = null;
        }
    }
}
