package dev.sluice.queue;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A few numbers of a named writer or reader, kept in a mapped file: they survive the end of the process at any instant.
 * A power cut may leave older ones, so whoever reads them checks them against the queue. The first never changes, and is
 * kept twice; the file appears complete or not at all, and on disk.
 */
final class StateFile implements AutoCloseable {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SLOTS = 4;
    private static final int SIZE = (SLOTS + 1) * Long.BYTES;

    private final ExclusiveFile file;
    private final MappedByteBuffer numbers;

    private StateFile(ExclusiveFile file, MappedByteBuffer numbers) {
        this.file = file;
        this.numbers = numbers;
    }

    /**
     * Opens the state of that name.
     *
     * @param role {@code writer} or {@code reader}
     * @param initial the four numbers of a new one
     * @throws QueueLockedException if another process, or another one here, goes by that name
     */
    static StateFile open(Path queue, String role, String name, Supplier<long[]> initial) {
        final Path path = path(queue, role, name);
        if (Files.notExists(path)) {
            create(path, initial.get());
        }
        final ExclusiveFile file = ExclusiveFile.lock(path, "the " + role + " name '" + name + "'");
        boolean opened = false;
        try {
            if (file.channel().size() != ExclusiveFile.HEADER + SIZE) {
                throw CorruptQueueException.file(
                        path, "it has " + file.channel().size() + " bytes");
            }
            final StateFile state =
                    new StateFile(file, file.channel().map(FileChannel.MapMode.READ_WRITE, ExclusiveFile.HEADER, SIZE));
            if (state.get(0) != ~state.get(SLOTS)) {
                throw CorruptQueueException.file(path, "its first number is not the one that it began with");
            }
            opened = true;
            return state;
        } catch (final IOException e) {
            throw new QueueException("cannot map the state of the " + role + " '" + name + "' in " + queue, e);
        } finally {
            if (!opened) {
                file.close();
            }
        }
    }

    private static void create(Path path, long[] initial) {
        final ByteBuffer bytes =
                ByteBuffer.allocate(ExclusiveFile.HEADER + SIZE).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position(ExclusiveFile.HEADER);
        for (final long number : initial) {
            bytes.putLong(number);
        }
        bytes.putLong(~initial[0]);
        try {
            final Path unfinished = Files.createTempFile(path.getParent(), "." + path.getFileName(), ".new");
            try {
                Files.write(unfinished, bytes.array());
                RollFileSync.force(unfinished);
                Files.createLink(path, unfinished); // unlike a move it never replaces one that somebody else made
            } finally {
                Files.delete(unfinished);
            }
            RollFileSync.force(path.getParent());
        } catch (final FileAlreadyExistsException e) {
            return; // somebody else made it just now
        } catch (final IOException e) {
            throw new QueueException("cannot create " + path + ": " + e.getMessage(), e);
        }
    }

    private static Path path(Path queue, String role, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no name for a " + role + ": use up to 64 letters, digits, '.', '_' and '-'");
        }
        return ExclusiveFile.in(queue, role + "-" + name + ".state");
    }

    /** Whether there is a state of that name. */
    static boolean exists(Path queue, String role, String name) {
        return Files.exists(path(queue, role, name));
    }

    long get(int slot) {
        return (long) LONG.getAcquire(numbers, slot * Long.BYTES);
    }

    /** Any but the first. */
    void set(int slot, long value) {
        LONG.setRelease(numbers, slot * Long.BYTES, value);
    }

    @Override
    public void close() {
        file.close();
    }
}
