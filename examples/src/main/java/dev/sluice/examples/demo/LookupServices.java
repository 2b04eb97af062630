package dev.sluice.examples.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.examples.letters.GetEach;
import dev.sluice.examples.letters.SingleLookups;
import dev.sluice.examples.rest.LookupServerProgram;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The services of {@code --rest}: one for customers and one for addresses. Thread-safe. */
final class LookupServices implements AutoCloseable {

    private static final String CUSTOMER = "customer";
    private static final String ADDRESS = "address";
    private static final Duration LOOK = Duration.ofMillis(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final DemoDirectory directory;
    private final DemoDatabase database;
    private final Screen screen;
    private final Service customer;
    private final Service address;
    private volatile boolean closed;

    private LookupServices(DemoDirectory directory, DemoDatabase database, PlantedDifferences planted, Screen screen) {
        this.directory = directory;
        this.database = database;
        this.screen = screen;
        this.customer = new Service(CUSTOMER, "first_name,last_name", planted.arguments());
        this.address = new Service(ADDRESS, "street,postcode,city", List.of());
    }

    /** @param planted the wrong answers of the customer service */
    static LookupServices start(
            DemoDirectory directory, DemoDatabase database, PlantedDifferences planted, Screen screen)
            throws IOException {
        final LookupServices services = new LookupServices(directory, database, planted, screen);
        try {
            services.customer.start();
            services.address.start();
            return services;
        } catch (final IOException e) {
            services.close();
            throw e;
        }
    }

    /** Returns the URL of the customer service. */
    URI customerUrl() {
        return customer.url();
    }

    /** Returns the URL of the address service. */
    URI addressUrl() {
        return address.url();
    }

    /** Returns lookups that send single requests to the services. */
    SingleLookups oneAtATime() {
        return new GetEach(customer.url(), address.url());
    }

    /**
     * Makes the customer service unavailable for the given time, once the middle of the run is reached.
     *
     * @param middle returns whether the middle of the run is reached; called on any thread
     */
    void goAway(Duration outage, BooleanSupplier middle) {
        after(LOOK).execute(() -> {
            if (middle.getAsBoolean()) {
                customer.goAway(outage);
            } else if (!closed) {
                goAway(outage, middle);
            }
        });
    }

    private static Executor after(Duration pause) {
        return CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns a line for each service that tells how many calls with how many keys the service answered. */
    List<String> counts() throws IOException, InterruptedException {
        return List.of(customer.counts(), address.counts());
    }

    @Override
    public void close() {
        closed = true;
        try (customer) {
            address.close();
        }
    }

    /**
     * A service in a separate JVM that answers lookups in one table. Until this object is closed, the service is restarted on the
     * same port whenever it ends, as by a service manager. Thread-safe.
     */
    private final class Service implements AutoCloseable {

        private final String name;
        private final String columns;
        private final List<String> more;
        private final int port = LocalPorts.free();
        private Optional<Child> process = Optional.empty();
        private Duration pause = PAUSE;

        /**
         * Creates a service for the table of the same name, whose key is {@code id}.
         *
         * @param more further options for the service's program
         */
        private Service(String name, String columns, List<String> more) {
            this.name = name;
            this.columns = columns;
            this.more = more;
        }

        private synchronized void start() throws IOException {
            if (closed) {
                return;
            }
            final List<Object> arguments = new ArrayList<>(List.of(
                    "--port",
                    port,
                    "--url",
                    database.url(),
                    "--user",
                    database.user(),
                    "--lookup",
                    name + ":id:" + columns));
            arguments.addAll(more);
            final Child started = Program.java(LookupServerProgram.class, arguments.toArray())
                    .named("the " + name + " service")
                    .log(directory.file(name + "-service.log"))
                    .start();
            process = Optional.of(started);
            started.onDeath(how -> ended());
            screen.line("The " + name + " service is process " + started.pid() + ", at " + url());
        }

        private synchronized void ended() {
            if (!closed) {
                screen.line("The " + name + " service (process "
                        + process.orElseThrow().pid() + ") ended; it is started again in " + pause.toSeconds() + " s.");
                after(pause).execute(this::startAgain);
                pause = PAUSE;
            }
        }

        private void startAgain() {
            try {
                start();
            } catch (final IOException e) {
                screen.error("cannot start the " + name + " service: " + e.getMessage());
            }
        }

        /** Kills the service, and restarts it only after the given time. */
        private synchronized void goAway(Duration outage) {
            pause = outage;
            process.ifPresent(service -> service.process().destroyForcibly());
        }

        private URI url() {
            return URI.create("http://127.0.0.1:" + port);
        }

        private String counts() throws IOException, InterruptedException {
            final HttpResponse<byte[]> response;
            try {
                response = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(url().resolve("/counts")).build(),
                                HttpResponse.BodyHandlers.ofByteArray());
            } catch (final ConnectException e) {
                return "The " + name + " service is unavailable now, but all requests to it have been answered.";
            }
            final JsonNode counts = new JsonMapper().readTree(response.body()).path(name);
            return String.format(
                    Locale.ROOT,
                    "The %s service answered %,d calls with %,d keys since its start.",
                    name,
                    counts.path("calls").asLong(),
                    counts.path("items").asLong());
        }

        @Override
        public synchronized void close() {
            process.ifPresent(Child::stop);
        }
    }
}
