package dev.sluice.internal.queue.state;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.files.RollFileSync;
import dev.sluice.internal.queue.files.SmallFile;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A memory-mapped file with a few numbers of a named writer, reader or run. The numbers survive a crash of the process at any
 * instant. A power cut may leave older numbers, so callers compare the numbers with the messages in the queue. The first number
 * never changes, and is stored twice to detect damage. A new file appears only when it is complete and on disk.
 */
public final class StateFile implements AutoCloseable {

    /** The slot with the index of the last message that the owner wrote or read. */
    public static final int LAST_INDEX = 1;
    /** The slot with the sequence number of that message. */
    public static final int LAST_SEQUENCE = 2;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,127}");
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SLOTS = 4;
    private static final int SIZE = (SLOTS + 1) * Long.BYTES;
    private static final String SUFFIX = ".state";

    /**
     * The files that this process has open. Opening, closing and reading hold this map's monitor, because closing any channel of
     * a file releases all locks of this process on the file.
     */
    private static final Map<Path, StateFile> OPEN_HERE = new HashMap<>();

    private final Path path;
    private final ExclusiveFile file;
    private final MappedByteBuffer numbers;

    private StateFile(Path path, ExclusiveFile file, MappedByteBuffer numbers) {
        this.path = path;
        this.file = file;
        this.numbers = numbers;
    }

    /**
     * Opens the state file of a name, and creates it if it is missing.
     *
     * @param role the kind of owner, such as {@code writer}, {@code reader} or {@code run}
     * @param initial returns the four numbers of a new file
     * @throws QueueLockedException if this process or another one has the file open
     */
    public static StateFile open(Path queue, String role, String name, Supplier<long[]> initial) {
        final Path path = path(queue, role, name);
        while (true) {
            if (Files.notExists(path)) {
                create(path, initial.get());
            }
            final Optional<StateFile> state = openExisting(path, role, name);
            if (state.isPresent()) {
                return state.get();
            }
        }
    }

    /**
     * Opens an existing file. Empty if the file's former owner has just deleted it, because a lock on a deleted file excludes no
     * other process.
     */
    private static Optional<StateFile> openExisting(Path path, String role, String name) {
        synchronized (OPEN_HERE) {
            final Optional<Object> known = identity(path);
            final Optional<ExclusiveFile> locked =
                    ExclusiveFile.lockExisting(path, "the " + role + " name '" + name + "'");
            if (locked.isEmpty()) {
                return Optional.empty();
            }
            final ExclusiveFile file = locked.get();
            try {
                if (known.isEmpty() || !known.equals(identity(path))) {
                    file.close();
                    return Optional.empty();
                }
                checkLength(path, file.channel().size());
                final StateFile state = new StateFile(
                        path, file, file.channel().map(FileChannel.MapMode.READ_WRITE, ExclusiveFile.HEADER, SIZE));
                checkFirst(path, state.numbers);
                OPEN_HERE.put(path, state);
                return Optional.of(state);
            } catch (final IOException e) {
                file.close();
                throw QueueAccess.failed("cannot map", path, e);
            } catch (final RuntimeException | Error e) {
                file.close();
                throw e;
            }
        }
    }

    /** Returns the identity of the file that is now at a path; empty if there is none. */
    private static Optional<Object> identity(Path path) {
        try {
            return Optional.of(
                    Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        } catch (final NoSuchFileException e) {
            return Optional.empty();
        } catch (final IOException e) {
            throw QueueAccess.failed("cannot look at", path, e);
        }
    }

    private static void checkLength(Path path, long length) {
        if (length != ExclusiveFile.HEADER + SIZE) {
            throw CorruptQueueException.file(path, "it has " + length + " bytes");
        }
    }

    private static void checkFirst(Path path, ByteBuffer numbers) {
        if (get(numbers, 0) != ~get(numbers, SLOTS)) {
            throw CorruptQueueException.file(path, "its first number is not the one that it began with");
        }
    }

    /** Returns the names that have a file in this role, sorted. */
    public static List<String> names(Path queue, String role) {
        final String prefix = role + "-";
        try (Stream<Path> files = Files.list(queue)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.startsWith(prefix) && file.endsWith(SUFFIX))
                    .map(file -> file.substring(prefix.length(), file.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (final IOException e) {
            throw QueueAccess.failed("cannot list", queue, e);
        }
    }

    /** Returns the numbers of a name, even if another process has the file open; empty if there is no file. */
    public static Optional<long[]> look(Path queue, String role, String name) {
        final Path path = path(queue, role, name);
        synchronized (OPEN_HERE) {
            final StateFile open = OPEN_HERE.get(path);
            return Optional.ofNullable(open == null ? read(path) : open.numbers).map(StateFile::numbers);
        }
    }

    /** Returns the numbers of all names in a role, sorted by name. */
    public static Map<String, long[]> lookAll(Path queue, String role) {
        final Map<String, long[]> all = new LinkedHashMap<>();
        names(queue, role).forEach(name -> look(queue, role, name).ifPresent(numbers -> all.put(name, numbers)));
        return all;
    }

    private static long[] numbers(ByteBuffer bytes) {
        final long[] numbers = new long[SLOTS];
        for (int slot = 0; slot < SLOTS; slot++) {
            numbers[slot] = get(bytes, slot);
        }
        return numbers;
    }

    private static ByteBuffer read(Path path) {
        // A FileChannel would be closed if the thread is interrupted.
        try (InputStream file = new FileInputStream(path.toFile())) {
            final byte[] bytes = file.readNBytes(ExclusiveFile.HEADER + SIZE + 1);
            checkLength(path, bytes.length);
            final ByteBuffer numbers = ByteBuffer.allocateDirect(SIZE); // aligned, like a mapped buffer
            numbers.put(bytes, ExclusiveFile.HEADER, SIZE);
            checkFirst(path, numbers);
            return numbers;
        } catch (final FileNotFoundException e) {
            return null;
        } catch (final IOException e) {
            throw QueueAccess.failed("cannot read", path, e);
        }
    }

    /** Forces the numbers of all names in a role to disk, even if other processes have the files open. */
    public static void syncAll(Path queue, String role) {
        names(queue, role).forEach(name -> sync(queue, role, name));
    }

    private static void sync(Path queue, String role, String name) {
        final Path path = path(queue, role, name);
        synchronized (OPEN_HERE) {
            final StateFile open = OPEN_HERE.get(path);
            if (open == null) {
                RollFileSync.force(path);
            } else {
                open.numbers.force();
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
            // Not createTempFile: only the owner could read it, and the gateway may run as another user than the job.
            final Path unfinished =
                    Files.createFile(path.resolveSibling("." + path.getFileName() + "." + UUID.randomUUID() + ".new"));
            try {
                Files.write(unfinished, bytes.array());
                RollFileSync.force(unfinished);
                Files.createLink(path, unfinished); // unlike a move, this never replaces an existing file
            } finally {
                Files.delete(unfinished);
            }
            RollFileSync.force(path.getParent());
        } catch (final FileAlreadyExistsException e) {
            return; // another process has just created the file
        } catch (final IOException e) {
            throw QueueAccess.failed("cannot create", path, e);
        }
    }

    /** Returns the path of a name's state file. */
    public static Path path(Path queue, String role, String name) {
        return path(queue, role, name, SUFFIX);
    }

    /** Returns the path of a name's file with another suffix. */
    public static Path path(Path queue, String role, String name, String suffix) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is no name for a " + role
                    + ": use up to 128 letters, digits, '.', '_', '-' and '@'");
        }
        return ExclusiveFile.in(queue, role + "-" + name + suffix);
    }

    /** Whether a name has a state file. */
    public static boolean exists(Path queue, String role, String name) {
        return Files.exists(path(queue, role, name));
    }

    /** Deletes the file, and forces the deletion to disk. The lock is kept. */
    public void delete() {
        try {
            SmallFile.delete(path);
        } catch (final IOException e) {
            throw new QueueException("cannot delete " + path + ": " + e.getMessage(), e);
        }
    }

    public long get(int slot) {
        return get(numbers, slot);
    }

    private static long get(ByteBuffer numbers, int slot) {
        return (long) LONG.getAcquire(numbers, slot * Long.BYTES);
    }

    /** Sets one of the numbers, except the first number. */
    public void set(int slot, long value) {
        LONG.setRelease(numbers, slot * Long.BYTES, value);
    }

    @Override
    public void close() {
        synchronized (OPEN_HERE) {
            OPEN_HERE.remove(path, this);
            file.close();
        }
    }
}
