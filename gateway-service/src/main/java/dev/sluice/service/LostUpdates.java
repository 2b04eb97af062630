package dev.sluice.service;

import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.GatewayConfig;
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
import org.slf4j.LoggerFactory;

/** The updates that a database has lost and that have a result, as the results of a lane tell it. Reads them once; one thread. */
final class LostUpdates {

    private static final Logger LOG = LoggerFactory.getLogger(LostUpdates.class);

    /** So many lost updates are named in the log. */
    private static final int MOST_NAMED = 1_000;

    /** What a shell takes as it is. */
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
    /** The request of the last result that was read. */
    private long seen = Lease.Numbers.NONE;

    /**
     * @param after the index of the last update that the database has
     * @param through the index of the last one that it may have lost
     */
    LostUpdates(GatewayConfig config, Lane queues, String database, long after, long through) {
        this.config = config;
        this.queues = queues;
        this.database = database;
        this.after = after;
        this.through = through;
        this.declared = Declarations.of(config).byName();
    }

    /** Lists them in the log. A part that cannot be read is said, and keeps nobody from going on without it. */
    void list() {
        boolean listed = true;
        // From one before, which is there unless results after it were deleted, too.
        try (RecordedResults results = queues.scanResults(Math.max(0, after))) {
            while (results.next()) {
                if (results.unreadable().isEmpty() && !takes(results.frame())) {
                    break;
                }
            }
        } catch (final QueueException e) {
            listed = false;
            LOG.warn(
                    "{}: what database '{}' has lost after {} and up to {} cannot be listed: {}",
                    config.name(),
                    database,
                    position(Math.max(after, seen)),
                    position(through),
                    e.getMessage());
        }
        LOG.warn(
                "{}: database '{}' has lost {} updates that have a result{}, after {} and up to {}; none of them is run by itself{}",
                config.name(),
                database,
                count,
                more(),
                position(after),
                position(through),
                command(listed));
    }

    /** Takes the next result; returns false after the last one that may be of a lost update. */
    private boolean takes(ResultFrame frame) {
        final long index = frame.request().index();
        if (seen == Lease.Numbers.NONE
                && index > after
                && (after != Lease.Numbers.NONE || queues.hasDeletedResults())) {
            LOG.warn(
                    "{}: results of requests before {} are deleted, or cannot be read: what database '{}' has lost of them cannot be listed",
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

    /** With other databases beside it an update that is not declared any more may be theirs. */
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

    /** A statement that returns rows may be a query: then it is named too much. */
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

    /** @param listed whether all were read */
    private String command(boolean listed) {
        if (through <= after || listed && count == 0) {
            return "";
        }
        return ". To have them run again (--dry-run shows them, --lookup and --key choose"
                + (adHoc == 0 || isAlone() ? "" : "; " + adHoc + " are SQL of jobs, which it leaves out") + "): "
                + (listed ? redrive(first - 1, last) : redrive());
    }

    /** The command that writes all of them again. */
    String redrive() {
        return redrive(after, through);
    }

    /** Where there are other databases their updates in between must not run twice. */
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

    /** Of a file that cannot be read nobody knows that. */
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
