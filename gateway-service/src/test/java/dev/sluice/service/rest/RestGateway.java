package dev.sluice.service.rest;

import dev.sluice.api.RequestKind;
import dev.sluice.service.Gateway;
import dev.sluice.service.GatewaySettings;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.BackendState;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.plan.DeclaredCatalog;
import dev.sluice.service.memory.InMemoryLane;
import dev.sluice.service.memory.InMemoryRun;
import dev.sluice.service.update.Accepted;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.CommitNotes;
import dev.sluice.service.update.Origin;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/** A whole gateway on real services, over queues in memory. */
final class RestGateway implements AutoCloseable {

    static final UUID QUEUE = new UUID(1, 2);

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final InMemoryLane lane;
    private final RestServices services;
    private final Gateway gateway;
    private final InMemoryRun run;

    RestGateway(GatewayConfig config) {
        this(config, new InMemoryLane());
    }

    private RestGateway(GatewayConfig config, InMemoryLane lane) {
        this.lane = lane;
        final Thread service = Thread.currentThread();
        final Origin origin = new Origin(
                config.name(),
                "test",
                QUEUE,
                Long.MAX_VALUE,
                CheckpointTable.NONE,
                new Accepted(true, false),
                Long::toString,
                Map.of(),
                CommitNotes.NONE,
                Optional.empty());
        services = RestServices.open(config, origin, () -> LockSupport.unpark(service));
        gateway = new Gateway(
                new GatewaySettings(config.name(), config.chunk().limit(), 0),
                lane.source(),
                lane.sink(),
                new DeclaredCatalog(services.operations(), RestGateway::noSql, Long.MAX_VALUE, false),
                services.backends(),
                () -> 0);
        run = new InMemoryRun(lane, gateway, PATIENCE);
    }

    /** Another run over the same queues, after this one was closed. */
    RestGateway again(GatewayConfig config) {
        return new RestGateway(config, lane);
    }

    /** Another run after a crash that only so many results survived. */
    RestGateway afterCrash(GatewayConfig config, int results) {
        return new RestGateway(config, lane.copy(lane.asked(), results));
    }

    /** How the only service is. */
    BackendState state() {
        return gateway.counts().backends().get(0);
    }

    RestGateway lookup(String name, Object... key) {
        lane.request(RequestKind.LOOKUP, name, key);
        return this;
    }

    RestGateway send(String endpoint, Object payload) {
        lane.request(RequestKind.SEND, endpoint, payload);
        return this;
    }

    RestGateway ask(RequestKind kind, String name, Object... arguments) {
        lane.request(kind, name, arguments);
        return this;
    }

    /** Looks up the customers 0, 1 and so on, up to so many. */
    RestGateway customers(int count) {
        return customers(0, count);
    }

    /** Looks up the customers from one number to before another. */
    RestGateway customers(long from, long end) {
        LongStream.range(from, end).forEach(key -> lookup("customer", key));
        return this;
    }

    /** Sends orders from one number to before another. */
    RestGateway orders(long from, long end) {
        LongStream.range(from, end).forEach(event -> send("orders", event));
        return this;
    }

    /** What customers 0, 1 and so on are by {@link Items}, up to so many. */
    static List<String> names(int count) {
        return LongStream.range(0, count).mapToObj(RestGateway::name).toList();
    }

    static String name(long key) {
        return "[{name=name" + key + "}]";
    }

    /** One turn of the duty cycle. */
    void turn() {
        run.turn();
    }

    /** Turns the duty cycle until it is so. */
    void turnUntil(BooleanSupplier reached) {
        final long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!reached.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not reached in " + PATIENCE);
            }
            turn();
        }
    }

    /** How many requests are answered. */
    int answered() {
        return run.answered();
    }

    long trips() {
        return gateway.counts().calls(Count.TRIPS);
    }

    /** Works until everything asked is answered; the results that are new, which are in order. */
    List<InMemoryRun.Result> results() {
        return run.results();
    }

    /** The same as texts. */
    List<String> texts() {
        return run.texts();
    }

    @Override
    public void close() {
        services.close();
    }

    private static NamedOperation noSql(String text) {
        throw new UnsupportedOperationException(text);
    }
}
