package dev.sluice.internal.queue.files;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.function.Supplier;
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
            TABLE.set(this, new QueueTableStore((TableStore<SCQMeta>) TABLE.get(this), lock));
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException("Chronicle Queue of another version than Sluice needs", e);
        }
    }
}
