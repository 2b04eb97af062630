package dev.sluice.client.loop;

import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The results of {@link MainLoop#map} in the order of the items. They are computed lazily and can be read once: no item is read
 * and no body runs before the caller requests the first result. After that a bounded number of items is read ahead.
 *
 * <p>Close this object with try-with-resources, so that no body goes on running when the caller stops early. The results of items
 * that were read ahead are then dropped, but requests that their bodies have sent stay on the queue. {@link #progress()} gives
 * the number of the item after which to continue.
 *
 * <p>Only one thread at a time may use this object.
 *
 * @param <R> the type of the results
 */
public final class Mapped<R> implements Iterable<R>, AutoCloseable {

    private final Window<?, R> window;
    private boolean iterated;

    Mapped(Window<?, R> window) {
        this.window = window;
    }

    /**
     * Returns the results; possible once. If a body failed and failures stop the loop, {@code hasNext} throws {@link
     * ItemFailedException} after the results of all items before the failed item. It throws {@link LoopInterruptedException} if
     * its thread is interrupted, and {@link IllegalStateException} on the reader thread of a client. An exception of the items'
     * own iterator is rethrown unchanged after the results of the items before it.
     *
     * @throws IllegalStateException at a second call
     */
    @Override
    public Iterator<R> iterator() {
        if (iterated) {
            throw new IllegalStateException("the results of this loop can be read only once: keep them, or map again");
        }
        iterated = true;
        return new Results();
    }

    /** Returns the results as a stream; possible once. Closing the stream closes the loop. */
    public Stream<R> stream() {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED), false)
                .onClose(this::close);
    }

    /** Returns the progress; its {@link Progress#ended()} is the number of the last item that was returned or failed. */
    public Progress progress() {
        return window.progress();
    }

    /** Interrupts the running bodies and waits until they have ended. Closing again does nothing. */
    @Override
    public void close() {
        window.close();
    }

    private final class Results implements Iterator<R> {

        private boolean ready;

        @Override
        public boolean hasNext() {
            ready = ready || window.next();
            return ready;
        }

        @Override
        public R next() {
            if (!hasNext()) {
                throw new NoSuchElementException("after the result of the last item");
            }
            ready = false;
            return window.value();
        }
    }
}
