package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Model;
import dev.sluice.faults.simulate.program.Program;
import dev.sluice.faults.simulate.program.Request;
import dev.sluice.faults.simulate.program.Semantics;
import dev.sluice.faults.simulate.program.Statement;
import dev.sluice.faults.simulate.world.RunCounts.Count;
import dev.sluice.faults.simulate.world.Transaction.CheckpointRows;
import dev.sluice.faults.simulate.world.Transaction.Claimant;
import dev.sluice.service.core.Item;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.CheckpointTable.Row;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;

/** Compares each effect of a gateway with the model as soon as the effect is visible. A place is a request's number, from 0. */
final class Judge {

    /** The number of rows that {@code KeptOutcomes} keeps, and of rows that are too few to delete. A process may add a chunk. */
    private static final int MOST_KEPT = 256 + 16;

    private static final int LEAST_QUIET_TURNS = 3_000;
    private static final int QUIET_TURNS_A_REQUEST = 200;

    private final Surroundings world;
    private final Setup setup;
    private final List<Ledger> ledgers = new ArrayList<>();
    private boolean shared;
    /** The number of turns of the duty cycle (the gateway's main loop) since the last possible mishap. */
    private long quietTurns;

    private Model model;
    /** Reads before this place may have been executed again and have seen later updates, which is a documented limit. */
    private int readsAgainBefore;
    /** For each orphaned checkpoint, which is one with updates that the input has lost: the checkpoint's last index. */
    private final Map<String, Long> orphaned = new HashMap<>();
    /** For each place: how often a process crashed while only the request there was in progress, perhaps at a backend. */
    private final Map<Integer, Integer> endsAlone = new HashMap<>();

    private final Set<Integer> orphanedDatabases = new HashSet<>();

    /** The number of committed transactions. */
    private int commits;

    private final Losses losses;
    /** The updates that have a result but were lost by their database. Such updates do not run again. */
    private BitSet lost = new BitSet();

    /** The judge's knowledge of all databases at the time of a backup. */
    record Known(Model model, List<Ledger> ledgers, BitSet lost, Map<String, Integer> accepted, int commits) {}

    Judge(Surroundings world) {
        this.world = world;
        this.setup = world.setup;
        this.losses = new Losses(world.setup);
    }

    /** Notes that several processes share the lane. */
    void share() {
        shared = true;
    }

    /** Begins with new queues; the tables keep their content. */
    void begin(Model other) {
        model = other;
        ledgers.clear();
        for (int database = 0; database < other.program().databases(); database++) {
            ledgers.add(new Ledger(database, other));
        }
        readsAgainBefore = 0;
        endsAlone.clear();
        lost.clear();
        losses.setBack(Map.of());
    }

    Known known() {
        final List<Ledger> copies = ledgers.stream().map(Ledger::copy).toList();
        return new Known(model, copies, (BitSet) lost.clone(), losses.accepted(), commits);
    }

    /** Notes that queues and databases are set back to one instant. */
    void setBack(Known then) {
        quietTurns = 0;
        model = then.model;
        lost = (BitSet) then.lost.clone();
        losses.setBack(then.accepted);
        ledgers.clear();
        then.ledgers.forEach(ledger -> ledgers.add(ledger.copy()));
    }

    /**
     * Notes that one database is set back.
     *
     * @param then the judge's knowledge at that time
     * @param tables the tables at that time
     * @param had whether the database's checkpoints had the update at a place at that time
     */
    void setBack(int database, Known then, long[] tables, IntPredicate had) {
        quietTurns = 0;
        final boolean former = then.model.program() != model.program();
        for (int place = 0; place < model.program().size(); place++) {
            if (model.updates(place, database)) {
                lost.set(place, had.test(place) && then.lost.get(place));
            }
        }
        final long[] start = former ? tables : then.model.start(database);
        skip(database, start, place -> had.test(place) && then.model.skips(place));
        final Ledger ledger = former ? new Ledger(database, model) : then.ledgers.get(database);
        losses.setBack(database, former ? Map.of() : then.accepted);
        ledgers.set(database, former ? ledger : ledger.copy());
        ledgers.forEach(each -> each.replace(model));
    }

    private void skip(int database, long[] tables, IntPredicate places) {
        model = model.ofOtherStart(database, tables, places);
        ledgers.forEach(ledger -> ledger.replace(model));
    }

    /**
     * Prepares for the start of a gateway after databases were set back. If a lost update has a result (its place is before
     * {@code answered}), it does not run again. If it has no result, it runs, unless a checkpoint says that it had a result.
     *
     * @param known whether the checkpoint has the update at a place
     * @param pruned whether the checkpoint has forgotten the outcome of that update
     * @param later whether a later update, or the failure of one, is in the database or in a commit that was sent to it
     * @return whether the expected fate of all updates can be determined
     */
    boolean startsAfter(int answered, IntPredicate known, IntPredicate pruned, IntPredicate later) {
        for (int at = 0; at < model.program().size(); at++) {
            final int place = at;
            final boolean update = model.program().requests().get(place).update();
            final boolean loses = update && place < answered && !known.test(place);
            if (loses ? !lost.get(place) : update && place >= answered && lost.get(place) && !pruned.test(place)) {
                final int database = asked(place).database();
                if (!loses && (known.test(place) || later.test(place))) {
                    if (losses.isAccepted(asked(place), place)) {
                        continue; // no gateway may go on
                    }
                    return false;
                }
                lost.set(place, loses);
                skip(database, model.start(database), other -> other == place ? loses : model.skips(other));
            }
        }
        return true;
    }

