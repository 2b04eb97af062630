package dev.sluice.service.update;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.ReadResult;
import dev.sluice.service.update.CheckpointTable.Kept;
import dev.sluice.service.update.CheckpointTable.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Each update happens once: a run, the checkpoint and the outcomes commit together. A crash before the commit leaves
 * nothing of the run; one after it leaves the outcomes, from which the same requests are answered when they come again: the
 * updates, and the reads that saw what was there before them and whose results were not written yet.
 * Outcomes are kept until their results are on disk. The epoch fences off an older claim: its next transaction finds
 * another one in the row, which every transaction locks first of all.
 */
public final class ExactlyOnce implements Checkpoint {

    private static final Logger LOG = LoggerFactory.getLogger(ExactlyOnce.class);

    /** A row ends beyond so many bytes: its column may be one of a megabyte. */
    private static final int MOST_BYTES_A_ROW = 1 << 19;

    private final Origin origin;
    private final String database;
    private final Set<String> databases;
    private final KeptOutcomes kept = new KeptOutcomes();
    private final KeptReads reads = new KeptReads();
    private final OutcomeLog log = new OutcomeLog();
    private final Deque<Kept> recorded = new ArrayDeque<>();
    private boolean claimed;
    private long epoch;
    /** The index of the last update that is known to be committed. */
    private long committed = CheckpointTable.NONE;

    private long answered;

    /**
     * @param database the database's name in the configuration
     * @param databases the names of all databases there
     */
    public ExactlyOnce(Origin origin, String database, Set<String> databases) {
        this.origin = origin;
        this.database = database;
        this.databases = Set.copyOf(databases);
        this.answered = origin.answered();
    }

    @Override
    public void claim(UpdateSession session) throws GivenBackException {
        final CheckpointTable table = session.checkpointTable();
        try {
            session.begin();
            final Row row = claimedRow(table);
            read(table.outcomes());
            session.commit();
            confirm();
            epoch = row.epoch();
            committed = Math.max(committed, row.last());
            claimed = true;
            reads.claimed();
        } catch (final DatabaseException e) {
            throw trouble(session, e);
        }
    }

    /** The successor of a gateway that claims a checkpoint after it does not know that, and would see the updates that this one runs. */
    private void confirm() throws GivenBackException {
        if (!claimed && !origin.isLast()) {
            throw new CheckpointException("the lane was claimed by another gateway of this name, or the brokers have"
                    + " ended this one's claim, before it claimed " + mine() + ": this one must not go on");
        }
    }

    private Row claimedRow(CheckpointTable table) throws DatabaseException, GivenBackException {
        final Optional<Row> found = table.lock();
        if (found.isEmpty()) {
            if (claimed) {
                throw new CheckpointException(mine() + " was deleted while the gateway ran");
            }
            checkOthers(table);
            final Row first = new Row(origin.queue(), CheckpointTable.NONE, CheckpointTable.NONE, 1, origin.holder());
            table.insert(first);
            return first;
        }
        final Row row = found.get();
        if (claimed) {
            checkHolder(row);
            checkNothingLost(row);
        }
        final Row mine = row.queue().equals(origin.queue()) ? row : ofNewQueues(table, row);
        if (!claimed) {
            checkOthers(table);
            checkEnds(mine);
        }
        final Row taken = new Row(mine.queue(), mine.last(), mine.pruned(), row.epoch(), origin.holder());
        table.replace(taken);
        return taken;
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

    private void checkNothingLost(Row row) throws CheckpointException {
        if (row.last() < committed || row.epoch() <= epoch) {
            throw new CheckpointException(mine() + " is at " + origin.position(row.last())
                    + ", though updates up to " + origin.position(committed)
                    + " were committed: the database lost them; it was restored, or another server took over that had"
                    + " not got them yet");
        }
    }

    private void checkHolder(Row row) throws CheckpointException {
        if (!row.holder().equals(origin.holder())) {
            throw new CheckpointException(mine() + " was claimed by " + row.holder()
                    + ": another gateway of this name runs on a copy of these queues, and this one must not go on");
        }
    }

    private Row ofNewQueues(CheckpointTable table, Row row) throws DatabaseException, CheckpointException {
        if (!origin.acceptNewQueues()) {
            throw new CheckpointException(mine() + " belongs to the input queue " + row.queue()
                    + ", but the input here is " + origin.queue() + ". If another gateway uses that queue, give this"
                    + " one another name. If the queues were deleted by mistake, bring them back. If they were"
                    + " replaced on purpose, start once with --accept-new-queues: what was committed for the former"
                    + " ones is then forgotten");
        }
        LOG.warn(
                "{}: {} is taken over from the input queue {}, as told; its outcomes are forgotten",
                origin.gateway(),
                mine(),
                row.queue());
        table.forgetOutcomes();
        return new Row(origin.queue(), CheckpointTable.NONE, CheckpointTable.NONE, row.epoch(), row.holder());
    }

    private void checkEnds(Row row) throws GivenBackException {
        if (row.pruned() > Math.max(origin.answered(), origin.lost(database))) {
            throw new CheckpointException(mine() + " knows of results on disk up to "
                    + origin.position(row.pruned()) + ", but the output ends at "
                    + origin.position(origin.answered())
                    + ": it is an older copy, or lost its end; bring the right one back, or updates would run twice. If"
                    + " there is none, sluice replay resume --rebuild-output puts another one in its place");
        }
        if (!origin.mayHaveBeenAsked(row.last())) {
            throw new CheckpointException(mine() + " has updates up to " + origin.position(row.last())
                    + ", but the input ends at " + origin.position(origin.lastRequest())
                    + ": it is an older copy, or lost its end in a power cut; bring the right one back, or start with"
                    + " new queues and --accept-new-queues");
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
        // Updates keep their order, so what was committed after the last result begins with the first that is asked.
        if (first.index() != question.index() || first.fingerprint() != question.fingerprint()) {
            throw new CheckpointException(mine() + " has the outcome of an update at "
                    + origin.position(first.index()) + ", but the next one on the input, at "
                    + origin.position(question.index()) + ", is another one: the input, or the configuration, is not"
                    + " the one that was in use; bring the right one back");
        }
        recorded.remove();
        answered = question.index();
        return Optional.of(first.outcome());
    }

    private String lost(long index) {
        return "The update at " + origin.position(index) + " was run before, or refused, and is not run again: what it"
                + " came to was in an output that is lost, and database '" + database + "' does not keep it any more";
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
                    + " and this one must not go on; the column holder says who has it");
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
            throw GivenBackException.outage(mine() + ": " + e.getMessage(), e); // the next session's claim shows it
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

        /** Keeps the results of reads before an update that is no part of the transaction. */
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
            reads.committed(before);
            kept.committed(pruned, rows);
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
                            + ", and the request there is another one: the input is not"
                            + " the one that was in use; bring the right one back");
                }
                question.answer(result.index(), result.outcome());
            }
        }
    }

    private String mine() {
        return "the checkpoint of gateway '" + origin.gateway() + "' in database '" + database + "'";
    }

    /** An error of our own tables is no request's fault: it is waited for. */
    private GivenBackException trouble(UpdateSession session, DatabaseException error) {
        final String reason = mine() + ": " + error.getMessage();
        return switch (error.meaning()) {
            case OUTAGE -> GivenBackException.outage(error.getMessage(), error);
            case CONFLICT -> GivenBackException.conflict(reason, error);
            case STALE -> {
                session.prepareAgain();
                yield GivenBackException.conflict(reason, error);
            }
            // With a new session: a statement may have left this one with another role or path.
            default -> GivenBackException.outage(reason, error);
        };
    }
}
