package dev.sluice.internal.wire;

import static dev.sluice.internal.wire.LittleEndian.INT;

import dev.sluice.api.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes and decodes lists of column names. The last decoded lists are cached by their encoded form, because a result nearly
 * always has the same columns as an earlier result.
 */
public final class KnownColumns {

    private static final int KEPT = 16;

    private final byte[][] encoded = new byte[KEPT][];
    private final Columns[] decoded = new Columns[KEPT];
    private int next;

    /** Encodes column names: first the number of names, then the list in the form in which a message contains it. */
    public static byte[] encode(List<String> names) {
        final BinaryWriter list = new MessageWriter().open();
        names.forEach(list::text);
        list.close();
        return new Encoder().putInt(names.size()).putBytes(list.toBytes()).toBytes();
    }

    /** Returns the number of encoded names. */
    static int count(byte[] encoded) {
        return (int) INT.get(encoded, 0);
    }

    /** Writes the encoded list into a message. */
    static void write(MessageWriter message, byte[] encoded) {
        message.bytes(encoded, Integer.BYTES, encoded.length - Integer.BYTES);
    }

    Columns read(MessageReader message) {
        final int end = message.open();
        final int from = message.at();
        for (int i = 0; i < KEPT; i++) {
            final byte[] known = encoded[i];
            if (known != null && Arrays.equals(known, 0, known.length, message.buffer(), from, end)) {
                message.moveTo(end);
                return decoded[i];
            }
        }
        final List<String> names = new ArrayList<>();
        while (message.at() < end) {
            names.add(message.text());
        }
        message.close(end);
        encoded[next] = Arrays.copyOfRange(message.buffer(), from, end);
        decoded[next] = Columns.of(names);
        final Columns columns = decoded[next];
        next = (next + 1) % KEPT;
        return columns;
    }
}
