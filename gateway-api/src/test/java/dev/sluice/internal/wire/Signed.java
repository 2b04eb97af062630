package dev.sluice.internal.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Messages whose checksum is right, whatever is in them: as whoever may write a queue could forge them. */
public final class Signed {

    private Signed() {}

    /** Puts the checksum of all before it at the end of a message. */
    public static void sign(byte[] message) {
        final int at = message.length - Integer.BYTES;
        final CRC32C crc = new CRC32C();
        crc.update(message, 0, at);
        ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).putInt(at, (int) crc.getValue());
    }
}
