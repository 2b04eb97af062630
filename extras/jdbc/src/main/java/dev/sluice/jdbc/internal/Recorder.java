package dev.sluice.jdbc.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes each text that is sent to a file, once: the file that {@code databases.<name>.adHoc} takes, in which each text
 * ends with a line {@code ;}. Any thread; one process at a time.
 */
final class Recorder {

    private static final Map<Path, Recorder> BY_FILE = new ConcurrentHashMap<>();
    private static final String END = "\n;\n";

    private final Path file;
    private final Set<String> written;

    private Recorder(Path file) {
        this.file = file;
        try {
            written = ConcurrentHashMap.newKeySet();
            if (Files.exists(file)) {
                written.addAll(List.of(Files.readString(file).split(END)));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot read the recorded texts of " + file, e);
        }
    }

    /** The one of that file in this process. */
    static Recorder to(Path file) {
        return BY_FILE.computeIfAbsent(file.toAbsolutePath().normalize(), Recorder::new);
    }

    void sent(String sql) {
        if (!written.add(sql)) {
            return;
        }
        try {
            Files.writeString(file, sql + END, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot record a text in " + file, e);
        }
    }
}
