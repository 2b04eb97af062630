package dev.sluice.replay.prove;

import dev.sluice.service.update.CheckpointTable.Owner;
import dev.sluice.service.update.KeptCheckpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A database where updates happen exactly once, as it was at one moment.
 *
 * @param name in the configuration
 * @param gateway the gateway's name
 * @param updates the names under which its updates are declared, as {@link dev.sluice.service.pending.Declarations} has them
 * @param checkpoint empty if the gateway has none there
 * @param others gateways that ran updates of the same queue there under another name, and have results to write
 */
public record AuditedDatabase(
        String name, String gateway, Set<String> updates, Optional<KeptCheckpoint> checkpoint, List<Owner> others) {

    /** What became of updates, by the index of their requests. */
    public Map<Long, KeptCheckpoint.Kept> outcomes() {
        final Map<Long, KeptCheckpoint.Kept> byIndex = new TreeMap<>();
        checkpoint.ifPresent(kept -> kept.outcomes().forEach(one -> byIndex.put(one.index(), one)));
        return byIndex;
    }
}
