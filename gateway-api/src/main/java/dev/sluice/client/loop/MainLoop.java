package dev.sluice.client.loop;

import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import dev.sluice.client.loop.ProgressMeter.ProgressRule;
import dev.sluice.internal.client.ReaderThread;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A job's loop that runs the bodies of many items at a time, so that their requests fill chunks. A body is written as if it ran
 * alone: it may send several requests one after another and wait for each.
 *
 * <p>Choose this if bodies send one request after another, and if a job that is killed may begin again with the first item.
 *
 * <pre>{@code
 * MainLoop.DEFAULTS.forEach(contracts, contract -> {
 *     Customer customer = customers.customer(contract.customerId());
 *     Address address = customers.address(customer.addressId());
 *     archive(new Letter(contract, customer, address));
 * });
 * try (Mapped<Letter> letters = MainLoop.DEFAULTS.map(contracts, contract -> letter(contract))) {
 *     for (Letter letter : letters) { // in the order of the contracts
 *         file.write(letter);
 *     }
 * }
 * }</pre>
 *
 * <p>The calling thread reads the items and handles results, failures and progress. Only the bodies run on other threads: on Java
 * 21 or newer on virtual threads, on older versions on a pool of platform threads. Bodies of different items run in any order, so
 * objects that they share must be thread-safe. The number of items in memory is at most twice {@link #withWidth the width}.
 *
 * <p>Failures: see {@link #withFailures}. If the calling thread is interrupted, the loop interrupts the bodies, waits until all
 * of them have ended, and throws {@link LoopInterruptedException}. It waits even for a body that ignores the interrupt. A loop on
 * the reader thread of a client throws at once, because it would wait for results that only this thread reads.
 *
 * <p>Immutable. Any thread may run any number of loops at once.
 */
public final class MainLoop {

    /**
     * A loop with the defaults: the first failure stops the loop; if this JDK has virtual threads, 1,000 bodies at a time run on
     * them, otherwise 256 bodies on platform threads.
     */
    public static final MainLoop DEFAULTS = new MainLoop(
            BodyThreads.VIRTUAL ? 1_000 : 256,
            BodyThreads.ofThisJdk(),
            OnFailure.STOP,
            ProgressRule.NONE,
            Progress.NONE);

    private static final int WIDEST = 100_000;

    private final int width;
    private final ThreadFactory threads;
    private final OnFailure onFailure;
    private final ProgressRule progress;
    private final Progress before;

    private MainLoop(int width, ThreadFactory threads, OnFailure onFailure, ProgressRule progress, Progress before) {
        this.width = width;
        this.threads = threads;
        this.onFailure = onFailure;
        this.progress = progress;
        this.before = before;
    }

    /** The body of a loop without results. */
    @FunctionalInterface
    public interface Body<T> {
        void run(T item) throws Exception;
    }

    /** The body of a loop with results: computes the result of an item. */
    @FunctionalInterface
    public interface Mapping<T, R> {
        R apply(T item) throws Exception;
    }

    /** Sets the maximum number of bodies that run at a time, from 1 to 100,000. About as many requests share a chunk. */
    public MainLoop withWidth(int bodies) {
        if (bodies < 1 || bodies > WIDEST) {
            throw new IllegalArgumentException(bodies + " bodies at a time: 1 to " + WIDEST + " are possible");
        }
        return new MainLoop(bodies, threads, onFailure, progress, before);
    }

    /** Sets the threads of the bodies. Bodies that pin their virtual thread while they block need platform threads. */
    public MainLoop withThreads(ThreadFactory factory) {
        return new MainLoop(width, Objects.requireNonNull(factory, "factory"), onFailure, progress, before);
    }

    /**
     * Collects failures: the taker receives each failure, on the calling thread and in the order of the items, and the loop goes
     * on. A taker such as {@code list::add} suffices. An exception of the taker ends the loop. The loop also stops at a failure
     * that is not the item's own: an {@link Error}, a full disk, queues that cannot be read, or a closed client.
     *
     * <p>Without this method the loop stops, like a plain loop, at the first failed item in the order of the items. All items
     * before the failed item are done, and the bodies of items after it are interrupted. Some bodies of later items may already
     * have run.
     */
    public MainLoop withFailures(Consumer<? super ItemFailure> taker) {
        return new MainLoop(
                width, threads, OnFailure.collect(Objects.requireNonNull(taker, "taker")), progress, before);
    }

    /**
     * Calls the listener, on the calling thread, each time {@code eachItems} further items have begun or ended, and at the end.
     */
    public MainLoop withProgress(long eachItems, Consumer<Progress> listener) {
        return new MainLoop(width, threads, onFailure, ProgressRule.eachItems(eachItems, listener), before);
    }

    /**
     * Calls the listener, on the calling thread, when an item has begun or ended, but at most once in the given time. Also calls
     * it at the end.
     */
    public MainLoop withProgress(Duration atMostEvery, Consumer<Progress> listener) {
        return new MainLoop(width, threads, onFailure, ProgressRule.atMostEvery(atMostEvery, listener), before);
    }

    /**
     * Continues the progress counts and the item numbers of an earlier loop over the same items.
     *
     * @param earlier the counts of the earlier loop, with the total number of items if it is known
     */
    public MainLoop behind(Progress earlier) {
        return new MainLoop(width, threads, onFailure, progress, Objects.requireNonNull(earlier, "earlier"));
    }

    /** Returns the taker of failures; empty if the first failure stops the loop. */
    public Optional<Consumer<? super ItemFailure>> failureTaker() {
        return onFailure.stops() ? Optional.empty() : Optional.of(onFailure.taker());
    }

    /**
     * Runs the body for each item.
     *
     * @return the counts of begun, done and failed items
     * @throws ItemFailedException if a body failed, and failures are not collected
     * @throws LoopInterruptedException if this thread was interrupted
     */
    public <T> Progress forEach(Iterable<? extends T> items, Body<? super T> body) {
        try (Window<T, T> window = window(items, item -> {
            body.run(item);
            return item;
        })) {
            while (window.nextOfMany()) {
                continue;
            }
            return window.progress();
        }
    }

    /** Returns the results of the body in the order of the items. The caller must close the returned {@link Mapped}. */
    public <T, R> Mapped<R> map(Iterable<? extends T> items, Mapping<? super T, ? extends R> body) {
        return new Mapped<>(window(items, body));
    }

    private <T, R> Window<T, R> window(Iterable<? extends T> items, Mapping<? super T, ? extends R> body) {
        ReaderThread.checkMayWait("for the bodies of a loop");
        final ProgressMeter meter = new ProgressMeter(progress, before, items);
        return new Window<>(items.iterator(), width, threads, onFailure, meter) {
            @Override
            R apply(T item) throws Exception {
                return body.apply(item);
            }
        };
    }

    /** The threads on which bodies run: virtual threads if the JDK has them (from Java 21 on), which is checked at run time. */
    static final class BodyThreads {

        private static final String NAME = "sluice body ";
        /** Whether this JDK has virtual threads. */
        static final boolean VIRTUAL = Runtime.version().feature() >= 21;

        private BodyThreads() {}

        static ThreadFactory ofThisJdk() {
            return VIRTUAL ? virtual() : platform();
        }

        /** Returns daemon threads, so that the process can exit although a loop was abandoned half-way. */
        static ThreadFactory platform() {
            final AtomicLong number = new AtomicLong();
            return body -> {
                final Thread thread = new Thread(body, NAME + number.getAndIncrement());
                thread.setDaemon(true);
                return thread;
            };
        }

        /** Calls {@code Thread.ofVirtual().name(NAME, 0).factory()} by reflection, because the code is compiled for Java 17. */
        private static ThreadFactory virtual() {
            try {
                final Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
                final Class<?> type = Class.forName("java.lang.Thread$Builder");
                final Method name = type.getMethod("name", String.class, long.class);
                return (ThreadFactory) type.getMethod("factory").invoke(name.invoke(builder, NAME, 0L));
            } catch (final ReflectiveOperationException e) {
                throw new IllegalStateException(
                        "this JDK, " + Runtime.version()
                                + ", should have virtual threads: choose other threads with withThreads",
                        e);
            }
        }
    }
}
