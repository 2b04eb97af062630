package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
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
        final long next = number / cycle.defaultIndexSpacing() + 1;
        final ByteBuffer pages = page(RollFileHeader.SIZE, "index2index");
        final int p = (int) (next / cycle.defaultIndexCount()) * Long.BYTES;
        final ByteBuffer page = p < pages.capacity() ? page(pages.getLong(p), "index") : ByteBuffer.allocate(0);
        final int i = (int) (next % cycle.defaultIndexCount()) * Long.BYTES;
        final long indexed =
                i < page.capacity() ? page.order(ByteOrder.LITTLE_ENDIAN).getLong(i) : 0;
        final Optional<Last> known = indexed == 0
                ? last()
                : Optional.of(new Last(indexed, OptionalLong.of(next * cycle.defaultIndexSpacing())));
        known.filter(message -> message.address >= address)
                .ifPresent(message -> walk(new Entry(address, number), message));
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
