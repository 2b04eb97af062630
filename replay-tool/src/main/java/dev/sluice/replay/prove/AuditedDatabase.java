package dev.sluice.replay.prove;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.pending.Declarations;
import dev.sluice.service.update.CheckpointTable.Owner;
import dev.sluice.service.update.KeptCheckpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A database where updates happen exactly once, as it was at one moment.
 *
 * @param name in the configuration
 * @param gateway the gateway's name
 * @param updates the names under which its updates are declared
 * @param checkpoint empty if the gateway has none there
 * @param others gateways that ran updates of the same queue there under another name, and have results to write
 */
public record AuditedDatabase(
        String name, String gateway, Set<String> updates, Optional<KeptCheckpoint> checkpoint, List<Owner> others) {

    /** The names of the statements of a database, as {@link Declarations} has them. */
    static Set<String> updates(GatewayConfig config, DatabaseConfig database) {
        final Set<String> names = new TreeSet<>();
        config.statements().values().stream()
                .filter(statement -> statement.database().equals(database.name()))
                .forEach(statement -> names.add(statement.name()));
        if (database.adHoc()) {
            names.add(Declarations.AD_HOC);
        }
        return names;
    }

    /** Whether an update of that name is run here. */
    public boolean runs(String update) {
        return updates.contains(update);
    }

    /** What became of updates, by the index of their requests. */
    public Map<Long, KeptCheckpoint.Kept> outcomes() {
        final Map<Long, KeptCheckpoint.Kept> byIndex = new java.util.TreeMap<>();
        checkpoint.ifPresent(kept -> kept.outcomes().forEach(one -> byIndex.put(one.index(), one)));
        return byIndex;
    }
}
