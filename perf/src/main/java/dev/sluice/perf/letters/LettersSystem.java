package dev.sluice.perf.letters;

import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.Database;
import dev.sluice.perf.system.DatabaseChoice;
import dev.sluice.perf.system.DatabaseServer;
import dev.sluice.perf.system.DelayedLink;
import dev.sluice.perf.system.HostedGateways;
import dev.sluice.perf.system.RestService;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
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

    static LettersSystem open(Run run, Path directory, DatabaseChoice choice, int contracts) throws Exception {
        final LettersSystem system = new LettersSystem(directory);
        try {
            system.start(run, choice, contracts);
            return system;
        } catch (final Exception e) {
            system.close();
            throw e;
        }
    }

    private void start(Run run, DatabaseChoice choice, int contracts) throws Exception {
        final DatabaseServer server = choice.open(directory, false);
        add(server, server::close);
        run.progress().stage("letters: making " + contracts + " contracts");
        final LettersTables tables = LettersTables.make(server.database(), contracts, run.seed());
        add(tables, tables::close);
        database = tables.database();
        run.progress().stage("letters: starting services and gateways");
        customers = service("customer", "first_name,last_name");
        addresses = service("address", "street,postcode,city");
        gateways = HostedGateways.start(directory, database.password());
        add(gateways, gateways::close);
    }

    private RestService service(String table, String columns) throws IOException, InterruptedException {
        final RestService service = RestService.start(
                "service-" + table, directory, database, List.of("--lookup", table + ":id:" + columns));
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

    RestService customers() {
        return customers;
    }

    RestService addresses() {
        return addresses;
    }

    /** The database with a network of that latency before it; as it is if that is zero. */
    Database behind(Duration latency) throws IOException {
        if (latency.isZero()) {
            return database;
        }
        final DelayedLink link = DelayedLink.open(database.localPort(), latency);
        return database.through(add(link, link::close).port());
    }

    /** A gateway that does not run yet. */
    LettersGateway gateway(LetterLookups lookups, int keys) {
        made++;
        return new LettersGateway(gateways, directory.resolve("gateway-" + made), lookups, keys);
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
