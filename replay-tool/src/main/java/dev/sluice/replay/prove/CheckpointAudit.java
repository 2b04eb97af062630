package dev.sluice.replay.prove;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.exchange.ResultParts;
import dev.sluice.service.pending.Declarations;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.CheckpointTable.Kept;
import dev.sluice.service.update.KeptCheckpoint;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RecordedRequests;
import dev.sluice.transport.RecordedResults;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares one database's checkpoint and outcomes with the queues. Compares only the outcomes that are still stored. The gateway
 * deletes old outcomes, up to an index that the checkpoint records.
 *
 * <p>A gateway may be running. Commits and results that are later than the reading of the tables are ignored. For one thread.
 *
 * @param known the indexes of all updates whose outcome is in any of the databases. An update's outcome may be in another
 *     database than this one, because the declaration of its statement may have been moved
 * @param found receives violations
 */
record CheckpointAudit(Lane pair, Databases.Audited database, Ends ends, Set<Long> known, Findings found) {

    /**
     * The ends of both queues as indexes of the input.
     *
     * @param answeredBefore the last answered request before the databases were read
     * @param lastAnswered the last answered request when the databases had been read; {@code Long.MAX_VALUE} if the end of the
     *     output cannot be read
     * @param firstRequest the first request of the input when the databases had been read
     * @param lastRequest the last request of the input when the databases had been read
     */
    record Ends(long answeredBefore, long lastAnswered, long firstRequest, long lastRequest) {

        /** Reads the current ends of the queues. */
        static Ends now(Lane pair, long answeredBefore) {
            return new Ends(
                    answeredBefore,
                    Scans.answered(pair, Long.MAX_VALUE),
                    pair.firstRequestFrom(0).orElse(CheckpointTable.NONE),
                    pair.lastRequest().orElse(CheckpointTable.NONE));
        }
    }

    /** Compares the checkpoint with the input only. */
    void againstInput() {
        database.checkpoint().ifPresent(this::againstInput);
    }

    private boolean againstInput(KeptCheckpoint kept) {
        kept.damaged().forEach(this::add);
        if (!kept.row().queue().equals(pair.inputId())) {
            add("the checkpoint belongs to the input " + kept.row().queue() + ", but the input here is "
                    + pair.inputId());
            return false;
        }
        final long last = kept.row().last();
        if (last > ends.lastRequest()) {
            add("the checkpoint is at " + position(last) + ", but the input ends at " + position(ends.lastRequest()));
        }
        order(kept);
        Scans.requests(pair, kept.outcomes(), this::request);
        Scans.requests(pair, kept.reads(), this::request);
        return true;
    }

    /** Compares the checkpoint with both queues. */
    void run() {
        if (database.checkpoint().isEmpty()) {
            if (database.others().isEmpty()) {
                results(CheckpointTable.NONE, "has no checkpoint of gateway '" + database.gateway() + "'");
            }
            return;
        }
        final KeptCheckpoint kept = database.checkpoint().get();
        if (!againstInput(kept)) {
            return;
        }
        if (kept.row().pruned() > ends.lastAnswered()) {
            add("the gateway had written results up to " + position(kept.row().pruned()) + ", but the output ends at "
                    + position(ends.lastAnswered()));
        }
        results(kept.row().last(), "is at " + position(kept.row().last()));
    }

    private void order(KeptCheckpoint kept) {
        long before = kept.row().pruned();
        for (final Kept outcome : kept.outcomes()) {
            if (outcome.index() <= before) {
                add("the outcomes are out of order: " + position(outcome.index()) + " is stored after "
                        + position(before));
            }
            before = outcome.index();
        }
        if (before != kept.row().last() && kept.damaged().isEmpty()) {
            add("the checkpoint is at " + position(kept.row().last()) + ", but the last stored outcome is of "
                    + position(before));
        }
    }

    private void request(Kept outcome, Optional<RecordedRequests> request) {
        final long index = outcome.index();
        if (request.isEmpty()) {
            if (index <= ends.lastRequest() && index >= ends.firstRequest()) {
                add("an outcome is stored for " + position(index) + ", but the input has no readable request there");
            }
            return;
        }
        final RequestFrame frame = request.get().frame();
        if ((frame.kind() == RequestKind.UPDATE) == outcome.read()
                || frame.arguments().fingerprint(frame.ref(index)) != outcome.fingerprint()) {
            add("the outcome stored for " + position(index) + " is of another request: the input has '"
                    + shown(frame.name()) + "' there");
        }
    }

