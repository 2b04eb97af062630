package dev.sluice.service.update;

import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.update.CheckpointTable.Row;
import dev.sluice.service.update.CommitNotes.Commit;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;

/**
 * The first claim of the checkpoint after a gateway process has started. A claim makes the process the holder of the checkpoint.
 * The first claim compares the checkpoint with the queues, and with the note of the last commit that is stored beside the
 * results. If there is a difference, the gateway does not start, unless an operator has accepted the difference. Belongs to one
 * worker.
 *
 * @param database the database's name in the configuration
 * @param databases the names of all databases in the configuration
 * @param noted the last commit of the checkpoint that earlier gateway processes noted
 * @param notes whether this process notes its commits beside the results
 */
record FirstClaim(Origin origin, String database, Set<String> databases, Optional<Commit> noted, boolean notes) {

    private static final Logger LOG = MaskedLog.of(FirstClaim.class);

    /** Locks the checkpoint's row, or inserts it if it does not exist, and sets this process as its holder. */
    Row claim(CheckpointTable table) throws DatabaseException, GivenBackException {
        final Optional<Row> found = table.lock();
        final Optional<Commit> missed =
                noted.filter(note -> found.filter(row -> has(row, note)).isEmpty());
        if (missed.isPresent()) {
            return acceptedLoss(table, found, missed.get());
        }
        checkOthers(table);
        if (found.isEmpty()) {
            sayIfRenamed();
            return inserted(table, CheckpointTable.NONE, CheckpointTable.NONE, 1);
        }
        final Row row = found.get();
        final Row mine = isOfThese(row) ? row : ofNewQueues(table, row);
        checkEnds(mine);
        if (notes && noted.isEmpty() && mine.last() != CheckpointTable.NONE) {
            LOG.info(
                    "{}: cannot tell whether {} has lost commits since the last run: none were noted beside these results yet",
                    origin.gateway(),
                    mine(origin, database));
        }
        return taken(origin, table, mine);
    }

    private boolean isOfThese(Row row) {
        return row.queue().equals(origin.queue());
    }

    /**
     * Whether the row is at least as new as the note. The epoch also increases when the row is claimed for other queues. So if a
     * row of other queues has a higher epoch than the note, it was claimed after the note was written.
     */
    private boolean has(Row row, Commit note) {
        return row.epoch() > note.epoch() && (!isOfThese(row) || row.last() >= note.last());
    }

    /** Lost updates that have a result are not run again; lost updates without a result are run as if for the first time. */
    private Row acceptedLoss(CheckpointTable table, Optional<Row> found, Commit note)
            throws DatabaseException, GivenBackException {
        if (!origin.accepted().lostCommits()) {
            throw lostCommits(found, note);
        }
        checkOthers(table);
        final Optional<Row> same = found.filter(this::isOfThese);
        final long last = same.map(Row::last).orElse(CheckpointTable.NONE);
        final long through = through(note);
        final boolean lost = through > last;
        if (lost || same.isEmpty()) {
            table.forgetOutcomes(); // each request with a stored outcome has a result
        }
        // The outcomes of the lost updates count as deleted. So from now on, the gateway refuses an output that lacks
        // the results of these updates.
        final long pruned = lost ? through : same.map(Row::pruned).orElse(CheckpointTable.NONE);
        origin.commits().lost(database, last, through);
        final long next = Math.max(note.epoch() + 1, found.map(Row::epoch).orElse(0L));
        if (found.isEmpty()) {
            return inserted(table, through, pruned, next);
        }
        final Row accepted = new Row(origin.queue(), Math.max(last, through), pruned, next, origin.holder());
        checkEnds(accepted);
        return taken(origin, table, accepted);
    }

    /**
     * Logs that the note and the row may exist under a former name of the gateway or the database. Both are also missing if the
     * gateway has only served reads so far.
     */
    private void sayIfRenamed() {
        if (notes && origin.answered() != CheckpointTable.NONE) {
            LOG.info(
                    "{}: {} does not exist, and no commit of it was noted beside these results, though requests were answered:"
                            + " if the gateway or the database had another name, nobody can tell whether the database has lost"
                            + " commits",
                    origin.gateway(),
                    mine(origin, database));
        }
    }

    /** Returns the index of the last update that may be lost although it has a result. */
    private long through(Commit note) {
        return Math.min(note.last(), origin.answered());
    }

    private Row inserted(CheckpointTable table, long last, long pruned, long epoch) throws DatabaseException {
        final Row row = new Row(origin.queue(), last, pruned, epoch, origin.holder());
        table.insert(row);
        return row;
    }

    static Row taken(Origin origin, CheckpointTable table, Row row) throws DatabaseException {
        final Row taken = new Row(row.queue(), row.last(), row.pruned(), row.epoch(), origin.holder());
        table.replace(taken);
        return taken;
    }

