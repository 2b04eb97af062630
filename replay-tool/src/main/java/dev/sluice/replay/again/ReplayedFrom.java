package dev.sluice.replay.again;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;

/**
 * A small file beside the queues of a replay. It contains the id of the input that was replayed. The headers of the requests have
 * only positions, which could belong to any input.
 *
 * @param input the id of the input that was replayed
 * @param finished whether all selected requests were sent and answered
 */
public record ReplayedFrom(UUID input, boolean finished) {

    private static final String NOTICE = "replay";
    private static final String INPUT = "replay-of";
    private static final String FINISHED = "finished";

    /** Reads the file beside these queues; empty if they are not a replay. */
    public static Optional<ReplayedFrom> read(Lane queues) {
        try {
            return queues.gatewayNotices().read(NOTICE).map(ReplayedFrom::parse);
        } catch (final IOException | IllegalArgumentException e) {
            throw new QueueException("cannot read " + queues.gatewayNotices().place(NOTICE) + ": " + e.getMessage(), e);
        }
    }

    private static ReplayedFrom parse(String text) {
        final Properties lines = new Properties();
        try {
            lines.load(new StringReader(text));
        } catch (final IOException e) {
            throw new UncheckedIOException("reading from a string cannot fail", e);
        }
        return new ReplayedFrom(
                UUID.fromString(lines.getProperty(INPUT, "")), Boolean.parseBoolean(lines.getProperty(FINISHED)));
    }

    /** @param place the address of the original queues */
    static void write(Lane queues, Lane original, String place, Path config, boolean finished) {
        final Properties lines = new Properties();
        lines.setProperty(INPUT, original.inputId().toString());
        lines.setProperty("recording", place);
        lines.setProperty("config", config.toAbsolutePath().toString());
        lines.setProperty(FINISHED, Boolean.toString(finished));
        final StringWriter text = new StringWriter();
        try {
            lines.store(text, "Names the recording that these queues replay. Read by sluice replay diff.");
            queues.gatewayNotices().write(NOTICE, text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (final IOException e) {
            throw new QueueException(
                    "cannot write " + queues.gatewayNotices().place(NOTICE) + ": " + e.getMessage(), e);
        }
    }
}
