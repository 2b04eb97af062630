package dev.sluice.internal.wire;

import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.IntPredicate;
import java.util.zip.CRC32C;

/** What requests and results have in common: version and flags in front, the checksum after. */
final class Frames {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CRC_BYTES = 4;
    private static final int SHOWN = 40;

    private Frames() {}

    /**
     * Checks the checksum, the version and the flags, points the decoder after them, and gives the flags.
     *
     * @param known the flags that are known here
     * @throws NewerFormatException if it is as it was written, and not of a form that is known here
     */
    static int open(
            String what, int version, int known, int kind, byte[] bytes, int offset, int length, Decoder decoder) {
        if (length < 2 + CRC_BYTES) {
            throw new WireFormatException("a " + what + " of " + length + " bytes is too short");
        }
        if (!isAsWritten(kind, bytes, offset, length)) {
            throw new WireFormatException(
                    "the checksum of the " + what + " does not match: it is not as it was written");
        }
        if (bytes[offset] != version) {
            throw new NewerFormatException("a " + what + " of format version " + (bytes[offset] & 0xFF)
                    + ", and this release of Sluice knows only version " + version);
        }
        final int flags = bytes[offset + 1] & 0xFF;
        if ((flags & ~known) != 0) {
            throw new NewerFormatException(
                    "a " + what + " of format version " + version + " with flags that this release of"
                            + " Sluice does not know (" + Integer.toBinaryString(flags & ~known) + " in binary)");
        }
        decoder.wrap(bytes, offset, length - CRC_BYTES);
        decoder.getByte();
        decoder.getByte();
        return flags;
    }

    private static boolean isAsWritten(int kind, byte[] bytes, int offset, int length) {
        final CRC32C crc = new CRC32C();
        crc.update(kind);
        crc.update(bytes, offset, length - CRC_BYTES);
        return (int) crc.getValue() == (int) INT.get(bytes, offset + length - CRC_BYTES);
    }

    /**
     * What to say of a method that is not known here.
     *
     * @param known whether a kind of that code is known: then only the method's name was damaged
     */
    static WireFormatException unknown(
            String what, CharSequence event, IntPredicate known, byte[] bytes, int offset, int length) {
        if (length >= 2 + CRC_BYTES) {
            for (int kind = 0; kind <= 0xFF; kind++) {
                if (!known.test(kind) && isAsWritten(kind, bytes, offset, length)) {
                    return new NewerFormatException("a " + what + " of format version " + (bytes[offset] & 0xFF)
                            + " by the method '" + shown(event) + "', which this release of Sluice does not know");
                }
            }
        }
        return new WireFormatException("unknown method '" + shown(event) + "'");
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
