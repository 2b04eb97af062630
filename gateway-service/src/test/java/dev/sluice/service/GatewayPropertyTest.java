package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Notes;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.core.TestOperation;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.plan.Caches;
import dev.sluice.service.memory.InMemoryLane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The component over backends that answer in any order, late, and not always, and an operator who interferes: results and tables are
 * those of one request at a time. Repeat with {@code -Dseed=S}.
 */
class GatewayPropertyTest {

    /** {@link Random} draws nearly the same first numbers from seeds that are neighbours. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int RUNS = 1_500;
    private static final int[] LIMITS = {1, 2, 3, 10, 100};
    private static final long STUCK = 1_000_000;

    @Test
    void shouldAnswerAsOneAtATimeWhateverTheBackendsDo() {
        final long seed = Long.getLong("seed", 1);
        long outages = 0;
        final Tally tally = new Tally();
        for (int i = 0; i < RUNS; i++) {
            final long itsSeed = seed + i;
            try (CapturedLog log = new CapturedLog()) {
                new Run(new Random(itsSeed * SPREAD), tally).check();
                outages += log.count("model is away");
            } catch (final AssertionError | RuntimeException e) {
                throw new AssertionError("seed=" + itsSeed + ": " + e.getMessage(), e);
            }
        }
        assertTrue(outages > RUNS, outages + " outages in " + RUNS + " runs");
        assertTrue(tally.throttled > RUNS, tally.throttled + " throttled calls");
        assertTrue(tally.obeyed > RUNS / 2, tally.obeyed + " turns that left requests unread for an operator");
        assertTrue(tally.late > RUNS / 10 && tally.unavailable > RUNS / 10, tally.late + ", " + tally.unavailable);
    }

    /** What happened in all runs: what never does is not tested. */
    private static final class Tally {
        private long throttled;
        private long late;
        private long unavailable;
        private long obeyed;

        void add(GatewayCounts counts) {
            throttled += counts.calls(Count.THROTTLED);
            late += counts.calls(Count.LATE_REQUESTS);
            unavailable += counts.calls(Count.UNAVAILABLE_REQUESTS);
        }
    }

    /** One random gateway and its requests. */
    private static final class Run {

        private final Random random;
        private final AtomicLong now = new AtomicLong();
        private final Map<String, ModelDatabase.Touches> touches = new TreeMap<>();
        private final ModelDatabase gatewayTables = new ModelDatabase(touches);
        private final ModelDatabase expectedTables = new ModelDatabase(touches);
        private final Map<String, TestOperation> operations = new TreeMap<>();
        private final List<RandomBackend> backends;
        private final InMemoryLane lane = new InMemoryLane();
        private final GatewaySettings settings;
        private final List<Asked> asked = new ArrayList<>();
        private final boolean deadlines;
        private final boolean operated;
        private final RandomOperator operator;
        private final Tally tally;

        /** A request; without an operation it has to be refused. */
        private record Asked(Optional<FailureKind> refused, String operation, long argument, long deadline) {}

        Run(Random random, Tally tally) {
            this.random = random;
            this.tally = tally;
            this.deadlines = random.nextBoolean();
            this.operated = random.nextInt(4) == 0;
            this.backends = IntStream.range(0, 2)
                    .mapToObj(i -> new RandomBackend(gatewayTables, random.nextBoolean() ? 1 : 4, random, now::get))
                    .toList();
            for (int i = 0; i <= random.nextInt(6); i++) {
                addOperation("op" + i);
            }
            final long linger = random.nextInt(4) == 0 ? random.nextInt(5_000) : 0;
            this.settings = new GatewaySettings("gw", LIMITS[random.nextInt(LIMITS.length)], linger);
            this.operator = new RandomOperator(random, settings.chunkLimit());
        }

        void check() {
            final Precautions precautions = new Precautions(
                    new Notes() {}, Precautions.NEVER, Precautions.FEW, -1, operator::instead, false, Long::toString);
            final Gateway gateway = new Gateway(
                    settings,
                    lane.source(),
                    lane.sink(),
                    request -> {
                        if (request.name().equals("broken")) {
                            throw new IllegalStateException("broken");
                        }
                        final TestOperation operation = operations.get(request.name());
                        if (operation == null) {
                            throw new RefusedException(FailureKind.INVALID, "unknown");
                        }
                        return operation;
                    },
                    Caches.NONE,
                    backends,
                    new GatewayCounts(List.of()),
                    precautions,
                    () -> now.get() * 1_000_000);
            gateway.follow(operator.limit());
            final int requests = 1 + random.nextInt(random.nextInt(4) == 0 ? 300 : 40);
            for (long cycles = 0; lane.answered() < requests; cycles++) {
                if (lane.asked() < requests && random.nextInt(3) > 0) {
                    for (int i = Math.min(requests - lane.asked(), 1 + random.nextInt(30)); i > 0; i--) {
                        write();
                    }
                }
                if (operated) {
                    operator.act(read(gateway), asked.size(), this::mayFailUnasked);
                }
                gateway.doWork(now.addAndGet(random.nextInt(200)));
                if (operated) {
                    operator.check(read(gateway), asked.size(), gateway.finished());
                }
                assertTrue(cycles < STUCK, () -> lane.answered() + " of " + requests + " results, then nothing");
                assertTrue(
                        gateway.inHand() <= settings.windowLimit(backends),
                        () -> gateway.inHand() + " in hand with " + settings);
            }
            assertTrue(gateway.finished());
            assertEquals(requests, gateway.counts().written());
            final List<Object> delivered = delivered();
            assertEquals(expected(delivered), delivered);
            tally.add(gateway.counts());
            tally.obeyed += operator.obeyed();
            assertEquals(expectedTables.tables(), gatewayTables.tables());
            for (final RandomBackend backend : backends) {
                assertTrue(backend.mostUnderWay() <= backend.callsInFlight());
            }
        }

