package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.zip.CRC32;
import net.openhft.chronicle.queue.RollCycle;

/**
 * Reads a roll file without Chronicle. On a damaged file Chronicle may hang, throw any exception, or silently return fewer
 * messages than were written. Each read sees the current content of the file, because other processes may be writing.
 */
public final class RollFile implements AutoCloseable {

    /**
     * The address and number of the last message according to the file's header. The number is missing if a writer was killed
     * before it stored the number.
     */
    public record Last(long address, OptionalLong sequence) {}

    private static final int META_DATA = 0x4000_0000;
    private static final int END_OF_FILE = 0xC000_0000;
    private static final int LENGTH = 0x3FFF_FFFF;

    private final Path path;
    private final RollCycle cycle;
    private final FileWindow file;

    private RollFile(Path path, RollCycle cycle, FileWindow file) {
        this.path = path;
        this.cycle = cycle;
        this.file = file;
    }

    /** Receives messages as addresses in a file. */
    public interface Receiver {

        /**
         * Called for each message.
         *
         * @param file the file to read the message from
         * @param address the address of the message's first byte after its header
         * @param length the length of the message in bytes
         */
        void message(FileWindow file, long address, int length);
    }

    /** Opens a roll file; empty if it does not exist. */
    public static Optional<RollFile> open(Path path, RollCycle cycle) {
        return FileWindow.open(path).map(file -> new RollFile(path, cycle, file));
    }

    /** Opens a file, and returns the result of {@code search}; returns {@code gone} if the file does not exist. */
    public static <R> R look(Path path, RollCycle cycle, R gone, Function<RollFile, R> search) {
        final Optional<RollFile> opened = open(path, cycle);
        try (RollFile file = opened.orElse(null)) {
            return file == null ? gone : search.apply(file);
        }
    }

    /** Returns where the last message is according to a file's header; empty if there is no file or no message. */
    public static Optional<Last> last(Path path, RollCycle cycle) {
        return look(path, cycle, Optional.empty(), RollFile::last);
    }

    /** Whether a kill left the file without a header and without messages. A file with messages but no header is damaged. */
    public boolean isHalfMade() {
        return read(0, Integer.BYTES).getInt() <= 0
                && read(RollFileHeader.firstMessageAt(cycle), 4).getInt() == 0;
    }

    /**
     * Returns where the last message is according to the header; empty if there is no message.
     *
     * @throws QueueException if the header was damaged
     */
    public Optional<Last> last() {
        if (isHalfMade()) {
            return Optional.empty();
        }
        final ByteBuffer header = header();
        final long address = RollFileHeader.address(header);
        return address == 0 ? Optional.empty() : Optional.of(new Last(address, RollFileHeader.sequence(header, cycle)));
    }

    /**
     * Checks the header if it is complete.
     *
     * @return whether the header is complete
     * @throws QueueException if the header was damaged
     */
    boolean checkHeader() {
        return read(0, Integer.BYTES).getInt() > 0 && header().hasRemaining();
    }

    private ByteBuffer header() {
        final ByteBuffer header = read(0, RollFileHeader.SIZE);
        final int difference = RollFileHeader.difference(header, cycle);
        if (difference >= 0) {
            throw damaged("its header is not as it was written, at byte " + difference);
        }
        return header;
    }

    /** Returns the address after the last message, or the address for the first message if there is no message yet. */
    long end() {
        final long address = RollFileHeader.address(read(0, RollFileHeader.SIZE));
        return Math.max(RollFileHeader.firstMessageAt(cycle), address <= 0 ? 0 : address + size(header(address)));
    }

    /**
     * Checks the data that Chronicle uses to find or append a message. The file's index must be valid, and must lead to the last
     * message. Other processes may write to the file during the check.
     *
     * @param over whether a later file has messages; then no process writes to this file any more
     * @throws QueueException if the file was damaged
     */
    public void verify(boolean over) {
        if (last().isEmpty()) {
            return;
        }
        final Entry entry = lastEntry();
        final Last last = last().orElseThrow(); // read after the index, because the file may have grown
        if (last.address < entry.address || last.address % Integer.BYTES != 0) {
            throw damaged("its last message cannot be at byte " + last.address);
        }
        final long behind = walk(entry, last);
        if (over && !endsAt(behind)) {
            throw damaged("there is no end mark after its last message, although a later file was begun");
        }
    }

    /** The entry of a message in the index. */
    private record Entry(long address, long sequence) {}

    /** Returns the last entry of the index; an entry for the first message if the index is empty. */
    private Entry lastEntry() {
        Entry last = new Entry(RollFileHeader.firstMessageAt(cycle), 0);
        long before = 0;
        final ByteBuffer pages = page(RollFileHeader.SIZE, "index2index");
        for (int p = 0; p < pages.capacity() / Long.BYTES; p++) {
            final long at = pages.getLong(p * Long.BYTES);
            if (at <= before) {
                throw damaged("page " + p + " of its index cannot be at byte " + at);
            }
            before = at;
            last = lastEntry(page(at, "index"), (long) p * cycle.defaultIndexCount(), last);
        }
        return last;
    }

    private Entry lastEntry(ByteBuffer page, long firstEntry, Entry before) {
        Entry last = before;
        for (int i = 0; i < page.capacity() / Long.BYTES; i++) {
            final long address = page.getLong(i * Long.BYTES);
            final long number = firstEntry + i;
            if (address == 0) {
                continue; // a writer was killed before it added its message to the index
            }
            if (number == 0 ? address != last.address : address <= last.address) {
                throw damaged("entry " + number + " of its index cannot point to byte " + address);
            }
            last = new Entry(address, number * cycle.defaultIndexSpacing());
        }
        return last;
    }

