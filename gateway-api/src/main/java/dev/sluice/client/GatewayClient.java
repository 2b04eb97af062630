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
 * The access of a batch job to the queues. Send requests with {@link #requests()}, and receive the results with {@link #awaitAll}
 * or {@link #poll}.
 *
 * <p>Choose {@code awaitAll} or {@code poll} for a job that first sends all its requests, and then handles the results in request
 * order with one handler. These methods keep nothing in memory for a request.
 *
 * <p>Threads: one thread uses {@link #requests()}, and one thread reads the results; they may be the same thread. Each further
 * thread that writes needs its own {@link #newRequests()}. {@link #futures} may be used by any number of threads, and {@link
 * #written()} and {@link #answered()} may be called by any thread.
 *
 * <p>A client without a name receives the results of the requests that it sends itself. A named client resumes after a restart or
 * crash of its process. It then also receives the results that the earlier process had not passed to its handler. {@link
 * #written()} and {@link #answered()} include the requests of these results. If {@code queues.retention} is set, the gateway
 * deletes results of that age, but never before each named client has read them. A client without a name must read its results
 * before they reach that age.
 *
 * <p>If the queues have several lanes, a client uses only one of them, so that all its requests keep their order. A named client
 * uses the lane to which its name maps; a client without a name uses a random lane. A run of a job uses the lane to which the
 * run's name maps, or all lanes ({@link JobOptions#withLanes}).
 *
 * <p>After a call of {@link #futures} or {@link #job} only the returned object may send requests and read results.
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
    /** Closes the futures or the job of this client; {@code null} if neither was opened. */
    private volatile @Nullable Runnable closeOwner;

    private volatile boolean closed;

    /**
     * Takes over the given lane. Closing the client closes the lane, too.
     *
     * @param home the number of the lane
     * @param name the client's name, or {@code null}
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
            // Results for the writers of an earlier process may arrive before the job opens these writers again.
            while (name != null && queues.hasWriter(nextName(name))) {
                add();
            }
        } catch (final Throwable e) {
            closeEnds();
            throw e;
        }
    }

    /** Opens a client without a name, with the limits of {@link QueueOptions#DEFAULTS}. */
    public static GatewayClient open(Path path) {
        return builder(path).open();
    }

    /**
     * Opens a client without a name on existing queues, and creates nothing. So a mistyped path is an error.
     *
     * @throws dev.sluice.api.QueueException if the queues do not exist
     */
    public static GatewayClient openExisting(Path path) {
        return builder(path).openExisting();
    }

    /** Returns the settings for a client of the queues in that directory. */
    public static ClientBuilder builder(Path path) {
        return builder(path.toString());
    }

    /** Returns the settings for a client of the queues at that address: a directory, or an address of another transport. */
    public static ClientBuilder builder(String address) {
        return new ClientBuilder(address);
    }

    /** Returns the directory of the queues. Any thread may call this. */
    public Path queues() {
        return lanes.path();
    }

    /**
     * Whether a gateway serves this client's lane at the moment; for queue files its lock says so. Any thread may call this.
     */
    public boolean isServed() {
        return queues.gateway().filter(Holder::live).isPresent();
    }

    /** Returns the writer for the job's main thread, the same object at each call. */
    @Override
    public Requests requests() {
        checkOwn("requests");
        return first;
    }

    /** Opens a writer for one more thread. The writer of a named client has the client's name with a number. */
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
     * Opens a reader of the results for all clients, on all lanes. The reader begins with the next result, or after {@link
     * AllResults#toStart()} with the first existing result. Closing the client also closes the reader. Results that this reader
     * reads do not count as {@link #answered()}.
     */
    public synchronized AllResults results() {
        checkOpen();
        final AllResults all =
                new AllResults(allLanes().stream().map(Lane::newResults).toList());
        readers.add(all);
        return all;
    }

    /** Does the same as {@link #futures(FuturesOptions)} with the default options and the given executor. */
    public Futures futures(Executor executor) {
        return futures(FuturesOptions.on(executor));
    }

    /**
     * Opens this client's futures; possible once for each client. From then on only the futures may send requests and read
     * results; the client's own methods for this throw. Call this method when no other thread is sending requests or reading
     * results.
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

    /** Does the same as {@link #job(String, String, JobOptions)} with the default options. */
    public Job job(String job, String run) {
        return job(job, run, JobOptions.DEFAULTS);
    }

    /**
     * Opens a run of a job, once for each client: begins it, or continues where an earlier process with the same names stopped.
     * From the call on only the job may send this client's requests and read its results, and no other thread.
     *
     * @param job the job's name
     * @param run the name of the run within its job, for example the day that it processes
     * @throws dev.sluice.api.QueueLockedException if the run is open, in this process or another
     * @throws Job.RunEndedException if the run has ended, unless {@link JobOptions#allowingStartIfEnded} is set
     * @throws IllegalStateException if the client has a name, or already has futures or a job
     */
    public synchronized Job job(String job, String run, JobOptions options) {
        checkOwn("job");
        if (name != null) {
            throw new IllegalStateException("the client '" + name + "' of " + queues.address()
                    + " has a name, but a job resumes by the name of its run: open a client without a name");
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

    /** Returns a writer on that lane for the requests of a job's items. Threads use the writer one at a time. */
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

    /**
     * Returns the number of requests that this client has written, plus the number of unanswered requests of an earlier process
     * with the same client name.
     */
    public long written() {
        return writers.stream().mapToLong(RequestWriter::written).sum();
    }

    /** Returns the position of a request, for messages. Any thread may call this. */
    @Override
    public Position position(RequestRef request) {
        return queues.inputPosition(request.index());
    }

    /** Returns how many of the requests that {@link #written()} counts have their result. */
    public long answered() {
        return writers.stream().mapToLong(RequestWriter::answered).sum();
    }

    /**
     * Passes the existing results of this client's requests to the handler, in request order, without waiting.
     *
     * @param limit the maximum number of results to read
     * @return the number of results read, including those of other clients
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
     * Passes the results of this client's requests to the handler, in request order, until each request written before this call
     * has its result. There is no time limit, because an outage of a database is not an error. If no gateway serves the queues
     * for five seconds, the client logs a warning.
     *
     * @throws UnansweredException if the thread is interrupted, or the gateway is embedded in this process and has ended
     */
    public void awaitAll(Results handler) {
        awaitAll(handler, FOREVER);
    }

    /**
     * Passes the results to the handler like {@link #awaitAll(Results)}, but waits at most for the given time.
     *
     * @throws UnansweredException if the timeout ends before all results have arrived, or the thread is interrupted; the message
     *     says how many results are missing and gives the position of the first request without one
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
                    + " has futures or a job, and only these may write its requests and read its results");
        }
    }

    /** Closes futures, writers and readers. Written requests stay on the queue. Closing again does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        if (closeOwner != null) {
            closeOwner.run(); // first, because the owner's reader threads use memory that is unmapped below
        }
        closed = true;
        try {
            closeEnds();
        } finally {
            opened.values().forEach(Lane::close);
        }
    }

    /**
     * Closes all writers and readers, even if closing one fails. Otherwise a name would stay locked, and the next client could
     * not use it.
     */
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
