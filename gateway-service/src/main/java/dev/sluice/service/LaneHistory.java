package dev.sluice.service;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.Notes;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.pending.ChangedDeclarations;
import dev.sluice.service.pending.Decisions;
import dev.sluice.service.pending.Declarations;
import dev.sluice.service.pending.Waiting;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.slf4j.Logger;

/**
 * The data that earlier runs of the gateway left in a lane. It is read once, when the lane is opened, and does not change.
 *
 * @param last the request answered last
 * @param decisions the operators' decisions to answer waiting requests as failed
 * @param changed the declarations that differ from those of the last run
 */
record LaneHistory(
        GatewayConfig config,
        Lane queues,
        Optional<LastAnswered> last,
        Decisions decisions,
        ChangedDeclarations changed) {

    private static final Logger LOG = MaskedLog.of(LaneHistory.class);

    /**
     * Reads the history of a lane.
     *
     * @throws dev.sluice.service.core.StoppedException if requests wait for a declaration that was removed
     */
    static LaneHistory of(GatewayConfig config, Lane queues) {
        final Optional<LastAnswered> last = queues.lastAnswered();
        final Decisions decisions = Decisions.kept(queues);
        final ChangedDeclarations changed = ChangedDeclarations.find(queues, last, Declarations.of(config), decisions);
        changed.check(config.name());
        return new LaneHistory(config, queues, last, decisions, changed);
    }

    /**
     * Whether there may be updates of a database that have no result yet.
     *
     * @param answered the last index that counts as answered
     */
    boolean mayHaveUpdates(DatabaseConfig database, long answered) {
        return decisions.databases(answered).contains(database.name())
                || Waiting.hasUpdates(queues, last, changed.now().updatesOf(database.name()));
    }

    /**
     * Returns the precautions for requests that an earlier run had in progress when it crashed.
     *
     * @param position formats an index as a position
     * @param embedded whether the gateway runs in a job's process
     * @param formerStatement returns a placeholder for those statements of the named database that are no longer declared
     */
    Precautions precautions(
            Lease.Numbers notes,
            boolean embedded,
            LongFunction<String> position,
            Function<String, Optional<Operation>> formerStatement) {
        final long answered = last.map(LastAnswered::requestIndex).orElse(Notes.NONE);
        decisions.check(config.name(), answered, config.databases().keySet());
        if (decisions.through() > answered) {
            LOG.warn(
                    "{}: requests up to {} are answered as failed if an operator decided so",
                    config.name(),
                    position.apply(decisions.through()));
        }
        final Precautions precautions = new Precautions(
                new LeaseNotes(notes),
                config.limits().quarantineAfter(),
                Precautions.FEW,
                answered,
                (index, request) -> decisions.answer(index, request, position, formerStatement),
                embedded,
                position);
        precautions.left().ifPresent(left -> LOG.warn("{}: {}", config.name(), left));
        return precautions;
    }

    /** Returns the position of the request answered last; empty if none was answered. */
    Optional<String> startsAfter() {
        return last.map(
                answered -> queues.inputPosition(answered.requestIndex()).toString());
    }

    /** Returns the log line that says what the gateway serves and where in the queues it continues. */
    String startLine() {
        return StartLine.of(
                config, startsAfter(), last.map(LastAnswered::resultSequence).orElse(0L), changed.text());
    }

    /** The notes of a lane's lease, in the form that {@link Precautions} uses. */
    private record LeaseNotes(Lease.Numbers file) implements Notes {

        @Override
        public long get(Note note) {
            return file.get(note.ordinal());
        }

        @Override
        public void set(Note note, long number) {
            file.set(note.ordinal(), number);
        }
    }
}
