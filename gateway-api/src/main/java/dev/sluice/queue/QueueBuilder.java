package dev.sluice.queue;

import java.lang.reflect.Field;
import java.nio.file.Path;
import net.openhft.chronicle.queue.impl.TableStore;
import net.openhft.chronicle.queue.impl.single.SCQMeta;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.WireType;

/** Builds Chronicle's queue over a table with our lock: nothing public takes one, so the table's private field does. */
final class QueueBuilder extends SingleChronicleQueueBuilder {

    private static final Field TABLE = table();

    private final transient QueueLock lock;

    QueueBuilder(Path queue, QueueLock lock) {
        this.lock = lock;
        path(queue);
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
