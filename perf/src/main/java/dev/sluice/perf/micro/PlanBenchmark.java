package dev.sluice.perf.micro;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.perf.lab.InstantBackend;
import dev.sluice.perf.lab.InstantBackend.Declared;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Footprint;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.plan.Planner;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Planning chunks of 600 requests, which are there already. */
@State(Scope.Thread)
public class PlanBenchmark {

    private static final int REQUESTS = 600;
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
    private final Planner planner = new Planner();

    /** Different keys of one lookup: they share a call. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public List<Call> planLookups() {
        for (int i = 0; i < REQUESTS; i++) {
            add(i, customer, i);
        }
        return planner.plan();
    }

    /** Each key ten times: asked once, answered ten times. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public List<Call> planEqualKeys() {
        for (int i = 0; i < REQUESTS; i++) {
            add(i, customer, i / 10);
        }
        return planner.plan();
    }

    /** Read, read, update, of other tables: three calls. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public List<Call> planReadReadUpdate() {
        for (int i = 0; i < REQUESTS; i += 3) {
            add(i, customer, i);
            add(i + 1, address, i);
            add(i + 2, update, i);
        }
        return planner.plan();
    }

    /** Plans updates that write what is read: nothing can be shared. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public List<Call> planConflicts() {
        for (int i = 0; i < REQUESTS; i += 3) {
            add(i, customer, i);
            add(i + 1, address, i);
            add(i + 2, conflicting, i);
        }
        return planner.plan();
    }

    private void add(int number, Operation operation, int key) {
        planner.add(new Item(new RequestRef(number, 1, number, operation.name()), 0, 0), operation, KEYS[key]);
    }
}
