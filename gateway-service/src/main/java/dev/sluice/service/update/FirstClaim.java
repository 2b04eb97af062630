package dev.sluice.service.update;

import dev.sluice.service.update.CheckpointTable.Row;
import dev.sluice.service.update.CommitNotes.Commit;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first claim of a run: holds the checkpoint against the queues and against what was noted beside the results, and refuses what
 * does not belong together, unless an operator accepted it. Belongs to one worker.
 */
final class FirstClaim {

    private static final Logger LOG = LoggerFactory.getLogger(FirstClaim.class);

    private final Origin origin;
    private final String database;
    private final Set<String> databases;
    private final Optional<Commit> noted;
    private final boolean notes;

    /**
     * @param database the database's name in the configuration
     * @param databases the names of all databases there
     * @param noted how far the checkpoint had got, as the runs before have noted
     * @param notes whether this run notes that
     */
    FirstClaim(Origin origin, String database, Set<String> databases, Optional<Commit> noted, boolean notes) {
        this.origin = origin;
        this.database = database;
        this.databases = databases;
        this.noted = noted;
        this.notes = notes;
    }

    /** Locks the row, makes it if it is not there, and makes it this run's. */
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
                    "{}: whether {} has lost commits since the last run is not known: none were noted beside these results yet",
                    origin.gateway(),
                    mine(origin, database));
        }
        return taken(origin, table, mine);
    }

    private boolean isOfThese(Row row) {
        return row.queue().equals(origin.queue());
    }

    /** Whether a row is not behind that note. The count of epochs goes on for other queues: they have claimed it since, or before. */
    private boolean has(Row row, Commit note) {
        return row.epoch() > note.epoch() && (!isOfThese(row) || row.last() >= note.last());
    }

    /** What was lost and has a result is not run again; what has none is run as if it never was. */
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
            table.forgetOutcomes(); // all have results
        }
        // An output that loses the results of what was lost is refused, as for outcomes that are gone.
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

    /** Under a former name there may be a note and a row; so it is, too, before the first update of a gateway that has read. */
    private void sayIfRenamed() {
        if (notes && origin.answered() != CheckpointTable.NONE) {
            LOG.info(
                    "{}: {} is not there, and no commit of it was noted beside these results, though they answer requests:"
                            + " if the gateway or the database had another name, whether the database has lost commits is"
                            + " not known",
                    origin.gateway(),
                    mine(origin, database));
        }
    }

    /** The last update that may be lost and have a result. */
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
                        : "belongs to the input queue " + row.queue() + " of a former time")
                .orElse("is not there");
        final boolean onlyClaims = same.filter(row -> row.last() >= note.last()).isPresent();
        final long last = same.map(Row::last).orElse(CheckpointTable.NONE);
        final long through = through(note);
        return new CheckpointException(
                mine(origin, database) + " " + is + ", but the note beside the results says that updates up to "
                        + origin.position(note.last()) + ", claim " + note.epoch() + ", were committed: "
                        + (onlyClaims ? "no update is missing, but later claims are" : "the database lost them")
                        + ". It was restored from a backup, its tables were dropped or emptied, or it did not write what it"
                        + " committed before a kill"
                        + (same.isPresent() ? "" : carriedOver())
                        + ". Bring the database back as it was. If that cannot be, start once with sluice run --accept-lost:"
                        + " it lists the lost updates that have a result and runs none of them; those without a result are run"
                        + (through <= last
                                ? ""
                                : ". Then have those run again that are to be (--dry-run shows them, --lookup and --key choose): "
                                        + origin.commits().redrive(database, last, through)));
    }

    private String carriedOver() {
        return "; or '" + database
                + "' is another database now, which got the rows of the former one without its checkpoint:"
                + " then accept the loss, and have none of them run again";
    }

    /** Under another name outcomes would not be found, and the last updates run again. */
    private void checkOthers(CheckpointTable table) throws DatabaseException, CheckpointException {
        for (final CheckpointTable.Owner other : table.others(origin.queue(), origin.answered())) {
            if (!other.gateway().equals(origin.gateway()) || !databases.contains(other.database())) {
                throw new CheckpointException("database '" + database + "' has updates of these queues whose results"
                        + " are not written, run by gateway '" + other.gateway() + "' for its database '"
                        + other.database() + "', and not by '" + origin.gateway() + "' for one of "
                        + new TreeSet<>(databases) + ": go on under the former names until they are");
            }
        }
    }

    private Row ofNewQueues(CheckpointTable table, Row row) throws DatabaseException, CheckpointException {
        if (!origin.accepted().newQueues()) {
            throw new CheckpointException(mine(origin, database) + " belongs to the input queue " + row.queue()
                    + ", but the input here is " + origin.queue() + ". If another gateway uses that queue, give this"
                    + " one another name. If the queues were deleted by mistake, bring them back. If they were"
                    + " replaced on purpose, start once with --accept-new-queues: what was committed for the former"
                    + " ones is then forgotten");
        }
        // Back at former queues: the start is refused if they lose results of theirs, and is not if a kill leaves their
        // old note.
        final long through = noted.map(this::through).orElse(CheckpointTable.NONE);
        LOG.warn(
                "{}: {} is taken over from the input queue {}, as told; its outcomes are forgotten{}",
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
                    + " there is none, sluice replay resume --rebuild-output puts another one in its place");
        }
        if (!origin.mayHaveBeenAsked(row.last())) {
            throw new CheckpointException(mine(origin, database) + " has updates up to " + origin.position(row.last())
                    + ", but the input ends at " + origin.position(origin.lastRequest())
                    + ": it is an older copy, or lost its end in a power cut; bring the right one back, or start with"
                    + " new queues and --accept-new-queues");
        }
    }

    /** The checkpoint in words. */
    static String mine(Origin origin, String database) {
        return "the checkpoint of gateway '" + origin.gateway() + "' in database '" + database + "'";
    }
}
