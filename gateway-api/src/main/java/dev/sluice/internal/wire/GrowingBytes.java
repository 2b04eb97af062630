package dev.sluice.internal.wire;

import java.util.Arrays;

/** An array of bytes that grows and is reused. Not thread-safe. */
abstract class GrowingBytes {

    byte[] buffer = new byte[256];
    int size;

    /** The bytes written so far. */
    public int size() {
        return size;
    }

    /** The array written into, valid up to {@link #size()} and until the next write. */
    public byte[] buffer() {
        return buffer;
    }

    /** A copy of what was written. */
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