    /**
     * Compares the results with the tables. An update is committed before it is answered. So if an update was answered before
     * the tables were read, the tables must contain it.
     */
    private void results(long last, String state) {
        final Map<Long, Kept> outcomes = database.outcomes();
        final Map<Long, Kept> reads = database.reads();
        final long from = windowBegin(last);
        try (RecordedResults scan = Scans.results(pair, from)) {
            while (Scans.next(scan)) {
                final ResultFrame frame = scan.frame();
                final long index = frame.request().index();
                if (index > Math.max(last, ends.answeredBefore())) {
                    return;
                }
                final Kept outcome = outcomes.get(index);
                if (outcome != null) {
                    compare(scan, outcome.outcome());
                } else if (reads.containsKey(index)) {
                    compareRead(scan, reads.get(index).outcome());
                } else if (index >= from
                        && frame.kind() == ResultKind.UPDATED
                        && isHere(frame.request().name())) {
                    unknown(scan, last, state);
                }
            }
        }
    }

    private void unknown(RecordedResults scan, long last, String state) {
        final long index = scan.frame().request().index();
        final String done =
                "is a success of the update at " + position(index) + ", but database '" + database.name() + "' ";
        if (index > last && index <= ends.answeredBefore()) {
            add(scan, done + state);
        } else if (index <= last && !known.contains(index)) {
            add(scan, done + "has no outcome of this update, and has those before and after it");
        }
    }

    private long windowBegin(long last) {
        if (database.checkpoint().isEmpty()) {
            return 0;
        }
        final KeptCheckpoint kept = database.checkpoint().get();
        final long pruned = kept.row().pruned();
        return pruned != CheckpointTable.NONE
                ? pruned + 1
                : kept.first().map(Kept::index).orElse(last + 1);
    }

    private boolean isHere(String name) {
        final boolean sql = name.chars().anyMatch(Character::isWhitespace);
        return database.updates().contains(sql ? Declarations.AD_HOC : name);
    }

    private void compare(RecordedResults scan, Outcome outcome) {
        final ResultParts said = ResultParts.of(scan.frame());
        final boolean same = scan.frame().kind() == outcome.kind()
                && (outcome instanceof Outcome.Failed failed
                        ? said.failure().filter(failed.failure()::equals).isPresent()
                        : said.changed()
                                .filter(count -> count == changed(outcome))
                                .isPresent());
        if (!same) {
            add(
                    scan,
                    "is '" + scan.frame().kind().event() + "' for the update at "
                            + position(scan.frame().request().index()) + ", but its outcome in database '"
                            + database.name() + "' is: " + text(outcome));
        }
    }

    /**
     * Compares the result of a read with the stored result. A failure instead of the stored result is not a violation, because an
     * operator may have decided that the read fails.
     */
    private void compareRead(RecordedResults scan, Outcome outcome) {
        final ResultFrame frame = scan.frame();
        final boolean same = frame.kind() == outcome.kind()
                && (!(outcome instanceof Outcome.Found found)
                        || ResultParts.of(frame).rows().orElseThrow().size()
                                == found.rows().count());
        if (!same && frame.kind() != ResultKind.FAILED) {
            add(
                    scan,
                    "is '" + frame.kind().event() + "' for the read at "
                            + position(frame.request().index()) + ", but its result in database '" + database.name()
                            + "' is '" + outcome.kind().event() + "'");
        }
    }

    private static String text(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed
                ? "failed, " + failed.failure().kind()
                : changed(outcome) + " rows " + (outcome instanceof Outcome.Found ? "returned" : "changed");
    }

    private static long changed(Outcome outcome) {
        return outcome instanceof Outcome.Found returned
                ? returned.rows().count()
                : ((Outcome.Updated) outcome).count();
    }

    private String position(long index) {
        return index < 0 ? "nothing" : pair.inputPosition(index).toString();
    }

    private static String shown(String name) {
        return name.length() <= 100 ? name : name.substring(0, 100) + "…";
    }

    private void add(RecordedResults scan, String what) {
        found.add("out " + pair.outputPosition(scan.index()), what);
    }

    private void add(String what) {
        found.add("database '" + database.name() + "'", what);
    }
}
