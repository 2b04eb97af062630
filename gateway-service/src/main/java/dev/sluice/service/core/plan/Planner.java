package dev.sluice.service.core.plan;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.OperationCounts.Reason;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.footprint.Conflict;
import dev.sluice.service.core.footprint.Conflicts;
import dev.sluice.service.core.footprint.Footprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Divides a chunk into calls without changing any result. Five steps lead from a request to the start of its call; the Javadoc of
 * each class names the step that the class does.
 *
 * <ol>
 *   <li><em>Conflicts.</em> A request has a {@link Footprint}: the tables it reads and writes and, if its arguments identify
 *       them, the rows. Two requests conflict if one writes what the other reads or writes. {@link Conflicts} finds whether
 *       requests of two footprints conflict never, always, or only if they touch the same row.
 *   <li><em>Levels.</em> Each request gets a level: the lowest number above the levels of all earlier requests that it conflicts
 *       with. As an exception, an update may have the same level as earlier updates. {@link Touched} stores the levels of the
 *       requests with one footprint, and {@link RowLevels} those of the requests for each row. A chunk that only reads needs no
 *       levels of rows. A read conflicts with no request of its own level, so the reads of a level may be executed together and
 *       in any order.
 *   <li><em>Calls.</em> Reads with the same operation, level and argument types share a call, and lookups with equal keys share
 *       a question. The updates of a database keep their order, because no update gets a lower level than an earlier update.
 *       Updates of the same level form a run, which is one call. Conflicting updates of two configured databases that may be
 *       the same database keep their order, too. The calls are returned level by level, so of two conflicting calls the earlier
 *       one comes first.
 *   <li><em>Order.</em> {@code PlannedCalls} starts a call when every earlier call that it conflicts with is over.
 *       {@code CallPair} compares two calls, which may be of different chunks.
 *   <li><em>Results.</em> After a crash, reads without a written result are executed again. Therefore a run of updates waits
 *       until the results of earlier conflicting reads are written, or it stores these results in its transaction.
 *       {@code Affected} finds these results. Because results are written in request order, a call could wait for one of its
 *       own results; {@code PlannedCalls} splits such a call.
 * </ol>
 *
 * <p>Belongs to the service thread.
 */
public final class Planner {

    /** The maximum number of footprints that are cached between chunks. {@link Conflicts} has the same limit for its cache. */
    private static final int MOST_KNOWN = 1_000;

    private final Map<Footprint, Touched> known = new IdentityHashMap<>();
    private final List<Touched> touched = new ArrayList<>();
    private final Map<Operation, List<SharedReads>> reads = new IdentityHashMap<>();
    /** The open run of each backend. */
    private final Map<Backend, Run> runs = new IdentityHashMap<>();

    private final List<List<Call>> levels = new ArrayList<>();
    private final Set<Backend> asked = new LinkedHashSet<>();
    private final CallReasons reasons;
    private int calls;
    /** The footprint whose conflict determined the level of the request added last; null if that request has no conflict. */
    private Touched raisedBy;

    /** @param reasons counts why calls are begun */
    public Planner(CallReasons reasons) {
        this.reasons = reasons;
    }

    /** Adds the next request of the chunk. */
    public void add(Item item, Operation operation, Arguments arguments) {
        final Footprint footprint = operation.footprint(arguments);
        final int level = place(touched(footprint), operation, arguments);
        if (operation.update()) {
            openRun(operation, footprint, level).add(new Question(operation, arguments, footprint, item));
        } else if (operation.chunked()) {
            sharedReads(operation, arguments, footprint, level).ask(item, arguments, footprint);
        } else {
            reasons.begun(operation, Reason.ALONE);
            newCall(operation, level).add(new Question(operation, arguments, footprint, item));
        }
    }

    /**
     * Adds a read that a cache has answered. No backend is called for this read. Still, as for any read, conflicting updates must
     * wait until its result is written, because after a crash the cache is empty and the read would be sent to the backend.
     */
    public void addAnswered(Item item, Operation operation, Arguments arguments) {
        final Touched mine = touched(operation.lastFootprint(arguments));
        final int level = place(mine, operation, arguments);
        if (mine.answered == null) {
            mine.answered = newCall(operation, level); // one call is enough, as a conflicting update clears the cache
        }
        final Question question = new Question(operation, arguments, mine.footprint(), item);
        question.answer(item.outcome());
        mine.answered.add(question);
    }

