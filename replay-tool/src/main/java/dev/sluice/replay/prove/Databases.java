package dev.sluice.replay.prove;

import dev.sluice.api.QueueException;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.JdbcUrl;
import dev.sluice.service.jdbc.connect.Look.UnreachableException;
import dev.sluice.service.jdbc.probe.CheckpointView;
import dev.sluice.service.pending.Declarations;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.CheckpointTable.Owner;
import dev.sluice.service.update.KeptCheckpoint;
import dev.sluice.transport.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The databases of a configuration, for reading their checkpoints.
 *
 * @param elsewhere for some databases, by their names: a URL that is used instead of the configured one, for example the URL of a
 *     copy or a replica
 */
public record Databases(GatewayConfig config, Map<String, String> elsewhere) {

    /**
     * The checkpoint of a database with exactly-once updates, read at one moment.
     *
     * @param name the database's name in the configuration
     * @param gateway the gateway's name
     * @param updates the names of the database's declared updates, in the form of {@link Declarations}
     * @param checkpoint empty if the gateway has no checkpoint in this database
     * @param others the owners of further checkpoints of the same queue in this database: gateways that ran updates under another
     *     name and have not yet written all results
     */
    public record Audited(
            String name, String gateway, Set<String> updates, Optional<KeptCheckpoint> checkpoint, List<Owner> others) {

        /** Returns the outcomes of updates, by the index of their requests. */
        public Map<Long, CheckpointTable.Kept> outcomes() {
            return byIndex(KeptCheckpoint::outcomes);
        }

        /** Returns the stored results of reads that conflict with updates, by the index of their requests. */
        public Map<Long, CheckpointTable.Kept> reads() {
            return byIndex(KeptCheckpoint::reads);
        }

        private Map<Long, CheckpointTable.Kept> byIndex(Function<KeptCheckpoint, List<CheckpointTable.Kept>> which) {
            final Map<Long, CheckpointTable.Kept> byIndex = new TreeMap<>();
            checkpoint.map(which).ifPresent(kept -> kept.forEach(one -> byIndex.put(one.index(), one)));
            return byIndex;
        }
    }

    /** @throws IllegalArgumentException if the configuration does not have a database of one of these names */
    public Databases {
        elsewhere = Map.copyOf(elsewhere);
        for (final String name : elsewhere.keySet()) {
            named(config, name);
        }
    }

    private static DatabaseConfig named(GatewayConfig config, String name) {
        final DatabaseConfig database = config.databases().get(name);
        if (database == null) {
            throw new IllegalArgumentException("the configuration has no database '" + name + "', only "
                    + String.join(", ", config.databases().keySet()));
        }
        return database;
    }

    /**
     * Connects to a database.
     *
     * @throws QueueException if the database cannot be reached
     */
    CheckpointView connect(String name) {
        final DatabaseConfig database = named(config, name);
        final DatabaseConfig opened = elsewhere.containsKey(name)
                ? database.at(new JdbcUrl(elsewhere.get(name)), database.connectionTimeout())
                : database;
        try {
            return CheckpointView.open(config, opened);
        } catch (final UnreachableException e) {
            throw unreachable(name, e);
        }
    }

    static QueueException unreachable(String name, UnreachableException error) {
        return new QueueException(
                "database '" + name + "' cannot be read: " + error.getMessage()
                        + ". If it has moved, give its new URL with --database " + name + "=URL",
                error);
    }

    /**
     * Reads all checkpoints of a gateway's exactly-once databases.
     *
     * @throws QueueException if a database cannot be read
     */
    public List<Audited> checkpoints(Lane pair) {
        final List<Audited> read = new ArrayList<>();
        for (final DatabaseConfig database : config.databases().values()) {
            final Set<String> updates = updates(database);
            if (database.updates() == UpdateGuarantee.EXACTLY_ONCE && !updates.isEmpty()) {
                try (CheckpointView view = connect(database.name())) {
                    read.add(read(pair, view, updates));
                }
            }
        }
        return read;
    }

    private Set<String> updates(DatabaseConfig database) {
        final Set<String> names = new TreeSet<>();
        config.statements().values().stream()
                .filter(statement -> statement.database().equals(database.name()))
                .forEach(statement -> names.add(statement.name()));
        if (database.adHoc().allowed()) {
            names.add(Declarations.AD_HOC);
        }
        return names;
    }

    private Audited read(Lane pair, CheckpointView view, Set<String> updates) {
        try {
            final List<Owner> others = new ArrayList<>(view.others(pair.inputId(), Long.MIN_VALUE));
            others.removeIf(other ->
                    other.gateway().equals(config.name()) && config.databases().containsKey(other.database()));
            return new Audited(view.name(), config.name(), updates, view.checkpoint(), others);
        } catch (final UnreachableException e) {
            throw unreachable(view.name(), e);
        }
    }
}
