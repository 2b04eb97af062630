package dev.sluice.replay.repair;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.document.QueueDirectory.WeeklyFilesException;
import dev.sluice.internal.queue.files.QueueTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Says whether the properties of a queue can be what they were; nothing else says what a queue is. */
final class PropertiesCheck {

    private static final long SMALLEST_BLOCK = 1L << 20;
    private static final long LARGEST_BLOCK = 1L << 30;

    private PropertiesCheck() {}

    /**
     * Why a queue's properties cannot be used, if so.
     *
     * @param output whether it is the output's
     * @throws WeeklyFilesException if they are what they were, and nothing can be read by them
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
                                ? "it does not say which input this output answers: it is an input's, or was damaged"
                                : "it is an output's");
            }
            return madeAnew(directory) == directory.tableChecksum()
                    ? Optional.empty()
                    : Optional.of("its checksum of " + QueueTable.FILE + " is not that of such a queue");
        } catch (final WeeklyFilesException e) {
            throw e;
        } catch (final QueueException | IOException | IllegalArgumentException e) {
            return Optional.of("it is gone, or cannot be read");
        }
    }

    /** The checksum of the table of such a queue, unless the one that is there has the right one. */
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
