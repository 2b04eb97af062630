package dev.sluice.testing;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchanges;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Transports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A JUnit 5 extension that runs a gateway in the test's process, over real queues in a temporary directory. The directory is
 * new for each test and deleted after it.
 *
 * <pre>
 * &#64;RegisterExtension
 * static final SluiceExtension sluice = SluiceExtension.answering()
 *         .answer("customer", (Long id) -&gt; new Customer("Ada", "Lovelace"))
 *         .update("last-letter", arguments -&gt; 1);
 *
 * &#64;Test
 * void shouldWriteALetter() {
 *     LettersJob.run(sluice.client(), ...);
 *     assertEquals(List.of(List.of(DATE, 17L)), sluice.asked("last-letter"));
 * }
 * </pre>
 *
 * <p>Stubs and faults that a test sets are valid until the end of the test. The JVM needs the options of
 * {@code config/sluice.args}; without them the first test fails with a message that contains the lines to copy.
 */
public final class SluiceExtension implements BeforeEachCallback, AfterEachCallback {

    private static final long LOOK_NANOS = 100_000;
    private static final QueueOptions OPTIONS = QueueOptions.DEFAULTS.withDiskReserve(0);

    private final Optional<Path> configuration;
    private final Map<String, Path> schemas = new HashMap<>();
    private final List<Consumer<Answers>> declared = new ArrayList<>();
    private @Nullable World world;

    /** The queues and the gateway of one test. */
    private static final class World {

        final Path directory;
        final Lane queues;
        final Answers answers = new Answers();
        final TestGateway gateway;

        @Nullable
        GatewayClient client;

        World(Path directory, Lane queues, SluiceExtension extension) throws SQLException {
            this.directory = directory;
            this.queues = queues;
            extension.declared.forEach(each -> each.accept(answers));
            gateway = extension.configuration.isPresent()
                    ? ConfiguredGateway.start(
                            Path.of(queues.address()), extension.configuration.get(), extension.schemas)
                    : StubGateway.start(queues, answers);
        }
    }

    private SluiceExtension(Optional<Path> configuration) {
        this.configuration = configuration;
    }

    /** Returns a gateway whose backend is a set of stubs: {@link #answer}, {@link #query}, {@link #update}, {@link #endpoint}. */
    public static SluiceExtension answering() {
        return new SluiceExtension(Optional.empty());
    }

    /**
     * Returns a gateway that answers with recorded results. The file is the output of {@code sluice cat both --format json},
     * plain or compressed by gzip. Equal requests get their recorded results in the order of the file; when all have been used,
     * the last result is repeated. A stub replaces all recorded results of its name.
     */
    public static SluiceExtension recorded(Path lines) {
        final SluiceExtension extension = answering();
        extension.declared.add(answers -> RecordedAnswers.read(lines, answers));
        return extension;
    }

    /**
     * Returns a gateway with a user's configuration, but with databases in memory (HSQLDB) in place of the configured databases.
     * Each of them runs the script that {@link #schema} sets, or otherwise the configured {@code init} script. Environment
     * variables that are not set have the value {@code test}.
     */
    public static SluiceExtension configured(Path gatewayYaml) {
        return new SluiceExtension(Optional.of(gatewayYaml));
    }

    /** Sets the script that fills a database. Only for {@link #configured}. Call this method before the first test. */
    public SluiceExtension schema(String database, Path script) {
        schemas.put(database, script);
        return this;
    }

    /** Sets the stub that answers a lookup. The stub receives the key. */
    public <K> SluiceExtension answer(String lookup, Stub<K> stub) {
        return put(RequestKind.LOOKUP, lookup, stub);
    }

    /** Sets the stub that answers a declared query. */
    public <K> SluiceExtension query(String statement, Stub<K> stub) {
        return put(RequestKind.QUERY, statement, stub);
    }

    /** Sets the stub that answers a declared update with the number of changed rows. */
    public SluiceExtension update(String statement, ToLongFunction<List<Object>> stub) {
        final Stub<Object> counting = arguments ->
                stub.applyAsLong(arguments instanceof List<?> several ? List.copyOf(several) : List.of(arguments));
        return put(RequestKind.UPDATE, statement, counting);
    }

    /** Sets the stub for an endpoint. The stub receives the payload of an event, and returns the reply. */
    public <K> SluiceExtension endpoint(String endpoint, Stub<K> stub) {
        return put(RequestKind.SEND, endpoint, stub);
    }

