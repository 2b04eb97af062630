package dev.sluice.replay.act;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.GatewayLock.GatewayNotes;
import dev.sluice.replay.act.Dispositions.Disposition;
import dev.sluice.replay.prove.Audit;
import dev.sluice.replay.prove.Databases;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.pending.Decisions;
import dev.sluice.service.pending.Decisions.Decision;
import dev.sluice.service.pending.Declarations;
import dev.sluice.service.pending.Declarations.Declared;
import dev.sluice.service.pending.LostResults;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import dev.sluice.transport.RequestReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Has the next gateway go on at another place, on another output, or both: shows what becomes of every request that is
 * concerned, and writes it down. One thread.
 */
public final class Resumption {

    /** Whether it may be done. */
    public enum Feasibility {
        POSSIBLE,
        /** There is nothing to do. */
        NEEDLESS,
        REFUSED
    }

    private static final long NONE = -1;

    private final Lane pair;
    private final Optional<Databases> databases;
    private final long from;
    private final boolean rebuild;
    private final boolean force;
    private final Optional<LastAnswered> last;
    private List<Databases.Audited> audited = List.of();
    private Optional<Survey> survey = Optional.empty();

    /**
     * @param databases those of the gateway; needed for another output
     * @param from requests before this index are answered as failed; 0 if none is
     * @param rebuild whether the output takes the place of one that was lost
     * @param force whether doubtful ends are wanted
     * @throws QueueException if the output cannot be read
     */
    public Resumption(Lane pair, Optional<Databases> databases, long from, boolean rebuild, boolean force) {
        this.pair = pair;
        this.databases = databases;
        this.from = from;
        this.rebuild = rebuild;
        this.force = force;
        this.last = lastAnswered();
    }

    private Optional<LastAnswered> lastAnswered() {
        try {
            return pair.lastAnswered();
        } catch (final QueueException e) {
            throw rebuild ? useless(e) : e;
        }
    }

    private QueueException useless(QueueException error) {
        return new QueueException(
                "nothing can go on after the output that is there: " + error.getMessage() + ". "
                        + (pair instanceof QueuePair onDisk
                                ? "Move the directory " + onDisk.path().resolve("out") + " away"
                                : "Delete these results")
                        + ", and do this again: a new one is made",
                error);
    }

    /**
     * Looks at databases and requests, and prints what becomes of them.
     *
     * @param report where to write every request's fate
     * @param progress is told now and then how many requests were looked at
     * @throws QueueException if something cannot be read, or the report not be written
     */
    public Feasibility show(PrintWriter out, Optional<Path> report, LongConsumer progress) {
        audited = databases.map(its -> its.checkpoints(pair)).orElse(List.of());
        final List<String> wrong = Audit.againstInput(pair, audited);
        wrong.forEach(out::println);
        if (!wrong.isEmpty()) {
            out.println("the databases are not those that these requests were run in, or not as they were");
            return Feasibility.REFUSED;
        }
        out.println("the output "
                + last.map(its -> "answers requests up to " + pair.inputPosition(its.requestIndex()))
                        .orElse("answers no request"));
        if (rebuild && !mayRebuild(out)) {
            return Feasibility.REFUSED;
        }
        if (rebuild && !isLost()) {
            out.println("no database knows of later results: there is nothing to rebuild");
            return Feasibility.NEEDLESS;
        }
        return survey(out, report, progress);
    }

    private boolean mayRebuild(PrintWriter out) {
        if (beginsLater() && !(pair instanceof QueuePair)) {
            out.println(
                    "the first requests are deleted, and only queues on a disk can have results that begin after them");
            return false;
        }
        for (final Databases.Audited database : audited) {
            for (final CheckpointTable.Owner other : database.others()) {
                out.println("updates of these queues were run in database '" + database.name() + "' by gateway '"
                        + other.gateway() + "' for its database '" + other.database()
                        + "', too, and nobody would look for them there");
                return false;
            }
        }
        return true;
    }

