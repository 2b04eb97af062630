package dev.sluice.internal.wire;

import java.util.Arrays;

/** A growing and reusable byte array. Not thread-safe. */
abstract class GrowingBytes {

    byte[] buffer = new byte[256];
    int size;

    /** Returns the number of bytes written so far. */
    public int size() {
        return size;
    }

    /** Returns the underlying array; its content is valid up to {@link #size()} and until the next write. */
    public byte[] buffer() {
        return buffer;
    }

    /** Returns a copy of the bytes written so far. */
    public byte[] toBytes() {
        return Arrays.copyOf(buffer, size);
    }

    void append(byte[] bytes, int from, int length) {
        reserve(length);
        System.arraycopy(bytes, from, buffer, size, length);
        size += length;
    }

    void reserve(int more) {
        if (buffer.length - size < more) {
            final long wanted = Math.max((long) size + more, buffer.length * 2L);
            if ((long) size + more > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException("more than 2 GB in one message");
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
        }
    }
}
