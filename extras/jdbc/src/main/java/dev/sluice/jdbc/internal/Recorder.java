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
 * Appends the SQL text of each statement to a file, each text only once. The file can be used for {@code databases.<name>.adHoc}.
 * In the file, each text is followed by a line {@code ;}. Any thread, but only one process at a time.
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

    /** Returns the only recorder of a file in this process. */
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
