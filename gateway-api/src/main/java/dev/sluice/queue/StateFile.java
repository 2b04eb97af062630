package dev.sluice.queue;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A few numbers of a named writer or reader, kept in a mapped file: they survive the end of the process at any instant.
 * A power cut may leave older ones, so whoever reads them checks them against the queue.
 */
final class StateFile implements AutoCloseable {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SLOTS = 4;

    private final ExclusiveFile file;
    private final MappedByteBuffer numbers;

    private StateFile(ExclusiveFile file, MappedByteBuffer numbers) {
        this.file = file;
        this.numbers = numbers;
    }

    /**
     * Opens the state of that name, all numbers 0 when it is new.
     *
     * @param role {@code writer} or {@code reader}
     * @throws QueueLockedException if another process, or another one here, goes by that name
     */
    static StateFile open(Path queue, String role, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no name for a " + role + ": use up to 64 letters, digits, '.', '_' and '-'");
        }
        final ExclusiveFile file = ExclusiveFile.lock(
                ExclusiveFile.in(queue, role + "-" + name + ".state"), "the " + role + " name '" + name + "'");
        try {
            return new StateFile(
                    file, file.channel().map(FileChannel.MapMode.READ_WRITE, ExclusiveFile.HEADER, SLOTS * Long.BYTES));
        } catch (final IOException e) {
            file.close();
            throw new QueueException("cannot map the state of the " + role + " '" + name + "' in " + queue, e);
        }
    }

    /** Whether there is a state of that name. */
    static boolean exists(Path queue, String role, String name) {
        return Files.exists(ExclusiveFile.in(queue, role + "-" + name + ".state"));
    }

    long get(int slot) {
        return (long) LONG.getAcquire(numbers, slot * Long.BYTES);
    }

    void set(int slot, long value) {
        LONG.setRelease(numbers, slot * Long.BYTES, value);
    }

    @Override
    public void close() {
        file.close();
    }
}
