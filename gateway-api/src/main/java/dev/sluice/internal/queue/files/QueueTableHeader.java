package dev.sluice.internal.queue.files;

import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * The first document of Chronicle's table of a queue: for one roll cycle and one side of a pair always the same. Chronicle
 * makes objects of whatever classes it names, so it is compared with this before.
 */
final class QueueTableHeader {

    /** The bit of a document's length that says that it holds no message. */
    static final int META_DATA = 0x4000_0000;

    private QueueTableHeader() {}

    /** Whether that is how the table begins. */
    static boolean matches(ByteBuffer table, RollCycle cycle, int sourceId) {
        final byte[] expected = expected(cycle, sourceId);
        return table.getInt(0) == (META_DATA | expected.length)
                && table.slice(Integer.BYTES, expected.length).equals(ByteBuffer.wrap(expected));
    }

    private static byte[] expected(RollCycle cycle, int sourceId) {
        final Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
        final Wire wire = WireType.BINARY_LIGHT.apply(bytes);
        wire.writeEventName("header").typePrefix("STStore").marshallable(table -> {
            table.write("wireType").typePrefix("WireType").text(WireType.BINARY_LIGHT.name());
            table.write("metadata").typePrefix("SCQMeta").marshallable(queue -> {
                queue.write("roll").typePrefix("SCQSRoll").marshallable(roll -> {
                    roll.write("length").int32(cycle.lengthInMillis());
                    roll.write("format").text(cycle.format());
                    roll.write("epoch").int64(0);
                });
                queue.write("sourceId").int32(sourceId);
            });
            table.writeAlignTo(Integer.BYTES, 0);
        });
        return bytes.toByteArray();
    }
}
