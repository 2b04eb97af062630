package dev.sluice.replay;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.document.LaneDirectories;
import dev.sluice.replay.export.ExportFile;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Recording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Which queues a command looks at. */
final class QueuesOption {

    /** The options of a command that writes: the reserve of a job, and requests as large as any job may have written. */
    static final QueueOptions TO_WRITE = QueueOptions.DEFAULTS.withRequestLimit(15 << 20);

    @Option(
            names = {"-q", "--queues"},
            paramLabel = "DIR",
            defaultValue = "data/queues",
            description =
                    "The directory that holds in/ and out/ (default: ${DEFAULT-VALUE}). cat, verify, replay and export"
                            + " also take a file that export made. Where it holds lanes, status, verify and jobs look at"
                            + " all of them; any other command wants the directory of one, such as data/queues/lane-0.")
    private Path path;

    /** The directory of the queues, or an export file. */
    Path path() {
        return path;
    }

    /** The directories of the lanes; one alone is the directory itself, or an export file. */
    List<Path> lanes() {
        return LaneDirectories.existing(path);
    }

    /**
     * Opens them; unlike a job or a gateway it makes none.
     *
     * @throws QueueException if there are none
     */
    QueuePair open() {
        return open(QueueOptions.DEFAULTS.withDiskReserve(0));
    }

    /** Opens them for a command that writes. */
    QueuePair open(QueueOptions options) {
        return open(path, options);
    }

    /** Opens the queues in another directory, to be read. */
    static Lane open(Path path) {
        return open(path, QueueOptions.DEFAULTS.withDiskReserve(0));
    }

    private static QueuePair open(Path path, QueueOptions options) {
        if (Files.isRegularFile(path)) {
            throw new QueueException(path.toAbsolutePath()
                    + " is a file, and this command needs the queues themselves: give their directory"
                    + " with --queues; cat, verify, replay, diff and export read export files");
        }
        checkThere(path);
        return QueuePair.openExisting(path, options);
    }

    /**
     * Makes sure that they are there.
     *
     * @throws QueueException if there are none, or this user may not look there
     */
    static void checkThere(Path path) {
        LaneDirectories.checkNone(path);
        if (Files.notExists(path.resolve("in"))) { // not when it cannot be told
            throw new QueueException("there are no queues in " + path.toAbsolutePath()
                    + ": give the path of the configuration's 'queues' section with --queues");
        }
        QueuePair.checkThere(path);
    }

    /**
     * Opens them, or an export file, to read what was recorded.
     *
     * @throws QueueException if there is neither
     */
    Recording openRecording() {
        return openRecording(path);
    }

    /** Opens queues or an export file of another path. */
    static Recording openRecording(Path path) {
        return Files.isRegularFile(path) ? ExportFile.open(path) : open(path);
    }
}