    @SuppressWarnings("unchecked") // a request with a key of another type fails
    private SluiceExtension put(RequestKind method, String name, Stub<?> stub) {
        checkStubs("a stub of '" + name + "'");
        final Consumer<Answers> put = answers -> answers.stub(method, name, (Stub<Object>) stub);
        if (world == null) {
            declared.add(put);
        } else {
            put.accept(world.answers);
        }
        return this;
    }

    private void checkStubs(String what) {
        if (configuration.isPresent()) {
            throw new IllegalStateException(what + ": the databases of " + configuration.get()
                    + " answer; change their rows by database(...), or use SluiceExtension.answering()");
        }
    }

    /** Makes a lookup find nothing for a key, for the rest of the test. With {@link #configured}, delete the row instead. */
    public void notFound(String lookup, @Nullable Object... key) {
        checkStubs("notFound");
        world().answers.fault(lookup, key, Outcome.NOT_FOUND);
    }

    /** Makes requests of a name and key fail for the rest of the test. Not supported with {@link #configured}. */
    public void failing(String name, @Nullable Object... key) {
        checkStubs("failing");
        final Failure failure =
                Failure.of(FailureKind.REJECTED, "'" + name + "' " + List.of(key) + " fails: the test has set this");
        world().answers.fault(name, key, new Outcome.Failed(failure));
    }

    /** Begins an outage: all backends are unavailable, and requests wait for {@link #back}. */
    public void outage() {
        world().gateway.awayAfter(0);
    }

    /** Ends an outage. */
    public void back() {
        world().gateway.back();
    }

    /**
     * Starts a job in a separate JVM, and kills it, as {@code kill -9} does, as soon as a number of requests is answered. Start
     * the job again, in this process or another, to test that it continues.
     *
     * @param answers the number of requests to answer before the kill. With stubs the gateway answers exactly this number; with
     *     {@link #configured} it may answer more
     * @param job the main class of the job
     * @throws AssertionError if the job ends earlier; the message contains the job's output
     */
    public void killAfter(long answers, Class<?> job, String... arguments) throws IOException {
        final World here = world();
        here.gateway.awayAfter(answers);
        try (JobProcess process = JobProcess.start(here.directory.resolve("job.log"), job, arguments)) {
            while (here.gateway.answered() < answers) {
                if (!process.runs()) {
                    throw process.endedBefore(here.gateway.answered());
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        } finally {
            here.gateway.back();
        }
    }

    /** Returns the directory of the queues, for a job that opens a client itself. */
    public Path queues() {
        return Path.of(world().queues.address());
    }

    /** Returns a directory for the test's files, which is deleted after the test. */
    public Path directory() {
        return world().directory;
    }

    /** Returns the test's client, which has no name and is closed after the test. */
    public GatewayClient client() {
        final World here = world();
        if (here.client == null) {
            here.client = GatewayClient.builder(queues()).options(OPTIONS).open();
        }
        return here.client;
    }

    /** Returns the arguments of all requests of a name so far, in order. */
    public List<List<Object>> asked(String name) {
        final List<List<Object>> asked = new ArrayList<>();
        try (Exchanges exchanges = Exchanges.open(world().queues, OptionalLong.empty())) {
            for (Optional<Exchange> next = exchanges.next(); next.isPresent(); next = exchanges.next()) {
                next.get()
                        .request()
                        .filter(request -> request.name().equals(name))
                        .map(RequestFrame::arguments)
                        .ifPresent(arguments -> asked.add(arguments.values()));
            }
        }
        return asked;
    }

    /** Returns the database in memory that replaces a configured database. Only for {@link #configured}. */
    public DataSource database(String name) {
        if (world().gateway instanceof ConfiguredGateway configured) {
            return configured.database(name);
        }
        throw new IllegalStateException("database: stubs answer here; use SluiceExtension.configured(...)");
    }

    private World world() {
        if (world == null) {
            throw new IllegalStateException("no test runs: register the extension with @RegisterExtension");
        }
        return world;
    }

    @Override
    public void beforeEach(ExtensionContext test) throws IOException, SQLException {
        final Path directory = Files.createTempDirectory("sluice-test");
        Lane queues = null;
        try {
            queues = Transports.open(directory.resolve("queues").toString(), OPTIONS);
            world = new World(directory, queues, this);
        } finally {
            if (world == null) {
                if (queues != null) {
                    queues.close();
                }
                QueueDirectory.deleteAll(directory);
            }
        }
    }

    @Override
    public void afterEach(ExtensionContext test) throws IOException {
        final World last = world();
        world = null;
        try (last.queues;
                last.gateway) {
            last.gateway.back();
            if (last.client != null) {
                last.client.close();
            }
        } finally {
            QueueDirectory.deleteAll(last.directory);
        }
    }
}