    /** Returns the calls for the added requests, in an order in which they can be executed. Starts the next chunk. */
    public List<Call> plan() {
        final List<Call> planned = new ArrayList<>(calls);
        for (final List<Call> level : levels) {
            planned.addAll(level);
            level.clear();
        }
        for (final Touched one : touched) {
            one.forget();
        }
        if (known.size() > MOST_KNOWN) {
            known.clear();
        }
        touched.clear();
        reads.clear();
        runs.clear();
        asked.clear();
        calls = 0;
        return planned;
    }

    /** Returns the backends that the calls for the added requests need. */
    public Set<Backend> asked() {
        return asked;
    }

    private Touched touched(Footprint footprint) {
        return known.computeIfAbsent(footprint, Touched::new);
    }

    private int place(Touched mine, Operation operation, Arguments arguments) {
        final boolean update = operation.update();
        int level = 0;
        raisedBy = null;
        for (final Touched earlier : touched) {
            final int least = earlier.least(mine.footprint(), arguments, update);
            if (least > level) {
                level = least;
                raisedBy = earlier;
            }
        }
        if (mine.isNew()) {
            mine.operation = operation;
            touched.add(mine);
        }
        mine.raise(arguments, update, level);
        return level;
    }

    private Run openRun(Operation operation, Footprint footprint, int level) {
        final Backend backend = operation.backend();
        if (runs.size() > (runs.containsKey(backend) ? 1 : 0)) {
            runs.values().removeIf(other -> other.call.backend() != backend && other.endsBefore(footprint));
        }
        final Run open = runs.get(backend);
        if (open != null && open.takes(operation, level)) {
            return open;
        }
        if (open == null) {
            reasons.begun(operation, Reason.FIRST);
        } else if (open.level < level) {
            begunAfterConflict(operation, footprint);
        } else {
            reasons.begun(operation, open.full(operation) ? Reason.LIMIT : Reason.ALONE);
        }
        final Run run = new Run(newCall(operation, level), level);
        runs.put(backend, run);
        return run;
    }

