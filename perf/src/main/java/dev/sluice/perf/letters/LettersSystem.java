package dev.sluice.perf.letters;

import dev.sluice.examples.demo.DemoData;
import dev.sluice.examples.rest.LookupServerProgram;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.DatabaseChoice;
import dev.sluice.perf.lab.DelayedLink;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.ServerJvm;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All that is asked for letters: the database with its contracts, a service for customers and one for addresses, each in
 * a JVM of its own, and a JVM for gateways. One thread.
 */
final class LettersSystem implements AutoCloseable {

    private static final int TRIPS = 201;
    private static final String SCHEMA = "sluice_perf_letters";

    private final Opened opened = new Opened();
    private final Run run;
    private String server = "";
    private Database database;
    private URI customers;
    private URI addresses;
    private HostedGateways gateways;
    private int made;

    private LettersSystem(Run run) {
        this.run = run;
    }

    static LettersSystem open(Run run) throws Exception {
        final LettersSystem system = new LettersSystem(run);
        try {
            system.start();
            return system;
        } catch (final Exception e) {
            system.close();
            throw e;
        }
    }

    private void start() throws Exception {
        final DatabaseChoice choice = opened.add(
                DatabaseChoice.open(run.of(LettersSizes.DATABASE), run.of(LettersSizes.USER), run.directory()));
        server = choice.described();
        final int contracts = run.of(LettersSizes.CONTRACTS);
        run.progress().stage("letters: making " + contracts + " contracts");
        database = makeContracts(choice.database(), contracts, run.seed());
        opened.add(() -> drop(choice.database()));
        run.progress().stage("letters: starting services and gateways");
        customers = service("customer", "first_name,last_name");
        addresses = service("address", "street,postcode,city");
        gateways = opened.add(HostedGateways.start(run.directory(), database.password()));
    }

    /**
     * Makes the tables with so many contracts, replacing those of an earlier run; in PostgreSQL in a schema of their own, so
     * that nothing else in a database that was running is touched. Returns the database as it is seen through the schema.
     */
    static Database makeContracts(Database all, int contracts, long seed) throws SQLException, InterruptedException {
        drop(all);
        if (!all.postgresql()) {
            new DemoData(contracts, seed).load(all.source());
            return all;
        }
        all.execute("CREATE SCHEMA " + SCHEMA);
        final String separator = all.url().contains("?") ? "&" : "?";
        final Database seen =
                new Database(all.url() + separator + "currentSchema=" + SCHEMA, all.user(), all.password());
        new DemoData(contracts, seed).load(seen.source());
        seen.execute("VACUUM ANALYZE customer", "VACUUM ANALYZE address", "VACUUM ANALYZE contract");
        return seen;
    }

    private static void drop(Database all) throws SQLException {
        if (all.postgresql()) {
            all.execute("DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
        }
    }

    private URI service(String table, String columns) throws IOException, InterruptedException {
        final List<String> arguments = new ArrayList<>(List.of("--url", database.url(), "--user", database.user()));
        arguments.addAll(List.of("--password-from", ChildJvm.PASSWORD, "--lookup", table + ":id:" + columns));
        if (run.of(LettersSizes.PRELOAD)) {
            arguments.add("--preload");
        }
        return opened.add(ServerJvm.start(
                        "service-" + table,
                        run.directory(),
                        List.of(),
                        database.password(),
                        LookupServerProgram.class,
                        arguments.toArray()))
                .url();
    }

    Database database() {
        return database;
    }

    /** How the database's server runs. */
    String server() {
        return server;
    }

    URI customers() {
        return customers;
    }

    URI addresses() {
        return addresses;
    }

    /** The database with a network of that latency before it; as it is if that is zero. */
    Database behind(Duration latency) throws IOException {
        if (latency.isZero()) {
            return database;
        }
        return database.through(
                opened.add(DelayedLink.open(database.localPort(), latency)).port());
    }

    /** A gateway that does not run yet, and is to be told what to ask; so many keys in a call, at most. */
    LettersGateway gateway(int keys, int callsInFlight) {
        made++;
        return new LettersGateway(gateways, run.directory().resolve("gateway-" + made), keys, callsInFlight);
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
    public void close() {
        opened.close();
    }
}
