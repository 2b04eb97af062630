package dev.sluice.internal.queue.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;
import net.openhft.chronicle.queue.RollCycle;

/** The first bytes of a roll file as Chronicle writes them: for one roll cycle always the same, but for four numbers. */
public final class RollFileHeader {

    /** The bytes of it; the index follows. */
    public static final int SIZE = 0xC8;

    private static final int META_DATA = 0x4000_0000;
    private static final int WRITE_POSITION_AT = 0x40;
    private static final int SEQUENCE_AT = 0x48;
    private static final int INDEX_AT = 0x98;
    private static final int NEXT_INDEXED_AT = 0xB0;
    private static final int PADDING_AT_END = 3;

    private RollFileHeader() {}

    /** Where the first message goes: after this and the two pages of the index that every file begins with. */
    public static long firstMessageAt(RollCycle cycle) {
        return 0x110 + 2L * Long.BYTES * cycle.defaultIndexCount();
    }

    /** The first byte that is not as it was written, or -1. */
    public static int difference(ByteBuffer header, RollCycle cycle) {
        final byte[] expected = expected(cycle);
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] != header.get(i) && !changes(i)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean changes(int at) {
        return within(at, WRITE_POSITION_AT) || within(at, SEQUENCE_AT) || within(at, NEXT_INDEXED_AT);
    }

    private static boolean within(int at, int number) {
        return at >= number && at < number + Long.BYTES;
    }

    /** The address of the last message, 0 when there is none; a kill may leave it one message behind. */
    public static long address(ByteBuffer header) {
        return header.getLong(WRITE_POSITION_AT);
    }

    /** The number of the last message: written last, beside the lower bits of the address that it belongs to. */
    public static OptionalLong sequence(ByteBuffer header, RollCycle cycle) {
        final long encoded = header.getLong(SEQUENCE_AT);
        final int shift = Math.max(32, 2 * log2(cycle.defaultIndexCount()) + log2(cycle.defaultIndexSpacing()));
        final boolean together = (encoded ^ address(header) << shift) >>> shift == 0;
        return together ? OptionalLong.of(encoded & (1L << shift) - 1) : OptionalLong.empty();
    }

    private static int log2(int powerOfTwo) {
        return Integer.numberOfTrailingZeros(powerOfTwo);
    }

    private static byte[] expected(RollCycle cycle) {
        final ByteBuffer header = ByteBuffer.allocate(SIZE - PADDING_AT_END).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(META_DATA | header.capacity() - Integer.BYTES);
        name(header, 0xB9, "header");
        name(header, 0xB6, "SCQStore");
        header.put((byte) 0x82).putInt(0xAA);
        field(header, "writePosition");
        pad(header, WRITE_POSITION_AT - 17);
        header.put((byte) 0x8D).putLong(2).putLong(2).position(SEQUENCE_AT + Long.BYTES);
        field(header, "indexing");
        name(header, 0xB6, "SCQSIndexing");
        header.put((byte) 0x82).putInt(0x4C);
        field(header, "indexCount");
        number(header, cycle.defaultIndexCount());
        field(header, "indexSpacing");
        number(header, cycle.defaultIndexSpacing());
        field(header, "index2Index");
        pad(header, INDEX_AT - 1);
        header.put((byte) 0xA7).putLong(SIZE);
        field(header, "lastIndex");
        pad(header, NEXT_INDEXED_AT - 1);
        header.put((byte) 0xA7).position(NEXT_INDEXED_AT + Long.BYTES);
        field(header, "dataFormat");
        number(header, 1);
        return header.array();
    }

    private static void field(ByteBuffer bytes, String name) {
        bytes.put((byte) (0xC0 + name.length())).put(name.getBytes(StandardCharsets.US_ASCII));
    }

    private static void name(ByteBuffer bytes, int code, String name) {
        bytes.put((byte) code).put((byte) name.length()).put(name.getBytes(StandardCharsets.US_ASCII));
    }

    private static void number(ByteBuffer bytes, int number) {
        if (number <= 0xFF) {
            bytes.put((byte) 0xA1).put((byte) number);
        } else {
            bytes.put((byte) (number <= Short.MAX_VALUE ? 0xA5 : 0xA2)).putShort((short) number);
        }
    }

    /** Numbers that are changed in place are aligned. */
    private static void pad(ByteBuffer bytes, int to) {
        final int length = to - bytes.position();
        if (length < 1 + Integer.BYTES) {
            Arrays.fill(bytes.array(), bytes.position(), to, (byte) 0x8F);
        } else {
            bytes.put((byte) 0x8E).putInt(length - 1 - Integer.BYTES);
        }
        bytes.position(to);
    }
}