        private static long read(Gateway gateway) {
            return gateway.counts().written() + gateway.inHand();
        }

        private boolean mayFailUnasked(long index) {
            final TestOperation operation =
                    operations.get(asked.get((int) index).operation());
            return operation != null
                    && (!operation.update() || operation.backend().mayFailUnasked());
        }

        private void write() {
            final int chance = random.nextInt(30);
            if (chance < 3) {
                final boolean undecodable = chance == 0;
                if (undecodable) {
                    lane.append(new byte[] {1});
                } else {
                    lane.request(RequestKind.LOOKUP, chance == 1 ? "unknown" : "broken", 1L);
                }
                asked.add(new Asked(
                        Optional.of(chance == 2 ? FailureKind.INTERNAL : FailureKind.INVALID), "", 0, Long.MAX_VALUE));
                return;
            }
            final List<String> names = List.copyOf(operations.keySet());
            final String name = names.get(random.nextInt(names.size()));
            final long argument = random.nextInt(random.nextBoolean() ? 3 : 50);
            final boolean hasDeadline = deadlines && random.nextBoolean();
            final long deadline = hasDeadline ? now.get() + random.nextInt(4_000) : Long.MAX_VALUE;
            lane.request(
                    hasDeadline ? Map.of("deadline", Long.toString(deadline)) : Map.of(),
                    operations.get(name).update() ? RequestKind.UPDATE : RequestKind.QUERY,
                    name,
                    argument);
            asked.add(new Asked(Optional.empty(), name, argument, deadline));
        }

        /** What one request at a time comes to, if those fail for the time they took that did, and had reason to. */
        private List<Object> expected(List<Object> delivered) {
            final List<Object> expected = new ArrayList<>();
            for (int i = 0; i < delivered.size(); i++) {
                final Asked request = asked.get(i);
                if (operator.decided(i)) {
                    expected.add(FailureKind.NOT_ALLOWED);
                } else if (request.refused().isPresent()) {
                    expected.add(request.refused().get());
                } else if (delivered.get(i) == FailureKind.TIMEOUT || delivered.get(i) == FailureKind.UNAVAILABLE) {
                    checkReason(i, request, (FailureKind) delivered.get(i));
                    expected.add(delivered.get(i));
                } else {
                    final Outcome outcome = expectedTables.run(request.operation(), Arguments.of(request.argument()));
                    expected.add(outcome instanceof Outcome.Updated updated ? updated.count() : FailureKind.REJECTED);
                }
            }
            return expected;
        }

        private void checkReason(int index, Asked request, FailureKind failure) {
            final TestOperation operation = operations.get(request.operation());
            final RandomBackend backend = (RandomBackend) operation.backend();
            final String what = failure + " of " + request + " at " + index;
            assertFalse(operation.update() && backend.updated(index), () -> what + ", though it happened");
            if (failure == FailureKind.TIMEOUT) {
                assertTrue(request.deadline() <= now.get(), what);
            } else {
                assertTrue(backend.resilience().failAfterNanos().isPresent(), what);
                assertTrue(!operation.update() || backend.mayFailUnasked(), what);
            }
        }

        private void addOperation(String name) {
            final boolean update = random.nextInt(3) == 0;
            final Set<String> reads = tables();
            final Set<String> writes = update ? tables() : Set.of();
            touches.put(name, new ModelDatabase.Touches(reads, writes));
            final Optional<Set<String>> declared = random.nextInt(5) == 0 ? Optional.empty() : Optional.of(reads);
            final Optional<Set<String>> written = random.nextInt(5) == 0 ? Optional.empty() : Optional.of(writes);
            final Backend backend = backends.get(random.nextInt(backends.size()));
            operations.put(
                    name,
                    new TestOperation(
                            name,
                            update ? Footprint.update("db", declared, written) : Footprint.read("db", declared),
                            update,
                            random.nextInt(8) > 0,
                            !update && random.nextBoolean(),
                            random.nextBoolean() ? 1 + random.nextInt(5) : 100,
                            backend));
        }

        private Set<String> tables() {
            final Set<String> tables = new TreeSet<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                tables.add("t" + random.nextInt(4));
            }
            return tables;
        }

        /** The results as they are on the output, each checked to be that of the request in its place. */
        private List<Object> delivered() {
            final List<Object> told = new ArrayList<>();
            final Results results = new Results() {
                @Override
                public void rows(RequestRef request, Rows rows) {
                    told.add(rows);
                }

                @Override
                public void notFound(RequestRef request) {
                    told.add("not found");
                }

                @Override
                public void updated(RequestRef request, long count) {
                    told.add(count);
                }

                @Override
                public void failed(RequestRef request, Failure failure) {
                    told.add(failure.kind());
                }
            };
            lane.results().forEach(result -> {
                assertEquals(told.size(), result.request().index());
                result.deliver(results);
            });
            return told;
        }
    }
}
