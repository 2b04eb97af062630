package dev.sluice.service.pending;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What can be asked of a gateway, by name: kept beside its output, so that the next start sees what has changed while
 * requests wait.
 */
public record Declarations(SortedMap<String, Declared> byName) {

    /** The name under which SQL stands that jobs may send; no declaration can have it. */
    public static final String AD_HOC = "(SQL)";

    private static final KeptFile<TreeMap<String, Declared>> FILE = new KeptFile<>(
            "declarations.json",
            new TypeReference<>() {},
            ". Without it nobody can say whether waiting requests mean what they meant; if that is certain, delete it");

    /**
     * What a name meant when a gateway ran last.
     *
     * @param kind {@code lookup}, {@code statement}, {@code endpoint} or {@code SQL}
     * @param backend the name of the database or service that is asked
     * @param fingerprint of everything that decides what a request for it means
     */
    public record Declared(String kind, String backend, String fingerprint) {}

    /** Those of a configuration. */
    public static Declarations of(GatewayConfig config) {
        final SortedMap<String, Declared> all = new TreeMap<>();
        config.lookups()
                .forEach((name, it) -> all.put(
                        name,
                        new Declared("lookup", it.database(), Fingerprint.of(it.database(), it.sql(), it.types()))));
        config.statements()
                .forEach((name, it) -> all.put(
                        name,
                        new Declared("statement", it.database(), Fingerprint.of(it.database(), it.sql(), it.types()))));
        final RestConfig rest = config.rest();
        rest.lookups()
                .forEach((name, it) -> all.put(
                        name,
                        new Declared("lookup", it.service(), Fingerprint.of(it.service(), it.types(), it.contract()))));
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

    /**
     * Those that the last gateway of these queues had; empty if there was none yet.
     *
     * @throws QueueException if the file cannot be read
     */
    public static Optional<Declarations> kept(QueuePair queues) {
        return FILE.read(queues, Declarations::new);
    }

    /** Keeps these, on disk, for the next start. */
    public void keep(QueuePair queues) {
        FILE.write(queues, new TreeMap<>(byName));
    }

    /** What was there before and is not here any more. */
    SortedMap<String, Declared> goneSince(Declarations before) {
        final SortedMap<String, Declared> gone = new TreeMap<>(before.byName);
        gone.keySet().removeAll(byName.keySet());
        return gone;
    }

    /** What was there before and is here with another meaning. */
    SortedMap<String, Declared> changedSince(Declarations before) {
        final SortedMap<String, Declared> changed = new TreeMap<>(before.byName);
        changed.keySet().retainAll(byName.keySet());
        changed.entrySet().removeIf(it -> it.getValue().equals(byName.get(it.getKey())));
        return changed;
    }
}
