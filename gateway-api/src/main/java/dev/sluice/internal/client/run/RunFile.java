package dev.sluice.internal.client.run;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.files.DurableFile;
import dev.sluice.internal.queue.files.SmallFile;
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
 * The file with a run's mark: properties, for an operator to read; on disk when {@link #write} returns.
 */
public final class RunFile {

    private static final String VERSION = "1";

    private final RunName name;
    private final Path path;
    private final UUID input;

    /**
     * The file there.
     *
     * @param input the queue that the marks are about
     */
    public RunFile(RunName name, Path path, UUID input) {
        this.name = name;
        this.path = path;
        this.input = input;
    }

    /**
     * The mark, or empty when the run has none.
     *
     * @throws QueueException if it cannot be read, or is about other queues
     */
    public Optional<RunMark> read() {
        final Properties lines = new Properties();
        try {
            lines.load(new StringReader(SmallFile.text(path, StandardCharsets.UTF_8)));
        } catch (final NoSuchFileException e) {
            return Optional.empty();
        } catch (final IOException | IllegalArgumentException e) {
            throw new QueueException("cannot read " + path + ", the mark of the " + name + ": " + e.getMessage(), e);
        }
        if (!VERSION.equals(lines.getProperty("version"))) {
            throw new QueueException(path + ", the mark of the " + name + ", has version "
                    + lines.getProperty("version") + ", and only version " + VERSION + " is known here");
        }
        if (!input.toString().equals(lines.getProperty("input"))) {
            throw new QueueException(path + ", the mark of the " + name + ", is about the queue "
                    + lines.getProperty("input") + ", and this one is " + input
                    + ": the queues were replaced; bring the old ones back, or give the run up");
        }
        try {
            return Optional.of(new RunMark(
                    number(lines, "behind"),
                    number(lines, "handled"),
                    number(lines, "failed"),
                    text(lines, "last-key"),
                    text(lines, "sink"),
                    number(lines, "ask-again-up-to"),
                    Boolean.parseBoolean(text(lines, "ended"))));
        } catch (final IllegalArgumentException e) {
            throw new QueueException(path + " is no mark of the " + name + ": " + e.getMessage(), e);
        }
    }

    private static long number(Properties lines, String key) {
        return Long.parseLong(text(lines, key));
    }

    private static String text(Properties lines, String key) {
        final String text = lines.getProperty(key);
        if (text == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return text;
    }

    void write(RunMark mark) {
        final Properties lines = new Properties();
        lines.setProperty("version", VERSION);
        lines.setProperty("input", input.toString());
        lines.setProperty("behind", Long.toString(mark.behind()));
        lines.setProperty("handled", Long.toString(mark.handled()));
        lines.setProperty("failed", Long.toString(mark.failed()));
        lines.setProperty("last-key", mark.lastKey());
        lines.setProperty("sink", mark.sinkMark());
        lines.setProperty("ask-again-up-to", Long.toString(mark.askAgainUpTo()));
        lines.setProperty("ended", Boolean.toString(mark.ended()));
        final StringWriter text = new StringWriter();
        try {
            lines.store(text, "How far the " + name + " got. Written by the job; deleting it begins the run anew.");
            DurableFile.replace(path, text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (final IOException e) {
            throw new QueueException("cannot write " + path + ", the mark of the " + name + ": " + e.getMessage(), e);
        }
    }

    public void delete() {
        try {
            DurableFile.delete(path);
        } catch (final IOException e) {
            throw new QueueException("cannot delete " + path + ", the mark of the " + name + ": " + e.getMessage(), e);
        }
    }
}
