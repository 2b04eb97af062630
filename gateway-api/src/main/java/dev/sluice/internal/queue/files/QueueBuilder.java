package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.TableStore;
import net.openhft.chronicle.queue.impl.single.SCQMeta;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.threads.TimingPauser;
import net.openhft.chronicle.wire.WireType;

/**
 * Builds a Chronicle queue that uses our write lock. Chronicle has no public way to pass a lock, so this class sets the builder's
 * private field for the table. The built queue also checks the headers of roll files: before Chronicle reads a newly opened file,
 * it gets a pauser from a supplier, and this supplier does the check.
 */
public final class QueueBuilder extends SingleChronicleQueueBuilder {

    private static final Field TABLE = table();

    private final transient QueueLock lock;

    public QueueBuilder(Path queue, RollCycle cycle, QueueLock lock) {
        this.lock = lock;
        final RollFileHeaders headers = new RollFileHeaders(queue, cycle);
        final Supplier<TimingPauser> pausers = pauserSupplier();
        path(queue);
        rollCycle(cycle);
        pauserSupplier(() -> {
            headers.check();
            return pausers.get();
        });
        wireType(WireType.BINARY_LIGHT);
    }

    private static Field table() {
        try {
            final Field field = SingleChronicleQueueBuilder.class.getDeclaredField("metaStore");
            field.setAccessible(true);
            return field;
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    protected void initializeMetadata() {
        super.initializeMetadata();
        try {
            TABLE.set(this, withLock((TableStore<SCQMeta>) TABLE.get(this)));
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException("this Chronicle Queue has another version than Sluice needs", e);
        }
    }

    /** Returns Chronicle's table with our lock instead of its own. */
    @SuppressWarnings("unchecked") // a table store of the same queue
    private TableStore<SCQMeta> withLock(TableStore<SCQMeta> table) {
        return (TableStore<SCQMeta>) Proxy.newProxyInstance(
                TableStore.class.getClassLoader(), new Class<?>[] {TableStore.class}, (self, method, arguments) -> {
                    if (method.getName().equals("doWithExclusiveLock")) {
                        final Function<Object, Object> code = (Function<Object, Object>) arguments[0];
                        return table.doWithExclusiveLock(raw -> code.apply(self));
                    }
                    try {
                        final Object given = method.invoke(table, arguments);
                        final boolean isLock = method.getName().equals("acquireValueFor")
                                && QueueLock.NAME.contentEquals((CharSequence) arguments[0]);
                        return isLock ? lock.over((LongValue) given) : given;
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /**
     * Checks the headers of roll files before Chronicle reads them, because Chronicle creates objects of any class that a header
     * names. Chronicle does not say which file it opens, so all files that changed since their last check are checked.
     * Thread-safe.
     */
    private static final class RollFileHeaders {

        private final Path directory;
        private final RollCycle cycle;
        private final Map<Path, List<Object>> checked = new HashMap<>();

        RollFileHeaders(Path directory, RollCycle cycle) {
            this.directory = directory;
            this.cycle = cycle;
        }

        /**
         * Checks all files that are new or have changed since their last check.
         *
         * @throws CorruptQueueException if a header was damaged
         */
        synchronized void check() {
            final List<Path> files = RollFiles.oldestFirst(directory);
            checked.keySet().retainAll(Set.copyOf(files)); // in a list, each look-up would be a linear search
            for (final Path path : files) {
                final Optional<List<Object>> state = state(path);
                if (state.isPresent() && !state.get().equals(checked.get(path))) {
                    if (RollFile.look(path, cycle, false, RollFile::checkHeader)) {
                        checked.put(path, state.get());
                    }
                }
            }
        }

        /** Returns a file's inode and ctime. The modification time would not be enough, because anyone can set it. */
        private static Optional<List<Object>> state(Path path) {
            try {
                return Optional.of(List.of(Files.readAttributes(path, "unix:ino,ctime")));
            } catch (final NoSuchFileException e) {
                return Optional.empty();
            } catch (final UnsupportedOperationException | IllegalArgumentException e) {
                return Optional.of(List.of(new Object())); // unknown on this system, so check the file each time
            } catch (final IOException e) {
                throw new QueueException("cannot look at " + path + ": " + e.getMessage(), e);
            }
        }
    }
}