    /** Returns the statement of the request at a place. */
    Statement asked(int place) {
        return model.program().requests().get(place).statement().orElseThrow();
    }

    /** Returns the number of committed transactions. */
    int commits() {
        return commits;
    }

    /** Replaces the input's requests from some place on. Updates among the former ones are only in orphaned checkpoints. */
    void replace(Program other, Map<String, Long> orphanedCheckpoints, Set<Integer> theirDatabases) {
        model = model.ofOther(other);
        ledgers.forEach(ledger -> ledger.replace(model));
        orphaned.putAll(orphanedCheckpoints);
        orphanedDatabases.addAll(theirDatabases);
    }

    boolean orphans() {
        return !orphaned.isEmpty();
    }

    /** Called in each turn: checks that all requests are answered within a number of turns after the last mishap. */
    void checkLiveness(int answered) {
        final int requests = model.program().size();
        if (world.mishaps.over() && ++quietTurns > LEAST_QUIET_TURNS + (long) QUIET_TURNS_A_REQUEST * requests) {
            throw new Violation(
                    Promise.LIVENESS, answered + " of " + requests + " requests are answered, but no more are");
        }
    }

    /** Notes that an older copy of the output is restored, so that requests without a result in it are answered again. */
    void replay() {
        quietTurns = 0;
        allowReadsAgain(Integer.MAX_VALUE);
    }

    void allowReadsAgain(int beforePlace) {
        readsAgainBefore = Math.max(readsAgainBefore, beforePlace);
    }

    /** Returns the place of the last update that a database has committed. */
    int lastUpdate(int database) {
        return ledgers.get(database).last();
    }

    /**
     * Checks a result that becomes visible on the output after the present ones.
     *
     * @param place the number of results that are visible so far
     * @param mayHaveBeenAway whether a backend can have been unavailable to the gateway for a number of nanoseconds
     * @return the fingerprint of the commit on which the result depends, 0 for none
     */
    int result(Item item, int place, BiPredicate<String, Long> mayHaveBeenAway) {
        final SimulatedInput input = world.input();
        final long index = setup.positions().index(place);
        if (item.request().index() != index) {
            throw new Violation(
                    Promise.ORDER,
                    "the result at place " + place + " is that of place "
                            + setup.positions().place(item.request().index()));
        }
        final Request request = input.get(place);
        if (!item.request().equals(request.ref(index))) {
            throw new Violation(Promise.ORDER, "the result at place " + place + " names " + item.request());
        }
        if (setup.syncChunk() && input.synced() <= place) {
            throw new Violation(Promise.SYNCED_FIRST, "place " + place + " is answered before its request is on disk");
        }
        if (Semantics.quarantined(item.outcome())) {
            checkQuarantined(place, request);
            world.tally.count(Count.QUARANTINED);
        } else if (Semantics.late(item.outcome())) {
            checkLate(place, request);
        } else if (Semantics.unavailable(item.outcome())) {
            checkUnavailable(place, request, mayHaveBeenAway);
        } else {
            checkOutcome(place, request, item);
        }
        return request.update() ? ledgers.get(asked(place).database()).fingerprint(place) : 0;
    }

    /** Counts a crash of a process that had only the request at a place in progress, perhaps at a backend. */
    void endedAlone(int place) {
        endsAlone.merge(place, 1, Integer::sum);
    }

    private void checkQuarantined(int place, Request request) {
        final int ends = endsAlone.getOrDefault(place, 0);
        if (!setup.quarantines() || ends < setup.quarantineAfter()) {
            throw new Violation(
                    Promise.QUARANTINE,
                    "place " + place + ", " + request + ", is quarantined after " + ends
                            + " crashes with only it in progress");
        }
        if (model.succeeds(place) && !request.outside() && !orphans()) {
            throw new Violation(
                    Promise.QUARANTINE, "place " + place + ", " + request + ", is called quarantined, but has run");
        }
    }

    private void checkLate(int place, Request request) {
        final boolean hasRun = request.update() && model.succeeds(place);
        if (!request.late(world.turn()) || hasRun && !orphans() && !mayBeAnothers(place, request)) {
            throw new Violation(Promise.PATIENCE, "place " + place + ", " + request + ", is reported as late");
        }
    }

    /**
     * Whether the effect may come from an earlier request at this place, which was executed and then lost in a power cut. An
     * update outside of transactions leaves no checkpoint that would distinguish the earlier request from the present one. So the
     * present request may run or be late, even if the effect already exists.
     */
    private boolean mayBeAnothers(int place, Request request) {
        return request.outside() && world.input().writtenAgain(place);
    }

