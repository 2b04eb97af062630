package dev.sluice.client;

import dev.sluice.api.FuturesOptions;
import dev.sluice.api.Position;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Results;
import dev.sluice.api.UnansweredException;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobOptions;
import dev.sluice.client.loop.Pipeline;
import dev.sluice.internal.client.Awaiting;
import dev.sluice.internal.client.GatewayWatch;
import dev.sluice.internal.client.OpenedRun;
import dev.sluice.internal.client.ResultSource;
import dev.sluice.internal.client.RunFile.RunName;
import dev.sluice.internal.client.RunLane;
import dev.sluice.internal.client.job.RunningJob;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.ResultReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A batch job's end of the queues. Ask with {@link #requests()}, take the answers with {@link #awaitAll} or
 * {@link #poll}.
 *
 * <p>Choose callbacks, this way, when a job asks everything first and one handler takes the answers in their order: nothing is
 * kept in memory for a request.
 *
 * <p>Threads: {@link #requests()} is used by one thread, results are taken by one thread; they may be the same. Each
 * further writing thread has its own {@link #newRequests()}. {@link #futures} are for any number of threads. {@link
 * #written()} and {@link #answered()} are for any.
 *
 * <p>A client without a name sees the results of its own requests from its opening on. A named one resumes after the end
 * of its process: results that it had not handed over come then, and count as asked. The gateway keeps for a named one
 * what it has not read; where it deletes old results ({@code queues.retention}), one without a name must read in time.
 *
 * <p>Where the queues have several lanes, a client asks on one: the lane of its name, or any without a name. So all its requests
 * keep their order. A run of a job is on the lane of its name, or on all, as {@link JobOptions#withLanes} says.
 *
 * <p>A client that hands out {@link #futures} or a {@link #job} gives its requests and results to them.
 */
public final class GatewayClient implements Pipeline.Client, AutoCloseable {

    private static final int BATCH = 256;
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private final Lanes lanes;
    private final Lane queues;
    private final Map<Integer, Lane> opened = new HashMap<>();
    private final @Nullable String name;
    private final ResultReader reader;
    private final List<RequestWriter> writers = new CopyOnWriteArrayList<>();
    private final List<AllResults> readers = new ArrayList<>();
    private final RequestWriter first;
    private final GatewayWatch watch;
    private int handedOut = 1;
    /** Closes futures or job, where they own the requests and results; {@code null} where the user of this does. */
    private volatile @Nullable Runnable closeOwner;

    private volatile boolean closed;

    /**
     * Takes over the lane that it asks on.
     *
     * @param home its number
     * @param name or {@code null}
     */
    GatewayClient(Lanes lanes, int home, Lane queues, @Nullable String name) {
        this.lanes = lanes;
        this.queues = queues;
        opened.put(home, queues);
        this.name = name;
        this.watch = new GatewayWatch(queues, lanes.path() + lanes.where(queues));
        this.reader = name == null ? queues.newResults() : queues.results(name);
        try {
            this.first = add();
            // Those of an earlier run have results to come, perhaps before the job asks for these writers again.
            while (name != null && queues.hasWriter(nextName(name))) {
                add();
            }
        } catch (final Throwable e) {
            closeEnds();
            throw e;
        }
    }

    /** A client without a name, with the limits of {@link QueueOptions#DEFAULTS}. */
    public static GatewayClient open(Path path) {
        return builder(path).open();
    }

    /**
     * Opens a client without a name on queues that exist. For a job that never creates them: a mistyped path is an error.
     *
     * @throws dev.sluice.api.QueueException if the queues do not exist; nothing is created
     */
    public static GatewayClient openExisting(Path path) {
        return builder(path).openExisting();
    }

    /** Settings for a client of the queues in that directory, which are created if they are missing. */
    public static ClientBuilder builder(Path path) {
        return builder(path.toString());
    }

    /**
     * Settings for a client of the queues at that address: their directory, or what another transport on the class path takes.
     */
    public static ClientBuilder builder(String address) {
        return new ClientBuilder(address);
    }

    /** The directory of the queues. Any thread. */
    public Path queues() {
        return lanes.path();
    }

    /** Whether a gateway serves this client's lane just now; looks at its lock on disk. Any thread. */
    public boolean isServed() {
        return queues.gateway().filter(Holder::live).isPresent();
    }

    /** The writer of the job's main thread; always the same one. */
    @Override
    public Requests requests() {
        checkOwn("requests");
        return first;
    }

    /** A writer for one more thread. That of a named client gets its name and a number, by order of opening. */
    public synchronized Requests newRequests() {
        checkOwn("newRequests");
        final RequestWriter requests = handedOut < writers.size() ? writers.get(handedOut) : add();
        handedOut++;
        return requests;
    }

    private RequestWriter add() {
        final RequestWriter requests = name == null ? queues.newWriter() : queues.newWriter(nextName(name));
        writers.add(requests);
        return requests;
    }

    private String nextName(String base) {
        return writers.isEmpty() ? base : base + "." + (writers.size() + 1);
    }

    /**
     * Opens a reader of the results of all clients' requests, on all lanes, from now on, or from the first there is with {@link
     * AllResults#toStart()}. The client closes it at its own end. What it reads does not count as {@link #answered()}.
     */
    public synchronized AllResults results() {
        checkOpen();
        final AllResults all =
                new AllResults(allLanes().stream().map(Lane::newResults).toList());
        readers.add(all);
        return all;
    }

    /** Futures that complete on that executor; otherwise as {@link #futures(FuturesOptions)} with its defaults. */
    public Futures futures(Executor executor) {
        return futures(FuturesOptions.on(executor));
    }

    /**
     * This client's answers as futures, once for a client. From then on the futures own its requests and results: whatever
     * else asks or takes results throws. Called when no thread asks or takes any more.
     *
     * @throws IllegalStateException if the client has futures already
     */
    public synchronized Futures futures(FuturesOptions options) {
        checkOwn("futures");
        writers.forEach(RequestWriter::takeOver);
        reader.handOver();
        final String client = name == null ? queues.address() : name;
        final ResultSource results = new ResultSource() {
            @Override
            public int poll(ResultReader.Receiver receiver, int limit) {
                return reader.poll(receiver, limit);
            }

            @Override
            public void other(ResultFrame result) {
                handOver(result, options.others());
            }
        };
        final Futures futures = new Futures(client, lanes, queues, results, first, options);
        closeOwner = futures::close;
        return futures;
    }

    /** A run of a job; otherwise as {@link #job(String, String, JobOptions)} with its defaults. */
    public Job job(String job, String run) {
        return job(job, run, JobOptions.DEFAULTS);
    }

    /**
     * A run of a job, once for a client: begun, or continued where an earlier process of the same names left it. From
     * then on the job owns this client's requests and results. Called when no thread asks or takes any more.
     *
     * @param job the job's name
     * @param run what tells this run from the others, such as the day that it is for
     * @throws dev.sluice.api.QueueLockedException if the run is open anywhere
     * @throws IllegalStateException if the client has a name, futures, or a job already
     */
    public synchronized Job job(String job, String run, JobOptions options) {
        checkOwn("job");
        if (name != null) {
            throw new IllegalStateException("the client '" + name + "' of " + queues.address()
                    + " has a name, and goes on by that: open one without for a job, which goes on by its run");
        }
        final RunName of = new RunName(job, run);
        final OpenedRun opened =
                OpenedRun.open(of, lanes, this::lane, options.lanes().isPresent());
        final List<Futures> futures = new ArrayList<>();
        final Runnable closeFutures = () -> futures.forEach(Futures::close);
        try {
            for (final RunLane lane : opened.lanes()) {
                final RequestWriter writer = writer(lane.queues());
                final String asking = "the " + of + lanes.where(lane.queues());
                futures.add(new Futures(asking, lanes, lane.queues(), lane, writer, options.futures()));
            }
        } catch (final Throwable e) {
            closeFutures.run();
            opened.close();
            throw e;
        }
        final Job owner = new RunningJob(opened, options, futures, closeFutures);
        closeOwner = owner::close;
        return owner;
    }

    /** A writer of that lane for a job's items, which many threads ask for. */
    private RequestWriter writer(Lane lane) {
        final RequestWriter requests = lane == queues ? first : lane.newWriter();
        if (lane != queues) {
            writers.add(requests);
        }
        requests.takeOver();
        return requests;
    }

    private List<Lane> allLanes() {
        return IntStream.range(0, lanes.count()).mapToObj(this::lane).toList();
    }

    private Lane lane(int number) {
        return opened.computeIfAbsent(number, lanes::openExisting);
    }

    /** Requests of this client, those included that an earlier run of its name had no result for. */
    public long written() {
        return writers.stream().mapToLong(RequestWriter::written).sum();
    }

    /** Returns the position of a request of these queues, for messages. Any thread. */
    @Override
    public Position position(RequestRef request) {
        return queues.inputPosition(request.index());
    }

    /** How many of {@link #written()} have their result. */
    public long answered() {
        return writers.stream().mapToLong(RequestWriter::answered).sum();
    }

    /**
     * Hands over results of this client's requests, in order, as far as they are there; never waits.
     *
     * @param limit the most results to look at
     * @return how many were looked at, those of other clients included
     */
    @Override
    public int poll(Results handler, int limit) {
        checkOwn("poll");
        final int looked = reader.poll((index, result) -> handOver(result, handler), limit);
        if (looked > 0) {
            watch.someCame();
        } else {
            watch.noneCame(written() - answered());
        }
        return looked;
    }

    private void handOver(ResultFrame result, Results handler) {
        for (final RequestWriter requests : writers) {
            if (requests.writer() == result.request().writer()
                    && requests.awaits(result.request().sequence())) {
                result.deliver(handler);
                requests.answeredUpTo(result.request().sequence());
            }
        }
    }

    /**
     * Hands over the results of this client's requests, in order, until each that was written when this was called has
     * one. Waits as long as that takes: an outage of a database is not an error. A log line says so when nobody serves the
     * queues for five seconds.
     *
     * @throws UnansweredException if the thread is interrupted
     */
    public void awaitAll(Results handler) {
        awaitAll(handler, FOREVER);
    }

    /**
     * Hands over the results of this client's requests, in order, until each that was written when this was called has
     * one.
     *
     * @throws UnansweredException if they are not there in time, or the thread is interrupted; the message says how many
     *     are missing and where the first one stands
     */
    public void awaitAll(Results handler, Duration timeout) {
        checkOwn("awaitAll");
        final Awaiting awaiting = new Awaiting(queues, writers, timeout);
        while (!awaiting.isOver()) {
            awaiting.looked(poll(handler, BATCH) > 0);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the gateway client of " + queues.address() + " was closed");
        }
    }

    private void checkOwn(String use) {
        checkOpen();
        if (closeOwner != null) {
            throw new IllegalStateException(use + ": the client of " + queues.address()
                    + " has futures, which own its requests and results: ask them");
        }
    }

    /** Closes futures, writers and readers; what was written stays asked. Closing again does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        if (closeOwner != null) {
            closeOwner.run(); // its thread reads what is unmapped below
        }
        closed = true;
        try {
            closeEnds();
        } finally {
            opened.values().forEach(Lane::close);
        }
    }

    /** Every one of them, whatever fails: a name or a lock left taken would keep the next client of this process out. */
    private void closeEnds() {
        final List<Runnable> ends = new ArrayList<>();
        writers.forEach(writer -> ends.add(writer::close));
        readers.forEach(all -> ends.add(all::close));
        ends.add(reader::close);
        RuntimeException failure = null;
        for (final Runnable end : ends) {
            try {
                end.run();
            } catch (final RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
