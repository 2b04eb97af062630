package dev.sluice.internal.queue.files;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * The header that Chronicle writes at the start of a roll file. All roll files of one roll cycle have the same header, except for
 * three numbers.
 */
public final class RollFileHeader {

    /** The size of the header in bytes. The index follows it. */
    public static final int SIZE = 0xC8;

    private static final int META_DATA = 0x4000_0000;
    private static final int WRITE_POSITION_AT = 0x40;
    private static final int SEQUENCE_AT = 0x48;
    private static final int NEXT_INDEXED_AT = 0xB0;
    private static final Map<RollCycle, byte[]> WRITTEN = new ConcurrentHashMap<>();

    private RollFileHeader() {}

    /** Returns the address of the first message, which comes after the header and two pages of the index. */
    public static long firstMessageAt(RollCycle cycle) {
        return 0x110 + 2L * Long.BYTES * cycle.defaultIndexCount();
    }

    /** Returns the address of the first byte that was damaged, or -1 if the header is intact. */
    public static int difference(ByteBuffer header, RollCycle cycle) {
        final byte[] expected = WRITTEN.computeIfAbsent(cycle, RollFileHeader::written);
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

    /**
     * Returns the address of the last message, or 0 if there is none. After a kill the returned address may be that of the
     * message before the last message.
     */
    public static long address(ByteBuffer header) {
        return header.getLong(WRITE_POSITION_AT);
    }

    /**
     * Returns the number of the last message. Chronicle writes the number after the address, together with the lower bits of the
     * address. Empty if these bits do not match the address, because the number then belongs to another message.
     */
    public static OptionalLong sequence(ByteBuffer header, RollCycle cycle) {
        final long encoded = header.getLong(SEQUENCE_AT);
        final int shift = Math.max(32, 2 * log2(cycle.defaultIndexCount()) + log2(cycle.defaultIndexSpacing()));
        final boolean together = (encoded ^ address(header) << shift) >>> shift == 0;
        return together ? OptionalLong.of(encoded & (1L << shift) - 1) : OptionalLong.empty();
    }

    private static int log2(int powerOfTwo) {
        return Integer.numberOfTrailingZeros(powerOfTwo);
    }

    private static byte[] written(RollCycle cycle) {
        final Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
        final Wire wire = WireType.BINARY_LIGHT.apply(bytes);
        bytes.writeInt(META_DATA);
        wire.writeEventName("header").typePrefix("SCQStore").marshallable(store -> {
            store.write("writePosition").int64array(2);
            store.write("indexing").typePrefix("SCQSIndexing").marshallable(index -> {
                index.write("indexCount").int64(cycle.defaultIndexCount());
                index.write("indexSpacing").int64(cycle.defaultIndexSpacing());
                index.write("index2Index").int64forBinding(SIZE);
                index.write("lastIndex").int64forBinding(0);
            });
            store.write("dataFormat").int64(1);
        });
        bytes.writeInt(0, META_DATA | (int) bytes.writePosition() - Integer.BYTES);
        bytes.writeLong(WRITE_POSITION_AT - Long.BYTES, 2); // both numbers of the array are in use
        return bytes.toByteArray();
    }
}
