package dev.sluice.perf.letters;

import dev.sluice.examples.demo.DemoData;
import dev.sluice.examples.rest.LookupServerProgram;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.DelayedLink;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.ServerJvm;
import dev.sluice.perf.lab.Sizes;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The servers of the letters experiment: a database, a service for customers, a service for addresses, and a JVM that hosts the
 * gateways. Each service runs in its own JVM. Not thread-safe.
 *
 * @param database the database with the contracts, their customers and addresses
 * @param customers the URL of the service for customers
 * @param addresses the URL of the service for addresses
 * @param networks the networks that lead to the database: first the loopback, then the networks with latency
 */
record LettersSystem(
        Run run,
        Opened opened,
        Database database,
        URI customers,
        URI addresses,
        HostedGateways gateways,
        List<Network> networks)
        implements AutoCloseable {

    /** The number of lookups for each contract. For calls with n keys, the chunk limit must therefore be n times this number. */
    private static final int LOOKUPS = 2;

    /**
     * A network between the database and its clients, which are the gateway and the baselines.
     *
     * @param latency the latency of a round trip; zero means the plain loopback
     * @param database the database, as reached through this network
     */
    record Network(Duration latency, Database database) {

        /** Returns the name of a variant's measurement over this network. */
        String named(String way) {
            return way + ", " + this;
        }

        @Override
        public String toString() {
            return latency.isZero() ? "loopback" : Sizes.millis(latency);
        }
    }

    static LettersSystem open(Run run) throws Exception {
        final Opened opened = new Opened();
        try {
            final PostgresServer server = opened.add(PostgresServer.open(PostgresOptions.fast()));
            final int contracts = run.of(LettersSizes.CONTRACTS);
            run.progress().stage("letters: making " + contracts + " contracts");
            final Database database = new Database(server.createDatabase("letters"), server.user());
            makeContracts(database, contracts, run.seed());
            run.progress().stage("letters: starting services and gateways");
            return new LettersSystem(
                    run,
                    opened,
                    database,
                    service(run, opened, database, "customer", "first_name,last_name"),
                    service(run, opened, database, "address", "street,postcode,city"),
                    opened.add(HostedGateways.start(run.directory())),
                    networks(run, opened, database));
        } catch (final Exception e) {
            opened.close();
            throw e;
        }
    }

    /** Creates the tables with the given number of contracts in an empty database. */
    static void makeContracts(Database database, int contracts, long seed) throws SQLException, InterruptedException {
        new DemoData(contracts, seed).load(database.source());
        database.execute("VACUUM ANALYZE customer", "VACUUM ANALYZE address", "VACUUM ANALYZE contract");
    }

    private static URI service(Run run, Opened opened, Database database, String table, String columns)
            throws IOException, InterruptedException {
        final List<String> arguments = new ArrayList<>(List.of("--url", database.url(), "--user", database.user()));
        arguments.addAll(List.of("--lookup", table + ":id:" + columns));
        if (run.of(LettersSizes.PRELOAD)) {
            arguments.add("--preload");
        }
        return opened.add(ServerJvm.start(
                        "service-" + table, run.directory(), List.of(), LookupServerProgram.class, arguments.toArray()))
                .url();
    }

    private static List<Network> networks(Run run, Opened opened, Database database) throws IOException {
        final List<Network> networks = new ArrayList<>(List.of(new Network(Duration.ZERO, database)));
        for (final Duration latency : run.of(LettersSizes.LATENCIES)) {
            final DelayedLink link = opened.add(DelayedLink.open(database.localPort(), latency));
            networks.add(new Network(latency, database.through(link.port())));
        }
        return networks;
    }

    /** Returns a gateway on a database, with at most the given number of keys in a call. */
    LettersGateway onSql(Database asked, int keys) throws IOException {
        return onSql(asked, keys, false);
    }

    /**
     * Returns a gateway on a database.
     *
     * @param adHoc whether the gateway accepts ad-hoc SQL besides its two lookups
     */
    LettersGateway onSql(Database asked, int keys, boolean adHoc) throws IOException {
        final Path own = run.newDirectory("gateway");
        final GatewayYaml yaml = letters(asked, own)
                .with("chunk.limit", LOOKUPS * keys)
                .with("databases.main.adHoc", adHoc)
                .with("chunk.callsInFlight", run.of(LettersSizes.CALLS_IN_FLIGHT));
        return new LettersGateway(() -> gateways.open(own, yaml));
    }

    /** Returns a configuration with the two lookups on a database, and defaults for all else. */
    GatewayYaml letters(Database asked, Path own) {
        final GatewayYaml yaml =
                asked.declaredIn(new GatewayYaml(own.getFileName().toString()));
        sql(yaml, "customer", "SELECT first_name, last_name FROM customer WHERE id = ?");
        sql(yaml, "address", "SELECT street, postcode, city FROM address WHERE id = ?");
        return yaml;
    }

    /** The number of contracts to measure one at a time; each contract takes at least two round trips. */
    int singles(Duration latency) {
        return latency.isZero()
                ? LettersSizes.contracts(run, LettersSizes.SINGLES)
                : (int) Math.max(1, run.of(LettersSizes.SINGLE_MILLIS) * 1_000_000L / latency.toNanos() / LOOKUPS);
    }

    private static GatewayYaml yaml(Path own, int keys) {
        return new GatewayYaml(own.getFileName().toString()).with("chunk.limit", LOOKUPS * keys);
    }

    private static void sql(GatewayYaml yaml, String table, String statement) {
        yaml.with("lookups." + table + ".sql", statement)
                .with("lookups." + table + ".types", List.of("long"))
                .with("lookups." + table + ".reads", List.of(table));
    }

    /** Returns a gateway on the two services, with at most the given number of keys in a call. */
    LettersGateway onRest(int keys) throws IOException {
        final Path own = run.newDirectory("gateway");
        final GatewayYaml yaml = yaml(own, keys);
        rest(yaml, "customer", "customers", customers);
        rest(yaml, "address", "addresses", addresses);
        return new LettersGateway(() -> gateways.open(own, yaml));
    }

    private void rest(GatewayYaml yaml, String lookup, String service, URI url) {
        yaml.with("services." + service + ".url", url)
                .with("services." + service + ".callsInFlight", run.of(LettersSizes.CALLS_IN_FLIGHT))
                .with("lookups." + lookup + ".service", service)
                .with("lookups." + lookup + ".types", List.of("long"));
    }

    @Override
    public void close() {
        opened.close();
    }
}
