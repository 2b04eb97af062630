package dev.sluice.replay.repair;

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
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Function;

/**
 * Finds out what the properties of a queue said that cannot be read: from the lines that can, from the other queue of the pair,
 * and from the files. Certain, or nothing.
 */
final class DamagedProperties {

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

    /** The file of a queue's properties. */
    static Path path(Path queue) {
        return queue.resolve(QueueDirectory.PROPERTIES);
    }

    /**
     * Why a queue's properties cannot be used, if so.
     *
     * @param output whether it is the output's
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
            final Path table = queue.resolve(QueueTable.FILE);
            final boolean differs =
                    Files.exists(table) && new QueueTable(queue).checksum() != directory.tableChecksum();
            if (differs && newTable(directory) != directory.tableChecksum()) {
                return Optional.of("its checksum of the table is not that of such a queue");
            }
            return Optional.empty();
        } catch (final QueueException | IOException | IllegalArgumentException e) {
            return Optional.of("it cannot be read");
        }
    }

    /**
     * The text that they must have had, if that is certain.
     *
     * @param other the other queue of the pair
     * @param output whether it is the output's
     */
    static Optional<String> right(Path queue, Path other, boolean output) throws IOException {
        try {
            return new DamagedProperties(queue, other, output).right();
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

    private Optional<String> right() throws IOException {
        if (output ? own.getProperty("answers") == null && isWhole() : own.getProperty("answers") != null) {
            return Optional.empty(); // it is the other queue's: whatever it says, it is not of this one
        }
        if (!own.getProperty("format", QueueDirectory.FORMAT).equals(QueueDirectory.FORMAT)) {
            return Optional.empty(); // of a later release, perhaps
        }
        final Optional<UUID> said = value(output ? "answers" : "id", DamagedProperties::uuid, own);
        final Optional<UUID> known = value(output ? "id" : "answers", DamagedProperties::uuid, others);
        final Optional<UUID> input = known.or(() -> said);
        // Both queues are made at once, alike.
        final Optional<String> roll = value("rollCycle", DamagedProperties::rollCycle, own, others);
        final Optional<Long> block = value("blockSize", DamagedProperties::blockSize, own, others);
        if (input.isEmpty() || said.isPresent() && !said.equals(input) || roll.isEmpty() || block.isEmpty()) {
            return Optional.empty();
        }
        // Nothing refers to the id of an output.
        final UUID id = output ? value("id", DamagedProperties::uuid, own).orElseGet(UUID::randomUUID) : input.get();
        final OptionalLong begins = value("begins", Long::valueOf, own)
                .filter(index -> index >= 0)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
        final QueueDirectory directory = new QueueDirectory(
                queue.toRealPath(), id, roll.get(), block.get(), output ? input : Optional.empty(), begins, 0);
        return agreesWithFiles(directory)
                ? Optional.of(QueueDirectory.text(directory) + "table=" + newTable(directory) + "\n")
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

    /** The value of a key in the first of those properties where it is valid. */
    private static <T> Optional<T> value(String key, Function<String, T> parse, Properties... from) {
        for (final Properties properties : from) {
            try {
                return Optional.of(parse.apply(properties.getProperty(key, "")));
            } catch (final IllegalArgumentException e) {
                // the next one then
            }
        }
        return Optional.empty();
    }

    private static UUID uuid(String text) {
        final UUID id = UUID.fromString(text);
        if (!id.toString().equals(text)) {
            throw new IllegalArgumentException(text);
        }
        return id;
    }

    private static String rollCycle(String name) {
        RollCycleName.parse(name);
        return name;
    }

    private static long blockSize(String text) {
        final long size = Long.parseLong(text);
        if (size < SMALLEST_BLOCK || size > LARGEST_BLOCK) {
            throw new IllegalArgumentException(text);
        }
        return size;
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

    /** The checksum of the table of such a queue: of one that is made elsewhere, and deleted. */
    private static int newTable(QueueDirectory directory) throws IOException {
        final Path work = Files.createTempDirectory("sluice-repair");
        try {
            directory.in(work).openChronicle(System::currentTimeMillis).close();
            return new QueueTable(work).checksum();
        } finally {
            QueueDirectory.deleteAll(work);
        }
    }
}
