package dev.sluice.service.admin.control;

import dev.sluice.internal.text.SafeText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line for each act that somebody asked for: in the log, and on disk in a file of its own where one is configured. The file is opened for
 * each line, so that whoever rotates it needs to tell nobody.
 *
 * <p>Belongs to the thread of control.
 */
final class Audit {

    private static final Logger LOG = LoggerFactory.getLogger("dev.sluice.audit");
    private static final int LONGEST = 500;

    private final String gateway;
    private final Optional<Path> file;

    /** @param gateway its name */
    Audit(String gateway, Optional<Path> file) {
        this.gateway = gateway;
        this.file = file;
    }

    /** Whether lines can be written; why not. */
    Optional<String> obstacle() {
        try {
            append("");
            return Optional.empty();
        } catch (final IOException e) {
            return Optional.of("control.audit: " + file.orElseThrow() + " cannot be written: " + e.getMessage());
        }
    }

    /**
     * Leaves a line.
     *
     * @param remote the caller's address
     * @param act with its arguments
     * @param outcome {@code done} or {@code refused}, with words
     * @return what is wrong if it is in the log, and could not be brought to disk
     */
    Optional<String> line(String who, String remote, String act, String outcome, String reason) {
        final String text = "by " + quoted(who) + " from " + shown(remote) + ": " + shown(act) + ": "
                + SafeText.of(oneLine(outcome)) + (reason.isEmpty() ? "" : "; reason " + quoted(reason));
        LOG.info("{}: {}", gateway, text);
        try {
            append(OffsetDateTime.now().truncatedTo(ChronoUnit.MILLIS) + " " + gateway + " " + text + "\n");
            return Optional.empty();
        } catch (final IOException e) {
            LOG.error(
                    "{}: the line before is not in the audit, {} cannot be written: {}",
                    gateway,
                    file.get(),
                    e.getMessage());
            return Optional.of(file.get() + " cannot be written: " + e.getMessage());
        }
    }

    /** A list of many lines, such as that of a file's mistakes. */
    private static String oneLine(String text) {
        return text.replaceAll("\\s*\\R\\s*", " ");
    }

    private void append(String line) throws IOException {
        if (file.isEmpty()) {
            return;
        }
        try (FileChannel out = FileChannel.open(
                file.get(), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            final ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
    }

    /** A caller's own words are in quotes, apart from what is known of it. */
    static String quoted(String text) {
        return '"' + shown(text).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    static String shown(String text) {
        final String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
        return SafeText.of(cut);
    }
}
