package dev.sluice.service.pending;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.QueuePair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far updates had been run when an output was lost and another one put in its place: none of them is run again,
 * also where nobody knows any more what it came to. Kept beside the output, on disk: without it a gateway does not start
 * on an output that ends before.
 *
 * @param through the index of the last update that was run, by the name of the database
 */
public record LostResults(Map<String, Long> through) {

    private static final String FILE = "lost-results.json";

    public LostResults {
        through = Map.copyOf(through);
    }

    /**
     * What was written down for these queues; nothing as a rule.
     *
     * @throws QueueException if the file cannot be read
     */
    public static LostResults kept(QueuePair queues) {
        final Path file = queues.gatewayFile(FILE);
        if (Files.notExists(file)) {
            return new LostResults(Map.of());
        }
        try {
            final Map<String, Long> through = new TreeMap<>();
            KeptFile.read(file, new TypeReference<TreeMap<String, String>>() {})
                    .forEach(
                            (database, position) -> through.put(database, queues.inputIndex(Position.parse(position))));
            return new LostResults(through);
        } catch (final JsonProcessingException e) {
            throw new QueueException(file + " is damaged: " + e.getOriginalMessage(), e);
        } catch (final IOException e) {
            throw new QueueException("cannot read " + file + ": " + e.getMessage(), e);
        } catch (final IllegalArgumentException e) {
            throw new QueueException(file + " is of no use here: " + e.getMessage(), e);
        }
    }

    /** Keeps this, on disk. */
    public void keep(QueuePair queues) {
        final Path file = queues.gatewayFile(FILE);
        final Map<String, String> positions = new TreeMap<>();
        through.forEach((database, index) ->
                positions.put(database, queues.inputPosition(index).toString()));
        try {
            KeptFile.write(file, positions);
        } catch (final IOException e) {
            throw new QueueException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
