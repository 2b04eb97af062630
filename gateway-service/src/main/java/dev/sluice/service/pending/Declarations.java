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
 * The declarations of a gateway, by name. They are stored beside the gateway's output, so that the next start can find out which
 * declarations have changed while requests wait.
 */
public record Declarations(SortedMap<String, Declared> byName) {

    /** The name for all ad hoc SQL of jobs; no declaration can have this name. */
    public static final String AD_HOC = "(SQL)";

    private static final String LOOKUP = "lookup";

    private static final KeptFile<TreeMap<String, Declared>> FILE = new KeptFile<>(
            "declarations.json",
            new TypeReference<>() {},
            ". Without this file the gateway cannot tell whether the declarations have changed while requests wait; if"
                    + " you are sure that they have not, delete the file");

    /**
     * The meaning of a declared name.
     *
     * @param kind {@code lookup}, {@code statement}, {@code endpoint} or {@code SQL}
     * @param backend the name of the database or service that answers its requests
     * @param fingerprint a hash of everything that determines the meaning of a request with this name
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

    /** Returns the names that updates of a database may have. */
    public Set<String> updatesOf(String database) {
        return byName.entrySet().stream()
                .filter(entry -> entry.getValue().backend().equals(database)
                        && !entry.getValue().kind().equals(LOOKUP))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /**
     * Returns the declarations of the gateway that last used these queues; empty if no gateway has used them yet.
     *
     * @throws QueueException if the file cannot be read
     */
    public static Optional<Declarations> kept(Lane queues) {
        return FILE.read(queues, Declarations::new);
    }

    /** Writes these declarations to disk, for the next start. */
    public void keep(Lane queues) {
        FILE.write(queues, new TreeMap<>(byName));
    }

    /** Returns the earlier declarations that are missing here. */
    SortedMap<String, Declared> goneSince(Declarations before) {
        final SortedMap<String, Declared> gone = new TreeMap<>(before.byName);
        gone.keySet().removeAll(byName.keySet());
        return gone;
    }

    /** Returns the earlier declarations that have another meaning here. */
    SortedMap<String, Declared> changedSince(Declarations before) {
        final SortedMap<String, Declared> changed = new TreeMap<>(before.byName);
        changed.keySet().retainAll(byName.keySet());
        changed.entrySet().removeIf(it -> it.getValue().equals(byName.get(it.getKey())));
        return changed;
    }

    /** A hash of the contents of records and collections, which is the same for equal values in every process. */
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

        /** Returns a value as text. Sets and maps are sorted, because their iteration order may differ between processes. */
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
