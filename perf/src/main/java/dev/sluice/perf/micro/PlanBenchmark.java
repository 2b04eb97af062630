package dev.sluice.perf.micro;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.perf.lab.InstantBackend;
import dev.sluice.perf.lab.InstantBackend.Declared;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Deadline;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.plan.CallReasons;
import dev.sluice.service.core.plan.Planner;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Plans chunks of 600 requests that have already been read. */
@State(Scope.Thread)
@OperationsPerInvocation(PlanBenchmark.REQUESTS)
public class PlanBenchmark {

    static final int REQUESTS = 600;
    private static final Arguments[] KEYS = new Arguments[REQUESTS];

    static {
        for (int i = 0; i < REQUESTS; i++) {
            KEYS[i] = Arguments.of((long) i);
        }
    }

    private final Backend backend = new InstantBackend();
    private final Operation customer =
            new Declared("customer", Footprint.read("main", Optional.of(Set.of("customer"))), false, backend);
    private final Operation address =
            new Declared("address", Footprint.read("main", Optional.of(Set.of("address"))), false, backend);
    private final Operation update = new Declared(
            "last-letter",
            Footprint.update("main", Optional.of(Set.of()), Optional.of(Set.of("contract"))),
            true,
            backend);
    private final Operation conflicting = new Declared(
            "rename", Footprint.update("main", Optional.of(Set.of()), Optional.of(Set.of("customer"))), true, backend);
    private final Planner planner = new Planner(new CallReasons("perf", new GatewayCounts(List.of())));

    /** Plans lookups with different keys, which share one call. */
    @Benchmark
    public List<Call> planLookups() {
        return planned(customer);
    }

    /** Plans two lookups and an update in turn. Each of the three uses a different table, so they become three calls. */
    @Benchmark
    public List<Call> planReadReadUpdate() {
        return planned(customer, address, update);
    }

    /** Plans two lookups and an update in turn. The update writes a table that a lookup reads, so that no call can be shared. */
    @Benchmark
    public List<Call> planConflicts() {
        return planned(customer, address, conflicting);
    }

    /** Plans requests of the given operations in turn. */
    private List<Call> planned(Operation... operations) {
        for (int i = 0; i < REQUESTS; i++) {
            final Operation operation = operations[i % operations.length];
            planner.add(
                    new Item(new RequestRef(i, 1, i, operation.name()), 0, 0, Deadline.NONE, false),
                    operation,
                    KEYS[i / operations.length]);
        }
        return planner.plan();
    }
}
