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
 * The arguments of one request, as encoded bytes. Two objects are equal if their bytes are equal: the same types, the same
 * values, and the same scales of decimals. Immutable.
 */
public final class Arguments {

    /** An empty list of arguments. */
    public static final Arguments NONE = new Arguments(new byte[0], new byte[0]);

    /** From this length on, computing a checksum by the CPU's instruction is faster than a loop, in spite of the setup. */
    private static final int LONG_BYTES = 128;

    private final byte[] encoded;
    private final byte[] types;
    private final int hash;

    private Arguments(byte[] encoded, byte[] types) {
        this.encoded = encoded;
        this.types = types;
        this.hash = hash(encoded);
    }

    /** Every request is hashed. For a list of 1,000 numbers a loop over the bytes would take most of the gateway's time. */
    private static int hash(byte[] bytes) {
        if (bytes.length < LONG_BYTES) {
            return Arrays.hashCode(bytes);
        }
        final CRC32C crc = new CRC32C(); // one CPU instruction for eight bytes
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /**
     * Encodes arguments.
     *
     * @throws IllegalArgumentException if an argument has no wire type; the message gives its number, counted from 1
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

    /** Returns the arguments for encoded values and the codes of their types. */
    static Arguments of(Encoder values, byte[] types) {
        return types.length == 0 ? NONE : new Arguments(values.toBytes(), types);
    }

    /** Reads arguments up to the place {@code end}, one for each letter of the trailer. */
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

    /** Returns the number of arguments. */
    public int count() {
        return types.length;
    }

    /** Returns the type of the argument at that index, counted from 0. */
    public ValueType type(int index) {
        return ValueType.ofCode(types[index]);
    }

    /** Whether the other arguments have the same types in the same order. */
    public boolean sameTypes(Arguments other) {
        return Arrays.equals(types, other.types);
    }

    /** Returns the size of the encoded arguments in bytes. */
    public int size() {
        return encoded.length;
    }

    /** Returns how many of the encoded bytes are one of the given ASCII characters. */
    public int countOf(String characters) {
        int count = 0;
        for (final byte each : encoded) {
            if (characters.indexOf(each) >= 0) {
                count++;
            }
        }
        return count;
    }

    /** Returns a fingerprint of the request with these arguments: a CRC-32C of its writer, number, name and arguments. */
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
     * Returns a 64-bit hash of the values and types of the arguments with the given numbers, counted from 0. Equal arguments have
     * the same hash. The bits are mixed by the finalizer of MurmurHash3 (Appleby).
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

    /** Sets a decoder to the first value and returns it. */
    public Decoder decode(Decoder decoder) {
        return decoder.wrap(encoded, 0, encoded.length);
    }

    /** Returns the decoded values as an unmodifiable list, which may contain {@code null}. */
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

    /** Returns the values in the form in which {@link dev.sluice.api.Row#toString} shows values. */
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
