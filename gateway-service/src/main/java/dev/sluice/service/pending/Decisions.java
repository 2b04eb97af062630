package dev.sluice.service.pending;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sluice.api.FailureKind;
import dev.sluice.api.Position;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Notes;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Precautions.Condemned;
import dev.sluice.service.core.StoppedException;
import dev.sluice.transport.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/**
 * The decisions of operators about waiting requests. A decision is stored on disk beside the output before a gateway acts on it.
 * It stays stored as long as the result of its request may be lost, so that after a crash the request is answered in the same
 * way.
 */
public final class Decisions {

    private static final KeptFile<List<Decision>> FILE =
            new KeptFile<>("decisions.json", new TypeReference<>() {}, "; delete it, and repeat the decisions in it");

    /**
     * A decision of an operator that waiting requests are answered as failed instead of executed.
     *
     * @param from the position of the first request, as {@code cycle:sequence}
     * @param to the position of the last request
     * @param name the name of the requests; empty for requests of all names
     * @param databases for each name of updates among the requests, the database that ran these updates; in this database the
     *     gateway looks up whether an update was committed
     * @param force whether updates fail even if their database can no longer be queried
     * @param decided the time of the decision, as in ISO 8601
     */
    public record Decision(
            String from, String to, String name, Map<String, String> databases, boolean force, String decided) {

        public Decision {
            Objects.requireNonNull(from, "from");
            Objects.requireNonNull(to, "to");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(databases, "databases");
        }
    }

    private record Placed(Decision decision, long from, long to) {

        boolean concerns(long index, String name) {
            return from <= index
                    && index <= to
                    && (decision.name().isEmpty() || decision.name().equals(name));
        }

        boolean replaces(Placed earlier, long answered) {
            final boolean covers = decision.name().isEmpty()
                    ? from <= Math.max(earlier.from, answered + 1)
                    : decision.name().equals(earlier.decision.name()); // it covers all waiting requests of that name
            return covers && to >= earlier.to;
        }
    }

    private final List<Placed> all;
    private final long through;

    private Decisions(List<Placed> all) {
        this.all = List.copyOf(all);
        this.through = all.stream().mapToLong(Placed::to).max().orElse(Notes.NONE);
    }

    /**
     * Returns the decisions of these queues.
     *
     * @throws dev.sluice.api.QueueException if the file cannot be read
     */
    public static Decisions kept(Lane queues) {
        return FILE.read(queues, decisions -> placed(queues, decisions)).orElse(new Decisions(List.of()));
    }

    private static Decisions placed(Lane queues, List<Decision> decisions) {
        return new Decisions(decisions.stream()
                .map(it -> new Placed(
                        it, queues.inputIndex(Position.parse(it.from())), queues.inputIndex(Position.parse(it.to()))))
                .toList());
    }

    /**
     * Returns these decisions and new decisions. Leaves out decisions whose requests are all answered, and decisions that a new
     * decision replaces.
     *
     * @param answered the index of the request answered last
     */
    public Decisions and(Lane queues, long answered, List<Decision> more) {
        final List<Placed> open = new ArrayList<>(all);
        final List<Placed> added = placed(queues, more).all;
        open.removeIf(it -> it.to() <= answered || added.stream().anyMatch(other -> other.replaces(it, answered)));
        open.addAll(added);
        return new Decisions(open);
    }

    /** Writes these decisions to disk. */
    public void keep(Lane queues) {
        FILE.write(queues, all.stream().map(Placed::decision).toList());
    }

    /** Returns the index of the last request that a decision may cover; {@link Notes#NONE} if there are no decisions. */
    public long through() {
        return through;
    }

    /** Returns the latest decision about a request; empty if there is none. */
    public Optional<Decision> of(long index, RequestFrame request) {
        return index > through ? Optional.empty() : of(index, Waiting.nameOf(request));
    }

    Optional<Decision> of(long index, String name) {
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).concerns(index, name)) {
                return Optional.of(all.get(i).decision());
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the result of a request that is not executed because of a decision; empty for any other request.
     *
     * @param position formats an index for messages
     * @param formerStatement for the name of a database, returns an operation that looks up the stored outcome of an update that
     *     is no longer declared; empty if the database stores no outcomes
     */
    public Optional<Condemned> answer(
            long index,
            RequestFrame request,
            LongFunction<String> position,
            Function<String, Optional<Operation>> formerStatement) {
        return of(index, request)
                .map(it -> new Condemned(
                        Outcome.failed(
                                FailureKind.NOT_ALLOWED,
                                "'" + NamedOperation.shown(request.name()) + "', request " + position.apply(index)
                                        + ", is not executed: somebody decided at " + it.decided()
                                        + ", with sluice replay resume, that it is answered as failed. Unless updates of its"
                                        + " database are exactly-once, it may have taken effect before"),
                        request.kind() == RequestKind.UPDATE
                                ? Optional.ofNullable(it.databases().get(Waiting.nameOf(request)))
                                        .flatMap(formerStatement)
                                : Optional.empty()));
    }

    /**
     * Checks the decisions that answer updates as failed: the gateway must be able to find out which of these updates were
     * committed before.
     *
     * @param answered the index of the request answered last
     * @param configured the names of the databases that are configured
     * @throws StoppedException if a database of the updates is no longer configured, and the decision has no {@code force}
     */
    public void check(String gateway, long answered, Set<String> configured) {
        for (final Decision decision : openBehind(answered)) {
            decision.databases().forEach((name, database) -> {
                if (!decision.force() && !configured.contains(database)) {
                    throw new StoppedException(gateway + ": it was decided at " + decision.decided() + " that updates '"
                            + name + "' up to request " + decision.to()
                            + " are answered as failed, but database '"
                            + database
                            + "', which knows whether some were committed, is not configured any more."
                            + " Configure it until the updates are answered, or let them fail with --force");
                }
            });
        }
    }

    /** Returns the names of the {@link Decision#databases databases} in the decisions that cover requests after an index. */
    public Set<String> databases(long index) {
        return openBehind(index).stream()
                .flatMap(decision -> decision.databases().values().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the decisions that cover requests after an index. */
    public List<Decision> openBehind(long index) {
        return all.stream().filter(it -> it.to() > index).map(Placed::decision).toList();
    }
}
