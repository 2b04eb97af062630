package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.footprint.Bound;
import dev.sluice.service.core.footprint.DatabaseIdentity;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.core.plan.CallReasons;
import dev.sluice.service.core.plan.Planner;
import dev.sluice.service.core.schedule.CallPair;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Random chunks, each pair of requests checked against the definition of a conflict. Repeat with {@code -Dseed=S}. */
class PlannerPropertyTest {

    /** {@link Random} draws nearly the same first numbers from seeds that are neighbours. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int CHUNKS = 3_000;

    private final List<Backend> backends = List.of(
            new ScriptedBackend("a", new Backoff(1, 1)),
            new ScriptedBackend("also a", new Backoff(1, 1)),
            new ScriptedBackend("b", new Backoff(1, 1)));

    /** Backends of which a run holds one operation only: a rule that all of a backend's operations share. */
    private final Set<Integer> separate = Set.of(2);

    /**
     * What a random operation really touches, as the test knows it: everything if empty.
     *
     * @param byRow whether a request touches only the rows that its argument tells
     */
    private record Touches(String database, Optional<Set<String>> reads, Optional<Set<String>> writes, boolean byRow) {}

    private record Asked(Item item, TestOperation operation, Touches touches, Arguments arguments) {

        boolean writesWhatTouches(Asked other) {
            return touches.database().equals(other.touches.database())
                    && (meet(other, other.touches.reads()) || meet(other, other.touches.writes()));
        }

        private boolean meet(Asked other, Optional<Set<String>> others) {
            final Optional<Set<String>> some = touches.writes();
            if (some.isEmpty() || others.isEmpty()) {
                return some.map(names -> !names.isEmpty()).orElse(true)
                        && others.map(names -> !names.isEmpty()).orElse(true);
            }
            final boolean apart = touches.byRow() && other.touches.byRow() && !arguments.equals(other.arguments);
            return !apart && some.get().stream().anyMatch(others.get()::contains);
        }
    }

    @Test
    void shouldKeepEveryConflictInOrderAndEveryRequestInOneCall() {
        final long seed = Long.getLong("seed", 1);
        for (int i = 0; i < CHUNKS; i++) {
            final long itsSeed = seed + i;
            try {
                checkChunks(new Random(itsSeed * SPREAD));
            } catch (final AssertionError | RuntimeException e) {
                throw new AssertionError("seed=" + itsSeed + ": " + e.getMessage(), e);
            }
        }
    }

