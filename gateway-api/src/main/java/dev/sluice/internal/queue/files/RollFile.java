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
 * A roll file, read without Chronicle, which on a damaged one hangs, throws whatever comes, or gives less than was
 * written and says nothing. Each read is of the file as it is then: others may be writing.
 */
public final class RollFile implements AutoCloseable {

    /** The file's note of its last message: the address and, unless a kill left that out, the number. */
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

    /** Takes messages by where they are. */
    public interface Receiver {

        /**
         * A message.
         *
         * @param file to read it from
         * @param address where it begins, after its header
         * @param length of it in bytes
         */
        void message(FileWindow file, long address, int length);
    }

    /** Opens it; empty when it is gone. */
    public static Optional<RollFile> open(Path path, RollCycle cycle) {
        return FileWindow.open(path).map(file -> new RollFile(path, cycle, file));
    }

    /** Returns the findings of a search in the file of that path; {@code gone} when the file is gone. */
    public static <R> R look(Path path, RollCycle cycle, R gone, Function<RollFile, R> search) {
        final Optional<RollFile> opened = open(path, cycle);
        try (RollFile file = opened.orElse(null)) {
            return file == null ? gone : search.apply(file);
        }
    }

    /** Returns the note of the last message in the file of that path; empty when the file is gone, or holds none. */
    public static Optional<Last> last(Path path, RollCycle cycle) {
        return look(path, cycle, Optional.empty(), RollFile::last);
    }

    /** Whether a kill left it without a header; it holds no message then. One that holds some is damaged. */
    public boolean isHalfMade() {
        return read(0, Integer.BYTES).getInt() <= 0
                && read(RollFileHeader.firstMessageAt(cycle), 4).getInt() == 0;
    }

    /**
     * Returns the file's note of its last message; empty when it has none.
     *
     * @throws QueueException if its header is not as it was written
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
     * Checks its header, if that is complete.
     *
     * @return whether it is
     * @throws QueueException if it is not as it was written
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

    /** Returns the end of the messages: after the last, or the place of the first. */
    long end() {
        final long address = RollFileHeader.address(read(0, RollFileHeader.SIZE));
        return Math.max(RollFileHeader.firstMessageAt(cycle), address <= 0 ? 0 : address + size(header(address)));
    }

    /**
     * Checks what Chronicle goes by when it looks for a message or appends one: the index, and that it leads to the last
     * message. Others may be writing.
     *
     * @param over whether there is a later file with messages: then nothing more comes to this one
     * @throws QueueException if it is not as it was written
     */
    public void verify(boolean over) {
        if (last().isEmpty()) {
            return;
        }
        final Entry entry = lastEntry();
        final Last last = last().orElseThrow(); // after the index, which may have grown since
        if (last.address < entry.address || last.address % Integer.BYTES != 0) {
            throw damaged("its last message cannot be at byte " + last.address);
        }
        final long behind = walk(entry, last);
        if (over && !endsAt(behind)) {
            throw damaged("there is no end mark after its last message, though a later file was begun");
        }
    }

    /** A message that the index has. */
    private record Entry(long address, long sequence) {}

    /** The last one, or the first message of all. */
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
                continue; // a writer was killed before it noted its message
            }
            if (number == 0 ? address != last.address : address <= last.address) {
                throw damaged("entry " + number + " of its index cannot point to byte " + address);
            }
            last = new Entry(address, number * cycle.defaultIndexSpacing());
        }
        return last;
    }

    /** The entries of a page of the index that are in use. */
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

    /** Walks from a message to the last one, document by document, and returns the address after that. */
    private long walk(Entry from, Last last) {
        long sequence = from.sequence;
        long at = from.address;
        while (at < last.address) {
            final int header = header(at);
            if (header <= 0) {
                throw damaged(
                        "its messages end at byte " + at + ", and the last one is said to be at byte " + last.address);
            }
            sequence += (header & META_DATA) == 0 ? 1 : 0;
            at += size(header);
        }
        if (at != last.address || (header(at) & ~LENGTH) != 0) {
            throw damaged("no message begins at byte " + last.address + ", where the last one is said to be");
        }
        if (last.sequence.orElse(sequence) != sequence) {
            throw damaged("message " + sequence + " is said to be message " + last.sequence.getAsLong());
        }
        return at + size(header(at));
    }

    /**
     * Checks that there is nothing but pages of the index between two messages: one whose header was damaged looks like
     * such a page, and is passed over.
     */
    void checkPages(long from, long to) {
        for (long at = from; at < to; at += size(header(at))) {
            page(at, "index");
        }
    }

    /**
     * Checks that a message has that number, by the next one that the index has, or the last: one whose length was
     * damaged takes those after it with it.
     */
    void checkNumber(long address, long number) {
        final int spacing = cycle.defaultIndexSpacing();
        final long next = (number / spacing + 1) * spacing;
        final long indexed = indexed(next);
        final Optional<Last> known = indexed == 0 ? last() : Optional.of(new Last(indexed, OptionalLong.of(next)));
        known.filter(message -> message.address >= address)
                .ifPresent(message -> walk(new Entry(address, number), message));
    }

    /** The address of the message of that number, a multiple of the spacing; 0 if the index does not have it. */
    private long indexed(long number) {
        final long entry = number / cycle.defaultIndexSpacing();
        final ByteBuffer pages = page(RollFileHeader.SIZE, "index2index");
        final int p = (int) (entry / cycle.defaultIndexCount()) * Long.BYTES;
        final ByteBuffer page = p < pages.capacity() ? page(pages.getLong(p), "index") : ByteBuffer.allocate(0);
        final int i = (int) (entry % cycle.defaultIndexCount()) * Long.BYTES;
        return i < page.capacity() ? page.order(ByteOrder.LITTLE_ENDIAN).getLong(i) : 0;
    }

    /**
     * Hands over the messages from that number to the other one, both included.
     *
     * @throws QueueException if they cannot be reached
     */
    public void messages(long from, long to, Receiver receiver) {
        final int spacing = cycle.defaultIndexSpacing();
        long number = from / spacing * spacing;
        while (number > 0 && indexed(number) == 0) {
            number -= spacing; // a writer was killed before it noted its message
        }
        long at = number == 0 ? RollFileHeader.firstMessageAt(cycle) : indexed(number);
        while (number <= to) {
            final int header = file.intAt(at);
            if (header <= 0) {
                throw damaged("its messages end at byte " + at + ", and message " + to + " is said to come after it");
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

    /** The checksum of the first message; empty when there is none yet. */
    OptionalInt firstChecksum() {
        final long at = RollFileHeader.firstMessageAt(cycle);
        final int header = header(at);
        if (header <= 0 || (header & META_DATA) != 0 || size(header) > file.length() - at) {
            return OptionalInt.empty();
        }
        // not the polynomial of the message's own checksum, after which all messages would have the same one
        final CRC32 crc = new CRC32();
        crc.update(read(at, Integer.BYTES + (header & LENGTH)));
        return OptionalInt.of((int) crc.getValue());
    }

    /** Returns the address after a document. */
    public static long behind(long address, long length) {
        return address + Integer.BYTES + (length + 3 & ~3);
    }

    /** Perhaps after one more message, of a writer that was killed, and a page of the index. */
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