    private SharedReads sharedReads(Operation operation, Arguments arguments, Footprint footprint, int level) {
        final List<SharedReads> open = reads.computeIfAbsent(operation, key -> new ArrayList<>(2));
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).takes(arguments, level)) {
                return open.get(i);
            }
        }
        if (open.isEmpty()) {
            reasons.begun(operation, Reason.FIRST);
        } else if (open.stream().anyMatch(shared -> shared.level == level)) {
            reasons.begun(operation, Reason.TYPES);
        } else {
            begunAfterConflict(operation, footprint);
        }
        final SharedReads shared = new SharedReads(operation, arguments, level);
        open.add(shared);
        return shared;
    }

    /** Counts a call that is begun because its request may not join an open call: it conflicts with a request in between. */
    private void begunAfterConflict(Operation operation, Footprint footprint) {
        if (raisedBy == null) {
            reasons.begun(operation, Reason.FIRST); // this request has no conflict; the open calls have a higher level
        } else {
            final boolean always = raisedBy.conflicts.with(footprint).always();
            reasons.begun(operation, always ? Reason.TABLE : Reason.ROW, raisedBy.operation);
        }
    }

    private Call newCall(Operation operation, int level) {
        while (levels.size() <= level) {
            levels.add(new ArrayList<>());
        }
        final Call call = new Call(operation.backend(), operation.update());
        levels.get(level).add(call);
        asked.add(call.backend());
        calls++;
        return call;
    }

    /** Step 2 for one footprint: the highest levels of its requests in this chunk. */
    private static final class Touched {

        private static final int NEVER = -1;

        private final Conflicts conflicts;
        /** The operation of the first request in this chunk that has the footprint. */
        private Operation operation;

        private final RowLevels rows = new RowLevels();
        private int readLevel = NEVER;
        private int updateLevel = NEVER;
        /** The call with the reads that a cache has answered; null if there are none. */
        private Call answered;

        Touched(Footprint footprint) {
            this.conflicts = new Conflicts(footprint);
        }

        Footprint footprint() {
            return conflicts.footprint();
        }

        boolean isNew() {
            return readLevel == NEVER && updateLevel == NEVER;
        }

        void raise(Arguments arguments, boolean update, int level) {
            if (update) {
                updateLevel = Math.max(updateLevel, level);
            } else {
                readLevel = Math.max(readLevel, level);
            }
            if (footprint().bindsRows()) {
                rows.add(arguments, level + 1);
            }
        }

        void forget() {
            readLevel = NEVER;
            updateLevel = NEVER;
            answered = null;
            rows.clear();
        }

        /** Returns the lowest level that a later request may have. */
        int least(Footprint later, Arguments arguments, boolean update) {
            if (!update) {
                return updateLevel == NEVER ? 0 : after(later, arguments, updateLevel + 1);
            }
            final int behindReads = readLevel == NEVER ? 0 : after(later, arguments, readLevel + 1);
            return ordersUpdatesWith(later) ? Math.max(behindReads, updateLevel) : behindReads;
        }

        /**
         * Returns the lowest level above every request of this footprint that conflicts with a later request.
         *
         * @param all the lowest level above all requests of this footprint
         */
        private int after(Footprint later, Arguments arguments, int all) {
            final Conflict conflict = conflicts.with(later);
            return conflict.always() ? all : rows.after(conflict, arguments);
        }

        private boolean ordersUpdatesWith(Footprint later) {
            return updateLevel != NEVER
                    && (footprint().database().is(later.database())
                            || conflicts.with(later).possible());
        }
    }

    /** Step 3 for reads with the same operation, level and types: the open call. A full call is replaced by a new one. */
    private final class SharedReads {

        private final Operation operation;
        private final Arguments sample;
        private final int level;
        private final Map<Arguments, Question> questions = new HashMap<>();
        private Call call;

        SharedReads(Operation operation, Arguments sample, int level) {
            this.operation = operation;
            this.sample = sample;
            this.level = level;
            this.call = newCall(operation, level);
        }

        boolean takes(Arguments arguments, int itsLevel) {
            return itsLevel == level && sample.sameTypes(arguments);
        }

        void ask(Item item, Arguments arguments, Footprint footprint) {
            if (operation.sharesEqualKeys()) {
                final Question asked = questions.get(arguments);
                if (asked != null) {
                    asked.alsoFor(item);
                    return;
                }
            }
            if (call.questions().size() >= operation.callLimit()) {
                reasons.begun(operation, operation.callLimit() > 1 ? Reason.LIMIT : Reason.ALONE);
                call = newCall(operation, level);
            }
            final Question question = new Question(operation, arguments, footprint, item);
            call.add(question);
            if (operation.sharesEqualKeys()) {
                questions.put(arguments, question);
            }
        }
    }

    /** Step 3 for updates: the open run of a backend. */
    private static final class Run {

        private final Call call;
        private final int level;
        private int limit = Integer.MAX_VALUE;

        Run(Call call, int level) {
            this.call = call;
            this.level = level;
        }

        boolean takes(Operation operation, int itsLevel) {
            return itsLevel == level
                    && call.backend() == operation.backend()
                    && call.questions().get(0).operation().sharesRunWith(operation)
                    && call.questions().size() < limit(operation);
        }

        /** Whether the run is full and its limit is more than one update. */
        boolean full(Operation next) {
            return limit(next) > 1 && call.questions().size() >= limit(next);
        }

        private int limit(Operation next) {
            return Math.min(limit, limitOf(next));
        }

        /** Whether the run must take no more updates, because a later update of another backend must be executed after it. */
        boolean endsBefore(Footprint later) {
            return call.parts().stream().anyMatch(part -> part.ordersUpdatesWith(later));
        }

        /** Adds an update. The lowest limit of all updates counts, so no other update can join an update that must be alone. */
        void add(Question question) {
            limit = Math.min(limit, limitOf(question.operation()));
            call.add(question);
        }

        private static int limitOf(Operation operation) {
            return operation.chunked() ? operation.callLimit() : 1;
        }
    }
}
