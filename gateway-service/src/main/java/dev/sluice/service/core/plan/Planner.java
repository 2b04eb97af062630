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
 * Cuts a chunk into calls without changing any result. From a request to a call that may start there are five steps; each class
 * that takes one names it.
 *
 * <ol>
 *   <li><em>Conflicts.</em> A request has a {@link Footprint}: the tables it reads and writes, and the rows where its
 *       arguments tell them. Two requests conflict if one writes what the other touches. {@link Conflicts} answers for two
 *       footprints: never, always, or for requests of one row.
 *   <li><em>Levels.</em> Each request gets the lowest level that is above every earlier request it conflicts with.
 *       {@link Touched} knows the levels of a footprint, {@link RowLevels} those of its rows; a chunk of reads alone never
 *       asks for rows. Requests of one level do not conflict: they may be asked together, in any order.
 *   <li><em>Calls.</em> Reads of one operation, level and types share a call, and equal lookup keys a question. The
 *       updates of a database keep their order: their levels never fall, and those of one level form one run. So do updates of two
 *       configured databases that may be one, where they conflict. The calls come out level by level: of two that conflict
 *       the earlier one is first.
 *   <li><em>Order.</em> {@code PlannedCalls} starts a call when every earlier one that it conflicts with is over;
 *       {@code Meeting} compares two calls, also of different chunks.
 *   <li><em>Results.</em> After a crash, reads without a written result are asked again. So a run of updates starts when the
 *       results that it conflicts with are written, or it keeps them with its commit: {@code Affected} finds these. As results
 *       are written in order, {@code PlannedCalls} parts calls where an update would wait for itself.
 * </ol>
 *
 * <p>Belongs to the service thread.
 */
public final class Planner {

    /** As {@link Conflicts} has it. */
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
    /** The conflict that raised the level of the request that was placed last; null if none did. */
    private Touched raisedBy;

    /** @param reasons why calls are begun */
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
     * Adds a read that a cache has answered. Nothing is asked, but it is in the way of conflicting updates like any
     * other: after a crash the cache is empty, and it is asked for what has no result yet.
     */
    public void addAnswered(Item item, Operation operation, Arguments arguments) {
        final Touched mine = touched(operation.lastFootprint(arguments));
        final int level = place(mine, operation, arguments);
        if (mine.answered == null) {
            mine.answered = newCall(operation, level); // an update before it would have dropped what it conflicts with
        }
        final Question question = new Question(operation, arguments, mine.footprint(), item);
        question.answer(item.outcome());
        mine.answered.add(question);
    }

    /** The calls for what was added, in an order in which they can be made; starts the next chunk. */
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

    /** The backends that what was added asks. */
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

    /** Others of the operation have a call that this request does not join, as something between must come first. */
    private void begunAfterConflict(Operation operation, Footprint footprint) {
        if (raisedBy == null) {
            reasons.begun(operation, Reason.FIRST); // the others are after a conflict, this request is not
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

    /** Step 2 for one footprint: the levels at which this chunk has it. */
    private static final class Touched {

        private static final int NEVER = -1;

        private final Conflicts conflicts;
        /** The first one of this chunk. */
        private Operation operation;

        private final RowLevels rows = new RowLevels();
        private int readLevel = NEVER;
        private int updateLevel = NEVER;
        /** The reads of it that are answered already; null if there are none. */
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

        /** The lowest level at which a later request, an update or not, may stand. */
        int least(Footprint later, Arguments arguments, boolean update) {
            if (!update) {
                return updateLevel == NEVER ? 0 : after(later, arguments, updateLevel + 1);
            }
            final int behindReads = readLevel == NEVER ? 0 : after(later, arguments, readLevel + 1);
            return ordersUpdatesWith(later) ? Math.max(behindReads, updateLevel) : behindReads;
        }

        /**
         * The level after all requests that conflict with a later one.
         *
         * @param all the level after all requests
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

    /** Step 3 for reads of one operation, level and types: a call, and another when that is full. */
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

    /** Step 3 for updates: the run of one database that is open. */
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

        /** Whether it has as many updates as it may, and that is more than one. */
        boolean full(Operation next) {
            return limit(next) > 1 && call.questions().size() >= limit(next);
        }

        private int limit(Operation next) {
            return Math.min(limit, limitOf(next));
        }

        /** Whether an update at another backend must come after it, and what comes later must not join it any more. */
        boolean endsBefore(Footprint later) {
            return call.parts().stream().anyMatch(part -> part.ordersUpdatesWith(later));
        }

        /** The strictest of its updates decides: one that must be alone does not let others in after it. */
        void add(Question question) {
            limit = Math.min(limit, limitOf(question.operation()));
            call.add(question);
        }

        private static int limitOf(Operation operation) {
            return operation.chunked() ? operation.callLimit() : 1;
        }
    }
}
