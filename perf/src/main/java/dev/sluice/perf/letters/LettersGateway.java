package dev.sluice.perf.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.loop.MainLoop;
import dev.sluice.client.loop.Mapped;
import dev.sluice.client.loop.Pipeline;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Customer;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersOnDemand;
import dev.sluice.perf.load.LettersWay;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * A gateway for letters, with queues of its own: the job asks for the customer and for the address of each contract as two
 * lookups of one key. It runs while a way to write letters is open, and goes on from there the next time. One thread.
 */
final class LettersGateway {

    /** A contract asks for two things: a chunk of twice as many requests makes calls of that many keys. */
    private static final int LOOKUPS = 2;

    private final HostedGateways gateways;
    private final Path directory;
    private final int callsInFlight;
    private final GatewayYaml yaml;

    /** A gateway with so many keys in a call, at most, and so many calls at its database or at each service. */
    LettersGateway(HostedGateways gateways, Path directory, int keys, int callsInFlight) {
        this.gateways = gateways;
        this.directory = directory;
        this.callsInFlight = callsInFlight;
        this.yaml = new GatewayYaml(directory.getFileName().toString()).with("chunk.limit", LOOKUPS * keys);
    }

    /** Has it ask a database. */
    LettersGateway asking(Database database) {
        database.declaredIn(yaml).with("chunk.callsInFlight", callsInFlight);
        sql("customer", "SELECT first_name, last_name FROM customer WHERE id = ?");
        sql("address", "SELECT street, postcode, city FROM address WHERE id = ?");
        return this;
    }

    private void sql(String table, String statement) {
        yaml.with("lookups." + table + ".sql", statement)
                .with("lookups." + table + ".types", List.of("long"))
                .with("lookups." + table + ".reads", List.of(table));
    }

    /** Has it ask two services. */
    LettersGateway asking(URI customers, URI addresses) {
        rest("customer", "customers", customers);
        rest("address", "addresses", addresses);
        return this;
    }

    private void rest(String lookup, String service, URI url) {
        yaml.with("services." + service + ".url", url)
                .with("services." + service + ".callsInFlight", callsInFlight)
                .with("lookups." + lookup + ".service", service)
                .with("lookups." + lookup + ".types", List.of("long"));
    }

    private Service started() throws IOException, InterruptedException {
        return gateways.open(directory, yaml);
    }

    /** A pipeline with so many lookups without an answer, at most, on one thread. */
    LettersWay pipeline(long ahead) throws IOException, InterruptedException {
        return new Way(
                started(),
                (client, contracts, letters) -> Pipeline.over(client)
                        .withAhead(ahead)
                        .run(
                                () -> contracts,
                                (contract, ask) -> {
                                    ask.lookup("customer", contract.customerId());
                                    ask.lookup("address", contract.addressId());
                                },
                                (contract, answers) -> letters.write(
                                        contract, answers.only(0, Customer.class), answers.only(1, Address.class))));
    }

    /** What the concurrent loop asks. */
    interface Asked {
        Customer customer(long id);

        Address address(long id);
    }

    /** A concurrent loop with so many bodies at a time, each of which waits for one answer after the other. */
    LettersWay loop(int width) throws IOException, InterruptedException {
        final Service service = started();
        final Asked asked = service.client().futures(Runnable::run).declare(Asked.class);
        return new Way(service, (client, contracts, letters) -> {
            try (Mapped<String> written = MainLoop.DEFAULTS
                    .withWidth(width)
                    .map(
                            () -> contracts,
                            contract -> Letters.compose(
                                    contract,
                                    asked.customer(contract.customerId()),
                                    asked.address(contract.addressId())))) {
                for (final String letter : written) {
                    letters.write(letter);
                }
            }
        });
    }

    /** For letters that are asked for one by one. */
    LettersOnDemand onDemand() throws IOException, InterruptedException {
        return new GatewayOnDemand(started());
    }

    /** The main loop of a job. */
    private interface Job {
        void run(GatewayClient client, Iterator<Contract> contracts, Letters letters) throws Exception;
    }

    private record Way(Service gateway, Job job) implements LettersWay {

        @Override
        public void write(Iterator<Contract> contracts, Letters letters) throws Exception {
            gateway.jvm().whileAlive(() -> {
                job.run(gateway.client(), contracts, letters);
                return true;
            });
        }

        @Override
        public void close() {
            gateway.close();
        }
    }
}
