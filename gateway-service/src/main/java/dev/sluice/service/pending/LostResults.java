package dev.sluice.service.pending;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.transport.Lane;
import java.util.Map;
import java.util.TreeMap;

/**
 * The last update of each database that had been run when the output queue was lost and replaced by a new one. This update and
 * all earlier updates of the database are never run again, even if their outcome is unknown. Stored in a file beside the output
 * queue. If the output queue ends before these updates and the file is missing, a gateway refuses to start.
 *
 * @param through the index of the last update that was run, by the name of the database
 */
public record LostResults(Map<String, Long> through) {

    private static final KeptFile<TreeMap<String, String>> FILE =
            new KeptFile<>("lost-results.json", new TypeReference<>() {}, "");

    public LostResults {
        through = Map.copyOf(through);
    }

    /**
     * Returns the lost results that were recorded for these queues; usually none.
     *
     * @throws QueueException if the file cannot be read
     */
    public static LostResults kept(Lane queues) {
        return FILE.read(queues, positions -> {
                    final Map<String, Long> through = new TreeMap<>();
                    positions.forEach(
                            (database, position) -> through.put(database, queues.inputIndex(Position.parse(position))));
                    return new LostResults(through);
                })
                .orElse(new LostResults(Map.of()));
    }

    /** Writes these positions to disk. */
    public void keep(Lane queues) {
        final TreeMap<String, String> positions = new TreeMap<>();
        through.forEach((database, index) ->
                positions.put(database, queues.inputPosition(index).toString()));
        FILE.write(queues, positions);
    }
}
