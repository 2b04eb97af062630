package dev.sluice.service.update;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.ReadResult;
import dev.sluice.service.update.CheckpointTable.Kept;
import dev.sluice.service.update.CheckpointTable.Row;
import dev.sluice.service.update.CommitNotes.Commit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;

/**
 * Makes each update happen exactly once: each transaction contains updates, their outcomes and the checkpoint. A crash before the
 * commit leaves nothing of these updates. After a later crash, the restarted gateway reads the same requests again and answers
 * them from the stored outcomes. Stored are the outcomes of the updates, and the results of earlier reads that were not written
 * to the output yet. An outcome is stored until the result is on disk. Each claim of the checkpoint increases its epoch. Every
 * transaction first locks the checkpoint's row; if the row has a newer epoch, another gateway has claimed the checkpoint, and
 * this one stops.
 */
public final class ExactlyOnce implements Checkpoint {

    private static final Logger LOG = MaskedLog.of(ExactlyOnce.class);

    /**
     * When a row of outcomes has this many bytes, further outcomes go into another row, because the column may be limited to a
     * megabyte.
     */
    private static final int MOST_BYTES_A_ROW = 1 << 19;

    private final Origin origin;
    private final String database;
    private final Set<String> databases;
    private final KeptOutcomes kept = new KeptOutcomes();
    private final KeptReads reads = new KeptReads();
    private final OutcomeLog log = new OutcomeLog();
    private final Deque<Kept> recorded = new ArrayDeque<>();
    /**
     * The commit that an earlier process noted. Empty if no commit was noted, or if the database is in memory, because its data
     * is then lost with its process.
     */
    private Optional<Commit> noted;

    private boolean claimed;
    private boolean notes = true;
    private long epoch;
    /** The index of the last update that is known to be committed. */
    private long committed = CheckpointTable.NONE;

    private long answered;
    /** The last commit, which the service thread is to note beside the results. */
    private volatile Optional<Commit> reached = Optional.empty();
    /** The commit that the service thread has noted last. */
    private Optional<Commit> lastNoted = Optional.empty();

    /**
     * @param database the database's name in the configuration
     * @param databases the names of all databases in the configuration
     */
    public ExactlyOnce(Origin origin, String database, Set<String> databases) {
        this.origin = origin;
        this.database = database;
        this.databases = Set.copyOf(databases);
        this.answered = origin.answered();
        this.noted = origin.commits().last(database);
    }

    @Override
    public void claim(UpdateSession session) throws GivenBackException {
        final CheckpointTable table = session.checkpointTable();
        try {
            session.begin();
            if (!claimed) {
                noteNothingInMemory(session);
            }
            final Row row = claimed
                    ? claimedAgain(table)
                    : new FirstClaim(origin, database, databases, noted, notes).claim(table);
            read(table.outcomes());
            session.commit();
            confirm();
            epoch = row.epoch();
            committed = Math.max(committed, row.last());
            // A database that writes commits late may lose this claim and nothing else. So the claim is noted only with
            // the first commit; until then the epoch before the claim is noted.
            reached(new Commit(epoch - 1, row.last()));
            claimed = true;
            reads.claimed();
        } catch (final DatabaseException e) {
            throw trouble(session, e);
        }
    }

    /**
     * After the first claim of the checkpoint, checks that no other gateway has claimed the lane (the pair of queues) after this
     * gateway. Such a gateway would not know of this late claim of the checkpoint, and would see the effects of updates that this
     * gateway still runs.
     */
    private void confirm() throws GivenBackException {
        if (!claimed && !origin.isLast()) {
            throw new CheckpointException("the lane was claimed by another gateway of this name, or the brokers have"
                    + " ended this one's claim, before it claimed " + mine() + ": this one must not go on");
        }
    }

    private void noteNothingInMemory(UpdateSession session) throws DatabaseException {
        if (notes && session.inMemory()) {
            notes = false;
            noted = Optional.empty();
            LOG.info("{}: database '{}' is in memory: nothing is noted of its commits", origin.gateway(), database);
        }
    }

