package dev.sluice.internal.queue.document;

import dev.sluice.internal.queue.files.Positions;
import dev.sluice.internal.queue.files.RollFile;
import dev.sluice.internal.queue.files.RollFileHeader;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.files.RollFiles.DeletedFilesException;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.OptionalLong;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Compares the progress of a reader with the position of the last message in the header of each file. In a damaged queue
 * Chronicle either stops at the damage as if the queue ended there, or skips messages. This class detects both. Used by one
 * thread.
 */
final class ReadSoFar {

    /** The pause between two checks of a reader that makes progress. A check opens files, some 50 microseconds. */
    private static final long SOON_NANOS = 20_000_000;

    private static final long LATE_NANOS = 100_000_000;
    private static final int NOTHING = -1;

    private final RollFiles files;
    private final RollCycle rollCycle;
    private long index = NOTHING;
    private long address = NOTHING;
    private long next;
    private int cycle = NOTHING;
    private Object fileKey;
    private long checkNanos = System.nanoTime();
    private long pauseNanos = SOON_NANOS;

    ReadSoFar(RollFiles files, RollCycle rollCycle) {
        this.files = files;
        this.rollCycle = rollCycle;
    }

    /** Called for each document that was found. */
    void read(DocumentContext context) {
        final long found = context.index();
        final long start = RollFiles.address(context);
        final int foundCycle = rollCycle.toCycle(found);
        if (foundCycle != cycle) {
            enter(foundCycle);
            next = rollCycle.toSequenceNumber(found) == 0 ? RollFileHeader.firstMessageAt(rollCycle) : start;
        }
        if (start != next) {
            files.checkPages(cycle, next, start);
        }
        index = found;
        address = start;
        next = RollFile.behind(start, context.wire().bytes().readRemaining());
        pauseNanos = SOON_NANOS;
    }

    /** Returns the index of the document that was found last. */
    long index() {
        return index;
    }

    private void enter(int other) {
        if (cycle != NOTHING) {
            files.last(cycle).ifPresent(this::checkPassed);
            files.checkComplete(cycle + 1);
        }
        cycle = other;
        fileKey = fileKey(files.path(other));
    }

    private void checkPassed(RollFile.Last last) {
        if (address < last.address()) {
            throw damaged("the file ends there, although its header says that more messages follow");
        }
        checkLastNumber(last);
    }

    private void checkLastNumber(RollFile.Last last) {
        final long number = rollCycle.toSequenceNumber(index);
        if (address == last.address() && last.sequence().orElse(number) != number) {
            throw damaged("it is message " + last.sequence().getAsLong() + " of its file, so messages were skipped");
        }
    }

    /**
     * Checks the number of the last document found. This detects a damaged length of this document, which would hide the
     * documents after it.
     */
    void checkNumber() {
        files.checkNumber(cycle, address, rollCycle.toSequenceNumber(index));
    }

    /** Whether the headers are due for another check; called when no document was found. */
    boolean isCheckDue() {
        final long now = System.nanoTime();
        if (now - checkNanos < 0) {
            return false;
        }
        checkNanos = now + pauseNanos;
        pauseNanos = Math.min(2 * pauseNanos, LATE_NANOS);
        return true;
    }

    /**
     * Describes the messages that the files have and the reader did not find; empty if the reader found all messages.
     *
     * @throws CorruptQueueException if the last document found contradicts the header of its file, or its file was replaced
     * @throws DeletedFilesException if retention deleted the file
     */
    Optional<String> unread() {
        if (cycle != NOTHING) {
            final Object now = fileKey(files.path(cycle));
            if (now == null
                    || !now.equals(fileKey)) { // both null: the file was deleted while its first document was read
                files.checkNotDeleted(cycle);
                throw damaged("its file " + files.path(cycle) + " was deleted or replaced while it was read");
            }
        }
        final OptionalLong newest = files.newestCycle();
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        final int last = (int) newest.getAsLong();
        if (last > cycle) {
            return Optional.of("a later file, " + files.path(last) + ", has messages");
        }
        final Optional<RollFile.Last> said = files.last(cycle);
        said.ifPresent(this::checkLastNumber);
        return said.filter(written -> address < written.address())
                .map(written -> "its file " + files.path(cycle) + " has more messages");
    }

    /** Returns the error for messages that exist but cannot be reached. */
    CorruptQueueException damaged(String how) {
        final String where =
                cycle == NOTHING ? "the start" : Positions.of(index, rollCycle).toString();
        return CorruptQueueException.behind(where, files.directory(), how);
    }

    private static Object fileKey(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (final IOException e) {
            return null;
        }
    }
}
