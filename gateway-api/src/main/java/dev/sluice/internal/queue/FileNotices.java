package dev.sluice.internal.queue;

import dev.sluice.internal.queue.files.SmallFile;
import dev.sluice.transport.Notices;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The notices of a lane. A notice is a small named document that one process writes for other processes to read. Each notice is
 * stored in its own file.
 *
 * @param path maps the name of a notice to its file
 * @param writing replaces a file
 */
record FileNotices(Function<String, Path> path, Writing writing) implements Notices {

    /** Replaces the whole content of a file. */
    interface Writing {
        void replace(Path file, byte[] content) throws IOException;
    }

    @Override
    public String place(String name) {
        return path.apply(name).toString();
    }

    @Override
    public Optional<String> read(String name) throws IOException {
        try {
            return Optional.of(SmallFile.text(path.apply(name), StandardCharsets.UTF_8));
        } catch (final NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public void write(String name, byte[] content) throws IOException {
        writing.replace(path.apply(name), content);
    }

    @Override
    public void delete(String name) throws IOException {
        SmallFile.delete(path.apply(name));
    }
}
