package dev.sluice.testing;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.core.Catalog;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.core.plan.DeclaredCatalog;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The stubs of a test by name, and the faults that the test sets. For any thread. */
final class Answers implements Catalog {

    private record FaultKey(String name, Arguments arguments) {}

    private final StubBackend backend = new StubBackend();
    private final Map<String, StubOperation> operations = new ConcurrentHashMap<>();
    private final Map<FaultKey, Outcome> faults = new ConcurrentHashMap<>();
    private volatile DeclaredCatalog catalog = declared();

    StubBackend backend() {
        return backend;
    }

    /** Sets the function that answers the requests of a name from now on; replaces an earlier function for the name. */
    void put(RequestKind method, String name, Function<Arguments, Outcome> answers) {
        operations.put(
                name,
                new StubOperation(
                        method,
                        name,
                        arguments -> Optional.ofNullable(faults.get(new FaultKey(name, arguments)))
                                .orElseGet(() -> answers.apply(arguments)),
                        backend));
        catalog = declared();
    }

    /** Sets a test's stub for a name. */
    void stub(RequestKind method, String name, Stub<Object> stub) {
        put(method, name, arguments -> outcome(method, name, stub, arguments));
    }

    /** Sets the outcome for requests of a name and key; overrides the stub's answer. */
    void fault(String name, @Nullable Object[] key, Outcome outcome) {
        if (!operations.containsKey(name)) {
            throw new IllegalArgumentException("nothing answers '" + name + "' yet: " + operations.keySet());
        }
        faults.put(new FaultKey(name, Arguments.of(key)), outcome);
    }

    @Override
    public Operation resolve(RequestFrame request) throws RefusedException {
        return catalog.resolve(request);
    }

    private DeclaredCatalog declared() {
        return new DeclaredCatalog(operations, this::sql, Long.MAX_VALUE, false);
    }

    private StubOperation sql(String text) throws RefusedException {
        throw new RefusedException(
                FailureKind.NOT_ALLOWED,
                "Stubs answer only declared statements, by name; for ad hoc SQL use a database in memory");
    }

    private static Outcome outcome(RequestKind method, String name, Stub<Object> stub, Arguments arguments) {
        final List<Object> values = arguments.values();
        try {
            return outcome(method, stub.answer(values.size() == 1 ? values.get(0) : values));
        } catch (final Exception | AssertionError e) {
            final String why = e.getMessage() == null ? e.toString() : e.getMessage();
            return Outcome.failed(
                    FailureKind.REJECTED, "The test's stub of '" + name + "' failed for " + arguments + ": " + why);
        }
    }

    private static Outcome outcome(RequestKind method, @Nullable Object answer) {
        if (method == RequestKind.UPDATE) {
            if (answer instanceof Number count) {
                return new Outcome.Updated(count.longValue());
            }
            throw new IllegalArgumentException(
                    "the answer to an update is the number of rows that it changed, not " + answer);
        }
        final Rows rows = StubRows.of(answer);
        return method == RequestKind.SEND ? new Outcome.Replied(EncodedRows.of(rows)) : found(method, rows);
    }

    private static Outcome found(RequestKind method, Rows rows) {
        return method == RequestKind.LOOKUP && rows.isEmpty()
                ? Outcome.NOT_FOUND
                : new Outcome.Found(EncodedRows.of(rows));
    }
}
