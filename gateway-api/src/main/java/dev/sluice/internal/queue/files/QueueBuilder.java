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
 * Builds Chronicle's queue over a table with our lock: nothing public takes one, so the table's private field does. Whatever
 * file it opens later, it asks for a pauser before it reads it, and the headers are looked at then.
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
            throw new IllegalStateException("Chronicle Queue of another version than Sluice needs", e);
        }
    }

    /** Chronicle's table of a queue, with our lock in the place of its own. */
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
     * The headers of a queue's roll files, looked at before Chronicle opens one: it makes objects of whatever classes a header
     * names. Chronicle does not tell which file it opens, so each is looked at that was changed since. Any thread.
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
         * Looks at those that were not looked at as they are now.
         *
         * @throws CorruptQueueException if a header is not as it was written
         */
        synchronized void check() {
            final List<Path> files = RollFiles.oldestFirst(directory);
            checked.keySet().retainAll(Set.copyOf(files)); // a list would be searched for each file
            for (final Path path : files) {
                final Optional<List<Object>> state = state(path);
                if (state.isPresent() && !state.get().equals(checked.get(path))) {
                    if (RollFile.look(path, cycle, false, RollFile::checkHeader)) {
                        checked.put(path, state.get());
                    }
                }
            }
        }

        /** Which file it is and when it was changed; a time that can be set is not enough. */
        private static Optional<List<Object>> state(Path path) {
            try {
                return Optional.of(List.of(Files.readAttributes(path, "unix:ino,ctime")));
            } catch (final NoSuchFileException e) {
                return Optional.empty();
            } catch (final UnsupportedOperationException | IllegalArgumentException e) {
                return Optional.of(List.of(new Object())); // this system cannot tell: each time then
            } catch (final IOException e) {
                throw new QueueException("cannot look at " + path + ": " + e.getMessage(), e);
            }
        }
    }
}