    private void checkUnavailable(int place, Request request, BiPredicate<String, Long> mayHaveBeenAway) {
        final OptionalLong limit = setup.failAfterNanos();
        if (limit.isEmpty()
                || request.update()
                || !mayHaveBeenAway.test(
                        Setup.backend(request.statement().orElseThrow().backend()), limit.getAsLong())) {
            throw new Violation(
                    Promise.PATIENCE, "place " + place + ", " + request + ", fails because its database is away");
        }
    }

    private void checkOutcome(int place, Request request, Item item) {
        final int database = request.statement().map(Statement::database).orElse(-1);
        if (orphanedDatabases.contains(database)) {
            return; // the content of its tables is unknown
        }
        final long digest = Semantics.digest(item.outcome());
        final boolean equal =
                digest == model.expected(place) || place < readsAgainBefore && model.possibleLater(place, digest);
        if (model.succeeds(place) && !ledgers.get(database).has(place)) {
            throw new Violation(
                    Promise.COMMITTED_FIRST,
                    "the result at place " + place + ", " + Semantics.shown(item.outcome())
                            + ", is visible before the update");
        }
        if (!equal) {
            throw new Violation(
                    Promise.RESULT,
                    "the result at place " + place + ", of " + request + ", is " + Semantics.shown(item.outcome())
                            + ", but must have the digest " + Semantics.hex(model.expected(place)));
        }
    }

    /** Checks a transaction of a gateway before it is committed. */
    void committing(int database, Transaction transaction, CheckpointRows rows) {
        final Claimant process = transaction.claimant;
        final String name = transaction.name;
        if (process.claimed().contains(name) && rows.owner != process.number()) {
            throw new Violation(
                    Promise.FENCED,
                    "process " + process.number() + " changes d" + database + " after process " + rows.owner
                            + " has claimed its checkpoint");
        }
        if (transaction.row.isPresent() && !process.claimed().contains(name)) {
            if (!orphanedDatabases.contains(database)) {
                losses.check(process, name, rows.row, ledgers.get(database), this::asked);
            }
            rows.row.ifPresent(row -> checkOwn(process, name, row));
        }
        if (!transaction.places.isEmpty() && orphaned.getOrDefault(name, -1L) > process.answered()) {
            throw new Violation(
                    Promise.STOPS, "updates run on " + name + ", whose checkpoint has updates that the input lost");
        }
    }

    private void checkOwn(Claimant process, String name, Row row) {
        final String who = "process " + process.number() + " claims the checkpoint of " + name;
        if (!row.queue().equals(process.queue())) {
            if (!process.acceptsNewQueues()) {
                throw new Violation(Promise.STOPS, who + " of other queues");
            }
        } else if (row.last() > Math.max(process.lastRequest(), lastOnLane())) {
            throw new Violation(Promise.STOPS, who + ", which knows of updates after the end of its input");
        } else if (row.pruned() > process.answered()) {
            throw new Violation(Promise.STOPS, who + ", which forgot outcomes that its output does not have");
        }
    }

    /** Returns the last index of a shared lane: a former process may have read requests that came after the present claim. */
    private long lastOnLane() {
        return shared ? setup.positions().index(world.input().size() - 1) : CheckpointTable.NONE;
    }

    /** Checks a database after a transaction was committed. */
    void committed(int database, Transaction transaction, long[] tables, CheckpointRows rows) {
        commits++;
        noteLate(database, transaction);
        if (!orphanedDatabases.contains(database)) {
            ledgers.get(database).commit(transaction.places, tables);
        }
        final int runs = 1 + transaction.claimant.number();
        if (rows.outcomes.size() > MOST_KEPT + runs * setup.settings().chunkLimit()) {
            throw new Violation(Promise.BOUNDED, rows.outcomes.size() + " rows of outcomes are kept");
        }
    }

    /** Records in the model that an update never runs if its stored outcome is that it was late. */
    private void noteLate(int database, Transaction transaction) {
        if (transaction.kept.isEmpty()) {
            return;
        }
        final int end = setup.positions().place(transaction.kept.lastKey());
        for (final int place : transaction.late) {
            if (place <= end && model.succeeds(place) && !ledgers.get(database).has(place)) {
                model = model.ofLate(place);
                ledgers.forEach(ledger -> ledger.replace(model));
            }
        }
    }

    /**
     * Checks the input after a power cut.
     *
     * @param lastKnown the place of the last update that a checkpoint has
     */
    void powerCut(SimulatedInput input, SimulatedOutput output, int lastKnown) {
        if (setup.syncChunk() && Math.max(lastKnown + 1, output.size()) > input.size()) {
            throw new Violation(Promise.SYNCED_FIRST, "the power cut lost requests that were answered or committed");
        }
    }

    /** Checks a run whose requests are all answered. */
    void checkEnd() {
        if (!orphans()) {
            ledgers.forEach(ledger -> ledger.checkComplete(model.program().size()));
        }
    }
}
