package dev.sluice.client.loop;

import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The results of {@link MainLoop#map} in the order of the items, lazily and once. Nothing is read and no body runs before
 * the first one is asked for; from then on no more than a bounded number of items is read ahead.
 *
 * <p>To be closed, by try-with-resources: a consumer that stops early leaves no body running. What was given stands; the
 * items read ahead come to nothing, although what their bodies asked stays asked. {@link #progress()} says after which
 * item to go on.
 *
 * <p>One thread at a time.
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
     * The results, once. Where a body failed and failures stop the loop, {@code hasNext} throws {@link
     * ItemFailedException} after the results of all items before it; where its thread is interrupted, {@link
     * LoopInterruptedException}; on a thread that reads results of a client {@link IllegalStateException}. What the items'
     * own iterator throws comes after the results of the items before it, as it is.
     *
     * @throws IllegalStateException when called again
     */
    @Override
    public Iterator<R> iterator() {
        if (iterated) {
            throw new IllegalStateException("the results of this loop are given once: keep them, or map again");
        }
        iterated = true;
        return new Results();
    }

    /** The results as a stream, once. Its end closes the loop. */
    public Stream<R> stream() {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED), false)
                .onClose(this::close);
    }

    /** How far it got: {@link Progress#ended()} is the number of the last item whose result was given, or that failed. */
    public Progress progress() {
        return window.progress();
    }

    /** Interrupts the bodies that run and waits for their end. Closing again does nothing. */
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
