package dev.sluice.replay.prove;

import dev.sluice.api.QueueException;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.exchange.ResultParts;
import dev.sluice.service.jdbc.connect.Look.UnreachableException;
import dev.sluice.service.jdbc.probe.CheckpointView;
import dev.sluice.service.pending.Waiting;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.CheckpointTable.Kept;
import dev.sluice.service.update.KeptCheckpoint;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RecordedResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Compares two numbers: how many changed rows the updates of one name report, and what a user's query returns. The
 * checkpoint is read before and after the query, and each reading shows how many changed rows were committed at that time. The
 * query's number must lie between these two numbers. If no gateway runs, the two numbers are equal.
 *
 * @param number the result of the query
 * @param parts the data of each lane
 */
public record RowCount(String name, String database, long number, List<Part> parts) {

    /**
     * The data of one lane.
     *
     * @param answeredBefore the last answered request before the query
     * @param before the checkpoint before the query
     * @param after the checkpoint after the query
     */
    private record Part(
            Lane pair, long answeredBefore, Optional<KeptCheckpoint> before, Optional<KeptCheckpoint> after) {}

    /**
     * The minimum and maximum number of rows that a lane's updates changed; if {@code open}, waiting updates may have changed
     * more.
     */
    private record Changed(long least, long most, boolean open) {

        Changed and(Changed other) {
            return new Changed(least + other.least, most + other.most, open || other.open);
        }
    }

    /**
     * Runs the query.
     *
     * @param lanes each lane with the databases that its gateway uses
     * @param name a statement of the configuration
     * @throws IllegalArgumentException if the configuration has no such statement, or the query does not return a number
     * @throws QueueException if the database cannot be reached, or some of the results were deleted
     */
    public static RowCount ask(Map<Lane, Databases> lanes, String name, String query) {
        final GatewayConfig config = lanes.values().iterator().next().config();
        final Declaration statement = config.statements().get(name);
        if (statement == null) {
            throw new IllegalArgumentException("--rows " + name + ": the configuration has no statement of that name");
        }
        if (lanes.keySet().stream().anyMatch(Lane::hasDeletedResults)) {
            throw new QueueException("--rows " + name + ": results of the first requests are deleted, so the rows that"
                    + " they changed cannot be counted; verify without --rows");
        }
        final String database = statement.database();
        final boolean exactlyOnce = config.databases().get(database).updates() == UpdateGuarantee.EXACTLY_ONCE;
        final List<CheckpointView> views = new ArrayList<>();
        try {
            final List<Part> parts = new ArrayList<>();
            for (final Map.Entry<Lane, Databases> lane : lanes.entrySet()) {
                final long answered = Scans.answered(lane.getKey(), CheckpointTable.NONE);
                views.add(lane.getValue().connect(database));
                parts.add(new Part(
                        lane.getKey(),
                        answered,
                        exactlyOnce ? ours(lane.getKey(), views.get(views.size() - 1)) : Optional.empty(),
                        Optional.empty()));
            }
            final long number = views.get(0).number(query);
            if (exactlyOnce) {
                for (int lane = 0; lane < parts.size(); lane++) {
                    final Part part = parts.get(lane);
                    parts.set(
                            lane,
                            new Part(part.pair, part.answeredBefore, part.before, ours(part.pair, views.get(lane))));
                }
            }
            return new RowCount(name, database, number, parts);
        } catch (final UnreachableException e) {
            throw Databases.unreachable(database, e);
        } finally {
            views.forEach(CheckpointView::close);
        }
    }

    private static Optional<KeptCheckpoint> ours(Lane pair, CheckpointView view) throws UnreachableException {
        return view.checkpoint().filter(kept -> kept.row().queue().equals(pair.inputId()));
    }

    /** Counts the changed rows, reports a difference to {@code found}, and returns a line with both numbers. */
    public String compare(Findings found) {
        final Changed changed = parts.stream().map(this::changed).reduce(new Changed(0, 0, false), Changed::and);
        if (number < changed.least || number > changed.most && !changed.open) {
            found.add(
                    "database '" + database + "'",
                    "the query for '" + name + "' returned " + number + ", but the results of '" + name + "' add up to "
                            + range(changed) + " changed rows");
        }
        return String.format(
                Locale.ROOT,
                "rows        %s: updates changed %s, and the query says %,d",
                name,
                range(changed),
                number);
    }

    private Changed changed(Part part) {
        final boolean checkpointed = part.before.isPresent() && part.after.isPresent();
        final long behind = checkpointed ? last(part.before) : part.answeredBefore;
        final long within = checkpointed ? last(part.after) : Long.MAX_VALUE;
        long least = 0;
        long most = 0;
        long lastRead = CheckpointTable.NONE;
        try (RecordedResults scan = part.pair.scanResults()) {
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
        least += unanswered(part.pair, part.before, lastRead);
        most += unanswered(part.pair, part.after, lastRead);
        return new Changed(least, most, !checkpointed && waits(part.pair));
    }

    private static String range(Changed changed) {
        if (changed.open) {
            return String.format(Locale.ROOT, "at least %,d", changed.least);
        }
        return changed.least == changed.most
                ? String.format(Locale.ROOT, "%,d", changed.least)
                : String.format(Locale.ROOT, "%,d to %,d", changed.least, changed.most);
    }

    /** Counts the rows changed by committed updates whose results are not written yet. */
    private long unanswered(Lane pair, Optional<KeptCheckpoint> kept, long lastRead) {
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

    /** Whether updates of this name wait for their results. Such updates may already have run. */
    private boolean waits(Lane pair) {
        return !Waiting.find(pair, pair.lastAnswered(), (index, its) -> its.equals(name), looked -> {})
                .isEmpty();
    }

    private static long last(Optional<KeptCheckpoint> kept) {
        return kept.map(its -> its.row().last()).orElse(CheckpointTable.NONE);
    }
}
