package dev.sluice.perf.letters;

import dev.sluice.client.loop.Pipeline;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Customer;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersOnDemand;
import dev.sluice.perf.load.LettersWay;
import dev.sluice.perf.system.HostedGateways;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;

/**
 * A gateway for letters, with queues of its own: the job asks for the customer and for the address of each contract as two
 * lookups of one key, on one thread, and writes the letter when both are answered.
 *
 * @param gateways where it runs
 * @param directory its own
 * @param lookups what it asks
 * @param keys of a call, at most
 */
record LettersGateway(HostedGateways gateways, Path directory, LetterLookups lookups, int keys) {

    /**
     * Starts it; it runs until that way is closed, and goes on from there the next time.
     *
     * @param ahead how many lookups may be without an answer
     */
    LettersWay open(long ahead) throws IOException, InterruptedException {
        return new Way(started(), ahead);
    }

    /** Starts it for letters that are asked for one by one; it runs until that way is closed. */
    LettersOnDemand openOnDemand() throws IOException, InterruptedException {
        return new GatewayOnDemand(started());
    }

    private HostedGateways.Hosted started() throws IOException, InterruptedException {
        final Path queues = directory.resolve("queues");
        final String name = directory.getFileName().toString();
        return gateways.open(directory, queues, lookups.configuration(name, queues, keys));
    }

    private record Way(HostedGateways.Hosted gateway, long ahead) implements LettersWay {

        @Override
        public void write(Iterator<Contract> contracts, Letters letters) throws Exception {
            final Pipeline pipeline = Pipeline.over(gateway.client()).withAhead(ahead);
            gateway.whileAlive(() -> pipeline.run(
                    () -> contracts,
                    (contract, ask) -> {
                        ask.lookup("customer", contract.customerId());
                        ask.lookup("address", contract.addressId());
                    },
                    (contract, answers) ->
                            letters.write(contract, answers.only(0, Customer.class), answers.only(1, Address.class))));
        }

        @Override
        public void close() {
            gateway.close();
        }
    }
}
