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
 * A gateway in the test's process, for JUnit 5: real queues in a temporary directory, new for each test and deleted after it.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final SluiceExtension sluice = SluiceExtension.answering()
 *         .answer("customer", (Long id) -> new Customer("Ada", "Lovelace"))
 *         .update("last-letter", arguments -> 1);
 *
 * @Test
 * void shouldWriteALetter() {
 *     LettersJob.run(sluice.client(), ...);
 *     assertEquals(List.of(List.of(DATE, 17L)), sluice.asked("last-letter"));
 * }
 * }</pre>
 *
 * <p>What is set in a test counts until its end. The JVM needs the options of {@code config/sluice.args}; without them the first test
 * fails with the lines to copy.
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

    /** A gateway that is answered by stubs: {@link #answer}, {@link #query}, {@link #update}, {@link #endpoint}. */
    public static SluiceExtension answering() {
        return new SluiceExtension(Optional.empty());
    }

    /**
     * A gateway that answers as it is recorded in a file of what {@code sluice cat both --format json} printed, as it is or packed by
     * gzip. Equal requests get their results in the order of the file, then the last one again. Stubs answer in the place of what is
     * recorded under their name.
     */
    public static SluiceExtension recorded(Path lines) {
        final SluiceExtension extension = answering();
        extension.declared.add(answers -> RecordedAnswers.read(lines, answers));
        return extension;
    }

    /**
     * A gateway of that configuration, on databases in memory (HSQLDB) in the place of those that it names, each with its {@code
     * init} script or a {@link #schema}. Variables of the environment that are not set are the text {@code test}.
     */
    public static SluiceExtension configured(Path gatewayYaml) {
        return new SluiceExtension(Optional.of(gatewayYaml));
    }

    /** The script that fills the database of that name, for {@link #configured}; before the first test. */
    public SluiceExtension schema(String database, Path script) {
        schemas.put(database, script);
        return this;
    }

    /** Answers a lookup, by its key. */
    public <K> SluiceExtension answer(String lookup, Stub<K> stub) {
        return put(RequestKind.LOOKUP, lookup, stub);
    }

    /** Answers a declared statement that reads. */
    public <K> SluiceExtension query(String statement, Stub<K> stub) {
        return put(RequestKind.QUERY, statement, stub);
    }

    /** Answers a declared statement that writes, with the number of rows that it changed. */
    public SluiceExtension update(String statement, ToLongFunction<List<Object>> stub) {
        final Stub<Object> counting = arguments ->
                stub.applyAsLong(arguments instanceof List<?> several ? List.copyOf(several) : List.of(arguments));
        return put(RequestKind.UPDATE, statement, counting);
    }

    /** Answers an event to that endpoint, by its payload, with the reply. */
    public <K> SluiceExtension endpoint(String endpoint, Stub<K> stub) {
        return put(RequestKind.SEND, endpoint, stub);
    }

    @SuppressWarnings("unchecked") // a key of another type is the failure of its request
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

    /** For the rest of the test that key is not found. Not for {@link #configured}: delete the row there. */
    public void notFound(String lookup, @Nullable Object... key) {
        checkStubs("notFound");
        world().answers.fault(lookup, key, Outcome.NOT_FOUND);
    }

    /** For the rest of the test requests of that name and key fail. Not for {@link #configured}. */
    public void failing(String name, @Nullable Object... key) {
        checkStubs("failing");
        final Failure failure =
                Failure.of(FailureKind.REJECTED, "'" + name + "' " + List.of(key) + " fails: the test wants it");
        world().answers.fault(name, key, new Outcome.Failed(failure));
    }

    /** From now on everything that the gateway asks is away: requests wait for {@link #back}. */
    public void outage() {
        world().gateway.awayAfter(0);
    }

    /** Ends an outage. */
    public void back() {
        world().gateway.back();
    }

    /**
     * Starts a job in a JVM of its own, and kills it, as {@code kill -9} does, when that many requests are answered. Start it again to
     * see that it goes on: in this process, too.
     *
     * @param answers by the gateway of this test until then; stubs give exactly so many
     * @param job its main class
     * @throws AssertionError if the job ends before; with what it wrote
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

    /** The directory of the queues, for a job that opens a client by itself. */
    public Path queues() {
        return Path.of(world().queues.address());
    }

    /** A directory for the test's files, deleted after it. */
    public Path directory() {
        return world().directory;
    }

    /** The test's client, without a name; closed after the test. */
    public GatewayClient client() {
        final World here = world();
        if (here.client == null) {
            here.client = GatewayClient.builder(queues()).options(OPTIONS).open();
        }
        return here.client;
    }

    /** The arguments of all requests of that name until now, in their order. */
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

    /** The database in memory in the place of the configured one of that name, for {@link #configured}. */
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
