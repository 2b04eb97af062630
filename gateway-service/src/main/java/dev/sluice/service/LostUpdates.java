package dev.sluice.service;

import dev.sluice.api.QueueException;
import dev.sluice.internal.text.Plural;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.pending.Declarations;
import dev.sluice.service.pending.Declarations.Declared;
import dev.sluice.service.pending.Waiting;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import dev.sluice.transport.RecordedResults;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/** Finds the updates of a lane that a database has lost although they have results. Used once, and by one thread. */
final class LostUpdates {

    private static final Logger LOG = MaskedLog.of(LostUpdates.class);

    /** The maximum number of lost updates that the log names. */
    private static final int MOST_NAMED = 1_000;

    /** Text that a shell does not interpret, so that it needs no quotes. */
    private static final Pattern PLAIN = Pattern.compile("[\\w./:@%+=-]+");

    private final GatewayConfig config;
    private final Lane queues;
    private final String database;
    private final long after;
    private final long through;
    private final Map<String, Declared> declared;
    private final Set<String> undeclaredNames = new TreeSet<>();
    private long undeclared;
    private long adHoc;
    private long count;
    private long first = Lease.Numbers.NONE;
    private long last = Lease.Numbers.NONE;
    /** The index of the request whose result was read last. */
    private long seen = Lease.Numbers.NONE;

    /**
     * @param after the index of the last update that the database still has
     * @param through the index of the last update that the database may have lost
     */
    LostUpdates(GatewayConfig config, Lane queues, String database, long after, long through) {
        this.config = config;
        this.queues = queues;
        this.database = database;
        this.after = after;
        this.through = through;
        this.declared = Declarations.of(config).byName();
    }

    /** Logs the lost updates. If a part of the results cannot be read, logs that, too, and continues without it. */
    void list() {
        boolean listed = true;
        // Starts at the result of the last update that is not lost. If this result is deleted, later results may be
        // deleted, too.
        try (RecordedResults results = queues.scanResults(Math.max(0, after))) {
            while (results.next()) {
                if (results.unreadable().isEmpty() && !takes(results.frame())) {
                    break;
                }
            }
        } catch (final QueueException e) {
            listed = false;
            LOG.warn(
                    "{}: the updates that database '{}' has lost after {} and up to {} cannot be listed: {}",
                    config.name(),
                    database,
                    position(Math.max(after, seen)),
                    position(through),
                    e.getMessage());
        }
        LOG.warn(
                "{}: database '{}' has lost {}{}, after {} and up to {}; none of them is run again{}",
                config.name(),
                database,
                Plural.of(count, "update that has a result", "updates that have a result"),
                more(),
                position(after),
                position(through),
                command(listed));
    }

    /** Checks the next result. Returns false after the last result that may belong to a lost update. */
    private boolean takes(ResultFrame frame) {
        final long index = frame.request().index();
        if (seen == Lease.Numbers.NONE
                && index > after
                && (after != Lease.Numbers.NONE || queues.hasDeletedResults())) {
            LOG.warn(
                    "{}: results of requests before {} are deleted, or cannot be read: updates among them that database '{}'"
                            + " has lost cannot be listed",
                    config.name(),
                    position(index),
                    database);
        }
        if (index <= through) {
            seen = index;
            if (index > after && isLost(frame)) {
                count++;
                first = count == 1 ? index : first;
                last = index;
                name(frame);
            }
        }
        return index <= through;
    }

    /**
     * Whether a result belongs to a lost update. If there are several databases, an update with an undeclared name does not
     * count, because it may belong to another database.
     */
    private boolean isLost(ResultFrame frame) {
        final String name = Waiting.nameOf(frame.request().name());
        if (!declared.containsKey(name) && frame.kind() == ResultKind.UPDATED) {
            undeclared++;
            undeclaredNames.add(NamedOperation.shown(name));
            return isAlone();
        }
        final boolean lost = isUpdate(frame.kind(), name);
        if (lost && name.equals(Declarations.AD_HOC)) {
            adHoc++;
        }
        return lost;
    }

    /**
     * Whether a result belongs to an update of the database. A result with rows counts, too, although it may come from a query.
     */
    private boolean isUpdate(ResultKind kind, String name) {
        final Declared to = declared.get(name);
        final boolean named = to != null && to.backend().equals(database);
        return switch (kind) {
            case UPDATED -> named;
            case ROWS -> named && to.kind().equals("statement");
            default -> false;
        };
    }

    private void name(ResultFrame frame) {
        if (count <= MOST_NAMED) {
            LOG.warn(
                    "{}: database '{}' has lost the update '{}', request {}, whose result says that it was run",
                    config.name(),
                    database,
                    NamedOperation.shown(frame.request().name()),
                    position(frame.request().index()));
        }
    }

    private String more() {
        return (undeclared == 0
                        ? ""
                        : (isAlone() ? ", " : ", and perhaps ") + undeclared + " of names that are not declared: "
                                + String.join(", ", undeclaredNames))
                + (count > MOST_NAMED ? ", of which " + MOST_NAMED + " are named above" : "");
    }

    /** @param listed whether all results were read */
    private String command(boolean listed) {
        if (through <= after || listed && count == 0) {
            return "";
        }
        return ". To run them again (--dry-run lists them, --lookup and --key select some"
                + (adHoc == 0 || isAlone() ? "" : "; " + adHoc + " are SQL of jobs, which it does not run") + "): "
                + (listed ? redrive(first - 1, last) : redrive());
    }

    /** Returns the command that writes the requests of all lost updates again. */
    String redrive() {
        return redrive(after, through);
    }

    /**
     * Returns the command for a range. If there are several databases, the command names the statements of this database, so that
     * no update of another database runs twice.
     */
    private String redrive(long from, long to) {
        final String names = config.statements().values().stream()
                .filter(statement -> statement.database().equals(database))
                .map(Declaration::name)
                .sorted()
                .collect(Collectors.joining(","));
        return "sluice replay redrive --lost --queues " + quoted(queues.address()) + " --from "
                + position(firstFrom(from + 1)) + " --to " + position(to)
                + (isAlone() ? "" : " --lookup " + (names.isEmpty() ? "SQL" : names));
    }

    private boolean isAlone() {
        return config.databases().size() == 1;
    }

    /** Returns the index of the first request from this index on, or the index itself if the input cannot be read. */
    private long firstFrom(long index) {
        try {
            return queues.firstRequestFrom(index).orElse(index);
        } catch (final QueueException e) {
            LOG.warn("{}: the input cannot be read at {}: {}", config.name(), position(index), e.getMessage());
            return index;
        }
    }

    private static String quoted(String address) {
        return PLAIN.matcher(address).matches() ? address : "'" + address.replace("'", "'\\''") + "'";
    }

    private String position(long index) {
        return index == Lease.Numbers.NONE
                ? "nothing"
                : queues.inputPosition(index).toString();
    }
}