    private CheckpointException lostCommits(Optional<Row> found, Commit note) {
        final Optional<Row> same = found.filter(this::isOfThese);
        final String is = found.map(row -> isOfThese(row)
                        ? "is at " + origin.position(row.last()) + ", claim " + (row.epoch() - 1)
                        : "belongs to the input queue " + row.queue() + " that was used before")
                .orElse("does not exist");
        final boolean onlyClaims = same.filter(row -> row.last() >= note.last()).isPresent();
        final long last = same.map(Row::last).orElse(CheckpointTable.NONE);
        final long through = through(note);
        return new CheckpointException(
                mine(origin, database) + " " + is + ", but the note beside the results says that updates up to "
                        + origin.position(note.last()) + ", claim " + note.epoch() + ", were committed: "
                        + (onlyClaims ? "no update is missing, but the last claim is" : "the database lost them")
                        + ". It was restored from a backup, its tables were dropped or emptied, or it did not write what it"
                        + " committed before a kill"
                        + (same.isPresent() ? "" : carriedOver())
                        + ". Bring the database back as it was. If you cannot, start once with sluice run --accept-lost:"
                        + " it lists the lost updates that have a result and runs none of them; those without a result are run"
                        + (through <= last
                                ? ""
                                : ". Then run again those that you want (--dry-run lists them, --lookup and --key select them): "
                                        + origin.commits().redrive(database, last, through)));
    }

    private String carriedOver() {
        return "; or '" + database
                + "' is another database now, which got the rows of the former one without its checkpoint:"
                + " then accept the loss, and do not run any of the lost updates again";
    }

    /** Checks the names: under another name the stored outcomes would not be found, and the last updates would run again. */
    private void checkOthers(CheckpointTable table) throws DatabaseException, CheckpointException {
        for (final CheckpointTable.Owner other : table.others(origin.queue(), origin.answered())) {
            if (!other.gateway().equals(origin.gateway()) || !databases.contains(other.database())) {
                throw new CheckpointException("database '" + database + "' has updates of these queues whose results"
                        + " are not written, run by gateway '" + other.gateway() + "' for its database '"
                        + other.database() + "', but this gateway is '" + origin.gateway() + "', and its databases are "
                        + new TreeSet<>(databases) + ": use the former names until these results are written");
            }
        }
    }

    private Row ofNewQueues(CheckpointTable table, Row row) throws DatabaseException, CheckpointException {
        if (!origin.accepted().newQueues()) {
            throw new CheckpointException(mine(origin, database) + " belongs to the input queue " + row.queue()
                    + ", but the input here is " + origin.queue() + ". If another gateway uses that queue, give this"
                    + " one another name. If the queues were deleted by mistake, bring them back. If they were"
                    + " replaced on purpose, start once with --accept-new-queues: then the checkpoint of the former"
                    + " queues is given up");
        }
        // The gateway may have used these queues before. The row's pruned index makes a later start fail if results
        // up to that index are lost. The row's last index lets a later start succeed even if a kill leaves the old
        // note in place.
        final long through = noted.map(this::through).orElse(CheckpointTable.NONE);
        LOG.warn(
                "{}: {} is taken over from the input queue {}, as accepted by the operator; its outcomes are deleted{}",
                origin.gateway(),
                mine(origin, database),
                row.queue(),
                noted.filter(note -> note.last() > through)
                        .map(note -> ". Updates after " + origin.position(through) + " and up to "
                                + origin.position(note.last())
                                + " were committed before, have no result, and are run again")
                        .orElse(""));
        table.forgetOutcomes();
        return new Row(origin.queue(), through, through, row.epoch(), row.holder());
    }

    private void checkEnds(Row row) throws GivenBackException {
        if (row.pruned() > Math.max(origin.answered(), origin.lost(database))) {
            throw new CheckpointException(mine(origin, database) + " knows of results on disk up to "
                    + origin.position(row.pruned()) + ", but the output ends at "
                    + origin.position(origin.answered())
                    + ": it is an older copy, or lost its end; bring the right one back, or updates would run twice. If"
                    + " there is none, build a new output with sluice replay resume --rebuild-output");
        }
        if (!origin.mayHaveBeenAsked(row.last())) {
            throw new CheckpointException(mine(origin, database) + " has updates up to " + origin.position(row.last())
                    + ", but the input ends at " + origin.position(origin.lastRequest())
                    + ": it is an older copy, or lost its end in a power cut; bring the right one back, or start with"
                    + " new queues and --accept-new-queues");
        }
    }

    /** Returns the name of the checkpoint for messages. */
    static String mine(Origin origin, String database) {
        return "the checkpoint of gateway '" + origin.gateway() + "' in database '" + database + "'";
    }
}
