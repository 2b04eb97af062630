package dev.sluice.replay.repair;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.document.QueueDirectory.WeeklyFilesException;
import dev.sluice.internal.queue.files.QueueTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Checks whether a queue's properties are plausible. There is nothing to compare them with, because no other file describes the
 * queue.
 */
final class PropertiesCheck {

    private static final long SMALLEST_BLOCK = 1L << 20;
    private static final long LARGEST_BLOCK = 1L << 30;

    private PropertiesCheck() {}

    /**
     * Returns the reason why a queue's properties cannot be used; empty if they are usable.
     *
     * @param output whether the queue is the output
     * @throws WeeklyFilesException if the properties are right, but belong to a queue with weekly files, which cannot be read
     */
    static Optional<String> fault(Path queue, boolean output) throws IOException {
        try {
            final QueueDirectory directory = QueueDirectory.load(queue);
            if (directory.blockSize() < SMALLEST_BLOCK || directory.blockSize() > LARGEST_BLOCK) {
                return Optional.of("its block size cannot be " + directory.blockSize());
            }
            if (directory.answers().isPresent() != output) {
                return Optional.of(
                        output
                                ? "it does not say which input this output answers: it belongs to an input, or was"
                                        + " damaged"
                                : "it belongs to an output");
            }
            return madeAnew(directory) == directory.tableChecksum()
                    ? Optional.empty()
                    : Optional.of("its checksum of " + QueueTable.FILE + " does not fit a queue with these properties");
        } catch (final WeeklyFilesException e) {
            throw e;
        } catch (final QueueException | IOException | IllegalArgumentException e) {
            return Optional.of("it is gone, or cannot be read");
        }
    }

    /**
     * Returns the checksum that Chronicle's table must have in a queue with these properties. If the existing table does not have
     * the recorded checksum, a new table is created in a temporary directory to compute the right checksum.
     */
    private static int madeAnew(QueueDirectory directory) throws IOException {
        final QueueTable table = new QueueTable(directory.path());
        if (Files.notExists(directory.path().resolve(QueueTable.FILE))
                || table.checksum() == directory.tableChecksum()) {
            return directory.tableChecksum();
        }
        final Path work = Files.createTempDirectory("sluice-repair");
        try {
            directory.in(work).openChronicle(System::currentTimeMillis).close();
            return new QueueTable(work).checksum();
        } finally {
            QueueDirectory.deleteAll(work);
        }
    }
}
