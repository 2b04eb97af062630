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
 * The name of a process in a lock file, for people to read. The name includes the namespace, because processes in different
 * containers may have the same id. No lock depends on this name.
 *
 * @param namespace the name of the namespace of process ids on Linux; empty on other systems
 */
public record ProcessName(long pid, String namespace) {

    /** The size of a process name in a file, in bytes. */
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

    /** Returns the bytes to write to a file: text, filled up with zeros. */
    public ByteBuffer bytes() {
        final String text = "pid " + pid + " " + namespace;
        final ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        bytes.put((text.substring(0, Math.min(text.length(), BYTES - 1)) + "\n").getBytes(StandardCharsets.US_ASCII));
        return bytes.clear();
    }

    /** Parses the bytes; empty if they are not the name of a process. */
    public static Optional<ProcessName> of(ByteBuffer bytes) {
        final byte[] text = new byte[bytes.remaining()];
        bytes.get(text);
        final Matcher name = TEXT.matcher(new String(text, StandardCharsets.ISO_8859_1));
        return name.lookingAt()
                ? Optional.of(new ProcessName(Long.parseLong(name.group(1)), name.group(2)))
                : Optional.empty();
    }

    /** Returns the process id, and the namespace if the process runs in another container. */
    @Override
    public String toString() {
        return "the process with pid " + pid
                + (namespace.equals(SELF.namespace) ? "" : " of another container, in the namespace " + namespace);
    }
}
