package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.openhft.chronicle.queue.RollCycle;

/**
 * The checksums of the roll files' first messages. When a roll file begins, the checksum of its first message is recorded in a
 * file beside the roll files. A roll file that is exchanged later begins with another message. So if all roll files still begin
 * as recorded, no file was exchanged, and a request with a wrong number has another cause. If a checksum is missing, nothing can
 * be concluded. Files of earlier releases have no checksums.
 *
 * @param checksums the recorded checksums by cycle, in hexadecimal digits
 */
public record FirstMessages(Map<Integer, String> checksums) {

    private static final String NAME = "rolls.first";
    private static final Pattern LINE = Pattern.compile("(\\d{1,10}) ([0-9a-f]{1,8})");
    /**
     * From this size on, the lines of deleted files are removed. A new roll file each minute leads to this size in some two days.
     */
    private static final long LARGE_BYTES = 64 << 10;

    /**
     * Records the first message of a file. Does nothing if the file is already in the {@link RollLog}, because the file may have
     * been exchanged after it was added to the log. Any process may do this.
     */
    static void note(Path queue, int cycle, Path roll, RollCycle cycles) {
        final RollLog log = RollLog.read(queue);
        if (log.cycles().contains(cycle)) {
            return;
        }
        add(queue, cycle, roll, cycles);
        compact(queue, log.deletedTo());
    }

    /** Records the new first message of a rewritten file, if a first message was recorded before. */
    public static void replaced(Path queue, int cycle, Path roll, RollCycle cycles) {
        if (read(queue).checksums.containsKey(cycle)) {
            add(queue, cycle, roll, cycles);
        }
    }

    /** Whether the file of a cycle begins with the recorded message. */
    public boolean isAsNoted(int cycle, Path roll, RollCycle cycles) {
        return checksums.containsKey(cycle) && checksums.get(cycle).equals(text(checksum(roll, cycles)));
    }

    private static void add(Path queue, int cycle, Path roll, RollCycle cycles) {
        final OptionalInt checksum = checksum(roll, cycles);
        if (checksum.isPresent()) {
            RollLog.append(queue.resolve(NAME), cycle + " " + text(checksum));
        }
    }

    private static OptionalInt checksum(Path roll, RollCycle cycles) {
        return RollFile.look(roll, cycles, OptionalInt.empty(), RollFile::firstChecksum);
    }

    private static String text(OptionalInt checksum) {
        return checksum.isPresent() ? Integer.toHexString(checksum.getAsInt()) : "";
    }

    /** Reads the last record of each cycle, and skips invalid lines. */
    public static FirstMessages read(Path queue) {
        final Path file = queue.resolve(NAME);
        final Map<Integer, String> noted = new TreeMap<>();
        try {
            SmallFile.text(file, StandardCharsets.ISO_8859_1).lines().forEach(line -> {
                final Matcher parts = LINE.matcher(line);
                if (parts.matches()) {
                    noted.put((int) Long.parseLong(parts.group(1)), parts.group(2));
                }
            });
            return new FirstMessages(noted);
        } catch (final NoSuchFileException e) {
            return new FirstMessages(noted);
        } catch (final IOException e) {
            throw new QueueException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** Removes the lines of deleted files once the file is large. A line that another process adds at that moment may be lost. */
    private static void compact(Path queue, int deletedTo) {
        final Path file = queue.resolve(NAME);
        try {
            if (Files.exists(file) && Files.size(file) >= LARGE_BYTES) {
                final String kept = read(queue).checksums.entrySet().stream()
                        .filter(line -> line.getKey() > deletedTo)
                        .map(line -> line.getKey() + " " + line.getValue() + "\n")
                        .collect(Collectors.joining());
                SmallFile.replace(file, kept.getBytes(StandardCharsets.US_ASCII));
            }
        } catch (final IOException e) {
            throw new QueueException("cannot replace " + file + ": " + e.getMessage(), e);
        }
    }
}
