package dev.sluice.perf.letters;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.DatabaseChoice;
import dev.sluice.perf.lab.DelayedLink;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.RestService;
import dev.sluice.perf.lab.Run;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * All that is asked for letters: the database with its contracts, a service for customers and one for addresses, each in
 * a JVM of its own, and a JVM for gateways. One thread.
 */
final class LettersSystem implements AutoCloseable {

    private static final int TRIPS = 201;

    private final Deque<Closing> opened = new ArrayDeque<>();
    private final Path directory;
    private Database database;
    private RestService customers;
    private RestService addresses;
    private HostedGateways gateways;
    private int made;

    private LettersSystem(Path directory) {
        this.directory = directory;
    }

    static LettersSystem open(Run run, DatabaseChoice choice) throws Exception {
        final LettersSystem system = new LettersSystem(run.directory());
        try {
            system.start(run, choice);
            return system;
        } catch (final Exception e) {
            system.close();
            throw e;
        }
    }

    private void start(Run run, DatabaseChoice choice) throws Exception {
        final int contracts = run.of(LettersExperiment.CONTRACTS);
        final boolean preload = run.of(LettersExperiment.PRELOAD);
        final DatabaseChoice.Server server = choice.open(directory);
        add(server, server::close);
        run.progress().stage("letters: making " + contracts + " contracts");
        final LettersTables tables = LettersTables.make(server.database(), contracts, run.seed());
        add(tables, tables::close);
        database = tables.database();
        run.progress().stage("letters: starting services and gateways");
        customers = service("customer", "first_name,last_name", preload);
        addresses = service("address", "street,postcode,city", preload);
        gateways = HostedGateways.start(directory, database.password());
        add(gateways, gateways::close);
    }

    private RestService service(String table, String columns, boolean preload)
            throws IOException, InterruptedException {
        final List<String> options = new ArrayList<>(List.of("--lookup", table + ":id:" + columns));
        if (preload) {
            options.add("--preload");
        }
        final RestService service = RestService.start("service-" + table, directory, database, options);
        return add(service, service::close);
    }

    /** Closes one of the resources. */
    private interface Closing {
        void close() throws IOException, SQLException;
    }

    private <T> T add(T resource, Closing closing) {
        opened.push(closing);
        return resource;
    }

    Database database() {
        return database;
    }

    URI customers() {
        return customers.url();
    }

    URI addresses() {
        return addresses.url();
    }

    /** The database with a network of that latency before it; as it is if that is zero. */
    Database behind(Duration latency) throws IOException {
        if (latency.isZero()) {
            return database;
        }
        final DelayedLink link = DelayedLink.open(database.localPort(), latency);
        return database.through(add(link, link::close).port());
    }

    /** A gateway that does not run yet, and is to be told what to ask; so many keys in a call, at most. */
    LettersGateway gateway(int keys, int callsInFlight) {
        made++;
        return LettersGateway.limited(gateways, directory.resolve("gateway-" + made), keys, callsInFlight);
    }

    /** What one row takes, a median in milliseconds. */
    static double roundTripMillis(Database database) throws SQLException {
        final double[] millis = new double[TRIPS];
        try (Connection connection = database.connect();
                PreparedStatement select = connection.prepareStatement("SELECT 1 FROM contract WHERE id = 1")) {
            for (int trip = 0; trip < TRIPS; trip++) {
                final long start = System.nanoTime();
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                }
                millis[trip] = (System.nanoTime() - start) / 1e6;
            }
        }
        Arrays.sort(millis);
        return millis[TRIPS / 2];
    }

    @Override
    public void close() throws IOException, SQLException {
        for (final Closing resource : opened) {
            resource.close();
        }
    }
}
