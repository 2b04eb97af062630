package dev.sluice.replay.repair.salvage;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.QueueTable;
import dev.sluice.internal.queue.files.RollCycleName;
import dev.sluice.internal.queue.files.RollFile;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.files.SmallFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What is written down of a queue, when that cannot be read: from the lines that can, from the other queue of the pair,
 * and from the files. Certain, or nothing.
 */
public final class DamagedProperties {

    private static final long SMALLEST_BLOCK = 1L << 20;
    private static final long LARGEST_BLOCK = 1L << 30;

    private final Path queue;
    private final boolean output;
    private final Properties own;
    private final Properties others;

    private DamagedProperties(Path queue, Path other, boolean output) throws IOException {
        this.queue = queue;
        this.output = output;
        this.own = read(queue);
        this.others = read(other);
    }

    /** Where they are. */
    public static Path path(Path queue) {
        return queue.resolve(QueueDirectory.PROPERTIES);
    }

    /**
     * Why a queue's properties cannot be used, if so.
     *
     * @param output whether it is the output's
     * @param work a directory to try something in, which is made and deleted
     */
    public static Optional<String> fault(Path queue, boolean output, Path work) throws IOException {
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
            final Path table = queue.resolve(QueueTable.FILE);
            final boolean differs =
                    Files.exists(table) && new QueueTable(queue).checksum() != directory.tableChecksum();
            if (differs && newTable(directory, work) != directory.tableChecksum()) {
                return Optional.of("its checksum of the table is not that of such a queue");
            }
            return Optional.empty();
        } catch (final QueueException | IOException | IllegalArgumentException e) {
            return Optional.of("it cannot be read");
        }
    }

    /**
     * What they must have been, if that is certain.
     *
     * @param other the other queue of the pair
     * @param output whether it is the output's
     * @param work a directory to try something in, which is made and deleted
     */
    public static Optional<String> right(Path queue, Path other, boolean output, Path work) throws IOException {
        try {
            return new DamagedProperties(queue, other, output).right(work);
        } catch (final QueueException e) {
            return Optional.empty();
        }
    }

    private static Properties read(Path queue) throws IOException {
        final Properties properties = new Properties();
        try {
            final String text = SmallFile.text(path(queue), StandardCharsets.ISO_8859_1);
            for (final String line : text.split("\\R")) {
                if (line.matches("[A-Za-z]+=[A-Za-z0-9_-]*")) {
                    properties.load(new StringReader(line));
                }
            }
        } catch (final NoSuchFileException e) {
            return properties;
        }
        return properties;
    }

    private Optional<String> right(Path work) throws IOException {
        if (output ? own.getProperty("answers") == null && isWhole() : own.getProperty("answers") != null) {
            return Optional.empty(); // it is the other queue's: whatever it says, it is not of this one
        }
        if (!own.getProperty("format", QueueDirectory.FORMAT).equals(QueueDirectory.FORMAT)) {
            return Optional.empty(); // of a later release, perhaps
        }
        final Optional<UUID> input = uuid(own, output ? "answers" : "id");
        final Optional<UUID> known = uuid(others, output ? "id" : "answers");
        final Optional<String> roll = rollCycle();
        final Optional<Long> block = blockSize();
        if (known.isEmpty() && input.isEmpty()
                || known.isPresent() && input.isPresent() && !known.equals(input)
                || roll.isEmpty()
                || block.isEmpty()) {
            return Optional.empty();
        }
        final UUID inputId = known.orElseGet(input::get);
        // Nothing refers to the id of an output.
        final UUID id = output ? uuid(own, "id").orElseGet(UUID::randomUUID) : inputId;
        final QueueDirectory directory = new QueueDirectory(
                queue.toRealPath(),
                id,
                roll.get(),
                block.get(),
                output ? Optional.of(inputId) : Optional.empty(),
                begins(),
                0);
        return agreesWithFiles(directory)
                ? Optional.of(QueueDirectory.text(directory) + "table=" + newTable(directory, work) + "\n")
                : Optional.empty();
    }

    private boolean isWhole() {
        try {
            QueueDirectory.load(queue);
            return true;
        } catch (final QueueException | IOException | IllegalArgumentException e) {
            return false;
        }
    }

    private OptionalLong begins() {
        final String text = own.getProperty("begins", "");
        return text.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    private static Optional<UUID> uuid(Properties properties, String key) {
        try {
            final String text = properties.getProperty(key, "");
            final UUID id = UUID.fromString(text);
            return id.toString().equals(text) ? Optional.of(id) : Optional.empty();
        } catch (final IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Optional<String> rollCycle() {
        for (final Properties properties : new Properties[] {own, others}) {
            try {
                final String name = properties.getProperty("rollCycle", "");
                RollCycleName.parse(name);
                return Optional.of(name);
            } catch (final IllegalArgumentException e) {
                // the other's then: both are made at once
            }
        }
        return Optional.empty();
    }

    private Optional<Long> blockSize() {
        for (final Properties properties : new Properties[] {own, others}) {
            final String text = properties.getProperty("blockSize", "");
            final long size = text.matches("\\d{1,10}") ? Long.parseLong(text) : 0;
            if (size >= SMALLEST_BLOCK && size <= LARGEST_BLOCK) {
                return Optional.of(size);
            }
        }
        return Optional.empty();
    }

    /** Whether some roll file has the header of that roll cycle, or there is none. */
    private static boolean agreesWithFiles(QueueDirectory directory) {
        boolean any = false;
        for (final Path file : RollFiles.oldestFirst(directory.path())) {
            try {
                if (RollFile.last(file, directory.cycle()).isPresent()) {
                    return true;
                }
            } catch (final QueueException e) {
                any = true;
            }
        }
        return !any;
    }

    /** The checksum of the table of such a queue. */
    private static int newTable(QueueDirectory directory, Path work) throws IOException {
        Files.createDirectories(work);
        try {
            final QueueDirectory made = new QueueDirectory(
                    work,
                    directory.id(),
                    directory.rollCycle(),
                    directory.blockSize(),
                    directory.answers(),
                    directory.begins(),
                    0);
            made.openChronicle(System::currentTimeMillis).close();
            return new QueueTable(work).checksum();
        } finally {
            try (Stream<Path> files = Files.walk(work, new FileVisitOption[0])) {
                for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
