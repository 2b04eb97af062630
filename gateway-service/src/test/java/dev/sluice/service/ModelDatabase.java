package dev.sluice.service;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Outcome;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Tables that remember every write in a number each, so that any other order of reads and writes shows. */
final class ModelDatabase {

    /** What an operation really touches. */
    record Touches(Set<String> reads, Set<String> writes) {}

    private final Map<String, Touches> operations;
    private final Map<String, Long> tables = new TreeMap<>();

    ModelDatabase(Map<String, Touches> operations) {
        this.operations = operations;
    }

    /** Runs one operation; those with an argument that seven divides fail without a trace. */
    Outcome run(String operation, Arguments arguments) {
        if ((long) arguments.values().get(0) % 7 == 0) {
            return Outcome.failed(FailureKind.REJECTED, operation + arguments);
        }
        final Touches touches = operations.get(operation);
        long seen = arguments.hashCode();
        for (final String table : touches.reads()) {
            seen = 31 * seen + tables.getOrDefault(table, 0L);
        }
        for (final String table : touches.writes()) {
            tables.merge(table, seen, (old, now) -> 31 * old + now);
        }
        return new Outcome.Updated(seen);
    }

    Map<String, Long> tables() {
        return tables;
    }
}
