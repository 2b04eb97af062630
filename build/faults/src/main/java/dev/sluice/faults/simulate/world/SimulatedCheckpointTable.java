package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.DatabaseException;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** A gateway's checkpoint rows in a simulated database, as seen and changed by one connection. */
record SimulatedCheckpointTable(SimulatedSession session, SimulatedDatabase database, String name)
        implements CheckpointTable {

    private Optional<Row> row() {
        return session.transaction().row.or(() -> database.checkpoint(name).row);
    }

    /**
     * Returns the row after waiting for its lock. A row that was inserted but not committed is invisible, so there is no wait
     * for it.
     */
    private Optional<Row> lockedRow() {
        if (database.checkpoint(name).row.isPresent()) {
            database.waitForCheckpoint(name);
        }
        return row();
    }

    @Override
    public Optional<Row> lock() throws DatabaseException {
        session.statement(Place.CLAIM_LOCK, database.number);
        final Optional<Row> counted =
                lockedRow().map(it -> new Row(it.queue(), it.last(), it.pruned(), it.epoch() + 1, it.holder()));
        if (counted.isPresent()) {
            session.transaction().row = counted;
        }
        return counted;
    }

    @Override
    public OptionalLong last() throws DatabaseException {
        session.statement(Place.CHECK, database.number);
        return row().stream().mapToLong(Row::last).findFirst();
    }

    @Override
    public List<Owner> others(UUID queue, long after) throws DatabaseException {
        session.statement(Place.CLAIM_OTHERS, database.number);
        return database.checkpoints().entrySet().stream()
                .filter(entry -> !entry.getKey().equals(name))
                .filter(entry -> entry.getValue()
                        .row
                        .filter(other -> other.queue().equals(queue) && other.last() > after)
                        .isPresent())
                .map(entry -> entry.getKey())
                .sorted()
                .map(other -> new Owner("gateway", other))
                .toList();
    }

    @Override
    public void insert(Row row) throws DatabaseException {
        session.statement(Place.CLAIM_INSERT, database.number);
        database.waitForCheckpoint(name);
        if (row().isPresent()) {
            throw session.objection(Meaning.ITEM); // its key already exists
        }
        session.transaction().row = Optional.of(row);
        session.transaction().claims = true;
    }

    @Override
    public void replace(Row row) throws DatabaseException {
        session.statement(Place.CLAIM_REPLACE, database.number);
        session.transaction().row = Optional.of(row);
        session.transaction().claims = true;
    }

    @Override
    public List<byte[]> outcomes() throws DatabaseException {
        session.statement(Place.CLAIM_OUTCOMES, database.number);
        return session.transaction().forgets
                ? List.of()
                : List.copyOf(database.checkpoint(name).outcomes.values());
    }

    @Override
    public boolean advance(long epoch, long last, OptionalLong pruned) throws DatabaseException {
        if (!session.gathers()) {
            return advanced(epoch, last, pruned);
        }
        session.gatherOrRun(() -> {
            if (!advanced(epoch, last, pruned)) {
                throw session.objection(Meaning.ITEM);
            }
        });
        return true;
    }

    private boolean advanced(long epoch, long last, OptionalLong pruned) throws DatabaseException {
        session.statement(Place.ADVANCE, database.number);
        final Optional<Row> found = lockedRow().filter(it -> it.epoch() == epoch);
        if (found.isEmpty()) {
            return false;
        }
        final Row row = found.get();
        final Row advanced = new Row(row.queue(), last, pruned.orElse(row.pruned()), epoch, row.holder());
        session.transaction().row = Optional.of(advanced);
        if (pruned.isPresent()) {
            session.statement(Place.PRUNE, database.number);
            session.transaction().prunedBefore = pruned.getAsLong() + 1;
        }
        return true;
    }

    @Override
    public void keep(long last, byte[] outcomes) throws DatabaseException {
        session.gatherOrRun(() -> {
            session.statement(Place.KEEP, database.number);
            if (database.checkpoint(name).outcomes.containsKey(last)
                    || session.transaction().kept.containsKey(last)) {
                throw session.objection(Meaning.ITEM); // its key already exists
            }
            session.transaction().kept.put(last, outcomes);
        });
    }

    @Override
    public void forgetOutcomes() throws DatabaseException {
        session.statement(Place.CLAIM_FORGET, database.number);
        session.transaction().forgets = true;
    }
}
