package dev.sluice.service.chunk;

import dev.sluice.wire.Arguments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts a chunk into calls without changing any result.
 *
 * <p>Each request gets the lowest <em>level</em> that keeps it behind every earlier request it conflicts with; what has
 * the same level does not conflict, and may be asked together and in any order. Reads of one operation and one level
 * share a call, equal lookup keys a question. The updates of a database keep their order: their levels never fall, and
 * those of one level form one run. The calls come out level by level, so that of two that conflict the earlier one is
 * first in the list: see {@link Call#mustFollow}.
 *
 * <p>Belongs to the service thread.
 */
public final class Planner {

    private final Map<Footprint, Touched> known = new IdentityHashMap<>();
    private final List<Touched> touched = new ArrayList<>();
    private final Map<Operation, List<SharedRead>> reads = new IdentityHashMap<>();
    private final Map<String, Run> runs = new HashMap<>();
    private final List<List<Call>> levels = new ArrayList<>();
    private int calls;

    /** Adds the next request of the chunk. */
    public void add(Item item, Operation operation, Arguments arguments) {
        final int level = place(operation);
        if (operation.update()) {
            addUpdate(item, operation, arguments, level);
        } else {
            addRead(item, operation, arguments, level);
        }
    }

    /** The calls for what was added, in an order in which they can be made; starts the next chunk. */
    public List<Call> plan() {
        final List<Call> planned = new ArrayList<>(calls);
        for (final List<Call> level : levels) {
            planned.addAll(level);
            level.clear();
        }
        for (final Touched one : touched) {
            one.level = Touched.NEVER;
        }
        touched.clear();
        reads.clear();
        runs.clear();
        calls = 0;
        return planned;
    }

    private int place(Operation operation) {
        final Touched mine = known.computeIfAbsent(operation.footprint(), Touched::new);
        int level = 0;
        for (final Touched earlier : touched) {
            if (operation.update() && earlier.update) {
                if (earlier.sameDatabase(mine)) {
                    level = Math.max(level, earlier.level);
                }
            } else if (earlier.conflictsWith(mine)) {
                level = Math.max(level, earlier.level + 1);
            }
        }
        if (mine.level == Touched.NEVER) {
            mine.update = operation.update();
            touched.add(mine);
        }
        mine.level = Math.max(mine.level, level);
        return level;
    }

    private void addUpdate(Item item, Operation operation, Arguments arguments, int level) {
        final String database = operation.footprint().database();
        Run run = runs.get(database);
        if (run == null || !run.takes(operation, level)) {
            run = new Run(newCall(operation, level), level);
            runs.put(database, run);
        }
        run.call.add(new Question(operation, arguments, item));
    }

    private void addRead(Item item, Operation operation, Arguments arguments, int level) {
        if (!operation.chunked()) {
            newCall(operation, level).add(new Question(operation, arguments, item));
            return;
        }
        final List<SharedRead> open = reads.computeIfAbsent(operation, key -> new ArrayList<>(2));
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).join(item, operation, arguments, level)) {
                return;
            }
        }
        final SharedRead shared = new SharedRead(newCall(operation, level), level, arguments);
        shared.ask(item, operation, arguments);
        open.add(shared);
    }

    private Call newCall(Operation operation, int level) {
        while (levels.size() <= level) {
            levels.add(new ArrayList<>());
        }
        final Call call = new Call(operation.backend(), operation.update());
        levels.get(level).add(call);
        calls++;
        return call;
    }

    /** A footprint, and the highest level at which this chunk has it. */
    private static final class Touched {

        static final int NEVER = -1;

        private final Footprint footprint;
        private final Map<Footprint, Boolean> conflicts = new IdentityHashMap<>();
        private boolean update;
        private int level = NEVER;

        Touched(Footprint footprint) {
            this.footprint = footprint;
        }

        boolean sameDatabase(Touched other) {
            return footprint.database().equals(other.footprint.database());
        }

        boolean conflictsWith(Touched other) {
            final Boolean cached = conflicts.get(other.footprint);
            if (cached != null) {
                return cached;
            }
            final boolean conflict = footprint.conflictsWith(other.footprint);
            conflicts.put(other.footprint, conflict);
            return conflict;
        }
    }

    /** A call that reads of one operation, one level and the same argument types may join. */
    private static final class SharedRead {

        private final Call call;
        private final int level;
        private final Arguments sample;
        private final Map<Arguments, Question> questions = new HashMap<>();

        SharedRead(Call call, int level, Arguments sample) {
            this.call = call;
            this.level = level;
            this.sample = sample;
        }

        boolean join(Item item, Operation operation, Arguments arguments, int itsLevel) {
            if (itsLevel != level || !sample.sameTypes(arguments)) {
                return false;
            }
            if (operation.sharesEqualKeys()) {
                final Question asked = questions.get(arguments);
                if (asked != null) {
                    asked.alsoFor(item);
                    return true;
                }
            }
            if (call.questions().size() >= operation.callLimit()) {
                return false;
            }
            ask(item, operation, arguments);
            return true;
        }

        void ask(Item item, Operation operation, Arguments arguments) {
            final Question question = new Question(operation, arguments, item);
            call.add(question);
            if (operation.sharesEqualKeys()) {
                questions.put(arguments, question);
            }
        }
    }

    /** The run of updates of one database that is open. */
    private record Run(Call call, int level) {

        boolean takes(Operation operation, int itsLevel) {
            return itsLevel == level
                    && call.backend() == operation.backend()
                    && call.questions().size() < operation.callLimit();
        }
    }
}
