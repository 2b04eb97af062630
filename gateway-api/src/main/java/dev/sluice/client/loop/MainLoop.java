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
 * A job's loop, whose bodies run many at a time: what they ask fills chunks, and each body reads as if it were alone. It
 * may ask several requests one after another and wait for each.
 *
 * <p>Choose this when bodies ask one thing after another, and a run that is killed may begin again from its first item.
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
 * <p>The thread that calls reads the items, takes the results, the failures and the progress: only bodies run elsewhere,
 * on virtual threads from Java 21 on and on a pool of platform threads before. Bodies of different items run in no order
 * and must not share what is not thread-safe. Of any number of items, twice {@link #withWidth the width} are in memory.
 *
 * <p>Failures: see {@link #withFailures}. Interrupting the calling thread interrupts the bodies, waits for their end and
 * throws {@link LoopInterruptedException}. On a thread that reads a client's results a loop throws at once, as each wait
 * does there. A body that ignores its interrupt is waited for.
 *
 * <p>Immutable; any thread, any number of loops at once.
 */
public final class MainLoop {

    /** 256 bodies at a time, on the threads of this JDK, and the first failure stops. */
    public static final MainLoop DEFAULTS =
            new MainLoop(256, BodyThreads.ofThisJdk(), OnFailure.STOP, ProgressRule.NONE, Progress.NONE);

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

    /** The body of a loop: makes of each item its result. */
    @FunctionalInterface
    public interface Mapping<T, R> {
        R apply(T item) throws Exception;
    }

    /** How many bodies run at a time, from 1 to 100,000: as many as shall share a chunk. */
    public MainLoop withWidth(int bodies) {
        if (bodies < 1 || bodies > WIDEST) {
            throw new IllegalArgumentException(bodies + " bodies at a time: 1 to " + WIDEST + " are possible");
        }
        return new MainLoop(bodies, threads, onFailure, progress, before);
    }

    /** Other threads for the bodies: platform threads for bodies that block where a virtual one cannot be unmounted. */
    public MainLoop withThreads(ThreadFactory factory) {
        return new MainLoop(width, Objects.requireNonNull(factory, "factory"), onFailure, progress, before);
    }

    /**
     * Failures are collected: the taker has each one, on the calling thread and in the order of the items, and the loop
     * goes on; {@code list::add} will do. An exception of the taker ends the loop. A failure that says nothing of its item
     * stops the loop all the same: an {@link Error}, a full disk, queues that cannot be read, a client that is closed.
     *
     * <p>Without this the first failure stops. First in the order of the items, as in a plain loop: the items before it
     * are done, the bodies after it are interrupted, and those of them that had run have run.
     */
    public MainLoop withFailures(Consumer<? super ItemFailure> taker) {
        return new MainLoop(
                width, threads, OnFailure.collect(Objects.requireNonNull(taker, "taker")), progress, before);
    }

    /** The listener is told each time so many items have begun or ended, and at the end; on the calling thread. */
    public MainLoop withProgress(long eachItems, Consumer<Progress> listener) {
        return new MainLoop(width, threads, onFailure, ProgressRule.eachItems(eachItems, listener), before);
    }

    /** The listener is told when something has begun or ended, once in so long at most, and at the end; on the calling thread. */
    public MainLoop withProgress(Duration atMostEvery, Consumer<Progress> listener) {
        return new MainLoop(width, threads, onFailure, ProgressRule.atMostEvery(atMostEvery, listener), before);
    }

    /**
     * Goes on with the counts of progress and with the numbers of items after an earlier loop over the same items.
     *
     * @param earlier what came of it, and how many items there are in all where that is known
     */
    public MainLoop behind(Progress earlier) {
        return new MainLoop(width, threads, onFailure, progress, Objects.requireNonNull(earlier, "earlier"));
    }

    /** Returns the taker of failures, where they are collected. */
    public Optional<Consumer<? super ItemFailure>> failureTaker() {
        return onFailure.stops() ? Optional.empty() : Optional.of(onFailure.taker());
    }

    /**
     * Runs the body for each item.
     *
     * @return what came of them
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

    /** Returns the results of the body in the order of the items; see {@link Mapped}, which is to be closed. */
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

    /** The threads that bodies run on: virtual ones where the JDK has them, which is asked at run time, from Java 21 on. */
    static final class BodyThreads {

        private static final String NAME = "sluice body ";
        private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

        private BodyThreads() {}

        static ThreadFactory ofThisJdk() {
            return Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS ? virtual() : platform();
        }

        /** Daemons: a job that drops a loop half way ends all the same. */
        static ThreadFactory platform() {
            final AtomicLong number = new AtomicLong();
            return body -> {
                final Thread thread = new Thread(body, NAME + number.getAndIncrement());
                thread.setDaemon(true);
                return thread;
            };
        }

        /** {@code Thread.ofVirtual().name(NAME, 0).factory()}, as this is compiled for Java 17. */
        private static ThreadFactory virtual() {
            try {
                final Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
                final Class<?> type = Class.forName("java.lang.Thread$Builder");
                final Method name = type.getMethod("name", String.class, long.class);
                return (ThreadFactory) type.getMethod("factory").invoke(name.invoke(builder, NAME, 0L));
            } catch (final ReflectiveOperationException e) {
                throw new IllegalStateException(
                        "this JDK, " + Runtime.version()
                                + ", should have virtual threads: choose others by withThreads",
                        e);
            }
        }
    }
}
