package dev.sluice.internal.queue.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process as lock files name it, for people: a number alone is the same in every container. It decides nothing.
 *
 * @param namespace of process ids, as Linux names it; empty elsewhere
 */
public record ProcessName(long pid, String namespace) {

    /** The bytes that one takes in a file. */
    public static final int BYTES = 64;

    public static final ProcessName SELF =
            new ProcessName(ProcessHandle.current().pid(), ownNamespace());

    private static final Pattern TEXT = Pattern.compile("pid (\\d{1,18}) ?([!-~]*)");

    private static String ownNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (final IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    /** The bytes for a file: text, then zeros. */
    public ByteBuffer bytes() {
        final String text = "pid " + pid + " " + namespace;
        final ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        bytes.put((text.substring(0, Math.min(text.length(), BYTES - 1)) + "\n").getBytes(StandardCharsets.US_ASCII));
        return bytes.clear();
    }

    /** Returns the process that those bytes name, if they name one. */
    public static Optional<ProcessName> of(ByteBuffer bytes) {
        final byte[] text = new byte[bytes.remaining()];
        bytes.get(text);
        final Matcher name = TEXT.matcher(new String(text, StandardCharsets.ISO_8859_1));
        return name.lookingAt()
                ? Optional.of(new ProcessName(Long.parseLong(name.group(1)), name.group(2)))
                : Optional.empty();
    }

    /** The number, and whether it is one of this container. */
    @Override
    public String toString() {
        return "the process with pid " + pid
                + (namespace.equals(SELF.namespace) ? "" : " of another container, of the process ids " + namespace);
    }
}
