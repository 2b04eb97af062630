package dev.sluice.replay.again;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.files.SmallFile;
import dev.sluice.transport.Recording;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;

/**
 * A file beside replayed queues that says which ones they repeat: a position alone would fit to any.
 *
 * @param input the id of the input that was replayed
 * @param finished whether all that was meant is asked and answered
 */
public record ReplayedFrom(UUID input, boolean finished) {

    private static final String FILE = "replay.properties";
    private static final String INPUT = "replay-of";
    private static final String FINISHED = "finished";

    /** Reads the file of the queues in this directory; empty if they are no replay. */
    public static Optional<ReplayedFrom> read(Path queues) {
        final Path file = queues.resolve(FILE);
        final Properties lines = new Properties();
        try {
            lines.load(new StringReader(SmallFile.text(file, StandardCharsets.UTF_8)));
            return Optional.of(new ReplayedFrom(
                    UUID.fromString(lines.getProperty(INPUT, "")), Boolean.parseBoolean(lines.getProperty(FINISHED))));
        } catch (final NoSuchFileException e) {
            return Optional.empty();
        } catch (final IOException | IllegalArgumentException e) {
            throw new QueueException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** @param place where the original is */
    static void write(Path queues, Recording original, Path place, Path config, boolean finished) {
        final Properties lines = new Properties();
        lines.setProperty(INPUT, original.inputId().toString());
        lines.setProperty("recording", place.toAbsolutePath().toString());
        lines.setProperty("config", config.toAbsolutePath().toString());
        lines.setProperty(FINISHED, Boolean.toString(finished));
        final StringWriter text = new StringWriter();
        try {
            lines.store(text, "What the requests in these queues repeat; sluice replay diff reads it.");
            SmallFile.replace(queues.resolve(FILE), text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (final IOException e) {
            throw new QueueException("cannot write " + queues.resolve(FILE) + ": " + e.getMessage(), e);
        }
    }
}