    /** Whether a new output answers what is left of the requests. */
    private boolean beginsLater() {
        return last.isEmpty() && pair.hasDeletedRequests();
    }

    private boolean isLost() {
        return last.isEmpty() || audited.stream().anyMatch(one -> pruned(one) > answered());
    }

    private Feasibility survey(PrintWriter out, Optional<Path> report, LongConsumer progress) {
        final Dispositions fates = new Dispositions(from, rebuild, databases.map(Databases::config), audited);
        final Survey found;
        try (RequestReader requests = requests()) {
            found = Survey.of(pair, requests, fates, rebuild ? Long.MAX_VALUE : from, report, progress);
        }
        survey = Optional.of(found);
        found.print(out);
        if (!rebuild) {
            out.println(found.count() == 0 ? "nothing waits before that place" : found.behind() + " wait after them");
            return found.count() == 0 ? Feasibility.NEEDLESS : Feasibility.POSSIBLE;
        }
        return mayBecome(found, out);
    }

    private Feasibility mayBecome(Survey found, PrintWriter out) {
        if (found.has(Disposition.UNDECLARED)) {
            out.println(
                    "declare the updates that are not declared as they were: otherwise nobody knows in which database"
                            + " to look for them");
            return Feasibility.REFUSED;
        }
        if (found.doubtful() && !force) {
            out.println("part of it is doubtful, as it says: with --force it is done all the same");
            return Feasibility.REFUSED;
        }
        return Feasibility.POSSIBLE;
    }

    private RequestReader requests() {
        if (rebuild && last.isEmpty()) {
            return pair.requestsFromStart();
        }
        try {
            return pair.waitingRequests(last);
        } catch (final QueueException e) {
            throw rebuild ? useless(e) : e;
        }
    }

    /**
     * Writes down what was shown. A kill in between leaves something that no gateway starts on, or what was shown; doing it
     * again completes it.
     */
    public void decide(Lease lock) {
        final Survey found = survey.orElseThrow(() -> new IllegalStateException("nothing was shown"));
        if (found.lastSkipped().isPresent()) {
            skip(found);
        }
        if (rebuild) {
            if (beginsLater() && pair instanceof QueuePair onDisk) {
                onDisk.beginOutputWithFirstRequest((GatewayLock) lock);
            }
            final Map<String, Long> through = new TreeMap<>();
            audited.forEach(one -> one.checkpoint()
                    .filter(kept -> kept.row().last() != NONE)
                    .ifPresent(kept -> through.put(one.name(), kept.row().last())));
            new LostResults(through).keep(pair);
        }
    }

    private void skip(Survey found) {
        final Decision decision = new Decision(
                pair.inputPosition(found.first().orElseThrow()).toString(),
                pair.inputPosition(found.lastSkipped().orElseThrow()).toString(),
                "",
                whereRun(pair, found.updates(), databases.map(Databases::config)),
                force,
                now());
        Decisions.kept(pair).and(pair, answered(), List.of(decision)).keep(pair);
    }

    static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** The databases of updates by their names: as configured, or else as the last gateway knew it. */
    static Map<String, String> whereRun(Lane pair, Collection<String> updates, Optional<GatewayConfig> config) {
        final SortedMap<String, Declared> before =
                Declarations.kept(pair).map(Declarations::byName).orElse(new TreeMap<>());
        final Map<String, String> where = new TreeMap<>();
        for (final String name : updates) {
            config.flatMap(its -> Optional.ofNullable(its.statements().get(name)))
                    .map(Declaration::database)
                    .or(() -> Optional.ofNullable(before.get(name)).map(Declared::backend))
                    .ifPresent(database -> where.put(name, database));
        }
        return where;
    }

    private long answered() {
        return last.map(LastAnswered::requestIndex).orElse(GatewayNotes.NONE);
    }

    private static long pruned(Databases.Audited database) {
        return database.checkpoint().map(kept -> kept.row().pruned()).orElse(NONE);
    }
}