    private void checkChunks(Random random) {
        final Map<TestOperation, Touches> operations = new IdentityHashMap<>();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            addOperation(operations, random, i);
        }
        final List<TestOperation> choice = List.copyOf(operations.keySet());
        final Planner planner = new Planner(new CallReasons("test", new GatewayCounts(List.of())));
        for (int chunk = 0; chunk < 2; chunk++) {
            final List<Asked> asked = new ArrayList<>();
            for (int i = random.nextInt(30); i >= 0; i--) {
                final TestOperation operation = choice.get(random.nextInt(choice.size()));
                final Item item =
                        new Item(new RequestRef(asked.size(), 1, 1, operation.name()), 0, 0, Deadline.NONE, false);
                final boolean number = operations.get(operation).byRow() || random.nextBoolean();
                final Arguments arguments = Arguments.of(number ? (Object) (long) random.nextInt(3) : "x");
                asked.add(new Asked(item, operation, operations.get(operation), arguments));
                planner.add(item, operation, arguments);
            }
            check(asked, planner.plan());
        }
    }

    private void addOperation(Map<TestOperation, Touches> operations, Random random, int number) {
        final int backend = random.nextInt(backends.size());
        final String database = backend < 2 ? "a" : "b";
        final boolean update = random.nextInt(3) == 0;
        final Optional<Set<String>> reads = tables(random);
        final Optional<Set<String>> writes = update ? tables(random) : Optional.of(Set.of());
        final boolean byRow = random.nextBoolean();
        final Footprint footprint =
                Footprint.of(DatabaseIdentity.named(database), bound(reads, byRow), bound(writes, byRow));
        final TestOperation operation = new TestOperation(
                "op" + number,
                footprint,
                update,
                random.nextInt(8) > 0,
                !update && random.nextBoolean(),
                1 + random.nextInt(random.nextBoolean() ? 3 : 100),
                backends.get(backend),
                separate.contains(backend));
        operations.put(operation, new Touches(database, reads, writes, byRow));
    }

    private static Optional<Map<TableName, Set<Bound>>> bound(Optional<Set<String>> tables, boolean byRow) {
        final Set<Bound> bounds = byRow ? Set.of(new Bound("key", 0)) : Set.of();
        return tables.map(names -> names.stream().collect(Collectors.toMap(TableName::of, name -> bounds)));
    }

    private static Optional<Set<String>> tables(Random random) {
        if (random.nextInt(6) == 0) {
            return Optional.empty();
        }
        final Set<String> tables = new TreeSet<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            tables.add("t" + random.nextInt(4));
        }
        return Optional.of(tables);
    }

    private static void check(List<Asked> asked, List<Call> calls) {
        final int[] callOf = new int[asked.size()];
        final int[] placeOf = new int[asked.size()];
        for (int call = 0; call < calls.size(); call++) {
            final List<Question> questions = calls.get(call).questions();
            for (int place = 0; place < questions.size(); place++) {
                questions.get(place).answer(new Outcome.Updated(((long) call << 32) + place));
            }
            // a second outcome for one request throws
            calls.get(call).end();
            checkShape(calls.get(call));
        }
        for (int i = 0; i < asked.size(); i++) {
            final long where = ((Outcome.Updated) asked.get(i).item().outcome()).count();
            callOf[i] = (int) (where >> 32);
            placeOf[i] = (int) where;
            final Question question = calls.get(callOf[i]).questions().get(placeOf[i]);
            assertEquals(asked.get(i).arguments(), question.arguments());
            assertEquals(asked.get(i).operation(), question.operation());
        }
        for (int later = 0; later < asked.size(); later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                if (ordered(asked.get(earlier), asked.get(later))) {
                    final Supplier<String> pair = pair(asked, earlier, later);
                    if (callOf[earlier] == callOf[later]) {
                        assertTrue(calls.get(callOf[later]).update(), () -> "In one reading call: " + pair.get());
                        assertTrue(placeOf[earlier] < placeOf[later], () -> "Out of order in their run: " + pair.get());
                    } else {
                        assertTrue(callOf[earlier] < callOf[later], () -> "Planned out of order: " + pair.get());
                        assertTrue(
                                new CallPair(calls.get(callOf[earlier]), calls.get(callOf[later])).keepsOrder(),
                                () -> "May overtake: " + pair.get());
                    }
                }
            }
        }
    }

    private static Supplier<String> pair(List<Asked> asked, int earlier, int later) {
        return () -> earlier + " and " + later + " of " + asked;
    }

    private static boolean ordered(Asked earlier, Asked later) {
        final boolean updates =
                earlier.operation().update() && later.operation().update();
        return earlier.writesWhatTouches(later)
                || later.writesWhatTouches(earlier)
                || updates
                        && earlier.touches().database().equals(later.touches().database());
    }

    private static void checkShape(Call call) {
        final Question first = call.questions().get(0);
        for (final Question question : call.questions()) {
            assertTrue(call.questions().size() <= question.operation().callLimit(), "Beyond its limit");
            assertTrue(question.operation().chunked() || call.questions().size() == 1, "Not alone");
            assertEquals(call.update(), question.operation().update());
            assertEquals(call.backend(), question.operation().backend());
            assertTrue(first.operation().sharesRunWith(question.operation()), "A run that it does not share");
            assertTrue(call.update() || question.operation() == first.operation(), "Two operations in one read");
            assertTrue(
                    call.update() || question.arguments().sameTypes(first.arguments()), "Two signatures in one read");
        }
    }
}
