package dev.sluice.replay.repair;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.FileWindow;
import dev.sluice.internal.queue.files.RollFile;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import java.nio.file.Path;
import java.util.Optional;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.wire.BinaryWireCode;

/**
 * Recognizes what is at an address of a roll file that may be damaged: a whole document, a whole page of the index, or neither.
 * For one thread.
 */
final class DocumentProbe implements AutoCloseable {

    static final int META_DATA = 0x4000_0000;
    static final int LENGTH = 0x3FFF_FFFF;

    private static final int FIRST_OF_HISTORY = 0xBA;
    private static final String PAGE = "index";
    private static final int LONG_ARRAY = 0x8D;
    private static final int PADDING_LONG = 0x8E;
    private static final int PADDING_BYTE = 0x8F;

    private final FileWindow file;
    private final RollCycle cycle;
    private final boolean results;
    private final int largest;
    private final Documents document;
    private boolean newer;

    private DocumentProbe(FileWindow file, QueueDirectory queue, boolean results) {
        this.file = file;
        this.cycle = queue.cycle();
        this.results = results;
        this.document = new Documents(queue.blockSize());
        this.largest = QueueOptions.largestMessage(queue.blockSize()) + QueueOptions.OVERHEAD;
    }

    /** Opens a file of a queue; returns empty if the file is gone. */
    static Optional<DocumentProbe> open(Path path, QueueDirectory queue) {
        return open(path, queue, queue.answers().isPresent());
    }

    /**
     * Opens a file to look for results, or for requests if {@code results} is false, whichever of the two the queue should
     * contain.
     */
    static Optional<DocumentProbe> open(Path path, QueueDirectory queue, boolean results) {
        return FileWindow.open(path).map(file -> new DocumentProbe(file, queue, results));
    }

    /** Returns the bytes of the file. */
    FileWindow file() {
        return file;
    }

    /** Returns the first whole document at or after an address; empty if there is none. */
    Optional<SalvagedDocument> nextFrom(long from) {
        long at = from;
        while (at + Integer.BYTES < file.length()) {
            final Optional<SalvagedDocument> found = documentAt(at);
            if (found.isPresent()) {
                return found;
            }
            final long afterPage = afterPageAt(at);
            at = afterPage > 0 ? afterPage : at + Integer.BYTES;
        }
        return Optional.empty();
    }

    /** Returns the document that begins at an address; empty if no whole document begins there. */
    Optional<SalvagedDocument> documentAt(long address) {
        final int length = file.intAt(address);
        if (length <= 0 || length > largest || address + Integer.BYTES + length > file.length()) {
            return Optional.empty();
        }
        final int first = file.byteAt(address + Integer.BYTES);
        if (first != FIRST_OF_HISTORY && first != BinaryWireCode.EVENT_NAME) {
            return Optional.empty();
        }
        try {
            document.read(file, address + Integer.BYTES, length);
            return Optional.of(
                    Documents.isLost(document.event())
                            ? new SalvagedDocument(address, length, true, 0, 0, "", 0, 0, -1)
                            : results ? result(address, length) : request(address, length));
        } catch (final NewerFormatException e) {
            newer = true;
            return Optional.empty();
        } catch (final WireFormatException e) {
            return Optional.empty();
        }
    }

    /** Whether a whole document was found that this release cannot read, because a later release wrote it. */
    boolean metNewer() {
        return newer;
    }

    private SalvagedDocument request(long address, int length) {
        final RequestFrame frame = document.request();
        return new SalvagedDocument(
                address, length, false, frame.writer(), frame.sequence(), frame.name(), document.writtenNanos(), 0, -1);
    }

    private SalvagedDocument result(long address, int length) {
        final ResultFrame frame = document.result();
        if (!document.cameFrom(Documents.INPUT, frame.request().index())) {
            throw new WireFormatException("the request in its history differs from the request in its frame");
        }
        return new SalvagedDocument(
                address,
                length,
                false,
                frame.request().writer(),
                frame.request().sequence(),
                frame.request().name(),
                document.nanos(0),
                frame.sequence(),
                frame.request().index());
    }

    /** Returns the address after the page of the index that begins at an address; 0 if no whole page begins there. */
    long afterPageAt(long address) {
        final int header = file.intAt(address);
        if (header < 0 || (header & META_DATA) == 0) {
            return 0;
        }
        final long entries = entriesOfPage(address, PAGE);
        return entries == 0 ? 0 : RollFile.behind(address, header & LENGTH);
    }

    /** Returns the address of a page's first entry, which comes after the count of used entries; 0 if there is no such page. */
    long entriesOfPage(long address, String name) {
        final int count = cycle.defaultIndexCount();
        final int length = file.intAt(address) ^ META_DATA;
        long at = address + Integer.BYTES;
        boolean good = file.byteAt(at++) == BinaryWireCode.EVENT_NAME && file.byteAt(at++) == name.length();
        for (int i = 0; good && i < name.length(); i++) {
            good = file.byteAt(at++) == name.charAt(i);
        }
        // Chronicle aligns numbers that it changes in place.
        final long numbers = (at + Long.BYTES & -Long.BYTES) - 1;
        good &= isPadding(at, (int) (numbers - at)) && file.byteAt(numbers) == LONG_ARRAY;
        final long used = file.longAt(numbers + 1 + Long.BYTES);
        final long entries = numbers + 1 + 2L * Long.BYTES;
        good &= file.longAt(numbers + 1) == count
                && length == entries - address - Integer.BYTES + (long) count * Long.BYTES
                && used >= 0
                && used <= count;
        return good ? entries : 0;
    }

    private boolean isPadding(long from, int length) {
        if (length >= 1 + Integer.BYTES) {
            return file.byteAt(from) == PADDING_LONG && file.intAt(from + 1) == length - 1 - Integer.BYTES;
        }
        for (int i = 0; i < length; i++) {
            if (file.byteAt(from + i) != PADDING_BYTE) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        file.close();
    }
}