    /** Returns the used entries of an index page. */
    private ByteBuffer page(long at, String name) {
        final int count = cycle.defaultIndexCount();
        final int head = name.length() + 32;
        final ByteBuffer start = read(at, head);
        final int length = start.getInt(0) ^ META_DATA;
        final byte[] event = new byte[name.length()];
        start.position(Integer.BYTES + 2).get(event);
        while (start.position() < 20 + event.length && (start.get(start.position()) & 0xFF) != 0x8D) {
            start.get(); // padding
        }
        start.get();
        final boolean good = new String(event, StandardCharsets.US_ASCII).equals(name)
                && start.getLong() == count
                && length == start.position() + Long.BYTES - Integer.BYTES + count * Long.BYTES;
        final long used = good ? start.getLong() : -1;
        if (used < 0 || used > count) {
            throw damaged("there is no page '" + name + "' of its index at byte " + at);
        }
        return read(at + start.position(), (int) used * Long.BYTES);
    }

    /** Goes from a message to the last message, document by document, and returns the address after the last message. */
    private long walk(Entry from, Last last) {
        long sequence = from.sequence;
        long at = from.address;
        while (at < last.address) {
            final int header = header(at);
            if (header <= 0) {
                throw damaged(
                        "its messages end at byte " + at + ", but the last is said to be at byte " + last.address);
            }
            sequence += (header & META_DATA) == 0 ? 1 : 0;
            at += size(header);
        }
        if (at != last.address || (header(at) & ~LENGTH) != 0) {
            throw damaged("no message begins at byte " + last.address + ", where the last message is said to be");
        }
        if (last.sequence.orElse(sequence) != sequence) {
            throw damaged("message " + sequence + " is said to be message " + last.sequence.getAsLong());
        }
        return at + size(header(at));
    }

    /**
     * Checks that there are only index pages between two messages. A message whose header was damaged may look like an index
     * page, so that a reader would skip the message.
     */
    void checkPages(long from, long to) {
        for (long at = from; at < to; at += size(header(at))) {
            page(at, "index");
        }
    }

    /**
     * Checks the number of a message: counts the messages from this message to the next message that the index contains, or to
     * the last message. This detects a message with a damaged length, which would hide the messages after it.
     */
    void checkNumber(long address, long number) {
        final int spacing = cycle.defaultIndexSpacing();
        final long next = (number / spacing + 1) * spacing;
        final long indexed = indexed(next);
        final Optional<Last> known = indexed == 0 ? last() : Optional.of(new Last(indexed, OptionalLong.of(next)));
        known.filter(message -> message.address >= address)
                .ifPresent(message -> walk(new Entry(address, number), message));
    }

    /**
     * Returns a message's address from the index; 0 if the index does not contain it. The number must be a multiple of the index
     * spacing.
     */
    private long indexed(long number) {
        final long entry = number / cycle.defaultIndexSpacing();
        final ByteBuffer pages = page(RollFileHeader.SIZE, "index2index");
        final int p = (int) (entry / cycle.defaultIndexCount()) * Long.BYTES;
        final ByteBuffer page = p < pages.capacity() ? page(pages.getLong(p), "index") : ByteBuffer.allocate(0);
        final int i = (int) (entry % cycle.defaultIndexCount()) * Long.BYTES;
        return i < page.capacity() ? page.order(ByteOrder.LITTLE_ENDIAN).getLong(i) : 0;
    }

    /**
     * Passes the messages from one number to another (both inclusive) to the receiver.
     *
     * @throws QueueException if the messages cannot be reached
     */
    public void messages(long from, long to, Receiver receiver) {
        final int spacing = cycle.defaultIndexSpacing();
        long number = from / spacing * spacing;
        while (number > 0 && indexed(number) == 0) {
            number -= spacing; // a writer was killed before it added its message to the index
        }
        long at = number == 0 ? RollFileHeader.firstMessageAt(cycle) : indexed(number);
        while (number <= to) {
            final int header = file.intAt(at);
            if (header <= 0) {
                throw damaged("its messages end at byte " + at + ", but message " + to + " is said to come later");
            }
            if ((header & META_DATA) == 0) {
                if (number >= from) {
                    receiver.message(file, at + Integer.BYTES, header & LENGTH);
                }
                number++;
            }
            at += size(header);
        }
    }

    /** Returns the checksum of the first message; empty if there is none yet. */
    OptionalInt firstChecksum() {
        final long at = RollFileHeader.firstMessageAt(cycle);
        final int header = header(at);
        if (header <= 0 || (header & META_DATA) != 0 || size(header) > file.length() - at) {
            return OptionalInt.empty();
        }
        // Not a CRC-32C: the message ends with one, so a CRC-32C over all of it would be the same for all messages.
        final CRC32 crc = new CRC32();
        crc.update(read(at, Integer.BYTES + (header & LENGTH)));
        return OptionalInt.of((int) crc.getValue());
    }

    /** Returns the address after a document. */
    public static long behind(long address, long length) {
        return address + Integer.BYTES + (length + 3 & ~3);
    }

    /**
     * Whether the file's end mark follows at an address. A killed writer may have left one more message and an index page before
     * the end mark.
     */
    private boolean endsAt(long from) {
        long at = from;
        while (header(at) > 0) {
            at += size(header(at));
        }
        return header(at) == END_OF_FILE;
    }

    private static long size(int header) {
        return Integer.BYTES + ((header & LENGTH) + 3 & ~3);
    }

    private int header(long at) {
        return read(at, Integer.BYTES).getInt();
    }

    private ByteBuffer read(long at, int length) {
        return file.now(at, length);
    }

    private QueueException damaged(String how) {
        return CorruptQueueException.file(path, how);
    }

    @Override
    public void close() {
        file.close();
    }
}
