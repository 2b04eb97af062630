package dev.sluice.internal.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reports the disk space that the queues use, and the free space.
 *
 * @param directory the directory that contains both queues
 */
public record QueueSpace(Path directory) {

    /** The names of the two queues' directories. */
    public static final List<String> QUEUES = List.of("in", "out");

    /** Returns the number of bytes that this process may still write. */
    public long usable() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot tell the space left for " + directory, e);
        }
    }

    /**
     * Returns the total length of a queue's files. The newest file is longer than its content, because space is reserved ahead.
     */
    public long length(String queue) {
        try (Stream<Path> files = Files.list(directory.resolve(queue))) {
            return files.mapToLong(QueueSpace::size).sum();
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot list the files of " + directory.resolve(queue), e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (final NoSuchFileException deleted) {
            return 0;
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot tell the length of " + file, e);
        }
    }
}
