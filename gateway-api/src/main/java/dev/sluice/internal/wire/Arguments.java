package dev.sluice.internal.wire;

import dev.sluice.api.OtherValue;
import dev.sluice.api.RequestRef;
import dev.sluice.api.ValueType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/**
 * The arguments of one request as encoded bytes. Equal means equal bytes: same types, same scale, same values. Immutable.
 */
public final class Arguments {

    /** No arguments at all. */
    public static final Arguments NONE = new Arguments(new byte[0], new byte[0]);

    /** From here on a checksum by the CPU is faster than a loop, though it has to be set up. */
    private static final int LONG_BYTES = 128;

    private final byte[] encoded;
    private final byte[] types;
    private final int hash;

    private Arguments(byte[] encoded, byte[] types) {
        this.encoded = encoded;
        this.types = types;
        this.hash = hash(encoded);
    }

    /** Every request is hashed; of a list of 1,000 numbers a loop over its bytes would be most of what the gateway does. */
    private static int hash(byte[] bytes) {
        if (bytes.length < LONG_BYTES) {
            return Arrays.hashCode(bytes);
        }
        final CRC32C crc = new CRC32C(); // an instruction of the CPU for eight bytes
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /**
     * Encodes arguments.
     *
     * @throws IllegalArgumentException if one has no wire type; the message counts it from 1
     */
    public static Arguments of(Object... values) {
        final MessageWriter message = new MessageWriter();
        message.clear().open();
        write(message, values);
        message.close().event(Frames.TRAILER);
        message.end();
        final MessageReader reader = new MessageReader();
        reader.open("list", message.buffer(), 0, message.size());
        final int end = reader.open();
        final int first = reader.at();
        reader.moveTo(end);
        reader.endOfTrailer(reader.trailer("list"));
        reader.moveTo(first);
        return read(reader, end);
    }

    static void write(MessageWriter message, Object[] values) {
        for (int i = 0; i < values.length; i++) {
            final boolean known;
            try {
                known = !(values[i] instanceof OtherValue) && message.value(values[i]);
            } catch (final IllegalArgumentException e) {
                throw new IllegalArgumentException("argument " + (i + 1) + ": " + e.getMessage(), e);
            }
            if (!known) {
                throw new IllegalArgumentException("argument " + (i + 1) + " is a "
                        + values[i].getClass().getName() + ", which has no type on the wire: use one of "
                        + ValueType.allowed());
            }
        }
    }

    /** Takes arguments that were encoded, with the codes of their types. */
    static Arguments of(Encoder values, byte[] types) {
        return types.length == 0 ? NONE : new Arguments(values.toBytes(), types);
    }

    /** Reads the arguments that end there, one for each letter of the trailer. */
    static Arguments read(MessageReader message, int end) {
        final int count = message.typeCount();
        if (count == 0) {
            message.close(end);
            return NONE;
        }
        final byte[] types = new byte[count];
        final Encoder values = message.values().clear();
        for (int i = 0; i < count; i++) {
            final ValueType type = message.type(i);
            if (type == ValueType.OTHER) {
                throw new WireFormatException("argument " + (i + 1) + " has a type that only results may have");
            }
            types[i] = (byte) type.code();
            message.copy(type, values);
        }
        message.close(end);
        return of(values, types);
    }

    /** How many. */
    public int count() {
        return types.length;
    }

    /** The type of the argument at that index, from 0. */
    public ValueType type(int index) {
        return ValueType.ofCode(types[index]);
    }

    /** Whether the other arguments have the same types in the same order. */
    public boolean sameTypes(Arguments other) {
        return Arrays.equals(types, other.types);
    }

    /** The size in bytes. */
    public int size() {
        return encoded.length;
    }

    /** How many of the encoded bytes are one of these ASCII characters. */
    public int countOf(String characters) {
        int count = 0;
        for (final byte each : encoded) {
            if (characters.indexOf(each) >= 0) {
                count++;
            }
        }
        return count;
    }

    /** Tells the request with these arguments from any other: a CRC-32C of its writer, number, name and arguments. */
    public int fingerprint(RequestRef request) {
        final CRC32C crc = new CRC32C();
        final byte[] name = request.name().getBytes(StandardCharsets.UTF_8);
        crc.update(ByteBuffer.allocate(2 * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(request.writer())
                .putLong(request.sequence())
                .flip());
        crc.update(name);
        crc.update(encoded);
        return (int) crc.getValue();
    }

    /**
     * A hash of 64 bits of the arguments with these numbers, from 0, and of their types: equal for equal values. Mixes as
     * MurmurHash3 does in the end (Appleby).
     */
    public long hash(List<Integer> numbers) {
        final Decoder decoder = new Decoder();
        long hash = 0;
        for (int i = 0; i < numbers.size(); i++) {
            decode(decoder);
            for (int before = 0; before < numbers.get(i); before++) {
                decoder.skipContent(decoder.getType());
            }
            final int from = decoder.position();
            decoder.skipContent(decoder.getType());
            hash = hash(hash, from, decoder.position());
        }
        return hash;
    }

    private long hash(long seed, int from, int to) {
        long hash = seed;
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            hash = mixed(hash ^ (long) LittleEndian.LONG.get(encoded, at));
        }
        long rest = to - at;
        for (; at < to; at++) {
            rest = rest << Byte.SIZE | encoded[at] & 0xFF;
        }
        return mixed(hash ^ rest);
    }

    private static long mixed(long bits) {
        long mixed = (bits ^ bits >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ mixed >>> 33;
    }

    /** Points a decoder at the first value. */
    public Decoder decode(Decoder decoder) {
        return decoder.wrap(encoded, 0, encoded.length);
    }

    /** The values, decoded: an unmodifiable list that may hold {@code null}. */
    public List<Object> values() {
        final Decoder decoder = decode(new Decoder());
        final List<Object> values = new ArrayList<>(types.length);
        for (int i = 0; i < types.length; i++) {
            values.add(decoder.getValue());
        }
        return Collections.unmodifiableList(values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Arguments that && hash == that.hash && Arrays.equals(encoded, that.encoded);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** The values as a {@link dev.sluice.api.Row} shows them. */
    @Override
    public String toString() {
        return values().stream().map(Arguments::shown).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String shown(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes.length + " bytes";
        }
        return value instanceof double[] numbers ? Arrays.toString(numbers) : String.valueOf(value);
    }
}