    private Row claimedAgain(CheckpointTable table) throws DatabaseException, GivenBackException {
        final Row row =
                table.lock().orElseThrow(() -> new CheckpointException(mine() + " was deleted while the gateway ran"));
        checkHolder(row);
        checkNothingLost(row);
        return FirstClaim.taken(origin, table, row);
    }

    private void checkNothingLost(Row row) throws CheckpointException {
        if (row.last() < committed || row.epoch() <= epoch) {
            throw new CheckpointException(mine() + " is at " + origin.position(row.last())
                    + ", though updates up to " + origin.position(committed)
                    + " were committed: the database lost them; it was restored, or another server took over before it"
                    + " had received them");
        }
    }

    private void checkHolder(Row row) throws CheckpointException {
        if (!row.holder().equals(origin.holder())) {
            throw new CheckpointException(mine() + " was claimed by " + row.holder()
                    + ": another gateway of this name runs on a copy of these queues, and this one must not go on");
        }
    }

    private void read(List<byte[]> rows) throws CheckpointException {
        recorded.clear();
        kept.clear();
        reads.clear();
        try {
            for (final byte[] row : rows) {
                final List<Kept> outcomes = new ArrayList<>();
                OutcomeLog.decode(row, outcomes);
                for (final Kept outcome : outcomes) {
                    if (outcome.read()) {
                        reads.found(outcome, origin.answered());
                    } else if (outcome.index() > answered) {
                        recorded.add(outcome);
                    }
                }
                kept.add(outcomes.get(outcomes.size() - 1).index(), row.length);
            }
        } catch (final WireFormatException e) {
            throw new CheckpointException("The outcomes kept with " + mine() + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public Optional<Outcome> recorded(Question question) throws CheckpointException {
        final Kept first = recorded.peek();
        if (question.index() <= origin.lost(database) && (first == null || question.index() < first.index())) {
            return Optional.of(Outcome.failed(FailureKind.NOT_ALLOWED, lost(question.index())));
        }
        if (first == null) {
            return Optional.empty();
        }
        // Updates keep their order, so the first update that comes again is the first one that was committed after the
        // last result was written.
        if (first.index() != question.index() || first.fingerprint() != question.fingerprint()) {
            throw new CheckpointException(mine() + " has the outcome of an update at "
                    + origin.position(first.index()) + ", but the next update on the input, at "
                    + origin.position(question.index()) + ", is a different one: the input, or the configuration, is"
                    + " not the one that was in use; bring the right one back");
        }
        recorded.remove();
        answered = question.index();
        return Optional.of(first.outcome());
    }

    private String lost(long index) {
        return "The update at " + origin.position(index) + " was run before, or refused, and is not run again: its"
                + " outcome was in an output that is lost, and database '" + database + "' does not keep it any more";
    }

    @Override
    public void keepAlong(List<ReadResult> results) {
        reads.next(results);
    }

    @Override
    public void check(UpdateSession session, Question update) throws GivenBackException {
        final Advanced advanced = new Advanced(session, committed, OptionalLong.empty());
        try {
            session.begin();
            advance(session, committed, OptionalLong.empty());
            advanced.keepReads(update);
            session.commit();
        } catch (final DatabaseException e) {
            throw trouble(session, e);
        }
        advanced.committed();
    }

    private void advance(UpdateSession session, long lastOfRun, OptionalLong prunable)
            throws DatabaseException, CheckpointException {
        if (!session.checkpointTable().advance(epoch, lastOfRun, prunable)) {
            throw new CheckpointException(mine() + " was claimed by another gateway of this name, or deleted,"
                    + " and this one must not go on; the column holder names the other one");
        }
    }

    @Override
    public Begun begin(UpdateSession session, long last) throws GivenBackException {
        final OptionalLong prunable = kept.prunable();
        try {
            session.begin();
            advance(session, last, prunable);
        } catch (final DatabaseException e) {
            throw trouble(session, e);
        }
        prunable.ifPresent(reads::durable);
        return new Advanced(session, last, prunable);
    }

    @Override
    public boolean reached(UpdateSession session, long last) throws GivenBackException {
        try {
            session.begin();
            final boolean reached = session.checkpointTable().last().orElse(CheckpointTable.NONE) >= last;
            session.rollback();
            return reached;
        } catch (final DatabaseException e) {
            // the claim of the next session finds out whether the update was committed
            throw GivenBackException.outage(mine() + ": " + e.getMessage(), e);
        }
    }

    /** A transaction that has advanced the checkpoint. */
    private final class Advanced implements Begun {

        private final UpdateSession session;
        private final long last;
        private final OptionalLong pruned;
        private final List<KeptOutcomes.Row> rows = new ArrayList<>(1);
        private List<ReadResult> before = List.of();

        Advanced(UpdateSession session, long last, OptionalLong pruned) {
            this.session = session;
            this.last = last;
            this.pruned = pruned;
        }

        @Override
        public void keep(List<Question> questions, Outcome[] outcomes) throws GivenBackException {
            try {
                log.clear();
                before = reads.before(questions.get(questions.size() - 1).index());
                int next = 0;
                for (int i = 0; i < outcomes.length; i++) {
                    next = keepReads(next, questions.get(i).index());
                    log.add(questions.get(i), outcomes[i]);
                    flush(MOST_BYTES_A_ROW);
                }
                flush(0);
            } catch (final DatabaseException e) {
                throw trouble(session, e);
            }
        }

        /** Stores the results of the reads before an update that is not itself part of this transaction. */
        void keepReads(Question update) throws DatabaseException {
            log.clear();
            before = reads.before(update.index());
            keepReads(0, update.index());
            flush(0);
        }

        private int keepReads(int from, long update) throws DatabaseException {
            int next = from;
            for (; next < before.size() && before.get(next).index() < update; next++) {
                log.add(before.get(next));
                flush(MOST_BYTES_A_ROW);
            }
            return next;
        }

        private void flush(int leastBytes) throws DatabaseException {
            if (!log.isEmpty() && log.size() >= leastBytes) {
                session.checkpointTable().keep(log.last(), log.toBytes());
                rows.add(KeptOutcomes.Row.of(log.last(), log.size()));
                log.clear();
            }
        }

        @Override
        public void committed() {
            answered = Math.max(answered, last);
            committed = last;
            reached(new Commit(epoch, last));
            reads.committed(before);
            kept.committed(pruned, rows);
        }
    }

    private void reached(Commit commit) {
        if (notes && (commit.last() != CheckpointTable.NONE || noted.isPresent())) {
            reached = Optional.of(commit);
        }
    }

    @Override
    public void note() {
        final Optional<Commit> now = reached;
        if (!now.equals(lastNoted)) {
            now.ifPresent(commit -> origin.commits().note(database, commit));
            lastNoted = now;
        }
    }

    @Override
    public boolean keepsOutcomes() {
        return true;
    }

    @Override
    public void durable(long index) {
        kept.durable(index);
    }

    @Override
    public boolean wantsDurable() {
        return kept.wantDurable();
    }

    @Override
    public boolean hasRoom(long first) {
        return kept.hasRoom(first);
    }

    @Override
    public boolean mustBeClaimedFor(Call read) {
        return reads.mayHave(read, origin.lastBeforeClaim());
    }

    @Override
    public void answerKept(Call read) throws CheckpointException {
        for (final Question question : read.questions()) {
            for (final Kept result : reads.take(question)) {
                if (result.fingerprint() != question.fingerprint(result.index())) {
                    throw new CheckpointException(mine() + " has the result of a read at "
                            + origin.position(result.index())
                            + ", and the request there is a different one: the input is not"
                            + " the one that was in use; bring the right one back");
                }
                question.answer(result.index(), result.outcome());
            }
        }
    }

    private String mine() {
        return FirstClaim.mine(origin, database);
    }

    /** An error of the checkpoint's own tables is not the fault of a request, so the call waits and is retried. */
    private GivenBackException trouble(UpdateSession session, DatabaseException error) {
        final String reason = mine() + ": " + error.getMessage();
        return switch (error.meaning()) {
            case OUTAGE -> GivenBackException.outage(error.getMessage(), error);
            case CONFLICT -> GivenBackException.conflict(reason, error);
            case STALE -> {
                session.prepareAgain();
                yield GivenBackException.conflict(reason, error);
            }
            // Retried on a new session, because a statement may have changed the role or the search path of this one.
            default -> GivenBackException.outage(reason, error);
        };
    }
}
