package dev.sluice.internal.wire;

import dev.sluice.api.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Column names in their encoded form, and those decoded before: a result's columns are nearly always known. */
public final class KnownColumns {

    private static final int KEPT = 16;

    private final byte[][] encoded = new byte[KEPT][];
    private final Columns[] decoded = new Columns[KEPT];
    private int next;

    /** Encodes column names: the bytes of all, their number, each name. */
    public static byte[] encode(List<String> names) {
        final Encoder encoder = new Encoder();
        encoder.putInt(0).putInt(names.size());
        names.forEach(encoder::putText);
        encoder.setInt(0, encoder.size() - 4);
        return encoder.toBytes();
    }

    Columns read(Decoder decoder) {
        final int length = decoder.getLength();
        final int from = decoder.position();
        decoder.skip(length);
        for (int i = 0; i < KEPT; i++) {
            final byte[] known = encoded[i];
            if (known != null && Arrays.equals(known, 0, known.length, decoder.buffer(), from, from + length)) {
                return decoded[i];
            }
        }
        final byte[] names = Arrays.copyOfRange(decoder.buffer(), from, from + length);
        final Columns columns = decode(names);
        encoded[next] = names;
        decoded[next] = columns;
        next = (next + 1) % KEPT;
        return columns;
    }

    private static Columns decode(byte[] bytes) {
        final Decoder decoder = new Decoder().wrap(bytes, 0, bytes.length);
        final int count = decoder.getInt();
        if (count < 0 || count > decoder.remaining()) {
            throw new WireFormatException(count + " columns with " + decoder.remaining() + " bytes left");
        }
        final List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            names.add(decoder.getText());
        }
        Frames.close("list of columns", decoder);
        return Columns.of(names);
    }
}
