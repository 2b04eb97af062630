package dev.sluice.replay.prove;

import dev.sluice.api.QueueException;
import dev.sluice.replay.exchange.ResultParts;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.jdbc.connect.Look.UnreachableException;
import dev.sluice.service.jdbc.probe.CheckpointView;
import dev.sluice.service.pending.Waiting;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.CheckpointTable.Kept;
import dev.sluice.service.update.KeptCheckpoint;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Recording.RecordedResults;
import java.util.List;
import java.util.Optional;

/**
 * How many rows the updates of one name say that they changed, beside the number of a query of the user's. While a gateway
 * runs the query sees a moment between two looks at the checkpoint, so that its number lies between two: what was
 * committed at the first look, and at the second. At rest both are the same.
 *
 * @param number the answer of the query
 * @param answeredBefore the request answered last before that
 */
record RowCount(
        Lane pair,
        String name,
        String database,
        Optional<KeptCheckpoint> before,
        long number,
        Optional<KeptCheckpoint> after,
        long answeredBefore) {

    /**
     * Asks the database.
     *
     * @param name a statement of the configuration
     * @throws IllegalArgumentException if it is none, or the query does not give a number
     * @throws QueueException if the database cannot be asked, or results that count are deleted
     */
    static RowCount ask(Lane pair, Databases databases, String name, String query) {
        final Declaration statement = databases.config().statements().get(name);
        if (statement == null) {
            throw new IllegalArgumentException("--rows " + name + ": the configuration has no statement of that name");
        }
        if (pair.hasDeletedResults()) {
            throw new QueueException("--rows " + name + ": results of the first requests are deleted, so what they"
                    + " changed cannot be counted; verify without --rows");
        }
        final String database = statement.database();
        final long answered = Scans.answered(pair, CheckpointTable.NONE);
        try (CheckpointView view = databases.connect(database)) {
            final boolean exactlyOnce =
                    databases.config().databases().get(database).updates() == UpdateGuarantee.EXACTLY_ONCE;
            final Optional<KeptCheckpoint> before = exactlyOnce ? ours(pair, view) : Optional.empty();
            final long number = view.number(query);
            final Optional<KeptCheckpoint> after = exactlyOnce ? ours(pair, view) : Optional.empty();
            return new RowCount(pair, name, database, before, number, after, answered);
        } catch (final UnreachableException e) {
            throw Databases.unreachable(database, e);
        }
    }

    private static Optional<KeptCheckpoint> ours(Lane pair, CheckpointView view) throws UnreachableException {
        return view.checkpoint().filter(kept -> kept.row().queue().equals(pair.inputId()));
    }

    /** Counts, and says what it came to. */
    String compare(Findings found) {
        final boolean checkpointed = before.isPresent() && after.isPresent();
        final long behind = checkpointed ? last(before) : answeredBefore;
        final long within = checkpointed ? last(after) : Long.MAX_VALUE;
        long least = 0;
        long most = 0;
        long lastRead = CheckpointTable.NONE;
        try (RecordedResults scan = pair.scanResults()) {
            while (Scans.next(scan)) {
                final long index = scan.frame().request().index();
                lastRead = Math.max(lastRead, index);
                if (scan.frame().request().name().equals(name)) {
                    final long changed = ResultParts.of(scan.frame()).changed().orElse(0L);
                    least += index <= behind ? changed : 0;
                    most += index <= within ? changed : 0;
                }
            }
        }
        least += unanswered(before, lastRead);
        most += unanswered(after, lastRead);
        final boolean open = !checkpointed && waits();
        if (number < least || number > most && !open) {
            found.add(
                    "database '" + database + "'",
                    "the query for '" + name + "' says " + number + ", and its updates say that they changed "
                            + range(least, most, open));
        }
        return String.format(
                "rows        %s: updates changed %s, and the query says %,d", name, range(least, most, open), number);
    }

    private static String range(long least, long most, boolean open) {
        if (open) {
            return String.format("at least %,d", least);
        }
        return least == most ? String.format("%,d", least) : String.format("%,d to %,d", least, most);
    }

    /** Counts rows that committed updates changed whose results are not written. */
    private long unanswered(Optional<KeptCheckpoint> kept, long lastRead) {
        final List<Kept> outcomes = kept.map(KeptCheckpoint::outcomes).orElse(List.of()).stream()
                .filter(outcome -> outcome.index() > lastRead)
                .toList();
        final long[] changed = new long[1];
        Scans.requests(pair, outcomes, (outcome, request) -> {
            if (request.filter(scan -> scan.frame().name().equals(name)).isPresent()) {
                changed[0] += changed(outcome.outcome());
            }
        });
        return changed[0];
    }

    private static long changed(Outcome outcome) {
        return outcome instanceof Outcome.Updated updated
                ? updated.count()
                : outcome instanceof Outcome.Found returned ? returned.rows().count() : 0;
    }

    /** Whether more of them may have been done than have results. */
    private boolean waits() {
        return !Waiting.find(pair, pair.lastAnswered(), (index, its) -> its.equals(name), looked -> {})
                .isEmpty();
    }

    private static long last(Optional<KeptCheckpoint> kept) {
        return kept.map(its -> its.row().last()).orElse(CheckpointTable.NONE);
    }
}
