package dev.sluice.service.pending;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sluice.api.QueueException;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import dev.sluice.transport.Lane;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The declarations of a gateway, by name: kept beside its output, so that the next start sees what has changed while
 * requests wait.
 */
public record Declarations(SortedMap<String, Declared> byName) {

    /** The name under which SQL stands that jobs may send; no declaration can have it. */
    public static final String AD_HOC = "(SQL)";

    private static final String LOOKUP = "lookup";

    private static final KeptFile<TreeMap<String, Declared>> FILE = new KeptFile<>(
            "declarations.json",
            new TypeReference<>() {},
            ". Without it nobody can say whether waiting requests mean what they meant; if that is certain, delete it");

    /**
     * The meaning of a name when a gateway ran last.
     *
     * @param kind {@code lookup}, {@code statement}, {@code endpoint} or {@code SQL}
     * @param backend the name of the database or service that is asked
     * @param fingerprint of everything that decides what a request for it means
     */
    public record Declared(String kind, String backend, String fingerprint) {}

    /** Returns the declarations of a configuration. */
    public static Declarations of(GatewayConfig config) {
        final SortedMap<String, Declared> all = new TreeMap<>();
        config.declarations()
                .forEach(it -> all.put(
                        it.name(),
                        new Declared(
                                it.lookup() ? LOOKUP : "statement",
                                it.database(),
                                Fingerprint.of(it.database(), it.sql(), it.types()))));
        final RestConfig rest = config.rest();
        rest.lookups()
                .forEach((name, it) -> all.put(
                        name,
                        new Declared(LOOKUP, it.service(), Fingerprint.of(it.service(), it.types(), it.contract()))));
        rest.endpoints()
                .forEach((name, it) -> all.put(
                        name,
                        new Declared(
                                "endpoint", it.service(), Fingerprint.of(it.service(), it.payload(), it.contract()))));
        config.adHocDatabase()
                .ifPresent(database ->
                        all.put(AD_HOC, new Declared("SQL", database.name(), Fingerprint.of(database.name()))));
        return new Declarations(all);
    }

    /** The names under which updates of a database may be asked for. */
    public Set<String> updatesOf(String database) {
        return byName.entrySet().stream()
                .filter(entry -> entry.getValue().backend().equals(database)
                        && !entry.getValue().kind().equals(LOOKUP))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /**
     * Those that the last gateway of these queues had; empty if there was none yet.
     *
     * @throws QueueException if the file cannot be read
     */
    public static Optional<Declarations> kept(Lane queues) {
        return FILE.read(queues, Declarations::new);
    }

    /** Keeps these, on disk, for the next start. */
    public void keep(Lane queues) {
        FILE.write(queues, new TreeMap<>(byName));
    }

    /** Returns the declarations that were there before and are not here any more. */
    SortedMap<String, Declared> goneSince(Declarations before) {
        final SortedMap<String, Declared> gone = new TreeMap<>(before.byName);
        gone.keySet().removeAll(byName.keySet());
        return gone;
    }

    /** Returns the declarations that were there before and are here with another meaning. */
    SortedMap<String, Declared> changedSince(Declarations before) {
        final SortedMap<String, Declared> changed = new TreeMap<>(before.byName);
        changed.keySet().retainAll(byName.keySet());
        changed.entrySet().removeIf(it -> it.getValue().equals(byName.get(it.getKey())));
        return changed;
    }

    /** A short text that is the same for equal values only, in every process: a hash of what records and collections hold. */
    static final class Fingerprint {

        private static final int BYTES = 16;

        private Fingerprint() {}

        static String of(Object... values) {
            final StringJoiner text = new StringJoiner(",");
            for (final Object value : values) {
                text.add(written(value));
            }
            try {
                final byte[] hash = MessageDigest.getInstance("SHA-256")
                        .digest(text.toString().getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(hash, 0, BYTES);
            } catch (final NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        }

        /** Sets and maps are in no order of their own, and in another one in each process. */
        private static String written(Object value) {
            if (value instanceof Optional<?> optional) {
                return optional.map(Fingerprint::written).orElse("-");
            }
            if (value instanceof Map<?, ?> map) {
                final Map<String, String> sorted = new TreeMap<>();
                map.forEach((key, its) -> sorted.put(written(key), written(its)));
                return sorted.toString();
            }
            if (value instanceof Set<?> set) {
                final Set<String> sorted = new TreeSet<>();
                set.forEach(one -> sorted.add(written(one)));
                return sorted.toString();
            }
            if (value instanceof Collection<?> collection) {
                return collection.stream().map(Fingerprint::written).toList().toString();
            }
            return value instanceof Record record ? written(record) : "'" + value + "'";
        }

        private static String written(Record record) {
            final StringJoiner text = new StringJoiner(",", "{", "}");
            for (final RecordComponent component : record.getClass().getRecordComponents()) {
                try {
                    text.add(component.getName() + "="
                            + written(component.getAccessor().invoke(record)));
                } catch (final ReflectiveOperationException e) {
                    throw new IllegalStateException("a record of the configuration hides " + component, e);
                }
            }
            return text.toString();
        }
    }
}
