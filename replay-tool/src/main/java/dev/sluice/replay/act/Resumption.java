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
 * Makes the next gateway continue at a later request, with a new output, or both. Shows the fate of each affected request, which
 * is what the next gateway will do with the request. Then records the operator's decision. For one thread.
 */
public final class Resumption {

    /** Whether the resumption is possible. */
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
     * @param databases the databases of the gateway; needed to rebuild the output
     * @param from requests before this index are answered as failed; 0 for none
     * @param rebuild whether the output replaces a lost one
     * @param force whether doubtful fates are accepted
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
                "the existing output cannot be continued: " + error.getMessage() + ". "
                        + (pair instanceof QueuePair onDisk
                                ? "Move the directory " + onDisk.path().resolve("out") + " away"
                                : "Delete these results")
                        + ", and run this command again: it creates a new output",
                error);
    }

    /**
     * Reads databases and requests, and prints the fates of the requests.
     *
     * @param report the file for every request's fate
     * @param progress receives now and then the number of requests looked at
     * @throws QueueException if something cannot be read, or the report cannot be written
     */
    public Feasibility show(PrintWriter out, Optional<Path> report, LongConsumer progress) {
        audited = databases.map(its -> its.checkpoints(pair)).orElse(List.of());
        final List<String> wrong = Audit.againstInput(pair, audited);
        wrong.forEach(out::println);
        if (!wrong.isEmpty()) {
            out.println("these requests were run in other databases, or these databases were set back to an earlier"
                    + " state since");
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
                        + "', too; the next gateway would not look for them there");
                return false;
            }
        }
        return true;
    }

    /** Whether the output is empty and the first requests are deleted, so that the new output begins with a later request. */
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
            out.println(found.count() == 0 ? "nothing waits before that place" : found.behind() + " more wait later");
            return found.count() == 0 ? Feasibility.NEEDLESS : Feasibility.POSSIBLE;
        }
        return mayBecome(found, out);
    }

    private Feasibility mayBecome(Survey found, PrintWriter out) {
        if (found.has(Disposition.UNDECLARED)) {
            out.println("declare the undeclared updates again as they were declared before: otherwise it is unknown in"
                    + " which database to look for them");
            return Feasibility.REFUSED;
        }
        if (found.doubtful() && !force) {
            out.println("some of these answers are doubtful, as the lines say: --force accepts them");
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
     * Records the decision that {@link #show} printed. If the process is killed before this method ends, either no gateway starts
     * on these queues, or the decision is complete. Running the command again completes the decision.
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

    /** Returns the database of each update by its name, from the configuration or else from the last gateway's declarations. */
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
