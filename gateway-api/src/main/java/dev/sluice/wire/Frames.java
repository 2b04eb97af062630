package dev.sluice.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** What requests and results have in common: version and flags in front, the checksum behind. */
final class Frames {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CRC_BYTES = 4;
    private static final int SHOWN = 40;

    private Frames() {}

    /** Checks the checksum and the version, points the decoder behind the flags, and gives the flags. */
    static int open(String what, int version, int kind, byte[] bytes, int offset, int length, Decoder decoder) {
        if (length < 2 + CRC_BYTES) {
            throw new WireFormatException("a " + what + " of " + length + " bytes is too short");
        }
        if (bytes[offset] != version) {
            throw new WireFormatException("a " + what + " of format version " + bytes[offset] + ", but only version "
                    + version + " is known here");
        }
        final CRC32C crc = new CRC32C();
        crc.update(kind);
        crc.update(bytes, offset, length - CRC_BYTES);
        if ((int) crc.getValue() != (int) INT.get(bytes, offset + length - CRC_BYTES)) {
            throw new WireFormatException(
                    "the checksum of the " + what + " does not match: it is not as it was written");
        }
        decoder.wrap(bytes, offset, length - CRC_BYTES);
        decoder.getByte();
        return decoder.getByte();
    }

    static void close(String what, Decoder decoder) {
        if (decoder.remaining() != 0) {
            throw new WireFormatException(decoder.remaining() + " bytes too many in a " + what);
        }
    }

    /** A name from a message that may be hostile, fit to be printed. */
    static String shown(CharSequence text) {
        final String cut = text.subSequence(0, Math.min(text.length(), SHOWN)).toString();
        return cut.replaceAll("\\p{Cntrl}", "?") + (text.length() > SHOWN ? "…" : "");
    }
}
