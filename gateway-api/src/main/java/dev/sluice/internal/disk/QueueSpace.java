package dev.sluice.internal.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The disk of the queues, as it is now.
 *
 * @param directory holds both queues
 */
public record QueueSpace(Path directory) {

    /** The directories of both. */
    public static final List<String> QUEUES = List.of("in", "out");

    /** The bytes that are free for this process. */
    public long usable() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot tell the space left for " + directory, e);
        }
    }

    /** The length of a queue's files; the one that is written to is longer than what is in it. */
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
